// Proves the whole ledger from its first move on, piece by piece, so that no statement and no snapshot lasts
// long, however large the ledger is. It only reads, and postings go on meanwhile.
import type { Db } from '../../../../platform/database.ts'
import type { Finding } from './invariants.ts'
import { findOpened, listOpened } from '../accounts/opening-store.ts'
import { proveOpenings, type OwnerCheck } from './opening-proof.ts'
import {
  type Base,
  countAccounts,
  findMoveStretch,
  listAccountsToProve,
  listHoldIds,
  listLongBalances,
  type LongBalance,
  NO_ID,
  tunePlannerForProof,
  proveAccounts,
  proveHolds,
  proveHoldsOfAccounts,
  proveMovesOfEntries,
  proveMovesOfSegment,
  proveMovesOfStretch,
  proveOverdraftsOf,
  proveSegment,
  sumBalances,
} from './proof-store.ts'

export interface Counts {
  readonly accounts: number
  readonly balances: number
  readonly moves: number
  readonly holds: number
}

export interface FullProof {
  readonly findings: readonly Finding[]
  readonly counts: Counts
}

export interface Progress {
  readonly accounts: number
  readonly of: number
}

const ACCOUNTS_MAX = 500
/** The approximate number of moves that one statement walks. */
const MOVES_MAX = 50_000
const SEGMENT = 20_000
const HOLDS_MAX = 5_000
const SUM_MAX = 100_000
const OPENINGS_MAX = 5_000

/** Runs work whose reads all see one snapshot. */
export type Snapshots = <Output>(work: (tx: Db) => Promise<Output>) => Promise<Output>

const snapshotsOf =
  (db: Db): Snapshots =>
  (work) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await tunePlannerForProof(tx)
        return work(tx)
      })

export interface FullProofOptions {
  readonly ownerChecks?: readonly OwnerCheck[]
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export async function proveAll(
  db: Db,
  { ownerChecks = [], onProgress = () => {} }: FullProofOptions = {},
): Promise<FullProof> {
  const sum = await proveSum(db)
  const inSnapshot = snapshotsOf(db)
  const openings = await proveAllOpenings(inSnapshot, ownerChecks)
  const balances = await proveAllBalances(inSnapshot, sum.accounts, onProgress)
  const moves = await proveAllMoves(inSnapshot)
  const holds = await proveAllHolds(inSnapshot)
  return {
    findings: [...sum.findings, ...openings, ...balances, ...moves.findings, ...holds.findings],
    counts: {
      accounts: sum.accounts,
      balances: sum.balances,
      moves: moves.count,
      holds: holds.count,
    },
  }
}

/** Proves these accounts from their first move on, and these entries or holds. */
export async function proveSome(
  inSnapshot: Snapshots,
  accounts: readonly string[],
  subjects: readonly string[],
  ownerChecks: readonly OwnerCheck[],
): Promise<Finding[]> {
  const findings = await inSnapshot(async (tx) =>
    proveOpenings(tx, await findOpened(tx, accounts), ownerChecks),
  )
  for (const id of accounts) {
    const long = await inSnapshot((tx) => listLongBalances(tx, [id], 0))
    findings.push(...(await provePage(inSnapshot, [id], long.filter(isLong))))
    for (const balance of long) findings.push(...(await proveMovesOf(inSnapshot, balance)))
  }
  findings.push(
    ...(await inSnapshot(async (tx) => [
      ...(await proveHoldsOfAccounts(tx, accounts)),
      ...(await proveMovesOfEntries(tx, subjects)),
      ...(await proveHolds(tx, subjects)),
    ])),
  )
  return findings
}

/** Proves that all balances of an environment and asset add up to zero. */
export async function proveSum(
  db: Db,
): Promise<{ findings: Finding[]; accounts: number; balances: number }> {
  const sums = new Map<string, { environment: string; asset: string; units: bigint }>()
  let balances = 0
  const accounts = await snapshotsOf(db)(async (tx) => {
    let after: { account_id: string; asset: string } | undefined = { account_id: NO_ID, asset: '' }
    while (after) {
      const page = await sumBalances(tx, after, SUM_MAX)
      for (const { environment, asset, units, balances: count } of page.sums) {
        const name = `${environment} ${asset}`
        const units_before = sums.get(name)?.units ?? 0n
        sums.set(name, { environment, asset, units: units_before + BigInt(units) })
        balances += count
      }
      after = page.last
    }
    return countAccounts(tx)
  })
  const findings = [...sums.values()]
    .filter(({ units }) => units !== 0n)
    .map(
      ({ environment, asset, units }): Finding => ({
        invariant: 'zero_sum',
        environment,
        account_id: null,
        asset,
        subject: null,
        seq: null,
        expected: '0',
        found: String(units),
      }),
    )
  return { findings, accounts, balances }
}

async function proveAllOpenings(
  inSnapshot: Snapshots,
  ownerChecks: readonly OwnerCheck[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = NO_ID; ; ) {
    const page = await inSnapshot(async (tx) => {
      const accounts = await listOpened(tx, after, OPENINGS_MAX)
      findings.push(...(await proveOpenings(tx, accounts, ownerChecks)))
      return accounts
    })
    if (page.length < OPENINGS_MAX) return findings
    after = page.at(-1)!.id
  }
}

async function proveAllBalances(
  inSnapshot: Snapshots,
  total: number,
  onProgress: (progress: Progress) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const limits = { accounts: ACCOUNTS_MAX, moves: MOVES_MAX, segment: SEGMENT }
  let done = 0
  for (let after = NO_ID; ; ) {
    const { ids, long } = await inSnapshot((tx) => listAccountsToProve(tx, after, limits))
    if (ids.length === 0) return findings
    findings.push(...(await provePage(inSnapshot, ids, long)))
    after = ids.at(-1)!
    done += ids.length
    onProgress({ accounts: done, of: Math.max(total, done) })
  }
}

const isLong = (balance: LongBalance): boolean => Number(balance.seq) > SEGMENT

/**
 * Walks long balances segment by segment, each in its own snapshot, which is safe because moves are only ever
 * added. The last segment of each is walked and compared together with the other balances of the page.
 */
async function provePage(
  inSnapshot: Snapshots,
  ids: readonly string[],
  long: readonly LongBalance[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const bases: Base[] = []
  for (const { account_id, asset, seq } of long) {
    let base: Base = { account_id, asset, seq: '0', units: '0', moved_at: '-infinity' }
    for (let until = SEGMENT; until < Number(seq); until += SEGMENT) {
      const walked = await inSnapshot((tx) => proveSegment(tx, base, until))
      findings.push(...walked.findings)
      base = walked.base
    }
    bases.push(base)
  }
  findings.push(
    ...(await inSnapshot(async (tx) => [
      ...(await proveAccounts(tx, ids, bases)),
      ...(await proveOverdraftsOf(tx, ids)),
    ])),
  )
  return findings
}

async function proveMovesOf(
  inSnapshot: Snapshots,
  { account_id, asset, seq }: LongBalance,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = 0; after < Number(seq); after += SEGMENT) {
    const segment = { account_id, asset, after, until: after + SEGMENT }
    findings.push(...(await inSnapshot((tx) => proveMovesOfSegment(tx, segment))))
  }
  return findings
}

async function proveAllMoves(
  inSnapshot: Snapshots,
): Promise<{ findings: Finding[]; count: number }> {
  const findings: Finding[] = []
  let count = 0
  for (let after = '-1'; ; ) {
    const stretch = await inSnapshot(async (tx) => {
      const next = await findMoveStretch(tx, after, SEGMENT)
      if (next) findings.push(...(await proveMovesOfStretch(tx, next)))
      return next
    })
    if (!stretch) return { findings, count }
    after = stretch.until
    count += stretch.moves
  }
}

async function proveAllHolds(
  inSnapshot: Snapshots,
): Promise<{ findings: Finding[]; count: number }> {
  const findings: Finding[] = []
  let count = 0
  for (let after = NO_ID; ; ) {
    const ids = await inSnapshot(async (tx) => {
      const next = await listHoldIds(tx, after, HOLDS_MAX)
      findings.push(...(await proveHolds(tx, next)))
      return next
    })
    if (ids.length === 0) return { findings, count }
    after = ids.at(-1)!
    count += ids.length
  }
}
