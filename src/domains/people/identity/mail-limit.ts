// Limits the mails that a caller can cause to five an hour for each address and purpose.
import { HOUR_MS } from '../../../kernel/durations.ts'
import type { Context } from '../../../operation/operation.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import * as store from './store.ts'

export const MAILS_MAX = 5
export const MAILS_WINDOW_MS = HOUR_MS

/** Counts a mail; false when the hourly limit is reached. `subject` names the purpose and the address. */
export async function countMail(subject: string, { tx, now }: Context): Promise<boolean> {
  const address = hashSecret(subject)
  const since = now.getTime() - MAILS_WINDOW_MS
  const asked = await store.lockResetMails(tx, address)
  const recent = asked.filter((at) => at.getTime() > since)
  if (recent.length >= MAILS_MAX) return false
  await store.saveResetMails(tx, address, [...recent, now])
  return true
}
