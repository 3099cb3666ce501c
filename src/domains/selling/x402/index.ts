// x402: paths that cost something to whoever asks for them.
import { defineDomain } from '../../../operation/domain.ts'
import { machinePayments } from '../machine-payments/index.ts'
import { EndpointBook, ENDPOINTS_CHANGED } from './book.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { isEndpointAt, listSoldPaths } from './sold-paths.ts'
import { expirePayments } from './store.ts'
import { Tolls } from './toll.ts'

/** Longer than any authorization counts. */
const EXPIRES_MS = 600_000

export const x402 = defineDomain({
  name: 'x402',
  summary: 'Paths that cost something: their prices, payments for them, limits of agents.',
  examples,
  needs: { machinePayments },
  setUp(bank, _settings, needs) {
    const { accepted } = needs.machinePayments
    const book = new EndpointBook(bank.database.read)
    needs.machinePayments.addSeller({ isSoldAt: isEndpointAt, list: listSoldPaths })
    return {
      face: {},
      operations: makeOperations({ ...bank, accepted }),
      jobs: [
        {
          name: 'x402.expire',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) =>
            expirePayments(db, new Date(bank.clock.now().getTime() - EXPIRES_MS)),
        },
      ],
      caches: [
        { topic: ENDPOINTS_CHANGED, forget: () => book.forget(), forgetAll: () => book.forget() },
      ],
      paywalls: [
        new Tolls({
          ...bank,
          book,
          accepted,
          db: bank.detached,
          isServed: (path) => bank.isServed('*', path),
        }),
      ],
    }
  },
})
