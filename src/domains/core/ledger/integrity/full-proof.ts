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
import { type Snapshots, snapshotsOf } from './snapshots.ts'

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

export interface FullProofOptions {
  readonly ownerChecks?: readonly OwnerCheck[]
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Gets a sentence when a part is proved again or the proof waits. */
  readonly onNotice?: ((text: string) => void) | undefined
}

export async function proveAll(
  db: Db,
  { ownerChecks = [], onProgress = () => {}, onNotice = () => {} }: FullProofOptions = {},
): Promise<FullProof> {
  const snapshots = snapshotsOf(db, onNotice)
  const sum = await proveSum(snapshots)
  const openings = await proveAllOpenings(snapshots, ownerChecks)
  const balances = await proveAllBalances(snapshots, sum.accounts, onProgress)
  const moves = await proveAllMoves(snapshots)
  const holds = await proveAllHolds(snapshots)
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
  snapshots: Snapshots,
  accounts: readonly string[],
  subjects: readonly string[],
  ownerChecks: readonly OwnerCheck[],
): Promise<Finding[]> {
  const opened = await snapshots.prove(async (tx) => ({
    findings: await proveOpenings(tx, await findOpened(tx, accounts), ownerChecks),
  }))
  const findings = [...opened.findings]
  for (const id of accounts) {
    const long = await snapshots.read((tx) => listLongBalances(tx, [id], 0))
    findings.push(...(await provePage(snapshots, [id], long.filter(isLong))))
    for (const balance of long) findings.push(...(await proveMovesOf(snapshots, balance)))
  }
  const rest = await snapshots.prove(async (tx) => ({
    findings: [
      ...(await proveHoldsOfAccounts(tx, accounts)),
      ...(await proveMovesOfEntries(tx, subjects)),
      ...(await proveHolds(tx, subjects)),
    ],
  }))
  return [...findings, ...rest.findings]
}

export interface Sum {
  readonly findings: readonly Finding[]
  readonly accounts: number
  readonly balances: number
}

/** Proves that all balances of an environment and asset add up to zero. */
export const proveSum = (snapshots: Snapshots): Promise<Sum> =>
  snapshots.prove(async (tx) => {
    const { sums, balances } = await sumAllBalances(tx)
    const findings = sums
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
    return { findings, balances, accounts: await countAccounts(tx) }
  })

async function sumAllBalances(tx: Db) {
  const sums = new Map<string, { environment: string; asset: string; units: bigint }>()
  let balances = 0
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
  return { sums: [...sums.values()], balances }
}

async function proveAllOpenings(
  snapshots: Snapshots,
  ownerChecks: readonly OwnerCheck[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = NO_ID; ; ) {
    const page = await snapshots.prove(async (tx) => {
      const accounts = await listOpened(tx, after, OPENINGS_MAX)
      return { accounts, findings: await proveOpenings(tx, accounts, ownerChecks) }
    })
    findings.push(...page.findings)
    if (page.accounts.length < OPENINGS_MAX) return findings
    after = page.accounts.at(-1)!.id
  }
}

async function proveAllBalances(
  snapshots: Snapshots,
  total: number,
  onProgress: (progress: Progress) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const limits = { accounts: ACCOUNTS_MAX, moves: MOVES_MAX, segment: SEGMENT }
  let done = 0
  for (let after = NO_ID; ; ) {
    const { ids, long } = await snapshots.read((tx) => listAccountsToProve(tx, after, limits))
    if (ids.length === 0) return findings
    findings.push(...(await provePage(snapshots, ids, long)))
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
  snapshots: Snapshots,
  ids: readonly string[],
  long: readonly LongBalance[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const bases: Base[] = []
  for (const { account_id, asset, seq } of long) {
    let base: Base = { account_id, asset, seq: '0', units: '0', moved_at: '-infinity' }
    for (let until = SEGMENT; until < Number(seq); until += SEGMENT) {
      const walked = await snapshots.prove((tx) => proveSegment(tx, base, until))
      findings.push(...walked.findings)
      base = walked.base
    }
    bases.push(base)
  }
  const page = await snapshots.prove(async (tx) => ({
    findings: [...(await proveAccounts(tx, ids, bases)), ...(await proveOverdraftsOf(tx, ids))],
  }))
  return [...findings, ...page.findings]
}

async function proveMovesOf(
  snapshots: Snapshots,
  { account_id, asset, seq }: LongBalance,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = 0; after < Number(seq); after += SEGMENT) {
    const segment = { account_id, asset, after, until: after + SEGMENT }
    const found = await snapshots.prove(async (tx) => ({
      findings: await proveMovesOfSegment(tx, segment),
    }))
    findings.push(...found.findings)
  }
  return findings
}

async function proveAllMoves(
  snapshots: Snapshots,
): Promise<{ findings: Finding[]; count: number }> {
  const findings: Finding[] = []
  let count = 0
  for (let after = '-1'; ; ) {
    const { stretch, findings: found } = await snapshots.prove(async (tx) => {
      const next = await findMoveStretch(tx, after, SEGMENT)
      return { stretch: next, findings: next ? await proveMovesOfStretch(tx, next) : [] }
    })
    findings.push(...found)
    if (!stretch) return { findings, count }
    after = stretch.until
    count += stretch.moves
  }
}

async function proveAllHolds(
  snapshots: Snapshots,
): Promise<{ findings: Finding[]; count: number }> {
  const findings: Finding[] = []
  let count = 0
  for (let after = NO_ID; ; ) {
    const { ids, findings: found } = await snapshots.prove(async (tx) => {
      const next = await listHoldIds(tx, after, HOLDS_MAX)
      return { ids: next, findings: await proveHolds(tx, next) }
    })
    findings.push(...found)
    if (ids.length === 0) return { findings, count }
    after = ids.at(-1)!
    count += ids.length
  }
}
