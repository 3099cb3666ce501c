// The rules of proposals: who may make one, when it takes votes, how votes are weighed, and when it
// passes.
import { formatDecimal } from '../../../../kernel/money.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { BASKET, type BasketPort, type PercentInput, readComposition } from '../composition.ts'
import { VotingStateConflict, NoGcuBalance, ProposalNotActive } from '../errors.ts'
import { PollActivated, PollCreated, VoteCast } from '../events.ts'
import { type ProposalStatus, proposalLife, UPCOMING } from '../life-cycle.ts'
import { rateOf, reaches, readPercent, toPercent, toPercents } from '../percent.ts'
import { votingBalanceOf, gcuSupply } from '../voting-power.ts'
import * as store from './store.ts'
import type { Choice, ProposalRow } from './store.ts'
import type { VoteSigner } from '../signature.ts'
import { readPeriod, timeRemaining } from '../voting-period.ts'

export interface ProposalOptions {
  readonly assets: AssetCatalogue
  readonly basket: BasketPort
  readonly signer: VoteSigner
}

export interface ProposalRequest {
  readonly title: string
  readonly description: string
  readonly rationale?: string
  readonly proposed_composition: PercentInput
  readonly voting_starts_at: string
  readonly voting_ends_at: string
  readonly minimum_participation: number
  readonly minimum_approval: number
  readonly draft: boolean
}

export async function createProposal(
  input: ProposalRequest,
  ctx: Context,
  { assets, basket }: ProposalOptions,
): Promise<ProposalRow> {
  const { environment } = ctx.caller
  const { start, end } = readPeriod(
    { start: input.voting_starts_at, end: input.voting_ends_at },
    { start: 'voting_starts_at', end: 'voting_ends_at' },
    ctx.now,
  )
  const row = await store.insertProposal(ctx.tx, {
    environment,
    title: input.title,
    description: input.description,
    rationale: input.rationale ?? null,
    status: input.draft ? 'draft' : 'active',
    proposed_composition: readComposition(
      input.proposed_composition,
      assets,
      'proposed_composition',
    ),
    current_composition: await basket.currentComposition(ctx.tx, environment),
    voting_starts_at: start,
    voting_ends_at: end,
    minimum_participation: readThreshold('minimum_participation', input.minimum_participation),
    minimum_approval: readThreshold('minimum_approval', input.minimum_approval),
    gcu_supply: await gcuSupply(ctx.tx, environment),
    created_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  ctx.emit(
    PollCreated,
    { ...subjectOf(row), ...timesOf(row), status: row.status },
    { everyone: true },
  )
  if (row.status === 'active')
    ctx.emit(PollActivated, { ...subjectOf(row), ...timesOf(row) }, { everyone: true })
  return row
}

export function readThreshold(field: string, percent: number): number {
  const share = readPercent(percent)
  if (share === undefined)
    throw Invalid({ errors: { [field]: [`The ${field} may have at most two decimal places.`] } })
  return share
}

export async function activateProposal(id: string, ctx: Context): Promise<ProposalRow> {
  const row = await getLocked(id, ctx)
  const { to: status } = proposalLife.check(row.status, 'activate')
  if (isOver(row, ctx.now))
    throw VotingStateConflict({
      what: 'proposal',
      status: row.status,
      reason: 'its time to vote is over.',
    })
  const active = await store.updateProposal(ctx.tx, row.id, { status })
  ctx.emit(PollActivated, { ...subjectOf(row), ...timesOf(row) }, { everyone: true })
  return active
}

/**
 * A later vote replaces an earlier one. Its power is the caller's current GCU; if the caller holds less
 * when voting ends, only that counts.
 */
export async function castProposalVote(
  { id, vote }: { readonly id: string; readonly vote: Choice },
  ctx: Context,
  { signer }: ProposalOptions,
) {
  const row = await getLocked(id, ctx)
  if (!isVotable(row, ctx.now)) throw ProposalNotActive({ reason: whyNotVotable(row, ctx.now) })
  const voting_power = await votingBalanceOf(ctx.tx, ctx.caller, BASKET)
  if (voting_power <= 0n) throw NoGcuBalance({})
  const user_uuid = ctx.caller.user!
  const voted_at = ctx.now.toISOString()
  const signature = signer.sign({
    proposal_id: row.id,
    user_uuid,
    vote,
    voting_power: voting_power.toString(),
    voted_at,
  })
  await store.saveProposalVote(ctx.tx, {
    proposal_id: row.id,
    user_uuid,
    vote,
    voting_power,
    signature,
    voted_at: ctx.now,
  })
  const power = writeGcu(voting_power)
  ctx.emit(VoteCast, { ...subjectOf(row), voting_power: power, voted_at }, { user_uuid })
  return { vote, voting_power: power, voting_ends_at: row.voting_ends_at }
}

export async function getProposal(id: string, ctx: Context): Promise<ProposalRow> {
  const { environment } = ctx.caller
  const row = isNumber(id) ? await store.findProposal(ctx.tx, { id, environment }) : undefined
  if (!row) throw NotFound({ what: 'proposal', id })
  return withRunningCount(row, ctx)
}

export async function listProposals(
  filter: store.ProposalFilter | undefined,
  page: PageRequest,
  ctx: Context,
) {
  const { environment } = ctx.caller
  const { rows, total } = await store.listProposals(ctx.tx, environment, filter, ctx.now, page)
  return { rows: await Promise.all(rows.map((row) => withRunningCount(row, ctx))), total }
}

export async function listOwnVotes(page: PageRequest, { tx, caller }: Context) {
  const { rows, total } = await store.listProposalVotes(tx, caller.user!, caller.environment, page)
  const votes = rows.map((row) => ({
    proposal_id: Number(row.proposal_id),
    proposal_title: row.title,
    vote: row.vote,
    voting_power: writeGcu(BigInt(row.voting_power)),
    counted_power: row.counted_power === null ? null : writeGcu(BigInt(row.counted_power)),
    voted_at: row.voted_at,
  }))
  return toPage(votes, total, page)
}

/**
 * The sums of votes are stored when a proposal is closed. Until then they are computed as if voting
 * ended now or, if voting is over already, as of its end.
 */
async function withRunningCount(row: ProposalRow, ctx: Context): Promise<ProposalRow> {
  if (row.status !== 'active' || Date.parse(row.voting_starts_at) > ctx.now.getTime()) return row
  const before = isOver(row, ctx.now) ? new Date(row.voting_ends_at) : undefined
  return { ...row, ...(await store.countProposalVotes(ctx.tx, row, before)) }
}

async function getLocked(id: string, ctx: Context): Promise<ProposalRow> {
  const { environment } = ctx.caller
  const row = isNumber(id) ? await store.lockProposal(ctx.tx, { id, environment }) : undefined
  if (!row) throw NotFound({ what: 'proposal', id })
  return row
}

const isNumber = (id: string): boolean => /^\d{1,15}$/.test(id)

const isOver = (row: ProposalRow, now: Date): boolean =>
  Date.parse(row.voting_ends_at) <= now.getTime()

/** A proposal whose time is over counts as closed, even before that is stored. */
const statusAt = (row: ProposalRow, now: Date): ProposalStatus =>
  isOver(row, now) ? (proposalLife.next(row.status, 'close') ?? row.status) : row.status

const shownStatus = (row: ProposalRow, now: Date): ProposalStatus | typeof UPCOMING => {
  const status = statusAt(row, now)
  return status === 'active' && Date.parse(row.voting_starts_at) > now.getTime() ? UPCOMING : status
}

export const isVotable = (row: ProposalRow, now: Date): boolean =>
  shownStatus(row, now) === 'active'

function whyNotVotable(row: ProposalRow, now: Date): string {
  const status = shownStatus(row, now)
  return status === UPCOMING
    ? `Voting has not begun; it begins at ${row.voting_starts_at}.`
    : `The proposal takes no votes, because it is ${status}.`
}

export const countVotes = (row: ProposalRow) => {
  const [inFavour, against, abstain] = [row.votes_for, row.votes_against, row.votes_abstain].map(
    BigInt,
  ) as [bigint, bigint, bigint]
  return { inFavour, against, abstain, cast: inFavour + against + abstain }
}

/** A proposal passes with enough participation and enough approval; abstentions count as participation. */
export function hasPassed(row: ProposalRow): boolean {
  const { inFavour, cast } = countVotes(row)
  return (
    reaches(cast, BigInt(row.gcu_supply), row.minimum_participation) &&
    reaches(inFavour, cast, row.minimum_approval)
  )
}

export const participationOf = (row: ProposalRow): number =>
  rateOf(countVotes(row).cast, BigInt(row.gcu_supply))

export const subjectOf = (row: ProposalRow) => ({ proposal_id: Number(row.id), title: row.title })

const timesOf = (row: ProposalRow) => ({
  starts_at: row.voting_starts_at,
  ends_at: row.voting_ends_at,
})

export const writeGcu = (units: bigint): string =>
  formatDecimal({ units, asset: { code: BASKET, precision: 4 } })

export function toProposal(row: ProposalRow, now: Date) {
  const { inFavour, against, abstain, cast } = countVotes(row)
  return {
    id: Number(row.id),
    title: row.title,
    description: row.description,
    status: shownStatus(row, now),
    proposed_composition: toPercents(row.proposed_composition),
    current_composition: toPercents(row.current_composition),
    voting_starts_at: row.voting_starts_at,
    voting_ends_at: row.voting_ends_at,
    participation_rate: participationOf(row),
    approval_rate: rateOf(inFavour, cast),
    minimum_participation: toPercent(row.minimum_participation),
    minimum_approval: toPercent(row.minimum_approval),
    votes_for: writeGcu(inFavour),
    votes_against: writeGcu(against),
    votes_abstain: writeGcu(abstain),
    total_votes_cast: writeGcu(cast),
    votes_counted_at: isOver(row, now) ? row.voting_ends_at : now.toISOString(),
  }
}

export function toProposalDetail(row: ProposalRow, now: Date) {
  const isActive = isVotable(row, now)
  return {
    ...toProposal(row, now),
    rationale: row.rationale,
    total_gcu_supply: writeGcu(BigInt(row.gcu_supply)),
    is_voting_active: isActive,
    time_remaining: isActive
      ? (timeRemaining(row.voting_ends_at, now)?.human_readable ?? null)
      : null,
    implemented_at: row.implemented_at,
  }
}
