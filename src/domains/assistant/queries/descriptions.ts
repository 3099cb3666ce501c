// Writes results as sentences for users: search results, and notable facts about spending.
import { type Asset, formatDecimal, groupThousands } from '../../../kernel/money.ts'

/** '1,200.00 USD' */
export const formatMoney = (units: bigint, asset: Asset): string =>
  `${groupThousands(formatDecimal({ units, asset }))} ${asset.code}`

/** 'from 2026-03-01 to 2026-03-31' */
export function formatPeriod({
  date_from,
  date_to,
}: {
  date_from?: string
  date_to?: string
}): string {
  if (date_from !== undefined && date_from === date_to) return `on ${date_from}`
  const parts = [date_from && `from ${date_from}`, date_to && `to ${date_to}`]
  return parts.filter(Boolean).join(' ') || 'of all time'
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

const sayUnconverted = (codes: readonly string[], asset: Asset): string =>
  `${codes.join(', ')} ${codes.length === 1 ? 'has' : 'have'} no rate to ${asset.code} and ${codes.length === 1 ? 'is' : 'are'} not in the sums.`

export interface FoundFacts {
  readonly asset: Asset
  readonly unconverted: readonly string[]
  readonly isConverted: boolean
  readonly count: number
  readonly inflow: bigint
  readonly outflow: bigint
  readonly average: bigint
  readonly period: string
  /** The sums of the period to compare with. */
  readonly before?:
    | { readonly inflow: bigint; readonly outflow: bigint; readonly period: string }
    | undefined
}

/** One sentence about the transactions, and others about a comparison and about assets that the sums leave out. */
export function describeFound(facts: FoundFacts): string {
  const { asset, period } = facts
  if (facts.count === 0)
    return [`No transactions were found ${period}.`, ...compared(facts)].join(' ')
  const amounts = [
    `${formatMoney(facts.outflow, asset)} spent`,
    `${formatMoney(facts.inflow, asset)} received`,
    `${formatMoney(facts.average, asset)} on average`,
  ]
  const rates = facts.isConverted ? ', at current exchange rates' : ''
  return [
    `${count(facts.count, 'transaction')} ${period}: ${amounts.join(', ')}${rates}.`,
    ...compared(facts),
    ...(facts.unconverted.length === 0 ? [] : [sayUnconverted(facts.unconverted, asset)]),
  ].join(' ')
}

function compared({ before, inflow, outflow, asset }: FoundFacts): string[] {
  if (!before) return []
  const say = (now: bigint, then: bigint, verb: string) =>
    now === then
      ? `as much ${verb}`
      : now > then
        ? `${formatMoney(now - then, asset)} more ${verb}`
        : `${formatMoney(then - now, asset)} less ${verb}`
  return [
    `Compared with the period ${before.period}: ${say(outflow, before.outflow, 'spent')}, ${say(inflow, before.inflow, 'received')}.`,
  ]
}

export interface SpendingFacts {
  readonly asset: Asset
  readonly unconverted: readonly string[]
  readonly spent: bigint
  readonly period: string
  readonly largestCategory: { readonly name: string; readonly units: bigint } | undefined
  /** In percent, with two decimals. */
  readonly largestShare: string
  readonly largestPayment:
    | {
        readonly units: bigint
        readonly asset: Asset
        readonly day: string
        readonly reference: string | null
      }
    | undefined
  readonly before:
    | {
        readonly days: number
        readonly asset: Asset
        readonly spent: bigint
        readonly now: bigint
        /** In percent with sign and two decimals; undefined when nothing was spent before. */
        readonly change: string | undefined
      }
    | undefined
  readonly ownTransfers: number
  readonly exchanges: number
  /** The largest payments that recur, and the number of all that do. */
  readonly recurring: readonly Recurring[]
  readonly recurringCount: number
}

interface Recurring {
  readonly merchant: string | null
  readonly counterparty: string | null
  readonly interval: string
  readonly asset: Asset
  readonly units: bigint
  readonly payments: number
  readonly next_on: string
}

/** The notable facts, one sentence each, with the numbers that show it. */
export function describeSpending(facts: SpendingFacts): string[] {
  const { largestCategory, largestPayment, before } = facts
  return [
    facts.spent === 0n && !largestPayment && `Nothing was spent ${facts.period}.`,
    largestCategory &&
      `The largest category is ${largestCategory.name} with ${formatMoney(largestCategory.units, facts.asset)}, ${facts.largestShare} % of all that was spent.`,
    before && sayChange(before),
    largestPayment &&
      `The biggest single payment was ${formatMoney(largestPayment.units, largestPayment.asset)} on ${largestPayment.day}${largestPayment.reference === null ? '' : ` (${largestPayment.reference})`}.`,
    facts.recurringCount > facts.recurring.length &&
      `${facts.recurringCount} payments recur; the largest of them follow.`,
    ...facts.recurring.map(sayRecurring),
    (facts.ownTransfers > 0 || facts.exchanges > 0) &&
      `${sayNotCounted(facts)} not counted: nothing was spent by that.`,
    facts.unconverted.length > 0 && sayUnconverted(facts.unconverted, facts.asset),
  ].filter((sentence) => typeof sentence === 'string')
}

const sayRecurring = (one: Recurring): string =>
  `${formatMoney(one.units, one.asset)} ${one.interval} to ${sayPayee(one)}: ${count(one.payments, 'payment')} so far, the next expected on ${one.next_on}.`

const sayPayee = ({ merchant, counterparty }: Recurring): string =>
  merchant ?? (counterparty === null ? 'the same counterparty' : `the account ${counterparty}`)

function sayNotCounted({ ownTransfers, exchanges }: SpendingFacts): string {
  const parts = [
    ownTransfers > 0 && count(ownTransfers, 'transfer') + ' between own accounts',
    exchanges > 0 && count(exchanges, 'exchange of assets', 'exchanges of assets'),
  ].filter((part) => typeof part === 'string')
  return `${parts.join(' and ')} ${ownTransfers + exchanges === 1 ? 'is' : 'are'}`
}

function sayChange({ days, asset, spent, now, change }: NonNullable<SpendingFacts['before']>) {
  const earlier = `the ${count(days, 'day')} before`
  if (change === undefined) return now === 0n ? undefined : `Nothing was spent in ${earlier}.`
  const amounts = `${formatMoney(spent, asset)} then, ${formatMoney(now, asset)} now`
  if (now === spent) return `Just as much was spent in ${earlier}: ${amounts}.`
  return `Spending ${now > spent ? 'rose' : 'fell'} by ${change.replace('-', '')} % against ${earlier}: ${amounts}.`
}
