// Before the examples of batches: a batch that waits for the next day.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofBatch: Prepare = async ({ bank, make }) => {
  const tomorrow = new Date(bank.clock.now().getTime() + 86_400_000).toISOString()
  const schedule_time = tomorrow.slice(0, 19).replace('T', ' ')
  return { batch_id: (await make('batch.execute', { schedule_time })).data.batch_id }
}

export const preparations: Preparations = { 'batch.status': ofBatch, 'batch.cancel': ofBatch }
