// Starts payments and reads them. The quote stays locked while the payment is created, so that of two payments on
// one quote one is refused.
import { formatMoney } from '../../../../kernel/money.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { QuoteExpired, QuoteUsed } from '../errors.ts'
import { InterledgerPaymentStarted } from '../events.ts'
import { useGrant } from '../grants.ts'
import { paymentLife, type PaymentStatus } from '../life-cycle.ts'
import { after, type InterledgerOptions } from '../options.ts'
import { getFirstAccount, getWallet, readWallet } from '../receivers.ts'
import { DELIVER_JOB, SEND_JOB } from './sender.ts'
import { debitSender } from './settlement.ts'
import * as store from './store.ts'
import type { PaymentRow, QuoteRow } from './store.ts'
import { toPaymentEvent } from '../view.ts'

export interface PaymentRequest {
  readonly quote_id: string
  readonly wallet_address?: string
  readonly grant_token?: string
}

export async function startPayment(
  request: PaymentRequest,
  ctx: Context,
  options: InterledgerOptions,
): Promise<PaymentRow> {
  const quote = await lockQuote(request.quote_id, ctx)
  const { account_uuid, grant_id } = await findPayer(request, quote, ctx, options)
  await options.guards.mayTransfer(ctx, {
    id: quote.id,
    from: account_uuid,
    to: quote.account_uuid ?? quote.receiver,
    leaves: quote.account_uuid === null,
    asset: options.assets.get(quote.send_asset),
    units: quote.send_units,
  })
  await store.markUsed(ctx.tx, quote.id, ctx.now)
  const pending = await store.insertPayment(ctx.tx, quote, {
    id: uuidv7(ctx.now),
    environment: quote.environment,
    user_uuid: quote.user_uuid,
    account_uuid,
    grant_id,
    packet_max: options.packetMax,
    check_at: ctx.now,
    expires_at: after(ctx.now, options.packetSeconds),
    created_at: ctx.now,
  })
  const { to: status } = paymentLife.check(pending.status, 'send')
  const reference = `Interledger payment of ${formatMoney({ units: quote.receive_units, asset: options.assets.get(quote.receive_asset) })}`
  await debitSender(pending, reference, ctx)
  const payment = await store.updatePayment(ctx.tx, pending, { status, updated_at: ctx.now })
  ctx.emit(InterledgerPaymentStarted, toPaymentEvent(payment, options), {
    user_uuid: payment.user_uuid,
    account_uuid: payment.account_uuid,
  })
  const job = quote.account_uuid === null ? SEND_JOB : DELIVER_JOB
  await options.jobs.send(ctx.tx, job, { payment: payment.id })
  return payment
}

async function lockQuote(id: string, ctx: Context): Promise<QuoteRow> {
  const { tx, caller, now } = ctx
  const quote = await store.findQuote(tx, id, true)
  const isTheirs = quote?.user_uuid === caller.user && quote?.environment === caller.environment
  if (!quote || !isTheirs)
    throw Invalid({ errors: { quote_id: ['You have no quote with this id.'] } })
  if (quote.used_at !== null) throw QuoteUsed({})
  if (new Date(quote.expires_at) <= now) throw QuoteExpired({ expired_at: quote.expires_at })
  return quote
}

/** The account that pays: with a grant, the granter's, otherwise one of the caller's. */
async function findPayer(
  { wallet_address, grant_token }: PaymentRequest,
  quote: QuoteRow,
  ctx: Context,
  options: InterledgerOptions,
): Promise<{ readonly account_uuid: string; readonly grant_id: string | null }> {
  if (grant_token !== undefined) {
    if (wallet_address === undefined)
      throw Invalid({
        errors: { wallet_address: ['A payment with a grant must name its wallet address.'] },
      })
    const account_uuid = readWallet(wallet_address, ctx, options)
    const grant = await useGrant(grant_token, account_uuid, quote, ctx, options)
    return { account_uuid, grant_id: grant.id }
  }
  const account_uuid =
    wallet_address === undefined
      ? await getFirstAccount(ctx)
      : (await getWallet(wallet_address, ctx, options)).id
  return { account_uuid, grant_id: null }
}

/** Finds a payment of the caller; payments of others are reported as not found. */
export async function getPayment(id: string, { tx, caller }: Context): Promise<PaymentRow> {
  const row = await store.findPayment(tx, id)
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'payment', id })
  return row
}

export const listPayments = (
  { tx, caller }: Context,
  request: PageRequest & { readonly status?: PaymentStatus },
) =>
  store.listPayments(
    tx,
    { environment: caller.environment, user_uuid: caller.user!, status: request.status },
    request,
  )
