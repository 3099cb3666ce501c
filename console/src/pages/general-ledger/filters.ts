// The period and the choices of the general ledger, which stand in the address: a report can be linked to, and leads to
// the accounts with the same period.
import { useNavigate, useSearch } from '@tanstack/react-router'

const NAMES = ['from', 'to', 'currency', 'type'] as const

export type Filters = Readonly<Record<(typeof NAMES)[number], string>>

/** What is chosen, as the parameters of a request or an address. */
export const wantedOf = (filters: Partial<Filters>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

export function useFilters() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters = Object.fromEntries(
    NAMES.map((name) => [name, typeof search[name] === 'string' ? search[name] : '']),
  ) as Filters
  const change = (name: keyof Filters, value: string): void =>
    void navigate({ to: '.', search: wantedOf({ ...filters, [name]: value }), resetScroll: false })
  const choice = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  const { from, to } = filters
  return { filters, choice, isBackwards: from !== '' && to !== '' && to < from }
}
