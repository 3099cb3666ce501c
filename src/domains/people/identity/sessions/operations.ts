// The operations on the caller's own sessions. They need a login: a key must not list or end its owner's sessions.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { operator, readerInPerson, writerInPerson } from '../../../../operation/auth.ts'
import { NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { MessageReply } from '../schema.ts'
import {
  endOtherSessions,
  endRenewal,
  endSession,
  endSessionOfUser,
  listSessions,
} from './service.ts'

const SignInSession = Type.Object(
  {
    id: Uuid,
    is_current: Type.Boolean({ description: 'Whether this request is part of it.' }),
    device: Type.String({ description: 'The browser and system in words, or “unknown”.' }),
    user_agent: Nullable(Type.String({ maxLength: 255 })),
    ip_address: Nullable(
      Type.String({ description: 'The network address of the last sign-in or refresh.' }),
    ),
    signed_in_at: DateTime,
    last_used_at: Nullable(DateTime),
    expires_at: Type.String({
      format: 'date-time',
      description: 'The end of the session unless it is refreshed before.',
    }),
  },
  { $id: 'SignInSession' },
)

export const sessionOperations = [
  defineOperation({
    name: 'auth_session.list',
    kind: 'query',
    summary: 'The sessions in which the caller is signed in, newest first.',
    auth: readerInPerson,
    input: Type.Object(pageInput),
    output: PageOf(SignInSession),
    errors: [],
    rest: [{ route: 'GET /api/auth/sessions', envelope: 'page' }],
    graphql: { omit: 'Part of signing in.' },
    handler: (input, ctx) => listSessions(input, ctx),
  }),
  defineOperation({
    name: 'auth_session.end',
    kind: 'command',
    summary: 'End one session of the caller; its tokens stop working at once.',
    auth: writerInPerson,
    input: Type.Object({
      id: Type.String({ maxLength: 64, description: 'The id of the session.' }),
    }),
    output: MessageReply,
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/auth/sessions/:id', envelope: 'bare' }],
    graphql: { omit: 'Part of signing in.' },
    handler: async ({ id }, ctx) => {
      await endSession(id, ctx)
      return { message: 'The session has ended.' }
    },
  }),
  defineOperation({
    name: 'auth_session.end_of_user',
    kind: 'command',
    summary: 'End one session of any user, who can sign in again.',
    auth: operator,
    subject: 'user.show',
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the user.' }),
      id: Type.String({ maxLength: 255, description: 'The id of the session.' }),
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/users/:uuid/sessions/:id', envelope: 'bare' }],
    handler: async (input, ctx) => {
      await endSessionOfUser(input.uuid, input.id, ctx)
      return { message: 'The session has ended.' }
    },
  }),
  defineOperation({
    name: 'auth_session.end_others',
    kind: 'command',
    summary: 'End every session of the caller except the one of this request.',
    auth: writerInPerson,
    input: Type.Object({}),
    output: Type.Object({
      message: Type.String(),
      ended_count: Type.Integer({ minimum: 0 }),
    }),
    errors: [],
    rest: [{ route: 'POST /api/auth/sessions/end-others', envelope: 'bare' }],
    graphql: { omit: 'Part of signing in.' },
    handler: async (_input, ctx) => ({
      ended_count: await endOtherSessions(ctx),
      message: 'Only this session is left.',
    }),
  }),
  defineOperation({
    name: 'auth_session.end_renewal',
    kind: 'command',
    summary: 'End the refresh token of this session, for a browser that does not keep it.',
    auth: writerInPerson,
    input: Type.Object({}),
    output: Type.Null(),
    errors: [],
    rest: [],
    handler: async (_input, ctx) => {
      await endRenewal(ctx)
      return null
    },
  }),
]
