// The operations for voters: their own votes, polls from their point of view, and voting on the basket's weights. Read this file first.
import { Type } from 'typebox'
import { pageInput, toPage } from '../../../../kernel/page.ts'
import { toJsonInteger } from '../../../../kernel/money.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { BasketVoteCast, NotABasketPoll, NoVotingPower, PollNotActive } from '../errors.ts'
import * as schema from './schema.ts'
import { castBasketVote, isSignatureValid, type PollOptions } from './service.ts'
import { PercentsInput } from '../proposals/schema.ts'
import * as voting from './voter-queries.ts'

const id = Type.String({ maxLength: 255, description: 'The number of the vote.' })

export const makeVoterOperations = (options: PollOptions) => [
  defineOperation({
    name: 'vote.list',
    kind: 'query',
    summary: 'List the caller’s votes in polls, newest first.',
    auth: reader,
    input: Type.Object(schema.pollPageInput),
    output: schema.VotePage,
    errors: [],
    rest: [{ route: 'GET /api/votes', envelope: 'page' }],
    handler: async (page, ctx) => {
      const { rows, total } = await voting.listOwnVotes(page, ctx)
      const votes = rows.map((row) => voting.toVote(row, ctx.now))
      return toPage(votes, total, page)
    },
  }),
  defineOperation({
    name: 'vote.stats',
    kind: 'query',
    summary: 'Get how often the caller voted in polls, and with how much power.',
    auth: reader,
    input: Type.Object({}),
    output: schema.VoteStats,
    errors: [],
    rest: [{ route: 'GET /api/votes/stats', envelope: 'data' }],
    handler: (_input, ctx) => voting.countOwnVotes(ctx),
  }),
  defineOperation({
    name: 'vote.get',
    kind: 'query',
    summary: 'Get one vote of the caller.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.Vote,
    errors: [NotFound],
    rest: [{ route: 'GET /api/votes/:id', envelope: 'data' }],
    handler: async (input, ctx) => voting.toVote(await voting.getOwnVote(input.id, ctx), ctx.now),
  }),
  defineOperation({
    name: 'vote.verify',
    kind: 'query',
    summary: 'Verify by its signature that a vote of the caller was not changed after it was cast.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.VoteVerification,
    errors: [NotFound],
    rest: [{ route: 'POST /api/votes/:id/verify', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const { vote } = await voting.getOwnVote(input.id, ctx)
      const verified = isSignatureValid(vote, options.signer)
      return {
        verified,
        message: verified
          ? 'The signature matches: the vote is unchanged since it was cast.'
          : 'The signature does not match the vote: it was changed after it was cast.',
      }
    },
  }),
  defineOperation({
    name: 'voting.polls',
    kind: 'query',
    summary: 'List open polls with the caller’s voting power and vote.',
    auth: reader,
    input: Type.Object(pageInput),
    output: schema.UserVotingPolls,
    errors: [],
    rest: [{ route: 'GET /api/voting/polls', envelope: 'page' }],
    graphql: { schema: 'governance' },
    handler: async (page, ctx) => {
      const { rows, total } = await voting.listOpenPolls(page, ctx)
      const { data, meta } = toPage(await voting.toUserPolls(rows, ctx), total, page)
      return { data, meta: { ...voting.describeBasket(options.assets), ...meta } }
    },
  }),
  defineOperation({
    name: 'voting.upcoming',
    kind: 'query',
    summary: 'List polls that begin within 30 days, the next first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: schema.UpcomingPolls,
    errors: [],
    rest: [{ route: 'GET /api/voting/polls/upcoming', envelope: 'page' }],
    graphql: { schema: 'governance' },
    handler: async (page, ctx) => {
      const { rows, total } = await voting.listUpcoming(page, ctx)
      return toPage(await voting.toUserPolls(rows, ctx), total, page)
    },
  }),
  defineOperation({
    name: 'voting.history',
    kind: 'query',
    summary: 'List polls in which the caller voted, the latest vote first.',
    auth: reader,
    input: Type.Object(schema.historyPageInput),
    output: schema.VotingHistory,
    errors: [],
    rest: [{ route: 'GET /api/voting/polls/history', envelope: 'page' }],
    graphql: { schema: 'governance' },
    handler: async (page, ctx) => {
      const { rows, total } = await voting.listOwnVotes(page, ctx)
      const polls = await voting.toUserPolls(
        rows.map(({ poll }) => poll),
        ctx,
      )
      const { data, meta } = toPage(polls, total, page)
      const member_since = await voting.memberSince(ctx)
      return { data, meta: { ...meta, total_votes: total, member_since } }
    },
  }),
  defineOperation({
    name: 'voting.dashboard',
    kind: 'query',
    summary: 'Get the caller’s voting dashboard: open polls, voting power and the next poll.',
    auth: reader,
    input: Type.Object({}),
    output: schema.VotingDashboard,
    errors: [],
    rest: [{ route: 'GET /api/voting/dashboard', envelope: 'data' }],
    graphql: { schema: 'governance' },
    handler: (_input, ctx) => voting.makeDashboard(ctx, options.assets),
  }),
  defineOperation({
    name: 'voting.vote',
    kind: 'command',
    summary:
      'Vote on the weights of the basket; a vote cannot be changed, and the result is the mean weighted by power.',
    auth: writer,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The uuid of the poll.' }),
      allocations: PercentsInput,
    }),
    output: schema.BasketVoteReply,
    errors: [NotFound, Invalid, NotABasketPoll, PollNotActive, NoVotingPower, BasketVoteCast],
    rest: [{ route: 'POST /api/voting/polls/:id/vote', status: 201, envelope: 'bare' }],
    graphql: { schema: 'governance' },
    handler: async (input, ctx) => {
      const { poll, vote } = await castBasketVote(input, ctx, options)
      return {
        message: voting.describeCounting({ poll, vote }),
        vote_id: Number(vote.id),
        voting_power_used: toJsonInteger(vote.voting_power),
        timestamp: vote.voted_at,
      }
    },
  }),
]
