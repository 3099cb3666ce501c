// The operations of wallets: registered addresses, and the activity feed. Read this file first.
import { Type } from 'typebox'
import { pageInput, PER_PAGE_MAX, toPage } from '../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { reader, remover, writer } from '../../../operation/auth.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { ACTIVITY_MAX, listRecent } from './activity.ts'
import { addAddress, listAddresses, removeAddress, toAddress } from './service.ts'
import { AddressExists, TooManyAddresses } from './errors.ts'
import * as schema from './schema.ts'

export const makeOperations = (assets: AssetCatalogue) => [
  defineOperation({
    name: 'wallet.addresses',
    kind: 'query',
    summary: 'List the caller’s wallet addresses, oldest first.',
    auth: reader,
    input: Type.Object({
      chain: Type.Optional(schema.Chain),
      include_inactive: Type.Boolean({
        default: false,
        description: 'Whether to include removed addresses.',
      }),
      ...pageInput,
      // The default page holds as many addresses as a user can have, so that all are shown.
      per_page: Type.Integer({
        minimum: 1,
        maximum: PER_PAGE_MAX,
        default: PER_PAGE_MAX,
        description: 'Rows a page.',
      }),
    }),
    output: schema.Addresses,
    errors: [],
    rest: [{ route: 'GET /api/v1/wallet/addresses', envelope: 'page' }],
    handler: async ({ page, per_page, ...filter }, ctx) => {
      const { rows, total } = await listAddresses(filter, { page, per_page }, ctx)
      const shown = toPage(rows.map(toAddress), total, { page, per_page })
      return { success: true, ...shown, count: rows.length }
    },
  }),
  defineOperation({
    name: 'wallet.create_address',
    kind: 'command',
    summary: 'Register a wallet address of the caller.',
    auth: writer,
    input: Type.Object(schema.newAddress),
    output: schema.Address,
    errors: [Invalid, AddressExists, TooManyAddresses],
    rest: [{ route: 'POST /api/v1/wallet/addresses', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => toAddress(await addAddress(input, ctx)),
  }),
  defineOperation({
    name: 'wallet.delete_address',
    kind: 'command',
    summary: 'Remove a wallet address; it can be registered again.',
    auth: remover,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the address.' }),
    }),
    output: schema.Address,
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v1/wallet/addresses/:uuid', envelope: 'success' }],
    handler: async (input, ctx) => toAddress(await removeAddress(input.uuid, ctx)),
  }),
  defineOperation({
    name: 'wallet.activity',
    kind: 'query',
    summary:
      'List the latest incoming and outgoing transfers of all accounts that the caller owns or manages.',
    auth: reader,
    input: Type.Object({
      limit: Type.Integer({
        default: 10,
        description: `1 to ${ACTIVITY_MAX}; a larger limit counts as ${ACTIVITY_MAX}.`,
      }),
    }),
    output: schema.RecentActivity,
    errors: [Invalid],
    rest: [{ route: 'GET /api/v1/wallet/activity', envelope: 'success' }],
    handler: (input, ctx) => listRecent(input.limit, ctx, assets),
  }),
]
