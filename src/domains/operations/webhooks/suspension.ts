// Decides whether a webhook may still deliver. A webhook reads with the right of the credential that set it up, so it
// must stop when that credential has ended or may no longer read. The next delivery switches the row off; until then
// readers of the row are already shown that it is off.
import type { Db } from '../../../platform/database.ts'
import { findStanding } from '../../people/identity/index.ts'
import { lockClaimed } from './delivery-store.ts'
import { switchOff, type WebhookRow } from './store.ts'

const SUSPENDED_REASON =
  'The credential that set up this webhook has ended or may no longer read; switch the webhook on again with is_active, or rotate its secret.'

export async function withSuspension<
  Row extends Pick<WebhookRow, 'id' | 'is_active' | 'disabled_reason'>,
>(rows: readonly Row[], tx: Db) {
  const standing = await findStanding(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const isSuspended =
      !standing.has(row.id) && (row.is_active || row.disabled_reason === SUSPENDED_REASON)
    return isSuspended
      ? { ...row, isSuspended, is_active: false, disabled_reason: SUSPENDED_REASON }
      : { ...row, isSuspended }
  })
}

/** Checked by the node that holds the lease, before it sends anything. */
export async function mayDeliver(db: Db, id: string, lease: string, now: Date): Promise<boolean> {
  if ((await findStanding(db, [id])).has(id)) return true
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaimed(tx, id, lease))) return false
    // The owner may have switched it on again in the meantime.
    if ((await findStanding(tx, [id])).has(id)) return true
    await switchOff(tx, id, { reason: SUSPENDED_REASON, now })
    return false
  })
}
