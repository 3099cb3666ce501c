// Counts events as they come out of the log: a reader like any other, so that what the dashboard shows
// was really told, and how far it is behind can be seen.
import type { LoggedEvent } from '../../operation/log.ts'
import type { ReaderDef } from '../../operation/reader.ts'
import { addCounts, type MinuteCount } from './store.ts'

export const counter: ReaderDef = {
  name: 'dashboard',
  async handle(tx, events) {
    if (events.length > 0) await addCounts(tx, countByMinute(events))
  },
}

export function countByMinute(events: readonly LoggedEvent[]): MinuteCount[] {
  const counts = new Map<string, MinuteCount>()
  for (const { id, event, environment, created_at } of events) {
    const minute = `${created_at.slice(0, 16)}:00.000Z`
    const key = `${environment} ${event.type} ${minute}`
    const before = counts.get(key)?.events ?? 0
    counts.set(key, {
      minute,
      environment,
      type: event.type,
      events: before + 1,
      last_event_id: id,
      last_event_at: created_at,
    })
  }
  return [...counts.values()]
}
