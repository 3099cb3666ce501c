// Wire shapes of escrows.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import { type AssetCatalogue, type AssetRecord } from '../../core/assets/index.ts'
import { escrowLife, type EscrowStatus } from './life-cycle.ts'
import { AgentCurrency, showAmount } from './money.ts'
import type { DisputeRow, EscrowRow } from './store.ts'

const FreeForm = Type.Record(Type.String(), Type.Unknown())

export const Conditions = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 50,
})

export const EscrowStatusSchema = escrowLife.schema({
  $id: 'EscrowStatus',
  description: `What may happen to an escrow in each state. ${escrowLife.summarize()}.`,
})

export const ResolutionTypeSchema = Type.Enum(
  ['release_to_receiver', 'return_to_sender', 'split'],
  {
    $id: 'EscrowResolutionType',
    description: 'All to the seller, all back to the buyer, or a split.',
  },
)

const Distribution = Type.Object(
  {
    to_sender: Type.Number(),
    to_receiver: Type.Number({ description: 'Before the bank’s fee.' }),
  },
  { $id: 'EscrowDistribution' },
)

const Dispute = Type.Object(
  {
    dispute_id: Type.String(),
    escrow_id: Type.String(),
    disputed_by: Type.String(),
    reason: Type.String(),
    evidence: Type.Array(
      Type.Object(
        { evidence: Type.String(), submitted_by: Type.String(), submitted_at: DateTime },
        { $id: 'EscrowEvidence' },
      ),
      { maxItems: 50 },
    ),
    status: Type.Enum(['open', 'resolved']),
    resolution_method: Type.Enum(['automated', 'voting', 'arbitration']),
    raised_at: DateTime,
    resolved_by: Nullable(Type.String()),
    resolved_at: Nullable(DateTime),
    resolution_type: Nullable(ResolutionTypeSchema),
    resolution_allocation: Nullable(Distribution),
    resolution_details: Nullable(Type.String()),
  },
  { $id: 'EscrowDispute' },
)

const Resolution = Type.Object(
  {
    resolution_type: ResolutionTypeSchema,
    resolved_by: Type.String(),
    resolved_at: DateTime,
    reason: Nullable(Type.String()),
    distribution: Distribution,
  },
  { $id: 'EscrowResolution' },
)

export const Escrow = Type.Object(
  {
    escrow_id: Type.String(),
    transaction_id: Type.String(),
    buyer_did: Type.String(),
    seller_did: Type.String(),
    sender_agent_id: Type.String({ format: 'uuid' }),
    receiver_agent_id: Type.String({ format: 'uuid' }),
    amount: Type.Number(),
    funded_amount: Type.Number(),
    fee: Type.Number({ description: 'The bank’s fee, taken from the seller’s money.' }),
    currency: AgentCurrency,
    status: EscrowStatusSchema,
    conditions: Type.Array(Type.String(), { maxItems: 50 }),
    release_conditions: Type.Array(Type.String(), { maxItems: 50 }),
    conditions_status: Type.Record(Type.String(), Type.Boolean()),
    dispute_resolution_did: Nullable(Type.String()),
    metadata: FreeForm,
    created_at: DateTime,
    expires_at: DateTime,
    funded_at: Nullable(DateTime),
    released_at: Nullable(DateTime),
    released_by: Nullable(Type.String()),
    cancelled_at: Nullable(DateTime),
    cancelled_reason: Nullable(Type.String()),
    expired_at: Nullable(DateTime),
    is_disputed: Type.Boolean({ description: 'Whether the escrow was ever disputed.' }),
    disputed_by: Nullable(Type.String()),
    dispute_reason: Nullable(Type.String()),
    dispute: Nullable(Dispute),
    resolution: Nullable(Resolution),
  },
  { $id: 'Escrow' },
)

const step = { escrow_id: Type.String(), status: EscrowStatusSchema }

export const FundedEscrow = Type.Object(
  { ...step, funded_amount: Type.Number(), currency: AgentCurrency, funded_at: DateTime },
  { $id: 'FundedEscrow' },
)

export const ReleasedEscrow = Type.Object(
  {
    ...step,
    amount: Type.Number(),
    fee: Type.Number(),
    currency: AgentCurrency,
    released_to: Type.String(),
    released_by: Type.String(),
    released_at: DateTime,
  },
  { $id: 'ReleasedEscrow' },
)

export const DisputedEscrow = Type.Object(
  {
    ...step,
    dispute_id: Type.String(),
    raised_by: Type.String(),
    reason: Type.String(),
    resolution_method: Dispute.properties.resolution_method,
    raised_at: DateTime,
  },
  { $id: 'DisputedEscrow' },
)

export const ResolvedEscrow = Type.Object(
  {
    ...step,
    dispute_id: Type.String(),
    resolution_type: ResolutionTypeSchema,
    resolved_by: Type.String(),
    resolved_at: DateTime,
    distribution: Distribution,
    fee: Type.Number(),
  },
  { $id: 'ResolvedEscrow' },
)

export const CancelledEscrow = Type.Object(
  { ...step, refunded_amount: Type.Number(), reason: Type.String(), cancelled_at: DateTime },
  { $id: 'CancelledEscrow' },
)

export const toEscrowId = (uuid: string): string => `escrow-${uuid}`
export const toTransactionName = (uuid: string): string => `txn-${uuid}`
export const toDisputeId = (uuid: string): string => `dispute-${uuid}`

/** An escrow past its time is expired even before its row says so. */
const statusAt = ({ status, expires_at }: EscrowRow, now: Date): EscrowStatus =>
  escrowLife.find(status, 'expire') && new Date(expires_at) <= now ? 'expired' : status

export function toEscrow(
  row: EscrowRow,
  dispute: DisputeRow | undefined,
  assets: AssetCatalogue,
  now: Date,
) {
  const asset = assets.get(row.asset)
  const units = BigInt(row.units)
  const met = new Set(row.conditions_met)
  return {
    escrow_id: toEscrowId(row.uuid),
    transaction_id: toTransactionName(row.transaction_uuid),
    buyer_did: row.buyer_did,
    seller_did: row.seller_did,
    sender_agent_id: row.buyer_uuid,
    receiver_agent_id: row.seller_uuid,
    amount: showAmount(units, asset),
    funded_amount: row.funded_at === null ? 0 : showAmount(units, asset),
    fee: showAmount(BigInt(row.fee_units), asset),
    currency: row.asset,
    status: statusAt(row, now),
    conditions: [...row.conditions],
    release_conditions: [...row.release_conditions],
    conditions_status: Object.fromEntries(
      [...row.conditions, ...row.release_conditions].map((name) => [name, met.has(name)]),
    ),
    dispute_resolution_did: row.resolver_did,
    metadata: row.metadata,
    created_at: row.created_at,
    expires_at: row.expires_at,
    funded_at: row.funded_at,
    released_at: row.released_at,
    released_by: row.released_by,
    cancelled_at: row.cancelled_at,
    cancelled_reason: row.cancelled_reason,
    expired_at: row.expired_at,
    is_disputed: dispute !== undefined,
    disputed_by: dispute?.disputed_by ?? null,
    dispute_reason: dispute?.reason ?? null,
    dispute: dispute ? toDispute(dispute, asset) : null,
    resolution: dispute ? toResolution(dispute, asset) : null,
  }
}

const toDispute = (row: DisputeRow, asset: AssetRecord) => ({
  dispute_id: toDisputeId(row.uuid),
  escrow_id: toEscrowId(row.escrow_uuid),
  disputed_by: row.disputed_by,
  reason: row.reason,
  evidence: row.evidence.map(({ evidence, submitted_by, submitted_at }) => ({
    evidence,
    submitted_by,
    submitted_at: new Date(submitted_at).toISOString(),
  })),
  status: row.status,
  resolution_method: row.method,
  raised_at: row.created_at,
  resolved_by: row.resolved_by,
  resolved_at: row.resolved_at,
  resolution_type: row.resolution_type,
  resolution_allocation: toDistribution(row, asset),
  resolution_details: row.resolution_reason,
})

function toResolution(row: DisputeRow, asset: AssetRecord) {
  const distribution = toDistribution(row, asset)
  if (distribution === null) return null
  return {
    resolution_type: row.resolution_type!,
    resolved_by: row.resolved_by!,
    resolved_at: row.resolved_at!,
    reason: row.resolution_reason,
    distribution,
  }
}

const toDistribution = ({ sender_units, receiver_units }: DisputeRow, asset: AssetRecord) =>
  sender_units === null || receiver_units === null
    ? null
    : {
        to_sender: showAmount(BigInt(sender_units), asset),
        to_receiver: showAmount(BigInt(receiver_units), asset),
      }
