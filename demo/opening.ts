// Computes the opening deposits of each user, so that after all the activity they own what people.ts says. Prices are
// those of a new bank; the loader settles the difference that other prices and fees make.
import { formatDecimal, parseDecimal } from '../src/kernel/money.ts'
import { cash, conversions, escrows, months, orders, paymentsOf, purchases } from './activity.ts'
import type { DemoPerson, PersonName } from './people.ts'

const PRECISIONS: Readonly<Record<string, number>> = { USD: 2, EUR: 2, GBP: 2, GCU: 4, XAU: 6 }

const assetOf = (code: string) => ({ code, precision: PRECISIONS[code]! })

export const toUnits = (amount: string, code: string): bigint =>
  parseDecimal(amount, assetOf(code))!.units

export const toAmount = (units: bigint, code: string): string =>
  formatDecimal({ units, asset: assetOf(code) })

interface Flow {
  readonly who: PersonName
  readonly asset: string
  /** Positive when it comes in. */
  readonly units: bigint
}

const flow = (who: PersonName, asset: string, amount: string): Flow => ({
  who,
  asset,
  units: toUnits(amount, asset),
})
const incoming = flow
const outgoing = (who: PersonName, asset: string, amount: string): Flow => {
  const { units } = flow(who, asset, amount)
  return { who, asset, units: -units }
}

function flows(): Flow[] {
  const monthly = months.flatMap((_, month) => [
    ...paymentsOf(month).flatMap(({ from, to, asset, amount }) => [
      outgoing(from, asset, amount),
      incoming(to, asset, amount),
    ]),
    ...cash.map(({ who, kind, amount }) =>
      kind === 'deposit' ? incoming(who, 'USD', amount) : outgoing(who, 'USD', amount),
    ),
    ...purchases.flatMap(({ who, dollars, expected }) => [
      outgoing(who, 'USD', dollars),
      incoming(who, 'GCU', expected),
    ]),
    ...conversions.flatMap(({ who, dollars, to, expected }) => [
      outgoing(who, 'USD', dollars),
      incoming(who, to, expected),
    ]),
  ])
  const traded = orders.flatMap(({ who, type, base, amount, expected }) => {
    if (expected === undefined) return []
    return type === 'buy'
      ? [incoming(who, base, amount), outgoing(who, 'USD', expected)]
      : [outgoing(who, base, amount), incoming(who, 'USD', expected)]
  })
  const released = escrows
    .filter(({ isReleased }) => isReleased)
    .flatMap(({ amount }) => [outgoing('amara', 'USD', amount), incoming('noah', 'USD', amount)])
  return [...monthly, ...traded, ...released]
}

/** The first deposit of a user in each asset. */
export function openingOf({ id, owns }: DemoPerson): { asset: string; amount: string }[] {
  const own = flows().filter(({ who }) => who === id)
  return Object.entries(owns).map(([asset, amount]) => {
    const net = own.filter((one) => one.asset === asset).reduce((sum, { units }) => sum + units, 0n)
    return { asset, amount: toAmount(toUnits(amount, asset) - net, asset) }
  })
}
