// What can be asked about the reputation of agents. Read this file first.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actingErrors, asAgent, Did, InvalidDid } from '../agents/index.ts'
import { FeedbackGiven, FeedbackNotAllowed } from './errors.ts'
import type { FindDealing } from './ports.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const AT = '/api/agent-protocol'

export const makeOperations = (findDealing: FindDealing) => [
  defineOperation({
    name: 'reputation.get',
    kind: 'query',
    summary: 'The score of an agent, its level, and what it is made of.',
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
    summary: 'The active agents with the best scores.',
    auth: 'public',
    input: Type.Object({
      limit: Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 10,
        description: 'At most so many agents.',
      }),
      capability: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only agents that can do this.' }),
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
    summary: 'Say how a transaction with this agent went; once for each transaction.',
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
        Type.String({ ...plainText(500), description: 'What there is to say.' }),
      ),
      transaction_value: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1e12,
          description: 'Counts at most for what the transaction was really about.',
        }),
      ),
    }),
    output: schema.FeedbackReply,
    errors: [...actingErrors, FeedbackNotAllowed, FeedbackGiven],
    rest: [{ route: `POST ${AT}/agents/:did/reputation/feedback`, envelope: 'success' }],
    handler: ({ did, ...input }, ctx) => service.giveFeedback(did, input, ctx, findDealing),
  }),
  defineOperation({
    name: 'reputation.penalize',
    kind: 'command',
    summary: 'Lower the score of an agent that misbehaved.',
    auth: [{ by: 'user', scope: 'admin' }],
    input: Type.Object({
      did: Did,
      severity: schema.Severity,
      reason: Type.String({ ...plainText(500), description: 'What the agent did.' }),
    }),
    output: schema.Penalty,
    errors: [InvalidDid, NotFound],
    rest: [{ route: `POST ${AT}/agents/:did/reputation/penalties`, envelope: 'success' }],
    handler: ({ did, ...input }, ctx) => service.penalize(did, input, ctx),
  }),
  defineOperation({
    name: 'reputation.history',
    kind: 'query',
    summary: 'What changed the score of an agent, newest first.',
    auth: asAgent('read', 'reputation:read'),
    input: Type.Object({
      did: Did,
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'At most so many entries.',
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
    summary: 'How far two agents can trust each other, and what is advised.',
    auth: asAgent('read', 'reputation:read'),
    input: Type.Object({ did: Did, other_did: Did }),
    output: schema.Trust,
    errors: [InvalidDid, NotFound, Invalid],
    rest: [{ route: `GET ${AT}/agents/:did/trust/:other_did`, envelope: 'success' }],
    handler: ({ did, other_did }, ctx) => service.evaluateTrust(did, other_did, ctx),
  }),
]
