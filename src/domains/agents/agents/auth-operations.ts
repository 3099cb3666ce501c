// Operations to sign agents in, by their own key or by an API key, and to manage their keys and sessions.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, described } from '../../../kernel/schema.ts'
import { Invalid, Unauthenticated } from '../../../operation/error.ts'
import type { Batches } from '../../../operation/batches.ts'
import { defineBatched, defineOperation } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { UserAgent } from '../../people/identity/index.ts'
import { getActingAgent } from './access.ts'
import { issueChallenge } from './challenge.ts'
import { checkDid } from './did.ts'
import { InvalidDid } from './errors.ts'
import { type CheckedLogin, checkLogin } from './did-logins.ts'
import { actingErrors, asAgent } from './operations.ts'
import * as schema from './schema.ts'
import { defaultScopes, scopes } from './scopes.ts'
import { endSessions } from './service.ts'
import * as sessions from './sessions.ts'

const session_token = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The token of the session.',
})
const said = { success: Type.Literal(true), message: Type.String() }

export interface AuthOptions {
  readonly sealer: Sealer
  readonly logins: Pick<Batches<CheckedLogin>, 'run'>
}

export const makeAuthOperations = ({ sealer, logins }: AuthOptions) => [
  defineOperation({
    name: 'agent_auth.challenge',
    kind: 'query',
    summary:
      'Get a text for an agent to sign with its key; it is valid for five minutes and one attempt.',
    auth: 'public',
    input: Type.Object({ did: schema.Did }),
    output: Type.Object({ challenge: Type.String(), nonce: Type.String(), expires_at: DateTime }),
    errors: [InvalidDid],
    rest: [{ route: 'POST /api/agent-protocol/auth/challenge', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    handler: ({ did }, ctx) => {
      const { challenge, nonce, expires_at } = issueChallenge(checkDid(did), ctx.now, sealer)
      return { challenge, nonce, expires_at: expires_at.toISOString() }
    },
  }),
  defineBatched({
    name: 'agent_auth.log_in_by_did',
    summary: 'Sign an agent in by its signature over a challenge.',
    auth: 'public',
    issues: 'credential',
    input: Type.Object({
      did: schema.Did,
      signature: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Ed25519 over the UTF-8 bytes of `challenge`; base64, base64url or hex.',
      }),
      challenge: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'The challenge that was signed.',
      }),
      nonce: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'The nonce of the challenge; if sent, it must match.',
        }),
      ),
      user_agent: UserAgent,
    }),
    output: schema.OpenedSession,
    errors: [Unauthenticated],
    rest: [{ route: 'POST /api/agent-protocol/auth/did', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    exempt: { tenants: 'The request carries the proof.' },
    batches: logins,
    handler: (input, ctx) => checkLogin(input, ctx, sealer),
  }),
  defineOperation({
    name: 'agent_auth.log_in_by_key',
    kind: 'command',
    summary: 'Sign an agent in by an API key; the session has the key’s scopes.',
    auth: 'public',
    issues: 'credential',
    input: Type.Object({
      api_key: Type.String({ minLength: 32, maxLength: 255, description: 'A key of the agent.' }),
      user_agent: UserAgent,
    }),
    output: schema.OpenedSession,
    errors: [Unauthenticated],
    rest: [{ route: 'POST /api/agent-protocol/auth/api-key', envelope: 'success' }],
    graphql: { omit: 'Part of signing in.' },
    exempt: {
      subject: 'A login, which changes nothing else.',
      tenants: 'The request carries the proof.',
    },
    handler: (input, ctx) => sessions.logInByKey(input, ctx),
  }),
  defineOperation({
    name: 'agent_auth.validate',
    kind: 'query',
    summary: 'Check whether a session token is still valid, and to which agent it belongs.',
    auth: 'public',
    input: Type.Object({ session_token }),
    output: Type.Object({
      success: Type.Literal(true),
      valid: Type.Boolean(),
      data: Type.Union([
        Type.Object({
          agent_id: Type.String({ format: 'uuid' }),
          did: Type.String(),
          session_id: Type.String(),
          expires_at: DateTime,
          scopes: Type.Array(Type.String(), { maxItems: 50 }),
        }),
        Type.Null(),
      ]),
    }),
    errors: [],
    rest: [
      { route: 'POST /api/agent-protocol/auth/session/validate', envelope: 'bare' },
      { route: 'POST /api/agent-protocol/auth/validate', envelope: 'bare' },
    ],
    graphql: { omit: 'Part of signing in.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      const data = await sessions.validate(input.session_token, ctx)
      return { success: true as const, valid: data !== null, data }
    },
  }),
  defineOperation({
    name: 'agent_auth.revoke',
    kind: 'command',
    summary: 'End the session of this token; holding the token is enough.',
    auth: [{ by: 'user', scope: 'write', or: { by: 'agent' } }],
    input: Type.Object({ session_token }),
    output: Type.Object(said),
    errors: [],
    rest: [
      { route: 'POST /api/agent-protocol/auth/session/revoke', envelope: 'bare' },
      { route: 'POST /api/agent-protocol/auth/revoke', envelope: 'bare' },
    ],
    graphql: { omit: 'Part of signing in.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      await sessions.endSession(input.session_token, ctx)
      return { success: true as const, message: 'The session has ended.' }
    },
  }),
  defineOperation({
    name: 'agent_auth.scopes',
    kind: 'query',
    summary: 'List every scope that an agent’s key can have, and the default scopes.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Object({
      scopes: Type.Record(Type.String(), Type.String()),
      default_scopes: Type.Array(Type.String(), { maxItems: 50 }),
    }),
    errors: [],
    rest: [{ route: 'GET /api/agent-protocol/auth/scopes', envelope: 'success' }],
    graphql: { schema: 'agent-credential' },
    handler: () => ({ scopes, default_scopes: [...defaultScopes] }),
  }),
  defineOperation({
    name: 'agent_key.list',
    kind: 'query',
    summary: 'List the API keys of an agent, newest first.',
    auth: asAgent('read', 'agent:keys'),
    input: Type.Object({ did: schema.Did, ...pageInput }),
    output: PageOf(schema.ApiKey),
    errors: [...actingErrors],
    rest: [{ route: 'GET /api/agent-protocol/agents/:did/api-keys', envelope: 'success_page' }],
    graphql: { schema: 'agent-credential' },
    handler: async ({ did, ...page }, ctx) => {
      const { rows, total } = await sessions.listApiKeys(did, page, ctx)
      return toPage(rows.map(schema.toApiKey), total, page)
    },
  }),
  defineOperation({
    name: 'agent_key.create',
    kind: 'command',
    summary: 'Create an API key for an agent; only this reply shows it.',
    auth: asAgent('write', 'agent:keys'),
    issues: 'credential',
    input: Type.Object({
      did: schema.Did,
      name: Type.String({ ...plainText(255), description: 'The name of the key.' }),
      scopes: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          maxItems: 40,
          description: 'What the key may do; the default scopes when absent.',
        }),
      ),
      expires_at: Type.Optional(
        described(Type.Union([DateTime, Type.Null()]), 'When the key expires; null for never.'),
      ),
    }),
    output: Type.Object({
      success: Type.Literal(true),
      data: Type.Object({ api_key: Type.String(), key_id: Type.String(), created_at: DateTime }),
      warning: Type.String(),
    }),
    errors: [...actingErrors, Invalid],
    rest: [
      { route: 'POST /api/agent-protocol/agents/:did/api-keys', status: 201, envelope: 'bare' },
    ],
    graphql: { schema: 'agent-credential' },
    exempt: { names: { '.name': 'A key.' } },
    handler: async ({ did, ...input }, ctx) => ({
      success: true as const,
      data: await sessions.createApiKey(did, input, ctx),
      warning: 'Keep the api_key now: it is shown only once.',
    }),
  }),
  defineOperation({
    name: 'agent_key.revoke',
    kind: 'command',
    summary: 'Revoke an API key of an agent, and every session opened with it.',
    auth: asAgent('delete', 'agent:keys'),
    input: Type.Object({
      did: schema.Did,
      key_id: Type.String({ maxLength: 64, description: 'The key_id of the key, from the list.' }),
    }),
    output: Type.Object(said),
    errors: [...actingErrors],
    rest: [{ route: 'DELETE /api/agent-protocol/agents/:did/api-keys/:key_id', envelope: 'bare' }],
    graphql: { schema: 'agent-credential' },
    handler: async ({ did, key_id }, ctx) => {
      const name = await sessions.revokeApiKey(did, key_id, ctx)
      return { success: true as const, message: `The API key "${name}" is revoked.` }
    },
  }),
  defineOperation({
    name: 'agent_session.list',
    kind: 'query',
    summary: 'List the sessions of an agent, newest first.',
    auth: asAgent('read', 'agent:sessions'),
    input: Type.Object({ did: schema.Did, ...pageInput }),
    output: PageOf(schema.Session),
    errors: [...actingErrors],
    rest: [{ route: 'GET /api/agent-protocol/agents/:did/sessions', envelope: 'success_page' }],
    graphql: { schema: 'agent-credential' },
    handler: ({ did, ...page }, ctx) => sessions.listSessions(did, page, ctx),
  }),
  defineOperation({
    name: 'agent_session.revoke_all',
    kind: 'command',
    summary: 'End every session of an agent.',
    auth: asAgent('delete', 'agent:sessions'),
    input: Type.Object({ did: schema.Did }),
    output: Type.Object({ ...said, revoked_count: Type.Integer() }),
    errors: [...actingErrors],
    rest: [{ route: 'DELETE /api/agent-protocol/agents/:did/sessions', envelope: 'bare' }],
    graphql: { schema: 'agent-credential' },
    handler: async ({ did }, ctx) => {
      const revoked_count = await endSessions(await getActingAgent(did, ctx), ctx)
      const message = `${revoked_count} ${revoked_count === 1 ? 'session has' : 'sessions have'} ended.`
      return { success: true as const, message, revoked_count }
    },
  }),
]
