// The wire shapes of machine payments.
import { Type } from 'typebox'
import { PER_PAGE_MAX } from '../../../kernel/page.ts'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import { inHeader } from '../../../operation/input-source.ts'
import { SEGMENTS } from './paywall/paths.ts'
import type { RailId } from './payments/rails.ts'

export const railIds: RailId[] = ['stripe', 'tempo', 'lightning', 'card', 'x402']
export const RailName = Type.Enum(railIds, { $id: 'MachineRail', description: 'A way to pay.' })

/** Wider than any valid proof, so that an overlong one is refused as a payment, not as invalid input. */
const HEADER_MAX = 16_384

/** The headers that can carry a proof of payment. */
export const proofInput = {
  authorization: inHeader('Authorization', {
    maxLength: HEADER_MAX,
    description: '`Payment` and the proof, as base64url JSON.',
  }),
  payment_authorization: inHeader('Payment-Authorization', {
    maxLength: HEADER_MAX,
    description: 'The same, for requests whose `Authorization` holds a bearer token.',
  }),
  payment_signature: inHeader('PAYMENT-SIGNATURE', {
    maxLength: HEADER_MAX,
    description: 'A payment by x402, version 2.',
  }),
  x_payment: inHeader('X-PAYMENT', {
    maxLength: HEADER_MAX,
    description: 'A payment by x402, version 1.',
  }),
  x_payment_signature: inHeader('X-Payment-Signature', {
    maxLength: HEADER_MAX,
    description: 'The signature of X-Payment-Payload.',
  }),
  x_payment_payload: inHeader('X-Payment-Payload', {
    maxLength: HEADER_MAX,
    description: 'Base64 JSON of the authorization.',
  }),
}

/** Fields of an output that are sent as headers. */
export const receiptOutput = {
  receipt: Nullable(Type.String({ description: 'Base64url JSON.' })),
  payment_response: Nullable(Type.String({ description: 'For payments by x402: base64 JSON.' })),
  x_payment_response: Nullable(
    Type.String({ description: 'The same, under the name of version 1 of x402.' }),
  ),
}

export const receiptHeaders = {
  receipt: 'Payment-Receipt',
  payment_response: 'PAYMENT-RESPONSE',
  x_payment_response: 'X-PAYMENT-RESPONSE',
} as const

export const Status = Type.Object(
  {
    enabled: Type.Boolean(),
    version: Type.Integer(),
    available_rails: Type.Array(RailName, { maxItems: 10 }),
    rail_count: Type.Integer(),
    mcp_enabled: Type.Boolean(),
    test_mode: Type.Boolean(),
    spec_url: Type.String(),
  },
  { $id: 'MppStatus' },
)

export const Rail = Type.Object(
  {
    id: RailName,
    label: Type.String(),
    description: Type.String(),
    supports_fiat: Type.Boolean(),
    supports_crypto: Type.Boolean(),
    currencies: Type.Array(Type.String(), { maxItems: 20 }),
  },
  { $id: 'MppRail' },
)

export const Configuration = Type.Object(
  {
    mpp_version: Type.Integer(),
    issuer: Type.String(),
    supported_rails: Type.Array(RailName, { maxItems: 10 }),
    currency: Type.String(),
    endpoints: Type.Object({
      status: Type.String(),
      supported: Type.String(),
      resources: Type.String(),
      payments: Type.String(),
    }),
    mcp: Type.Object({ enabled: Type.Boolean(), error_code: Type.Integer() }),
    spec_url: Type.String(),
  },
  { $id: 'MppConfiguration' },
)

export const Resource = Type.Object(
  {
    id: Nullable(
      Type.String({ format: 'uuid', description: 'Only resources set up by operators have one.' }),
    ),
    path: Type.String(),
    method: Type.String(),
    'x-payment-info': Type.Object({
      intent: Type.String(),
      amount: Nullable(
        Type.String({ description: 'Millionths of a USDC; null when it depends on the request.' }),
      ),
      currency: Type.String(),
      rails: Type.Array(RailName, { maxItems: 10 }),
      description: Type.String(),
    }),
  },
  { $id: 'MppResource' },
)

const Method = Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
  description: 'The HTTP method that has the price.',
})
const Path = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: `^/?(${SEGMENTS})?$`,
  description: 'The absolute path; a path outside /api is also sold under /api/v2.',
})
const Cents = Type.Integer({
  minimum: 1,
  maximum: 100_000_000,
  description: 'Hundredths of the currency.',
})
const Currency = Type.String({
  maxLength: 10,
  pattern: '^[A-Za-z]+$',
  description: 'USD, USDC or an asset with a dollar rate; buyers pay at the current rate.',
})
const Rails = Type.Array(RailName, {
  minItems: 1,
  maxItems: 10,
  description: 'The accepted rails; all by default.',
})
const Description = Nullable(Type.String({ maxLength: 500, description: 'Shown to buyers.' }))
const MimeType = Type.String({
  description: 'The media type of the answer.',
  maxLength: 100,
  pattern: '^[\\w.+-]+/[\\w.+-]+$',
})

export const resourceInput = {
  method: Method,
  path: Path,
  amount_cents: Cents,
  currency: Type.Optional(Currency),
  available_rails: Type.Optional(Rails),
  description: Type.Optional(Description),
  mime_type: Type.Optional(MimeType),
}

export const resourceChange = {
  ...resourceInput,
  method: Type.Optional(Method),
  path: Type.Optional(Path),
  amount_cents: Type.Optional(Cents),
}

export const RegisteredResource = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    method: Type.String(),
    path: Type.String(),
    amount_cents: Type.Integer(),
    currency: Type.String(),
    available_rails: Type.Array(RailName, { maxItems: 10 }),
    description: Nullable(Type.String()),
    mime_type: Type.String(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'MppRegisteredResource' },
)

const LimitCents = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: 'Cents.' })

export const limitInput = {
  agent_id: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'A name of the payer: the payer stated in a proof, the paying address of x402, or the uuid of an agent with a session.',
  }),
  daily_limit: Type.Optional(LimitCents),
  per_tx_limit: Type.Optional(LimitCents),
  auto_pay: Type.Optional(
    Type.Boolean({ description: 'Whether the agent may pay larger amounts without approval.' }),
  ),
}

export const Limit = Type.Object(
  {
    agent_id: Type.String(),
    daily_limit: Type.Integer(),
    per_tx_limit: Type.Integer(),
    auto_pay: Type.Boolean(),
    approval_above: Type.Integer({ description: 'Cents; larger payments need auto_pay.' }),
    spent_today: Type.Integer(),
    remaining_today: Type.Integer(),
    currency: Type.String(),
    resets_at: DateTime,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'MppSpendingLimit' },
)

export const Discovery = Type.Object(
  {
    configuration: Configuration,
    rails: Type.Array(Rail, { maxItems: 10 }),
    resources: Type.Array(Resource, { maxItems: PER_PAGE_MAX }),
  },
  { $id: 'MppDiscovery' },
)

export const PaymentStatus = Type.Enum(['pending', 'verified', 'settled', 'failed'], {
  $id: 'MppPaymentStatus',
  description: 'The status of the payment.',
})

export const Payment = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    challenge_id: Nullable(Type.String()),
    rail: RailName,
    resource: Type.String(),
    payer: Nullable(Type.String()),
    agent_ids: Type.Array(Type.String(), {
      maxItems: 10,
      description: 'The names of the payer.',
    }),
    price_usdc: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    network: Nullable(Type.String()),
    status: PaymentStatus,
    failure: Nullable(Type.String()),
    settlement_reference: Nullable(Type.String()),
    test_mode: Type.Boolean(),
    created_at: DateTime,
    settled_at: Nullable(DateTime),
  },
  { $id: 'MppPayment' },
)

export const Stats = Type.Object(
  {
    total_payments: Type.Integer(),
    settled: Type.Integer(),
    failed: Type.Integer(),
    total_settled_cents: Type.Integer(),
    by_rail: Type.Record(
      Type.String(),
      Type.Object({
        total: Type.Integer(),
        settled: Type.Integer(),
        failed: Type.Integer(),
        settled_cents: Type.Integer(),
      }),
    ),
  },
  { $id: 'MppStats' },
)
