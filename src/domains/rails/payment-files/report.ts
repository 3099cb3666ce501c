// The status report about a file: pain.002 about a pain.001, pacs.002 about a pacs.008.
import { isoStatus } from './life-cycle.ts'
import type { MessageRow, ReportRow } from './store.ts'
import { groupOf } from './view.ts'

/** The file and the outcomes of all its payments. */
export interface Report {
  readonly message: MessageRow
  readonly rows: readonly ReportRow[]
}

export const writeReport = ({ message, rows }: Report): string =>
  `<Document><GrpSts>${groupOf(message)}</GrpSts>${rows.map((row) => `<TxInfAndSts><OrgnlEndToEndId>${row.end_to_end_id}</OrgnlEndToEndId><TxSts>${isoStatus[row.status]}</TxSts></TxInfAndSts>`).join('')}</Document>`
