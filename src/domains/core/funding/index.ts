// Funding: decides who may deposit and withdraw cash.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { identity, isRegistered } from '../../people/identity/index.ts'
import { ledger } from '../ledger/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { Funding } from './rule.ts'
import { settings } from './settings.ts'

export const funding = defineDomain({
  name: 'funding',
  summary: 'Who may deposit and withdraw cash: owners, or operators and their tellers.',
  graphql: 'account',
  settings,
  events,
  examples,
  personalData,
  needs: { identity, ledger },
  setUp({ production }, { FUNDING }) {
    const rule = new Funding(FUNDING || (production ? 'operators' : 'open'))
    const operations = makeOperations({ rule, isRegistered })
    return {
      exports: { rule, operations: byName(operations) },
      operations,
    }
  },
})

export { FundingNotAllowed } from './errors.ts'
export { Funding, type FundingScope } from './rule.ts'
