// Formats payments for answers and events.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import type { RailPaymentCreated } from '../events.ts'
import { writeParty } from '../party.ts'
import type { PaymentRow } from './store.ts'

export function toPayment(row: PaymentRow, assets: AssetCatalogue) {
  const show = (units: string) =>
    formatDecimal({ units: BigInt(units), asset: assets.get(row.asset) })
  return {
    payment_id: row.id,
    transaction_id: row.id,
    account_uuid: row.account_id,
    direction: row.direction,
    type: row.type,
    rail: row.rail,
    status: row.status,
    amount: show(row.units),
    fee: show(row.fee_units),
    currency: row.asset,
    creditor_account: row.direction === 'outgoing' ? writeParty(row.party) : null,
    counterparty: row.party,
    memo: row.memo,
    external_id: row.external_id,
    end_to_end_id: row.end_to_end_id,
    mandate: row.mandate,
    urgency: row.urgency,
    code: row.code,
    reason: row.reason,
    simulated: row.scheme === 'simulated',
    routing_decision: row.routing,
    attempts: row.attempts,
    scheduled_for: row.status === 'pending' ? row.submit_at : null,
    submitted_at: row.submitted_at,
    estimated_settlement: row.estimated_settlement,
    completed_at: row.completed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Emits an event to the owner of the payment's account. */
export function emitPaymentEvent(
  ctx: Context,
  event: EventDef<typeof RailPaymentCreated.data>,
  row: PaymentRow,
  assets: AssetCatalogue,
): void {
  const { amount, fee } = toPayment(row, assets)
  ctx.emit(
    event,
    {
      payment_id: row.id,
      account_uuid: row.account_id,
      direction: row.direction,
      type: row.type,
      rail: row.rail,
      amount,
      fee,
      currency: row.asset,
      status: row.status,
      external_id: row.external_id,
      end_to_end_id: row.end_to_end_id,
      origin: row.origin,
      code: row.code,
      reason: row.reason,
    },
    { user_uuid: row.user_uuid, account_uuid: row.account_id },
  )
}
