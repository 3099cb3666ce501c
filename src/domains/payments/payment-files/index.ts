// Payment files: executes the payments of pain.001 and pacs.008 messages of customers, idempotently by MsgId.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { iso20022 } from '../iso20022/index.ts'
import { executeDue } from './payments/due-payments.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { DUE_JOB } from './payments/execution.ts'
import { makeOperations } from './files/operations.ts'
import { personalData } from './personal-data.ts'
import { makeStatementOperations } from './statements/operations.ts'
import { lockForRail, recordRailOutcome, type SendToRail } from './payments/outside-payments.ts'
import { FileRunner, RESUME, type RunnerOptions } from './files/runner.ts'
import { scheduledPayments } from './payments/scheduled-payments.ts'
import { listDueMessages } from './store.ts'

const orderedEarlier = { asks: 'Whether the sender of the file is still authorized to pay.' }

export const paymentFiles = defineDomain({
  name: 'payment-files',
  summary:
    'Files of payments: executed once, with a report on each payment; statements of accounts.',
  graphql: 'iso20022',
  events,
  examples,
  personalData,
  needs: { accountNumbers, assets, identity, iso20022, ledger, transactions, transfers },
  setUp(bank, _settings, needs) {
    const railSender = extensionPoint<SendToRail>('one')
    const { clock, database, invalidate, jobs, log, longWork, scratch, sealer } = bank
    const { directory } = needs.accountNumbers
    const options: RunnerOptions = {
      clock,
      database,
      invalidate,
      jobs,
      log,
      longWork,
      sealer,
      directory,
      ledger: needs.ledger.executor,
      guards: needs.transfers.guardCheck,
      transfers: needs.transfers.options,
      railSender,
      standing: needs.identity.standing,
    }
    needs.identity.sessionlessAccess.add(scheduledPayments)
    const runner = new FileRunner(options)
    return {
      exports: {
        /** Called for each payment to another bank; the domain that sends it reports the outcome. */
        railSender,
        lockOutside: lockForRail,
        reportOutside: recordRailOutcome,
      },
      operations: [
        ...makeOperations(runner, options),
        ...makeStatementOperations({
          longWork,
          scratch,
          assets: needs.assets.catalogue,
          directory,
          identity: needs.accountNumbers.identity,
        }),
      ],
      jobs: [
        ...dueJobs({
          bank,
          name: DUE_JOB,
          spends: orderedEarlier,
          list: listDueMessages,
          settle: (id, ctx) => executeDue(id, ctx, options),
        }),
        {
          name: RESUME,
          cron: '* * * * *',
          retries: 0,
          spends: orderedEarlier,
          run: () => runner.resume(),
        },
      ],
    }
  },
})

export type { RailOutcome, SendToRail } from './payments/outside-payments.ts'
export { rejectionOf } from './reasons.ts'
