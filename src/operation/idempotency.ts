// At most once: a call with an Idempotency-Key finds the reply of an earlier one, or leaves its own.
import { readJson } from '../kernel/json.ts'
import type { Db } from '../platform/database.ts'
import type { Sealer } from '../platform/secrets.ts'
import { type AppError, IdempotencyConflict, RequestInProgress } from './error.ts'
import { deleteReply, findReply, insertReply, type Slot, tryLockSlot } from './store.ts'

/** The slot for the reply and what the request was. */
export interface IdempotentCall {
  readonly slot: Slot
  readonly inputHash: Buffer
  /** Nobody vouches for a stranger: what they send may be a guess at somebody's password. */
  readonly isStranger: boolean
}

export interface Reply {
  readonly output: unknown
  /** The work was done by an earlier call with the same key; this is what it answered. */
  readonly replayed: boolean
  /** The output as JSON, where that is known already. */
  readonly text?: string
}

/** A refusal whose transaction is committed all the same. */
export type Outcome = Reply | { readonly kept: AppError }

/** Holds the slot until the transaction ends; undefined when this is the first call. */
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
  // Otherwise a known key would let a stranger try passwords that no lock-out counts.
  if (idempotency.isStranger) await deleteReply(tx, idempotency.slot)
  return { kept: IdempotencyConflict({}) }
}

/** Sealed: it may hold a secret that is shown once. */
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
