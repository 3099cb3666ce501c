// Subscriptions bought in an app store: verifies receipts, and follows the stores' notifications.
import { defineDomain } from '../../../operation/domain.ts'
import { selectAppStores } from './app-stores/selection.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { QUERY_JOB, queryGoogle } from './notifications.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { settings } from './settings.ts'
import { EXPIRY_JOB, expireLapsed } from './expiry.ts'

/** Retries with backoff over some hours, in case the store is down. */
const ASKED_TIMES = 12

export const subscriptions = defineDomain({
  name: 'subscriptions',
  summary: 'Subscriptions bought in an app store, and the tier they entitle to.',
  graphql: 'subscription',
  settings,
  events,
  examples,
  personalData,
  needs: {},
  setUp(bank, values) {
    const { clock, jobs, log, sealer, work } = bank
    const options = { clock, jobs, log, sealer, work, stores: selectAppStores(values, bank) }
    return {
      operations: makeOperations(options),
      jobs: [
        {
          name: QUERY_JOB,
          retries: ASKED_TIMES,
          run: (payload, db) =>
            queryGoogle(payload as Parameters<typeof queryGoogle>[0], db, options),
        },
        {
          name: EXPIRY_JOB,
          cron: '11,41 * * * *',
          retries: 0,
          run: (_payload, db) => expireLapsed(db, options),
        },
      ],
    }
  },
})
