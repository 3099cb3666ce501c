// Pays invoices from an account in the bank, cancels them and refunds them. The row of the invoice is locked first,
// so concurrent requests pay an invoice once.
import { DOLLAR } from '../../../kernel/money.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { PartnerBilling } from '../../people/partners/index.ts'
import { findFirstAccountOf } from '../../core/accounts/index.ts'
import {
  type Account,
  findAccounts,
  canUse,
  newEntryId,
  post,
  systemAccount,
} from '../../core/ledger/index.ts'
import { InvoiceChanged } from './events.ts'
import { notifyPartner } from './service.ts'
import { invoiceLife } from './life-cycle.ts'
import * as store from './store.ts'
import type { InvoiceRow } from './store.ts'

const refuseAccount = (sentence: string) => Invalid({ errors: { account_id: [sentence] } })

/** A missing account and another user's account get the same message. */
async function readAccount(id: string | undefined, ctx: Context): Promise<Account> {
  if (id === undefined) {
    const first = await findFirstAccountOf(ctx)
    if (!first) throw refuseAccount('You have no account; open one, or name one with account_id.')
    return first
  }
  const account = (await findAccounts(ctx.tx, [id])).get(id.toLowerCase())
  const isUsable =
    account !== undefined &&
    account.environment === ctx.caller.environment &&
    account.code === null &&
    account.status !== 'closed' &&
    canUse(account, ctx.caller)
  if (!isUsable) throw refuseAccount(`You have no open account ${id}.`)
  return account
}

export async function payInvoice(
  uuid: string,
  account_id: string | undefined,
  book: PartnerBilling,
  ctx: Context,
): Promise<InvoiceRow> {
  const invoice = await store.lockInvoice(ctx.tx, uuid)
  // Invoices exist in the live environment only.
  const isOwn = invoice?.partner_uuid === ctx.caller.partner && ctx.caller.environment === 'live'
  if (!invoice || !isOwn) throw NotFound({ what: 'invoice', id: uuid })
  const { to: status } = invoiceLife.check(invoice.status, 'pay')
  const account = await readAccount(account_id, ctx)
  const entry_uuid = newEntryId(ctx.now)
  await move(entry_uuid, account.id, systemAccount('live', 'fees'), invoice, ctx)
  const paid = await store.updateInvoice(
    ctx.tx,
    uuid,
    { status, account_uuid: account.id, entry_uuid, paid_at: ctx.now },
    ctx.now,
  )
  await notifyPartner(InvoiceChanged, paid, await book.find(ctx.tx, paid.partner_uuid), ctx)
  return paid
}

export async function cancelInvoice(
  uuid: string,
  reason: string | null,
  book: PartnerBilling,
  ctx: Context,
): Promise<InvoiceRow> {
  const invoice = await lockAny(uuid, ctx)
  const { to: status } = invoiceLife.check(invoice.status, 'cancel')
  const changed = await store.updateInvoice(ctx.tx, uuid, { status, reason }, ctx.now)
  await notifyPartner(InvoiceChanged, changed, await book.find(ctx.tx, changed.partner_uuid), ctx)
  return changed
}

export async function refundInvoice(
  uuid: string,
  reason: string | null,
  book: PartnerBilling,
  ctx: Context,
): Promise<InvoiceRow> {
  const invoice = await lockAny(uuid, ctx)
  const { to: status } = invoiceLife.check(invoice.status, 'refund')
  const refund_entry_uuid = newEntryId(ctx.now)
  await move(refund_entry_uuid, systemAccount('live', 'fees'), invoice.account_uuid!, invoice, ctx)
  const change = { status, refund_entry_uuid, reason }
  const changed = await store.updateInvoice(ctx.tx, uuid, change, ctx.now)
  await notifyPartner(InvoiceChanged, changed, await book.find(ctx.tx, changed.partner_uuid), ctx)
  return changed
}

/** An invoice of any partner, for operators. */
export async function lockAny(uuid: string, ctx: Context): Promise<InvoiceRow> {
  const invoice = await store.lockInvoice(ctx.tx, uuid)
  if (!invoice) throw NotFound({ what: 'invoice', id: uuid })
  return invoice
}

async function move(
  id: string,
  from: string,
  to: string,
  invoice: InvoiceRow,
  ctx: Context,
): Promise<void> {
  const asset = DOLLAR.code
  const units = BigInt(invoice.total_cents)
  await post(ctx, {
    books: [
      { account: from, asset },
      { account: to, asset },
    ],
    decide: (ledger) =>
      ledger.post({
        id,
        type: 'transfer',
        subtype: 'partner_invoice',
        reference: invoice.number,
        credits: 'returned',
        moves: [{ from, to, asset, units, subtype: 'partner_invoice' }],
      }),
  })
}
