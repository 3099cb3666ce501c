// Subscriptions that are bought in an app store: receipts, what stores say of them, and who is served.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { ASK_JOB, askGoogle, type NotificationOptions } from './notifications.ts'
import { makeOperations } from './operations.ts'
import { SWEEP_JOB, sweep } from './sweep.ts'
import type { VerifyOptions } from './verify.ts'

/** Over some hours, ever more rarely: a store that is down is asked again. */
const ASKED_TIMES = 12

export const subscriptions = (options: VerifyOptions & NotificationOptions) =>
  defineDomain({
    name: 'subscriptions',
    rank: 3,
    summary: 'Subscriptions bought in an app store, and who is served by them.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
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
  })

export { chainReader, trustingReader } from './apple-reader.ts'
export { APPLE_ROOT_G3 } from './apple-root.ts'
export { googleReader } from './google-reader.ts'
export { simulatedGoogle } from './google-simulated.ts'
