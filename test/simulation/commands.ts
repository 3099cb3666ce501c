// Requests to the bank, as data: which account, how much, by which caller. Accounts and amounts are
// named relative to what there is when the command runs, so that any part of a stream of commands is
// a stream of commands too, and a failure can be shrunk.
import fc from 'fast-check'

/** Mostly a caller with the right; sometimes one without. */
export type As = 'entitled' | 'stranger' | 'operator'

/**
 * A number picks among the accounts opened so far, and where money goes among the others than the one
 * it comes from. What is named is not there for the caller.
 */
export type AccountPick = number | 'unknown' | 'system' | 'sandbox' | 'text'

export type AmountPick =
  | { readonly of: 'available'; readonly permille: number }
  | { readonly of: 'all' }
  | { readonly of: 'all and one more' }
  | { readonly of: 'units'; readonly units: bigint }
  /** The largest amount that one operation may move, and some smallest units more or less. */
  | { readonly of: 'largest'; readonly more: number }
  /** Hundredths of a whole one, and some smallest units where there are smaller ones. */
  | { readonly of: 'coins'; readonly hundredths: number; readonly rest: number }
  | { readonly of: 'bad'; readonly wire: unknown }

export interface Money {
  /** A number picks among those that the account holds. */
  readonly asset: string | number
  readonly amount: AmountPick
  readonly asNumber: boolean
}

export interface Leg {
  readonly from: AccountPick
  readonly to: AccountPick | 'same'
  readonly money: Money
}

interface CallOptions {
  readonly as: As
  readonly node: number
  readonly isV2: boolean
  readonly isKeyed: boolean
}

export type Command =
  | ({
      readonly kind: 'open'
      readonly whose: 'own' | 'customer' | 'foreign' | 'nobody'
      readonly name: unknown
      readonly initial: unknown
    } & CallOptions)
  | ({
      readonly kind: 'deposit' | 'withdraw'
      readonly to: AccountPick
      readonly money: Money
    } & CallOptions)
  | ({
      readonly kind: 'transfer'
      readonly leg: Leg
      readonly mode: 'direct' | 'pending' | 'simulate'
    } & CallOptions)
  | ({
      readonly kind: 'bulk'
      readonly legs: readonly Leg[]
      readonly mode: 'all_or_nothing' | 'each' | undefined
      readonly simulate: boolean
    } & CallOptions)
  | ({
      readonly kind: 'freeze' | 'unfreeze'
      readonly account: AccountPick
      readonly reason: unknown
    } & CallOptions)
  | ({ readonly kind: 'delete'; readonly account: AccountPick } & CallOptions)
  /** An earlier request with its key, as it was or changed. */
  | {
      readonly kind: 'again'
      readonly which: number
      readonly isChanged: boolean
      readonly node: number
    }
  /** A pending transfer that is kept from completing while its reserved money is looked at. */
  | {
      readonly kind: 'withheld'
      readonly leg: Leg
      readonly freeze: boolean
      readonly node: number
    }
  /** A pending transfer and a freeze of one of its sides, sent together. */
  | {
      readonly kind: 'race'
      readonly leg: Leg
      readonly freeze: 'from' | 'to'
      readonly node: number
    }

const record = <T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record<T>(shape, { noNullPrototype: true })

const weighted = <T>(...choices: readonly (readonly [number, T])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const namedAsset = weighted(
  [30, 'USD'],
  [12, 'EUR'],
  [10, 'JPY'],
  [10, 'BTC'],
  [14, 'ETH'],
  [10, 'GCU'],
  [1, 'FCRYPTO'],
  [1, 'XYZ'],
  [1, 'usd'],
)

const badAmount = fc.constantFrom<unknown>(
  '-1',
  '-0.01',
  '0',
  '0.00',
  '-0',
  0,
  -5,
  '1e3',
  '1E-2',
  1e21,
  1e-7,
  '+5',
  ' 5',
  '5 ',
  '5.',
  '.5',
  '1,000.00',
  '1_000',
  '0x10',
  '٣',
  'NaN',
  'Infinity',
  'ten',
  '',
  '1.0000000000000000001',
  0.1234567890123456,
  1234567890123456.5,
  '9'.repeat(40),
  '9'.repeat(101),
  `0.${'0'.repeat(40)}1`,
  null,
  true,
  [],
  ['1.00'],
  {},
  { amount: '1.00' },
  undefined,
)

const amount: fc.Arbitrary<AmountPick> = fc.oneof(
  {
    weight: 60,
    arbitrary: record({
      of: fc.constant('available' as const),
      permille: fc.integer({ min: 1, max: 999 }),
    }),
  },
  { weight: 8, arbitrary: fc.constant({ of: 'all' as const }) },
  { weight: 8, arbitrary: fc.constant({ of: 'all and one more' as const }) },
  {
    weight: 30,
    arbitrary: record({
      of: fc.constant('coins' as const),
      hundredths: fc.integer({ min: 1, max: 100_000 }),
      rest: fc.nat(9),
    }),
  },
  {
    weight: 6,
    arbitrary: record({
      of: fc.constant('units' as const),
      units: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      of: fc.constant('largest' as const),
      more: fc.integer({ min: -2, max: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: record({ of: fc.constant('bad' as const), wire: badAmount }),
  },
)

const money: fc.Arbitrary<Money> = record({
  asset: fc.oneof({ weight: 5, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: namedAsset }),
  amount,
  asNumber: fc.boolean(),
})
const newMoney: fc.Arbitrary<Money> = record({
  asset: namedAsset,
  amount,
  asNumber: fc.boolean(),
})

const account: fc.Arbitrary<AccountPick> = fc.oneof(
  { weight: 100, arbitrary: fc.nat(1_000) },
  { weight: 2, arbitrary: fc.constantFrom('unknown', 'system', 'sandbox', 'text') },
)

const leg: fc.Arbitrary<Leg> = record({
  from: account,
  to: fc.oneof(
    { weight: 30, arbitrary: account },
    { weight: 1, arbitrary: fc.constant('same' as const) },
  ),
  money,
})
const as = weighted<As>([20, 'entitled'], [2, 'stranger'], [2, 'operator'])
const node = fc.nat(1)
const callOptions = { as, node, isV2: fc.boolean(), isKeyed: fc.boolean() }
const reason = weighted<unknown>([20, 'Lost card'], [1, ''], [1, undefined], [1, 'x'.repeat(256)])

const kind = <Kind extends Command['kind']>(...kinds: readonly Kind[]): fc.Arbitrary<Kind> =>
  fc.constantFrom(...kinds)

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: record({
      kind: kind('open'),
      whose: weighted<'own' | 'customer' | 'foreign' | 'nobody'>(
        [8, 'own'],
        [6, 'customer'],
        [3, 'foreign'],
        [1, 'nobody'],
      ),
      name: weighted<unknown>([20, 'Savings'], [1, ''], [1, 'x'.repeat(256)], [1, undefined]),
      initial: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 10, arbitrary: fc.nat(5_000_000) },
        { weight: 2, arbitrary: fc.constantFrom<unknown>(0, -1, 1.5, null, '9'.repeat(40)) },
      ),
      ...callOptions,
    }),
  },
  {
    weight: 14,
    arbitrary: record({ kind: kind('deposit'), to: account, money: newMoney, ...callOptions }),
  },
  {
    weight: 12,
    arbitrary: record({ kind: kind('withdraw'), to: account, money, ...callOptions }),
  },
  {
    weight: 34,
    arbitrary: record({
      kind: kind('transfer'),
      leg,
      mode: weighted<'direct' | 'pending' | 'simulate'>(
        [5, 'direct'],
        [4, 'pending'],
        [2, 'simulate'],
      ),
      ...callOptions,
    }),
  },
  {
    weight: 10,
    arbitrary: record({
      kind: kind('bulk'),
      legs: fc.array(leg, { minLength: 1, maxLength: 5 }),
      mode: fc.constantFrom('all_or_nothing', 'each', undefined),
      simulate: weighted([4, false], [1, true]),
      ...callOptions,
    }),
  },
  { weight: 4, arbitrary: record({ kind: kind('freeze'), account, reason, ...callOptions }) },
  { weight: 8, arbitrary: record({ kind: kind('unfreeze'), account, reason, ...callOptions }) },
  { weight: 3, arbitrary: record({ kind: kind('delete'), account, ...callOptions }) },
  {
    weight: 10,
    arbitrary: record({
      kind: kind('again'),
      which: fc.nat(1_000),
      isChanged: weighted([2, false], [1, true]),
      node,
    }),
  },
  {
    weight: 3,
    arbitrary: record({ kind: kind('withheld'), leg, freeze: fc.boolean(), node }),
  },
  {
    weight: 3,
    arbitrary: record({
      kind: kind('race'),
      leg,
      freeze: fc.constantFrom('from', 'to'),
      node,
    }),
  },
)
