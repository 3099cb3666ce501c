// Whether a webhook may speak: it reads for whoever set it up, and falls silent when the credential that
// did so has ended or may no longer read. The row is switched off when it is next delivered to; until
// then whoever looks at it is shown the same.
import type { Db } from '../../../platform/database.ts'
import { findStanding } from '../../people/identity/index.ts'
import { lockClaimed } from './delivery-store.ts'
import { switchOff, type WebhookRow } from './store.ts'

const SILENT_REASON =
  'The credential that it was set up with has ended or may no longer read; switch it on again with is_active, or rotate its secret.'

export async function judge<Row extends Pick<WebhookRow, 'id' | 'is_active' | 'disabled_reason'>>(
  rows: readonly Row[],
  tx: Db,
) {
  const standing = await findStanding(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const isSilent =
      !standing.has(row.id) && (row.is_active || row.disabled_reason === SILENT_REASON)
    return isSilent
      ? { ...row, isSilent, is_active: false, disabled_reason: SILENT_REASON }
      : { ...row, isSilent }
  })
}

/** For whoever is at work on it under a lease. */
export async function maySpeak(db: Db, id: string, lease: string, now: Date): Promise<boolean> {
  if ((await findStanding(db, [id])).has(id)) return true
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaimed(tx, id, lease))) return false
    // Its owner may have switched it on again meanwhile.
    if ((await findStanding(tx, [id])).has(id)) return true
    await switchOff(tx, id, { reason: SILENT_REASON, now })
    return false
  })
}
