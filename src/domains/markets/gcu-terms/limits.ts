// How much GCU a user may buy, and as much again sell, in a UTC day and month, in euro cents. The
// user's verification (KYC) level decides.
import type { Db } from '../../../platform/database.ts'
import { findUsers } from '../../people/identity/index.ts'

export interface Limits {
  readonly daily: bigint
  readonly monthly: bigint
}

const euros = (whole: bigint): bigint => whole * 100n

const limits: readonly Limits[] = [
  { daily: 0n, monthly: 0n },
  { daily: euros(1_000n), monthly: euros(10_000n) },
  { daily: euros(10_000n), monthly: euros(100_000n) },
  { daily: euros(50_000n), monthly: euros(500_000n) },
  { daily: euros(1_000_000n), monthly: euros(10_000_000n) },
]

const DEFAULT_LEVEL = 2
const levels: Readonly<Record<string, number>> = { basic: 2, enhanced: 3, full: 4 }

/** Unverified users have the default level; users whose verification was rejected may not trade. */
export async function findLevels(tx: Db, uuids: readonly string[]): Promise<number[]> {
  const users = await findUsers(tx, uuids)
  return uuids.map((uuid) => {
    const user = users.get(uuid)
    if (user?.kyc_status === 'rejected') return 0
    if (user?.kyc_status === 'expired') return 1
    return levels[user?.kyc_level ?? ''] ?? DEFAULT_LEVEL
  })
}

export const limitsAt = (level: number): Limits => limits[level]!
