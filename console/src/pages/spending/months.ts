// The months that the page of spending shows, in UTC like the bank's sums, and the choice that stands in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'

/** A year and a month, such as "2026-11". */
export type Month = string

const MONTHS_SHOWN = 12

const toMonth = (year: number, index: number): Month =>
  new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7)

const today = (): string => new Date().toISOString().slice(0, 10)

/** This month and those before, the oldest first. */
export function shownMonths(): readonly Month[] {
  const [year, month] = today().split('-').map(Number) as [number, number]
  return Array.from({ length: MONTHS_SHOWN }, (_none, index) =>
    toMonth(year, month - MONTHS_SHOWN + index),
  )
}

export const monthBefore = (month: Month): Month => {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return toMonth(year, index - 2)
}

export const firstDayOf = (month: Month): string => `${month}-01`

/** The last day of the month, or today in the month that has not ended. */
export function lastDayOf(month: Month): string {
  const [year, index] = month.split('-').map(Number) as [number, number]
  const end = new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10)
  return end < today() ? end : today()
}

const format = (month: Month, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  )

export const sayMonth = (month: Month): string => format(month, { month: 'long', year: 'numeric' })
export const sayShort = (month: Month): string => format(month, { month: 'short' })

interface Chosen {
  readonly month: Month
  /** Undefined for all categories. */
  readonly category: string | undefined
}

/** What the address asks for; a month that is not shown is ignored. */
export function useChosen() {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const months = shownMonths()
  const asked = months.find((month) => month === search['month'])
  const category = typeof search['category'] === 'string' ? search['category'] : undefined
  const chosen: Chosen = { month: asked ?? months.at(-1)!, category }
  const choose = (change: Partial<Chosen>): void => {
    const next = { ...chosen, ...change }
    void navigate({
      to: '/spending',
      search: {
        ...(next.month !== months.at(-1) && { month: next.month }),
        ...(next.category !== undefined && { category: next.category }),
      },
      resetScroll: false,
    })
  }
  return { ...chosen, months, choose }
}
