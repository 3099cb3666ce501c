// The status report of a file: pain.002 for a pain.001, pacs.002 for a pacs.008.
import { timeOf } from '../../../../kernel/uuid.ts'
import { writeMessage } from '../../iso20022/for-tasks.ts'
import { type Counts, groupStatusOf, isoStatus, noCounts } from '../life-cycle.ts'
import type { MessageRow, ReportRow } from '../store.ts'
import { groupOf } from './view.ts'

/** The file and the outcomes of all its payments. */
export interface Report {
  readonly message: MessageRow
  readonly rows: readonly ReportRow[]
}

export const writeReport = ({ message, rows }: Report): string =>
  message.message_type === 'pain.001'
    ? writeMessage('pain.002', undefined, {
        ...headOf(message),
        initiating_party_name: message.initiating_party_name,
        payment_statuses: listBatches(rows).map(({ payment_information_id, rows: own }) => ({
          original_payment_information_id: payment_information_id,
          status: statusOf(own),
          transactions: own.map(toStatus),
        })),
      })
    : writeMessage('pacs.002', undefined, {
        ...headOf(message),
        transaction_statuses: rows.map(toStatus),
      })

const headOf = (message: MessageRow) => ({
  message_id: reportIdOf(message),
  creation_date_time: message.updated_at,
  original_message_id: message.message_id,
  original_message_type: message.message_name,
  original_number_of_transactions: message.number_of_transactions,
  original_control_sum: message.control_sum,
  group_status: groupOf(message),
})

/** The id of the report: the same for the same state of a file, another for another state; at most 35 characters. */
function reportIdOf({ id, updated_at }: MessageRow): string {
  const changedMs = new Date(updated_at).getTime() - timeOf(id).getTime()
  return `R${id.replaceAll('-', '').slice(0, 22)}-${changedMs.toString(36)}`
}

interface Batch {
  readonly payment_information_id: string | null
  readonly rows: ReportRow[]
}

/** The payments of a batch are consecutive. */
function listBatches(rows: readonly ReportRow[]): Batch[] {
  const batches: Batch[] = []
  for (const row of rows) {
    const { payment_information_id } = row
    const last = batches.at(-1)
    if (last?.payment_information_id === payment_information_id) last.rows.push(row)
    else batches.push({ payment_information_id, rows: [row] })
  }
  return batches
}

function statusOf(rows: readonly ReportRow[]) {
  const counts: Record<keyof Counts, number> = { ...noCounts }
  for (const { status } of rows) counts[status]++
  return groupStatusOf(counts)
}

const toStatus = (row: ReportRow) => ({
  original_instruction_id: row.instruction_id,
  original_end_to_end_id: row.end_to_end_id,
  original_uetr: row.uetr,
  status: isoStatus[row.status],
  reason_code: row.reason_code,
  reason_info: row.reason === null ? null : intoLines(row.reason),
})

/** The longest line of AddtlInf. */
const LINE_LENGTH_MAX = 105

/** Breaks a sentence between words, or within one that is too long for a line. */
function intoLines(sentence: string): string {
  const lines: string[] = []
  for (let rest = sentence; rest !== ''; ) {
    const end =
      rest.length <= LINE_LENGTH_MAX ? rest.length : rest.lastIndexOf(' ', LINE_LENGTH_MAX)
    const cut = end > 0 ? end : LINE_LENGTH_MAX
    lines.push(rest.slice(0, cut))
    rest = rest.slice(cut).trimStart()
  }
  return lines.join('\n')
}
