// Schemas of payment rails. Amounts are decimal strings.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput, AssetCode } from '../../core/assets/index.ts'
import { mandateLife, paymentLife } from './life-cycle.ts'
import { railIds } from './rails/catalogue.ts'

export const RailName = Type.Enum([...railIds], {
  $id: 'RailName',
  description: 'The id of a payment rail.',
})

export const railInput = Type.String({
  minLength: 1,
  maxLength: 50,
  default: 'auto',
  description: 'The id of a rail, or auto to have the bank choose one.',
})

export const urgencyInput = Type.Enum(['normal', 'instant'], {
  $id: 'RailUrgency',
  default: 'normal',
  description:
    'Whether the payment should arrive within seconds; the choice of the rail depends on it.',
})

const Urgency = Type.String({ description: 'normal or instant' })

export const idInput = Type.String({ maxLength: 255, description: 'The id of the payment.' })

const accountText = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength, description })))

export const PartyInput = Type.Object(
  {
    name: Type.Optional(
      Nullable(Type.String({ ...plainText(140), description: 'The name of the account’s owner.' })),
    ),
    iban: accountText(42, 'The IBAN.'),
    bic: accountText(11, 'The BIC of the account’s bank, if there is no IBAN.'),
    routing_number: accountText(9, 'The routing number of a US bank, nine digits.'),
    account_number: accountText(34, 'The account number at that bank.'),
  },
  { $id: 'RailPartyInput', description: 'An account at any bank.' },
)

export const accountInput = Type.Union(
  [
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'An IBAN, or routing number and account number with a colon between them (021000021:123456789).',
    }),
    PartyInput,
  ],
  { description: 'The account that is paid: text, or an object with its parts.' },
)

export const memoInput = Type.Optional(
  Nullable(Type.String({ maxLength: 140, description: 'A text for the beneficiary.' })),
)

export const payerInput = {
  from_account: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The account that pays; your oldest account when absent.',
    }),
  ),
  debtor_account: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The same as from_account.' }),
  ),
}

export const paymentInput = {
  amount: AmountInput,
  currency: described(AssetCode, 'The currency of the amount.'),
  rail: railInput,
  urgency: urgencyInput,
  creditor_account: accountInput,
  ...payerInput,
  memo: memoInput,
  end_to_end_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 35,
      description: 'Your own reference, which travels with the payment.',
    }),
  ),
}

const Party = Type.Object(
  {
    name: Nullable(Type.String()),
    iban: Nullable(Type.String()),
    bic: Nullable(Type.String()),
    routing_number: Nullable(Type.String()),
    account_number: Nullable(Type.String()),
  },
  { $id: 'RailParty' },
)

export const RoutingDecision = Type.Object(
  {
    recommended_rail: RailName,
    score: Type.Number({ description: 'From 0 to 1; the highest score wins.' }),
    reasons: Type.Array(Type.String(), { maxItems: 20 }),
    alternatives: Type.Array(
      Type.Object(
        {
          rail: RailName,
          score: Nullable(
            Type.Number({ description: 'Null if the rail cannot carry the payment.' }),
          ),
          reason: Type.String(),
        },
        { $id: 'RailAlternative' },
      ),
      { maxItems: 20 },
    ),
    failover: Type.Array(RailName, {
      maxItems: 20,
      description: 'The rails to try next if this one fails, in order.',
    }),
  },
  { $id: 'RailRoutingDecision' },
)

const Attempt = Type.Object(
  {
    rail: RailName,
    external_id: Type.String(),
    code: Type.String(),
    reason: Type.String(),
    submitted_at: Nullable(DateTime),
    ended_at: DateTime,
  },
  { $id: 'RailAttempt' },
)

export const Payment = Type.Object(
  {
    payment_id: Uuid,
    transaction_id: described(Uuid, 'The same as payment_id.'),
    account_uuid: described(Uuid, 'The account at this bank.'),
    direction: Type.Enum(['outgoing', 'incoming'], { $id: 'RailDirection' }),
    type: Type.Enum(['credit_transfer', 'direct_debit'], { $id: 'RailPaymentType' }),
    rail: RailName,
    status: paymentLife.schema({ $id: 'RailPaymentStatus', description: paymentLife.summarize() }),
    amount: Type.String(),
    fee: Type.String({ description: 'Charged in addition to the amount.' }),
    currency: Type.String(),
    creditor_account: Nullable(Type.String()),
    counterparty: Party,
    memo: Nullable(Type.String()),
    external_id: Type.String({ description: 'The id of the payment in its network.' }),
    end_to_end_id: Type.String(),
    mandate: Nullable(described(Uuid, 'The mandate of a direct debit.')),
    urgency: Urgency,
    code: Nullable(
      Type.String({ description: 'The network’s code for a failure, a return or a notice.' }),
    ),
    reason: Nullable(Type.String()),
    simulated: Type.Boolean({ description: 'True if no real network carries the payment.' }),
    routing_decision: Nullable(RoutingDecision),
    attempts: Type.Array(Attempt, {
      maxItems: 10,
      description:
        'Rails that were tried before this one, and why they did not accept the payment.',
    }),
    scheduled_for: Nullable(
      described(DateTime, 'When a pending payment is submitted to its network.'),
    ),
    submitted_at: Nullable(DateTime),
    estimated_settlement: DateTime,
    completed_at: Nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'RailPayment' },
)

export const Preview = Type.Object(
  {
    rail: RailName,
    amount: Type.String(),
    currency: Type.String(),
    fee: Type.String(),
    total: Type.String({ description: 'Amount and fee.' }),
    submit_at: described(DateTime, 'When the payment would be submitted to its network.'),
    estimated_settlement: DateTime,
    routing_decision: Nullable(RoutingDecision),
  },
  { $id: 'RailPreview' },
)

export const RailInfo = Type.Object(
  {
    id: RailName,
    name: Type.String(),
    aliases: Type.Array(Type.String(), { maxItems: 10 }),
    type: Type.String({ description: 'credit_transfer or direct_debit' }),
    currencies: Type.Array(Type.String(), { maxItems: 20 }),
    min_amount: Type.String(),
    max_amount: Type.String(),
    instant: Type.Boolean(),
    available: Type.Boolean({ description: 'Whether the rail is open now.' }),
    next_opening: described(DateTime, 'Now while the rail is open.'),
    next_cutoff: Nullable(described(DateTime, 'The end of the current or next hours.')),
    operating_hours: Type.String(),
    cutoff_time: Nullable(Type.String({ description: 'A time of day in time_zone.' })),
    time_zone: Nullable(Type.String()),
    holidays: Type.Array(
      Type.Object({ date: Type.String(), name: Type.String() }, { $id: 'RailHoliday' }),
      { maxItems: 20, description: 'The next days on which the rail is closed.' },
    ),
    fee: Type.String({ description: 'The fixed part of the fee of a payment.' }),
    cost: Type.String({ description: 'The bank’s cost of a payment, for routing.' }),
    cost_percentage: Nullable(
      Type.String({ description: 'Percent of the part of an amount above cost_percentage_above.' }),
    ),
    cost_percentage_above: Nullable(Type.String()),
    settlement: Type.String(),
    estimated_settlement: described(DateTime, 'For a payment that is created now.'),
    success_rate: Type.Number({ description: 'From 0 to 1.' }),
    p95_seconds: Type.Number({ description: '95 % of payments settle within this time.' }),
    failover: Type.Array(RailName, { maxItems: 20 }),
    simulated: Type.Boolean(),
  },
  { $id: 'Rail' },
)

const name = (description: string) => Type.String({ ...plainText(140), description })
const ibanInput = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 42, description }))

const mandateRole = Type.Enum(['creditor', 'debtor'], {
  $id: 'DirectDebitRole',
  description:
    'Your role: the creditor collects from the debtor, the debtor authorizes the creditor to collect.',
})

export const mandateFilter = {
  role: Type.Optional(mandateRole),
  status: Type.Optional(mandateLife.schema({ description: 'Only mandates in this state.' })),
}

export const mandateInput = {
  role: Type.Enum(['creditor', 'debtor'], {
    default: 'creditor',
    description: 'Your role in the mandate.',
  }),
  account: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Your account; the oldest one when absent.',
    }),
  ),
  mandate_id: Type.String({
    pattern: "^[A-Za-z0-9+?/:().,' -]{1,35}$",
    description: 'The reference of the mandate, unique for the creditor.',
  }),
  creditor_id: Type.String({
    pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$',
    description: 'The SEPA creditor identifier.',
  }),
  creditor_name: name('The name of the creditor.'),
  creditor_iban: ibanInput('The creditor’s IBAN; yours when you are the creditor.'),
  debtor_name: name('The name of the debtor.'),
  debtor_iban: ibanInput('The debtor’s IBAN; yours when you are the debtor.'),
  scheme: Type.Enum(['CORE', 'B2B'], {
    default: 'CORE',
    description: 'CORE for consumers, B2B between companies.',
  }),
  frequency: Type.Enum(['one_off', 'weekly', 'monthly', 'quarterly', 'yearly', 'adhoc'], {
    default: 'adhoc',
    description: 'How often the creditor may collect: once, once a period, or at any time.',
  }),
  max_amount: Type.Optional(
    Nullable(described(AmountInput, 'The maximum amount of a collection, in EUR.')),
  ),
  signed_at: Type.Optional(
    Type.String({ format: 'date', description: 'The day of the signature; today when absent.' }),
  ),
}

export const Mandate = Type.Object(
  {
    id: Uuid,
    mandate_id: Type.String(),
    role: mandateRole,
    account_uuid: Uuid,
    creditor_id: Type.String(),
    creditor_name: Type.String(),
    creditor_iban: Type.String(),
    debtor_name: Type.String(),
    debtor_iban: Type.String(),
    scheme: Type.String(),
    frequency: Type.String(),
    max_amount: Nullable(Type.String()),
    currency: Type.String(),
    status: mandateLife.schema({
      $id: 'DirectDebitMandateStatus',
      description: mandateLife.summarize(),
    }),
    signed_at: Type.String(),
    last_used_at: Nullable(DateTime),
    expires_at: DateTime,
    created_at: DateTime,
  },
  { $id: 'DirectDebitMandate' },
)

export const UpcomingCollection = Type.Object(
  {
    id: described(Uuid, 'The collection.'),
    mandate: described(Uuid, 'Your mandate, which you can suspend or cancel before.'),
    mandate_id: described(Type.String(), 'The reference of the mandate.'),
    creditor_name: Type.String(),
    account_uuid: described(Uuid, 'Your account that is debited.'),
    amount: Type.String(),
    currency: Type.String(),
    memo: Nullable(Type.String()),
    status: Type.Enum(['pending', 'processing'], { $id: 'UpcomingCollectionStatus' }),
    expected_at: described(DateTime, 'When it is expected to settle.'),
  },
  { $id: 'UpcomingCollection' },
)

export const collectionInput = {
  mandate: Type.String({ minLength: 1, maxLength: 64, description: 'The id of the mandate.' }),
  amount: AmountInput,
  collection_date: Type.Optional(
    Type.String({
      format: 'date',
      description:
        'The business day on which the collection is submitted; the next one when absent.',
    }),
  ),
  memo: memoInput,
}

export const incomingInput = {
  rail: Type.String({ minLength: 1, maxLength: 50, description: 'The rail it came over.' }),
  amount: AmountInput,
  currency: described(AssetCode, 'The currency of the amount.'),
  account: described(accountInput, 'The account of the customer.'),
  counterparty: PartyInput,
  external_id: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The network’s id of the payment; with the same id it is booked once.',
  }),
  end_to_end_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 35, description: 'The sender’s reference.' }),
  ),
  memo: memoInput,
  direct_debit: Type.Optional(
    Type.Object(
      {
        creditor_id: Type.String({
          minLength: 1,
          maxLength: 35,
          description: 'The SEPA creditor identifier of the creditor.',
        }),
        mandate_id: Type.String({
          minLength: 1,
          maxLength: 35,
          description: 'The reference of the mandate.',
        }),
      },
      {
        $id: 'IncomingDirectDebit',
        description: 'For a direct debit: the creditor and the mandate by which they collect.',
      },
    ),
  ),
}
