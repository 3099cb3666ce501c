// The operations on assets: listing is public, changes are for operators. Read this file first.
import { Type } from 'typebox'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { type AnyOperation, defineOperation } from '../../../operation/operation.ts'
import { operator, reader } from '../../../operation/auth.ts'
import { AssetExists, AssetInUse } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { Holdings } from './service.ts'

const code = Type.String({ maxLength: 255, description: 'The code of the asset, in any case.' })

/** The two versions of the API have each read with its own name, callers and routes. */
type Variant = Pick<AnyOperation, 'auth' | 'rest' | 'graphql' | 'exempt'> & {
  readonly name: `asset.${string}`
}

const listAssets = (variant: Variant) =>
  defineOperation({
    ...variant,
    kind: 'query',
    summary: 'All assets that can be held, ordered by code.',
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
    handler: ({ include_inactive, type, search }, ctx) =>
      service.listAssets({ include_inactive, type, search }, ctx),
  })

const getAsset = (variant: Variant, supplies: service.Supplies) =>
  defineOperation({
    ...variant,
    kind: 'query',
    summary: 'One asset with its value and its supply.',
    input: Type.Object({ code }),
    output: schema.AssetDetail,
    errors: [NotFound],
    handler: (input, ctx) => service.describeAsset(input.code, ctx, supplies),
  })

export function makeOperations(holdings: Holdings) {
  const supplies = new service.Supplies(holdings)
  return [
    listAssets({
      name: 'asset.list_public',
      auth: 'public',
      rest: [{ route: 'GET /api/v1/assets', envelope: 'bare' }],
      graphql: { omit: 'The older form of asset.list.' },
      exempt: {
        pages: 'Operators add assets, and there is a limit.',
        length: { '.data': 'Operators add assets, and there is a limit.' },
      },
    }),
    listAssets({
      name: 'asset.list',
      auth: reader,
      rest: [{ route: 'GET /api/v2/assets', envelope: 'bare' }],
      exempt: {
        pages: 'Operators add assets, and there is a limit.',
        length: { '.data': 'Operators add assets, and there is a limit.' },
      },
    }),
    getAsset(
      {
        name: 'asset.get_public',
        auth: 'public',
        rest: [{ route: 'GET /api/v1/assets/:code', envelope: 'data', plainNotFound: true }],
        graphql: { omit: 'The older form of asset.get.' },
      },
      supplies,
    ),
    getAsset(
      {
        name: 'asset.get',
        auth: reader,
        rest: [{ route: 'GET /api/v2/assets/:code', envelope: 'data', plainNotFound: true }],
        graphql: { args: { id: 'code' }, also: { assetByCode: {} } },
      },
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
      exempt: { names: { '.name': 'An asset, by an operator.' } },
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
      subject: { read: (input, ctx) => service.readAsset(input.code, ctx) },
      input: Type.Object({ code, ...schema.assetChange }),
      output: schema.AssetWithMessage,
      errors: [NotFound, Invalid, AssetInUse],
      rest: [
        { route: 'PUT /api/v2/assets/:code', envelope: 'bare', plainNotFound: true },
        { route: 'PATCH /api/v2/assets/:code', envelope: 'bare', plainNotFound: true },
      ],
      exempt: { names: { '.name': 'An asset, by an operator.' } },
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
      subject: { read: (input, ctx) => service.readAsset(input.code, ctx) },
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
