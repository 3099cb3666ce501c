// Matches event types against patterns: a name, a group ("transfer.*"), or all ("*").
import { categoryOf, type EventDef } from './event.ts'

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
