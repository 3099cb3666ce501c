// Before the examples of the ledger: a recheck that has ended.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  async 'ledger_recheck.get'({ bank }) {
    const now = bank.clock.now()
    const uuid = uuidv7(now)
    await bank.sql(
      `insert into ledger.rechecks
         (id, covers, status, total, checked, released, started_at, updated_at, ended_at)
       values ($1, 'all', 'done', 39, 39, 38, $2, $2, $2)`,
      [uuid, now],
    )
    return { uuid }
  },
}
