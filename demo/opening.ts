// Computes the opening deposits of each user, so that after all the activity they own about what people.ts says. Prices
// change; the loader settles the difference in the end.
import { formatDecimal, parseDecimal } from '../src/kernel/money.ts'
import { cashOn, exchangesOn, paymentsOn } from './activity.ts'
import { escrows } from './agents.ts'
import type { StoryDay } from './calendar.ts'
import { outsideOn } from './outside.ts'
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

const incoming = (who: PersonName, asset: string, amount: string): Flow => ({
  who,
  asset,
  units: toUnits(amount, asset),
})
const outgoing = (who: PersonName, asset: string, amount: string): Flow => {
  const { units } = incoming(who, asset, amount)
  return { who, asset, units: -units }
}

/** In the order in which they happen. */
export const flowsOn = (day: StoryDay): Flow[] => [
  ...paymentsOn(day).flatMap(({ from, to, asset, amount }) => [
    outgoing(from, asset, amount),
    incoming(to, asset, amount),
  ]),
  ...cashOn(day).map(({ who, kind, amount }) =>
    kind === 'deposit' ? incoming(who, 'USD', amount) : outgoing(who, 'USD', amount),
  ),
  ...exchangesOn(day).flatMap(({ who, dollars, to, expected }) => [
    outgoing(who, 'USD', dollars),
    incoming(who, to, expected),
  ]),
  ...outsideOn(day).map(({ who, direction, amount }) =>
    direction === 'in' ? incoming(who, 'EUR', amount) : outgoing(who, 'EUR', amount),
  ),
]

const released = (): Flow[] =>
  escrows
    .filter(({ releasedOn }) => releasedOn !== undefined)
    .flatMap(({ amount }) => [outgoing('amara', 'USD', amount), incoming('noah', 'USD', amount)])

/** The first deposit of a user in each asset. */
export function openingOf(
  { id, owns }: DemoPerson,
  days: readonly StoryDay[],
): { asset: string; amount: string }[] {
  const own = [...days.flatMap(flowsOn), ...released()].filter(({ who }) => who === id)
  return Object.entries(owns).map(([asset, amount]) => {
    const net = own.filter((one) => one.asset === asset).reduce((sum, { units }) => sum + units, 0n)
    return { asset, amount: toAmount(toUnits(amount, asset) - net, asset) }
  })
}
