// The operations on assets: listing is public, changes are for operators. Read this file first.
import { Type } from 'typebox'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { type Auth, defineOperation, type Route } from '../../../operation/operation.ts'
import { operator, reader } from '../../../operation/auth.ts'
import { AssetExists, AssetInUse } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { Holdings } from './service.ts'

const code = Type.String({ maxLength: 255, description: 'The code of the asset, in any case.' })

const listAssets = (name: `asset.${string}`, auth: Auth, rest: readonly Route[]) =>
  defineOperation({
    name,
    kind: 'query',
    summary: 'All assets that can be held, ordered by code.',
    auth,
    input: Type.Object({
      include_inactive: Type.Boolean({
        default: false,
        description: 'Also lists assets that are not active.',
      }),
      type: Type.Optional(schema.AssetType),
      search: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Part of the code or name.' }),
      ),
    }),
    output: schema.AssetList,
    errors: [],
    rest,
    handler: ({ include_inactive, type, search }, ctx) =>
      service.listAssets({ include_inactive, type, search }, ctx),
  })

const getAsset = (
  name: `asset.${string}`,
  auth: Auth,
  rest: readonly Route[],
  supplies: service.Supplies,
) =>
  defineOperation({
    name,
    kind: 'query',
    summary: 'One asset with its value and its supply.',
    auth,
    input: Type.Object({ code }),
    output: schema.AssetDetail,
    errors: [NotFound],
    rest,
    handler: (input, ctx) => service.describeAsset(input.code, ctx, supplies),
  })

export function makeOperations(holdings: Holdings) {
  const supplies = new service.Supplies(holdings)
  return [
    listAssets('asset.list_public', 'public', [{ route: 'GET /api/v1/assets', envelope: 'bare' }]),
    listAssets('asset.list', reader, [{ route: 'GET /api/v2/assets', envelope: 'bare' }]),
    getAsset(
      'asset.get_public',
      'public',
      [{ route: 'GET /api/v1/assets/:code', envelope: 'data', plainNotFound: true }],
      supplies,
    ),
    getAsset(
      'asset.get',
      reader,
      [{ route: 'GET /api/v2/assets/:code', envelope: 'data', plainNotFound: true }],
      supplies,
    ),
    defineOperation({
      name: 'asset.create',
      kind: 'command',
      summary: 'Add an asset.',
      auth: operator,
      input: Type.Object(schema.newAsset),
      output: schema.AssetWithMessage,
      errors: [Invalid, AssetExists],
      rest: [{ route: 'POST /api/v2/assets', status: 201, envelope: 'bare' }],
      handler: async (input, ctx) => ({
        data: service.toAsset(await service.createAsset(input, ctx)),
        message: 'The asset is added.',
      }),
    }),
    defineOperation({
      name: 'asset.update',
      kind: 'command',
      summary: 'Change an asset; its precision cannot be changed.',
      auth: operator,
      input: Type.Object({ code, ...schema.assetChange }),
      output: schema.AssetWithMessage,
      errors: [NotFound, Invalid, AssetInUse],
      rest: [
        { route: 'PUT /api/v2/assets/:code', envelope: 'bare', plainNotFound: true },
        { route: 'PATCH /api/v2/assets/:code', envelope: 'bare', plainNotFound: true },
      ],
      handler: async ({ code: id, ...change }, ctx) => ({
        data: service.toAsset(await service.updateAsset(id, change, ctx, holdings)),
        message: 'The asset is changed.',
      }),
    }),
    defineOperation({
      name: 'asset.deactivate',
      kind: 'command',
      summary: 'Deactivate an asset that no customer holds.',
      auth: operator,
      input: Type.Object({ code }),
      output: schema.AssetWithMessage,
      errors: [NotFound, Invalid, AssetInUse],
      rest: [{ route: 'DELETE /api/v2/assets/:code', envelope: 'bare', plainNotFound: true }],
      handler: async (input, ctx) => ({
        data: service.toAsset(
          await service.updateAsset(input.code, { is_active: false }, ctx, holdings),
        ),
        message: 'The asset is no longer active.',
      }),
    }),
  ]
}
