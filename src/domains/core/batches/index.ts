// Batches: the bank's own work over many accounts, for operators.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { BatchRunner, RUN_JOB, type RunnerOptions } from './runner.ts'

export function batches(options: RunnerOptions) {
  const runner = new BatchRunner(options)
  return defineDomain({
    name: 'batches',
    rank: 3,
    summary: 'Interest, fees, reconciliation, reports and maintenance over all accounts.',
    examples,
    operations: makeOperations(options),
    jobs: [
      {
        name: RUN_JOB,
        // The runner itself counts what fails, and finds what was left behind.
        retries: 0,
        run: (payload, db) => runner.run((payload as { batch: string }).batch, db),
      },
      {
        name: 'batches.resume',
        cron: '* * * * *',
        retries: 0,
        run: (_payload, db) => runner.resume(db),
      },
    ],
  })
}
