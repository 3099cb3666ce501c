// The demo data: three months in the life of five users, for a new bank in sandbox mode.
import { defineDomain } from '../../../operation/domain.ts'
import { ledger } from '../../core/ledger/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { loadJob } from './service.ts'

export const demo = defineDomain({
  name: 'demo',
  summary: 'The demo data for a new bank in sandbox mode.',
  graphql: 'monitoring',
  examples,
  personalData,
  needs: { ledger },
  setUp({ mode, jobs, clock, loadDemo, log }, _settings, needs) {
    const { hasNoEntries } = needs.ledger
    const options = { mode, jobs, clock, loadDemo, log, hasNoEntries }
    return { operations: makeOperations(options), jobs: [loadJob(options)] }
  },
})
