// The status report about a file: pain.002 about a pain.001, pacs.002 about a pacs.008.
import type { Db } from '../../../platform/database.ts'
import { isoStatus } from './life-cycle.ts'
import * as store from './store.ts'
import type { MessageRow, ReportRow } from './store.ts'
import { groupOf } from './view.ts'

/** All about the file but the outcomes of its payments. */
export interface Report {
  readonly message: MessageRow
}

const ROWS_AT_ONCE = 2_000

export async function readReport({ message }: Report, db: Db): Promise<string> {
  const rows: ReportRow[] = []
  for (;;) {
    const more = await store.listOutcomes(db, message.id, rows.at(-1)?.position ?? 0, ROWS_AT_ONCE)
    rows.push(...more)
    if (more.length < ROWS_AT_ONCE) return writeReport(message, rows)
  }
}

const writeReport = (message: MessageRow, rows: readonly ReportRow[]): string =>
  `<Document><GrpSts>${groupOf(message)}</GrpSts>${rows.map((row) => `<TxInfAndSts><OrgnlEndToEndId>${row.end_to_end_id}</OrgnlEndToEndId><TxSts>${isoStatus[row.status]}</TxSts></TxInfAndSts>`).join('')}</Document>`
