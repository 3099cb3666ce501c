// Erasures as they are kept outside the database, and their repetition after a restore from before them.
import type { Db } from '../../../platform/database.ts'
import { insertErasure, listAllErasures } from './store.ts'

interface Listed {
  readonly id: string
  readonly user_uuid: string
  readonly asked_at: string
  readonly kept_until: string
}

/** Of all erasures; no names. */
export const listForReplay = async (db: Db): Promise<Listed[]> =>
  (await listAllErasures(db)).map(({ id, user_uuid, asked_at, kept_until }) => ({
    id,
    user_uuid,
    asked_at,
    kept_until,
  }))

/** Notes those that are not known; the job does them. Returns how many. */
export async function replay(db: Db, listed: readonly Listed[]): Promise<number> {
  let noted = 0
  for (const { id, user_uuid, asked_at, kept_until } of listed) {
    const row = await insertErasure(db, {
      id,
      user_uuid,
      asked_by: null,
      reason: null,
      identity: null,
      asked_at: new Date(asked_at),
      kept_until: new Date(kept_until),
    })
    if (row) noted++
  }
  return noted
}
