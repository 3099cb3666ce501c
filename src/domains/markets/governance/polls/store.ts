// SQL of polls and the votes in them. No rules here.
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { selectHoldings } from '../../../core/ledger/index.ts'
import type { PollStatus } from '../life-cycle.ts'
import type { Shares } from '../percent.ts'
import type { Scale, Strategy } from '../voting-power.ts'
import type { PollResults } from './results.ts'
import type { Ballots, PollType } from './tally.ts'

export interface PollOption {
  readonly id: string
  readonly label: string
  readonly description: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export type Workflow =
  | 'AddAsset'
  | 'FeatureToggle'
  | 'UpdateConfiguration'
  | 'UpdateBasketComposition'

/** waiting: still to be carried out; done; failed: refused for good; recorded: left to an operator. */
export type ExecutionState = 'waiting' | 'done' | 'failed' | 'recorded'

export interface Execution {
  readonly state: ExecutionState
  readonly workflow: Workflow
  readonly result?: object
  readonly error?: string
}

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'governance.polls.options': readonly PollOption[]
    'governance.polls.execution_workflow': Workflow
    'governance.polls.metadata': Readonly<Record<string, unknown>>
    'governance.polls.results': PollResults
    'governance.polls.execution': Execution
    'governance.votes.selected_options': readonly string[]
    'governance.votes.allocations': Shares
  }
}

export type PollRow = Row<'governance.polls', { total_voting_power: bigint }>

const toRow = (row: Row<'governance.polls'>): PollRow => ({
  ...row,
  total_voting_power: BigInt(row.total_voting_power),
})

export interface NewPoll {
  readonly uuid: string
  readonly environment: Environment
  readonly title: string
  readonly description: string | null
  readonly type: PollType
  readonly options: readonly PollOption[]
  readonly start_date: Date
  readonly end_date: Date
  readonly status: PollStatus
  readonly required_participation: number | null
  readonly voting_power_strategy: Strategy
  readonly execution_workflow: Workflow | null
  readonly is_basket: boolean
  readonly created_by: string
  readonly metadata: object
  readonly created_at: Date
}

export async function insertPoll(tx: Db, poll: NewPoll): Promise<PollRow> {
  const row = await tx
    .insertInto('governance.polls')
    .values({
      ...poll,
      options: JSON.stringify(poll.options),
      metadata: JSON.stringify(poll.metadata),
      updated_at: poll.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}

/** Whether a poll, past or present, has all of this metadata. */
export async function hasPollWith(
  tx: Db,
  environment: Environment,
  metadata: object,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from governance.polls
      where environment = ${environment} and metadata @> ${JSON.stringify(metadata)}::jsonb
    ) as found`.execute(tx)
  return rows[0]!.found
}

interface Which {
  /** The poll's uuid or number. */
  readonly key: string
  readonly environment: Environment
}

const selectPoll = (tx: Db, { key, environment }: Which) =>
  tx
    .selectFrom('governance.polls')
    .selectAll()
    .where('environment', '=', environment)
    .where((eb) => (isUuid(key) ? eb('uuid', '=', key) : eb('id', '=', key)))

const isKey = (key: string): boolean => isUuid(key) || /^\d{1,15}$/.test(key)

export async function findPoll(tx: Db, which: Which): Promise<PollRow | undefined> {
  const row = isKey(which.key) ? await selectPoll(tx, which).executeTakeFirst() : undefined
  return row && toRow(row)
}

/** Locks a poll, so that votes and the end of voting happen one after the other. */
export async function lockPoll(tx: Db, which: Which): Promise<PollRow | undefined> {
  if (!isKey(which.key)) return undefined
  const row = await selectPoll(tx, which).forUpdate().executeTakeFirst()
  return row && toRow(row)
}

export interface PollFilter {
  readonly environment: Environment
  readonly status?: PollStatus | undefined
  readonly type?: PollType | undefined
}

/** An active poll whose time is over counts as closed, even before its votes are counted. */
const isIn = (status: PollStatus, now: Date) => {
  if (status === 'active') return sql<boolean>`status = 'active' and end_date > ${now}`
  if (status === 'closed')
    return sql<boolean>`status = 'closed' or (status = 'active' and end_date <= ${now})`
  return sql<boolean>`status = ${status}`
}

/** One page, newest first, and the total number. */
export async function listPolls(tx: Db, filter: PollFilter, now: Date, page: PageRequest) {
  const matching = tx
    .selectFrom('governance.polls')
    .where('environment', '=', filter.environment)
    .$if(filter.status !== undefined, (query) => query.where(isIn(filter.status!, now)))
    .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type!))
  const { rows, total } = await readPage(matching.selectAll().orderBy('id', 'desc'), page)
  return { rows: rows.map(toRow), total }
}

/** Polls that are open for votes, the one that ends first at the top. */
export async function listVotablePolls(
  tx: Db,
  which: { readonly environment: Environment; readonly strategy?: Strategy },
  now: Date,
  page: PageRequest,
) {
  const query = tx
    .selectFrom('governance.polls')
    .selectAll()
    .where('environment', '=', which.environment)
    .$if(which.strategy !== undefined, (those) =>
      those.where('voting_power_strategy', '=', which.strategy!),
    )
    .where(sql<boolean>`status = 'active' and start_date <= ${now} and end_date > ${now}`)
    .orderBy('end_date')
    .orderBy('id')
  const { rows, total } = await readPage(query, page)
  return { rows: rows.map(toRow), total }
}

/** Polls that begin within this time, the next first. */
export async function listUpcomingPolls(
  tx: Db,
  environment: Environment,
  within: { readonly from: Date; readonly until: Date },
  page: PageRequest,
) {
  const query = tx
    .selectFrom('governance.polls')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', 'in', ['draft', 'pending'])
    .where('start_date', '>', within.from.toISOString())
    .where('start_date', '<=', within.until.toISOString())
    .orderBy('start_date')
    .orderBy('id')
  const { rows, total } = await readPage(query, page)
  return { rows: rows.map(toRow), total }
}

/** Polls that are due to be started, closed or carried out, oldest first. */
export async function listUnsettledPolls(tx: Db, now: Date): Promise<PollRow[]> {
  const rows = await tx
    .selectFrom('governance.polls')
    .selectAll()
    .where(
      sql<boolean>`status = 'pending' and start_date <= ${now}
        or status = 'active' and end_date <= ${now}
        or status = 'closed' and execution ->> 'state' = 'waiting'`,
    )
    .orderBy('end_date')
    .orderBy('id')
    .execute()
  return rows.map(toRow)
}

export async function updatePoll(
  tx: Db,
  uuid: string,
  now: Date,
  change: {
    readonly status?: PollStatus
    readonly results?: PollResults
    readonly execution?: Execution
    readonly metadata?: object
    readonly total_voting_power?: bigint
  },
): Promise<PollRow> {
  const { results, execution, metadata, total_voting_power: power, ...plain } = change
  const row = await tx
    .updateTable('governance.polls')
    .set({
      ...plain,
      ...(results && { results: JSON.stringify(results) }),
      ...(execution && { execution: JSON.stringify(execution) }),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(power !== undefined && { total_voting_power: power.toString() }),
      updated_at: now,
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}

export type VoteRow = Row<
  'governance.votes',
  {
    voting_power: bigint
    /** The power that the vote counted with; null until voting has ended. */
    counted_power: bigint | null
  }
>

const toVote = (row: Row<'governance.votes'>): VoteRow => ({
  ...row,
  voting_power: BigInt(row.voting_power),
  counted_power: row.counted_power === null ? null : BigInt(row.counted_power),
})

export interface NewVote {
  readonly poll_uuid: string
  readonly user_uuid: string
  readonly selected_options: readonly string[]
  readonly allocations: Shares | null
  readonly voting_power: bigint
  readonly signature: Buffer
  readonly voted_at: Date
}

/** Undefined if the user has voted already. Also updates the poll's count; the caller has locked its row. */
export async function insertVote(tx: Db, vote: NewVote): Promise<VoteRow | undefined> {
  const row = await tx
    .insertInto('governance.votes')
    .values({
      ...vote,
      selected_options: JSON.stringify(vote.selected_options),
      allocations: vote.allocations && JSON.stringify(vote.allocations),
      voting_power: vote.voting_power.toString(),
    })
    .onConflict((conflict) => conflict.columns(['poll_uuid', 'user_uuid']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await sql`
    update governance.polls set votes_count = votes_count + 1
    where uuid = ${vote.poll_uuid}`.execute(tx)
  return toVote(row)
}

/** How a poll weighs its votes: by holdings on a scale or, without a scale, with the power at casting. */
export interface Weighing {
  readonly poll: Pick<PollRow, 'uuid' | 'environment'>
  readonly scale: Scale | undefined
  /** Holdings just before this instant limit the power of votes; if absent, current holdings do. */
  readonly before: Date | undefined
}

export interface Weighed {
  readonly ballots: readonly Ballots[]
  /** The number of votes with any power. */
  readonly voters: number
  readonly power: bigint
  /** How much of the scale's asset customers hold, and how many of them hold enough to vote. */
  readonly held: { readonly units: bigint; readonly holders: number }
}

/** All users' holdings, read once per statement so that votes and holdings are from the same moment. */
function withWeighed(tx: Db, { poll, scale, before }: Weighing): RawBuilder<unknown> {
  const { environment } = poll
  // A vote counts with its power at casting, or with less if its voter now holds less.
  const power = scale
    ? sql`least(v.voting_power, case
        when coalesce(held.units, 0) < ${scale.units_to_vote.toString()}::numeric then 0
        else greatest(div(held.units, ${scale.units_in_vote.toString()}::numeric), 1) end)`
    : sql`v.voting_power`
  const held = scale
    ? sql`${selectHoldings(tx, { environment, asset: scale.asset, before })}`
    : sql`select null::uuid as user_uuid, 0::numeric as units where false`
  return sql`
    with held as materialized (${held}),
    weighed as (
      select v.id, v.selected_options, v.allocations, ${power} as power
      from governance.votes v left join held on held.user_uuid = v.user_uuid
      where v.poll_uuid = ${poll.uuid})`
}

/** The votes of a poll as they would count now; equal votes are grouped. */
export async function weighVotes(tx: Db, weighing: Weighing): Promise<Weighed> {
  const { rows } = await sql<WeighedRow>`
    ${withWeighed(tx, weighing)}
    ${selectWeighed(weighing.scale, sql`weighed`)}`.execute(tx)
  return toWeighed(rows)
}

/** The same, and stores the power that each vote counted with; the caller has locked the poll. */
export async function settleVotes(tx: Db, weighing: Weighing): Promise<Weighed> {
  const { rows } = await sql<WeighedRow>`
    ${withWeighed(tx, weighing)},
    final as (
      update governance.votes v set counted_power = weighed.power
      from weighed where v.id = weighed.id
      returning v.selected_options, v.allocations, v.counted_power as power)
    ${selectWeighed(weighing.scale, sql`final`)}`.execute(tx)
  return toWeighed(rows)
}

interface WeighedRow {
  readonly selected: string[] | null
  readonly shares: Shares | null
  readonly votes: number
  readonly voters: number
  readonly power: string
  readonly held_units: string
  readonly holders: number
}

/** One row for each distinct ballot, or a single row without a ballot if there are no votes. */
const selectWeighed = (scale: Scale | undefined, votes: RawBuilder<unknown>) => sql`
  select ballot.*, total.* from (
    select coalesce(sum(units), 0) as held_units,
      (count(*) filter (where units >= ${(scale?.units_to_vote ?? 0n).toString()}::numeric))::int as holders
    from held) total
  left join (
    select selected_options as selected, allocations as shares, count(*)::int as votes,
      (count(*) filter (where power > 0))::int as voters, sum(power) as power
    from ${votes} vote group by selected_options, allocations) ballot on true`

function toWeighed(rows: readonly WeighedRow[]): Weighed {
  const { held_units, holders } = rows[0]!
  const cast = rows.filter((row) => row.selected !== null)
  return {
    ballots: cast.map(({ selected, shares, votes, power }) => ({
      selected: selected!,
      shares,
      votes,
      power: BigInt(power),
    })),
    voters: cast.reduce((sum, { voters }) => sum + voters, 0),
    power: cast.reduce((sum, { power }) => sum + BigInt(power), 0n),
    held: { units: BigInt(held_units), holders },
  }
}

/** The caller's votes in these polls, by poll. */
export async function findVotes(
  tx: Db,
  user_uuid: string,
  polls: readonly string[],
): Promise<Map<string, VoteRow>> {
  if (polls.length === 0) return new Map()
  const rows = await tx
    .selectFrom('governance.votes')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .where('poll_uuid', '=', sql<string>`any(${polls}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.poll_uuid, toVote(row)]))
}

interface Whose {
  readonly user_uuid: string
  readonly environment: Environment
}

const votesOf = (tx: Db, { user_uuid, environment }: Whose) =>
  tx
    .selectFrom('governance.votes as v')
    .innerJoin('governance.polls as p', 'p.uuid', 'v.poll_uuid')
    .where('v.user_uuid', '=', user_uuid)
    .where('p.environment', '=', environment)

/** One page of votes with their polls, newest first, and the total number. */
export async function listVotes(tx: Db, whose: Whose, page: PageRequest) {
  const votes = votesOf(tx, whose).selectAll('v').orderBy('v.id', 'desc')
  const { rows, total } = await readPage(votes, page)
  const polls = await findPolls(
    tx,
    rows.map((row) => row.poll_uuid),
  )
  return {
    rows: rows.map((row) => ({ vote: toVote(row), poll: polls.get(row.poll_uuid)! })),
    total,
  }
}

async function findPolls(tx: Db, uuids: readonly string[]): Promise<Map<string, PollRow>> {
  const rows = await tx
    .selectFrom('governance.polls')
    .selectAll()
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.uuid, toRow(row)]))
}

export async function findVote(tx: Db, id: string, whose: Whose) {
  if (!/^\d{1,15}$/.test(id)) return undefined
  const row = await votesOf(tx, whose).selectAll('v').where('v.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return { vote: toVote(row), poll: (await findPolls(tx, [row.poll_uuid])).get(row.poll_uuid)! }
}

export async function countVotes(tx: Db, whose: Whose, since: Date) {
  const { rows } = await sql<{ votes: number; power: string; recent: number; polls: number }>`
    select count(*)::int as votes, coalesce(sum(v.voting_power), 0) as power,
      (count(*) filter (where v.voted_at >= ${since}))::int as recent,
      (select count(*)::int from governance.polls
        where environment = ${whose.environment}
          and status not in ('draft', 'pending', 'cancelled')) as polls
    from governance.votes v join governance.polls p on p.uuid = v.poll_uuid
    where v.user_uuid = ${whose.user_uuid} and p.environment = ${whose.environment}`.execute(tx)
  return { ...rows[0]!, power: BigInt(rows[0]!.power) }
}
