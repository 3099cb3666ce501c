// Publishes the event log to the users who may see it: page by page, or live.
import { defineDomain } from '../../../operation/domain.ts'
import { checkCursor } from '../../../operation/epochs.ts'
import { EventHub } from '../../../operation/event-hub.ts'
import { makeListen } from '../../../operation/event-listener.ts'
import { Follower } from '../../../operation/follower.ts'
import { readerMetrics } from '../../../operation/reader-metrics.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import * as ownEvents from './events.ts'
import { examples } from './examples.ts'
import { BankLog } from './log.ts'
import { makeOperations } from './operations.ts'

export const events = defineDomain({
  name: 'events',
  summary: 'All events of the bank in one order: page by page, or as a live stream.',
  graphql: 'event',
  events: ownEvents,
  examples,
  needs: { accounts, assets, identity, ledger, transactions, transfers },
  setUp(bank, _settings, needs) {
    const { database, horizon, clock } = bank
    const log = new BankLog(needs.assets.catalogue)
    const hub = new EventHub({
      db: database.read,
      log,
      horizon,
      checkPlace: (place) => checkCursor(place, database),
      onError: (error) =>
        bank.log.warn(
          { err: error },
          'New events could not be read for the live streams; they are read again when the log grows.',
        ),
    })
    const declared = () => bank.registry().events
    const listen = makeListen({
      horizon,
      hub,
      events: declared,
      checkCursor: (place, until) => checkCursor(place, database, until),
    })
    let follower: Follower | undefined
    return {
      exports: { log, hub },
      operations: makeOperations({ log, horizon, database, events: declared, listen }),
      listen,
      metrics: [readerMetrics(clock)],
      workers: [
        {
          start() {
            follower = new Follower({
              db: database.write,
              log,
              horizon,
              clock,
              logger: bank.log,
              readers: bank.readers(),
              pause: bank.pause,
              isWatched: () => hub.size > 0,
              onGrown: () => hub.grow(),
            })
            follower.start()
          },
          // Live streams are closed here, because the server waits for open answers before it stops.
          release: () => hub.close(),
          stop: () => follower?.stop(),
        },
      ],
    }
  },
})

export { countUserEvents } from './user-event-counts.ts'
