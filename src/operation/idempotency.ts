// Makes retries safe: a call with an Idempotency-Key gets the stored reply of an earlier call with the same
// key, or stores its own.
import { readJson } from '../kernel/json.ts'
import type { Db } from '../platform/database.ts'
import type { Sealer } from '../platform/secrets.ts'
import { type AppError, IdempotencyConflict, RequestInProgress } from './error.ts'
import { deleteReply, findReply, insertReply, type Slot, tryLockSlot } from './store.ts'

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
  if (!(await tryLockSlot(tx, idempotency.slot))) throw RequestInProgress({})
  const stored = await findReply(tx, idempotency.slot)
  if (!stored) return undefined
  if (stored.input_hash.equals(idempotency.inputHash))
    return { output: readJson(sealer.open(stored.reply!)), replayed: true }
  // The reply is deleted, because otherwise a caller could guess passwords with one key and no attempt
  // would be counted.
  if (idempotency.isStranger) await deleteReply(tx, idempotency.slot)
  return { kept: IdempotencyConflict({}) }
}

/** Stores the reply sealed, because it may hold a secret that is shown only once. */
export async function keepReply(
  tx: Db,
  { slot, inputHash }: IdempotentCall,
  output: unknown,
  sealer: Sealer,
  now: Date,
): Promise<void> {
  const reply = sealer.seal(JSON.stringify(output))
  await insertReply(tx, slot, { inputHash, reply, now })
}
