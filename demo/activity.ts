// Three months of activity as a table. Nothing is random and nothing depends on the clock: the ledger dates an entry when
// it is posted, so the months are in the references. Within a month, payments are made in the order of the table.
import type { PersonName } from './people.ts'

export const MAIN = 'Main account'
export const SAVINGS = 'Savings'
export const SHOP = 'Market hall'
export const TRAVEL_CARD = 'Travel card'

export const months = ['September', 'October', 'November'] as const

/** Accounts besides the one that every user has from the start. */
export const accounts: readonly {
  readonly owner: PersonName
  readonly name: string
  readonly type: 'savings' | 'business' | 'checking'
}[] = [
  { owner: 'amara', name: SHOP, type: 'business' },
  { owner: 'noah', name: TRAVEL_CARD, type: 'checking' },
  { owner: 'rosa', name: SAVINGS, type: 'savings' },
]

export interface Payment {
  readonly from: PersonName
  readonly to: PersonName
  /** The account of the recipient; the main one by default. */
  readonly account?: string
  readonly amount: string
  readonly asset: string
  readonly reference: string
  /** Without one the bank categorizes by the reference. */
  readonly category?: string
}

interface PaymentOptions {
  readonly asset?: string
  readonly account?: string
  readonly category?: string
}

export function paymentsOf(index: number): Payment[] {
  const month = months[index]!
  const pay = (
    from: PersonName,
    to: PersonName,
    amount: string,
    what: string,
    { asset = 'USD', category, account }: PaymentOptions = {},
  ): Payment => ({
    from,
    to,
    amount,
    asset,
    reference: `${what}, ${month}`,
    ...(category !== undefined && { category }),
    ...(account !== undefined && { account }),
  })
  const shop = (from: PersonName, amount: string, what: string, category: string): Payment =>
    pay(from, 'amara', amount, what, { account: SHOP, category })
  const groceries = (from: PersonName, times: number): Payment[] =>
    Array.from({ length: times }, (_, week) =>
      shop(from, priceOf(index * 4 + week), `Groceries, week ${week + 1}`, 'groceries'),
    )
  const invoice = index + 1
  return [
    pay('henrik', 'amara', '3900.00', `Invoice 30${invoice}: portfolio reports`),
    pay('henrik', 'lucia', '15.0000', 'For the school fund', { asset: 'GCU', category: 'gifts' }),
    pay('amara', 'rosa', '1650.00', 'Salary', { category: 'income' }),
    pay('amara', 'noah', '1800.00', `Invoice 204${invoice}: web shop`),
    pay('amara', 'lucia', '320.00', 'Translations'),
    pay('amara', 'henrik', '1200.00', 'Office rent', { category: 'housing' }),
    pay('noah', 'amara', '620.00', 'Flat in Lisbon', { asset: 'EUR', category: 'housing' }),
    pay('noah', 'amara', '95.00', 'Desk in a shared office', { asset: 'EUR' }),
    pay('noah', 'noah', '50.00', 'Travel money', { account: TRAVEL_CARD }),
    pay('noah', 'rosa', '60.00', 'Looking after the cat'),
    shop('noah', '12.99', 'Streaming', 'subscriptions'),
    ...groceries('noah', 2),
    pay('lucia', 'henrik', '140.00', 'Rent', { category: 'housing' }),
    shop('lucia', '18.00', 'Internet', 'utilities'),
    ...groceries('lucia', 1),
    pay('rosa', 'henrik', '850.00', 'Rent', { category: 'housing' }),
    shop('rosa', '12.99', 'Streaming', 'subscriptions'),
    shop('rosa', '24.90', 'Telephone', 'utilities'),
    shop('rosa', '61.40', 'Electricity', 'utilities'),
    ...groceries('rosa', 4),
    pay('rosa', 'lucia', '25.00', 'Spanish lessons', { category: 'education' }),
    pay('rosa', 'rosa', '100.00', 'Savings', { account: SAVINGS }),
  ]
}

/** Between 41.05 and 72.80, the same every time. */
function priceOf(seed: number): string {
  const cents = 4_105 + ((seed * 1_217) % 636) * 5
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Cash that goes in or out each month. */
export const cash: readonly {
  readonly who: PersonName
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: string
  readonly what: string
}[] = [
  { who: 'henrik', kind: 'deposit', amount: '1150.00', what: 'Dividends' },
  { who: 'rosa', kind: 'withdrawal', amount: '40.00', what: 'Cash machine' },
]

/** GCU bought for dollars each month; `expected` is what the bank's first prices give. */
export const purchases: readonly {
  readonly who: PersonName
  readonly dollars: string
  readonly expected: string
}[] = [
  { who: 'lucia', dollars: '100.00', expected: '99.0000' },
  { who: 'noah', dollars: '200.00', expected: '198.0000' },
  { who: 'amara', dollars: '1000.00', expected: '990.0000' },
  { who: 'henrik', dollars: '2500.00', expected: '2475.0000' },
  { who: 'rosa', dollars: '150.00', expected: '148.5000' },
]

/** Dollars converted each month. */
export const conversions: readonly {
  readonly who: PersonName
  readonly dollars: string
  readonly to: string
  readonly expected: string
}[] = [
  { who: 'noah', dollars: '1000.00', to: 'EUR', expected: '921.65' },
  { who: 'amara', dollars: '1000.00', to: 'GBP', expected: '787.40' },
]

export interface DemoOrder {
  readonly who: PersonName
  readonly type: 'buy' | 'sell'
  readonly base: string
  readonly amount: string
  /** The price in hundredths of the middle of the book; without it, the best price that is offered. */
  readonly percent?: bigint
  /** Dollars that are expected to come in, or to go out, with the fee. */
  readonly expected?: string
}

/** Orders for dollars. The first two match each other; the others are too far from the market and stay open. */
export const orders: readonly DemoOrder[] = [
  {
    who: 'noah',
    type: 'sell',
    base: 'EUR',
    amount: '80.00',
    percent: 100n,
    expected: '86.71',
  },
  {
    who: 'amara',
    type: 'buy',
    base: 'EUR',
    amount: '80.00',
    expected: '86.98',
  },
  { who: 'amara', type: 'sell', base: 'EUR', amount: '1000.00', percent: 120n },
  { who: 'henrik', type: 'buy', base: 'BTC', amount: '0.05000000', percent: 80n },
  { who: 'lucia', type: 'buy', base: 'ETH', amount: '0.02000000', percent: 80n },
]

/** Agreements between Amara's agent, who buys, and Noah's, who sells. */
export const escrows: readonly {
  readonly key: string
  readonly amount: string
  readonly conditions: readonly string[]
  readonly isReleased: boolean
}[] = [
  { key: 'landing-page', amount: '250.00', conditions: ['The page is online'], isReleased: true },
  { key: 'checkout', amount: '400.00', conditions: ['The checkout works'], isReleased: false },
]
