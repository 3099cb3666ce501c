// Connections that write, on a server that accepts no writes: a standby to which a proxy sends clients by mistake, or a
// primary that was made read-only. Such a connection would refuse every statement for as long as it lives, so it is
// closed after the first refusal; the next one may lead to a server that writes.
import pg from 'pg'
import { closeIfSilent } from './silent-server.ts'

const READ_ONLY_TRANSACTION = '25006'

/** An outage, unlike the refusal of a connection that is read-only by our own choice, which is a defect. */
export class ReadOnlyServer extends Error {
  readonly code = READ_ONLY_TRANSACTION

  constructor(cause: unknown) {
    super('The database server is read-only.', { cause })
  }
}

/** The error to throw for one that a connection for writing met. */
export const judgeWriteError = (error: unknown): unknown =>
  isReadOnlyTransaction(error) ? new ReadOnlyServer(error) : error

const isReadOnlyTransaction = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION

type Callback = (error: unknown, result: unknown) => void

/** A connection of a pool that is not ours, such as that of the job queues; it closes itself at once. */
export class WritingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const run = super.query.bind(this) as (...all: unknown[]) => unknown
    const judge = (error: unknown): unknown => {
      const judged = judgeWriteError(error)
      if (judged instanceof ReadOnlyServer) this.end().catch(() => undefined)
      closeIfSilent(this, error)
      return judged
    }
    const last = args.at(-1)
    if (typeof last === 'function') {
      const callback = last as Callback
      const judged: Callback = (error, result) => callback(error && judge(error), result)
      return run(...args.slice(0, -1), judged) as never
    }
    const running = run(...args)
    if (!(running instanceof Promise)) return running as never
    return running.catch((error: unknown) => {
      throw judge(error)
    }) as never
  }
}
