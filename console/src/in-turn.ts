// Reads that the bank answers in a worker thread, one after the other: it takes only a few of them of one user at once,
// and refuses the others.
import type { Operation } from '../../sdk/client/client.ts'

let last: Promise<unknown> = Promise.resolve()

/** The operation, called when the one before has ended. Made once per module: a query is known by its operation. */
export const inTurn =
  <Input extends object, Output>(operation: Operation<Input, Output>): Operation<Input, Output> =>
  (client, input, options) => {
    const result = last.then(() => operation(client, input, options))
    last = result.catch(() => {})
    return result
  }
