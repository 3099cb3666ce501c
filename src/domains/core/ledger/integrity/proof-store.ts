// SQL that recomputes the ledger and returns only the differences. The database does all comparisons, so that
// a proof of millions of moves costs the process next to nothing. All compared rows must come from one
// snapshot, so callers open a repeatable read.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import type { Finding } from './invariants.ts'

/** The state that a balance must have after its first `seq` moves. */
export interface Base {
  readonly account_id: string
  readonly asset: string
  readonly seq: string
  readonly units: string
  /** As PostgreSQL writes it; -infinity before the first move. */
  readonly moved_at: string
}

/** A part of the log: the positions above `after`, up to and including `until`. */
export interface LogRange {
  readonly after: string
  readonly until: string
}

/** Moves of one balance: the numbers above `after`, up to and including `until`. */
export interface Segment {
  readonly account_id: string
  readonly asset: string
  readonly after: number
  readonly until: number
}

/** An id that sorts before every account's. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A limit that no number reaches. */
const NO_LIMIT = sql`9223372036854775807`

const FINDING = sql`invariant, environment, account_id, asset, subject, seq, expected, found`

const toFindings = (rows: readonly (Omit<Finding, 'seq'> & { seq: string | null })[]): Finding[] =>
  rows.map((row) => ({ ...row, seq: row.seq === null ? null : Number(row.seq) }))

/** Sums the moves of a balance in order, and finds the first gap, wrong sum and step back in time. */
const COMES_TO = sql`
  count(*) as moves, max(seq) as seq, sum(delta) as delta, max(at) as moved_at,
  min(array[seq, seq_before + 1]) filter (where seq <> seq_before + 1) as gap,
  min(array[seq, units_before + delta, after])
    filter (where seq = seq_before + 1 and after <> units_before + delta) as break,
  min(array[seq::text, at_before::text, at::text]) filter (where at < at_before) as back`

/** One side of each move, as a change of that account's balance. */
export const sides = (side: 'from' | 'to', where: RawBuilder<unknown>) => sql`
  select ${sql.ref(`${side}_account`)} as account_id, asset, ${sql.ref(`${side}_seq`)} as seq,
    ${side === 'from' ? sql`-units` : sql`units`} as delta, ${sql.ref(`${side}_after`)} as after,
    created_at as at, environment
  from ledger.moves where ${where}`

/** The differences within `walked`, and, for walks that reached the last move, from the stored balance. */
const FINDINGS = sql`
  findings as (
    select 'sequence' as invariant, account_id, asset, gap[1]::bigint as seq,
      gap[2]::text as expected, gap[1]::text as found
    from walked where gap is not null
    union all
    select 'sequence', account_id, asset, null, seq::text, coalesce(b_seq::text, 'no balance')
    from walked where at_top and b_seq is distinct from seq
    union all
    select 'balance', account_id, asset, null, units::text, coalesce(b_units::text, 'no balance')
    from walked where at_top and b_units is distinct from units
    union all
    select 'chain', account_id, asset, break[1]::bigint, break[2]::text, break[3]::text
    from walked where break is not null
    union all
    select 'time', account_id, asset, back[1]::bigint, 'not before ' || back[2], back[3]
    from walked where back is not null
    union all
    select 'time', account_id, asset, null, moved_at::text, b_moved_at::text
    from walked where at_top and b_moved_at <> moved_at
    union all
    select 'held', account_id, asset, null, held::text, b_held::text
    from walked where b_held <> held)`

const LISTED = sql`
  select invariant, null as environment, account_id, asset, null as subject, seq, expected, found
  from findings`

const JSON_LISTED = sql`
  coalesce((select jsonb_agg(finding) from (${LISTED}) finding), '[]') as findings`

/** Stores a proof for each walked balance without findings. */
const PROVEN = sql`
  proven as (
    insert into ledger.proofs (account_id, asset, seq, units, moved_at)
    select account_id, asset, seq, units, moved_at from walked
    where moves > 0 and (account_id, asset) not in (select account_id, asset from findings)
    on conflict (account_id, asset)
      do update set seq = excluded.seq, units = excluded.units, moved_at = excluded.moved_at)`

/**
 * Walks the moves of each target (account_id, asset, and the start: seq, units, moved_at) up to the number
 * `until`, or to the last when that is null, and then compares the result with the balance. It takes one
 * index scan per side and target, which suits few targets or long ones.
 */
const walk = (targets: RawBuilder<unknown>) => sql`
  targets as (${targets}),
  walked as materialized (
    select t.account_id, t.asset, w.moves, coalesce(w.seq, t.seq) as seq,
      t.units + coalesce(w.delta, 0) as units, coalesce(w.moved_at, t.moved_at) as moved_at,
      w.gap, w.break, w.back, b.units as b_units, b.seq as b_seq, b.moved_at as b_moved_at,
      b.held as b_held, h.held,
      coalesce(t.until is null or coalesce(w.seq, t.seq) >= b.seq, true) as at_top
    from targets t
    left join lateral (
      select units, seq, held, moved_at from ledger.balances
      where account_id = t.account_id and asset = t.asset limit 1) b on true
    cross join lateral (
      select coalesce(sum(units - captured), 0) as held from ledger.holds
      where account_id = t.account_id and asset = t.asset and status = 'open') h
    cross join lateral (
      select ${COMES_TO} from (
        select *, lag(seq, 1, t.seq) over in_order as seq_before,
          lag(after, 1, t.units) over in_order as units_before,
          lag(at, 1, t.moved_at) over in_order as at_before
        from (
          ${sides('from', sql`from_account = t.account_id and asset = t.asset and from_seq > t.seq and from_seq <= coalesce(t.until, ${NO_LIMIT})`)}
          union all
          ${sides('to', sql`to_account = t.account_id and asset = t.asset and to_seq > t.seq and to_seq <= coalesce(t.until, ${NO_LIMIT})`)}
        ) side
        window in_order as (order by seq)) linked) w),
  ${FINDINGS}`

export interface BalanceName {
  readonly account_id: string
  readonly asset: string
}

/**
 * Walks these balances through the moves of the stretch, starting from their last proofs, all at once, and stores
 * the proofs of the sound ones.
 */
export async function proveRange(
  tx: Db,
  { after, until }: LogRange,
  names: readonly BalanceName[],
): Promise<Finding[]> {
  if (names.length === 0) return []
  const inStretch = sql`position > ${after} and position <= ${until}`
  const { rows } = await sql<{ findings: Finding[] }>`
    with side as (
      select * from (${sides('from', inStretch)} union all ${sides('to', inStretch)}) both_sides
      where (account_id, asset) in (${listNames(names)})),
    linked as (
      select side.*, coalesce(p.units, 0) as base_units,
        lag(side.seq, 1, coalesce(p.seq, 0)) over in_order as seq_before,
        lag(side.after, 1, coalesce(p.units, 0)) over in_order as units_before,
        lag(side.at, 1, coalesce(p.moved_at, '-infinity')) over in_order as at_before
      from side left join ledger.proofs p on p.account_id = side.account_id and p.asset = side.asset
      where side.seq > coalesce(p.seq, 0)
      window in_order as (partition by side.account_id, side.asset order by side.seq)),
    come as (
      select account_id, asset, min(base_units) as base_units, ${COMES_TO}
      from linked group by account_id, asset),
    walked as materialized (
      select w.account_id, w.asset, w.moves, w.seq, w.base_units + w.delta as units, w.moved_at,
        w.gap, w.break, w.back, b.units as b_units, b.seq as b_seq, b.moved_at as b_moved_at,
        b.held as b_held, h.held, w.seq >= coalesce(b.seq, 0) as at_top
      from come w
      left join ledger.balances b on b.account_id = w.account_id and b.asset = w.asset
      cross join lateral (
        select coalesce(sum(units - captured), 0) as held from ledger.holds
        where b.held <> 0 and account_id = w.account_id and asset = w.asset and status = 'open') h),
    ${FINDINGS}, ${PROVEN}
    select ${JSON_LISTED}`.execute(tx)
  return rows[0]!.findings
}

const listNames = (names: readonly BalanceName[]) => sql`
  select * from unnest(${names.map((name) => name.account_id)}::uuid[],
    ${names.map((name) => name.asset)}::text[]) as name (account_id, asset)`

/**
 * Walks these balances, and those with a new hold, from their last proofs to the end; of a balance that was left far
 * behind it walks a part, and another the next time.
 */
export async function proveBalances(
  tx: Db,
  { after, until }: LogRange,
  names: readonly BalanceName[],
  movesMax: number,
): Promise<Finding[]> {
  const targets = sql`
    select t.account_id, t.asset, coalesce(p.seq, 0) as seq, coalesce(p.units, 0) as units,
      coalesce(p.moved_at, '-infinity') as moved_at, far.until
    from (
      select account_id, asset from ledger.holds
      where position > ${after} and position <= ${until} and status = 'open'
      union
      ${listNames(names)}) t
    left join lateral (
      select seq, units, moved_at from ledger.proofs
      where account_id = t.account_id and asset = t.asset limit 1) p on true
    left join lateral (
      select place as until from (select coalesce(p.seq, 0) + ${movesMax}::bigint as place) part
      where exists (select from ledger.moves
          where from_account = t.account_id and asset = t.asset and from_seq > place)
        or exists (select from ledger.moves
          where to_account = t.account_id and asset = t.asset and to_seq > place)) far on true`
  const { rows } = await sql<{ findings: Finding[] }>`
    with ${walk(targets)}, ${PROVEN} select ${JSON_LISTED}`.execute(tx)
  return rows[0]!.findings
}

/** Compares these balances with their last moves, which must exist. */
export async function proveLatestMoves(tx: Db, names: readonly BalanceName[]): Promise<Finding[]> {
  const { rows } = await sql<Finding & { seq: string | null }>`
    select ${FINDING} from (
      select b.*, top.after from (${listNames(names)}) name
      join ledger.balances b on b.account_id = name.account_id and b.asset = name.asset
      left join lateral (${sideAt(sql`b.account_id`, sql`b.asset`, sql`b.seq`)}) top on true
      where b.seq > 0 and top.after is distinct from b.units) wrong
    cross join lateral (
      select case when after is null then 'sequence' else 'balance' end as invariant,
        null as environment, null::uuid as subject, coalesce(after::text, 'move ' || seq) as expected,
        case when after is null then 'no such move' else units::text end as found) finding`.execute(
    tx,
  )
  return toFindings(rows)
}

/** The balance after the move with this number, on whichever side of the move the account is. */
const sideAt = (
  account: RawBuilder<unknown>,
  asset: RawBuilder<unknown>,
  seq: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql`true`,
) => sql`
  select * from (
    select from_after as after, created_at as at from ledger.moves
    where ${where} and from_account = ${account} and asset = ${asset} and from_seq = ${seq}
    union all
    select to_after, created_at from ledger.moves
    where ${where} and to_account = ${account} and asset = ${asset} and to_seq = ${seq}) found
  limit 1`

/**
 * Verifies moves again that were verified before: each must follow from the move before it, on both sides,
 * and its number must not exceed its balance's. Together with `proveTops` this proves whole chains, although
 * no single step walks more than the stretch.
 */
export async function proveStretchAgain(tx: Db, { after, until }: LogRange): Promise<Finding[]> {
  const inStretch = sql`position > ${after} and position <= ${until}`
  const isFirst = sql`side.seq_before is distinct from side.seq - 1`
  const before = sideAt(sql`side.account_id`, sql`side.asset`, sql`side.seq - 1`, isFirst)
  const { rows } = await sql<Finding & { seq: string | null }>`
    with side as (
      select *, lag(seq) over in_order as seq_before, lag(after) over in_order as lag_after,
        lag(at) over in_order as lag_at
      from (${sides('from', inStretch)} union all ${sides('to', inStretch)}) both_sides
      window in_order as (partition by account_id, asset order by seq)),
    linked as (
      select side.*, b.seq as b_seq,
        case when side.seq = 1 then 0 when ${isFirst} then before.after else lag_after end as units_before,
        case when ${isFirst} then before.at else lag_at end as at_before
      from side
      left join ledger.balances b on b.account_id = side.account_id and b.asset = side.asset
      left join lateral (${before}) before on true)
    select distinct on (invariant, account_id, asset) invariant, null as environment, account_id, asset,
      null::uuid as subject, seq, expected, found
    from (
      select 'sequence' as invariant, account_id, asset, seq, 'move ' || seq - 1 || ' before it' as expected,
        'none' as found
      from linked where units_before is null
      union all
      select 'sequence', account_id, asset, seq, coalesce('at most ' || b_seq, 'a balance'), seq::text
      from linked where b_seq is null or seq > b_seq
      union all
      select 'chain', account_id, asset, seq, (units_before + delta)::text, after::text
      from linked where after <> units_before + delta
      union all
      select 'time', account_id, asset, seq, 'not before ' || at_before, at::text
      from linked where at < at_before) wrong
    order by invariant, account_id, asset, seq`.execute(tx)
  return toFindings(rows)
}

const findOverdrafts = async (tx: Db, where: RawBuilder<unknown>): Promise<Finding[]> => {
  const { rows } = await sql<Finding & { seq: string | null }>`
    select 'overdraft' as invariant, null as environment, b.account_id, b.asset, null::uuid as subject,
      null::bigint as seq, coalesce(allowed::text, 'without limit') as expected,
      coalesce(b.overdraft::text, 'without limit') as found
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    cross join lateral (select case when a.code is null then 0::numeric end as allowed) rule
    where ${where} and b.overdraft is distinct from allowed`.execute(tx)
  return toFindings(rows)
}

/**
 * Finds customers' balances with an overdraft, some at a time: a partial index has only those and the bank's. Returns
 * the name to go on after; undefined at the end.
 */
export async function proveNoOverdrafts(
  tx: Db,
  after: BalanceName,
  limit: number,
): Promise<{ readonly findings: Finding[]; readonly last: BalanceName | undefined }> {
  const { rows } = await sql<BalanceName>`
    select account_id, asset from ledger.balances
    where overdraft is distinct from 0 and (account_id, asset) > (${after.account_id}::uuid, ${after.asset})
    order by account_id, asset limit ${limit}`.execute(tx)
  const findings =
    rows.length === 0
      ? []
      : await findOverdrafts(
          tx,
          sql`a.code is null and (b.account_id, b.asset) in (${listNames(rows)})`,
        )
  return { findings, last: rows.length < limit ? undefined : rows.at(-1) }
}

export const proveOverdraftsOf = (tx: Db, ids: readonly string[]): Promise<Finding[]> =>
  findOverdrafts(tx, sql`b.account_id = any(${ids}::uuid[])`)

/** Walks all balances of these accounts from their first move, or from their base if there is one. */
export async function proveAccounts(
  tx: Db,
  ids: readonly string[],
  bases: readonly Base[],
): Promise<Finding[]> {
  const targets = sql`
    select account_id, asset, coalesce(base.seq, 0) as seq, coalesce(base.units, 0) as units,
      coalesce(base.moved_at, '-infinity') as moved_at, null::bigint as until
    from (
      select account_id, asset from ledger.balances where account_id = any(${ids}::uuid[])
      union
      select account_id, asset from ledger.proofs where account_id = any(${ids}::uuid[])) known
    left join ${listBases(bases)} using (account_id, asset)`
  const { rows } = await sql<{ findings: Finding[] }>`
    with ${walk(targets)} select ${JSON_LISTED}`.execute(tx)
  return rows[0]!.findings
}

/** Walks a part of one long balance; returns the findings and the base for the next part. */
export async function proveSegment(
  tx: Db,
  base: Base,
  until: number,
): Promise<{ readonly findings: Finding[]; readonly base: Base }> {
  const targets = sql`select *, ${until}::bigint as until from ${listBases([base])}`
  const { rows } = await sql<Omit<Base, 'account_id' | 'asset'> & { findings: Finding[] }>`
    with ${walk(targets)}
    select seq, units, moved_at::text as moved_at, ${JSON_LISTED} from walked`.execute(tx)
  const { findings, ...reached } = rows[0]!
  return { findings, base: { ...base, ...reached } }
}

const listBases = (bases: readonly Base[]) => sql`
  unnest(${bases.map((base) => base.account_id)}::uuid[], ${bases.map((base) => base.asset)}::text[],
    ${bases.map((base) => base.seq)}::bigint[], ${bases.map((base) => base.units)}::numeric[],
    ${bases.map((base) => base.moved_at)}::timestamptz[])
    as base (account_id, asset, seq, units, moved_at)`

/** Checks the environments of moves, and the reversals and captures they are part of. */
const checkMoves = (picked: RawBuilder<unknown>) => sql`
  with picked as materialized (${picked}),
  known as (
    select distinct environment, account_id from picked,
      lateral (values (from_account), (to_account)) side (account_id)),
  strange as materialized (
    select k.environment, k.account_id, a.environment as found from known k
    left join ledger.accounts a on a.id = k.account_id
    where a.environment is distinct from k.environment),
  reversed as (select distinct linked_to as entry_id from picked where link = 'reversal_of'),
  captured as (select distinct linked_to as id from picked where link = 'capture_of')
  select distinct 'environment' as invariant, null as environment, side.account_id, p.asset,
    p.entry_id as subject, null::bigint as seq, p.environment as expected,
    coalesce(s.found, 'no such account') as found
  from strange s
  join picked p on p.environment = s.environment and s.account_id in (p.from_account, p.to_account)
  cross join lateral (values (p.from_account), (p.to_account)) side (account_id)
  union all
  select 'reversals', null, side.account_id, back.asset, r.entry_id, null,
    'at most ' || coalesce(original.units, 0), back.units::text
  from reversed r
  cross join lateral (
    select asset, to_account, from_account, sum(units) as units from ledger.moves
    where linked_to = r.entry_id and link = 'reversal_of'
    group by asset, to_account, from_account) back
  left join lateral (
    select sum(units) as units from ledger.moves m
    where m.entry_id = r.entry_id and m.asset = back.asset
      and m.from_account = back.to_account and m.to_account = back.from_account) original on true
  cross join lateral (values (back.from_account), (back.to_account)) side (account_id)
  where back.units > coalesce(original.units, 0)
  union all
  ${checkHolds(sql`select id from captured`)}`

/** Compares each hold with the moves that captured it. */
const checkHolds = (ids: RawBuilder<unknown>) => sql`
  select 'captures', null, concerned.account_id, coalesce(h.asset, taken.asset), picked.id, null,
    case when h.id is null then 'a hold' when not taken.fits then 'moves out of ' || h.account_id
      when h.captured <> taken.units then taken.units::text else h.units::text end,
    case when h.id is null then 'none' when not taken.fits then 'others'
      else h.captured::text end
  from (${ids}) picked
  left join lateral (select * from ledger.holds where id = picked.id limit 1) h on true
  cross join lateral (
    select coalesce(sum(m.units), 0) as units, min(m.asset) as asset,
      array_agg(m.from_account) as accounts,
      coalesce(bool_and((m.from_account, m.asset, m.environment)
        = (h.account_id, h.asset, h.environment)), true) as fits
    from (
      select from_account, asset, environment, units from ledger.moves
      where entry_id = picked.id and link = 'capture_of' and linked_to = picked.id
      union all
      select from_account, asset, environment, units from ledger.moves
      where linked_to = picked.id and link = 'capture_of' and entry_id <> linked_to) m) taken
  cross join lateral (
    select h.account_id where h.id is not null union select unnest(taken.accounts)) concerned
  where h.id is null or not taken.fits or h.captured <> taken.units
    or (h.status = 'captured' and h.captured <> h.units)`

const MOVE = sql`entry_id, environment, from_account, to_account, asset, link, linked_to`

async function findWrongMoves(tx: Db, picked: RawBuilder<unknown>): Promise<Finding[]> {
  const { rows } = await sql<Finding & { seq: string | null }>`
    select ${FINDING} from (${checkMoves(picked)}) checked`.execute(tx)
  return toFindings(rows)
}

export const proveMovesOfStretch = (tx: Db, { after, until }: LogRange): Promise<Finding[]> =>
  findWrongMoves(
    tx,
    sql`select ${MOVE} from ledger.moves where position > ${after} and position <= ${until}`,
  )

/** Leaves out moves without a link, of which only the environment could be wrong. */
export const proveLinksOfStretch = (tx: Db, { after, until }: LogRange): Promise<Finding[]> =>
  findWrongMoves(
    tx,
    sql`select ${MOVE} from ledger.moves
      where position > ${after} and position <= ${until} and link is not null`,
  )

export const proveMovesOfEntries = (tx: Db, ids: readonly string[]): Promise<Finding[]> =>
  findWrongMoves(tx, sql`select ${MOVE} from ledger.moves where entry_id = any(${ids}::uuid[])`)

export const proveMovesOfSegment = (tx: Db, segment: Segment): Promise<Finding[]> => {
  const { account_id, asset, after, until } = segment
  return findWrongMoves(
    tx,
    sql`
    select ${MOVE} from ledger.moves where from_account = ${account_id} and asset = ${asset}
      and from_seq > ${after} and from_seq <= ${until}
    union all
    select ${MOVE} from ledger.moves where to_account = ${account_id} and asset = ${asset}
      and to_seq > ${after} and to_seq <= ${until}`,
  )
}

async function findWrongHolds(tx: Db, ids: RawBuilder<unknown>): Promise<Finding[]> {
  const { rows } = await sql<Finding & { seq: string | null }>`
    select * from (${checkHolds(ids)})
      checked (${FINDING})`.execute(tx)
  return toFindings(rows)
}

export const proveHolds = (tx: Db, ids: readonly string[]): Promise<Finding[]> =>
  findWrongHolds(tx, sql`select unnest(${ids}::uuid[]) as id`)

/** Leaves out captured holds, which are found through their moves. */
export const proveHoldsOfAccounts = (tx: Db, ids: readonly string[]): Promise<Finding[]> =>
  findWrongHolds(
    tx,
    sql`select id from ledger.holds where account_id = any(${ids}::uuid[]) and status <> 'captured'`,
  )

export async function listHoldIds(tx: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger.holds where id > ${after} order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** The stretch after this position with at most `limit` moves; undefined when there are none up to `last`. */
export async function findMoveStretch(
  tx: Db,
  after: string,
  limit: number,
  last = '9223372036854775807',
): Promise<(LogRange & { readonly moves: number }) | undefined> {
  const { rows } = await sql<{ until: string | null; moves: number }>`
    select max(position) as until, count(*)::int as moves from (
      select position from ledger.moves where position > ${after} and position <= ${last}
      order by position limit ${limit}
    ) next`.execute(tx)
  const { until, moves } = rows[0]!
  return until === null ? undefined : { after, until, moves }
}

export interface LongBalance {
  readonly account_id: string
  readonly asset: string
  readonly seq: string
}

/**
 * The next accounts, as many as have about `moves` moves together, and their balances with more than
 * `segment` moves, which the caller walks beforehand.
 */
export async function listAccountsToProve(
  tx: Db,
  after: string,
  limits: { readonly accounts: number; readonly moves: number; readonly segment: number },
): Promise<{ readonly ids: string[]; readonly long: LongBalance[] }> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select a.id, row_number() over (order by a.id) as place, sum(b.moves) over (order by a.id) as moves
      from (select id from ledger.accounts where id > ${after} order by id limit ${limits.accounts}) a
      cross join lateral (
        select coalesce(sum(least(seq, ${limits.segment})), 0) as moves from ledger.balances
        where account_id = a.id) b) next
    where place = 1 or moves <= ${limits.moves} order by id`.execute(tx)
  const ids = rows.map((row) => row.id)
  return { ids, long: await listLongBalances(tx, ids, limits.segment) }
}

/** The balances with more than `segment` moves; the number of the last is read from the moves themselves. */
export async function listLongBalances(
  tx: Db,
  ids: readonly string[],
  segment: number,
): Promise<LongBalance[]> {
  const { rows } = await sql<LongBalance>`
    select b.account_id, b.asset, top.seq from ledger.balances b
    cross join lateral (select greatest(
      (select max(from_seq) from ledger.moves
        where from_account = b.account_id and asset = b.asset),
      (select max(to_seq) from ledger.moves
        where to_account = b.account_id and asset = b.asset)) as seq) top
    where b.account_id = any(${ids}::uuid[]) and top.seq > ${segment}`.execute(tx)
  return rows
}

export interface SumPage {
  readonly sums: readonly { environment: string; asset: string; units: string; balances: number }[]
  readonly last: { readonly account_id: string; readonly asset: string } | undefined
}

/** Sums the next page of balances; all pages of one sum must be read in one snapshot. */
export async function sumBalances(
  tx: Db,
  after: { readonly account_id: string; readonly asset: string },
  limit: number,
): Promise<SumPage> {
  const { rows } = await sql<SumPage['sums'][number] & { account_id: string; last_asset: string }>`
    with page as materialized (
      select account_id, asset, units from ledger.balances
      where (account_id, asset) > (${after.account_id}::uuid, ${after.asset})
      order by account_id, asset limit ${limit}),
    last as (select account_id, asset from page order by account_id desc, asset desc limit 1)
    select a.environment, page.asset, sum(page.units) as units, count(*)::int as balances,
      last.account_id, last.asset as last_asset
    from page join ledger.accounts a on a.id = page.account_id, last
    group by a.environment, page.asset, last.account_id, last.asset`.execute(tx)
  const first = rows[0]
  return {
    sums: rows,
    last: first && { account_id: first.account_id, asset: first.last_asset },
  }
}

export async function countAccounts(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ledger.accounts`.execute(tx)
  return Number(rows[0]!.n)
}

/**
 * Tunes the planner for proofs: statements that run for milliseconds should not be compiled, the rows were
 * mostly just written and are in memory, sorts should stay in memory, and the other processors are left to
 * requests. A generic plan would assume a stretch of a fixed share of all moves.
 */
export async function tunePlannerForProof(tx: Db): Promise<void> {
  await sql`select set_config('jit', 'off', true), set_config('random_page_cost', '1.1', true),
    set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
}
