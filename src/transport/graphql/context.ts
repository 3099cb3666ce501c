// What a GraphQL request carries through its resolvers.
import type DataLoader from 'dataloader'
import type { Caller } from '../../operation/caller.ts'
import type { RecognizeAgain } from '../../operation/open-streams.ts'
import type { SeenPosition } from '../../platform/log-position.ts'
import type { Budget } from './budget.ts'

/** The caller, and the request. */
export interface AskedBy {
  readonly caller: Caller
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  readonly traceParent: string | undefined
  readonly traced?: { traceId?: string | undefined }
  readonly seen?: SeenPosition | undefined
  /** Finds the caller of a subscription again while it is open. */
  readonly recognizeAgain: RecognizeAgain
  /** How many root fields write; with more than one, each has a key of its own. */
  readonly writes: number
}

/** What belongs to one answer is added to it: a subscription has many of them. */
export interface GraphContext extends AskedBy {
  /** Batch lookups, by relation and arguments; they cache their results. */
  readonly loaders: Map<string, DataLoader<string, unknown>>
  readonly budget: Budget
}
