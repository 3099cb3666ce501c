// What a GraphQL request carries through its resolvers: who asks, and the loaders that gather questions for one answer.
import type DataLoader from 'dataloader'
import type { Caller } from '../../operation/caller.ts'

export interface GraphContext {
  readonly caller: Caller
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  readonly traceParent: string | undefined
  /** How many root fields write; with more than one, each has a key of its own. */
  readonly writes: number
  /** Loaders by relation and arguments. */
  readonly loaders: Map<string, DataLoader<string, unknown>>
}
