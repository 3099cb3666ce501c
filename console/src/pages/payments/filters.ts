// The filters of the bank's payments, which stand in the address: a list can be linked to, and Back returns to it.
import { useNavigate, useSearch } from '@tanstack/react-router'

const NAMES = [
  'from',
  'to',
  'kind',
  'status',
  'asset_code',
  'amount_from',
  'amount_to',
  'party',
  'reference',
] as const
type FilterName = (typeof NAMES)[number]

export type Filters = Readonly<Record<FilterName, string>>

export const NO_FILTERS: Filters = {
  from: '',
  to: '',
  kind: '',
  status: '',
  asset_code: '',
  amount_from: '',
  amount_to: '',
  party: '',
  reference: '',
}

export interface Shown {
  readonly filters: Filters
  /** Only payments before this one; empty for the newest. */
  readonly before: string
}

/** What the address asks for; what it does not know is ignored. */
function readShown(search: Readonly<Record<string, unknown>>): Shown {
  const textOf = (name: string): string =>
    ['string', 'number'].includes(typeof search[name]) ? String(search[name]) : ''
  return {
    filters: Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as Filters,
    before: textOf('before'),
  }
}

export const wantedOf = (
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

export function useShown() {
  const shown = readShown(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (change: Partial<Shown>, replace = false): void => {
    // Another list begins with its newest payment.
    const { filters, before } = { ...shown, before: '', ...change }
    const search = wantedOf({ ...filters, before })
    void navigate({ to: '/payments', search, replace, resetScroll: false })
  }
  return { ...shown, show }
}
