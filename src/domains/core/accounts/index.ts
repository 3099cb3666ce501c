// Accounts as customers know them.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { assets } from '../assets/index.ts'
import { funding } from '../funding/index.ts'
import { ledger } from '../ledger/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { openMainAccount } from './service.ts'
import { witnessOwners } from './witness.ts'

export const accounts = defineDomain({
  name: 'accounts',
  summary: 'Accounts: whose they are, what they hold, and whether money may move.',
  events,
  examples,
  needs: { assets, funding, identity, ledger },
  setUp(_bank, _settings, needs) {
    needs.identity.onRegistered(openMainAccount)
    needs.ledger.addWitness(witnessOwners)
    return {
      face: {},
      operations: makeOperations({
        assets: needs.assets.catalogue,
        funding: needs.funding.rule,
      }),
    }
  },
})

export { AccountBalanceUpdated, BalanceLow, BalanceNegative } from './events.ts'
export { findFirstAccountOf, getAccountOf, listAccountsAtOnce, listAccountsOf } from './service.ts'
export { witnessOwners } from './witness.ts'
