// The states of a batch and the steps between them. A batch with a start time is scheduled until then;
// any other is pending.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { BatchNotCancellable } from './errors.ts'

export const batchLife = defineLifeCycle({
  name: 'batch',
  states: ['pending', 'scheduled', 'processing', 'completed', 'failed', 'cancelled'],
  starts: ['pending', 'scheduled'],
  ends: ['completed', 'failed', 'cancelled'],
  steps: [
    {
      action: 'start',
      from: ['pending', 'scheduled'],
      to: 'processing',
      who: ['clock'],
      guard: 'its time has come',
    },
    {
      action: 'complete',
      from: ['processing'],
      to: 'completed',
      who: ['clock'],
      guard: 'every operation is done',
    },
    {
      action: 'fail',
      from: ['processing'],
      to: 'failed',
      who: ['clock'],
      guard: 'an operation failed and has no retries left',
      effect: 'its payments are undone',
    },
    {
      action: 'cancel',
      from: ['pending', 'scheduled', 'processing'],
      to: 'cancelled',
      who: ['operator'],
      effect: 'its payments are undone, unless compensate is false',
    },
  ],
  refuse: ({ state, action }, about: { readonly batch_id: string }) =>
    action === 'cancel' ? BatchNotCancellable({ ...about, status: state }) : undefined,
})

export type BatchStatus = StateOf<typeof batchLife>
