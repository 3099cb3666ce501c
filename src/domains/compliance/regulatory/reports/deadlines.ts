// When reports are due: the T+1 of MiFID, and the calendar of periodic filings.
import { addDays } from '../../../../kernel/days.ts'
import { DAY_MS } from '../../../../kernel/durations.ts'
import { addWeekdays, dayAt, endOfDay } from './calendar.ts'
import { type Jurisdiction, jurisdictions, MIFID_TRANSACTION } from '../jurisdictions.ts'
import type { RuleSet } from '../rules.ts'

export interface MifidInput {
  readonly transaction_id: string
  readonly report_type: string
  readonly jurisdiction: 'EU' | 'UK'
}

export interface MifidFacts {
  readonly traded_at: string
}

/** The end of the next weekday after the trade, by the clocks of the regulator. */
export function evaluateMifid(input: MifidInput, { traded_at }: MifidFacts, { mifid }: RuleSet) {
  const { zone } = jurisdictions[input.jurisdiction]
  const due = addWeekdays(dayAt(new Date(traded_at), zone), mifid.deadline_weekdays)
  return { reporting_deadline: endOfDay(due, zone).toISOString() }
}

export type Frequency = 'daily' | 'quarterly' | 'transaction' | 'event'

export interface Filing {
  readonly report_type: string
  readonly jurisdiction: Jurisdiction
  readonly frequency: Frequency
  /** Weekdays for a daily filing, days for the others. */
  readonly deadline_days: number
}

export const schedule: readonly Filing[] = [
  { report_type: 'CTR', jurisdiction: 'US', frequency: 'transaction', deadline_days: 15 },
  { report_type: 'SAR', jurisdiction: 'US', frequency: 'event', deadline_days: 30 },
  { report_type: MIFID_TRANSACTION, jurisdiction: 'EU', frequency: 'daily', deadline_days: 1 },
  { report_type: MIFID_TRANSACTION, jurisdiction: 'UK', frequency: 'daily', deadline_days: 1 },
  { report_type: 'EMIR', jurisdiction: 'EU', frequency: 'daily', deadline_days: 1 },
  { report_type: 'COREP', jurisdiction: 'EU', frequency: 'quarterly', deadline_days: 30 },
  { report_type: 'FINREP', jurisdiction: 'EU', frequency: 'quarterly', deadline_days: 30 },
  { report_type: 'CALL', jurisdiction: 'US', frequency: 'quarterly', deadline_days: 30 },
]

/** Warnings are given this many days before a deadline. */
const warnedDays = [7, 3, 1]

const quarterEndDays = ['03-31', '06-30', '09-30', '12-31']

/** The last days of the quarters that end from `since` on and before `until`. */
function quarterEnds(since: string, until: string): string[] {
  const ends: string[] = []
  for (let year = Number(since.slice(0, 4)); year <= Number(until.slice(0, 4)); year++)
    ends.push(...quarterEndDays.map((day) => `${year}-${day}`))
  return ends.filter((day) => day >= since && day < until)
}

const zoneOf = ({ jurisdiction }: Filing): string => jurisdictions[jurisdiction].zone

/** The next deadline of a periodic filing; filings for a transaction or event have none of their own. */
export function nextDeadline(filing: Filing, now: Date): Date | undefined {
  const zone = zoneOf(filing)
  const today = dayAt(now, zone)
  if (filing.frequency === 'daily') return endOfDay(addWeekdays(today, filing.deadline_days), zone)
  if (filing.frequency !== 'quarterly') return undefined
  const ends = quarterEnds(addDays(today, -100), addDays(today, 100))
  return ends
    .map((end) => endOfDay(addDays(end, filing.deadline_days), zone))
    .find((due) => due.getTime() >= now.getTime())
}

export interface Filed {
  readonly report_type: string
  readonly jurisdiction: string
  readonly submitted_at: Date
  /** The period and the date that the report states. */
  readonly reporting_period: string | null
  readonly reporting_date: string | null
}

/** The last day of the quarter that a report states: 2026-Q1, or the last day itself. */
function statedQuarter({ reporting_period, reporting_date }: Filed): string | undefined {
  const [, year, quarter] = /^(\d{4})-?Q([1-4])$/i.exec(reporting_period ?? '') ?? []
  if (year !== undefined) return `${year}-${quarterEndDays[Number(quarter) - 1]}`
  return [reporting_period, reporting_date].find(
    (day): day is string =>
      day !== null && /^\d{4}-/.test(day) && quarterEndDays.includes(day.slice(5)),
  )
}

/**
 * The quarters that were filed. A report is about the quarter that it states, if that had ended; otherwise about the
 * oldest that had ended and was not filed.
 */
function filedQuarters(
  filing: Filing,
  ends: readonly string[],
  filed: readonly Filed[],
): ReadonlySet<string> {
  const zone = zoneOf(filing)
  const done = new Set<string>()
  const ofFiling = filed
    .filter(
      (one) => one.report_type === filing.report_type && one.jurisdiction === filing.jurisdiction,
    )
    .toSorted((a, b) => a.submitted_at.getTime() - b.submitted_at.getTime())
  for (const one of ofFiling) {
    const ended = ends.filter((end) => endOfDay(end, zone) < one.submitted_at)
    const stated = statedQuarter(one)
    const isEnded = stated !== undefined && endOfDay(stated, zone) < one.submitted_at
    const end = isEnded ? stated : ended.find((quarter) => !done.has(quarter))
    if (end !== undefined) done.add(end)
  }
  return done
}

/** The quarters whose filing is overdue; the bank owes nothing for those that ended before it opened. */
export function countOverdue(
  filing: Filing,
  {
    now,
    opened,
    filed,
  }: { readonly now: Date; readonly opened: Date; readonly filed: readonly Filed[] },
): number {
  if (filing.frequency !== 'quarterly') return 0
  const zone = zoneOf(filing)
  const ends = quarterEnds(dayAt(opened, zone), dayAt(now, zone))
  const done = filedQuarters(filing, ends, filed)
  return ends.filter(
    (end) => !done.has(end) && endOfDay(addDays(end, filing.deadline_days), zone) < now,
  ).length
}

const UPCOMING_DAYS = 30

export interface Obligations {
  readonly now: Date
  readonly opened: Date
  readonly filed: readonly Filed[]
  readonly jurisdiction?: Jurisdiction | undefined
}

export function summarize({ now, opened, filed, jurisdiction }: Obligations) {
  const filings = schedule.filter(
    (filing) => jurisdiction === undefined || filing.jurisdiction === jurisdiction,
  )
  const due = filings
    .flatMap((filing) => {
      const at = nextDeadline(filing, now)
      return at ? [{ filing, at }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const daysTo = (at: Date): number => Math.floor((at.getTime() - now.getTime()) / DAY_MS)
  return {
    total_scheduled: filings.length,
    upcoming_deadlines: due.filter(({ at }) => daysTo(at) < UPCOMING_DAYS).length,
    overdue_filings: filings
      .map((filing) => countOverdue(filing, { now, opened, filed }))
      .reduce((a, b) => a + b, 0),
    next_deadline: due[0]?.at.toISOString() ?? null,
    warnings: due
      .filter(({ at }) => warnedDays.includes(daysTo(at)))
      .map(({ filing, at }) => ({
        report_type: filing.report_type,
        jurisdiction: filing.jurisdiction,
        due_at: at.toISOString(),
        days_left: daysTo(at),
      })),
  }
}
