// The credit of the peer. For each packet that the bank fulfils it credits a customer before the peer has paid the
// bank; so the peer owes that amount until it settles, up to a maximum.
import { formatDecimal } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Context } from '../../../../operation/operation.ts'
import { listSupported, readSupportedAmount } from '../assets.ts'
import { DuplicateSettlement } from '../errors.ts'
import { PeerSettled } from '../events.ts'
import { HTTP } from '../connectors/http-connector.ts'
import type { InterledgerOptions } from '../options.ts'
import * as store from './store.ts'
import type { PaymentRow } from '../payments/store.ts'

/** Adds the amount of a packet to the peer's debt; false if that exceeds the maximum. */
export const extendCredit = (
  asset: string,
  units: bigint,
  { tx, caller, now }: Context,
  { peerCreditMax: max }: Pick<InterledgerOptions, 'peerCreditMax'>,
): Promise<boolean> =>
  store.addOwed(tx, { environment: caller.environment, asset }, { units, max, now })

/** For a packet that was not paid out after all. */
export const reverseCredit = (asset: string, units: bigint, { tx, caller, now }: Context) =>
  store.takeOwed(tx, { environment: caller.environment, asset }, { units, now })

const isOverPeer = ({ quote, delivered_units }: PaymentRow): boolean =>
  quote.connector === HTTP && delivered_units > 0n

/** Called before money moves, because incoming packets lock the debt before they lock accounts. */
export async function lockPeer(payment: PaymentRow, { tx }: Context): Promise<void> {
  const { environment, quote } = payment
  if (isOverPeer(payment)) await store.lockOwed(tx, { environment, asset: quote.receive_asset })
}

/** A payment that the peer delivered is set off against its debt. */
export async function offsetDelivered(payment: PaymentRow, { tx, now }: Context): Promise<void> {
  if (!isOverPeer(payment)) return
  const { environment, quote, delivered_units: units } = payment
  await store.takeOwed(tx, { environment, asset: quote.receive_asset }, { units, now })
}

/** One line for each asset in which the peer may send packets. */
export async function listPeerBalances(
  { tx, caller }: Context,
  { assets, peerAssets, peerCreditMax }: InterledgerOptions,
) {
  const rows = await store.listBalances(tx, caller.environment)
  const owed = new Map(rows.map((row) => [row.asset, BigInt(row.owed_units)]))
  return listSupported(assets)
    .filter(({ code }) => peerAssets.length === 0 || peerAssets.includes(code) || owed.has(code))
    .map((asset) => {
      const units = owed.get(asset.code) ?? 0n
      const show = (value: bigint) => formatDecimal({ units: value, asset })
      const left = peerCreditMax - units
      return {
        asset_code: asset.code,
        owed: show(units),
        credit_limit: show(peerCreditMax),
        available: show(left > 0n ? left : 0n),
      }
    })
}

export interface SettlementRequest {
  readonly asset_code: string
  readonly amount: string | number
  readonly reference: string
}

/** The money itself is paid over a rail; this only reduces the debt, once for each reference. */
export async function settlePeer(
  request: SettlementRequest,
  ctx: Context,
  { assets }: InterledgerOptions,
) {
  const { asset, units } = readSupportedAmount(
    assets,
    { amount: request.amount, code: request.asset_code },
    { amount: 'amount', asset: 'asset_code' },
  )
  const { environment, user } = ctx.caller
  const { reference } = request
  const row = await store.insertSettlement(ctx.tx, {
    id: uuidv7(ctx.now),
    environment,
    asset: asset.code,
    units,
    reference,
    user_uuid: user!,
    created_at: ctx.now,
  })
  if (!row) throw DuplicateSettlement({ reference })
  await store.takeOwed(ctx.tx, { environment, asset: asset.code }, { units, now: ctx.now })
  const amount = formatDecimal({ units, asset })
  const settlement = { settlement_id: row.id, asset_code: asset.code, amount, reference }
  ctx.emit(PeerSettled, settlement, { user_uuid: user! })
  return { ...settlement, created_at: row.created_at }
}
