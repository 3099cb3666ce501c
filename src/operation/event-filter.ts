// Selects events: by patterns of types, which are a name, a group ("transfer.*") or all ("*"); by account; and by what
// the caller may see.
import { type Caller, isOperator } from './caller.ts'
import { categoryOf, type EventDef } from './event.ts'
import { type LoggedEvent, maySee } from './event-log.ts'

export type WantsType = (type: string) => boolean

const groupOf = (pattern: string): string | undefined =>
  pattern.endsWith('.*') ? pattern.slice(0, -2) : undefined

/** A sentence for each pattern that matches no event. */
export function findUnknown(patterns: readonly string[], events: readonly EventDef[]): string[] {
  const names = new Set<string>(events.map((event) => event.type))
  const groups = new Set(events.flatMap((event) => [categoryOf(event), prefixOf(event.type)]))
  return patterns
    .filter((name) => name !== '*' && !names.has(name) && !groups.has(groupOf(name) ?? ''))
    .map((name) => `There is no event "${name}"; GET /api/v2/webhooks/events lists them.`)
}

const prefixOf = (type: string): string => type.split('.')[0]!

export function toTypeFilter(patterns: readonly string[], events: readonly EventDef[]): WantsType {
  if (patterns.includes('*')) return () => true
  const groups = new Set(patterns.flatMap((pattern) => groupOf(pattern) ?? []))
  const wanted = new Set<string>(patterns)
  for (const event of events)
    if (groups.has(categoryOf(event)) || groups.has(prefixOf(event.type))) wanted.add(event.type)
  return (type) => wanted.has(type)
}

export interface EventFilter {
  /** Names or groups of types; all types by default. */
  readonly types?: readonly string[] | undefined
  /** The id of an account that the caller may use; events about all accounts by default. */
  readonly account?: string | undefined
  /** Every user may see the events of these types, including those about other users. */
  readonly isForAll?: boolean
}

/** Whether the filter selects the event, and the caller may see it. */
export function toEventFilter(
  { types, account, isForAll = false }: EventFilter,
  caller: Caller,
  events: readonly EventDef[],
): (event: LoggedEvent) => boolean {
  const { environment } = caller
  const who = { environment, user: caller.user!, isOperator: isOperator(caller) }
  const wantsType = types ? toTypeFilter(types, events) : () => true
  return (event) =>
    wantsType(event.event.type) &&
    (isForAll ? event.environment === environment : maySee(event, who)) &&
    (account === undefined || event.accounts.includes(account))
}
