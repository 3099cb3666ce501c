// The operations on connected clients. Creating a grant has no route: only the consent page runs it, for the
// user who is signed in there. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { operator } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import * as grants from './service.ts'
import * as schema from './schema.ts'
import { toolScopes } from './scopes.ts'
import type { GrantRow } from './store.ts'

const grant_id = Type.String({ maxLength: 255, description: 'The uuid of the grant.' })

const toApp = (row: GrantRow) => ({
  ...row,
  daily_limit_minor: row.daily_limit_minor === null ? null : Number(row.daily_limit_minor),
})

export const CONSENT_OPERATION = 'grant.create'

export const operations = [
  defineOperation({
    name: CONSENT_OPERATION,
    kind: 'command',
    summary: 'Grant a client the scopes that were selected on the consent page.',
    auth: [{ by: 'user' }],
    issues: 'access',
    subject: 'answer',
    input: Type.Object({
      client_id: Type.String({ maxLength: 255, description: 'The id of the client.' }),
      scopes: Type.Array(Type.Enum(toolScopes.map((scope) => scope.name)), {
        minItems: 1,
        maxItems: toolScopes.length,
        uniqueItems: true,
        description: 'What the client may do.',
      }),
      daily_limit_minor: schema.DailyLimit,
    }),
    output: Type.Object({ grant_id: Type.String({ format: 'uuid' }) }),
    errors: [NotFound],
    rest: [],
    handler: async (input, ctx) => ({ grant_id: await grants.createGrant(input, ctx) }),
  }),
  defineOperation({
    name: 'grant.list',
    kind: 'query',
    summary: 'The clients that the caller has connected, newest first.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object(pageInput),
    output: PageOf(schema.ConnectedApp),
    errors: [],
    rest: [{ route: 'GET /api/v1/grants', envelope: 'page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await grants.listGrants(input, ctx)
      return toPage(rows.map(toApp), total, input)
    },
  }),
  defineOperation({
    name: 'grant.list_of_user',
    kind: 'query',
    summary: 'The clients that a user has connected, newest first.',
    auth: operator,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the user.' }),
      ...pageInput,
    }),
    output: PageOf(schema.ConnectedApp),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/users/:uuid/grants', envelope: 'page' }],
    handler: async ({ uuid, ...page }, ctx) => {
      const { rows, total } = await grants.listGrantsOf(uuid, page, ctx)
      return toPage(rows.map(toApp), total, page)
    },
  }),
  defineOperation({
    name: 'grant.revoke_of_user',
    kind: 'command',
    summary: 'Disconnect a client of any user; its tokens stop working at once.',
    auth: operator,
    subject: {
      read: async (input, ctx) => toApp(await grants.getGrantOf(input.uuid, input.grant_id, ctx)),
    },
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the user.' }),
      grant_id,
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/users/:uuid/grants/:grant_id', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const grant = await grants.endGrantOf(input.uuid, input.grant_id, ctx)
      return { message: `"${grant.client_name}" is disconnected.` }
    },
  }),
  defineOperation({
    name: 'grant.update',
    kind: 'command',
    summary: 'Change the daily spending limit of a connected client.',
    // A higher limit lets a client spend more, so the user must set it, not another client.
    auth: [{ by: 'user', scope: 'write', via: 'login' }],
    subject: { read: async (input, ctx) => toApp(await grants.getGrant(input.grant_id, ctx)) },
    input: Type.Object({ grant_id, daily_limit_minor: schema.DailyLimit }),
    output: schema.ConnectedApp,
    errors: [NotFound],
    rest: [{ route: 'PATCH /api/v1/grants/:grant_id', envelope: 'data' }],
    handler: async (input, ctx) =>
      toApp(await grants.changeLimit(input.grant_id, input.daily_limit_minor, ctx)),
  }),
  defineOperation({
    name: 'grant.revoke',
    kind: 'command',
    summary: 'Disconnect a client; its tokens stop working at once.',
    auth: [{ by: 'user', scope: 'delete' }],
    subject: { read: async (input, ctx) => toApp(await grants.getGrant(input.grant_id, ctx)) },
    input: Type.Object({ grant_id }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v1/grants/:grant_id', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const grant = await grants.endGrant(input.grant_id, ctx)
      return { message: `"${grant.client_name}" is disconnected.` }
    },
  }),
]
