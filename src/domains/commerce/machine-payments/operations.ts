// The operations of payments for single requests: how to pay, what is for sale, past payments. Read this file first.
import { Type } from 'typebox'
import {
  pageInput,
  PageOf,
  pageOver,
  type PageRequest,
  PER_PAGE_MAX,
} from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import { type Context, defineOperation } from '../../../operation/operation.ts'
import { reader } from '../../../operation/auth.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import * as history from './payments/history.ts'
import type { Payments } from './payments/service.ts'
import { preimageOf } from './payments/rails.ts'
import * as schema from './schema.ts'
import { makeRailLimitOperations } from './limits/operations.ts'
import { makeResourceOperations } from './resources/operations.ts'
import type { ResourceOptions } from './resources/service.ts'
import { listCatalogue, type CatalogueItem, type CatalogueOptions } from './paywall/catalogue.ts'

export interface MachinePaymentsOptions extends ResourceOptions, CatalogueOptions {
  readonly payments: Payments
  readonly sealer: Pick<Sealer, 'digest' | 'digests'>
  readonly baseUrl: () => string
}

const VERSION = 1
const SPEC_URL = 'https://paymentauth.org'
/** The tool server's error code for a call that must be paid for. */
const MCP_ERROR_CODE = -32_042

export const makeOperations = (options: MachinePaymentsOptions) => {
  const railIds = () => options.payments.rails.map(({ info }) => info.id)
  const rails = () =>
    options.payments.rails.map(({ info }) => ({ ...info, currencies: [...info.currencies] }))
  const configuration = () => {
    const issuer = options.baseUrl()
    return {
      mpp_version: VERSION,
      issuer,
      supported_rails: railIds(),
      currency: 'USDC',
      endpoints: {
        status: `${issuer}/api/v1/mpp/status`,
        supported: `${issuer}/api/v1/mpp/supported-rails`,
        resources: `${issuer}/api/v1/mpp/resources`,
        payments: `${issuer}/api/v1/mpp/payments`,
      },
      mcp: { enabled: true, error_code: MCP_ERROR_CODE },
      spec_url: SPEC_URL,
    }
  }
  const toResource = ({ method, path, amount, description, resource }: CatalogueItem) => ({
    id: resource?.id ?? null,
    path,
    method,
    'x-payment-info': {
      intent: 'charge',
      amount: amount === null ? null : String(amount),
      currency: 'USDC',
      rails: railIds().filter((rail) => resource?.available_rails.includes(rail) ?? true),
      description,
    },
  })
  const resources = async (page: PageRequest, { tx, caller }: Context) => {
    const { data, ...rest } = await pageOver(listCatalogue(tx, caller.environment, options), page)
    return { ...rest, data: data.map(toResource) }
  }
  return [
    ...makeResourceOperations(options),
    ...makeRailLimitOperations(),
    defineOperation({
      name: 'mpp.status',
      kind: 'query',
      summary: 'Whether single requests can be paid for, and on which rails.',
      auth: 'public',
      input: Type.Object({}),
      output: schema.Status,
      errors: [],
      rest: [{ route: 'GET /api/v1/mpp/status', envelope: 'success' }],
      graphql: { schema: 'mpp' },
      handler: () => ({
        enabled: options.payments.rails.length > 0,
        version: VERSION,
        available_rails: railIds(),
        rail_count: options.payments.rails.length,
        mcp_enabled: true,
        test_mode: options.payments.isSimulated,
        spec_url: SPEC_URL,
      }),
    }),
    defineOperation({
      name: 'mpp.rails',
      kind: 'query',
      summary: 'The rails on which requests can be paid for.',
      auth: 'public',
      input: Type.Object({}),
      output: Type.Object({ rails: Type.Array(schema.Rail, { maxItems: 10 }) }),
      errors: [],
      rest: [{ route: 'GET /api/v1/mpp/supported-rails', envelope: 'success' }],
      graphql: { schema: 'mpp' },
      handler: () => ({ rails: rails() }),
    }),
    defineOperation({
      name: 'mpp.configuration',
      kind: 'query',
      summary: 'The configuration of payments for requests: rails and addresses.',
      auth: 'public',
      input: Type.Object({}),
      output: schema.Configuration,
      errors: [],
      rest: [{ route: 'GET /.well-known/mpp-configuration', envelope: 'bare' }],
      graphql: { omit: 'A document at a well-known address.' },
      handler: configuration,
    }),
    defineOperation({
      name: 'mpp.resources',
      kind: 'query',
      summary: 'The requests that are for sale, and their prices.',
      auth: 'public',
      input: Type.Object(pageInput),
      output: PageOf(schema.Resource),
      errors: [],
      rest: [{ route: 'GET /api/v1/mpp/resources', envelope: 'success_page' }],
      graphql: { schema: 'mpp' },
      handler: (page, ctx) => resources(page, ctx),
    }),
    defineOperation({
      name: 'mpp.discovery',
      kind: 'query',
      summary:
        'How to pay this bank for single requests: its configuration, rails and first resources.',
      auth: 'public',
      input: Type.Object({
        include_resources: Type.Boolean({
          default: true,
          description: 'Whether to list the requests that are for sale.',
        }),
      }),
      output: schema.Discovery,
      errors: [],
      rest: [],
      handler: async ({ include_resources }, ctx) => ({
        configuration: configuration(),
        rails: rails(),
        resources: include_resources
          ? (await resources({ page: 1, per_page: PER_PAGE_MAX }, ctx)).data
          : [],
      }),
    }),
    defineOperation({
      name: 'mpp.payments',
      kind: 'query',
      summary:
        'The caller’s payments for requests, newest first: those made with the caller’s session; an operator sees all payments.',
      auth: reader,
      input: Type.Object({
        ...pageInput,
        status: Type.Optional(schema.PaymentStatus),
        rail: Type.Optional(schema.RailName),
      }),
      output: PageOf(schema.Payment),
      errors: [],
      rest: [{ route: 'GET /api/v1/mpp/payments', envelope: 'page' }],
      graphql: { schema: 'mpp' },
      handler: (input, ctx) => history.listPayments(input, ctx),
    }),
    defineOperation({
      name: 'mpp.stats',
      kind: 'query',
      summary:
        'Totals of the caller’s payments for requests, by rail; an operator sees the totals of all payments.',
      auth: reader,
      input: Type.Object({}),
      output: schema.Stats,
      errors: [],
      rest: [{ route: 'GET /api/v1/mpp/payments/stats', envelope: 'success' }],
      graphql: { schema: 'mpp' },
      handler: (_input, ctx) => history.sumPayments(ctx),
    }),
    defineOperation({
      name: 'mpp.pay_lightning',
      kind: 'query',
      summary: 'Pay the Lightning invoice of a challenge and return its preimage; sandbox only.',
      auth: 'public',
      input: Type.Object({
        challenge_id: Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'The challenge to pay for.',
        }),
      }),
      output: Type.Object({ preimage: Type.String(), simulated: Type.Boolean() }),
      errors: [NotFound],
      rest: [{ route: 'POST /api/v1/mpp/sandbox/lightning/pay', envelope: 'success' }],
      graphql: { omit: 'A tool of the sandbox for one protocol.' },
      handler: ({ challenge_id }) => {
        const rail = options.payments.rails.find(({ info }) => info.id === 'lightning')
        if (!rail?.simulated) throw NotFound({ what: 'sandbox invoice of', id: challenge_id })
        return {
          preimage: preimageOf(challenge_id, options.sealer).toString('hex'),
          simulated: true,
        }
      },
    }),
  ]
}
