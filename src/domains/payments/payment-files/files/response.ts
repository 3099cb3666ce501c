// Shows a file to its sender, with the outcomes of its payments and the status report.
import type { Bank } from '../../../../operation/bank.ts'
import type { Caller } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import { tasksOf } from '../../../../platform/workers.ts'
import type { Executed } from '../payments/execution.ts'
import type * as tasks from './tasks.ts'
import { writeReport } from './report.ts'
import * as store from '../store.ts'
import type { MessageRow, ReportRow } from '../store.ts'
import { toFile, toPayment } from './view.ts'

const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

/** The report about a larger file is written in a worker thread. */
const INLINE_REPORT_MAX = 1_000

/** The payments shown with the file itself; all are in the report and in the list of payments. */
export const PAYMENTS_SHOWN = 100

const ROWS_AT_ONCE = 2_000

export type ResponseOptions = Pick<Bank, 'database' | 'longWork'>

export type FileResponse = Awaited<ReturnType<typeof toFileResponse>>

export async function toFileResponse(
  { message, rows }: Executed,
  { isReplay, caller }: { readonly isReplay: boolean; readonly caller: Caller },
  options: ResponseOptions,
) {
  const db = options.database.read
  const first = await store.listFirstPayments(db, message.id, PAYMENTS_SHOWN)
  return {
    ...toFile(message),
    replayed: isReplay,
    payments: first.map(toPayment),
    xml: await reportOn(message, caller, options, rows),
  }
}

export async function reportOn(
  message: MessageRow,
  caller: Caller,
  { database, longWork }: ResponseOptions,
  known?: readonly ReportRow[],
): Promise<string> {
  const rows = known?.map(toReportRow) ?? (await readOutcomes(message, database.read))
  const report = { message, rows }
  return report.rows.length <= INLINE_REPORT_MAX
    ? writeReport(report)
    : longWork(task('reportOn'), report, caller)
}

/** Only the data of the report, because it is copied to another thread. */
const toReportRow = ({
  position,
  payment_information_id,
  instruction_id,
  end_to_end_id,
  uetr,
  status,
  reason_code,
  reason,
}: ReportRow): ReportRow => ({
  position,
  payment_information_id,
  instruction_id,
  end_to_end_id,
  uetr,
  status,
  reason_code,
  reason,
})

async function readOutcomes({ id }: MessageRow, db: Db): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (;;) {
    const more = await store.listOutcomes(db, id, rows.at(-1)?.position ?? 0, ROWS_AT_ONCE)
    rows.push(...more)
    if (more.length < ROWS_AT_ONCE) return rows
  }
}
