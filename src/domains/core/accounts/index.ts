// The accounts of customers: opening, naming, freezing, closing, and their balances.
import { byName } from '../../../operation/operation-index.ts'
import { Batches } from '../../../operation/batches.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { partners } from '../../people/partners/index.ts'
import { accountNumbers } from '../account-numbers/index.ts'
import { assets } from '../assets/index.ts'
import { funding } from '../funding/index.ts'
import { countAccountsByTenant, ledger } from '../ledger/index.ts'
import { makeCustomerOperations } from './customer-operations.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { namingJob } from './holder-name.ts'
import { Openings } from './openings.ts'
import { makeOperations } from './operations.ts'
import { checkOwners } from './owner-check.ts'
import { personalData } from './personal-data.ts'
import { openMainAccount } from './service.ts'
import { findNames } from './store.ts'
import { makeTools } from './tools.ts'

export const accounts = defineDomain({
  name: 'accounts',
  summary: 'Accounts: who owns them, their balances, and whether they are frozen or closed.',
  graphql: 'account',
  events,
  examples,
  personalData,
  needs: { accountNumbers, assets, funding, identity, ledger, partners },
  setUp(bank, _settings, needs) {
    needs.identity.registered.add(openMainAccount)
    needs.ledger.ownerChecks.add(checkOwners)
    needs.partners.accountCount.add(countAccountsByTenant)
    const { catalogue } = needs.assets
    const runner = new Openings({ assets: catalogue, funding: needs.funding.rule })
    const openings = new Batches(runner, bank)
    const operations = makeOperations({ assets: catalogue, openings, listen: bank.listen })
    const named = byName(operations)
    return {
      exports: { operations: named },
      operations: [
        ...operations,
        ...makeCustomerOperations({
          assets: catalogue,
          directory: needs.accountNumbers.directory,
        }),
      ],
      tools: makeTools(named, () => bank.clock.now()),
      names: [{ kind: 'account', find: findNames }],
      jobs: [namingJob(bank)],
      workers: [{ stop: () => openings.close() }],
    }
  },
})

export { AccountBalanceUpdated, BalanceLow, BalanceNegative } from './events.ts'
export { checkOwners } from './owner-check.ts'
export {
  closeAccountsOf,
  findFirstAccountOf,
  listAccountPageOf,
  listAllCallerAccounts,
  listAccountsByIds,
  openAccountFor,
} from './service.ts'
export { getCallerAccount } from './for-tasks.ts'
