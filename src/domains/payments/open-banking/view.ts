// Formats consents, account data and payments for answers and events, with the names of the Berlin Group's
// standard and, where clients of older versions expect them, the bank's own.
import { dayOf } from '../../../kernel/days.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import type { Identifiers } from '../../core/account-numbers/index.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { Account } from '../../core/ledger/index.ts'
import type { toTransaction } from '../../core/transactions/index.ts'
import { namesOf, type Permission } from './consents/access.ts'
import type { ConsentRow, GrantRow } from './consents/store.ts'
import { dayAfter } from './days.ts'
import type { ConsentStatus, PaymentStatus } from './life-cycle.ts'
import type { PaymentRow } from './payments/store.ts'

export const API = '/api/v1/open-banking'

/** The page at which the account holder decides. */
const pageOf = (kind: 'consents' | 'payments', id: string): string =>
  `/open-banking/${kind}/${id}/authorize`

const oldStatus: Readonly<Record<ConsentStatus, string>> = {
  received: 'awaiting_authorization',
  valid: 'authorized',
  rejected: 'rejected',
  revokedByPsu: 'revoked',
  expired: 'expired',
  terminatedByTpp: 'revoked',
}

export interface ConsentFacts {
  readonly row: ConsentRow
  readonly status: ConsentStatus
  readonly tpp_name: string
}

export function toConsent({ row, status, tpp_name }: ConsentFacts, baseUrl: string, now: Date) {
  const self = `${baseUrl}${API}/consents/${row.id}`
  return {
    consentId: row.id,
    consentStatus: status,
    access: row.access,
    recurringIndicator: row.recurring,
    validUntil: row.valid_until,
    frequencyPerDay: row.frequency_per_day,
    lastActionDate: row.last_action_at.slice(0, 10),
    usedToday: row.used_on === dayOf(now) ? row.used_count : 0,
    tpp_id: row.tpp_uuid,
    tpp_name,
    id: row.id,
    status: oldStatus[status],
    permissions: namesOf(row.access),
    expires_at: dayAfter(row.valid_until).toISOString(),
    authorized_at: row.authorized_at,
    revoked_at: status === 'revokedByPsu' || status === 'terminatedByTpp' ? row.ended_at : null,
    // The job may not have marked an expired consent yet.
    ended_at: row.ended_at ?? (status === 'expired' ? row.due_at : null),
    created_at: row.created_at,
    _links: {
      // The pages exist in the live environment only; in the sandbox the API decides.
      ...(status === 'received' &&
        row.environment === 'live' && {
          scaRedirect: { href: `${baseUrl}${pageOf('consents', row.id)}` },
        }),
      self: { href: self },
      status: { href: `${self}/status` },
    },
  }
}

/** The accounts that a consent grants access to, for each kind of data. */
export function toGranted(
  grants: readonly GrantRow[],
  identifiers: ReadonlyMap<string, Identifiers>,
) {
  const of = (permission: Permission) =>
    grants
      .filter((grant) => grant.permission === permission)
      .map(({ account_uuid }) => ({
        resourceId: account_uuid,
        iban: identifiers.get(account_uuid)?.iban ?? null,
      }))
  return { accounts: of('accounts'), balances: of('balances'), transactions: of('transactions') }
}

/** An account with money in several currencies has the currency XXX in the standard. */
const MANY = 'XXX'

function currencyOf(account: Account): string {
  const used = [...account.books.values()].filter((book) => book.seq > 0)
  if (used.length > 1) return MANY
  return used[0]?.asset ?? 'USD'
}

interface AccountFacts {
  readonly row: { readonly name: string; readonly type: string }
  readonly account: Account
}

export function toBerlinAccount(
  { row, account }: AccountFacts,
  identifiers: Identifiers,
  owner_name: string | null,
  baseUrl: string,
) {
  const self = `${baseUrl}${API}/accounts/${account.id}`
  return {
    resourceId: account.id,
    account_id: account.id,
    iban: identifiers.iban,
    bban: identifiers.bban,
    bic: identifiers.bic,
    currency: currencyOf(account),
    name: row.name,
    ownerName: owner_name,
    cashAccountType: 'CACC' as const,
    usage: row.type === 'business' ? ('ORGA' as const) : ('PRIV' as const),
    status: account.status === 'frozen' ? ('blocked' as const) : ('enabled' as const),
    _links: {
      balances: { href: `${self}/balances` },
      transactions: { href: `${self}/transactions` },
    },
  }
}

/** The booked and the available balance in each currency that the account has held. */
export function toBerlinBalances(
  account: Account,
  identifiers: Identifiers,
  assets: AssetCatalogue,
  now: Date,
) {
  const books = [...account.books.values()]
    .filter((book) => book.seq > 0 || book.held > 0n)
    .toSorted((a, b) => (a.asset < b.asset ? -1 : 1))
  return {
    resourceId: account.id,
    account_id: account.id,
    account: { iban: identifiers.iban, currency: currencyOf(account) },
    balances: books.flatMap((book) => {
      const asset = assets.get(book.asset)
      const toBalance = <Type extends string>(balanceType: Type, units: bigint) => ({
        balanceType,
        balanceAmount: { currency: asset.code, amount: formatDecimal({ units, asset }) },
        referenceDate: dayOf(now),
        creditLimitIncluded: false,
      })
      return [
        toBalance('closingBooked', book.units),
        toBalance('interimAvailable', book.units - book.held),
      ]
    }),
  }
}

type Transaction = ReturnType<typeof toTransaction>

/** Amounts that leave the account are negative. */
export function toBerlinTransaction(
  transaction: Transaction,
  identifiers: ReadonlyMap<string, Identifiers>,
) {
  const { direction, amount, related_account_uuid: other, counterparty_name } = transaction
  const isDebit = direction === 'outgoing'
  const iban = other === null ? null : (identifiers.get(other)?.iban ?? null)
  const { end_to_end_id: endToEndId, creditor_name } = transaction.metadata
  // Until the money has arrived, the payer sees the name that they gave.
  const written = typeof creditor_name === 'string' ? creditor_name : null
  return {
    transactionId: transaction.uuid,
    endToEndId: typeof endToEndId === 'string' ? endToEndId : null,
    bookingDate: transaction.completed_at?.slice(0, 10) ?? null,
    valueDate: transaction.completed_at?.slice(0, 10) ?? null,
    transactionAmount: {
      currency: transaction.asset_code,
      amount: isDebit ? `-${amount}` : amount,
    },
    creditorName: isDebit ? (counterparty_name ?? written) : null,
    creditorAccount: isDebit && iban !== null ? { iban } : null,
    debtorName: isDebit ? null : counterparty_name,
    debtorAccount: !isDebit && iban !== null ? { iban } : null,
    remittanceInformationUnstructured: transaction.reference,
    proprietaryBankTransactionCode: transaction.subtype ?? transaction.type,
  }
}

/** The long names of the status codes. */
const paymentWords: Readonly<Record<PaymentStatus, string>> = {
  RCVD: 'Received',
  ACTC: 'AcceptedTechnicalValidation',
  ACSP: 'AcceptedSettlementInProcess',
  ACSC: 'AcceptedSettlementCompleted',
  RJCT: 'Rejected',
  CANC: 'Cancelled',
}

const amountOf = ({ units, currency }: PaymentRow, assets: AssetCatalogue): string =>
  formatDecimal({ units: BigInt(units), asset: assets.get(currency) })

export const toPaymentStatus = (status: PaymentStatus) => ({
  status: paymentWords[status],
  status_code: status,
  transactionStatus: status,
})

export interface PaymentFacts {
  readonly row: PaymentRow
  readonly now: Pick<PaymentRow, 'status' | 'reason'>
  readonly debtor: Identifiers | undefined
  readonly tpp_name: string
}

export function toPayment(
  { row, now, debtor, tpp_name }: PaymentFacts,
  assets: AssetCatalogue,
  baseUrl: string,
) {
  const self = `${baseUrl}${API}/payments/${row.id}`
  const waits = now.status === 'RCVD' && row.environment === 'live'
  return {
    payment_id: row.id,
    paymentId: row.id,
    ...toPaymentStatus(now.status),
    end_to_end_id: row.end_to_end_id,
    amount: amountOf(row, assets),
    currency: row.currency,
    debtor_account: row.debtor_account,
    debtor_iban: debtor?.iban ?? null,
    creditor_iban: row.creditor_iban,
    creditor_name: row.creditor_name,
    reference: row.reference,
    reason: now.reason,
    tpp_id: row.tpp_uuid,
    tpp_name,
    consentId: row.consent_id,
    transfer_uuid: row.carrier === 'transfer' ? row.carrier_id : null,
    authorized_at: row.authorized_at,
    completed_at: row.completed_at,
    created_at: row.created_at,
    _links: {
      ...(waits && { scaRedirect: { href: `${baseUrl}${pageOf('payments', row.id)}` } }),
      self: { href: self },
      status: { href: `${self}/status` },
    },
  }
}

export const toPaymentEvent = (row: PaymentRow, assets: AssetCatalogue) => ({
  payment_id: row.id,
  status_code: row.status,
  end_to_end_id: row.end_to_end_id,
  amount: amountOf(row, assets),
  currency: row.currency,
  creditor_iban: row.creditor_iban,
  reason: row.reason,
})
