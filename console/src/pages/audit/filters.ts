// The filters of the audit log, which stand in the address: a list can be linked to, and Back returns to it.
import { useNavigate, useSearch } from '@tanstack/react-router'

const NAMES = ['who', 'user', 'agent', 'operation', 'target', 'from', 'to'] as const
export type Filters = Readonly<Record<(typeof NAMES)[number], string>>

/** Who made the changes; operators unless the address says otherwise. */
export const WHO = {
  operators: 'Operators',
  others: 'Customers and programs',
  all: 'Everyone',
} as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address asks for; what it does not know is ignored. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const given = Object.fromEntries(
    NAMES.map((name) => [name, typeof search[name] === 'string' ? search[name] : '']),
  ) as Filters
  const isAboutOne = given.user !== '' || given.agent !== '' || given.target !== ''
  return { ...given, who: given.who in WHO ? given.who : isAboutOne ? 'all' : 'operators' }
}

/** The reason why the list cannot be asked for, if there is one. */
export function findFault({ target, operation, from, to }: Filters): string | undefined {
  if (target !== '' && !UUID.test(target))
    return 'The id of a target has the form 0199d3a2-7c00-7000-8000-000000000071.'
  if (operation !== '' && operation.length < 3)
    return 'Type the name of an operation, such as account.freeze.'
  if (from !== '' && to !== '' && to < from)
    return '“To” is before “From”. Choose a later day, or none.'
  return undefined
}

/** Days are those of the viewer; the last one is included. */
function momentOf(day: string, days: number): string | undefined {
  const moment = new Date(`${day}T00:00:00`)
  if (Number.isNaN(moment.getTime())) return undefined
  moment.setDate(moment.getDate() + days)
  return moment.toISOString()
}

export function toRequest({ who, user, agent, operation, target, from, to }: Filters) {
  const since = momentOf(from, 0)
  const until = momentOf(to, 1)
  return {
    ...(who === 'operators' && { by_operator: true }),
    ...(who === 'others' && { by_operator: false }),
    ...(UUID.test(user) && { user_uuid: user }),
    ...(UUID.test(agent) && { agent_uuid: agent }),
    ...(operation !== '' && { operation }),
    ...(target !== '' && { target_uuid: target }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}

export function useFilters() {
  const filters = readFilters(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (change: Partial<Filters>): void => {
    const search = Object.fromEntries(
      Object.entries({ ...filters, ...change }).filter(([, value]) => value !== ''),
    )
    void navigate({ to: '/audit', search, resetScroll: false })
  }
  return { filters, show }
}
