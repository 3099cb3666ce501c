// Polls as one voter sees them: their voting power, whether they may vote, and their own vote.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { toJsonInteger } from '../../../../kernel/money.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import { BASKET } from '../composition.ts'
import { rateOf, toPercent, toPercents } from '../percent.ts'
import { getPoll, isVotable, statusAt } from './service.ts'
import * as store from './store.ts'
import type { PollRow, VoteRow } from './store.ts'
import { votingBalanceOf, scaleOf, type Strategy, votingPower, wholeGcu } from '../voting-power.ts'
import { writeGcu } from '../proposals/service.ts'
import { getResults, interimResultsOf } from './results.ts'
import { timeRemaining } from '../voting-period.ts'

const UPCOMING_DAYS = 30
const RECENT_DAYS = 30

/** Computes the power once for each strategy, however many polls use it. */
function remember<Value>(ask: (strategy: Strategy) => Promise<Value>) {
  const known = new Map<Strategy, Promise<Value>>()
  return (strategy: Strategy): Promise<Value> => {
    const value = known.get(strategy) ?? ask(strategy)
    known.set(strategy, value)
    return value
  }
}

export async function toUserPolls(polls: readonly PollRow[], ctx: Context) {
  const votes = await store.findVotes(
    ctx.tx,
    ctx.caller.user!,
    polls.map(({ uuid }) => uuid),
  )
  const powerOf = remember((strategy) => votingPower(ctx.tx, ctx.caller, strategy))
  return Promise.all(
    polls.map(async (poll) => {
      const vote = votes.get(poll.uuid)
      const strategy = poll.voting_power_strategy
      return toUserPoll(poll, ctx.now, {
        vote,
        power: await powerOf(strategy),
        participation: await participationIn(poll, ctx),
      })
    }),
  )
}

async function participationIn(poll: PollRow, ctx: Context): Promise<number> {
  if (poll.results) return poll.results.participation_rate
  if (poll.votes_count === 0) return 0
  const { cast, all } = await interimResultsOf(ctx.tx, poll, ctx.now)
  return rateOf(cast, all)
}

function toUserPoll(
  poll: PollRow,
  now: Date,
  voter: {
    readonly vote: VoteRow | undefined
    readonly power: bigint
    readonly participation: number
  },
) {
  const { vote, power } = voter
  const { metadata } = poll
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    uuid: poll.uuid,
    title: poll.title,
    description: poll.description,
    type: poll.type,
    status: statusAt(poll, now),
    options: [...poll.options],
    start_date: poll.start_date,
    end_date: poll.end_date,
    required_participation:
      poll.required_participation === null ? null : toPercent(poll.required_participation),
    current_participation: voter.participation,
    user_context: {
      has_voted: vote !== undefined,
      // After voting, this is the power of the cast vote.
      voting_power: toJsonInteger(vote?.voting_power ?? power),
      can_vote: vote === undefined && power > 0n && isVotable(poll, now),
      vote: vote
        ? {
            selected_options: [...vote.selected_options],
            allocations: vote.allocations && toPercents(vote.allocations),
            voted_at: vote.voted_at,
          }
        : null,
    },
    metadata: {
      is_gcu_poll: poll.is_basket,
      voting_month: text(metadata.voting_month),
      template: text(metadata.template),
    },
    results_visible: poll.results !== null,
    time_remaining: isVotable(poll, now) ? timeRemaining(poll.end_date, now) : null,
  }
}

export const listOpenPolls = (page: PageRequest, ctx: Context) =>
  store.listVotablePolls(ctx.tx, { environment: ctx.caller.environment }, ctx.now, page)

export function listUpcoming(page: PageRequest, ctx: Context) {
  const until = new Date(ctx.now.getTime() + UPCOMING_DAYS * DAY_MS)
  const { environment } = ctx.caller
  return store.listUpcomingPolls(ctx.tx, environment, { from: ctx.now, until }, page)
}

export const describeBasket = (assets: AssetCatalogue) => {
  const { code, name, symbol } = assets.get(BASKET)
  return { basket_name: name, basket_code: code, basket_symbol: symbol }
}

const whoseVotes = (ctx: Context) => ({
  user_uuid: ctx.caller.user!,
  environment: ctx.caller.environment,
})

export const listOwnVotes = (
  page: { readonly page: number; readonly per_page: number },
  ctx: Context,
) => store.listVotes(ctx.tx, whoseVotes(ctx), page)

export async function getOwnVote(id: string, ctx: Context) {
  const found = await store.findVote(ctx.tx, id, whoseVotes(ctx))
  if (!found) throw NotFound({ what: 'vote', id })
  return found
}

export const memberSince = async (ctx: Context): Promise<string> =>
  (await findUser(ctx.tx, ctx.caller.user!))!.created_at

export async function countOwnVotes(ctx: Context) {
  const since = new Date(ctx.now.getTime() - RECENT_DAYS * DAY_MS)
  const { votes, power, recent, polls } = await store.countVotes(ctx.tx, whoseVotes(ctx), since)
  return {
    total_votes: votes,
    total_voting_power: toJsonInteger(power),
    recent_votes: recent,
    // power ÷ votes with two places: a percent of a hundred times the votes.
    avg_voting_power: rateOf(power, BigInt(votes) * 100n),
    participation_rate: rateOf(BigInt(votes), BigInt(polls)),
  }
}

export async function makeDashboard(ctx: Context, assets: AssetCatalogue) {
  const first = { page: 1, per_page: 1 }
  const open = await listOpenPolls(first, ctx)
  const [next] = open.total > 0 ? open.rows : (await listUpcoming(first, ctx)).rows
  const gcu = await votingBalanceOf(ctx.tx, ctx.caller, BASKET)
  const { total_votes } = await countOwnVotes(ctx)
  const [next_poll = null] = next ? await toUserPolls([next], ctx) : []
  return {
    stats: {
      active_polls: open.total,
      votes_cast: total_votes,
      gcu_balance: writeGcu(gcu),
      voting_power: toJsonInteger(wholeGcu(gcu)),
    },
    next_poll,
    basket_info: describeBasket(assets),
  }
}

export async function getVotingPower(key: string, ctx: Context) {
  const { tx, caller, now } = ctx
  const poll = await getPoll(key, ctx)
  const strategy = poll.voting_power_strategy
  const power = await votingPower(tx, caller, strategy)
  const has_voted = (await store.findVotes(tx, caller.user!, [poll.uuid])).size > 0
  return {
    voting_power: toJsonInteger(power),
    can_vote: !has_voted && power > 0n && isVotable(poll, now),
    has_voted,
    strategy,
  }
}

/** Open polls that are weighed by GCU, with their current results. */
export async function listGcuPolls(page: PageRequest, ctx: Context) {
  const { environment } = ctx.caller
  const which = { environment, strategy: 'gcu_weighted_vote' } as const
  const { rows, total } = await store.listVotablePolls(ctx.tx, which, ctx.now, page)
  const polls = await Promise.all(
    rows.map(async (poll) => {
      const results = await getResults(ctx.tx, poll, ctx.now)
      return {
        id: Number(poll.id),
        uuid: poll.uuid,
        title: poll.title,
        description: poll.description,
        type: poll.type,
        start_date: poll.start_date,
        end_date: poll.end_date,
        participation_rate: results.participation_rate,
        current_results: results,
        time_remaining: timeRemaining(poll.end_date, ctx.now),
      }
    }),
  )
  return toPage(polls, total, page)
}

export const toVote = ({ vote, poll }: { vote: VoteRow; poll: PollRow }, now: Date) => {
  const { uuid, title, type } = poll
  return {
    id: Number(vote.id),
    poll_id: Number(poll.id),
    poll_uuid: vote.poll_uuid,
    user_uuid: vote.user_uuid,
    selected_options: [...vote.selected_options],
    allocations: vote.allocations && toPercents(vote.allocations),
    voting_power: toJsonInteger(vote.voting_power),
    counted_power: vote.counted_power === null ? null : toJsonInteger(vote.counted_power),
    voted_at: vote.voted_at,
    signature: vote.signature.toString('hex'),
    poll: { uuid, title, status: statusAt(poll, now), type },
  }
}

/** Explains to the voter how the vote counts: where holdings decide, its power may still shrink until voting ends. */
export function describeCounting({ vote, poll }: { vote: VoteRow; poll: PollRow }): string {
  const scale = scaleOf(poll.voting_power_strategy)
  return scale
    ? `Your vote has a power of ${vote.voting_power}. If you hold less ${scale.asset} when voting ends at ${poll.end_date}, it counts with less.`
    : 'Your vote is counted.'
}
