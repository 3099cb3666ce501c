// What makes retries safe: a call with an Idempotency-Key gets the stored reply of an earlier call with the same key.
import type { Slot } from './store.ts'

/** Where the reply to a call is stored, and a hash that identifies its request. */
export interface IdempotentCall {
  readonly slot: Slot
  readonly inputHash: Buffer
  /** The same by keys that were renewed since; only where there are any. */
  readonly earlierHashes?: readonly Buffer[] | undefined
  /** The caller has no credential, so the request may be an attempt to guess a password. */
  readonly isStranger: boolean
}

/** Whether the stored reply is to the same request. */
export const isSameInput = (
  { inputHash, earlierHashes }: Pick<IdempotentCall, 'inputHash' | 'earlierHashes'>,
  stored: Buffer,
): boolean =>
  stored.equals(inputHash) || earlierHashes?.some((hash) => hash.equals(stored)) === true

export interface Reply {
  readonly output: unknown
  /** The output is the stored reply of an earlier call with the same key. */
  readonly replayed: boolean
  /** The output as JSON, where it was serialized already. */
  readonly text?: string
}
