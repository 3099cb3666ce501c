// Funding: decides who may deposit and withdraw cash.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { identity, isRegistered } from '../../people/identity/index.ts'
import { ledger } from '../ledger/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { CASH_RUNNER, Funding } from './rule.ts'
import { settings } from './settings.ts'

export const funding = defineDomain({
  name: 'funding',
  summary: 'Who may deposit and withdraw cash: owners, or operators and their tellers.',
  graphql: 'account',
  settings,
  events,
  examples,
  needs: { identity, ledger },
  setUp({ production, database }, { FUNDING }, needs) {
    const rule = new Funding({
      mode: FUNDING || (production ? 'operators' : 'open'),
      db: database.read,
    })
    const operations = makeOperations({ rule, isRegistered })
    return {
      exports: { rule, operations: byName(operations) },
      operations,
      runners: { [CASH_RUNNER]: rule.runnerOn(needs.ledger.executor) },
    }
  },
})

export { FundingNotAllowed } from './errors.ts'
export { CashPlan, Funding, type FundingScope } from './rule.ts'
