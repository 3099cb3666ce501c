// The operations of payment files: execute, read, cancel. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import {
  NotFound,
  RequestInProgress,
  TooManyConcurrentRequests,
  Unavailable,
  IdempotencyConflict,
  Invalid,
} from '../../../../operation/error.ts'
import { defineOperation, defineStaged } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { PaymentFileRejected, DuplicateMessageId, FilePaymentNotCancellable } from '../errors.ts'
import { type ResponseOptions, reportOn } from './response.ts'
import type { FileRunner } from './runner.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import { toFile, toPayment } from './view.ts'

const id = Type.String({ maxLength: 255, description: 'The id that the bank gave the file.' })
/** A request in XML is answered with the report, unless it accepts JSON. */
const report = {
  content_type: 'application/xml; charset=utf-8',
  fromOutput: ({ xml }: { readonly xml: string }) => ({ body: xml }),
}

const paymentId = Type.String({ maxLength: 255, description: 'The id of the payment.' })

export const makeOperations = (runner: FileRunner, options: ResponseOptions) => [
  defineStaged({
    name: 'payment_file.execute',
    summary:
      'Execute the payments of a pain.001 or pacs.008, idempotently by its MsgId, and answer with the status of each.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({ xml: schema.xml }),
    output: schema.ExecutedFile,
    errors: [
      Invalid,
      PaymentFileRejected,
      DuplicateMessageId,
      TooManyConcurrentRequests,
      Unavailable,
      IdempotencyConflict,
      RequestInProgress,
    ],
    rest: [
      {
        route: 'POST /api/v1/iso20022/execute',
        envelope: 'success',
        files: { xml: report },
        chooseFile: (_input, { json, sentXml }) => (sentXml && !json ? 'xml' : ''),
      },
    ],
    exempt: {
      guards: 'Its payments are asked one by one, and rejected each for itself.',
      debt: 'Its payments are rejected each for itself.',
      tenants: 'The answer rejects every payment.',
    },
    prepare: ({ xml }, ctx) => runner.receive(xml, ctx),
    handler: (_input, ctx, received) => runner.store(received, ctx),
    complete: (stored, cause) => runner.execute(stored, cause),
  }),
  defineOperation({
    name: 'payment_file.list',
    kind: 'query',
    summary: 'List the files that the caller has sent, newest first.',
    auth: reader,
    input: Type.Object({ status: Type.Optional(schema.FileStatus), ...pageInput }),
    output: PageOf(schema.PaymentFile),
    errors: [],
    rest: [{ route: 'GET /api/v1/iso20022/messages', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await service.listMessages(input, ctx)
      return toPage(rows.map(toFile), total, input)
    },
  }),
  defineOperation({
    name: 'payment_file.get',
    kind: 'query',
    summary: 'Get a file with the numbers of its settled, rejected and scheduled payments.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.PaymentFile,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/iso20022/messages/:id', envelope: 'success' }],
    handler: async (input, ctx) => toFile(await service.getMessage(input.id, ctx)),
  }),
  defineOperation({
    name: 'payment_file.payments',
    kind: 'query',
    summary: 'List the payments of a file, in its order.',
    auth: reader,
    input: Type.Object({ id, status: Type.Optional(schema.FilePaymentStatus), ...pageInput }),
    output: PageOf(schema.FilePayment),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/iso20022/messages/:id/payments', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await service.listPayments(input, ctx)
      return toPage(rows.map(toPayment), total, input)
    },
  }),
  defineOperation({
    name: 'payment_file.report',
    kind: 'query',
    summary: 'Get the current status report of a file: pain.002 or pacs.002.',
    auth: reader,
    heavy: true,
    input: Type.Object({ id }),
    output: schema.StatusReport,
    errors: [NotFound, TooManyConcurrentRequests, Unavailable],
    rest: [{ route: 'GET /api/v1/iso20022/messages/:id/status-report', envelope: 'success' }],
    handler: async (input, ctx) => ({
      xml: await reportOn(await service.getMessage(input.id, ctx), ctx.caller, options),
    }),
  }),
  defineOperation({
    name: 'file_payment.get',
    kind: 'query',
    summary: 'Get a payment of a file.',
    auth: reader,
    input: Type.Object({ id: paymentId }),
    output: schema.FilePayment,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/iso20022/payments/:id', envelope: 'success' }],
    handler: async (input, ctx) => toPayment(await service.getPayment(input.id, ctx)),
  }),
  defineOperation({
    name: 'file_payment.cancel',
    kind: 'command',
    summary: 'Cancel a scheduled payment of a file before it is executed.',
    auth: remover,
    input: Type.Object({ id: paymentId }),
    output: schema.FilePayment,
    errors: [NotFound, FilePaymentNotCancellable],
    rest: [{ route: 'DELETE /api/v1/iso20022/payments/:id', envelope: 'success' }],
    handler: async (input, ctx) => toPayment(await service.cancelPayment(input.id, ctx)),
  }),
]
