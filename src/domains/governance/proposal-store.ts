// SQL of proposals and the votes on them. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../kernel/page.ts'
import type { Environment } from '../../operation/caller.ts'
import { type Db, readPage } from '../../platform/database.ts'
import type { ProposalStatus } from './life-cycle.ts'
import type { Shares } from './percent.ts'

export type Choice = 'for' | 'against' | 'abstain'

export interface ProposalRow {
  readonly id: string
  readonly environment: Environment
  readonly title: string
  readonly description: string
  readonly rationale: string | null
  readonly status: ProposalStatus
  readonly proposed_composition: Shares
  readonly current_composition: Shares
  readonly voting_starts_at: string
  readonly voting_ends_at: string
  readonly minimum_participation: number
  readonly minimum_approval: number
  readonly gcu_supply: string
  readonly votes_for: string
  readonly votes_against: string
  readonly votes_abstain: string
  readonly created_by: string
  readonly created_at: string
  readonly closed_at: string | null
  readonly implemented_at: string | null
  readonly implementation_details: object | null
}

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

export async function insertProposal(tx: Db, proposal: NewProposal): Promise<ProposalRow> {
  const row = await tx
    .insertInto('governance.proposals')
    .values({
      ...proposal,
      proposed_composition: JSON.stringify(proposal.proposed_composition),
      current_composition: JSON.stringify(proposal.current_composition),
      gcu_supply: proposal.gcu_supply.toString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as ProposalRow
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
  return (await selectProposal(tx, which).executeTakeFirst()) as ProposalRow | undefined
}

/** Votes and the end of the vote take turns: each sees all that the one before wrote. */
export async function lockProposal(tx: Db, which: Which): Promise<ProposalRow | undefined> {
  const row = await selectProposal(tx, which).forUpdate().executeTakeFirst()
  return row as ProposalRow | undefined
}

export type ProposalFilter = 'active' | 'upcoming' | 'past'

/** One whose time is over is past, whether or not it has been closed yet. */
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
  return { rows: rows as ProposalRow[], total }
}

/** Those whose vote is over and that have not come to an end. */
export async function listUnsettledProposals(tx: Db, now: Date): Promise<ProposalRow[]> {
  const rows = await tx
    .selectFrom('governance.proposals')
    .selectAll()
    .where('status', 'in', ['active', 'closed'])
    .where('voting_ends_at', '<=', now.toISOString())
    .orderBy('voting_ends_at')
    .orderBy('id')
    .execute()
  return rows as ProposalRow[]
}

export async function updateProposal(
  tx: Db,
  id: string,
  change: {
    readonly status?: ProposalStatus
    readonly closed_at?: Date
    readonly implemented_at?: Date
    readonly implementation_details?: object
  },
): Promise<ProposalRow> {
  const { implementation_details: details, ...plain } = change
  const row = await tx
    .updateTable('governance.proposals')
    .set({ ...plain, ...(details && { implementation_details: JSON.stringify(details) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as ProposalRow
}

export interface NewProposalVote {
  readonly proposal_id: string
  readonly user_uuid: string
  readonly vote: Choice
  readonly voting_power: bigint
  readonly signature: Buffer
  readonly voted_at: Date
}

/**
 * Writes the vote, or puts it in the place of the voter's earlier one, and moves the sums by the
 * difference: the caller has locked the proposal, so nobody else does meanwhile.
 */
export async function saveProposalVote(tx: Db, vote: NewProposalVote): Promise<void> {
  const { proposal_id, user_uuid, voting_power, signature, voted_at } = vote
  const power = voting_power.toString()
  const change = (choice: Choice) => sql`
    ${vote.vote === choice ? power : '0'}::numeric - coalesce(
      (select earlier.voting_power from earlier where earlier.vote = ${choice}), 0)`
  await sql`
    with earlier as (
      select vote, voting_power from governance.proposal_votes
      where proposal_id = ${proposal_id} and user_uuid = ${user_uuid}),
    written as (
      insert into governance.proposal_votes
        (proposal_id, user_uuid, vote, voting_power, signature, voted_at)
      values (${proposal_id}, ${user_uuid}, ${vote.vote}, ${power}, ${signature}, ${voted_at})
      on conflict (proposal_id, user_uuid) do update set vote = excluded.vote,
        voting_power = excluded.voting_power, signature = excluded.signature,
        voted_at = excluded.voted_at)
    update governance.proposals set votes_for = votes_for + ${change('for')},
      votes_against = votes_against + ${change('against')},
      votes_abstain = votes_abstain + ${change('abstain')}
    where id = ${proposal_id}`.execute(tx)
}

/** The votes of one person, newest first. */
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
      .select(['v.proposal_id', 'p.title', 'v.vote', 'v.voting_power', 'v.voted_at'])
      .where('v.user_uuid', '=', user_uuid)
      .where('p.environment', '=', environment)
      .orderBy('v.voted_at', 'desc')
      .orderBy('v.proposal_id', 'desc'),
    page,
  )
