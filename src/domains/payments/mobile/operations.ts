// The operations by which the app reads its configuration, the networks and the recent recipients.
import { Type } from 'typebox'
import { DateTime, described } from '../../../kernel/schema.ts'
import { reader } from '../../../operation/auth.ts'
import { Invalid } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { AmountInput, readUnits } from '../../core/assets/index.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { QuoteFailed, WrongNetwork } from './errors.ts'
import { COIN, estimateFees, findNetwork, type Network, networkIds, networks } from './networks.ts'
import type { MobileOptions } from './options.ts'
import { listRecent } from './p2p/recipients.ts'

export interface AppOptions extends MobileOptions {
  readonly app: {
    readonly min: string
    readonly latest: string
    readonly maintenance: boolean
  }
}

const NetworkStatus = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    native_asset: Type.String(),
    status: Type.Enum(['active', 'unavailable'], { $id: 'NetworkState' }),
    avg_fee_usd: Type.String(),
    avg_confirmation_seconds: Type.Integer(),
    congestion: Type.Enum(['low'], { $id: 'NetworkCongestion' }),
    supported_assets: Type.Array(Type.String(), { maxItems: 10 }),
    simulated: Type.Boolean(),
  },
  { $id: 'NetworkStatus' },
)

const networkInput = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'A network, such as SOLANA or polygon.',
})

const getNetwork = (id: string): Network => {
  const network = findNetwork(id)
  if (!network) throw WrongNetwork({ network: id, accepted: networkIds })
  return network
}

/** In production no network is simulated, and none is configured. */
const toStatus = (network: Network, { production }: MobileOptions, environment: string) => ({
  id: network.id,
  name: network.name,
  native_asset: network.native,
  status: production && environment === 'live' ? ('unavailable' as const) : ('active' as const),
  avg_fee_usd: network.avg_fee_usd,
  avg_confirmation_seconds: network.seconds,
  congestion: 'low' as const,
  supported_assets: [COIN],
  simulated: true,
})

/** Compares versions number by number; a missing number is zero. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version.split('.').map(Number), than.split('.').map(Number)]
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

const versionInput = Type.Optional(
  Type.String({
    pattern: '^\\d{1,4}(\\.\\d{1,4}){0,2}$',
    description: 'The version of the calling app.',
  }),
)

const versionFields = {
  min_app_version: Type.String(),
  latest_app_version: Type.String(),
  force_update: Type.Boolean({ description: 'Whether the calling app is too old.' }),
  maintenance_mode: Type.Boolean(),
}

export function makeAppOperations(options: AppOptions) {
  const { app, baseUrl, claimDays, mailer, production } = options
  const versions = (app_version: string | undefined) => ({
    min_app_version: app.min,
    latest_app_version: app.latest,
    force_update: app_version !== undefined && isOlder(app_version, app.min),
    maintenance_mode: app.maintenance,
  })
  return [
    defineOperation({
      name: 'mobile.config',
      kind: 'query',
      summary: 'Get the configuration of the app; no login is needed.',
      auth: 'public',
      input: Type.Object({ app_version: versionInput }),
      output: Type.Object(
        {
          ...versionFields,
          features: Type.Object({
            biometric_auth: Type.Boolean(),
            passkeys: Type.Boolean(),
            payment_intents: Type.Boolean(),
            merchant_payments: Type.Boolean(),
            p2p_transfers: Type.Boolean(),
            p2p_by_email: Type.Boolean(),
            push_notifications: Type.Boolean(),
          }),
          p2p_claim_days: Type.Integer({
            description: 'The number of days after which unclaimed money is returned.',
          }),
          websocket: Type.Object({ url: Type.String(), protocol: Type.String() }),
        },
        { $id: 'MobileConfig' },
      ),
      errors: [],
      rest: [{ route: 'GET /api/mobile/config', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: ({ app_version }) => ({
        ...versions(app_version),
        features: {
          biometric_auth: true,
          passkeys: true,
          payment_intents: true,
          merchant_payments: !production,
          p2p_transfers: true,
          p2p_by_email: mailer.isOn,
          push_notifications: true,
        },
        p2p_claim_days: claimDays,
        websocket: {
          url: `${baseUrl().replace(/^http/, 'ws')}/api/graphql`,
          protocol: 'graphql-transport-ws',
        },
      }),
    }),
    defineOperation({
      name: 'mobile.status',
      kind: 'query',
      summary: 'Get the status of the bank’s service for apps.',
      auth: 'public',
      input: Type.Object({ app_version: versionInput }),
      output: Type.Object(
        {
          status: Type.Enum(['operational', 'maintenance'], { $id: 'AppState' }),
          ...versionFields,
          server_time: DateTime,
        },
        { $id: 'AppStatus' },
      ),
      errors: [],
      rest: [{ route: 'GET /api/v1/app/status', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: ({ app_version }, ctx) => ({
        status: app.maintenance ? ('maintenance' as const) : ('operational' as const),
        ...versions(app_version),
        server_time: ctx.now.toISOString(),
      }),
    }),
    defineOperation({
      name: 'network.list',
      kind: 'query',
      summary: 'List the networks over which merchants are paid, with their status.',
      auth: reader,
      input: Type.Object({}),
      output: Type.Array(NetworkStatus, { maxItems: 20 }),
      errors: [],
      rest: [{ route: 'GET /api/v1/networks/status', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
      handler: (_input, ctx) =>
        networks.map((one) => toStatus(one, options, ctx.caller.environment)),
    }),
    defineOperation({
      name: 'network.get',
      kind: 'query',
      summary: 'Get the status of a network.',
      auth: reader,
      input: Type.Object({ network: networkInput }),
      output: NetworkStatus,
      errors: [WrongNetwork],
      rest: [{ route: 'GET /api/v1/networks/:network/status', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: ({ network }, ctx) => toStatus(getNetwork(network), options, ctx.caller.environment),
    }),
    defineOperation({
      name: 'network.validate_address',
      kind: 'query',
      summary: 'Check whether a text has the format of an address of a network.',
      auth: reader,
      input: Type.Object({
        address: Type.String({ minLength: 20, maxLength: 128, description: 'The address.' }),
        network: Type.Optional(networkInput),
      }),
      output: Type.Object(
        {
          valid: Type.Boolean(),
          address: Type.String(),
          networks: Type.Array(Type.String(), { maxItems: 20 }),
        },
        { $id: 'AddressCheck' },
      ),
      errors: [WrongNetwork],
      rest: [{ route: 'GET /api/v1/wallet/validate-address', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: ({ address, network }) => {
        const asked = network === undefined ? networks : [getNetwork(network)]
        const fitting = asked.filter((one) => one.address.test(address)).map(({ id }) => id)
        return { valid: fitting.length > 0, address, networks: fitting }
      },
    }),
    defineOperation({
      name: 'network.quote',
      kind: 'query',
      summary: 'Estimate the fee and the duration of a payment over a network.',
      auth: reader,
      input: Type.Object({
        network: networkInput,
        asset: Type.String({ minLength: 1, maxLength: 10, description: 'The coin: USDC.' }),
        amount: described(AmountInput, 'Above zero, at most 1,000,000.'),
      }),
      output: Type.Object(
        {
          network: Type.String(),
          asset: Type.String(),
          amount: Type.String(),
          estimated_fee: Type.String(),
          fee_currency: Type.Literal('USD'),
          estimated_time_seconds: Type.Integer(),
          exchange_rate_usd: Type.String(),
          simulated: Type.Boolean(),
        },
        { $id: 'NetworkQuote' },
      ),
      errors: [Invalid, QuoteFailed, WrongNetwork],
      rest: [{ route: 'POST /api/v1/wallet/quote', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: (input) => {
        const network = getNetwork(input.network)
        if (input.asset !== COIN)
          throw QuoteFailed({ reason: `Only ${COIN} is sent over networks, not ${input.asset}.` })
        const asset = options.assets.get(COIN)
        const units = readUnits(input.amount, { ...asset, max_amount: '1000000' })
        return {
          network: network.id,
          asset: COIN,
          amount: formatDecimal({ units, asset }),
          estimated_fee: estimateFees(network.id, false, COIN).usdApprox,
          fee_currency: 'USD' as const,
          estimated_time_seconds: network.seconds,
          exchange_rate_usd: '1.00',
          simulated: true,
        }
      },
    }),
    defineOperation({
      name: 'p2p_transfer.recipients',
      kind: 'query',
      summary: 'List the users and e-mail addresses to which you sent money last, each once.',
      auth: reader,
      input: Type.Object({
        limit: Type.Integer({
          minimum: 1,
          maximum: 50,
          default: 10,
          description: 'The maximum number of recipients.',
        }),
      }),
      output: Type.Array(
        Type.Object(
          {
            recipient: Type.String({ description: 'A user’s uuid, or an e-mail address.' }),
            type: Type.Enum(['user', 'email']),
            last_sent_at: DateTime,
            times: Type.Integer(),
          },
          { $id: 'RecentRecipient' },
        ),
        { maxItems: 50 },
      ),
      errors: [],
      rest: [{ route: 'GET /api/v1/wallet/recent-recipients', envelope: 'success' }],
      handler: ({ limit }, ctx) => listRecent(limit, ctx),
    }),
  ]
}
