// Builds the public form of standing orders and their payments.
import { formatDecimal } from '../../../kernel/money.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { OrderRow, PaymentRow } from './store.ts'

export const amountOf = (
  { units, asset }: { readonly units: string; readonly asset: string },
  assets: AssetCatalogue,
): string => formatDecimal({ units: BigInt(units), asset: assets.get(asset) })

export const toOrder = (row: OrderRow, assets: AssetCatalogue) => ({
  uuid: row.id,
  from_account: row.from_account,
  to_account: row.to_account,
  recipient_name: row.recipient_name,
  amount: amountOf(row, assets),
  asset_code: row.asset,
  reference: row.reference,
  frequency: row.frequency,
  first_on: row.first_on,
  last_on: row.last_on,
  next_on: row.next_on,
  status: row.status,
  payments_made: row.payments_made,
  failed_in_a_row: row.failed_in_a_row,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const toPayment = (
  { due_on, status, units, transfer_uuid, reason, decided_at }: PaymentRow,
  { asset }: OrderRow,
  assets: AssetCatalogue,
) => ({
  due_on,
  status,
  amount: amountOf({ units, asset }, assets),
  asset_code: asset,
  transfer_uuid,
  reason,
  decided_at,
})
