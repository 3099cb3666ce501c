// SQL of the prover's own tables: its progress, its findings, and the accounts in quarantine.
import { sql } from 'kysely'
import type { QueueScope } from '../../../../operation/work-queue.ts'
import { countUpTo, type Db } from '../../../../platform/database.ts'
import { type Finding, type InvariantName, invariantNames } from './invariants.ts'
import { type BalanceName, NO_ID, type LogRange } from './proof-store.ts'
import { tryLockOutRewrites } from './snapshot-store.ts'

// Any number that no other lock uses; it must be the same on all nodes of a database.
export const PROVER_LOCK = 7_160_002

/**
 * Takes the prover's lock until the transaction ends, unless another node has it or a migration rewrites a table. If a
 * pass of another node ended after our snapshot was taken, writing the proofs fails with a serialization error, and
 * nothing is lost.
 */
export async function tryLockProver(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${PROVER_LOCK}) as locked`.execute(tx)
  return rows[0]!.locked && tryLockOutRewrites(tx)
}

/** Waits for the pass in progress, and keeps out other passes until the transaction ends. */
export async function lockProver(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PROVER_LOCK})`.execute(tx)
}

/** The progress of the tours, which verify again what was verified before. */
export interface Reverification {
  readonly balance: BalanceName
  readonly account: string
  /** The position in the log of moves. */
  readonly position: string
}

export const reverificationStart: Reverification = {
  balance: { account_id: NO_ID, asset: '' },
  account: NO_ID,
  position: '0',
}

/** The position up to which the log is verified, and the progress of the tours. */
export interface Cursor {
  readonly position: string
  readonly tours: Reverification
}

export async function readCursor(tx: Db): Promise<Cursor> {
  const { rows } = await sql<Cursor>`
    select position, jsonb_build_object('account', tour_account, 'position', tour_position::text,
      'balance', jsonb_build_object('account_id', patrol_account, 'asset', patrol_asset)) as tours
    from ledger.prover`.execute(tx)
  return rows[0]!
}

export interface NewLogRange extends LogRange {
  readonly moves: number
  readonly holds: number
  /** Whether the stretch reaches the end of the log up to the horizon. */
  readonly isLast: boolean
}

/**
 * The part of the log after the cursor, up to the horizon: beyond it a transaction with a lower position may
 * still be open and would be missed.
 */
export async function findNewRange(
  tx: Db,
  { position: after }: Cursor,
  limit: number,
  horizon: number,
): Promise<NewLogRange> {
  const { rows } = await sql<Omit<NewLogRange, 'after'>>`
    with log as (
      select * from (
        (select position, true as is_move from ledger.moves
         where position > ${after} and position <= ${horizon} order by position limit ${limit})
        union all
        (select position, false from ledger.holds
         where position > ${after} and position <= ${horizon} order by position limit ${limit})) both_kinds
      order by position limit ${limit})
    select coalesce(max(position), ${after}::bigint) as until,
      count(*) filter (where is_move)::int as moves,
      count(*) filter (where not is_move)::int as holds,
      count(*) < ${limit} as "isLast"
    from log`.execute(tx)
  return { ...rows[0]!, after }
}

/** The next balances of the tour; fewer than the limit at its end. */
export async function listBalancesToReverify(
  tx: Db,
  { balance }: Reverification,
  limit: number,
): Promise<BalanceName[]> {
  const { account_id, asset } = balance
  const { rows } = await sql<BalanceName>`
    select account_id, asset from ledger.balances
    where (account_id, asset) > (${account_id}::uuid, ${asset})
    order by account_id, asset limit ${limit}`.execute(tx)
  return rows
}

/** Records that the stretch is verified, and the progress of the tours. */
export async function advanceProver(
  tx: Db,
  stretch: NewLogRange,
  tours: Reverification,
  now: Date,
): Promise<void> {
  await sql`
    update ledger.prover set position = ${stretch.until}, moves = moves + ${stretch.moves},
      holds = holds + ${stretch.holds}, checked_at = ${now},
      patrol_account = ${tours.balance.account_id}, patrol_asset = ${tours.balance.asset},
      tour_account = ${tours.account}, tour_position = ${tours.position}`.execute(tx)
}

export async function recordSum(
  tx: Db,
  counts: { readonly accounts: number; readonly balances: number },
  now: Date,
): Promise<void> {
  const { accounts, balances } = counts
  await sql`update ledger.prover
    set accounts = ${accounts}, balances = ${balances}, summed_at = ${now}`.execute(tx)
}

export async function recordFullProof(tx: Db, now: Date): Promise<void> {
  await sql`update ledger.prover set full_checked_at = ${now}`.execute(tx)
}

/** Violations and accounts in quarantine are counted up to this number, because the counts are read often. */
const COUNTED_MAX = 10_000

const QUARANTINED = sql`(select count(*) from (
  select from ledger.accounts where quarantine is not null limit ${COUNTED_MAX}) closed)::int`

export interface ProverState {
  readonly position: string
  readonly newest: string
  readonly lag: string
  readonly accounts: string
  readonly balances: string
  readonly moves: string
  readonly holds: string
  readonly checked_at: string | null
  readonly summed_at: string | null
  readonly full_checked_at: string | null
  readonly quarantined: number
  readonly violations: number
}

export async function readProver(tx: Db): Promise<ProverState> {
  const { rows } = await sql<ProverState>`
    select s.position, s.accounts, s.balances, s.moves, s.holds, s.checked_at, s.summed_at,
      s.full_checked_at,
      greatest(s.position, (select max(position) from ledger.moves),
        (select max(position) from ledger.holds)) as newest,
      -- An upper bound that costs one index lookup: holds and events take positions, too.
      greatest(0, (select max(position) from ledger.moves) - s.position) as lag,
      ${QUARANTINED} as quarantined,
      (select count(*) from (
        select from ledger.violations where resolved_at is null limit ${COUNTED_MAX}) open)::int as violations
    from ledger.prover s`.execute(tx)
  return rows[0]!
}

/** When the prover last verified the newest moves, and all of them. */
export const findProofTimes = (tx: Db) =>
  tx.selectFrom('ledger.prover').select(['checked_at', 'full_checked_at']).executeTakeFirstOrThrow()

export interface Violation extends Finding {
  readonly found_at: string
}

export interface ViolationsOfInvariant {
  readonly invariant: InvariantName
  readonly count: number
  /** The first violations, up to the limit. */
  readonly listed: readonly Violation[]
}

export async function listViolations(tx: Db, limit: number): Promise<ViolationsOfInvariant[]> {
  const { rows } = await sql<ViolationsOfInvariant>`
    select name as invariant, counted.count, first.listed
    from unnest(${invariantNames}::text[]) as known (name)
    cross join lateral (
      select count(*)::int as count from (
        select from ledger.violations where invariant = name and resolved_at is null
        limit ${COUNTED_MAX}) open) counted
    cross join lateral (
      select jsonb_agg(to_jsonb(v) order by id) as listed from (
        select * from ledger.violations where invariant = name and resolved_at is null
        order by id limit ${limit}) v) first
    where counted.count > 0`.execute(tx)
  return rows
}

/** Adds violations and returns those that were not known before. */
export async function insertViolations(
  tx: Db,
  findings: readonly Finding[],
  now: Date,
): Promise<Finding[]> {
  if (findings.length === 0) return []
  const { rows } = await sql<Finding>`
    insert into ledger.violations
      (invariant, environment, account_id, asset, subject, seq, expected, found, found_at)
    select f.*, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(findings)}) as f
      (invariant text, environment text, account_id uuid, asset text, subject uuid, seq bigint,
       expected text, found text)
    on conflict do nothing
    returning invariant, environment, account_id, asset, subject, seq::int, expected, found`.execute(
    tx,
  )
  return rows
}

/** Lists what a recheck covers: all accounts in quarantine, and the entries and holds of all open violations. */
export async function listRecheckTargets(
  tx: Db,
): Promise<{ readonly accounts: string[]; readonly subjects: string[] }> {
  const { rows } = await sql<{ accounts: string[]; subjects: string[] }>`
    select array(select id from ledger.accounts where quarantine is not null order by id) as accounts,
      array(select distinct subject from ledger.violations
        where resolved_at is null and subject is not null) as subjects`.execute(tx)
  return rows[0]!
}

/** The entries and holds of the open violations of these accounts. */
export async function listSubjects(tx: Db, accounts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from ledger.violations
    where account_id = any(${accounts}::uuid[]) and resolved_at is null and subject is not null`.execute(
    tx,
  )
  return rows.map((row) => row.subject)
}

/** Resolves the open violations of these accounts, or of the sums, that are not among the present findings. */
export async function resolveViolations(
  tx: Db,
  scope: 'all' | 'sums' | readonly string[],
  still: readonly Finding[],
  now: Date,
): Promise<void> {
  const isInScope =
    scope === 'all'
      ? sql`true`
      : scope === 'sums'
        ? sql`account_id is null`
        : sql`account_id = any(${scope}::uuid[])`
  await sql`
    update ledger.violations v set resolved_at = ${now}
    where resolved_at is null and ${isInScope} and not exists (
      select 1 from jsonb_to_recordset(${JSON.stringify(still)}) as f
        (invariant text, environment text, account_id uuid, asset text, subject uuid)
      where (f.invariant, f.environment, f.account_id, f.asset, f.subject)
        is not distinct from (v.invariant, v.environment, v.account_id, v.asset, v.subject))`.execute(
    tx,
  )
}

/** The accounts of the next violations, in the order of their ids; fewer than the limit at the end. */
export async function listAccountsWithViolations(
  tx: Db,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from ledger.violations
    where resolved_at is null and account_id > ${after} order by account_id limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.account_id)
}

/** Locks those of the accounts that have an open violation and are not in quarantine yet, in the order of their ids. */
export async function lockAccountsToQuarantine(
  tx: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly invariants: string }[]> {
  const { rows } = await sql<{ id: string; invariants: string }>`
    select a.id, broken.invariants
    from ledger.accounts a
    cross join lateral (
      select string_agg(name, ', ' order by name) as invariants
      from unnest(${invariantNames}::text[]) as known (name)
      where exists (select from ledger.violations
        where account_id = a.id and invariant = name and resolved_at is null)) broken
    where a.id = any(${ids}::uuid[]) and a.quarantine is null and broken.invariants is not null
    order by a.id for update of a`.execute(tx)
  return rows
}

/** Sets or lifts quarantines, and changes every version so that no earlier decision is written later. */
export async function setQuarantine(
  tx: Db,
  accounts: readonly { readonly id: string; readonly reason: string | null }[],
): Promise<void> {
  const ids = accounts.map((account) => account.id)
  const reasons = accounts.map((account) => account.reason)
  await sql`select 1 from ledger.accounts where id = any(${ids}::uuid[]) order by id for update`.execute(
    tx,
  )
  await sql`select 1 from ledger.balances where account_id = any(${ids}::uuid[])
    order by account_id, asset for update`.execute(tx)
  await sql`update ledger.accounts a set quarantine = u.reason
    from unnest(${ids}::uuid[], ${reasons}::text[]) as u (id, reason) where a.id = u.id`.execute(tx)
  await sql`update ledger.balances set version = version + 1
    where account_id = any(${ids}::uuid[])`.execute(tx)
}

/** Stores the present balances as proofs; only for accounts just proved from their first move on. */
export async function acceptBalances(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from ledger.proofs where account_id = any(${ids}::uuid[])`.execute(tx)
  await sql`insert into ledger.proofs (account_id, asset, seq, units, moved_at)
    select account_id, asset, seq, units, moved_at from ledger.balances
    where account_id = any(${ids}::uuid[]) and seq > 0`.execute(tx)
}

export async function hasNoEntries(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from ledger.moves) as is_empty`.execute(tx)
  return rows[0]!.is_empty
}

export const countQuarantined = (tx: Db, { environment, most }: QueueScope): Promise<number> =>
  countUpTo(
    tx,
    sql`select from ledger.accounts where environment = ${environment} and quarantine is not null`,
    most,
  )

/** Violations without an account: sums that do not balance. */
export const countBrokenSums = (tx: Db, { environment, most }: QueueScope): Promise<number> =>
  countUpTo(
    tx,
    sql`select from ledger.violations
      where account_id is null and resolved_at is null and environment = ${environment}`,
    most,
  )
