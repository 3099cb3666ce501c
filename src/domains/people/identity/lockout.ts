// Limits the guessing of secrets: after ten failed attempts on one secret from one network within fifteen minutes,
// further attempts are rejected until the fifteen minutes are over. A successful attempt clears the count.
import type { AppError } from '../../../operation/error.ts'
import { RateLimited } from '../../../operation/error.ts'
import { networkOf } from '../../../platform/addresses.ts'
import type { Db } from '../../../platform/database.ts'
import * as store from './store.ts'

const FAILURES_MAX = 10
const WINDOW_MS = 15 * 60_000

export interface Attempt {
  /** Identifies the secret, such as `login:` with an e-mail address or `two_factor:` with a user's uuid. */
  readonly subject: string
  readonly address: string
}

/** An attacker with one IPv6 address usually has a whole network of them, so failures are counted by network. */
const byNetwork = ({ subject, address }: Attempt): Attempt => ({
  subject,
  address: networkOf(address),
})

/** Whether an attempt would be rejected even with the right secret, which then need not be checked. */
export async function isLockedOut(tx: Db, attempt: Attempt, now: Date): Promise<boolean> {
  const found = await store.findFailures(tx, byNetwork(attempt))
  if (!found || found.failures < FAILURES_MAX) return false
  return new Date(found.window_started_at).getTime() + WINDOW_MS > now.getTime()
}

/**
 * Checks and counts one attempt. `isRight` runs while the count is locked, so that of a thousand concurrent attempts
 * only ten are checked. `wrong` must be an error that keeps its writes, or the count would be rolled back.
 */
export async function recordAttempt(
  tx: Db,
  given: Attempt,
  now: Date,
  isRight: () => Promise<boolean> | boolean,
  wrong: () => AppError,
): Promise<void> {
  const attempt = byNetwork(given)
  const held = await store.lockFailures(tx, attempt, now)
  const ends = new Date(held.window_started_at).getTime() + WINDOW_MS
  const failures = ends > now.getTime() ? held.failures : 0
  if (failures >= FAILURES_MAX)
    throw RateLimited({ retry_after: Math.ceil((ends - now.getTime()) / 1000) })
  if (await isRight()) return store.deleteFailures(tx, attempt)
  await store.saveFailures(tx, attempt, {
    failures: failures + 1,
    window_started_at: failures === 0 ? now : held.window_started_at,
  })
  throw wrong()
}
