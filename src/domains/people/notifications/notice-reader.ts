// Follows the event log and writes a notice for everybody whom an event concerns and whose inbox was open by then.
// The notices and the job that pushes them commit with the reader's place, so each event gives one notice, also after
// a crash.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { ReaderDef } from '../../../operation/reader.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import * as store from './store.ts'
import { hasTemplate, renderNotice } from './templates.ts'

export const PUSH_JOB = 'notifications.push'

/** Up to this many inboxes, the log is asked for the events of their owners only. */
const FEW = 200
/** The most notices that one job pushes. */
const PUSH_MAX = 100

export const noticeReader = (jobs: Pick<Jobs, 'send'>, assets: AssetCatalogue): ReaderDef => ({
  name: 'notifications',
  isIdle: store.HAS_NO_INBOXES,
  async read(tx, log, stretch) {
    const few = await store.listFewInboxes(tx, FEW)
    const { events, place } = await log.read(tx, stretch, few)
    const telling = events.filter(({ event }) => hasTemplate(event.type))
    const users = new Set(telling.flatMap((event) => event.users))
    const inboxes = await store.listInboxesOf(tx, [...users])
    const notices = telling.flatMap((event): store.NewNotice[] => {
      const created_at = new Date(event.created_at)
      const isTold = (opened: Date | undefined) => opened !== undefined && opened <= created_at
      const told = event.users.filter((user) => isTold(inboxes.get(user)))
      const wording = told.length > 0 ? renderNotice(event, assets) : undefined
      if (!wording) return []
      const { key, ...words } = wording
      return told.map((user_uuid) => ({
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

/** One statement cannot meet the same conflict twice. */
const onceEach = (notices: readonly store.NewNotice[]): store.NewNotice[] => [
  ...new Map(notices.map((one) => [`${one.user_uuid} ${one.event_id}`, one])).values(),
]
