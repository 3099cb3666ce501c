// Pushes notices to the phones of their owners, and mails those for which the owner has enabled mail. The provider is
// called outside every transaction. Notices of the sandbox environment are only listed, so that tests push nothing.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { mailText, own } from '../../../platform/mail-text.ts'
import { findUser } from '../identity/index.ts'
import { forgetPushToken, listPushTokens } from '../passkeys/index.ts'
import type { PushProvider } from './push-provider.ts'
import * as store from './store.ts'
import type { NoticeRow } from './store.ts'
import { type Channels, defaults, type Topic, topicOf } from './topics.ts'

export interface PushOptions {
  /** Undefined in production without a real provider: notices are then only listed. */
  readonly provider: PushProvider | undefined
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Logger
}

export async function pushNotices(
  ids: readonly string[],
  db: Db,
  options: PushOptions,
): Promise<void> {
  if (ids.length === 0) return
  const notices = await store.listPending(db, ids)
  if (notices.length === 0) return
  const chosen = await store.listPreferences(db, [...new Set(notices.map((one) => one.user_uuid))])
  const channelsOf = (user: string, topic: Topic): Channels =>
    chosen.find((one) => one.user_uuid === user && one.topic === topic) ?? defaults[topic]
  for (const notice of notices)
    await deliver(notice, channelsOf(notice.user_uuid, topicOf[notice.type]), db, options)
}

async function deliver(
  notice: NoticeRow,
  { push_enabled, email_enabled }: Channels,
  db: Db,
  options: PushOptions,
): Promise<void> {
  const { clock, mailer } = options
  const isLive = notice.environment === 'live'
  const outcome = isLive && push_enabled ? await push(notice, db, options) : 'listed'
  await db.transaction().execute(async (tx) => {
    const isSent = outcome === 'sent'
    const error = typeof outcome === 'object' ? outcome.error : null
    await store.markPushed(tx, notice.id, {
      status: isSent ? 'sent' : error === null ? 'delivered' : 'failed',
      push_error: error,
      sent_at: isSent ? clock.now() : null,
    })
    if (!isLive || !email_enabled || !mailer.isOn) return
    const user = await findUser(tx, notice.user_uuid)
    if (!user) return
    // Both were stored as mail text (`templates.ts`), so they are already safe to mail.
    const [subject, text] = [mailText`${own(notice.title)}`, mailText`${own(notice.body)}`]
    await mailer.send(tx, { to: user.email, subject, text })
  })
}

type Outcome = 'sent' | 'listed' | { readonly error: string }

/** Sent if one phone received it. The token of a phone from which the app was removed is deleted. */
async function push(
  { id, user_uuid, title, body, data, type }: NoticeRow,
  db: Db,
  { provider, log }: PushOptions,
): Promise<Outcome> {
  if (!provider) return 'listed'
  let outcome: Outcome = 'listed'
  for (const token of await listPushTokens(db, user_uuid)) {
    const message = { title, body, data: { ...data, type, notification_id: id } }
    const result = await provider.send(token, message).catch((error: unknown) => {
      log.warn({ err: error, notice: id }, 'a push message could not be sent')
      return { error: 'the push provider could not be reached', gone: false }
    })
    if (result === 'sent') outcome = 'sent'
    else {
      if (outcome !== 'sent') outcome = { error: result.error }
      if (result.gone) await forgetPushToken(db, user_uuid, token)
    }
  }
  return outcome
}
