// Batches: work of the bank over many accounts, started by operators.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { assets } from '../assets/index.ts'
import { ledger } from '../ledger/index.ts'
import { scheduledBatches } from './authority.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { BatchRunner, RUN_JOB, runs } from './runner.ts'

export const batches = defineDomain({
  name: 'batches',
  summary: 'Interest, fees, reconciliation, reports and maintenance over all accounts.',
  graphql: 'workflow',
  examples,
  personalData,
  needs: { assets, identity, ledger },
  setUp(bank, _settings, needs) {
    const { clock, invalidate, jobs, log } = bank
    const { standing } = needs.identity
    const options = {
      clock,
      invalidate,
      jobs,
      log,
      assets: needs.assets.catalogue,
      standing,
    }
    needs.identity.sessionlessAccess.add(scheduledBatches)
    const runner = new BatchRunner(options)
    return {
      operations: makeOperations(options),
      jobs: [
        {
          name: RUN_JOB,
          // The runner itself counts failures, and batches.resume restarts batches that have stalled.
          retries: 0,
          spends: runs,
          run: (payload, db) => runner.run((payload as { batch: string }).batch, db),
        },
        {
          name: 'batches.resume',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => runner.resume(db),
        },
      ],
    }
  },
})
