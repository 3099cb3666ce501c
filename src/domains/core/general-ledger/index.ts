// The general ledger: the bank's books in terms of accounting. The money of the ledger core appears in it by
// rule, and the journal holds what is not money of customers.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../assets/index.ts'
import { ledger } from '../ledger/index.ts'
import { addDefaultChart } from './accounts/service.ts'
import { personalData } from './personal-data.ts'
import { applyJob, ruleReader } from './rules/jobs.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { settings } from './settings.ts'

export const generalLedger = defineDomain({
  name: 'general-ledger',
  summary: 'Chart of accounts, journal, trial balance, periods and reconciliation.',
  graphql: 'ledger',
  settings,
  events,
  examples,
  personalData,
  needs: { assets, ledger },
  setUp(bank, { JOURNAL }, needs) {
    const { production, database, clock } = bank
    const { catalogue } = needs.assets
    return {
      operations: makeOperations({
        mode: JOURNAL || (production ? 'operators' : 'open'),
        assets: catalogue,
        db: database.read,
        events: () => bank.registry().events,
      }),
      readers: [ruleReader(bank.jobs)],
      jobs: [applyJob(bank, catalogue)],
      prepare: () => addDefaultChart(database.write, clock.now()),
    }
  },
})

export { getFeed, type LedgerSource } from './chart.ts'
