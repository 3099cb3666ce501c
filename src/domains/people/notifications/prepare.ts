// Before the examples of notifications: a notice to the caller.
import { environmentOf } from '../../../../test/contract/prepare/environment.ts'
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

let notices = 0

/** A notice as the reader of the log would write it. */
const ofNotice: Prepare = async ({ bank, person, input }) => {
  const id = `0199d3a2-7c00-7000-8000-${String(++notices).padStart(12, '0')}`
  await bank.sql(
    `insert into notifications.notices
       (id, environment, user_uuid, type, title, body, data, event_id, status, created_at)
     values ($1::uuid, $4, $2, 'transaction.received', 'Money received', '7.00 USD came in.', '{}', $1::text,
       'delivered', $3)`,
    [id, person.uuid, bank.clock.now(), environmentOf(person)],
  )
  return 'id' in input ? { id } : {}
}

export const preparations: Preparations = {
  'notification.list': ofNotice,
  'notification.unread': ofNotice,
  'notification.get': ofNotice,
  'notification.read': ofNotice,
  'notification.read_all': ofNotice,
}
