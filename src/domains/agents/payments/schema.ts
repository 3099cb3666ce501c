// Wire shapes of payments between agents.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { AgentCurrency, showAmount, toEscrowId, toTransactionName } from '../escrow/index.ts'
import { paymentLife, type PaymentStatus } from './life-cycle.ts'
import type { PaymentRow } from './store.ts'

export const PaymentStatusSchema = paymentLife.schema({
  $id: 'AgentPaymentStatus',
  description: `What may happen to a payment in each state. ${paymentLife.summarize()}.`,
})

export const Payment = Type.Object(
  {
    transaction_id: Type.String(),
    from_agent_did: Type.String(),
    to_agent_did: Type.String(),
    from_agent_id: Type.String({ format: 'uuid' }),
    to_agent_id: Type.String({ format: 'uuid' }),
    amount: Type.Number(),
    currency: AgentCurrency,
    fees: Type.Number({
      description: 'The bank’s fee, which the sender pays on top of the amount.',
    }),
    status: PaymentStatusSchema,
    type: Type.Enum(['direct', 'escrow'], { $id: 'AgentPaymentType' }),
    escrow_required: Type.Boolean(),
    escrow_id: Nullable(Type.String()),
    description: Nullable(Type.String()),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    initiated_at: DateTime,
    expires_at: DateTime,
    confirmed_at: Nullable(DateTime),
    completed_at: Nullable(DateTime),
    cancelled_at: Nullable(DateTime),
    cancellation_reason: Nullable(Type.String()),
    failed_at: Nullable(DateTime),
    failure_reason: Nullable(Type.String()),
  },
  { $id: 'AgentPayment' },
)

/** A payment past its time has failed even before its row says so. */
const statusAt = ({ status, expires_at }: PaymentRow, now: Date): PaymentStatus =>
  paymentLife.find(status, 'expire')?.to !== undefined && new Date(expires_at) <= now
    ? 'failed'
    : status

export const expiredBecause = ({ expires_at }: PaymentRow): string =>
  `The payment was not confirmed by ${expires_at}.`

export function toPayment(row: PaymentRow, assets: AssetCatalogue, now: Date) {
  const asset = assets.get(row.asset)
  const status = statusAt(row, now)
  const when = (wanted: PaymentStatus) => (row.status === wanted ? row.closed_at : null)
  return {
    transaction_id: toTransactionName(row.uuid),
    from_agent_did: row.from_did,
    to_agent_did: row.to_did,
    from_agent_id: row.from_uuid,
    to_agent_id: row.to_uuid,
    amount: showAmount(BigInt(row.units), asset),
    currency: row.asset,
    fees: showAmount(BigInt(row.fee_units), asset),
    status,
    type: row.type,
    escrow_required: row.type === 'escrow',
    escrow_id: row.escrow_uuid && toEscrowId(row.escrow_uuid),
    description: row.description,
    metadata: row.metadata,
    initiated_at: row.created_at,
    expires_at: row.expires_at,
    confirmed_at: when('completed'),
    completed_at: when('completed'),
    cancelled_at: when('cancelled'),
    cancellation_reason: status === 'cancelled' ? row.reason : null,
    failed_at: status === 'failed' ? (row.closed_at ?? row.expires_at) : null,
    failure_reason: status === 'failed' ? (row.reason ?? expiredBecause(row)) : null,
  }
}
