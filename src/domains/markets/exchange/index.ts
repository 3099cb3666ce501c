// The exchange: customers trade with each other and with the house.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { gcuTerms } from '../gcu-terms/index.ts'
import { Engine } from './matching/engine.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { Pairs } from './pairs.ts'
import { makeMarketDataOperations } from './market-data/operations.ts'
import { maintenanceSpending, MAINTENANCE_JOB } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { makeTools } from './tools.ts'

export const exchange = defineDomain({
  name: 'exchange',
  summary: 'Order books by price and time, a house that quotes both sides, and settled trades.',
  graphql: 'exchange',
  events,
  examples,
  personalData,
  needs: { assets, gcuTerms, ledger },
  setUp(bank, _settings, needs) {
    const { clock, listen, log } = bank
    const { catalogue } = needs.assets
    const pairs = new Pairs(catalogue)
    const engine = new Engine({ clock, log, assets: catalogue, pairs }, bank)
    needs.assets.changed.add(() => engine.tidySoon())
    const options = { assets: catalogue, pairs }
    const operations = makeOperations({ ...options, engine })
    return {
      operations: [...operations, ...makeMarketDataOperations({ ...options, listen })],
      tools: makeTools(byName(operations)),
      jobs: [
        {
          name: MAINTENANCE_JOB,
          cron: '* * * * *',
          retries: 0,
          spends: maintenanceSpending,
          run: () => engine.tidy(),
        },
      ],
      workers: [{ stop: () => engine.close() }],
    }
  },
})
