// Incoming payments: an amount that an account expects, at an address of its own with a shared secret of its own.
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { randomHex } from '../../../../platform/secrets.ts'
import { readSupportedAmount } from '../assets.ts'
import { IncomingPaymentCreated } from '../events.ts'
import { after, type InterledgerOptions } from '../options.ts'
import { getWallet } from '../receivers.ts'
import * as store from './store.ts'
import type { IncomingRow } from './store.ts'
import { toIncomingEvent } from '../view.ts'

export const INCOMING_SECONDS = 3_600
const SECRET_BYTES = 32

export interface IncomingRequest {
  readonly wallet_address: string
  readonly amount: string | number
  readonly asset_code: string
}

export async function createIncoming(
  request: IncomingRequest,
  ctx: Context,
  options: InterledgerOptions,
): Promise<{ readonly row: IncomingRow; readonly shared_secret: string }> {
  const { asset, units } = readSupportedAmount(
    options.assets,
    { amount: request.amount, code: request.asset_code },
    { amount: 'amount', asset: 'asset_code' },
  )
  const account = await getWallet(request.wallet_address, ctx, options)
  const shared_secret = randomHex(SECRET_BYTES)
  const row = await store.insertIncoming(ctx.tx, {
    id: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    user_uuid: ctx.caller.user!,
    account_uuid: account.id,
    wallet_address: request.wallet_address,
    asset: asset.code,
    units,
    secret: options.sealer.seal(shared_secret),
    expires_at: after(ctx.now, INCOMING_SECONDS),
    created_at: ctx.now,
  })
  ctx.emit(IncomingPaymentCreated, toIncomingEvent(row, options), {
    user_uuid: row.user_uuid,
    account_uuid: row.account_uuid,
  })
  return { row, shared_secret }
}

export async function getIncoming(id: string, { tx, caller }: Context): Promise<IncomingRow> {
  const row = await store.findIncoming(tx, id)
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'incoming payment', id })
  return row
}

export const listIncoming = ({ tx, caller }: Context, page: PageRequest) =>
  store.listIncoming(tx, { environment: caller.environment, user_uuid: caller.user! }, page)
