// What the people of the story do, as tables: nothing is random. Dates come from the calendar, amounts are fixed or follow
// from the number of the day.
import type { StoryDay } from './calendar.ts'
import type { PersonName } from './people.ts'

export const MAIN = 'Main account'
export const SAVINGS = 'Savings'
export const SHOP = 'Market hall'
export const TRAVEL_CARD = 'Travel card'

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

type When = (day: StoryDay) => boolean

const monthly =
  (date: number): When =>
  ({ dayOfMonth }) =>
    dayOfMonth === date
/** On a weekday, every so many weeks. */
const weekly =
  (weekday: number, weeks = 1): When =>
  (day) =>
    day.weekday === weekday && Math.floor(day.index / 7) % weeks === 0

const [MONDAY, TUESDAY, THURSDAY, FRIDAY, SATURDAY] = [1, 2, 4, 5, 6]

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
  /** The bank makes it, by a standing order. */
  readonly isOrdered?: true
}

interface Rule extends Omit<Payment, 'amount' | 'asset'> {
  readonly when: When
  /** Fixed, or between the two in steps of five hundredths. */
  readonly amount: string | readonly [least: number, most: number]
  readonly asset?: string
}

const shopping = { to: 'amara', account: SHOP } as const

/** Standing orders, by their day of the month. */
export const orders = [
  { date: 1, from: 'rosa', to: 'henrik', amount: '850.00', reference: 'Rent' },
  {
    date: 2,
    from: 'rosa',
    to: 'rosa',
    account: SAVINGS,
    amount: '100.00',
    reference: 'Savings',
  },
] as const satisfies readonly (Omit<Rule, 'when'> & { readonly date: number })[]

const rules: readonly Rule[] = [
  ...orders.map(({ date, ...order }): Rule => ({ ...order, when: monthly(date), isOrdered: true })),
  {
    when: monthly(1),
    from: 'lucia',
    to: 'henrik',
    amount: '140.00',
    reference: 'Rent',
    category: 'housing',
  },
  {
    when: monthly(1),
    from: 'amara',
    to: 'henrik',
    amount: '1200.00',
    reference: 'Office rent',
    category: 'housing',
  },
  {
    when: monthly(2),
    from: 'noah',
    to: 'amara',
    amount: '620.00',
    asset: 'EUR',
    reference: 'Flat in Lisbon',
    category: 'housing',
  },
  {
    when: monthly(3),
    from: 'henrik',
    to: 'amara',
    amount: '3900.00',
    reference: 'Portfolio reports',
  },
  {
    when: monthly(5),
    from: 'noah',
    ...shopping,
    amount: '12.99',
    reference: 'Streaming',
    category: 'subscriptions',
  },
  {
    when: monthly(5),
    from: 'rosa',
    ...shopping,
    amount: '12.99',
    reference: 'Streaming',
    category: 'subscriptions',
  },
  {
    when: monthly(6),
    from: 'lucia',
    ...shopping,
    amount: '18.00',
    reference: 'Internet',
    category: 'utilities',
  },
  {
    when: monthly(7),
    from: 'rosa',
    ...shopping,
    amount: '24.90',
    reference: 'Phone',
    category: 'utilities',
  },
  { when: monthly(8), from: 'amara', to: 'lucia', amount: '320.00', reference: 'Translations' },
  {
    when: monthly(10),
    from: 'amara',
    to: 'noah',
    amount: '980.00',
    reference: 'Web shop, maintenance',
  },
  {
    when: monthly(12),
    from: 'rosa',
    ...shopping,
    amount: [5_210, 7_460],
    reference: 'Electricity',
    category: 'utilities',
  },
  {
    when: monthly(14),
    from: 'noah',
    to: 'amara',
    amount: '95.00',
    asset: 'EUR',
    reference: 'Desk in a shared office',
  },
  {
    when: monthly(18),
    from: 'rosa',
    to: 'lucia',
    amount: '25.00',
    reference: 'Spanish lessons',
    category: 'education',
  },
  {
    when: monthly(20),
    from: 'henrik',
    to: 'lucia',
    amount: '15.0000',
    asset: 'GCU',
    reference: 'For the school fund',
    category: 'gifts',
  },
  {
    when: monthly(22),
    from: 'noah',
    to: 'rosa',
    amount: '60.00',
    reference: 'Looking after the cat',
  },
  {
    when: monthly(22),
    from: 'noah',
    to: 'noah',
    account: TRAVEL_CARD,
    amount: '50.00',
    reference: 'Travel money',
  },
  {
    when: monthly(25),
    from: 'amara',
    to: 'rosa',
    amount: '1420.00',
    reference: 'Salary',
    category: 'income',
  },
  {
    when: weekly(SATURDAY),
    from: 'rosa',
    ...shopping,
    amount: [4_105, 7_280],
    reference: 'Groceries',
    category: 'groceries',
  },
  {
    when: weekly(SATURDAY, 2),
    from: 'noah',
    ...shopping,
    amount: [3_840, 6_920],
    reference: 'Groceries',
    category: 'groceries',
  },
  {
    when: weekly(MONDAY),
    from: 'lucia',
    ...shopping,
    amount: [1_905, 3_380],
    reference: 'Groceries',
    category: 'groceries',
  },
  {
    when: weekly(TUESDAY),
    from: 'rosa',
    ...shopping,
    amount: [780, 1_240],
    reference: 'Lunch',
    category: 'dining',
  },
  {
    when: weekly(FRIDAY),
    from: 'noah',
    ...shopping,
    amount: [2_450, 4_870],
    reference: 'Dinner with friends',
    category: 'dining',
  },
  {
    when: weekly(THURSDAY, 2),
    from: 'henrik',
    ...shopping,
    amount: [6_200, 11_900],
    reference: 'Wine and cheese',
    category: 'groceries',
  },
]

export const paymentsOn = (day: StoryDay): Payment[] =>
  rules
    .filter(({ when }) => when(day))
    .map(({ amount, asset = 'USD', ...rule }) => ({
      ...rule,
      asset,
      amount: typeof amount === 'string' ? amount : priceOn(day, amount),
    }))

/** The same every time. */
function priceOn({ index }: StoryDay, [least, most]: readonly [number, number]): string {
  const cents = least + ((index * 1_217) % Math.floor((most - least) / 5)) * 5
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

interface Cash {
  readonly when: When
  readonly who: PersonName
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: string
  readonly reference: string
}

const cashRules: readonly Cash[] = [
  {
    when: monthly(26),
    who: 'henrik',
    kind: 'deposit',
    amount: '1150.00',
    reference: 'Dividends',
  },
  {
    when: monthly(28),
    who: 'rosa',
    kind: 'withdrawal',
    amount: '40.00',
    reference: 'Cash machine',
  },
  {
    when: weekly(FRIDAY, 3),
    who: 'lucia',
    kind: 'withdrawal',
    amount: '20.00',
    reference: 'Cash machine',
  },
]

/** Cash that goes in or out. */
export const cashOn = (day: StoryDay): Cash[] => cashRules.filter(({ when }) => when(day))

interface Exchanged {
  readonly when: When
  readonly who: PersonName
  readonly dollars: string
  readonly to: string
  /** About what it gives; the difference is settled in the end. */
  readonly expected: string
}

const exchangeRules: readonly Exchanged[] = [
  { when: monthly(15), who: 'lucia', dollars: '100.00', to: 'GCU', expected: '99.0000' },
  { when: monthly(15), who: 'noah', dollars: '200.00', to: 'GCU', expected: '198.0000' },
  { when: monthly(16), who: 'amara', dollars: '1000.00', to: 'GCU', expected: '990.0000' },
  { when: monthly(17), who: 'henrik', dollars: '2500.00', to: 'GCU', expected: '2475.0000' },
  { when: monthly(27), who: 'rosa', dollars: '150.00', to: 'GCU', expected: '148.5000' },
  { when: monthly(11), who: 'noah', dollars: '500.00', to: 'EUR', expected: '460.80' },
  { when: monthly(13), who: 'amara', dollars: '1000.00', to: 'GBP', expected: '787.40' },
]

/** Dollars that are exchanged for GCU or another currency. */
export const exchangesOn = (day: StoryDay): Exchanged[] =>
  exchangeRules.filter(({ when }) => when(day))
