// Cards that an outside platform issues: their money is held by the platform, so their balances are rows copied from its
// events, never entries of the ledger. And cards that customers order here, which pay from their accounts (issuing/).
import { defineDomain } from '../../../operation/domain.ts'
import { keepDays } from '../../../operation/retention.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import * as platformEvents from './events.ts'
import { examples } from './examples.ts'
import { orderedCards } from './issuing/access.ts'
import * as issuingEvents from './issuing/events.ts'
import { chooseIssuer } from './issuing/issuer.ts'
import { makeIssuingOperations } from './issuing/operations.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { settings } from './settings.ts'
import { RETRY_JOB, retryEvents } from './webhook.ts'

export const cards = defineDomain({
  name: 'cards',
  summary: 'Cards of an outside platform, kept up to date by its events, and cards ordered here.',
  graphql: 'card',
  settings,
  events: { ...platformEvents, ...issuingEvents },
  examples,
  personalData,
  needs: { assets, identity, ledger, transfers },
  setUp(bank, { CARD_PLATFORM_PUBLIC_KEY }, needs) {
    const { clock, log, work } = bank
    const options = { clock, log, work, key: CARD_PLATFORM_PUBLIC_KEY || undefined }
    const { standing, sessionlessAccess } = needs.identity
    sessionlessAccess.add(orderedCards)
    return {
      operations: [
        ...makeOperations(options),
        ...makeIssuingOperations({
          assets: needs.assets.catalogue,
          guards: needs.transfers.guardCheck,
          standing,
          chooseIssuer: chooseIssuer(bank.production),
        }),
      ],
      jobs: [
        {
          name: RETRY_JOB,
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => retryEvents(db, options),
        },
      ],
      retention: [
        keepDays(
          'cards.card_payments',
          'created_at',
          400,
          'The holder of a card sees why payments were declined; the ledger keeps those that were paid.',
          "status in ('declined', 'reversed')",
        ),
      ],
    }
  },
})
