// Builds the public forms of payment files and of their payments.
import { type Counts, groupStatusOf, type GroupStatus, isoStatus } from '../life-cycle.ts'
import type { MessageRow, PaymentRow } from '../store.ts'

export const countsOf = ({ scheduled, sent, settled, rejected, cancelled }: Counts): Counts => ({
  scheduled,
  sent,
  settled,
  rejected,
  cancelled,
})

/** A file in progress has the status of technical acceptance only. */
export const groupOf = (message: MessageRow): GroupStatus =>
  message.status === 'processing' ? 'ACTC' : groupStatusOf(message)

export const toFile = (message: MessageRow) => ({
  id: message.id,
  message_id: message.message_id,
  message_type: message.message_type,
  message_name: message.message_name,
  initiating_party_name: message.initiating_party_name,
  status: message.status,
  group_status: groupOf(message),
  number_of_transactions: message.number_of_transactions,
  control_sum: message.control_sum,
  ...countsOf(message),
  created_at: message.created_at,
  updated_at: message.updated_at,
  completed_at: message.completed_at,
})

export const toPayment = (row: PaymentRow) => ({
  id: row.id,
  file_id: row.message_uuid,
  position: row.position,
  line: row.line,
  payment_information_id: row.payment_information_id,
  instruction_id: row.instruction_id,
  end_to_end_id: row.end_to_end_id,
  uetr: row.uetr,
  debtor_account: row.debtor,
  creditor_account: row.creditor,
  creditor_name: row.creditor_name,
  amount: row.amount,
  currency: row.currency,
  remittance_info: row.remittance_info,
  requested_execution_date: row.requested_execution_date,
  status: row.status,
  iso_status: isoStatus[row.status],
  reason_code: row.reason_code,
  reason: row.reason,
  transfer_uuid: row.entry_id,
  outside_id: row.outside_id,
  due_at: row.due_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
