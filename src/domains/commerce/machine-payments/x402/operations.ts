// The operations that describe payments by x402: status, supported chains and configuration.
import { Type } from 'typebox'
import { defineOperation } from '../../../../operation/operation.ts'
import type { PaymentAcceptance } from '../payments/acceptance.ts'
import * as schema from '../endpoints/schema.ts'
import { DEFAULT_NETWORK, networks, USDC_DECIMALS } from './networks.ts'

export interface X402Options {
  readonly accepted: PaymentAcceptance
  readonly baseUrl: () => string
}

const VERSION = 2
const PROTOCOL = 'x402'
const schemes = ['exact']
const assets = ['USDC']
const contracts = {
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  exact_proxy: '0x4020615294c913F045dc10f0a5cdEbd86c280001',
}

export const makeX402Operations = (options: X402Options) => [
  defineOperation({
    name: 'x402.status',
    kind: 'query',
    summary: 'Whether payments by x402 are accepted.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.Status,
    errors: [],
    rest: [{ route: 'GET /api/v2/x402/status', envelope: 'data' }],
    graphql: { field: 'x402ProtocolStatus' },
    handler: () => ({
      enabled: options.accepted.facilitator !== undefined,
      version: VERSION,
      protocol: PROTOCOL,
      default_network: DEFAULT_NETWORK,
      supported_schemes: schemes,
      client_enabled: false,
      test_mode: options.accepted.facilitator?.simulated ?? false,
    }),
  }),
  defineOperation({
    name: 'x402.supported',
    kind: 'query',
    summary: 'The supported chains, assets and schemes of payments by x402.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.Supported,
    errors: [],
    rest: [{ route: 'GET /api/v2/x402/supported', envelope: 'data' }],
    graphql: { field: 'x402SupportedNetworks' },
    handler: () => ({
      networks: networks.map(({ usdc_name: _name, v1_name: _v1, ...network }) => ({
        ...network,
        usdc_decimals: USDC_DECIMALS,
      })),
      contracts,
      supported_schemes: schemes,
      supported_assets: assets,
    }),
  }),
  defineOperation({
    name: 'x402.configuration',
    kind: 'query',
    summary: 'The configuration of payments by x402: networks, receiver and addresses.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.Configuration,
    errors: [],
    rest: [{ route: 'GET /.well-known/x402-configuration', envelope: 'bare' }],
    graphql: { omit: 'A document at a well-known address.' },
    handler: () => {
      const issuer = options.baseUrl()
      const at = (name: string): string => `${issuer}/api/v2/x402/${name}`
      return {
        version: VERSION,
        protocol: PROTOCOL,
        issuer,
        enabled: options.accepted.facilitator !== undefined,
        facilitator: options.accepted.facilitator?.url ?? null,
        pay_to: options.accepted.facilitator ? options.accepted.payTo : null,
        default_network: DEFAULT_NETWORK,
        networks: networks.map(({ id }) => id),
        supported_schemes: schemes,
        supported_assets: assets,
        endpoints: {
          status: at('status'),
          supported: at('supported'),
          payments: at('payments'),
          endpoints: at('endpoints'),
        },
      }
    },
  }),
]
