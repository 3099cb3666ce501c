// The request and response schemas of payment files.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { xmlBody } from '../../../../operation/input-source.ts'
import { groupStatuses, isoStatus, messageLife, paymentLife } from '../life-cycle.ts'
import { PAYMENTS_SHOWN } from './response.ts'

/** About 600 bytes for each payment of the largest file. */
const DOCUMENT_BYTES_MAX = 33_554_432

export const xml = xmlBody({
  bytesMax: DOCUMENT_BYTES_MAX,
  description:
    'A pain.001 or pacs.008 document. Accounts are written as IBAN, or as an account’s uuid or number in Othr/Id.',
})

export const FileStatus = messageLife.schema({
  $id: 'PaymentFileStatus',
  description: `The state of a file, and the steps possible in each. ${messageLife.summarize()}.`,
})

export const FilePaymentStatus = paymentLife.schema({
  $id: 'FilePaymentStatus',
  description: `The state of a payment, and the steps possible in each. ${paymentLife.summarize()}.`,
})

export const FilePayment = Type.Object(
  {
    id: Uuid,
    file_id: described(Uuid, 'The file in which the payment was sent.'),
    position: Type.Integer({ description: 'The place in the file, from 1.' }),
    line: Type.Integer({ description: 'The line of the document where the payment begins.' }),
    payment_information_id: Nullable(
      Type.String({ description: 'PmtInfId of its batch; null in a pacs.008.' }),
    ),
    instruction_id: Nullable(Type.String({ description: 'InstrId.' })),
    end_to_end_id: Type.String({ description: 'EndToEndId.' }),
    uetr: Nullable(Type.String({ description: 'UETR.' })),
    debtor_account: Type.String({ description: 'The account that pays, as in the file.' }),
    creditor_account: Type.String({ description: 'The account to be paid, as in the file.' }),
    creditor_name: Nullable(Type.String({ description: 'The creditor, as in the file.' })),
    amount: Type.String({ description: 'The amount, as in the file.' }),
    currency: Type.String({ description: 'The currency of the amount.' }),
    remittance_info: Nullable(Type.String({ description: 'The purpose of the payment.' })),
    requested_execution_date: Nullable(
      Type.String({ format: 'date', description: 'The day that the sender asked for.' }),
    ),
    status: FilePaymentStatus,
    iso_status: Type.Enum(Object.values(isoStatus), {
      $id: 'FilePaymentIsoStatus',
      description: 'The status in reports: TxSts.',
    }),
    reason_code: Nullable(
      Type.String({ description: 'The ISO 20022 reason code of a rejected payment.' }),
    ),
    reason: Nullable(Type.String({ description: 'The reason in a sentence.' })),
    transfer_uuid: Nullable(described(Uuid, 'The transfer in the ledger, once settled.')),
    outside_id: Nullable(described(Uuid, 'The payment at a payment rail, once sent.')),
    due_at: Nullable(described(DateTime, 'When a scheduled payment is executed.')),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'FilePayment' },
)

const file = {
  id: Uuid,
  message_id: Type.String({ description: 'The sender’s MsgId.' }),
  message_type: Type.Enum(['pain.001', 'pacs.008'], { $id: 'PaymentFileType' }),
  message_name: Type.String({ description: 'The type with its version, such as pain.001.001.09.' }),
  initiating_party_name: Nullable(Type.String({ description: 'InitgPty/Nm.' })),
  status: FileStatus,
  group_status: Type.Enum([...groupStatuses], {
    $id: 'PaymentFileGroupStatus',
    description:
      'GrpSts: the status that all payments have, or PART. ACTC while payments are still being decided.',
  }),
  number_of_transactions: Type.Integer({ description: 'The number of payments.' }),
  control_sum: Nullable(Type.String({ description: 'The sum of all amounts, as in the file.' })),
  settled: Type.Integer({ description: 'Payments made.' }),
  rejected: Type.Integer({ description: 'Payments rejected.' }),
  scheduled: Type.Integer({ description: 'Payments for a later day.' }),
  sent: Type.Integer({ description: 'Payments on their way to another bank.' }),
  cancelled: Type.Integer({ description: 'Payments cancelled by the sender.' }),
  created_at: DateTime,
  updated_at: DateTime,
  completed_at: Nullable(described(DateTime, 'When the last payment had its final outcome.')),
}

export const PaymentFile = Type.Object(file, { $id: 'PaymentFile' })

export const ExecutedFile = Type.Object(
  {
    ...file,
    replayed: Type.Boolean({
      description: 'Whether the message was sent before; nothing is executed again.',
    }),
    payments: Type.Array(FilePayment, {
      maxItems: PAYMENTS_SHOWN,
      description: `The first ${PAYMENTS_SHOWN} payments; all are in the report and in the list of payments.`,
    }),
    xml: Type.String({ description: 'The status report: pain.002 or pacs.002.' }),
  },
  { $id: 'ExecutedPaymentFile' },
)

export const StatusReport = Type.Object(
  { xml: Type.String({ description: 'The status report: pain.002 or pacs.002.' }) },
  { $id: 'PaymentFileReport' },
)
