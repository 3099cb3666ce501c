// The operations on the reputation of agents. Read this file first.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actingErrors, asAgent, Did, InvalidDid } from '../agents/index.ts'
import { FeedbackAlreadyGiven, FeedbackNotAllowed } from './errors.ts'
import type { FindPastTransaction } from './ports.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const AT = '/api/agent-protocol'

export const makeOperations = (findPastTransaction: FindPastTransaction) => [
  defineOperation({
    name: 'reputation.get',
    kind: 'query',
    summary: 'Show the score and trust level of an agent, and the counts behind them.',
    auth: 'public',
    input: Type.Object({ did: Did }),
    output: schema.Reputation,
    errors: [InvalidDid, NotFound],
    rest: [{ route: `GET ${AT}/agents/:did/reputation`, envelope: 'success' }],
    handler: ({ did }, ctx) => service.getReputation(did, ctx),
  }),
  defineOperation({
    name: 'reputation.leaderboard',
    kind: 'query',
    summary: 'List the active agents with the best scores.',
    auth: 'public',
    input: Type.Object({
      limit: Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 10,
        description: 'The greatest number of agents to return.',
      }),
      capability: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only agents with this capability.' }),
      ),
    }),
    output: Type.Array(schema.Leader, { maxItems: 100 }),
    errors: [],
    rest: [{ route: `GET ${AT}/reputation/leaderboard`, envelope: 'success' }],
    handler: (input, ctx) => service.listLeaders(input, ctx),
  }),
  defineOperation({
    name: 'reputation.give_feedback',
    kind: 'command',
    summary: 'Give feedback on a transaction with this agent; once for each transaction.',
    auth: asAgent('write', 'reputation:review'),
    input: Type.Object({
      did: Did,
      reviewer_did: Did,
      transaction_id: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The payment that the feedback is about.',
      }),
      outcome: schema.Outcome,
      rating: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 5, description: 'From 1, bad, to 5, good.' }),
      ),
      comment: Type.Optional(
        Type.String({ ...plainText(500), description: 'A comment on the transaction.' }),
      ),
      transaction_value: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1e12,
          description: 'The value of the transaction; counted up to its actual amount.',
        }),
      ),
    }),
    output: schema.FeedbackReply,
    errors: [...actingErrors, FeedbackNotAllowed, FeedbackAlreadyGiven],
    rest: [{ route: `POST ${AT}/agents/:did/reputation/feedback`, envelope: 'success' }],
    handler: ({ did, ...input }, ctx) => service.giveFeedback(did, input, ctx, findPastTransaction),
  }),
  defineOperation({
    name: 'reputation.penalize',
    kind: 'command',
    summary: 'Lower the score of an agent that misbehaved.',
    auth: [{ by: 'user', scope: 'admin' }],
    subject: 'reputation.get',
    input: Type.Object({
      did: Did,
      severity: schema.Severity,
      reason: Type.String({ ...plainText(500), description: 'The reason for the penalty.' }),
    }),
    output: schema.Penalty,
    errors: [InvalidDid, NotFound],
    rest: [{ route: `POST ${AT}/agents/:did/reputation/penalties`, envelope: 'success' }],
    handler: ({ did, ...input }, ctx) => service.penalize(did, input, ctx),
  }),
  defineOperation({
    name: 'reputation.history',
    kind: 'query',
    summary: 'List the changes to the score of an agent, newest first.',
    auth: asAgent('read', 'reputation:read'),
    input: Type.Object({
      did: Did,
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The greatest number of changes to return.',
      }),
    }),
    output: Type.Array(schema.HistoryItem, { maxItems: 100 }),
    errors: [InvalidDid, NotFound],
    rest: [{ route: `GET ${AT}/agents/:did/reputation/history`, envelope: 'success' }],
    handler: ({ did, limit }, ctx) => service.listHistory(did, limit, ctx),
  }),
  defineOperation({
    name: 'reputation.trust',
    kind: 'query',
    summary: 'Show how far two agents can trust each other, with advice for their transactions.',
    auth: asAgent('read', 'reputation:read'),
    input: Type.Object({ did: Did, other_did: Did }),
    output: schema.Trust,
    errors: [InvalidDid, NotFound, Invalid],
    rest: [{ route: `GET ${AT}/agents/:did/trust/:other_did`, envelope: 'success' }],
    handler: ({ did, other_did }, ctx) => service.evaluateTrust(did, other_did, ctx),
  }),
]
