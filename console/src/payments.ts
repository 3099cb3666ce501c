// Payments made of their transactions: one entry of the ledger is one payment, whatever it moved on the viewer's accounts.
import type { Transaction } from '../../sdk/client/types.ts'

export interface PaymentRow {
  readonly uuid: string
  /** The transaction that the payment is about: what came in, of an exchange. */
  readonly main: Transaction
  /** What was given for it, of an exchange. */
  readonly given: Transaction | undefined
  /** The other side of a payment between two accounts of the viewer. */
  readonly own: Transaction | undefined
  readonly fees: readonly Transaction[]
}

/** In the order of the first transaction of each. */
export const toPayments = (rows: readonly Transaction[]): readonly PaymentRow[] =>
  [...Map.groupBy(rows, (row) => row.transaction_group_uuid)].map(([uuid, group]) =>
    toPayment(uuid, group),
  )

const isFee = ({ subtype }: Transaction): boolean => subtype === 'fee'

function toPayment(uuid: string, group: readonly Transaction[]): PaymentRow {
  const parts = group.filter((row) => !isFee(row))
  const paid = parts.find(({ direction }) => direction === 'outgoing')
  const received = parts.find(({ direction }) => direction === 'incoming')
  // A fee on a page of its own is shown as what it is.
  if (parts.length === 0)
    return { uuid, main: group[0]!, given: undefined, own: undefined, fees: group.slice(1) }
  const fees = group.filter(isFee)
  if (!paid || !received) return { uuid, main: parts[0]!, given: undefined, own: undefined, fees }
  return paid.asset_code === received.asset_code && paid.amount === received.amount
    ? { uuid, main: paid, given: undefined, own: received, fees }
    : { uuid, main: received, given: paid, own: undefined, fees }
}

/** The kinds that operators filter by; others are shown by their own words. */
export const KINDS: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
  gcu_buy: 'GCU bought',
  gcu_sell: 'GCU sold',
  trade: 'Trade',
  p2p: 'Payment',
  merchant_payment: 'Purchase',
  mobile_payment: 'Payment',
  rail_payment: 'Bank transfer',
  rail_collection: 'Bank transfer',
  rail_refund: 'Bank transfer refunded',
  rail_return: 'Bank transfer returned',
  dispute_refund: 'Dispute refund',
  basket_compose: 'Basket composed',
  basket_decompose: 'Basket decomposed',
  ramp: 'Purchase of coins',
  defi: 'DeFi',
}

/** What a payment is, from the subtype of its entry or else its type. */
export function nameOfKind(kind: string): string {
  const words = kind.replaceAll(/[._]/g, ' ').trim()
  return KINDS[kind] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The e-mail address that the viewer sent money to; the bank writes it for the sender alone. */
export const addressOf = (
  kind: string,
  metadata: Readonly<Record<string, unknown>>,
): string | null =>
  kind === 'p2p' && typeof metadata.to_email === 'string' ? metadata.to_email : null

/** The signed amount, as it changed the account. */
export const changeOf = ({ amount, direction }: Transaction): string =>
  direction === 'outgoing' ? `-${amount}` : amount

/** Whom the payment was with, or what it was for, or else what it is. */
export const titleOf = ({ main, own }: PaymentRow): string =>
  own
    ? 'Between your accounts'
    : (main.counterparty_name ??
      addressOf(main.subtype ?? main.type, main.metadata) ??
      main.reference ??
      nameOfKind(main.subtype ?? main.type))
