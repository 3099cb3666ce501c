// Standing orders: payments of a fixed amount that the bank makes for a customer on fixed days.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { orderedPayments } from './access.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { executeDue } from './execution.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { listDue } from './store.ts'

export const standingOrders = defineDomain({
  name: 'standing-orders',
  summary: 'Standing orders: payments of a fixed amount on fixed days, until they are cancelled.',
  graphql: 'transfer',
  events,
  examples,
  personalData,
  needs: { assets, identity, ledger, transfers },
  setUp(bank, _settings, needs) {
    const transfer = needs.transfers.options
    const { standing, sessionlessAccess } = needs.identity
    sessionlessAccess.add(orderedPayments)
    return {
      operations: makeOperations({ assets: needs.assets.catalogue }),
      jobs: dueJobs({
        bank,
        name: 'standing_orders.execute',
        spends: { asks: 'Whether the customer may still pay, and still allows it.' },
        list: listDue,
        settle: (id, ctx) => executeDue(id, ctx, { transfer, standing }),
      }),
    }
  },
})
