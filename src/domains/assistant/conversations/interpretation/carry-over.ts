// Carries what was understood before over to the next message: "and the month before?", "only groceries", "in euros".
import { DAY_MS } from '../../../../kernel/durations.ts'
import { type Filters, findAsset, namesMoreThanPayments } from '../../queries/index.ts'
import { type Day, readDay, writeDay } from '../../spending/index.ts'

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'period'
/** How far from the period before: in units, or in years for the same days of another year. */
export interface Shift {
  readonly unit: Unit
  readonly by: -1 | 1
  readonly sameDays: boolean
}

const SHIFTS: readonly {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray) => Shift
}[] = [
  {
    pattern:
      /\b(?:(?:in |for )?the )?same (?:days|period|time|month|week|quarter)(?: of)?(?: the)? (?:last|previous) year\b|\b(?:a|one|the) year (?:earlier|ago|before)\b/,
    read: ([text]) => ({ unit: 'year', by: -1, sameDays: !text.startsWith('the year') }),
  },
  {
    pattern:
      /\b(?:the |one |a )?(day|week|month|quarter|year|period) (before|earlier|prior|after|later)(?: (?:that|this|it)(?: one)?)?\b(?! yesterday)/,
    read: ([, unit, way]) => toShift(unit, way),
  },
  {
    pattern:
      /\b(?:the |one )(previous|prior|preceding|next|following|one before|one after)(?: (day|week|month|quarter|year|period|one))?\b/,
    read: ([, way, unit]) => toShift(unit, way),
  },
  { pattern: /\b(before|after) (?:that|this)\b/, read: ([, way]) => toShift(undefined, way) },
]

function toShift(unit: string | undefined, way: string | undefined): Shift {
  const isForward = /^(?:after|later|next|following|one after)$/.test(way ?? '')
  const isUnit = unit !== undefined && unit !== 'one'
  return { unit: isUnit ? (unit as Unit) : 'period', by: isForward ? 1 : -1, sameDays: false }
}

/** Finds words that move the period, and gives the text without them. */
export function readShift(text: string): { readonly shift?: Shift; readonly rest: string } {
  for (const { pattern, read } of SHIFTS) {
    const match = pattern.exec(text)
    if (match) return { shift: read(match), rest: text.replace(match[0], ' ') }
  }
  return { rest: text }
}

const dateOf = (day: Day): Date => new Date(day * DAY_MS)
const dayOf = (year: number, month: number, day: number): Day =>
  Math.floor(Date.UTC(year, month, day) / DAY_MS)

const startOfMonth = (day: Day, months = 0): Day =>
  dayOf(dateOf(day).getUTCFullYear(), dateOf(day).getUTCMonth() + months, 1)

/** The same day of another month; the last day of the month when it is shorter. */
const addMonths = (day: Day, months: number): Day =>
  Math.min(
    startOfMonth(day, months) + dateOf(day).getUTCDate() - 1,
    startOfMonth(day, months + 1) - 1,
  )

const MONTHS: Readonly<Partial<Record<Unit, number>>> = { month: 1, quarter: 3, year: 12 }

/** The unit that a period is, such as a month that has begun; undefined for any other number of days. */
function unitOf(from: Day, to: Day): 'month' | 'quarter' | 'year' | undefined {
  if (dateOf(from).getUTCDate() !== 1 || to - from < 1) return undefined
  if (to < startOfMonth(from, 1)) return 'month'
  const month = dateOf(from).getUTCMonth()
  if (month % 3 === 0 && to < startOfMonth(from, 3)) return 'quarter'
  return month === 0 && to < startOfMonth(from, 12) ? 'year' : undefined
}

function move(from: Day, to: Day, { unit, by, sameDays }: Shift): readonly [Day, Day] {
  if (sameDays) return [addMonths(from, 12 * by), addMonths(to, 12 * by)]
  const asked = unit === 'period' ? unitOf(from, to) : unit
  const months = asked && MONTHS[asked]
  if (months !== undefined && (asked === unitOf(from, to) || !isAbout(from, to, months))) {
    // The unit that the period begins in; a longer period is left for the unit before it.
    const first = startOfMonth(from, -(dateOf(from).getUTCMonth() % months))
    const start = startOfMonth(first, by * months)
    return [start, startOfMonth(start, months) - 1]
  }
  if (asked === 'week') {
    // Days since Monday: 1 January 1970 was a Thursday.
    const monday = from - ((from + 3) % 7)
    const isWeek = to - from < 7
    const start = (isWeek && to - from === 6 ? from : monday) + 7 * by
    return [start, start + 6]
  }
  if (asked === 'day') return by < 0 ? [from - 1, from - 1] : [to + 1, to + 1]
  const length = to - from + 1
  return by < 0 ? [from - length, from - 1] : [to + 1, to + length]
}

/** Whether any days, such as the last 30, are about as many as the months have. */
const isAbout = (from: Day, to: Day, months: number): boolean =>
  Math.abs(to - from + 1 - months * 30.4) < 1 + months * 1.5

/** The period before or after that of the filters; undefined when they have none with two ends. */
export function shiftPeriod(filters: Filters, shift: Shift): Filters | undefined {
  const from = filters.date_from === undefined ? undefined : readDay(filters.date_from)
  const to = filters.date_to === undefined ? undefined : readDay(filters.date_to)
  if (from === undefined || to === undefined) return undefined
  const [date_from, date_to] = move(from, to, shift)
  if (date_from < 0) return undefined
  return { date_from: writeDay(date_from), date_to: writeDay(date_to) }
}

/** Fields that belong together: naming one of a group replaces the whole group. */
const GROUPS: readonly (readonly (keyof Filters)[])[] = [
  ['date_from', 'date_to', 'compare_from', 'compare_to'],
  ['amount_min', 'amount_max'],
  ['category', 'category_not'],
  ['asset_code', 'asset_not'],
  ['recipient', 'recipient_not'],
  ['account_type'],
  ['direction'],
  ['sort', 'limit'],
]

const ALL_ASSETS = /\b(?:all|any|every) (?:currenc(?:y|ies)|assets?)\b/

const RESETS: readonly { readonly pattern: RegExp; readonly fields: readonly (keyof Filters)[] }[] =
  [
    { pattern: /\b(?:all|any|every) categor(?:y|ies)\b/, fields: GROUPS[2]! },
    { pattern: ALL_ASSETS, fields: GROUPS[3]! },
    { pattern: /\b(?:all|any|every) accounts?\b/, fields: GROUPS[5]! },
    { pattern: /\b(?:any|every) amounts?\b/, fields: GROUPS[1]! },
    { pattern: /\b(?:anyone|anybody|everyone|everybody)\b/, fields: GROUPS[4]! },
  ]

export const isReset = (text: string): boolean => RESETS.some(({ pattern }) => pattern.test(text))

const SHOWN_IN =
  /^(?:(?:and|but|also|or|what about|how about|now|what is|what's|how much is|convert|show) )*(?:(?:that|it|this|the sum|the total) )?(?:in|into|to) ([$€£¥₿]|[a-z]{3,10})[?.! ]*$/

/** "And in euros?" after a sum asks what it is in euros; "only euros" asks for the part that was in euros. */
export const readShownIn = (text: string, codes: ReadonlySet<string>): string | undefined => {
  const word = SHOWN_IN.exec(text)?.[1]
  return word === undefined ? undefined : findAsset(word, codes)
}

/** The next sum is stated in the same asset, unless the message itself names assets. */
export const keepShownIn = (before: string | undefined, said: Filters, text: string) =>
  before === undefined || said.asset_code !== undefined || ALL_ASSETS.test(text)
    ? {}
    : { shown_in: before }

/** What was said before, as far as the message does not say otherwise. */
export function carryOver(
  before: Filters,
  said: Filters,
  text: string,
  codes: ReadonlySet<string>,
): Filters {
  const dropped = new Set<string>(
    RESETS.filter(({ pattern }) => pattern.test(text)).flatMap(({ fields }) => fields),
  )
  for (const group of GROUPS)
    if (group.some((field) => said[field] !== undefined))
      for (const field of group) dropped.add(field)
  if (namesMoreThanPayments(text, codes)) dropped.add('payments_only')
  // "Except rent" narrows what was asked for, and does not end the search for something else.
  if (said.category_not && !said.category) dropped.delete('category')
  if (said.recipient_not && !said.recipient) dropped.delete('recipient')
  const kept = Object.entries(before).filter(([field]) => !dropped.has(field))
  return { ...Object.fromEntries(kept), ...said }
}
