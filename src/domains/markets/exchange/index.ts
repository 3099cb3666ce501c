// The exchange: customers trade with each other and with the house.
import { defineDomain } from '../../../operation/domain.ts'
import type { Engine } from './engine.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { ExchangeOptions } from './service.ts'

export const exchange = (options: ExchangeOptions & { readonly engine: Engine }) =>
  defineDomain({
    name: 'exchange',
    rank: 3,
    summary: 'Order books by price and time, a house that quotes both sides, and settled trades.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: [
      {
        name: 'exchange.tidy',
        cron: '* * * * *',
        retries: 0,
        run: () => options.engine.tidy(),
      },
    ],
  })

export { Engine } from './engine.ts'
export { Pairs } from './pairs.ts'
