// Subscriptions that are bought in an app store: receipts, what stores say of them, and who is served.
import { defineDomain } from '../../../operation/domain.ts'
import { chooseStores } from './choose-stores.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { ASK_JOB, askGoogle } from './notifications.ts'
import { makeOperations } from './operations.ts'
import { settings } from './settings.ts'
import { SWEEP_JOB, sweep } from './sweep.ts'

/** Over some hours, ever more rarely: a store that is down is asked again. */
const ASKED_TIMES = 12

export const subscriptions = defineDomain({
  name: 'subscriptions',
  summary: 'Subscriptions bought in an app store, and who is served by them.',
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
