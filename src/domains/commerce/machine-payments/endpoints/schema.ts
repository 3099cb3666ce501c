// The wire shapes of x402: its configuration, endpoints, their payments and their spending limits.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { SEGMENTS } from '../paywall/paths.ts'

const Atomic = Type.String({ pattern: '^\\d{1,38}$', description: 'Millionths of a USDC.' })

export const Status = Type.Object(
  {
    enabled: Type.Boolean(),
    version: Type.Integer(),
    protocol: Type.String(),
    default_network: Type.String(),
    supported_schemes: Type.Array(Type.String(), { maxItems: 10 }),
    client_enabled: Type.Boolean({ description: 'Whether the bank itself pays others.' }),
    test_mode: Type.Boolean(),
  },
  { $id: 'X402Status' },
)

export const Supported = Type.Object(
  {
    networks: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          testnet: Type.Boolean(),
          chain_id: Nullable(Type.Integer()),
          usdc_address: Type.String(),
          usdc_decimals: Type.Integer(),
          explorer_url: Type.String(),
        },
        { $id: 'X402Network' },
      ),
      { maxItems: 20 },
    ),
    contracts: Type.Record(Type.String(), Type.String()),
    supported_schemes: Type.Array(Type.String(), { maxItems: 10 }),
    supported_assets: Type.Array(Type.String(), { maxItems: 20 }),
  },
  { $id: 'X402Supported' },
)

export const Configuration = Type.Object(
  {
    version: Type.Integer(),
    protocol: Type.String(),
    issuer: Type.String(),
    enabled: Type.Boolean(),
    facilitator: Nullable(Type.String()),
    pay_to: Nullable(Type.String()),
    default_network: Type.String(),
    networks: Type.Array(Type.String(), { maxItems: 20 }),
    supported_schemes: Type.Array(Type.String(), { maxItems: 10 }),
    supported_assets: Type.Array(Type.String(), { maxItems: 20 }),
    endpoints: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'X402Configuration' },
)

const Method = Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', '*'], {
  description: 'The HTTP method that has the price; * stands for any.',
})
const Path = Type.String({
  maxLength: 500,
  pattern: `^/(${SEGMENTS})?$`,
  description: 'The absolute path; a path outside /api is also sold under /api/v2.',
})
const Cents = Type.Integer({
  minimum: 1,
  maximum: 100_000_000,
  description: 'The price, in US cents.',
})
const Network = Type.String({ maxLength: 50, description: 'CAIP-2; see /x402/supported.' })
const AssetCode = Type.String({
  maxLength: 20,
  description: 'The asset to pay in; see /x402/supported.',
})
const Description = Nullable(Type.String({ maxLength: 1_000, description: 'Shown to buyers.' }))
const MimeType = Type.String({
  description: 'The media type of the answer.',
  maxLength: 100,
  pattern: '^[\\w.+-]+/[\\w.+-]+$',
})

export const createInput = {
  path: Path,
  price_usd_cents: Cents,
  network: Type.Optional(Network),
  asset: Type.Optional(AssetCode),
  description: Type.Optional(Description),
  method: Type.Optional(Method),
  mime_type: Type.Optional(MimeType),
  is_active: Type.Optional(Type.Boolean({ description: 'Whether payment is demanded now.' })),
}

export const updateInput = {
  ...createInput,
  path: Type.Optional(Path),
  price_usd_cents: Type.Optional(Cents),
}

export const Endpoint = Type.Object(
  {
    id: Uuid,
    method: Type.String(),
    path: Type.String(),
    price: Type.String({ description: 'Dollars.' }),
    price_usd_cents: Type.Integer(),
    network: Type.String(),
    asset: Type.String(),
    scheme: Type.String(),
    description: Nullable(Type.String()),
    mimeType: Type.String(),
    isActive: Type.Boolean(),
    extra: Type.Object({ name: Type.String(), version: Type.String() }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'X402Endpoint' },
)

export const PaymentStatus = Type.Enum(['pending', 'verified', 'settled', 'failed', 'expired'], {
  $id: 'X402PaymentStatus',
  description: 'The status of the payment.',
})

export const Payment = Type.Object(
  {
    id: Uuid,
    payerAddress: Nullable(Type.String()),
    payToAddress: Type.String(),
    amount: Atomic,
    amountUsd: Type.String(),
    network: Type.String(),
    asset: Type.String(),
    scheme: Type.String(),
    status: PaymentStatus,
    transactionHash: Nullable(Type.String()),
    endpoint: Type.String(),
    error: Nullable(Type.Object({ reason: Type.String(), message: Type.String() })),
    testMode: Type.Boolean(),
    verifiedAt: Nullable(DateTime),
    settledAt: Nullable(DateTime),
    createdAt: DateTime,
  },
  { $id: 'X402Payment' },
)

export const Stats = Type.Object(
  {
    period: Type.String(),
    total_payments: Type.Integer(),
    total_settled: Type.Integer(),
    total_failed: Type.Integer(),
    total_volume_atomic: Atomic,
    total_volume_usd: Type.String(),
    unique_payers: Type.Integer(),
  },
  { $id: 'X402Stats' },
)

const AgentId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Any name; if it is an address, payments from it count as spent.',
})

export const agentId = Type.String({ maxLength: 255, description: 'The agent of the limit.' })

export const limitSettings = {
  agent_type: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The kind of agent, in a word.' }),
  ),
  daily_limit: Type.Optional(Atomic),
  per_transaction_limit: Type.Optional(Atomic),
  auto_pay_enabled: Type.Optional(
    Type.Boolean({ description: 'Whether the agent may pay without approval.' }),
  ),
}

export const limitInput = { agent_id: AgentId, ...limitSettings }

export const Limit = Type.Object(
  {
    id: Uuid,
    agentId: Type.String(),
    agentType: Type.String(),
    dailyLimit: Atomic,
    spentToday: Atomic,
    perTransactionLimit: Atomic,
    autoPayEnabled: Type.Boolean(),
    remainingBudget: Atomic,
    spentPercentage: Type.Number({
      description: 'The share of the daily limit in percent, rounded down to two decimals.',
    }),
    limitResetsAt: DateTime,
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'X402SpendingLimit' },
)
