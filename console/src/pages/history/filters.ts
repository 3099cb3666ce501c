// The filters of the history, which stand in the address: a list can be linked to, and Back returns to it.
import { useNavigate, useSearch } from '@tanstack/react-router'

export const SORTS = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  '-amount': 'Largest first',
  amount: 'Smallest first',
} as const
export type Sort = keyof typeof SORTS

const NAMES = [
  'search',
  'account_uuid',
  'type',
  'direction',
  'status',
  'start_date',
  'end_date',
] as const
export type Filters = Readonly<Record<(typeof NAMES)[number], string>>

export interface Shown {
  readonly filters: Filters
  readonly sort: Sort
  readonly page: number
}

/** What the address asks for; what it does not know is ignored. */
export function readShown(search: Readonly<Record<string, unknown>>): Shown {
  const textOf = (name: string): string =>
    ['string', 'number'].includes(typeof search[name]) ? String(search[name]) : ''
  const sort = textOf('sort')
  const page = Number(textOf('page'))
  return {
    filters: Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as Filters,
    sort: sort in SORTS ? (sort as Sort) : '-created_at',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function useShown() {
  const shown = readShown(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (change: Partial<Shown>, replace = false): void => {
    // Another list begins at its first page.
    const { filters, sort, page } = { ...shown, page: 1, ...change }
    const search = {
      ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
      ...(sort !== '-created_at' && { sort }),
      ...(page > 1 && { page }),
    }
    void navigate({ to: '/history', search, replace, resetScroll: false })
  }
  return { ...shown, show }
}
