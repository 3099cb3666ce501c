// The accounts of customers: opening, naming, freezing, closing, and their balances.
import { byName } from '../../../operation/by-name.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { assets } from '../assets/index.ts'
import { funding } from '../funding/index.ts'
import { ledger } from '../ledger/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { checkOwners } from './owner-check.ts'
import { openMainAccount } from './service.ts'
import { makeTools } from './tools.ts'

export const accounts = defineDomain({
  name: 'accounts',
  summary: 'Accounts: who owns them, their balances, and whether they are frozen or closed.',
  events,
  examples,
  needs: { assets, funding, identity, ledger },
  setUp({ clock }, _settings, needs) {
    needs.identity.onRegistered(openMainAccount)
    needs.ledger.addOwnerCheck(checkOwners)
    const operations = makeOperations({
      assets: needs.assets.catalogue,
      funding: needs.funding.rule,
    })
    const named = byName(operations)
    return {
      face: { operations: named },
      operations,
      tools: makeTools(named, () => clock.now()),
    }
  },
})

export { AccountBalanceUpdated, BalanceLow, BalanceNegative } from './events.ts'
export { Account } from './schema.ts'
export { checkOwners } from './owner-check.ts'
export {
  findFirstAccountOf,
  getAccountOf,
  listAccountPageOf,
  listAccountsAtOnce,
  listAccountsByIds,
  listAccountsOf,
  openAccountFor,
  toAccount,
} from './service.ts'
