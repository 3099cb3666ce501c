// Wallets: the wallet addresses of users, and a feed of their incoming and outgoing transfers.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { makeTools } from './tools.ts'

export const wallets = defineDomain({
  name: 'wallets',
  summary: 'Wallet addresses of users, and a feed of their incoming and outgoing transfers.',
  graphql: 'wallet',
  events,
  examples,
  personalData,
  needs: { assets, transactions },
  setUp(_bank, _settings, needs) {
    const operations = makeOperations(needs.assets.catalogue)
    return { operations, tools: makeTools(byName(operations)) }
  },
})
