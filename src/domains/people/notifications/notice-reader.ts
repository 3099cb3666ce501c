// Follows the event log and writes a notice for each user whom an event concerns and whose inbox was open by then.
// The notices and the job that pushes them commit with the reader's position, so each event gives one notice, also
// after a crash.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { ReaderDef } from '../../../operation/reader.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import * as store from './store.ts'
import { hasTemplate, renderNotice } from './templates.ts'

export const PUSH_JOB = 'notifications.push'

/** Up to this many inboxes, only the events of their owners are read from the log. */
const FEW = 200
/** Maximum number of notices that one job pushes. */
const PUSH_MAX = 100

export const noticeReader = (jobs: Pick<Jobs, 'send'>, assets: AssetCatalogue): ReaderDef => ({
  name: 'notifications',
  isIdle: store.HAS_NO_INBOXES,
  async read(tx, log, stretch) {
    const few = await store.listFewInboxes(tx, FEW)
    const { events, place } = await log.read(tx, stretch, few)
    const relevant = events.filter(({ event }) => hasTemplate(event.type))
    const users = new Set(relevant.flatMap((event) => event.users))
    const inboxes = await store.listInboxesOf(tx, [...users])
    const notices = relevant.flatMap((event): store.NewNotice[] => {
      const created_at = new Date(event.created_at)
      const wasOpen = (opened: Date | undefined) => opened !== undefined && opened <= created_at
      const recipients = event.users.filter((user) => wasOpen(inboxes.get(user)))
      const wording = recipients.length > 0 ? renderNotice(event, assets) : undefined
      if (!wording) return []
      const { key, ...words } = wording
      return recipients.map((user_uuid) => ({
        ...words,
        id: uuidv7(created_at),
        environment: event.environment,
        user_uuid,
        event_id: key,
        created_at,
      }))
    })
    const ids = await store.insertNotices(tx, onceEach(notices))
    for (let at = 0; at < ids.length; at += PUSH_MAX)
      await jobs.send(tx, PUSH_JOB, { ids: ids.slice(at, at + PUSH_MAX) })
    return { position: place.position, events: events.length }
  },
})

/** Removes duplicates: one INSERT … ON CONFLICT must not propose the same row twice. */
const onceEach = (notices: readonly store.NewNotice[]): store.NewNotice[] => [
  ...new Map(notices.map((one) => [`${one.user_uuid} ${one.event_id}`, one])).values(),
]
