// The filters of the request log, which stand in the address: a list can be linked to, and Back returns to it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { requestList } from '../../../../sdk/client/operations.ts'
import type { RequestLogEntry } from '../../../../sdk/client/types.ts'

/** What the list can be asked. */
type Wanted = Parameters<typeof requestList>[1]

const NAMES = ['by', 'status', 'method', 'path', 'from', 'to', 'id'] as const
export type Filters = Readonly<Record<(typeof NAMES)[number], string>>

export const STATUSES = {
  '2xx': '2xx: done',
  '4xx': '4xx: refused',
  '5xx': '5xx: failed',
} as const
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Whose calls; any other value is the id of a key. */
export const BY = {
  '': 'API keys',
  all: 'All programs and sign-ins',
  login: 'Sign-ins',
  oauth: 'Connected programs',
} as const

export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const textOf = (name: string): string =>
    ['string', 'number'].includes(typeof search[name]) ? String(search[name]) : ''
  return Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as Filters
}

export function useFilters(): readonly [Filters, (change: Partial<Filters>) => void] {
  const filters = readFilters(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changed: Partial<Filters>): void => {
    const search = Object.fromEntries(
      Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== ''),
    )
    void navigate({ to: '/requests', search, replace: true, resetScroll: false })
  }
  return [filters, change]
}

/** The request for the list. A request id is looked for among all calls. */
export function toRequest(filters: Filters): Wanted {
  const { by, status, method, path, from, to, id } = filters
  if (id !== '') return { request_id: id }
  const statusClass = oneOf(Object.keys(STATUSES) as (keyof typeof STATUSES)[], status)
  const knownMethod = oneOf(METHODS, method)
  return {
    ...whose(by),
    ...(statusClass && { status: statusClass }),
    ...(knownMethod && { method: knownMethod }),
    ...(path !== '' && { path }),
    ...(isMoment(from) && { since: new Date(from).toISOString() }),
    ...(isMoment(to) && { until: new Date(to).toISOString() }),
  }
}

function whose(by: string): Wanted {
  if (by === '') return { credential_kind: 'api_key' }
  if (by === 'all') return {}
  return by === 'login' || by === 'oauth' ? { credential_kind: by } : { credential_id: by }
}

const oneOf = <Word extends string>(words: readonly Word[], given: string): Word | undefined =>
  words.find((word) => word === given)

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text))

/** Whether a call that was just answered belongs to the list, as the bank judges it. */
export function isWanted(call: RequestLogEntry, wanted: Wanted): boolean {
  const { request_id, credential_kind, credential_id, status, method, path, until } = wanted
  return (
    (request_id ?? call.request_id) === call.request_id &&
    (credential_kind ?? call.credential_kind) === call.credential_kind &&
    (credential_id ?? call.credential_id) === call.credential_id &&
    (status?.[0] ?? String(call.status)[0]) === String(call.status)[0] &&
    (method ?? call.method) === call.method &&
    call.path.includes(path ?? '') &&
    (until === undefined || call.created_at < until)
  )
}

/** The part of a request that says whose calls are meant. */
export const whoseOf = ({ credential_kind, credential_id }: Wanted) => ({
  ...(credential_kind && { credential_kind }),
  ...(credential_id !== undefined && { credential_id }),
})
