// The viewer's notifications: the list on its page, and the number of unread ones beside the bell.
import { notificationList, notificationUnread } from '../../sdk/client/operations.ts'
import { useRead } from './bank.ts'
import { refreshAfter } from './live.ts'

// The bank writes a notification a moment after the event that it is about.
for (const event of ['transaction', 'balance', 'device', 'passkey', 'user', 'notification'])
  refreshAfter(event, ['notices'])

const AGAIN_MS = 60_000

/** Undefined until it is known. */
export const useUnread = (): number | undefined =>
  useRead('notices', notificationUnread, {}, () => AGAIN_MS).data?.data.unread_count

export const NOTICES_SHOWN = 20

export const useNotices = (page: number) =>
  useRead('notices', notificationList, {
    offset: (page - 1) * NOTICES_SHOWN,
    limit: NOTICES_SHOWN,
  })
