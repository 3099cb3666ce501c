// Before the examples of workflows: a transfer, which has one.
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  'workflow.get': async ({ make }) => ({ id: (await make('transfer.create')).data.workflow_id }),
}
