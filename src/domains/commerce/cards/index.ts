// Cards that an outside platform issues. Their money is held by the platform, so their balances are rows
// copied from its events, never entries of the ledger.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { settings } from './settings.ts'
import { RETRY_JOB, retryEvents } from './webhook.ts'

export const cards = defineDomain({
  name: 'cards',
  summary: 'Cards issued by an outside platform, kept up to date by its events.',
  graphql: 'card',
  settings,
  events,
  examples,
  needs: { identity },
  setUp(bank, { CARD_PLATFORM_PUBLIC_KEY }) {
    const { clock, log, work } = bank
    const options = { clock, log, work, key: CARD_PLATFORM_PUBLIC_KEY || undefined }
    return {
      operations: makeOperations(options),
      jobs: [
        {
          name: RETRY_JOB,
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => retryEvents(db, options),
        },
      ],
    }
  },
})
