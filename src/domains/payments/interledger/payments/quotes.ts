// Quotes: terms for one payment of one user within thirty seconds.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { formatMoney } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { showRate } from '../../../core/assets/index.ts'
import { type Rate, rateAt } from '../../../core/rates/index.ts'
import { readSupported, readSupportedAmount } from '../assets.ts'
import type { Resolved } from '../connectors/connector.ts'
import { NoQuote } from '../errors.ts'
import { after, type InterledgerOptions } from '../options.ts'
import { findReceiver, type Receiver } from '../receivers.ts'
import * as store from './store.ts'
import type { QuoteRow } from './store.ts'
import { computeTerms } from './terms.ts'

export const QUOTE_SECONDS = 30

/** A payment that needs more packets is not accepted, because it would delay others. */
export const PACKETS_MAX = 1_000n

/** Money is never sent at a rate that is older than a day. */
const STALE_MS = DAY_MS

export interface QuoteRequest {
  readonly send_amount: string | number
  readonly send_currency: string
  readonly receive_currency: string
  readonly receiver: string
}

export async function createQuote(
  request: QuoteRequest,
  resolved: Resolved | undefined,
  ctx: Context,
  options: InterledgerOptions,
): Promise<QuoteRow> {
  const { asset: from, units: send_units } = readSupportedAmount(
    options.assets,
    { amount: request.send_amount, code: request.send_currency },
    { amount: 'send_amount', asset: 'send_currency' },
  )
  const to = readSupported(options.assets, request.receive_currency, 'receive_currency')
  const receiver = await findReceiver(request.receiver, resolved, ctx, options)
  const rate = await getFreshRate(from.code, to.code, ctx, options)
  const terms = computeTerms(send_units, rate, from, to, (ownFee) =>
    receiver.kind === 'own' ? options.feeWithin(send_units, ownFee) : ownFee,
  )
  if (!terms)
    throw NoQuote({
      sentence: `Nothing would arrive of ${formatMoney({ units: send_units, asset: from })} after the fee; send a larger amount.`,
    })
  checkTaken(receiver, to.code, terms.receive_units, options)
  return store.insertQuote(ctx.tx, {
    id: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    user_uuid: ctx.caller.user!,
    send_asset: from.code,
    send_units,
    ...terms,
    receive_asset: to.code,
    exchange_rate: showRate(rate.rate),
    receiver: request.receiver,
    ilp_address: receiver.ilp_address,
    ...placeOf(receiver, options),
    expires_at: after(ctx.now, QUOTE_SECONDS),
    created_at: ctx.now,
  })
}

const placeOf = (receiver: Receiver, { sealer }: InterledgerOptions) =>
  receiver.kind === 'own'
    ? {
        account_uuid: receiver.account_uuid,
        incoming_id: receiver.incoming_id,
        connection_id: receiver.connection_id,
        connector: null,
        secret: null,
      }
    : {
        account_uuid: null,
        incoming_id: null,
        connection_id: null,
        connector: receiver.connector.name,
        secret: sealer.seal(receiver.secret),
      }

/** Refuses an asset that the receiver does not accept, or an amount that does not fit into packets. */
function checkTaken(
  receiver: Receiver,
  asset: string,
  units: bigint,
  { packetMax }: InterledgerOptions,
): void {
  const takes = receiver.kind === 'own' ? receiver.asset : null
  if (takes !== null && takes !== asset)
    throw Invalid({ errors: { receive_currency: [`This receiver accepts ${takes} only.`] } })
  if (receiver.kind === 'own') return
  if (!receiver.connector.carries(asset))
    throw Invalid({
      errors: { receive_currency: [`This bank sends no ${asset} to external receivers.`] },
    })
  const packets = (units + packetMax - 1n) / packetMax
  if (packets > PACKETS_MAX)
    throw NoQuote({
      sentence: `This payment would need ${packets} packets of ${packetMax} smallest units of ${asset}, and at most ${PACKETS_MAX} are possible; send less at once.`,
    })
}

async function getFreshRate(
  from: string,
  to: string,
  ctx: Context,
  { rateUpdater }: InterledgerOptions,
): Promise<Rate> {
  const isFresh = ({ valid_at }: Rate) => ctx.now.getTime() - valid_at.getTime() <= STALE_MS
  const known = await rateAt(ctx.tx, from, to, ctx.now)
  if (known && isFresh(known)) return known
  // A daily feed can compute today's rate at once, before the hourly job has recorded it.
  await rateUpdater.fillDays(ctx)
  const rate = await rateAt(ctx.tx, from, to, ctx.now)
  if (rate && isFresh(rate)) return rate
  throw NoQuote({
    sentence: rate
      ? `The rate from ${from} to ${to} is of ${rate.valid_at.toISOString()}, more than a day ago; try again when there is a newer one.`
      : `There is no rate from ${from} to ${to}; try again later.`,
  })
}

/** Finds a quote of the caller; quotes of others are reported as not found. */
export async function getQuote(id: string, { tx, caller }: Context): Promise<QuoteRow> {
  const row = await store.findQuote(tx, id)
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'quote', id })
  return row
}
