// Accounts as customers know them.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { AccountOptions } from './service.ts'

export const accounts = (options: AccountOptions) =>
  defineDomain({
    name: 'accounts',
    rank: 2,
    summary: 'Accounts: whose they are, what they hold, and whether money may move.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
  })

export {
  AccountBalanceUpdated,
  BalanceLow,
  BalanceNegative,
} from './events.ts'
export {
  findFirstAccountOf,
  getAccountOf,
  listAccountsAtOnce,
  listAccountsOf,
  openMainAccount,
} from './service.ts'
export { witnessOwners } from './witness.ts'
