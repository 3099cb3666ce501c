// Follows the log and records which webhooks have new events to deliver. No event is copied: each webhook reads its
// events from the log at its own pace, so a slow or dead receiver does not delay the others.
import type { EventDef } from '../../../operation/event.ts'
import { toTypeFilter, type WantsType } from '../../../operation/event-filter.ts'
import { type LoggedEvent, maySee } from '../../../operation/event-log.ts'
import type { ReaderDef } from '../../../operation/reader.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import {
  listSubscribers,
  type PendingEvents,
  NONE_ACTIVE,
  recordPendingEvents,
  type Subscriber,
} from './delivery-store.ts'

export const DELIVER_JOB = 'webhooks.deliver'

export interface DispatcherOptions {
  readonly jobs: Jobs
  readonly events: () => readonly EventDef[]
}

export const dispatcher = ({ jobs, events }: DispatcherOptions): ReaderDef => ({
  name: 'webhooks',
  isIdle: NONE_ACTIVE,
  async read(tx, log, stretch) {
    const { events: logged, place } = await log.read(tx, stretch)
    const progress = { position: place.position, events: logged.length }
    const isPublic = logged.some((event) => event.is_public)
    const users = isPublic ? 'all' : [...new Set(logged.flatMap((event) => event.users))]
    if (users.length === 0) return progress
    const news = findNews(await listSubscribers(tx, users), logged, events())
    if (news.length === 0) return progress
    for (const webhook of await recordPendingEvents(tx, news))
      await jobs.send(tx, DELIVER_JOB, { webhook })
    return progress
  },
})

function findNews(
  subscribers: readonly Subscriber[],
  logged: readonly LoggedEvent[],
  events: readonly EventDef[],
): PendingEvents[] {
  const byUser = Map.groupBy(subscribers, (subscriber) => subscriber.user_uuid)
  const filters = new Map<Subscriber, WantsType>(
    subscribers.map((subscriber) => [subscriber, toTypeFilter(subscriber.events, events)]),
  )
  const found = new Map<string, PendingEvents>()
  for (const event of logged) {
    const asked = event.is_public
      ? subscribers
      : event.users.flatMap((user) => byUser.get(user) ?? [])
    for (const subscriber of asked) {
      const { id, environment, user_uuid: user } = subscriber
      if (!filters.get(subscriber)!(event.event.type) || !maySee(event, { environment, user }))
        continue
      const { first } = found.get(id) ?? { first: event.position }
      found.set(id, { id, first, last: event.position })
    }
  }
  return [...found.values()]
}
