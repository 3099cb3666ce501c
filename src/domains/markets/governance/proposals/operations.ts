// The operations of proposals to change the composition of the GCU. Read this file first.
import { Type } from 'typebox'
import { pageInput, toPage } from '../../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import { VotingStateConflict, NoGcuBalance, ProposalNotActive } from '../errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const id = Type.String({ maxLength: 255, description: 'The number of the proposal.' })

export const makeProposalOperations = (options: service.ProposalOptions) => [
  defineOperation({
    name: 'proposal.list',
    kind: 'query',
    summary: 'List proposals to change the basket, newest first.',
    auth: 'public',
    input: Type.Object({
      status: Type.Optional(
        Type.Enum(['active', 'upcoming', 'past'], {
          description: 'active: open for votes; upcoming: open later; past: voting is over.',
        }),
      ),
      ...pageInput,
    }),
    output: schema.ProposalList,
    errors: [],
    rest: [{ route: 'GET /api/v2/gcu/voting/proposals', envelope: 'page' }],
    graphql: { schema: 'governance' },
    handler: async ({ status, ...page }, ctx) => {
      const { rows, total } = await service.listProposals(status, page, ctx)
      return {
        status: 'success' as const,
        ...toPage(
          rows.map((row) => service.toProposal(row, ctx.now)),
          total,
          page,
        ),
      }
    },
  }),
  defineOperation({
    name: 'proposal.get',
    kind: 'query',
    summary: 'Get one proposal with its current votes.',
    auth: 'public',
    input: Type.Object({ id }),
    output: schema.ProposalReply,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/gcu/voting/proposals/:id', envelope: 'bare' }],
    graphql: { schema: 'governance' },
    exempt: { tenants: 'GCU and its governance are one for all tenants.' },
    handler: async (input, ctx) => ({
      status: 'success' as const,
      data: service.toProposalDetail(await service.getProposal(input.id, ctx), ctx.now),
    }),
  }),
  defineOperation({
    name: 'proposal.create',
    kind: 'command',
    summary: 'Propose new target weights for the basket; if the proposal passes, they are applied.',
    auth: operator,
    input: Type.Object(schema.proposalInput),
    output: schema.ProposalWithMessage,
    errors: [Invalid],
    rest: [{ route: 'POST /api/v2/gcu/voting/proposals', status: 201, envelope: 'bare' }],
    graphql: { schema: 'governance' },
    handler: async (input, ctx) => ({
      status: 'success' as const,
      message: 'The proposal has been created.',
      data: service.toProposalDetail(await service.createProposal(input, ctx, options), ctx.now),
    }),
  }),
  defineOperation({
    name: 'proposal.activate',
    kind: 'command',
    summary: 'Activate a draft, so that it takes votes from its start on.',
    auth: operator,
    subject: 'proposal.get',
    input: Type.Object({ id }),
    output: schema.ProposalWithMessage,
    errors: [NotFound, VotingStateConflict],
    rest: [{ route: 'POST /api/v2/gcu/voting/proposals/:id/activate', envelope: 'bare' }],
    graphql: { schema: 'governance' },
    handler: async (input, ctx) => ({
      status: 'success' as const,
      message: 'The proposal is active.',
      data: service.toProposalDetail(await service.activateProposal(input.id, ctx), ctx.now),
    }),
  }),
  defineOperation({
    name: 'proposal.vote',
    kind: 'command',
    summary:
      'Vote on a proposal with all GCU that the caller holds; if they hold less when voting ends, only that counts. A new vote replaces the last.',
    auth: writer,
    input: Type.Object({ id, vote: schema.Choice }),
    output: schema.ProposalVoteReply,
    errors: [NotFound, ProposalNotActive, NoGcuBalance],
    rest: [{ route: 'POST /api/v2/gcu/voting/proposals/:id/vote', envelope: 'bare' }],
    graphql: { schema: 'governance', field: 'voteOnProposal' },
    handler: async (input, ctx) => {
      const cast = await service.castProposalVote(input, ctx, options)
      return {
        status: 'success' as const,
        message: `Your vote has a power of ${cast.voting_power} GCU. If you hold less GCU when voting ends at ${cast.voting_ends_at}, it counts with less.`,
        data: cast,
      }
    },
  }),
  defineOperation({
    name: 'proposal.my_votes',
    kind: 'query',
    summary: 'List the caller’s votes on proposals, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: schema.MyProposalVotes,
    errors: [],
    rest: [{ route: 'GET /api/v2/gcu/voting/my-votes', envelope: 'page' }],
    graphql: { schema: 'governance' },
    handler: async (page, ctx) => ({
      status: 'success' as const,
      ...(await service.listOwnVotes(page, ctx)),
    }),
  }),
]
