// Finds recurring payments: to the same merchant, or else to the same account, of about the same amount, a week, a
// month or a year apart. Three payments make a rhythm, two for a year. A payment that is long overdue has ended.
import type { Db } from '../../../../platform/database.ts'
import { listOwners } from '../../../core/ledger/for-tasks.ts'
import { NO_MERCHANT } from '../categories.ts'
import { type Day, dayIn, monthOf, readDay, startOf, writeDay, yearOf } from '../days.ts'
import { listPayees, type Payee } from './store.ts'
import { coverageOf, type SumScope } from '../sums/store.ts'

export const intervals = ['weekly', 'monthly', 'yearly'] as const
export type Interval = (typeof intervals)[number]

interface Rhythm {
  readonly shortest: number
  readonly longest: number
  readonly payments: number
  /** The days after which an expected payment counts as ended. */
  readonly grace: number
}

const rhythms: Readonly<Record<Interval, Rhythm>> = {
  weekly: { shortest: 6, longest: 8, payments: 3, grace: 4 },
  monthly: { shortest: 26, longest: 35, payments: 3, grace: 10 },
  yearly: { shortest: 351, longest: 379, payments: 2, grace: 30 },
}

/** The largest of some amounts is at most this much of the smallest, in percent. */
const SIMILAR_PERCENT = 125n

export interface Payment {
  readonly day: Day
  readonly units: bigint
}

export interface Found {
  readonly interval: Interval
  readonly payments: readonly Payment[]
  readonly next: Day
}

const isSimilar = (amounts: readonly bigint[]): boolean => {
  const least = amounts.reduce((a, b) => (a < b ? a : b))
  const most = amounts.reduce((a, b) => (a > b ? a : b))
  return most * 100n <= least * SIMILAR_PERCENT
}

/** The rhythm at the end of a list of payments, one for each day, oldest first. */
export function findRhythm(payments: readonly Payment[], today: Day): Found | undefined {
  for (const interval of intervals) {
    const { shortest, longest, payments: least, grace } = rhythms[interval]
    let start = payments.length - 1
    while (start > 0) {
      const distance = payments[start]!.day - payments[start - 1]!.day
      const amounts = payments.slice(start - 1).map(({ units }) => units)
      if (distance < shortest || distance > longest || !isSimilar(amounts)) break
      start--
    }
    const streak = payments.slice(Math.max(start, 0))
    if (streak.length < least) continue
    const next = nextAfter(streak, interval)
    if (next + grace >= today) return { interval, payments: streak, next }
  }
  return undefined
}

/** Months differ in length, so the latest day of the month among the payments is the one that is meant. */
function nextAfter(payments: readonly Payment[], interval: Interval): Day {
  const last = payments.at(-1)!.day
  if (interval === 'weekly') return last + 7
  const months = monthOf(last) + (interval === 'yearly' ? 12 : 1)
  const end = dayIn(yearOf(last), months + 1) - 1
  const dates = payments.map(({ day }) => startOf(day).getUTCDate())
  const date = interval === 'yearly' ? dates.at(-1)! : Math.max(...dates)
  return Math.min(dayIn(yearOf(last), months, date), end)
}

export interface RecurringPayment {
  readonly merchant: string | null
  readonly counterparty: string | null
  readonly counterparty_name: string | null
  readonly category: string
  readonly asset: string
  readonly interval: Interval
  /** The last amount. */
  readonly units: bigint
  readonly payments: number
  readonly first_on: string
  readonly last_on: string
  readonly next_on: string
}

type Unnamed = Omit<RecurringPayment, 'counterparty_name'>

/** A year and a month: a payment that was last made earlier has ended, also if it is yearly. */
const DAYS_BACK = 400

export async function findRecurring(
  tx: Db,
  scope: SumScope,
  today: Day,
): Promise<RecurringPayment[]> {
  const reach = await coverageOf(tx, scope.view, scope.books)
  const payees = await listPayees(tx, scope, reach, writeDay(today - DAYS_BACK))
  const groups = Map.groupBy(payees, (payee) =>
    payee.merchant === NO_MERCHANT
      ? `${payee.asset} ${payee.other_account}`
      : `${payee.asset} m ${payee.merchant}`,
  )
  const found = [...groups.values()].flatMap((group) => {
    const rhythm = findRhythm(joinPayments(group), today)
    return rhythm ? [toRecurring(group, rhythm)] : []
  })
  return addNames(
    tx,
    found.toSorted((a, b) => (a.next_on < b.next_on ? -1 : 1)),
  )
}

/** One payment for each day. */
function joinPayments(group: readonly Payee[]): Payment[] {
  const byDay = new Map<Day, bigint>()
  for (const { days, units } of group)
    for (const [index, text] of days.entries()) {
      const day = readDay(text)!
      byDay.set(day, (byDay.get(day) ?? 0n) + BigInt(units[index]!))
    }
  return [...byDay].map(([day, units]) => ({ day, units })).toSorted((a, b) => a.day - b.day)
}

function toRecurring(group: readonly Payee[], { interval, payments, next }: Found): Unnamed {
  const last = group.toSorted((a, b) => (a.days.at(-1)! < b.days.at(-1)! ? 1 : -1))[0]!
  const accounts = new Set(group.map(({ other_account }) => other_account))
  return {
    merchant: last.merchant === NO_MERCHANT ? null : last.merchant,
    counterparty: accounts.size === 1 ? last.other_account : null,
    category: last.category,
    asset: last.asset,
    interval,
    units: payments.at(-1)!.units,
    payments: payments.length,
    first_on: writeDay(payments[0]!.day),
    last_on: writeDay(payments.at(-1)!.day),
    next_on: writeDay(next),
  }
}

/** The bank's own accounts, which cards and rails pay through, are not counterparties. */
async function addNames(tx: Db, found: readonly Unnamed[]): Promise<RecurringPayment[]> {
  const ids = found.flatMap(({ counterparty }) => counterparty ?? [])
  const owners = await listOwners(tx, ids)
  const customers = new Map(
    owners.flatMap(({ id, user_uuid, holder_name }) =>
      user_uuid === null ? [] : [[id, holder_name] as const],
    ),
  )
  return found.map((one) => {
    const name = one.counterparty === null ? undefined : customers.get(one.counterparty)
    return {
      ...one,
      counterparty: name === undefined ? null : one.counterparty,
      counterparty_name: name ?? null,
    }
  })
}
