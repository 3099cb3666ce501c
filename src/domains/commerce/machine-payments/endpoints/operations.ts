// The operations of endpoints (paths that any user may sell by x402) and of the payments for them.
import { Type } from 'typebox'
import { formatDecimal } from '../../../../kernel/money.ts'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { EndpointExists, PathReserved, TooManyEndpoints } from './errors.ts'
import * as schema from './schema.ts'
import type { EndpointRow } from './store.ts'
import * as endpoints from './service.ts'
import * as payments from './payments.ts'
import { DEFAULT_NETWORK, getNetwork, USDC_VERSION } from '../x402/networks.ts'

export const makeEndpointOperations = (options: endpoints.EndpointOptions) => [
  defineOperation({
    name: 'x402_endpoint.create',
    kind: 'command',
    summary: 'Put a price on a path; from then on requests to it must be paid for.',
    auth: writer,
    input: Type.Object(schema.createInput),
    output: Type.Object({ data: schema.Endpoint, message: Type.String() }),
    errors: [EndpointExists, Invalid, PathReserved, TooManyEndpoints],
    rest: [{ route: 'POST /api/v2/x402/endpoints', status: 201, envelope: 'bare' }],
    graphql: { field: 'createX402MonetizedEndpoint' },
    exempt: { tenants: 'Every user has their own prices.' },
    handler: async (input, ctx) => {
      const row = await endpoints.createEndpoint(
        {
          method: input.method ?? 'GET',
          path: input.path,
          price_usd_cents: input.price_usd_cents,
          network: input.network ?? DEFAULT_NETWORK,
          asset: input.asset ?? 'USDC',
          description: input.description ?? null,
          mime_type: input.mime_type ?? 'application/json',
          is_active: input.is_active ?? true,
        },
        ctx,
        options,
      )
      return { data: toEndpoint(row), message: 'The path now has a price.' }
    },
  }),
  defineOperation({
    name: 'x402_endpoint.list',
    kind: 'query',
    summary: 'The paths on which the caller has put a price, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Endpoint),
    errors: [],
    rest: [{ route: 'GET /api/v2/x402/endpoints', envelope: 'page' }],
    graphql: { field: 'x402MonetizedEndpoints' },
    handler: async (page, ctx) => {
      const { rows, total } = await endpoints.listEndpoints(page, ctx)
      return toPage(rows.map(toEndpoint), total, page)
    },
  }),
  defineOperation({
    name: 'x402_endpoint.get',
    kind: 'query',
    summary: 'One path with a price.',
    auth: reader,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the endpoint.' }),
    }),
    output: schema.Endpoint,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/x402/endpoints/:id', envelope: 'data' }],
    graphql: { field: 'x402MonetizedEndpoint' },
    handler: async ({ id }, ctx) => toEndpoint(await endpoints.getEndpoint(id, ctx)),
  }),
  defineOperation({
    name: 'x402_endpoint.update',
    kind: 'command',
    summary: 'Change an endpoint: its path, price or description, or whether it is active.',
    auth: writer,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the endpoint.' }),
      ...schema.updateInput,
    }),
    output: schema.Endpoint,
    errors: [EndpointExists, Invalid, NotFound, PathReserved],
    rest: [
      { route: 'PUT /api/v2/x402/endpoints/:id', envelope: 'data' },
      { route: 'PATCH /api/v2/x402/endpoints/:id', envelope: 'data' },
    ],
    graphql: { field: 'updateX402MonetizedEndpoint' },
    handler: async ({ id, ...change }, ctx) =>
      toEndpoint(await endpoints.updateEndpoint(id, change, ctx, options)),
  }),
  defineOperation({
    name: 'x402_endpoint.delete',
    kind: 'command',
    summary: 'Remove the price of a path; its payments stay recorded.',
    auth: remover,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the endpoint.' }),
    }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v2/x402/endpoints/:id', envelope: 'none' }],
    graphql: { field: 'deleteX402MonetizedEndpoint' },
    handler: async ({ id }, ctx) => {
      await endpoints.deleteEndpoint(id, ctx)
      return null
    },
  }),
  defineOperation({
    name: 'x402_payment.list',
    kind: 'query',
    summary: 'The payments for the caller’s paths, newest first; an operator sees all payments.',
    auth: reader,
    input: Type.Object({
      ...pageInput,
      status: Type.Optional(schema.PaymentStatus),
      network: Type.Optional(
        Type.String({ maxLength: 50, description: 'Only payments on this network.' }),
      ),
      payer_address: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only payments from this address.' }),
      ),
    }),
    output: PageOf(schema.Payment),
    errors: [],
    rest: [{ route: 'GET /api/v2/x402/payments', envelope: 'page' }],
    handler: (input, ctx) => payments.listPayments(input, ctx),
  }),
  defineOperation({
    name: 'x402_payment.stats',
    kind: 'query',
    summary: 'Totals of the payments for the caller’s paths.',
    auth: reader,
    input: Type.Object({
      period: Type.Enum(['day', 'week', 'month', '24h', '1d', '7d', '30d'], {
        default: 'day',
        description: 'How far back.',
      }),
    }),
    output: schema.Stats,
    errors: [],
    rest: [{ route: 'GET /api/v2/x402/payments/stats', envelope: 'data' }],
    handler: ({ period }, ctx) => payments.sumPayments(period, ctx),
  }),
  defineOperation({
    name: 'x402_payment.get',
    kind: 'query',
    summary: 'One payment for one of the caller’s paths.',
    auth: reader,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the payment.' }),
    }),
    output: schema.Payment,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/x402/payments/:id', envelope: 'data' }],
    handler: ({ id }, ctx) => payments.getPayment(id, ctx),
  }),
]

function toEndpoint(row: EndpointRow) {
  const { usdc_name } = getNetwork(row.network)
  return {
    id: row.id,
    method: row.method,
    path: row.path,
    price: formatDecimal({
      units: BigInt(row.price_usd_cents),
      asset: { code: 'USD', precision: 2 },
    }),
    price_usd_cents: row.price_usd_cents,
    network: row.network,
    asset: row.asset,
    scheme: 'exact',
    description: row.description,
    mimeType: row.mime_type,
    isActive: row.is_active,
    extra: { name: usdc_name, version: USDC_VERSION },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
