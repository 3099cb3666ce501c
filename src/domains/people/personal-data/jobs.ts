// Erases what is due: what need not be kept soon after somebody asked, and the rest when the legal term is over.
import type { Bank } from '../../../operation/bank.ts'
import type { PersonalData } from '../../../operation/personal-data.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import { eraseRows } from './erasure.ts'
import { ERASE_JOB, identityOf } from './service.ts'
import { listDue, markEnded, markErased } from './store.ts'

export const eraseJob = (
  { clock, log, sealer }: Pick<Bank, 'clock' | 'log' | 'sealer'>,
  data: () => PersonalData,
): JobDef => ({
  name: ERASE_JOB,
  cron: '*/10 * * * *',
  retries: 3,
  async run(_payload, db) {
    for (const row of await listDue(db, clock.now())) {
      const person = { uuid: row.user_uuid, ...identityOf(row, sealer) }
      await eraseRows(db, data(), person, 'at once')
      if (row.erased_at === null) await markErased(db, row.id, clock.now())
      if (new Date(row.kept_until) > clock.now()) continue
      await eraseRows(db, data(), person, 'when the term is over')
      await markEnded(db, row.id, clock.now())
      log.info({ erasure: row.id }, 'the legal term is over; the rest was erased')
    }
  },
})
