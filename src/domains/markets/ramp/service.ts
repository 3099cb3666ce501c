// Starts sessions and reads them.
import { HOUR_MS } from '../../../kernel/durations.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { readUnits } from '../../core/assets/index.ts'
import { findUser } from '../../people/identity/index.ts'
import { findFirstAccounts } from '../../core/ledger/index.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import { findAddressError } from './addresses.ts'
import { type CoinCode, coins, type Fiat, fiatOf, type RampType } from './coins.ts'
import { KycRequired, SessionError } from './errors.ts'
import { RampStarted } from './events.ts'
import { checkDay, SESSION_MAX, SESSION_MIN } from './limits.ts'
import { findRateNow, toDollars } from './prices.ts'
import type { Providers } from './providers/provider.ts'
import { checkBetween, checkSupported, rampQuote, getTerms, type OrderRequest } from './quotes.ts'
import * as store from './store.ts'
import type { SessionRow } from './store.ts'
import { SIMULATED } from './providers/simulated-provider.ts'
import { toEventData } from './view.ts'

export interface SessionOptions {
  readonly providers: Providers
  readonly sealer: Sealer
  readonly rateUpdater: RateUpdater
  readonly jobs: Jobs
  /** In production, a user's identity must be verified before they buy or sell. */
  readonly production: boolean
}

export const SETTLE_JOB = 'ramp.settle'

/** A session that is not paid within an hour expires. */
const EXPIRES_AFTER_MS = HOUR_MS

export interface StartRequest {
  readonly type: RampType
  readonly fiat_currency: Fiat
  readonly fiat_amount: string | number
  readonly crypto_currency: CoinCode
  readonly wallet_address: string
  readonly quote_id?: string
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

export async function startSession(
  request: StartRequest,
  ctx: Context,
  options: SessionOptions,
): Promise<SessionRow> {
  const { environment } = ctx.caller
  const provider = options.providers.choose(environment)
  const order = readOrderRequest(request, provider.name)
  checkSupported(provider, order.type, order.crypto_currency, (sentence) =>
    SessionError({ reason: 'NOT_OFFERED', sentence }),
  )
  const user = { environment, user_uuid: ctx.caller.user! }
  if (options.production && environment === 'live') await checkKnown(user.user_uuid, ctx)
  await store.lockUser(ctx.tx, user)
  const { terms, quote_uuid } = await findTerms(request.quote_id, order, ctx, options)
  const dollar_cents = await toDollars(
    order.fiat_units,
    order.fiat_currency,
    ctx,
    options.rateUpdater,
  )
  await checkDay(dollar_cents, ctx)
  const account_uuid = order.type === 'on' ? null : await getMainAccount(user, ctx)
  const id = uuidv7(ctx.now)
  // The provider is called last, because the call cannot be rolled back. If the bank fails afterwards, the checkout URL
  // is lost, so the session cannot be paid.
  const created = await provider.create({
    ...order,
    id,
    fiat_amount: formatDecimal({ units: order.fiat_units, asset: fiatOf(order.fiat_currency) }),
    wallet_address: request.wallet_address,
  })
  const { fee_units, network_fee_units, crypto_units } = terms
  const { provider_session_id, provider_status, checkout_url } = created
  const row = await store.insertSession(ctx.tx, {
    ...user,
    ...order,
    id,
    provider_session_id,
    provider_status,
    checkout_url,
    fee_units,
    network_fee_units,
    crypto_units,
    dollar_cents,
    wallet_address: request.wallet_address,
    account_uuid,
    quote_uuid,
    check_at: after(ctx.now, provider.checkAfterSeconds * 1000),
    expires_at: after(ctx.now, EXPIRES_AFTER_MS),
    created_at: ctx.now,
  })
  ctx.emit(RampStarted, toEventData(row), { user_uuid: user.user_uuid })
  const when = { afterSeconds: provider.checkAfterSeconds }
  await options.jobs.send(ctx.tx, SETTLE_JOB, { session: id }, when)
  return row
}

function readOrderRequest(request: StartRequest, provider: string): OrderRequest {
  const { type, fiat_currency, crypto_currency } = request
  const field = 'fiat_amount'
  const fiat_units = readUnits(request.fiat_amount, fiatOf(fiat_currency), field)
  checkBetween(fiat_units, { least: SESSION_MIN, most: SESSION_MAX, field, fiat_currency })
  const fault = findAddressError(request.wallet_address, coins[crypto_currency].network)
  if (fault !== undefined) throw Invalid({ errors: { wallet_address: [fault] } })
  return { provider, type, fiat_currency, fiat_units, crypto_currency }
}

async function checkKnown(user_uuid: string, { tx }: Context): Promise<void> {
  const user = await findUser(tx, user_uuid)
  if (user?.kyc_status !== 'approved') throw KycRequired({})
}

/** The terms of the quote or, without a quote, the current terms. */
async function findTerms(
  quote_id: string | undefined,
  order: OrderRequest,
  ctx: Context,
  { sealer, rateUpdater }: SessionOptions,
) {
  if (quote_id === undefined) {
    const coin = coins[order.crypto_currency]
    const rate = await findRateNow(order.fiat_currency, coin, ctx, rateUpdater)
    return { terms: getTerms(order, rate), quote_uuid: null }
  }
  const { uuid, terms } = rampQuote.open(quote_id, order, ctx, sealer)
  if (await store.isQuoteUsed(ctx.tx, uuid))
    throw SessionError({
      reason: 'QUOTE_USED',
      sentence:
        'This quote has been used, and a quote is valid for one session only; ask for a new one.',
    })
  return { terms, quote_uuid: uuid }
}

async function getMainAccount(user: store.RampUser, { tx }: Context): Promise<string> {
  const { environment, user_uuid } = user
  const account = (await findFirstAccounts(tx, { environment, users: [user_uuid] })).get(user_uuid)
  if (account !== undefined) return account
  throw SessionError({
    reason: 'NO_ACCOUNT',
    sentence: 'You have no account that the money could be credited to; open one first.',
  })
}

/** Finds a session of the caller; sessions of others are reported as not found. */
export async function getSession(id: string, { tx, caller }: Context): Promise<SessionRow> {
  const row = await store.findSession(tx, id)
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'session', id })
  return row
}

export const listSessions = ({ tx, caller }: Context, request: PageRequest) =>
  store.listSessions(tx, { environment: caller.environment, user_uuid: caller.user! }, request)

/** Reads the checkout of the simulated provider. It is public, so it shows only the amounts and the status. */
export async function getCheckout(id: string, { tx }: Context): Promise<SessionRow> {
  const row = await store.findSession(tx, id)
  if (row?.provider !== SIMULATED) throw NotFound({ what: 'checkout', id })
  return row
}
