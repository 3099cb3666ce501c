// Cards that a platform outside the bank issues. Their balances are the platform's word about its own
// money: they are rows here, never entries of the ledger.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { RETRY_JOB, retryEvents, type WebhookOptions } from './webhook.ts'

export const cards = (options: WebhookOptions) =>
  defineDomain({
    name: 'cards',
    rank: 3,
    summary: 'Cards of a platform outside the bank, as it tells of them.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: [
      {
        name: RETRY_JOB,
        cron: '* * * * *',
        retries: 0,
        run: (_payload, db) => retryEvents(db, options),
      },
    ],
  })
