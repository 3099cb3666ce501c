// Schemas of open banking, with the names of the Berlin Group's standard.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { inHeader } from '../../../operation/input-source.ts'
import { AmountInput, ASSETS_MAX } from '../../core/assets/index.ts'
import { Access, ACCOUNTS_MAX, Iban } from './consents/access.ts'
import { consentLife, paymentLife } from './life-cycle.ts'

const Day = Type.String({ format: 'date' })

export const consentId = inHeader('X-Consent-ID', {
  maxLength: 255,
  description: 'The id of the consent.',
})

export const redirect = inHeader('TPP-Redirect-URI', {
  maxLength: 2000,
  description: 'Where the account holder returns to after deciding; an https address.',
})

export const id = (what: string) =>
  Type.String({ maxLength: 255, description: `The id of the ${what}.` })

export const accountId = Type.String({
  maxLength: 255,
  description: 'The uuid or the IBAN of the account.',
})

export const role = Type.Enum(['tpp', 'psu'], {
  default: 'tpp',
  description: 'tpp: those that the caller requested; psu: those that the caller decided about.',
})

export const consentInput = {
  access: Access,
  recurringIndicator: Type.Boolean({
    description: 'False for a consent that ends with the day on which it is first used.',
  }),
  validUntil: Type.String({
    format: 'date',
    description:
      'The last day (UTC) of the consent; a later day than 90 days from now is reduced to that.',
  }),
  frequencyPerDay: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'The number of accesses that are allowed in a day (UTC).',
  }),
  redirect,
}

export const chosenAccounts = Type.Optional(
  Type.Array(Type.String({ maxLength: 50, description: 'The uuid or the IBAN of an account.' }), {
    minItems: 1,
    maxItems: ACCOUNTS_MAX,
    description:
      'The accounts to give access to, of those that the consent requests. Default: all of them.',
  }),
)

export const ConsentStatus = consentLife.schema({
  $id: 'OpenBankingConsentStatus',
  description: consentLife.summarize(),
})

const Link = Type.Object({ href: Type.String() }, { $id: 'OpenBankingLink' })
const Links = Type.Object(
  {
    scaRedirect: Type.Optional(Link),
    self: Link,
    status: Link,
  },
  {
    $id: 'OpenBankingLinks',
    description: 'scaRedirect is the page at which the account holder decides, while that is open.',
  },
)

const consentFields = {
  consentId: Uuid,
  consentStatus: ConsentStatus,
  access: Access,
  recurringIndicator: Type.Boolean(),
  validUntil: described(Day, 'The last day (UTC) of the consent.'),
  frequencyPerDay: Type.Integer(),
  lastActionDate: Day,
  usedToday: Type.Integer({ description: 'The number of accesses on this day (UTC).' }),
  tpp_id: described(Uuid, 'The third party that requested the consent.'),
  tpp_name: Type.String({ description: 'The name of the third party.' }),
  id: described(Uuid, 'The same as consentId.'),
  status: Type.String({ description: 'The status as older versions of this API name it.' }),
  permissions: Type.Array(Type.String(), { maxItems: 10 }),
  expires_at: DateTime,
  authorized_at: Nullable(DateTime),
  revoked_at: Nullable(DateTime),
  ended_at: described(Nullable(DateTime), 'When it was rejected, revoked, terminated or expired.'),
  created_at: DateTime,
  _links: Links,
}

export const ListedConsent = Type.Object(consentFields, { $id: 'OpenBankingListedConsent' })

const GrantedAccounts = Type.Array(
  Type.Object({ resourceId: Uuid, iban: Nullable(Iban) }, { $id: 'OpenBankingGrantedAccount' }),
  { maxItems: ACCOUNTS_MAX },
)

export const Consent = Type.Object(
  {
    ...consentFields,
    granted: described(
      Nullable(
        Type.Object(
          { accounts: GrantedAccounts, balances: GrantedAccounts, transactions: GrantedAccounts },
          { $id: 'OpenBankingGranted' },
        ),
      ),
      'The access that the account holder granted; null until they have decided.',
    ),
  },
  { $id: 'OpenBankingConsent' },
)

export const ConsentStatusAnswer = Type.Object(
  { consentStatus: ConsentStatus },
  { $id: 'OpenBankingConsentStatusAnswer' },
)

export const ConsentReview = Type.Object(
  {
    consentId: Uuid,
    consentStatus: ConsentStatus,
    is_open: described(Type.Boolean(), 'Whether it still waits for a decision.'),
    tpp_id: Uuid,
    tpp_name: Type.String(),
    warning: described(
      Nullable(Type.String()),
      'Why the name of the third party may be deceptive; null if it is not.',
    ),
    recurringIndicator: Type.Boolean(),
    validUntil: Day,
    frequencyPerDay: Type.Integer(),
    choosable: Type.Boolean({
      description: 'Whether it requests all accounts, so that some can be chosen.',
    }),
    total: Type.Integer({ description: 'The number of accounts that it would cover.' }),
    accounts: Type.Array(
      Type.Object(
        {
          resourceId: Uuid,
          iban: Nullable(Iban),
          name: Type.String(),
          details: Type.Boolean(),
          balances: Type.Boolean(),
          transactions: Type.Boolean(),
        },
        { $id: 'OpenBankingReviewedAccount' },
      ),
      {
        maxItems: ACCOUNTS_MAX,
        description: 'The accounts of the caller that it would cover, and which of their data.',
      },
    ),
    redirect_uri: described(
      Nullable(Type.String()),
      'Where the account holder returns to after deciding.',
    ),
  },
  { $id: 'OpenBankingConsentReview' },
)

export const Account = Type.Object(
  {
    resourceId: Uuid,
    account_id: described(Uuid, 'The same as resourceId.'),
    iban: Nullable(Iban),
    bban: Nullable(Type.String()),
    bic: Nullable(Type.String()),
    currency: Type.String({ description: 'XXX for an account with several currencies.' }),
    name: Type.String(),
    ownerName: Nullable(Type.String()),
    cashAccountType: Type.Enum(['CACC']),
    usage: Type.Enum(['PRIV', 'ORGA']),
    status: Type.Enum(['enabled', 'blocked']),
    _links: Type.Object({ balances: Link, transactions: Link }),
  },
  { $id: 'OpenBankingAccount' },
)

const NextLinks = Type.Object(
  {
    self: Link,
    next: Type.Optional(Link),
    account: Type.Optional(Link),
  },
  { $id: 'OpenBankingPageLinks' },
)

const paged = { total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }

export const Accounts = Type.Object(
  { accounts: Type.Array(Account, { maxItems: 100 }), ...paged, _links: NextLinks },
  { $id: 'OpenBankingAccounts' },
)

const Amount = Type.Object(
  {
    currency: Type.String(),
    amount: Type.String({
      description: 'Decimal; negative for a transaction that debits the account.',
    }),
  },
  { $id: 'OpenBankingAmount' },
)

const AccountReference = Type.Object({ iban: Iban }, { $id: 'OpenBankingAccountReference' })

export const Balances = Type.Object(
  {
    resourceId: Uuid,
    account_id: described(Uuid, 'The same as resourceId.'),
    account: Type.Object({ iban: Nullable(Iban), currency: Type.String() }),
    balances: Type.Array(
      Type.Object(
        {
          balanceType: Type.Enum(['closingBooked', 'interimAvailable'], {
            description: 'The booked balance, or the part of it that is available.',
          }),
          balanceAmount: Amount,
          referenceDate: Day,
          creditLimitIncluded: Type.Boolean(),
        },
        { $id: 'OpenBankingBalance' },
      ),
      { maxItems: 2 * ASSETS_MAX },
    ),
  },
  { $id: 'OpenBankingBalances' },
)

const Transaction = Type.Object(
  {
    transactionId: Uuid,
    endToEndId: Nullable(Type.String()),
    bookingDate: Nullable(Day),
    valueDate: Nullable(Day),
    transactionAmount: Amount,
    creditorName: Nullable(Type.String()),
    creditorAccount: Nullable(AccountReference),
    debtorName: Nullable(Type.String()),
    debtorAccount: Nullable(AccountReference),
    remittanceInformationUnstructured: Nullable(Type.String()),
    proprietaryBankTransactionCode: Type.String(),
  },
  { $id: 'OpenBankingTransaction' },
)

export const Transactions = Type.Object(
  {
    resourceId: Uuid,
    account_id: described(Uuid, 'The same as resourceId.'),
    account: Type.Object({ iban: Nullable(Iban) }),
    booked: Type.Array(Transaction, { maxItems: 100 }),
    pending: Type.Array(Transaction, { maxItems: 100 }),
    ...paged,
    _links: NextLinks,
  },
  { $id: 'OpenBankingTransactions' },
)

export const bookingStatus = Type.Enum(['booked', 'pending', 'both'], {
  default: 'both',
  description: 'Which transactions to list; pending ones are on the first page.',
})

export const paymentInput = {
  creditor_iban: Type.String({
    minLength: 1,
    maxLength: 50,
    description: 'The IBAN of the account to pay to.',
  }),
  amount: AmountInput,
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Three capital letters: EUR.' }),
  debtor_account: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description:
        'The uuid or the IBAN of the account to debit. Default: the only account of the consent; without a consent, the oldest account of the caller.',
    }),
  ),
  creditor_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 140, description: 'The name of the creditor.' }),
  ),
  reference: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The purpose of the payment; debtor and creditor see it.',
    }),
  ),
  end_to_end_id: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9/?:().,'+ -]{1,35}$",
      description: 'Your own id for the payment, which goes with it to the creditor.',
    }),
  ),
  consent_id: consentId,
  redirect,
}

const PaymentCode = paymentLife.schema({
  $id: 'OpenBankingPaymentStatus',
  description: paymentLife.summarize(),
})

const statusFields = {
  status: Type.String({ description: 'The status in words.' }),
  status_code: PaymentCode,
  transactionStatus: PaymentCode,
}

export const PaymentStatusAnswer = Type.Object(statusFields, {
  $id: 'OpenBankingPaymentStatusAnswer',
})

export const Payment = Type.Object(
  {
    payment_id: Uuid,
    paymentId: described(Uuid, 'The same as payment_id.'),
    ...statusFields,
    end_to_end_id: Type.String(),
    amount: Type.String({ description: 'Decimal.' }),
    currency: Type.String(),
    debtor_account: Uuid,
    debtor_iban: Nullable(Iban),
    creditor_iban: Iban,
    creditor_name: Nullable(Type.String()),
    reference: Nullable(Type.String()),
    reason: described(Nullable(Type.String()), 'Why the payment was rejected or cancelled.'),
    tpp_id: described(Uuid, 'The user who initiated the payment.'),
    tpp_name: Type.String(),
    consentId: Nullable(Uuid),
    transfer_uuid: described(
      Nullable(Uuid),
      'The transfer that carries the payment within this bank.',
    ),
    authorized_at: Nullable(DateTime),
    completed_at: Nullable(DateTime),
    created_at: DateTime,
    _links: Links,
  },
  { $id: 'OpenBankingPayment' },
)

export const PaymentReview = Type.Object(
  {
    payment: Payment,
    is_open: described(Type.Boolean(), 'Whether it still waits for a decision.'),
    warning: described(
      Nullable(Type.String()),
      'Why the name of the third party may be deceptive; null if it is not.',
    ),
    account_name: Type.String({ description: 'The name of the account to debit.' }),
    fee: Type.String({ description: 'What the bank charges on top of the amount.' }),
    redirect_uri: described(
      Nullable(Type.String()),
      'Where the account holder returns to after deciding.',
    ),
  },
  { $id: 'OpenBankingPaymentReview' },
)
