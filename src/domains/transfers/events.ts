// What happens to a transfer that cannot be completed. That one was made and completed is told by the
// ledger's own rows.
import { Type } from 'typebox'
import { defineEvent } from '../../operation/event.ts'

const Uuid = Type.String({ format: 'uuid' })
const workflow = { uuid: Type.String(), type: Type.String(), transfer_uuid: Uuid }

export const TransferFailed = defineEvent({
  type: 'transfer.failed',
  version: 1,
  summary: 'A pending transfer could not be completed; the money is available again.',
  data: Type.Object({
    uuid: Uuid,
    from_account: Uuid,
    to_account: Uuid,
    amount: Type.String(),
    asset_code: Type.String(),
    status: Type.String(),
    reference: Type.Union([Type.String(), Type.Null()]),
    failure_reason: Type.String(),
  }),
})

export const WorkflowFailed = defineEvent({
  type: 'workflow.failed',
  version: 1,
  summary: 'A step of a workflow was refused.',
  data: Type.Object({
    ...workflow,
    status: Type.String(),
    duration_ms: Type.Integer(),
    error: Type.String(),
  }),
})

export const WorkflowCompensated = defineEvent({
  type: 'workflow.compensation_executed',
  version: 1,
  summary: 'What a failed workflow had done so far was undone.',
  data: Type.Object({
    ...workflow,
    compensated_steps: Type.Array(Type.String()),
    error: Type.String(),
  }),
})
