// Payments from the app: payment intents, merchants, transfers between customers, and receipts.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { keepDays } from '../../../operation/retention.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { identity } from '../../people/identity/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { makeAppOperations } from './operations.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeIntentOperations } from './intents/operations.ts'
import { listDueIntents } from './intents/store.ts'
import { INTENT_JOB } from './intents/service.ts'
import { makeNetworks } from './network-port.ts'
import type { MobileOptions } from './options.ts'
import { listMoments } from './p2p/moments.ts'
import { RETURN_JOB, returnTransfer } from './p2p/service.ts'
import { makeP2pOperations } from './p2p/operations.ts'
import { listDueTransfers } from './p2p/store.ts'
import { personalData } from './personal-data.ts'
import { makeReceiptOperations } from './receipts/operations.ts'
import { LINK_DAYS } from './receipts/service.ts'
import { settings } from './settings.ts'
import { settleIntent } from './intents/settlement.ts'

export const mobile = defineDomain({
  name: 'mobile',
  summary:
    'Payments from the app: payment intents, merchants, transfers between customers, receipts.',
  graphql: 'mobile-payment',
  settings,
  events,
  examples,
  personalData,
  needs: { accountNumbers, accounts, assets, identity, ledger, transactions, transfers },
  setUp(bank, values, needs) {
    const { baseUrl, jobs, longWork, mailer, production, sealer } = bank
    const options: MobileOptions = {
      baseUrl,
      jobs,
      longWork,
      mailer,
      production,
      sealer,
      assets: needs.assets.catalogue,
      directory: needs.accountNumbers.directory,
      guards: needs.transfers.guardCheck,
      feeWithin: needs.transfers.feeWithin,
      networks: makeNetworks(production),
      chargesFees: values.MOBILE_NETWORK_FEES === 'estimate',
      claimDays: values.MOBILE_CLAIM_DAYS,
      notesPerDay: values.MOBILE_NOTES_PER_DAY,
    }
    needs.transactions.moments.add(listMoments)
    return {
      operations: [
        ...makeIntentOperations(options),
        ...makeP2pOperations(options),
        ...makeReceiptOperations(options),
        ...makeAppOperations({
          ...options,
          app: {
            min: values.MOBILE_MIN_APP_VERSION,
            latest: values.MOBILE_LATEST_APP_VERSION,
            maintenance: values.MOBILE_MAINTENANCE,
          },
        }),
      ],
      jobs: [
        ...dueJobs({
          bank,
          name: INTENT_JOB,
          list: listDueIntents,
          settle: (id, ctx) => settleIntent(id, ctx, options),
        }),
        ...dueJobs({
          bank,
          name: RETURN_JOB,
          list: listDueTransfers,
          settle: (id, ctx) => returnTransfer(id, ctx, options),
        }),
      ],
      retention: [
        keepDays(
          'mobile.receipt_links',
          'expires_at',
          LINK_DAYS,
          'Expired links to receipts are kept as long again as they were valid.',
        ),
      ],
    }
  },
})
