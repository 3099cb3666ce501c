// The operations on invoices: those of partners, and those of operators.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { operator } from '../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { type PartnerBilling, partnerReader, partnerWriter } from '../../people/partners/index.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { InvoiceStateConflict, NothingToBill } from './errors.ts'
import * as invoices from './invoices.ts'
import { issueNow } from './service.ts'
import { cancelInvoice, lockAny, payInvoice, refundInvoice } from './payment.ts'
import * as schema from './schema.ts'
import { toInvoice } from './view.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the invoice.' })
const reason = Type.Optional(
  Type.String({ ...plainText(1000), description: 'Why; the partner sees it.' }),
)

export const makeOperations = (book: PartnerBilling) => [
  defineOperation({
    name: 'partner_invoice.list',
    kind: 'query',
    summary: 'The invoices of the calling partner, newest first.',
    auth: partnerReader,
    input: Type.Object({ ...pageInput, per_page: { ...pageInput.per_page, default: 50 } }),
    output: PageOf(schema.Invoice),
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/billing/invoices', envelope: 'page' }],
    handler: (page, ctx) => invoices.listInvoices(page, ctx),
  }),
  defineOperation({
    name: 'partner_invoice.get',
    kind: 'query',
    summary: 'One invoice of the calling partner.',
    auth: partnerReader,
    input: Type.Object({ id }),
    output: schema.Invoice,
    errors: [NotFound],
    rest: [{ route: 'GET /api/partner/v1/billing/invoices/:id', envelope: 'success' }],
    handler: (input, ctx) => invoices.getInvoice(input.id, ctx),
  }),
  defineOperation({
    name: 'partner_invoice.pay',
    kind: 'command',
    summary: 'Pay an invoice from an account of the caller.',
    auth: partnerWriter,
    spends: ownMoney,
    input: Type.Object({
      id,
      account_id: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The account that pays, in USD; the caller’s first one if omitted.',
        }),
      ),
    }),
    output: schema.Invoice,
    errors: [NotFound, Invalid, InvoiceStateConflict, ...postingErrors],
    rest: [{ route: 'POST /api/partner/v1/billing/invoices/:id/pay', envelope: 'success' }],
    exempt: { guards: 'The payee is the bank itself.' },
    handler: async (input, ctx) =>
      toInvoice(await payInvoice(input.id, input.account_id, book, ctx)),
  }),
  defineOperation({
    name: 'partner_billing.outstanding',
    kind: 'query',
    summary: 'How much the calling partner owes.',
    auth: partnerReader,
    input: Type.Object({}),
    output: schema.Outstanding,
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/billing/outstanding', envelope: 'success' }],
    handler: (_input, ctx) => invoices.sumOutstanding(ctx),
  }),
  defineOperation({
    name: 'partner_billing.breakdown',
    kind: 'query',
    summary: 'The cost of the current period so far, as the next invoice would show it.',
    auth: partnerReader,
    input: Type.Object({}),
    output: schema.Breakdown,
    errors: [NotFound],
    rest: [{ route: 'GET /api/partner/v1/billing/breakdown', envelope: 'success' }],
    handler: (_input, ctx) => invoices.estimateNext(book, ctx),
  }),
  defineOperation({
    name: 'partner_invoice.issue',
    kind: 'command',
    summary: 'Bill a partner for the days up to yesterday, such as before a change of its tier.',
    auth: operator,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the partner.' }),
    }),
    output: schema.Invoice,
    errors: [NotFound, NothingToBill],
    rest: [{ route: 'POST /api/v1/partners/:id/invoices', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => {
      const partner = await book.find(ctx.tx, input.id)
      if (!partner) throw NotFound({ what: 'partner', id: input.id })
      return toInvoice(await issueNow(partner, book, ctx))
    },
  }),
  defineOperation({
    name: 'partner_invoice.cancel',
    kind: 'command',
    summary: 'Cancel an unpaid invoice; its period is not billed again.',
    auth: operator,
    subject: { read: async (input, ctx) => toInvoice(await lockAny(input.id, ctx)) },
    input: Type.Object({ id, reason }),
    output: schema.Invoice,
    errors: [NotFound, InvoiceStateConflict],
    rest: [{ route: 'POST /api/v1/partner-invoices/:id/cancel', envelope: 'success' }],
    handler: async (input, ctx) =>
      toInvoice(await cancelInvoice(input.id, input.reason ?? null, book, ctx)),
  }),
  defineOperation({
    name: 'partner_invoice.refund',
    kind: 'command',
    summary: 'Refund a paid invoice to the account that paid it.',
    auth: operator,
    subject: { read: async (input, ctx) => toInvoice(await lockAny(input.id, ctx)) },
    input: Type.Object({ id, reason }),
    output: schema.Invoice,
    errors: [NotFound, InvoiceStateConflict, ...postingErrors],
    rest: [{ route: 'POST /api/v1/partner-invoices/:id/refund', envelope: 'success' }],
    handler: async (input, ctx) =>
      toInvoice(await refundInvoice(input.id, input.reason ?? null, book, ctx)),
  }),
]
