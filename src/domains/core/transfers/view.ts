// Builds the public form of a transfer, whether it is still a hold or already an entry of the ledger.
import { type Asset, formatDecimal } from '../../../kernel/money.ts'

export interface TransferFacts {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly from_name: string | null
  readonly to_name: string | null
  readonly asset: Asset
  readonly units: bigint
  readonly fee: bigint
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly created_at: Date
  readonly status: 'pending' | 'completed' | 'failed'
  readonly has_workflow: boolean
  readonly completed_at: Date | null
  readonly failure_reason: string | null
}

/** A transfer takes about a second; the estimate is much longer so that it holds under load. */
const ESTIMATE_MS = 60_000

/** The id of a workflow is made from the id of its transfer. */
export const toWorkflowId = (transfer: string): string => `wf_${transfer.replaceAll('-', '')}`

/** The two steps of a transfer that is completed by a workflow. */
export const RESERVE_STEP = 'reserve_funds'
export const MOVE_STEP = 'move_funds'

export function toTransfer(facts: TransferFacts) {
  const { asset } = facts
  const isPending = facts.status === 'pending'
  return {
    uuid: facts.id,
    from_account: facts.from,
    to_account: facts.to,
    from_name: facts.from_name,
    // A transfer that may still fail must not reveal the holder of any account for nothing.
    to_name: facts.status === 'completed' ? facts.to_name : null,
    amount: formatDecimal({ units: facts.units, asset }),
    asset_code: asset.code,
    status: facts.status,
    reference: facts.reference,
    workflow_id: facts.has_workflow ? toWorkflowId(facts.id) : null,
    created_at: facts.created_at.toISOString(),
    completed_at: facts.completed_at?.toISOString() ?? null,
    estimated_completion: isPending
      ? new Date(facts.created_at.getTime() + ESTIMATE_MS).toISOString()
      : null,
    failure_reason: facts.failure_reason,
    metadata: { ...facts.metadata },
    fees: {
      transfer_fee: formatDecimal({ units: facts.fee, asset }),
      currency: asset.code,
    },
  }
}
