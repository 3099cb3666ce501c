// The operations of polls: operators create and manage them, users vote. Read this file first.
import { Type } from 'typebox'
import { pageInput, PageOf } from '../../../../kernel/page.ts'
import { plainText } from '../../../../kernel/text.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { type Context, defineOperation } from '../../../../operation/operation.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import { AlreadyVoted, VotingStateConflict, NotEligible, PollNotActive } from '../errors.ts'
import * as schema from './schema.ts'
import type { PollRow } from './store.ts'
import * as service from './service.ts'
import { getResults } from './results.ts'
import { listGcuPolls, describeCounting, getVotingPower, toVote } from './voter-queries.ts'

const uuid = Type.String({ maxLength: 255, description: 'The uuid of the poll.' })

const withMessage = async (poll: PollRow, ctx: Context, message: string) => ({
  data: await service.showPoll(poll, ctx),
  message,
})

export const makePollOperations = (options: service.PollOptions) => [
  defineOperation({
    name: 'poll.list',
    kind: 'query',
    summary: 'List all polls, newest first.',
    auth: reader,
    input: Type.Object({
      status: Type.Optional(schema.PollStatus),
      type: Type.Optional(schema.PollType),
      ...schema.pollPageInput,
    }),
    output: schema.PollPage,
    errors: [],
    rest: [{ route: 'GET /api/polls', envelope: 'page' }],
    handler: (input, ctx) => service.listPolls(input, ctx),
  }),
  defineOperation({
    name: 'poll.list_active',
    kind: 'query',
    summary: 'List polls that are open for votes, the one that ends first at the top.',
    auth: reader,
    input: Type.Object(pageInput),
    output: schema.ActivePolls,
    errors: [],
    rest: [{ route: 'GET /api/polls/active', envelope: 'page' }],
    handler: async (input, ctx) => {
      const page = await service.listVotable(input, ctx)
      return { ...page, count: page.meta.total }
    },
  }),
  defineOperation({
    name: 'poll.list_gcu',
    kind: 'query',
    summary: 'List open polls that are weighed by GCU, with their current results.',
    auth: 'public',
    input: Type.Object(pageInput),
    output: PageOf(schema.GcuPoll),
    errors: [],
    rest: [{ route: 'GET /api/v2/gcu/governance/active-polls', envelope: 'page' }],
    handler: (page, ctx) => listGcuPolls(page, ctx),
  }),
  defineOperation({
    name: 'poll.get',
    kind: 'query',
    summary: 'Get one poll.',
    auth: reader,
    input: Type.Object({ uuid }),
    output: schema.Poll,
    errors: [NotFound],
    rest: [{ route: 'GET /api/polls/:uuid', envelope: 'data' }],
    graphql: { args: { id: 'uuid' } },
    exempt: { tenants: 'GCU and its governance are one for all tenants.' },
    handler: async (input, ctx) => service.showPoll(await service.getPoll(input.uuid, ctx), ctx),
  }),
  defineOperation({
    name: 'poll.create',
    kind: 'command',
    summary: 'Create a poll; it takes votes once it is activated.',
    auth: operator,
    input: Type.Object(schema.pollInput),
    output: schema.PollWithMessage,
    errors: [Invalid],
    rest: [{ route: 'POST /api/polls', status: 201, envelope: 'bare' }],
    handler: async (input, ctx) =>
      withMessage(await service.createPoll(input, ctx, options), ctx, 'The poll has been created.'),
  }),
  defineOperation({
    name: 'poll.activate',
    kind: 'command',
    summary: 'Activate a poll, between its start and its end.',
    auth: operator,
    subject: 'poll.get',
    input: Type.Object({ uuid }),
    output: schema.PollWithMessage,
    errors: [NotFound, VotingStateConflict],
    rest: [{ route: 'POST /api/polls/:uuid/activate', envelope: 'bare' }],
    graphql: { args: { id: 'uuid' } },
    handler: async (input, ctx) =>
      withMessage(await service.activatePoll(input.uuid, ctx), ctx, 'The poll is active.'),
  }),
  defineOperation({
    name: 'poll.complete',
    kind: 'command',
    summary: 'Close and count an ended poll now, instead of within the next minute.',
    auth: operator,
    subject: 'poll.get',
    input: Type.Object({ uuid }),
    output: schema.PollWithMessage,
    errors: [NotFound, VotingStateConflict],
    rest: [{ route: 'POST /api/polls/:uuid/complete', envelope: 'bare' }],
    graphql: { args: { id: 'uuid' } },
    handler: async (input, ctx) =>
      withMessage(await service.completePoll(input.uuid, ctx), ctx, 'The poll is closed.'),
  }),
  defineOperation({
    name: 'poll.cancel',
    kind: 'command',
    summary: 'Cancel a poll that has not ended; its votes have no effect.',
    auth: operator,
    subject: 'poll.get',
    input: Type.Object({
      uuid,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'Why the poll is cancelled.' }),
      ),
    }),
    output: schema.PollWithMessage,
    errors: [NotFound, VotingStateConflict],
    rest: [{ route: 'POST /api/polls/:uuid/cancel', envelope: 'bare' }],
    graphql: { form: 'flat', args: { id: 'uuid' } },
    handler: async (input, ctx) =>
      withMessage(await service.cancelPoll(input, ctx), ctx, 'The poll is cancelled.'),
  }),
  defineOperation({
    name: 'poll.vote',
    kind: 'command',
    summary: 'Vote in a poll; a vote cannot be changed.',
    auth: writer,
    input: Type.Object({ uuid, ...schema.voteInput }),
    output: schema.VoteWithMessage,
    errors: [NotFound, Invalid, PollNotActive, AlreadyVoted, NotEligible],
    rest: [{ route: 'POST /api/polls/:uuid/vote', status: 201, envelope: 'bare' }],
    graphql: { field: 'castVote', args: { poll_id: 'uuid' } },
    exempt: { tenants: 'GCU and its governance are one for all tenants.' },
    handler: async (input, ctx) => {
      const cast = await service.castVote(input, ctx, options)
      return { data: toVote(cast, ctx.now), message: describeCounting(cast) }
    },
  }),
  defineOperation({
    name: 'poll.results',
    kind: 'query',
    summary: 'Get the current results of a poll or, once it is closed, the final ones.',
    auth: reader,
    input: Type.Object({ uuid }),
    output: schema.PollResults,
    errors: [NotFound],
    rest: [{ route: 'GET /api/polls/:uuid/results', envelope: 'data' }],
    graphql: { args: { poll_id: 'uuid' } },
    exempt: { tenants: 'GCU and its governance are one for all tenants.' },
    handler: async (input, ctx) =>
      getResults(ctx.tx, await service.getPoll(input.uuid, ctx), ctx.now),
  }),
  defineOperation({
    name: 'poll.voting_power',
    kind: 'query',
    summary: 'Get the caller’s voting power in a poll, and whether they may still vote.',
    auth: reader,
    input: Type.Object({ uuid }),
    output: schema.VotingPower,
    errors: [NotFound],
    rest: [{ route: 'GET /api/polls/:uuid/voting-power', envelope: 'bare' }],
    exempt: { tenants: 'GCU and its governance are one for all tenants.' },
    handler: (input, ctx) => getVotingPower(input.uuid, ctx),
  }),
]
