// Formats intents, transfers and merchants for answers and events.
import { formatDecimal } from '../../../kernel/money.ts'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { IntentCreated, P2pSent } from './events.ts'
import type { IntentRow } from './intents/store.ts'
import { intentLife, type IntentStatus } from './life-cycle.ts'
import { findMerchants, type MerchantRow } from './merchants/store.ts'
import { confirmationsAt, estimateFees, confirmationTimeOf } from './networks.ts'
import type { P2pRow } from './p2p/store.ts'

/** The state at this moment: an intent has expired even before the job has recorded that. */
export const statusAt = (row: Pick<IntentRow, 'status' | 'expires_at'>, now: Date): IntentStatus =>
  intentLife.find(row.status, 'expire') && new Date(row.expires_at) <= now ? 'EXPIRED' : row.status

const show = (units: string, code: string, assets: AssetCatalogue): string =>
  formatDecimal({ units: BigInt(units), asset: assets.get(code) })

function toIntent(
  row: IntentRow,
  merchant: MerchantRow | undefined,
  now: Date,
  assets: AssetCatalogue,
) {
  const { confirmations } = confirmationTimeOf(row.network)
  return {
    intentId: row.id,
    merchantId: merchant?.id ?? null,
    merchant: merchant ? { displayName: merchant.display_name, iconUrl: merchant.icon_url } : null,
    asset: row.asset,
    currency: row.asset,
    network: row.network,
    amount: show(row.units, row.asset, assets),
    fee: show(row.fee_units, row.asset, assets),
    status: statusAt(row, now),
    shieldEnabled: row.shield,
    feesEstimate: estimateFees(row.network, row.shield, row.asset),
    recipient: row.recipient,
    recipientKind: row.recipient_kind,
    description: row.description,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    tx: row.tx_hash === null ? null : { hash: row.tx_hash, explorerUrl: null },
    confirmations: confirmationsOf(row, now),
    requiredConfirmations: confirmations,
    error:
      row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    simulated: row.is_simulated,
  }
}

function confirmationsOf(row: IntentRow, now: Date): number {
  if (row.status === 'CONFIRMED') return confirmationTimeOf(row.network).confirmations
  return row.status === 'PENDING'
    ? confirmationsAt(row.network, new Date(row.submitted_at!), now)
    : 0
}

export async function toIntents(
  rows: readonly IntentRow[],
  { tx, now }: Context,
  assets: AssetCatalogue,
) {
  const ids = rows.flatMap(({ recipient_kind, recipient_id }) =>
    recipient_kind === 'merchant' && recipient_id !== null ? [recipient_id] : [],
  )
  const merchants = await findMerchants(tx, ids)
  return rows.map((row) => toIntent(row, merchants.get(row.recipient_id ?? ''), now, assets))
}

export const showIntent = async (row: IntentRow, ctx: Context, assets: AssetCatalogue) =>
  (await toIntents([row], ctx, assets))[0]!

/** Emits an event to the payer. */
export function emitIntentEvent(
  ctx: Context,
  event: EventDef<typeof IntentCreated.data>,
  row: IntentRow,
  assets: AssetCatalogue,
): void {
  ctx.emit(
    event,
    {
      intent_id: row.id,
      amount: show(row.units, row.asset, assets),
      currency: row.asset,
      recipient: row.recipient,
      network: row.network,
      status: row.status,
      error_code: row.error_code,
    },
    { user_uuid: row.user_uuid },
  )
}

/** A transfer as its sender or its receiver sees it: the sender does not learn who claimed it. */
export function toTransfer(row: P2pRow, { caller }: Context, assets: AssetCatalogue) {
  const isSender = row.from_user === caller.user
  return {
    transfer_id: row.id,
    direction: isSender ? ('outgoing' as const) : ('incoming' as const),
    from_user: row.from_user,
    to_user: row.to_email !== null && isSender ? row.to_email : row.to_user!,
    amount: show(row.units, row.asset, assets),
    currency: row.asset,
    note: row.note,
    status: row.status,
    fee: show(isSender ? row.fee_units : '0', row.asset, assets),
    created_at: row.created_at,
    expires_at: row.expires_at,
    ended_at: row.ended_at,
  }
}

/** Emits an event to the sender. */
export const emitTransferEvent = (
  ctx: Context,
  event: EventDef<typeof P2pSent.data>,
  row: P2pRow,
  assets: AssetCatalogue,
): void =>
  ctx.emit(
    event,
    {
      transfer_id: row.id,
      amount: show(row.units, row.asset, assets),
      currency: row.asset,
      status: row.status,
    },
    { user_uuid: row.from_user },
  )

export const toMerchant = (row: MerchantRow) => ({
  merchantId: row.id,
  displayName: row.display_name,
  iconUrl: row.icon_url,
  acceptedAssets: row.assets,
  acceptedNetworks: row.networks,
  isOpen: row.is_open,
  createdAt: row.created_at,
})
