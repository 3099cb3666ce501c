// Emits the events of an escrow to the owners of both agents.
import type { TObject } from 'typebox'
import { formatDecimal } from '../../../kernel/money.ts'
import type { Value } from '../../../kernel/value.ts'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { toEscrowId } from './schema.ts'
import type { EscrowRow } from './store.ts'

/** An owner of both agents gets the event once. */
export function emitToOwners<Data extends TObject>(
  ctx: Context,
  event: EventDef<Data>,
  row: EscrowRow,
  assets: AssetCatalogue,
  more: object = {},
): void {
  const data = {
    escrow_id: toEscrowId(row.uuid),
    buyer_did: row.buyer_did,
    seller_did: row.seller_did,
    amount: formatDecimal({ units: BigInt(row.units), asset: assets.get(row.asset) }),
    currency: row.asset,
    status: row.status,
    ...more,
  }
  for (const user_uuid of new Set([row.buyer_owner, row.seller_owner]))
    ctx.emit(event, data as Value<Data>, { user_uuid })
}
