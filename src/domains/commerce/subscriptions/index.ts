// Subscriptions bought in an app store: verifies receipts, and follows the stores' notifications.
import { defineDomain } from '../../../operation/domain.ts'
import { chooseStores } from './app-stores/selection.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { ASK_JOB, askGoogle } from './notifications.ts'
import { makeOperations } from './operations.ts'
import { settings } from './settings.ts'
import { SWEEP_JOB, sweep } from './expiry.ts'

/** Retries with growing delays over some hours, in case the store is down. */
const ASKED_TIMES = 12

export const subscriptions = defineDomain({
  name: 'subscriptions',
  summary: 'Subscriptions bought in an app store, and the tier they entitle to.',
  settings,
  events,
  examples,
  needs: {},
  setUp(bank, values) {
    const options = { ...bank, stores: chooseStores(values, bank) }
    return {
      face: {},
      operations: makeOperations(options),
      jobs: [
        {
          name: ASK_JOB,
          retries: ASKED_TIMES,
          run: (payload, db) => askGoogle(payload as Parameters<typeof askGoogle>[0], db, options),
        },
        {
          name: SWEEP_JOB,
          cron: '11,41 * * * *',
          retries: 0,
          run: (_payload, db) => sweep(db, options),
        },
      ],
    }
  },
})
