// Shows a transfer as a workflow of two steps: the first reserves the money at the source, the second
// moves it to the destination. If the second step is refused, the first is undone.
import { type Asset, formatDecimal } from '../../../kernel/money.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { HoldStatus } from '../../../operation/posting.ts'
import type { WorkflowRow } from '../ledger/index.ts'
import { MOVE_STEP as MOVE, RESERVE_STEP as RESERVE, toWorkflowId } from '../transfers/index.ts'
import type { Detail, Workflow, WorkflowStatus } from './schema.ts'

const RELEASE = 'release_funds'

/** The status of a workflow, by the status of its hold. */
export const statusOf = {
  open: 'running',
  captured: 'completed',
  released: 'failed',
  expired: 'failed',
} as const satisfies Readonly<Record<HoldStatus, WorkflowStatus>>

/** 'wf_' and 32 hex digits → the uuid of the transfer. */
export function readWorkflowId(id: string): string | undefined {
  const uuid = /^wf_[0-9a-f]{32}$/i.test(id)
    ? id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : ''
  return isUuid(uuid) ? uuid.toLowerCase() : undefined
}

export function toWorkflow(row: WorkflowRow, asset: Asset): Workflow {
  const status = statusOf[row.status]
  const write = (units: bigint) => formatDecimal({ units, asset })
  return {
    id: toWorkflowId(row.id),
    workflow_name: row.purpose,
    status,
    input_data: {
      from_account: row.account_id,
      to_account: row.to_account,
      amount: write(BigInt(row.units) - BigInt(row.fee)),
      fee: write(BigInt(row.fee)),
      asset_code: row.asset,
      reference: row.reference,
      metadata: row.metadata ?? {},
    },
    output_data:
      status === 'completed'
        ? { transfer_uuid: row.id, status, completed_at: row.closed_at }
        : null,
    error: row.reason,
    started_at: row.created_at,
    completed_at: row.closed_at,
    duration_ms:
      row.closed_at === null
        ? null
        : Math.max(0, Date.parse(row.closed_at) - Date.parse(row.created_at)),
    steps: stepsOf(row, status),
  }
}

function stepsOf(row: WorkflowRow, status: WorkflowStatus): Workflow['steps'] {
  const isFailed = status === 'failed'
  return [
    {
      name: RESERVE,
      status: isFailed ? 'compensated' : 'completed',
      started_at: row.created_at,
      // The money was reserved in the database transaction that accepted the transfer.
      completed_at: row.created_at,
      error: null,
    },
    {
      name: MOVE,
      status: isFailed ? 'failed' : status === 'completed' ? 'completed' : 'running',
      started_at: row.created_at,
      completed_at: row.closed_at,
      error: row.reason,
    },
  ]
}

export function toDetail(row: WorkflowRow, asset: Asset): Detail {
  const failed = statusOf[row.status] === 'failed' ? failureOf(row, asset) : undefined
  const logs = failed ? [failed.log] : []
  return {
    workflow: toWorkflow(row, asset),
    exceptions: failed ? [failed.exception] : [],
    compensation_info: {
      has_compensation: logs.length > 0,
      compensation_logs: logs,
      compensation_count: logs.length,
    },
    execution_timeline: timelineOf(row),
  }
}

function failureOf(row: WorkflowRow, asset: Asset) {
  const timestamp = row.closed_at!
  const amount = formatDecimal({ units: BigInt(row.units), asset })
  return {
    exception: {
      class: MOVE,
      message: row.reason ?? 'The transfer was not completed in time.',
      timestamp,
    },
    log: {
      step: RESERVE,
      action: `released ${amount} ${asset.code} reserved on ${row.account_id}`,
      timestamp,
    },
  }
}

/** The steps so far, in the order in which they ended. */
function timelineOf(row: WorkflowRow): Detail['execution_timeline'] {
  const ends = {
    running: [],
    completed: [[MOVE, 'completed']],
    failed: [
      [MOVE, 'failed'],
      [RELEASE, 'completed'],
    ],
  }[statusOf[row.status]]
  return [
    { timestamp: row.created_at, index: 0, class: RESERVE, result: 'completed' },
    ...ends.map(([step, result], i) => ({
      timestamp: row.closed_at!,
      index: i + 1,
      class: step!,
      result: result!,
    })),
  ]
}
