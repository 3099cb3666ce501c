// Helps transactions whose statements write or read the arrays of a whole batch.
import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Makes PostgreSQL reuse one query plan: planning each batch again would cost more than running it. Only
 * index scans are allowed, because a plan made while the tables were empty must still be good when they
 * are full.
 */
export async function planForBatches(tx: Db): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/**
 * Waits for statements that were handed to one transaction at once, so that the arrays of one are written while
 * the database runs the one before. It throws the first error, but only when all have ended: a statement that
 * came after the rollback would be outside the transaction.
 */
export async function settleAll(statements: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(statements)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
