// The errors of payment files.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import type { Problem } from '../iso20022/index.ts'

export const FileProblem = Type.Object(
  {
    line: Type.Integer({
      description: 'The line of the document; 0 if the problem is not on a single line.',
    }),
    path: Type.String({ description: 'The element, from the root of the document.' }),
    code: Type.String({ description: 'A short name for the kind of problem.' }),
    message: Type.String({ description: 'The problem in a sentence.' }),
  },
  { $id: 'PaymentFileProblem' },
)

/** The most problems that an answer lists. */
export const PROBLEMS_MAX = 100

const sentenceOf = ({ line, path, message }: Problem): string =>
  `${line > 0 ? `Line ${line}, ` : ''}${path}: ${message}`

/** Nothing of the file was executed. `total` also counts the problems that are not listed. */
export const PaymentFileRejected = defineError<{ problems: readonly Problem[]; total: number }>(
  'PAYMENT_FILE_REJECTED',
  422,
  ({ problems, total }) =>
    `The file has ${total === 1 ? 'a problem' : `${total} problems`}, and no payment of it was made. ${sentenceOf(problems[0]!)}`,
  {
    advice:
      'Correct everything in `error.details.problems` and send the whole file again. It may keep its MsgId, because nothing of it was executed.',
    details: Type.Object({
      problems: Type.Array(FileProblem, { maxItems: PROBLEMS_MAX }),
      total: Type.Integer({ description: 'The number of problems, also those not listed.' }),
    }),
    show: ({ problems }) => ({ body: { errors: { xml: problems.map(sentenceOf) } } }),
  },
)

export const DuplicateMessageId = defineError<{
  message_id: string
  earlier_id: string
  received_at: string
}>(
  'DUPLICATE_MESSAGE_ID',
  409,
  (d) =>
    `You sent another message with the MsgId ${d.message_id} at ${d.received_at} (${d.earlier_id}); give this one a MsgId of its own.`,
  {
    advice:
      'Read the earlier file with GET /api/v1/iso20022/messages/:id and `error.details.earlier_id`. Sending the same file again is safe: it is executed once.',
    details: Type.Object({
      message_id: Type.String(),
      earlier_id: Type.String(),
      received_at: Type.String(),
    }),
  },
)

export const FilePaymentNotCancellable = defineError<{ payment_id: string; status: string }>(
  'FILE_PAYMENT_NOT_CANCELLABLE',
  409,
  (d) =>
    `The payment ${d.payment_id} is ${d.status}; only a scheduled payment whose day has not come can be cancelled.`,
  {
    advice:
      'A `sent` payment can be cancelled with POST /api/v1/payment-rails/payments/:id/cancel and its `outside_id` until the network has it. After settlement, ask the creditor to return the money.',
    details: Type.Object({ payment_id: Type.String(), status: Type.String() }),
  },
)
