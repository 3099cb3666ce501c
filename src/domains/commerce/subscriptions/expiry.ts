// Ends subscriptions whose period has run out without a notification from the store. Google is asked first;
// for Apple the date decides. Overdue subscriptions stay live until the store stops retrying.
import { HOUR_MS } from '../../../kernel/durations.ts'
import type { Db } from '../../../platform/database.ts'
import { recordState } from './recorder.ts'
import { queryGoogle, type NotificationOptions } from './notifications.ts'
import { sources } from './products.ts'
import { end, isLapsed } from './state.ts'
import * as store from './store.ts'
import type { SubscriptionRow } from './store.ts'

export const EXPIRY_JOB = 'subscriptions.sweep'

const SWEPT_AT_ONCE = 500

export async function expireLapsed(db: Db, options: NotificationOptions): Promise<void> {
  const now = options.clock.now()
  const untouchedSince = new Date(now.getTime() - HOUR_MS)
  for (const source of sources) {
    const which = { source, untouchedSince, now, limit: SWEPT_AT_ONCE }
    for (const row of await store.listEnding(db, which)) await settle(row, db, options)
  }
}

async function settle(row: SubscriptionRow, db: Db, options: NotificationOptions): Promise<void> {
  const { stores, log, work } = options
  if (row.source === 'google_play' && stores.google?.isAuthority)
    return queryGoogle({ token: row.store_id, ended: 'expired' }, db, options).catch(
      (error: unknown) =>
        log.warn(
          { err: error, subscription: row.id },
          'asking Google Play about a subscription failed',
        ),
    )
  await work(row.environment, EXPIRY_JOB, async (ctx) => {
    const locked = await store.lockSubscription(ctx.tx, row.id)
    if (locked && isLapsed(locked.state, ctx.now))
      await recordState(locked, end(locked.state, 'expired'), ctx)
    else await store.touch(ctx.tx, row.id, ctx.now)
  })
}
