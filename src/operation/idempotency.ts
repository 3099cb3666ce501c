// What makes retries safe: a call with an Idempotency-Key gets the stored reply of an earlier call with the same key.
import type { Slot } from './store.ts'

/** Where the reply to a call is stored, and a hash that identifies its request. */
export interface IdempotentCall {
  readonly slot: Slot
  readonly inputHash: Buffer
  /** The caller has no credential, so the request may be an attempt to guess a password. */
  readonly isStranger: boolean
}

export interface Reply {
  readonly output: unknown
  /** The output is the stored reply of an earlier call with the same key. */
  readonly replayed: boolean
  /** The output as JSON, where it was serialized already. */
  readonly text?: string
}
