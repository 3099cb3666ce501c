// SQL of proposals and the votes on them. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { selectHoldings } from '../../../core/ledger/index.ts'
import { BASKET } from '../composition.ts'
import type { ProposalStatus } from '../life-cycle.ts'
import type { Shares } from '../percent.ts'

export type Choice = Row<'governance.proposal_votes'>['vote']

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'governance.proposals.proposed_composition': Shares
    'governance.proposals.current_composition': Shares
    'governance.proposals.implementation_details': object
  }
}

export type ProposalRow = Row<'governance.proposals'>

export interface NewProposal {
  readonly environment: Environment
  readonly title: string
  readonly description: string
  readonly rationale: string | null
  readonly status: ProposalStatus
  readonly proposed_composition: Shares
  readonly current_composition: Shares
  readonly voting_starts_at: Date
  readonly voting_ends_at: Date
  readonly minimum_participation: number
  readonly minimum_approval: number
  readonly gcu_supply: bigint
  readonly created_by: string
  readonly created_at: Date
}

/** The outcome of a proposal that is inserted as already ended. */
export interface Outcome {
  readonly votes_for: bigint
  readonly votes_against: bigint
  readonly closed_at: Date
  readonly implemented_at: Date
}

export async function insertProposal(
  tx: Db,
  { outcome, ...proposal }: NewProposal & { readonly outcome?: Outcome },
): Promise<ProposalRow> {
  return tx
    .insertInto('governance.proposals')
    .values({
      ...proposal,
      ...(outcome && {
        ...outcome,
        votes_for: outcome.votes_for.toString(),
        votes_against: outcome.votes_against.toString(),
      }),
      proposed_composition: JSON.stringify(proposal.proposed_composition),
      current_composition: JSON.stringify(proposal.current_composition),
      gcu_supply: proposal.gcu_supply.toString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks until the transaction ends, so that nodes that start together take turns. */
export async function lockStartUp(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('governance.start_up', 0))`.execute(tx)
}

/** The number of proposals, and how many of them have not ended. */
export async function countProposals(tx: Db, environment: Environment, now: Date) {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::int as total,
      (count(*) filter (where status in ('draft', 'active') and voting_ends_at > ${now}))::int as open
    from governance.proposals where environment = ${environment}`.execute(tx)
  return rows[0]!
}

interface Which {
  readonly id: string
  readonly environment: Environment
}

const selectProposal = (tx: Db, { id, environment }: Which) =>
  tx
    .selectFrom('governance.proposals')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)

export async function findProposal(tx: Db, which: Which): Promise<ProposalRow | undefined> {
  return selectProposal(tx, which).executeTakeFirst()
}

/** Locks a proposal, so that votes and the end of voting happen one after the other. */
export async function lockProposal(tx: Db, which: Which): Promise<ProposalRow | undefined> {
  return selectProposal(tx, which).forUpdate().executeTakeFirst()
}

export type ProposalFilter = 'active' | 'upcoming' | 'past'

/** A proposal whose time is over counts as past, even before it is closed. */
const filters = (now: Date) => ({
  active: sql<boolean>`status = 'active' and voting_starts_at <= ${now} and voting_ends_at > ${now}`,
  upcoming: sql<boolean>`status = 'active' and voting_starts_at > ${now}`,
  past: sql<boolean>`status in ('closed', 'implemented', 'rejected')
    or (status = 'active' and voting_ends_at <= ${now})`,
})

/** Newest first. */
export async function listProposals(
  tx: Db,
  environment: Environment,
  filter: ProposalFilter | undefined,
  now: Date,
  page: PageRequest,
) {
  const query = tx
    .selectFrom('governance.proposals')
    .selectAll()
    .where('environment', '=', environment)
    .$if(filter !== undefined, (those) => those.where(filters(now)[filter!]))
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(query, page)
  return { rows, total }
}

/** Proposals whose time is over but that are not implemented or rejected yet. */
export async function listUnsettledProposals(tx: Db, now: Date): Promise<ProposalRow[]> {
  return tx
    .selectFrom('governance.proposals')
    .selectAll()
    .where('status', 'in', ['active', 'closed'])
    .where('voting_ends_at', '<=', now.toISOString())
    .orderBy('voting_ends_at')
    .orderBy('id')
    .execute()
}

export async function updateProposal(
  tx: Db,
  id: string,
  change: {
    readonly status?: ProposalStatus
    readonly implemented_at?: Date
    readonly implementation_details?: object
  },
): Promise<ProposalRow> {
  const { implementation_details: details, ...plain } = change
  return tx
    .updateTable('governance.proposals')
    .set({ ...plain, ...(details && { implementation_details: JSON.stringify(details) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface NewProposalVote {
  readonly proposal_id: string
  readonly user_uuid: string
  readonly vote: Choice
  readonly voting_power: bigint
  readonly signature: Buffer
  readonly voted_at: Date
}

/** Inserts a vote, or replaces the voter's earlier one. */
export async function saveProposalVote(tx: Db, vote: NewProposalVote): Promise<void> {
  await tx
    .insertInto('governance.proposal_votes')
    .values({ ...vote, voting_power: vote.voting_power.toString() })
    .onConflict((conflict) =>
      conflict.columns(['proposal_id', 'user_uuid']).doUpdateSet((eb) => ({
        vote: eb.ref('excluded.vote'),
        voting_power: eb.ref('excluded.voting_power'),
        signature: eb.ref('excluded.signature'),
        voted_at: eb.ref('excluded.voted_at'),
      })),
    )
    .execute()
}

/** All users' GCU as `held`, read once per statement so that votes and supply are from the same moment. */
const withHeld = (tx: Db, environment: Environment, before: Date | undefined) =>
  sql`with held as materialized (${selectHoldings(tx, { environment, asset: BASKET, before })})`

/** A vote counts with the GCU held at casting, or with less if its voter now holds less. */
const counted = sql`least(v.voting_power, coalesce(held.units, 0))`
const supply = sql`(select coalesce(sum(units), 0) from held)`

/** The sums of the votes by current holdings, and the total supply of GCU, in smallest units. */
export async function countProposalVotes(
  tx: Db,
  { id, environment }: Which,
  before: Date | undefined,
) {
  const sumOf = (choice: Choice) =>
    sql`coalesce(sum(${counted}) filter (where v.vote = ${sql.lit(choice)}), 0)`
  const { rows } = await sql<
    Pick<ProposalRow, 'votes_for' | 'votes_against' | 'votes_abstain' | 'gcu_supply'>
  >`
    ${withHeld(tx, environment, before)}
    select ${sumOf('for')} as votes_for, ${sumOf('against')} as votes_against,
      ${sumOf('abstain')} as votes_abstain, ${supply} as gcu_supply
    from governance.proposal_votes v left join held on held.user_uuid = v.user_uuid
    where v.proposal_id = ${id}`.execute(tx)
  return rows[0]!
}

/** Stores the power of each vote and the sums; the caller has locked the proposal. */
export async function closeProposal(
  tx: Db,
  { id, environment, voting_ends_at }: ProposalRow,
  change: { readonly status: ProposalStatus; readonly closed_at: Date },
): Promise<void> {
  const sumOf = (choice: Choice) =>
    sql`(select coalesce(sum(counted_power), 0) from final where vote = ${sql.lit(choice)})`
  await sql`
    ${withHeld(tx, environment, new Date(voting_ends_at))},
    weighed as (
      select v.user_uuid, ${counted} as power
      from governance.proposal_votes v left join held on held.user_uuid = v.user_uuid
      where v.proposal_id = ${id}),
    final as (
      update governance.proposal_votes v set counted_power = weighed.power
      from weighed where v.proposal_id = ${id} and v.user_uuid = weighed.user_uuid
      returning v.vote, v.counted_power)
    update governance.proposals set status = ${change.status}, closed_at = ${change.closed_at},
      gcu_supply = ${supply}, votes_for = ${sumOf('for')}, votes_against = ${sumOf('against')},
      votes_abstain = ${sumOf('abstain')}
    where id = ${id}`.execute(tx)
}

/** The votes of one user, newest first. */
export const listProposalVotes = (
  tx: Db,
  user_uuid: string,
  environment: Environment,
  page: PageRequest,
) =>
  readPage(
    tx
      .selectFrom('governance.proposal_votes as v')
      .innerJoin('governance.proposals as p', 'p.id', 'v.proposal_id')
      .select([
        'v.proposal_id',
        'p.title',
        'v.vote',
        'v.voting_power',
        'v.counted_power',
        'v.voted_at',
      ])
      .where('v.user_uuid', '=', user_uuid)
      .where('p.environment', '=', environment)
      .orderBy('v.voted_at', 'desc')
      .orderBy('v.proposal_id', 'desc'),
    page,
  )
