// The operations on API keys, which users create for their API clients. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { operator, reader } from '../../../operation/auth.ts'
import { KeyRevoked } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { IssuedKey } from './service.ts'
import type { KeyRow } from './store.ts'

const id = Type.String({ maxLength: 255, description: 'The uuid of the key.' })

/** Only a signed-in user may create keys: a key that could create keys could outlive its own revocation. */
const signedIn = (scope: 'write' | 'delete') => [{ by: 'user', scope, via: 'login' }] as const

const toKey = (row: KeyRow) => ({
  ...row,
  environment: row.environment === 'sandbox' ? ('sandbox' as const) : ('live' as const),
  request_count: Number(row.request_count),
})

const toCreated = ({ key, secret }: IssuedKey) => ({
  data: { ...toKey(key), api_key: secret },
  message: 'Keep the api_key now: it is shown only once.',
})

export const operations = [
  defineOperation({
    name: 'api_key.create',
    kind: 'command',
    summary: 'Create an API key; its secret is shown in this reply only.',
    auth: signedIn('write'),
    issues: 'credential',
    input: Type.Object({
      name: schema.KeyName,
      ...schema.keyInput,
      environment: Type.Optional(schema.Environment),
      expires_in: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Enum(['never'])], {
          description: 'Days, or "never".',
        }),
      ),
    }),
    output: schema.CreatedApiKey,
    errors: [Invalid],
    rest: [{ route: 'POST /api/v2/api-keys', status: 201, envelope: 'bare' }],
    exempt: { names: { '.name': 'A key.' } },
    handler: async (input, ctx) => toCreated(await service.createKey(input, ctx)),
  }),
  defineOperation({
    name: 'api_key.list',
    kind: 'query',
    summary: 'The caller’s API keys, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.ApiKey),
    errors: [],
    rest: [{ route: 'GET /api/v2/api-keys', envelope: 'page' }],
    exempt: { environments: 'A signed-in user sees the keys of both.' },
    handler: async (input, ctx) => {
      const { rows, total } = await service.listKeys(input, ctx)
      return toPage(rows.map(toKey), total, input)
    },
  }),
  defineOperation({
    name: 'api_key.list_of_user',
    kind: 'query',
    summary: 'The API keys of a user, newest first, without their secrets.',
    auth: operator,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the user.' }),
      ...pageInput,
    }),
    output: PageOf(schema.ApiKey),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/users/:uuid/api-keys', envelope: 'page' }],
    handler: async ({ uuid, ...page }, ctx) => {
      const { rows, total } = await service.listKeysOf(uuid, page, ctx)
      return toPage(rows.map(toKey), total, page)
    },
  }),
  defineOperation({
    name: 'api_key.revoke_of_user',
    kind: 'command',
    summary: 'Revoke an API key of any user; it stops working at once, and the user is notified.',
    auth: operator,
    subject: {
      read: async (input, ctx) => toKey(await service.getKeyOf(input.uuid, input.id, ctx)),
    },
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the user.' }),
      id,
    }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound, KeyRevoked],
    rest: [{ route: 'DELETE /api/v2/users/:uuid/api-keys/:id', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const key = await service.revokeKeyOf(input.uuid, input.id, ctx)
      return { message: `The API key "${key.name}" is revoked.` }
    },
  }),
  defineOperation({
    name: 'api_key.get',
    kind: 'query',
    summary: 'One API key with its usage.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.ApiKeyDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/api-keys/:id', envelope: 'data' }],
    handler: async (input, ctx) => {
      const detail = await service.getKeyDetail(input.id, ctx)
      return { ...detail, ...toKey(detail) }
    },
  }),
  defineOperation({
    name: 'api_key.update',
    kind: 'command',
    summary: 'Change the name, permissions, addresses or expiry of an API key.',
    auth: signedIn('write'),
    issues: 'access',
    subject: { read: async (input, ctx) => toKey(await service.getKey(input.id, ctx)) },
    input: Type.Object({ id, name: Type.Optional(schema.KeyName), ...schema.keyInput }),
    output: schema.ApiKey,
    errors: [NotFound, Invalid, KeyRevoked],
    rest: [{ route: 'PUT /api/v2/api-keys/:id', envelope: 'data' }],
    exempt: { names: { '.name': 'A key.' } },
    handler: async ({ id: uuid, ...input }, ctx) =>
      toKey(await service.updateKey(uuid, input, ctx)),
  }),
  defineOperation({
    name: 'api_key.revoke',
    kind: 'command',
    summary: 'Revoke an API key; it stops working at once.',
    auth: signedIn('delete'),
    subject: { read: async (input, ctx) => toKey(await service.getKey(input.id, ctx)) },
    input: Type.Object({ id }),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound, KeyRevoked],
    rest: [{ route: 'DELETE /api/v2/api-keys/:id', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const key = await service.revokeKey(input.id, ctx)
      return { message: `The API key "${key.name}" is revoked.` }
    },
  }),
  defineOperation({
    name: 'api_key.regenerate',
    kind: 'command',
    summary: 'Revoke an API key and make a new one with the same settings.',
    auth: signedIn('write'),
    issues: 'credential',
    input: Type.Object({ id }),
    output: schema.CreatedApiKey,
    errors: [NotFound, KeyRevoked],
    rest: [{ route: 'POST /api/v2/api-keys/:id/regenerate', status: 201, envelope: 'bare' }],
    handler: async (input, ctx) => toCreated(await service.regenerateKey(input.id, ctx)),
  }),
]
