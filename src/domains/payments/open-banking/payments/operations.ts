// The operations on payments, for the third parties that initiate them and the account holders who decide.
import { Type } from 'typebox'
import { formatDecimal } from '../../../../kernel/money.ts'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { Forbidden, NotFound, Unavailable } from '../../../../operation/error.ts'
import { type Context, defineOperation } from '../../../../operation/operation.ts'
import { ownMoney, type Spends } from '../../../../operation/spending.ts'
import { listAccountsByIds } from '../../../core/accounts/index.ts'
import { transferErrors } from '../../../core/transfers/index.ts'
import { nameWarning, requesterName } from '../requester.ts'
import { ConsentInvalid, StatusInvalid } from '../errors.ts'
import type { PaymentRow } from './store.ts'
import * as payments from './service.ts'
import * as schema from '../schema.ts'
import { API, toPayment, toPaymentStatus } from '../view.ts'

export interface PaymentOperationOptions extends payments.PaymentOptions {
  readonly baseUrl: () => string
}

const path = `${API}/payments` as const
const id = schema.id('payment')

/** Account holders authorize payments themselves. */
const inPerson: Spends = {
  ...ownMoney,
  keys: {
    guarded:
      'Keys of the sandbox only; in the live environment the account holder must be signed in.',
  },
}

export function makePaymentOperations(options: PaymentOperationOptions) {
  const show = async (row: PaymentRow, ctx: Context) => {
    const now = await payments.statusNow(row, ctx, options)
    const debtor = (await options.directory.of(ctx.tx, [row.debtor_account])).get(
      row.debtor_account,
    )
    const tpp_name = await requesterName(ctx.tx, row.tpp_uuid)
    return toPayment({ row, now, debtor, tpp_name }, options.assets, options.baseUrl())
  }
  return [
    defineOperation({
      name: 'payment_initiation.create',
      kind: 'command',
      summary:
        'Initiate a payment; it waits for the account holder, unless the account to debit is the caller’s own.',
      auth: writer,
      spends: ownMoney,
      input: Type.Object(schema.paymentInput),
      output: schema.Payment,
      errors: [...transferErrors, ConsentInvalid, Unavailable],
      rest: [{ route: `POST ${path}`, status: 201, envelope: 'success' }],
      exempt: { names: { '.creditor_name': 'At another bank, as it writes itself.' } },
      handler: async (input, ctx) => show(await payments.startPayment(input, ctx, options), ctx),
    }),
    defineOperation({
      name: 'payment_initiation.list',
      kind: 'query',
      summary: 'List payments that the caller initiated or decided about, newest first.',
      auth: reader,
      input: Type.Object({ role: schema.role, ...pageInput }),
      output: PageOf(schema.Payment),
      errors: [],
      rest: [{ route: `GET ${path}`, envelope: 'success_page' }],
      handler: async (input, ctx) => {
        const { rows, total } = await payments.listPayments(input, ctx)
        return toPage(await Promise.all(rows.map((row) => show(row, ctx))), total, input)
      },
    }),
    defineOperation({
      name: 'payment_initiation.get',
      kind: 'query',
      summary: 'Get a payment, as the user who initiated it or the account holder who decided.',
      auth: reader,
      input: Type.Object({ id }),
      output: schema.Payment,
      errors: [NotFound],
      rest: [{ route: `GET ${path}/:id`, envelope: 'success' }],
      handler: async (input, ctx) => show(await payments.getPayment(input.id, ctx), ctx),
    }),
    defineOperation({
      name: 'payment_initiation.status',
      kind: 'query',
      summary: 'Get the status of a payment.',
      auth: reader,
      input: Type.Object({ id }),
      output: schema.PaymentStatusAnswer,
      errors: [NotFound],
      rest: [{ route: `GET ${path}/:id/status`, envelope: 'success' }],
      handler: async (input, ctx) => {
        const row = await payments.getPayment(input.id, ctx)
        return toPaymentStatus((await payments.statusNow(row, ctx, options)).status)
      },
    }),
    defineOperation({
      name: 'payment_initiation.review',
      kind: 'query',
      summary: 'Show a payment before deciding about it as the account holder.',
      auth: reader,
      input: Type.Object({ id }),
      output: schema.PaymentReview,
      errors: [NotFound, Forbidden],
      rest: [{ route: `GET ${path}/:id/authorization`, envelope: 'success' }],
      async handler(input, ctx) {
        const row = await payments.reviewPayment(input.id, ctx)
        const payment = await show(row, ctx)
        const [account] = await listAccountsByIds([row.debtor_account], ctx)
        const units = BigInt(row.fee_units)
        return {
          payment,
          is_open: payment.status_code === 'RCVD',
          warning: nameWarning(payment.tpp_name),
          account_name: account!.row.name,
          fee: formatDecimal({ units, asset: options.assets.get(row.currency) }),
          redirect_uri: row.redirect_uri,
        }
      },
    }),
    defineOperation({
      name: 'payment_initiation.authorize',
      kind: 'command',
      summary: 'Authorize a payment as the account holder; needs a login in the live environment.',
      auth: writer,
      spends: inPerson,
      input: Type.Object({ id }),
      output: schema.Payment,
      errors: [...transferErrors, NotFound, Forbidden, StatusInvalid, Unavailable],
      rest: [{ route: `POST ${path}/:id/authorize`, envelope: 'success' }],
      handler: async (input, ctx) =>
        show(await payments.authorizePayment(input.id, ctx, options), ctx),
    }),
    defineOperation({
      name: 'payment_initiation.reject',
      kind: 'command',
      summary: 'Reject a payment as the account holder; needs a login in the live environment.',
      auth: writer,
      input: Type.Object({ id }),
      output: schema.Payment,
      errors: [NotFound, Forbidden, StatusInvalid],
      rest: [{ route: `POST ${path}/:id/reject`, envelope: 'success' }],
      handler: async (input, ctx) =>
        show(await payments.rejectPayment(input.id, ctx, options), ctx),
    }),
    defineOperation({
      name: 'payment_initiation.cancel',
      kind: 'command',
      summary: 'Cancel a payment that waits for the account holder.',
      auth: remover,
      input: Type.Object({ id }),
      output: schema.Payment,
      errors: [NotFound, StatusInvalid],
      rest: [{ route: `DELETE ${path}/:id`, envelope: 'success' }],
      handler: async (input, ctx) =>
        show(await payments.cancelPayment(input.id, ctx, options), ctx),
    }),
  ]
}
