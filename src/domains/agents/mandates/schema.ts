// Wire shapes of mandates and their credentials.
import { Type } from 'typebox'
import { DateTime, freeForm } from '../../../kernel/schema.ts'
import { statusAt } from './access.ts'
import type { IssuerKey as PublicKey } from './credential.ts'
import { PAYMENTS_MAX } from './execution.ts'
import { mandateLives, mandateTypes } from './life-cycle.ts'
import type { MandateRow, PaymentSum } from './store.ts'

const Moment = Type.Union([DateTime, Type.Null()])
const Text = Type.Union([Type.String(), Type.Null()])

export const MandateType = Type.Enum([...mandateTypes], {
  $id: 'MandateType',
  description: 'The kind of mandate; it decides which fields the payload has.',
})
export const MandateStatus = mandateLives.cart.schema({
  $id: 'MandateStatus',
  description: 'The status of the mandate.',
})

export const Payload = freeForm({
  maxProperties: 50,
  description:
    'cart: items[], total_cents, currency, merchant_did, shopping_agent_did, merchant_name?, cart_id?, expires_at?. ' +
    'intent: intent, budget_cents, currency, delegator_did, agent_did, constraints?, requires_refundability?, expires_at?. ' +
    'payment: payee_did, payer_did, amount_cents, currency, payment_method_preferences?, reference?, expires_at?. ' +
    'Kept as it was sent.',
})

export const Credential = freeForm(
  { maxProperties: 50, description: 'The credential as the bank issued it.' },
  { bytesMax: 32_768, levelsMax: 8 },
)

const IssuedCredential = Type.Object(
  {
    type: Type.Enum(['cart_vdc', 'intent_vdc', 'payment_vdc']),
    issuer: Type.String(),
    subject: Type.String(),
    claims: Type.Object({
      mandate_id: Type.String({ format: 'uuid' }),
      mandate_type: MandateType,
      payload_hash: Type.String(),
      amount_cents: Type.Integer(),
      currency: Type.String(),
      environment: Type.Enum(['live', 'sandbox']),
    }),
    disclosures: Type.Record(Type.String(), Type.Unknown()),
    issued_at: DateTime,
    expires_at: DateTime,
    issuer_signature: Type.Optional(
      Type.Object({
        verificationMethod: Type.String(),
        publicKeyMultibase: Type.String(),
        value: Type.String(),
      }),
    ),
    proof: Type.Object({
      type: Type.String(),
      cryptosuite: Type.String(),
      created: DateTime,
      verificationMethod: Type.String(),
      proofPurpose: Type.String(),
      proofValue: Type.String(),
    }),
  },
  { $id: 'MandateCredential' },
)

const summary = {
  uuid: Type.String({ format: 'uuid' }),
  type: MandateType,
  status: MandateStatus,
  issuer_did: Type.String(),
  subject_did: Type.String(),
  payload: Payload,
  amount_cents: Type.Integer(),
  currency: Type.String(),
  paid_units: Type.String({
    description: 'The sum of completed and pending payments, in the smallest unit of the currency.',
  }),
  payment_references: Type.Array(Type.String(), { maxItems: PAYMENTS_MAX }),
  vdc_hash: Type.String(),
  reason: Text,
  disputed_by: Text,
  created_at: DateTime,
  accepted_at: Moment,
  executed_at: Moment,
  completed_at: Moment,
  revoked_at: Moment,
  disputed_at: Moment,
  expires_at: DateTime,
}

export const MandateListItem = Type.Object(summary, { $id: 'MandateListItem' })
export const Mandate = Type.Object({ ...summary, credential: IssuedCredential }, { $id: 'Mandate' })

export const Verdict = Type.Object(
  {
    valid: Type.Boolean(),
    reasons: Type.Array(Type.String(), { maxItems: 20 }),
    mandate_id: Text,
    mandate_type: Type.Union([MandateType, Type.Null()]),
    status: Type.Union([MandateStatus, Type.Null()]),
    vdc_hash: Type.String(),
  },
  { $id: 'MandateVerdict' },
)

const keyFields = {
  id: Type.String({ description: 'The verificationMethod that proofs name.' }),
  cryptosuite: Type.String(),
  public_key_multibase: Type.String(),
  public_key_jwk: Type.Object({ kty: Type.String(), crv: Type.String(), x: Type.String() }),
}

export const IssuerKey = Type.Object(
  {
    ...keyFields,
    other_keys: Type.Array(Type.Object(keyFields), {
      maxItems: 100,
      description:
        'Keys of earlier credentials, which stay valid, and a key that will sign soon. One that leaked is removed.',
    }),
  },
  { $id: 'MandateIssuerKey' },
)

export const toIssuerKey = ({ id, multibase, jwk }: PublicKey) => ({
  id,
  cryptosuite: 'eddsa-jcs-2022',
  public_key_multibase: multibase,
  public_key_jwk: jwk,
})

export const toMandate = (mandate: MandateRow, paid: PaymentSum | undefined, now: Date) => ({
  ...mandate,
  status: statusAt(mandate, now),
  paid_units: paid?.units ?? '0',
  payment_references: paid?.references ?? [],
})
