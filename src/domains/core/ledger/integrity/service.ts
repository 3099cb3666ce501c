// Describes the integrity of the ledger: operators see each violation, other callers only the counts.
import { isOperator } from '../../../../operation/caller.ts'
import type { ReadContext } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { type InvariantName, invariantNames, invariants } from './invariants.ts'
import { findLatestRecheck, type RecheckRow } from './recheck-store.ts'
import { listViolations, type ProverState, readProver, type Violation } from './store.ts'

export type Soundness = 'sound' | 'broken' | 'unknown'

/** After this long without a check the status is unknown. */
const STALE_MS = 120_000
const LISTED_MAX = 100

const isFresh = (checkedAt: string | null, now: Date): boolean =>
  checkedAt !== null && now.getTime() - new Date(checkedAt).getTime() < STALE_MS

/** The integrity as the caller may see it; operators also see how the last recheck went. */
export async function reportIntegrity({ tx, now, caller }: ReadContext) {
  const integrity = await describeIntegrity(tx, now, isOperator(caller))
  if (!isOperator(caller)) return integrity
  const recheck = await findLatestRecheck(tx)
  return { ...integrity, last_recheck: recheck ? toRecheck(recheck) : null }
}

export async function describeIntegrity(tx: Db, now: Date, isDetailed: boolean) {
  const [state, violations] = await Promise.all([readProver(tx), listViolations(tx, LISTED_MAX)])
  const found = new Map(violations.map((group) => [group.invariant, group]))
  const listed = invariantNames.map((name) => {
    const group = found.get(name)
    return {
      name,
      statement: invariants[name],
      status: soundnessOf(name, group !== undefined, state, now),
      violation_count: group?.count ?? 0,
      ...(isDetailed && { violations: (group?.listed ?? []).map(toViolation) }),
    }
  })
  return {
    status: overall(listed.map((invariant) => invariant.status)),
    checked_at: state.checked_at,
    full_checked_at: state.full_checked_at,
    verified_position: Number(state.position),
    newest_position: Number(state.newest),
    lag_moves: Number(state.lag),
    counts: {
      accounts: Number(state.accounts),
      balances: Number(state.balances),
      moves: Number(state.moves),
      holds: Number(state.holds),
    },
    quarantined_accounts: state.quarantined,
    invariants: listed,
  }
}

function soundnessOf(
  name: InvariantName,
  isBroken: boolean,
  state: ProverState,
  now: Date,
): Soundness {
  if (isBroken) return 'broken'
  const isKnown =
    isFresh(state.checked_at, now) && (name !== 'zero_sum' || state.summed_at !== null)
  return isKnown ? 'sound' : 'unknown'
}

function overall(parts: readonly Soundness[]): Soundness {
  if (parts.includes('broken')) return 'broken'
  return parts.includes('unknown') ? 'unknown' : 'sound'
}

const toViolation = (violation: Violation) => ({
  account_uuid: violation.account_id,
  environment: violation.environment,
  asset_code: violation.asset,
  subject_uuid: violation.subject,
  sequence: violation.seq,
  expected: violation.expected,
  found: violation.found,
  found_at: new Date(violation.found_at).toISOString(),
})

export const toRecheck = ({ id, checked, released, ...recheck }: RecheckRow) => ({
  ...recheck,
  uuid: id,
  checked,
  released,
  still_broken: checked - released,
})
