// The job that writes a filed report into the outbox folder. It is created in the transaction of the report, so every
// report has its file, and no file is without its report.
import type { Bank } from '../../../../operation/bank.ts'
import type { JobDef } from '../../../../platform/jobs.ts'
import { getReport } from '../store.ts'
import type { Regulators } from './regulators.ts'

export const OUTBOX_JOB = 'regulatory.outbox'

/** For a job that a crash interrupted. */
const RETRIES = 20
const REPEATED_SECONDS = 60

export const makeOutboxJob = (
  { jobs, log }: Pick<Bank, 'jobs' | 'log'>,
  regulators: Pick<Regulators, 'writeFile'>,
): JobDef => ({
  name: OUTBOX_JOB,
  retries: RETRIES,
  async run(payload, db) {
    const { id } = payload as { readonly id: string }
    const row = await getReport(db, id)
    const { reference, report_type, jurisdiction, regulator, data } = row
    const submitted_at = new Date(row.submitted_at).toISOString()
    const report = { reference, report_type, jurisdiction, regulator, data, submitted_at }
    try {
      await regulators.writeFile(report)
    } catch (error) {
      log.error({ err: error, reference }, 'a report cannot be written to the outbox')
      // Repeated until the folder can be written, however long that takes.
      await jobs.send(db, OUTBOX_JOB, { id }, { afterSeconds: REPEATED_SECONDS })
    }
  },
})
