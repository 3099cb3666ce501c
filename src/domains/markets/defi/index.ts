// Decentralized finance: swaps of tokens, lending, staking and flash loans on chains, at simulated markets.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { chains } from '../chains/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { personalData } from './personal-data.ts'
import { liquidationJob } from './positions/liquidation.ts'
import { makeOperations } from './operations.ts'
import type { DefiOptions } from './options.ts'
import { listDueUnstakings } from './positions/store.ts'
import { listOwn, summarize } from './positions/service.ts'
import { settleSwap } from './swaps/settlement.ts'
import { payUnstaked, UNSTAKE_JOB } from './positions/staking.ts'
import { listDueSwaps } from './store.ts'
import { makeSwapExports } from './swaps/exports.ts'
import { SETTLE_JOB } from './swaps/service.ts'

export const defi = defineDomain({
  name: 'defi',
  summary: 'Swaps of tokens, lending, staking and flash loans on chains.',
  graphql: 'defi',
  events,
  examples,
  personalData,
  needs: { accounts, assets, chains, ledger },
  setUp(bank, _settings, needs) {
    const { sealer, jobs } = bank
    const options: DefiOptions = { sealer, jobs, ...needs.chains }
    return {
      exports: {
        swaps: makeSwapExports(options),
        /** The caller's positions summed up, for the portfolios of other domains. */
        async summaryOf(ctx: Context) {
          const own = await listOwn(ctx)
          return summarize(own, own)
        },
      },
      operations: makeOperations(options),
      jobs: [
        ...dueJobs({
          bank,
          name: SETTLE_JOB,
          list: listDueSwaps,
          settle: (uuid, ctx) => settleSwap(uuid, ctx, options),
        }),
        ...dueJobs({ bank, name: UNSTAKE_JOB, list: listDueUnstakings, settle: payUnstaked }),
        liquidationJob(bank),
      ],
    }
  },
})
