// Shows a file to its sender, with the outcomes of its payments and the status report.
import type { Caller } from '../../../operation/caller.ts'
import type { Bank } from '../../../operation/bank.ts'
import { tasksOf } from '../../../platform/workers.ts'
import type * as tasks from './file-tasks.ts'
import { readReport } from './report.ts'
import * as store from './store.ts'
import type { MessageRow } from './store.ts'
import { toFile, toPayment } from './view.ts'

const task = tasksOf<typeof tasks>(new URL('./file-tasks.ts', import.meta.url))

/** The report about a larger file is written in a worker thread. */
const PAYMENTS_BY_THE_WAY = 1_000

/** The payments shown with the file itself; all are in the report and in the list of payments. */
export const PAYMENTS_SHOWN = 100

export type PresentingOptions = Pick<Bank, 'database' | 'longWork'>

export type Presented = Awaited<ReturnType<typeof present>>

export async function present(
  message: MessageRow,
  { isReplay, caller }: { readonly isReplay: boolean; readonly caller: Caller },
  options: PresentingOptions,
) {
  const db = options.database.write
  const { rows } = await store.listPayments(db, message.id, undefined, {
    page: 1,
    per_page: PAYMENTS_SHOWN,
  })
  return {
    ...toFile(message),
    replayed: isReplay,
    payments: rows.map(toPayment),
    xml: await reportOf(message, caller, options),
  }
}

export const reportOf = (
  message: MessageRow,
  caller: Caller,
  { database, longWork }: PresentingOptions,
): Promise<string> =>
  message.number_of_transactions <= PAYMENTS_BY_THE_WAY
    ? readReport({ message }, database.write)
    : longWork(task('writeReport'), { message }, caller)
