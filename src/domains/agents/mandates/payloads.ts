// The payloads of mandates by type (AP2): their schemas, their rules, and the terms that the bank enforces.
// A payload is stored exactly as it was sent, because its issuer may have signed it.
import { type TObject, Type } from 'typebox'
import type { Asset } from '../../../kernel/money.ts'
import { plainText } from '../../../kernel/text.ts'
import type { Value } from '../../../kernel/value.ts'
import { Invalid } from '../../../operation/error.ts'
import { shapeOf } from '../../../operation/shape.ts'
import { AssetCode } from '../../core/assets/index.ts'
import { Did } from '../agents/index.ts'
import type { MandateType } from './life-cycle.ts'

const Cents = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const common = {
  currency: AssetCode,
  expires_at: Type.Optional(Type.String({ format: 'date-time' })),
}

const CartItem = Type.Object({
  name: Type.String(plainText(255)),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** A discount is a negative price. */
  unit_price_cents: Type.Optional(Type.Integer({ minimum: -1e12, maximum: 1e12 })),
})

const CartPayload = Type.Object({
  items: Type.Array(CartItem, { minItems: 1, maxItems: 200 }),
  total_cents: Cents,
  merchant_did: Did,
  shopping_agent_did: Did,
  merchant_name: Type.Optional(Type.String(plainText(255))),
  cart_id: Type.Optional(Type.String(plainText(255))),
  ...common,
})

/** The constraints that the bank enforces on payments; a payload may contain others. */
const Constraints = Type.Object({
  payee_dids: Type.Optional(Type.Array(Did, { minItems: 1, maxItems: 100 })),
  max_payment_cents: Type.Optional(Cents),
})

const IntentPayload = Type.Object({
  intent: Type.String({ minLength: 1, maxLength: 2000 }),
  budget_cents: Cents,
  delegator_did: Did,
  agent_did: Did,
  constraints: Type.Optional(Constraints),
  requires_refundability: Type.Optional(Type.Boolean()),
  ...common,
})

const PaymentPayload = Type.Object({
  payee_did: Did,
  payer_did: Did,
  amount_cents: Cents,
  payment_method_preferences: Type.Optional(
    Type.Array(Type.String(plainText(50)), { minItems: 1, maxItems: 20 }),
  ),
  reference: Type.Optional(Type.String(plainText(255))),
  ...common,
})

const DEFAULT_METHODS = ['x402', 'mpp']

/** The terms that the bank reads from a payload, the same for every type. */
export interface Terms {
  readonly issuer_did: string
  readonly subject_did: string
  readonly amount_cents: number
  readonly currency: string
  readonly expires_at: string | undefined
  /** Facts that the credential states in addition to its claims. */
  readonly disclosures: Record<string, unknown>
}

/** Who may pay whom, and the greatest single payment. */
export interface PaymentRule {
  readonly payers: readonly string[]
  /** Undefined allows any payee. */
  readonly payees: readonly string[] | undefined
  readonly max_payment_cents: number | undefined
}

interface Kind<Shape extends TObject> {
  readonly schema: Shape
  readonly check?: (payload: Value<Shape>) => Record<string, string[]> | undefined
  readonly terms: (payload: Value<Shape>) => Omit<Terms, 'currency' | 'expires_at'>
  readonly rule: (payload: Value<Shape>) => PaymentRule
}

/** The functions of a kind are called only with payloads that its schema accepts. */
const kind = <Shape extends TObject>(definition: Kind<Shape>): Kind<TObject> => definition

const kinds: Readonly<Record<MandateType, Kind<TObject>>> = {
  cart: kind<typeof CartPayload>({
    schema: CartPayload,
    check: findWrongTotal,
    terms: (cart) => ({
      issuer_did: cart.merchant_did,
      subject_did: cart.shopping_agent_did,
      amount_cents: cart.total_cents,
      disclosures: {
        merchant_name: cart.merchant_name ?? null,
        cart_id: cart.cart_id ?? null,
        item_count: cart.items.length,
      },
    }),
    rule: (cart) => ({
      payers: [cart.shopping_agent_did],
      payees: [cart.merchant_did],
      max_payment_cents: undefined,
    }),
  }),
  intent: kind<typeof IntentPayload>({
    schema: IntentPayload,
    terms: (intent) => ({
      issuer_did: intent.delegator_did,
      subject_did: intent.agent_did,
      amount_cents: intent.budget_cents,
      disclosures: {
        intent: intent.intent,
        constraints: intent.constraints ?? {},
        requires_refundability: intent.requires_refundability ?? false,
      },
    }),
    rule: (intent) => ({
      payers: [intent.agent_did, intent.delegator_did],
      payees: intent.constraints?.payee_dids,
      max_payment_cents: intent.constraints?.max_payment_cents,
    }),
  }),
  payment: kind<typeof PaymentPayload>({
    schema: PaymentPayload,
    terms: (payment) => ({
      issuer_did: payment.payer_did,
      subject_did: payment.payee_did,
      amount_cents: payment.amount_cents,
      disclosures: {
        payment_method_preferences: payment.payment_method_preferences ?? DEFAULT_METHODS,
        reference: payment.reference ?? null,
      },
    }),
    rule: (payment) => ({
      payers: [payment.payer_did],
      payees: [payment.payee_did],
      max_payment_cents: undefined,
    }),
  }),
}

/** Either every item has a price or none has; prices must add up to the total. */
function findWrongTotal({ items, total_cents }: Value<typeof CartPayload>) {
  const prices = items.flatMap(({ unit_price_cents, quantity = 1 }) =>
    unit_price_cents === undefined ? [] : BigInt(unit_price_cents) * BigInt(quantity),
  )
  if (prices.length === 0) return undefined
  if (prices.length < items.length)
    return { items: ['Either every item or no item must have a unit_price_cents.'] }
  const sum = prices.reduce((a, b) => a + b, 0n)
  if (sum === BigInt(total_cents)) return undefined
  return { total_cents: [`The items add up to ${sum} cents, not ${total_cents}.`] }
}

export type Payload = Readonly<Record<string, unknown>>

export function readTerms(type: MandateType, payload: Payload): Terms {
  const { schema, check, terms } = kinds[type]
  const shape = shapeOf(schema)
  const problems = shape.isValid(payload) ? check?.(payload) : shape.problems(payload)
  if (problems) throw Invalid({ errors: prefix(problems) })
  const { currency, expires_at } = payload as unknown as {
    readonly currency: string
    readonly expires_at?: string
  }
  return { ...terms(payload), currency, expires_at }
}

const prefix = (problems: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, sentences]) => [
      field === 'body' ? 'payload' : `payload.${field}`,
      sentences,
    ]),
  )

export const paymentRule = (type: MandateType, payload: Payload): PaymentRule =>
  kinds[type].rule(payload)

/** Cents are hundredths of any currency; undefined when its smallest unit is greater than needed. */
export function centsToUnits(cents: number, { precision }: Asset): bigint | undefined {
  const amount = BigInt(cents) * 10n ** BigInt(precision)
  return amount % 100n === 0n ? amount / 100n : undefined
}

/** A limit in cents, rounded down to whole units. */
export const limitToUnits = (cents: number, { precision }: Asset): bigint =>
  (BigInt(cents) * 10n ** BigInt(precision)) / 100n
