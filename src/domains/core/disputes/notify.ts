// Emits the events of a dispute to its parties. Operators see all events.
import { formatDecimal } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import type * as events from './events.ts'
import type { DisputeRow } from './store.ts'

type Event = (typeof events)[keyof typeof events]

export interface Notice {
  readonly event: Event
  readonly row: DisputeRow
  readonly by: 'payer' | 'receiver' | 'bank'
  /** Only this party; by default both, but the receiver only if the bank has told them of the dispute. */
  readonly only?: 'payer' | 'receiver'
}

export function notify(
  { event, row, by, only }: Notice,
  ctx: Pick<Context, 'emit'>,
  assets: AssetCatalogue,
): void {
  const asset = assets.get(row.asset)
  const shared = {
    dispute_uuid: row.id,
    payment_uuid: row.entry_id,
    by,
    status: row.status,
    reason: row.reason,
    amount: formatDecimal({ units: BigInt(row.refund_units ?? row.units), asset }),
    asset_code: asset.code,
  }
  if (only !== 'receiver')
    ctx.emit(event, { ...shared, role: 'payer' }, { user_uuid: row.payer_uuid })
  if (only !== 'payer' && row.receiver_notified_at !== null)
    ctx.emit(event, { ...shared, role: 'receiver' }, { user_uuid: row.receiver_uuid })
}
