// The events of transfers and of their workflows. Only failures are stored as events; the others are
// computed from the ledger's rows.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'
import { Transfer, transferFields } from './schema.ts'

const workflow = {
  uuid: Type.String({ description: 'The id of the workflow.' }),
  type: Type.String(),
  transfer_uuid: Uuid,
}
const OwnBalance = Type.Union([Type.String(), Type.Null()], {
  description: 'Null when the account belongs to another user.',
})
const ended = { status: Type.String(), duration_ms: Type.Integer() }

export const TransferCreated = defineEvent({
  type: 'transfer.created',
  version: 1,
  summary: 'A transfer was accepted.',
  data: Transfer,
})

export const TransferInitiated = defineEvent({
  type: 'transfer.initiated',
  version: 1,
  summary: 'A transfer was accepted; this is another name for transfer.created.',
  data: Transfer,
})

export const TransferCompleted = defineEvent({
  type: 'transfer.completed',
  version: 1,
  summary: 'The money of a transfer arrived; each owner sees only their own balance.',
  data: Type.Object({
    ...transferFields,
    from_balance_after: OwnBalance,
    to_balance_after: OwnBalance,
  }),
})

export const TransferFailed = defineEvent({
  type: 'transfer.failed',
  version: 1,
  summary: 'A pending transfer could not be completed; the money is available again.',
  data: Transfer,
})

export const WorkflowStarted = defineEvent({
  type: 'workflow.started',
  version: 1,
  summary: 'A workflow began.',
  data: Type.Object(workflow),
})

export const WorkflowStepCompleted = defineEvent({
  type: 'workflow.step_completed',
  version: 1,
  summary: 'A step of a workflow is done.',
  data: Type.Object({ ...workflow, step: Type.String() }),
})

export const WorkflowCompleted = defineEvent({
  type: 'workflow.completed',
  version: 1,
  summary: 'All steps of a workflow are done.',
  data: Type.Object({ ...workflow, ...ended, error: Type.Null() }),
})

export const WorkflowFailed = defineEvent({
  type: 'workflow.failed',
  version: 1,
  summary: 'A step of a workflow was refused.',
  data: Type.Object({ ...workflow, ...ended, error: Type.String() }),
})

export const WorkflowCompensated = defineEvent({
  type: 'workflow.compensation_executed',
  version: 1,
  summary: 'The completed steps of a failed workflow were undone.',
  data: Type.Object({
    ...workflow,
    compensated_steps: Type.Array(Type.String()),
    error: Type.String(),
  }),
})
