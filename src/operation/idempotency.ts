// Makes retries safe: a call with an Idempotency-Key gets the stored reply of an earlier call with the same
// key, or stores its own.
import { readJson } from '../kernel/json.ts'
import type { Db } from '../platform/database.ts'
import type { Sealer } from '../platform/secrets.ts'
import { type AppError, IdempotencyConflict, RequestInProgress } from './error.ts'
import { insertReply, type SealedReply } from './command-store.ts'
import { deleteReply, openSlot, type Slot } from './store.ts'

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

/** A reply, or an error (`kept`) whose transaction is committed all the same. */
export type Outcome = Reply | { readonly kept: AppError }

/** Locks the slot until the transaction ends; returns undefined for the first call with the key. */
export async function findEarlier(
  tx: Db,
  idempotency: IdempotentCall,
  sealer: Sealer,
): Promise<Outcome | undefined> {
  const { locked, stored } = await openSlot(tx, idempotency.slot)
  if (!locked) throw RequestInProgress({})
  if (!stored) return undefined
  if (stored.input_hash.equals(idempotency.inputHash))
    return { output: readJson(sealer.open(stored.reply)), replayed: true }
  // The reply is deleted, because otherwise a caller could guess passwords with one key and no attempt
  // would be counted.
  if (idempotency.isStranger) await deleteReply(tx, idempotency.slot)
  return { kept: IdempotencyConflict({}) }
}

/** The reply is stored sealed, because it may hold a secret that is shown only once. */
export const sealReply = (
  { slot, inputHash }: IdempotentCall,
  output: unknown,
  sealer: Sealer,
  now: Date,
): SealedReply => ({ slot, inputHash, reply: sealer.seal(JSON.stringify(output)), now })

export async function keepReply(
  tx: Db,
  idempotency: IdempotentCall,
  output: unknown,
  sealer: Sealer,
  now: Date,
): Promise<void> {
  await insertReply(tx, sealReply(idempotency, output, sealer, now))
}
