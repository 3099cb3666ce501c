// The operations of disputes: those of the parties first, then those of operators.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { described } from '../../../kernel/schema.ts'
import { operator, reader, writer } from '../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { operatorsOnly } from '../../../operation/spending.ts'
import { AmountInput } from '../assets/index.ts'
import { FundingNotAllowed } from '../funding/index.ts'
import { postingErrors } from '../ledger/index.ts'
import { AlreadyReversed, NotReversible } from '../transactions/index.ts'
import { acceptDispute, askPayer, rejectDispute } from './decisions.ts'
import * as errors from './errors.ts'
import { disputeLife } from './life-cycle.ts'
import type { DisputeOptions } from './options.ts'
import * as schema from './schema.ts'
import { openDispute, sendMessage, withdrawDispute } from './service.ts'
import { getDispute, listOwnDisputes, listQueue, showRow } from './view.ts'

const listInput = {
  ...pageInput,
  payment_uuid: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only disputes of this payment.' }),
  ),
  status: Type.Optional(described(disputeLife.schema(), 'Only disputes in this state.')),
}

export const makeOperations = (options: DisputeOptions) => [
  defineOperation({
    name: 'dispute.open',
    kind: 'command',
    summary: 'Dispute a payment of the caller’s to another customer; the bank then decides.',
    auth: writer,
    input: Type.Object({
      payment_uuid: Type.String({
        maxLength: 255,
        description: 'The uuid of the payment, or of one of its transactions.',
      }),
      reason: schema.DisputeReason,
      description: Type.Optional(
        schema.messageText(
          'What happened, in the words of the payer. Needed if the reason is other.',
        ),
      ),
      amount: Type.Optional(AmountInput),
    }),
    output: schema.DisputeDetails,
    errors: [
      NotFound,
      Forbidden,
      Invalid,
      errors.PaymentNotDisputable,
      errors.NothingToRefund,
      errors.DisputeExists,
    ],
    rest: [{ route: 'POST /api/v2/disputes', status: 201, envelope: 'data' }],
    handler: async (input, ctx) => showRow(await openDispute(input, ctx, options), ctx, options),
  }),
  defineOperation({
    name: 'dispute.list',
    kind: 'query',
    summary:
      'The disputes that the caller opened, and those of received payments that the bank told them of, newest first.',
    auth: reader,
    input: Type.Object(listInput),
    output: PageOf(schema.Dispute),
    errors: [],
    rest: [{ route: 'GET /api/v2/disputes', envelope: 'page' }],
    handler: (input, ctx) => listOwnDisputes(input, ctx, options),
  }),
  defineOperation({
    name: 'dispute.get',
    kind: 'query',
    summary: 'A dispute with its messages, as a party of the payment or an operator sees it.',
    auth: reader,
    input: Type.Object({ id: schema.idInput }),
    output: schema.DisputeDetails,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/disputes/:id', envelope: 'data' }],
    handler: ({ id }, ctx) => getDispute(id, ctx, options),
  }),
  defineOperation({
    name: 'dispute.send_message',
    kind: 'command',
    summary: 'Write to the bank about a dispute, or as an operator to one of the parties.',
    auth: writer,
    input: Type.Object({
      id: schema.idInput,
      text: schema.messageText('The message.'),
      to: Type.Optional(
        Type.Enum(['payer', 'receiver'], {
          description:
            'For operators: the party; the payer by default. A first message to the receiver tells them of the dispute.',
        }),
      ),
    }),
    output: schema.DisputeDetails,
    errors: [NotFound, Invalid, errors.DisputeStateConflict, errors.DisputeMessageLimit],
    rest: [{ route: 'POST /api/v2/disputes/:id/messages', status: 201, envelope: 'data' }],
    handler: async ({ id, ...message }, ctx) =>
      showRow(await sendMessage(id, message, ctx, options), ctx, options),
  }),
  defineOperation({
    name: 'dispute.withdraw',
    kind: 'command',
    summary: 'Withdraw a dispute that the bank has not decided.',
    auth: writer,
    input: Type.Object({ id: schema.idInput }),
    output: schema.DisputeDetails,
    errors: [NotFound, errors.NotThePayer, errors.DisputeStateConflict],
    rest: [{ route: 'POST /api/v2/disputes/:id/withdraw', envelope: 'data' }],
    handler: async ({ id }, ctx) => showRow(await withdrawDispute(id, ctx, options), ctx, options),
  }),
  defineOperation({
    name: 'dispute.queue',
    kind: 'query',
    summary:
      'The disputes of all customers: those to decide, the most urgent first, or those in one state, the newest first.',
    auth: operator,
    input: Type.Object(listInput),
    output: PageOf(schema.Dispute),
    errors: [],
    rest: [{ route: 'GET /api/v2/dispute-queue', envelope: 'page' }],
    handler: (input, ctx) => listQueue(input, ctx, options),
  }),
  defineOperation({
    name: 'dispute.ask',
    kind: 'command',
    summary: 'Ask the payer a question; the dispute expires if they do not answer in time.',
    auth: operator,
    subject: 'dispute.get',
    input: Type.Object({
      id: schema.idInput,
      question: schema.messageText('The question.'),
    }),
    output: schema.DisputeDetails,
    errors: [NotFound, Forbidden, errors.DisputeStateConflict, errors.DisputeMessageLimit],
    rest: [{ route: 'POST /api/v2/disputes/:id/ask', envelope: 'data' }],
    handler: async ({ id, question }, ctx) =>
      showRow(await askPayer(id, question, ctx, options), ctx, options),
  }),
  defineOperation({
    name: 'dispute.accept',
    kind: 'command',
    summary: 'Accept a dispute and refund the payer, from the receiver or out of the bank’s money.',
    auth: operator,
    spends: operatorsOnly,
    subject: 'dispute.get',
    input: Type.Object({
      id: schema.idInput,
      refund_from: Type.Enum(['receiver', 'bank'], {
        description:
          'receiver: the payment is reversed out of the receiving account, which must have the money; bank: the bank bears the loss.',
      }),
      amount: Type.Optional(AmountInput),
      reason: Type.Optional(schema.decisionReason('What the payer is told about the decision.')),
    }),
    output: schema.DisputeDetails,
    errors: [
      NotFound,
      Forbidden,
      Invalid,
      FundingNotAllowed,
      errors.DisputeStateConflict,
      errors.NothingToRefund,
      NotReversible,
      AlreadyReversed,
      ...postingErrors,
    ],
    rest: [{ route: 'POST /api/v2/disputes/:id/accept', envelope: 'data' }],
    exempt: { guards: 'The money goes back where it came from, or is the bank’s own.' },
    handler: async ({ id, ...acceptance }, ctx) =>
      showRow(await acceptDispute(id, acceptance, ctx, options), ctx, options),
  }),
  defineOperation({
    name: 'dispute.reject',
    kind: 'command',
    summary: 'Reject a dispute with a reason; the decision is final.',
    auth: operator,
    subject: 'dispute.get',
    input: Type.Object({
      id: schema.idInput,
      reason: schema.decisionReason('What the payer is told about the decision.'),
    }),
    output: schema.DisputeDetails,
    errors: [NotFound, Forbidden, errors.DisputeStateConflict],
    rest: [{ route: 'POST /api/v2/disputes/:id/reject', envelope: 'data' }],
    handler: async ({ id, reason }, ctx) =>
      showRow(await rejectDispute(id, reason, ctx, options), ctx, options),
  }),
]
