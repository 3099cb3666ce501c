// Runs the job that deletes old rows, at the time of the bank's own clock.
import { pino } from 'pino'
import { retentionJob } from '../../src/operation/retention.ts'
import { openDatabase } from '../../src/platform/database.ts'
import type { Bank } from './bank.ts'

export async function deleteOldRows({ app, address, clock }: Bank): Promise<void> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  await retentionJob(app.registry.retention, { clock, log }).run({}, database.write)
  await database.close()
}
