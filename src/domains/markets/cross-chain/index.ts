// Cross-chain: carries tokens from one chain to another by bridge protocols, and swaps them on arrival.
import { defineDomain } from '../../../operation/domain.ts'
import type { Context } from '../../../operation/operation.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { chains } from '../chains/index.ts'
import { defi } from '../defi/index.ts'
import { ADVANCE_JOB } from './bridges/service.ts'
import { personalData } from './personal-data.ts'
import { cctpBridge } from './providers/cctp-bridge.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { makeProviders } from './providers/provider.ts'
import { settings } from './settings.ts'
import { Settler } from './bridges/settler.ts'
import { simulatedBridge } from './providers/simulated-bridge.ts'
import { LEG_JOB, secondLeg, SwapLegs } from './swaps/legs.ts'

export const crossChain = defineDomain({
  name: 'cross-chain',
  summary: 'Bridges that carry tokens between chains, and swaps across them.',
  graphql: 'crosschain',
  settings,
  events,
  examples,
  personalData,
  needs: { assets, chains, defi, ledger, transfers },
  setUp(bank, values, needs) {
    const { clock, database, jobs, log, sealer, work, production } = bank
    const outbound = bank.openOutbound()
    const options = {
      clock,
      database,
      jobs,
      log,
      sealer,
      work,
      assets: needs.assets.catalogue,
      chains: needs.chains,
      providers: makeProviders({
        simulated: simulatedBridge,
        real:
          values.BRIDGE_CCTP === 'circle'
            ? [
                cctpBridge({
                  chains: needs.chains.providers,
                  attestationUrl: values.BRIDGE_ATTESTATION_URL,
                  outbound,
                }),
              ]
            : [],
        production,
      }),
      bridgeLimits: {
        transfer: values.BRIDGE_MAX_USD,
        day: values.BRIDGE_DAILY_MAX_USD,
        count: values.BRIDGE_DAILY_COUNT,
      },
      guards: needs.transfers.guardCheck,
      feeWithin: needs.transfers.feeWithin,
      market: needs.defi.swaps,
      summaryOf: (ctx: Context) => needs.defi.summaryOf(ctx),
    }
    const legs = new SwapLegs(options)
    const settler = new Settler(options, legs)
    return {
      operations: makeOperations(options, settler),
      jobs: [
        {
          name: ADVANCE_JOB,
          // No retries: the sweep finds bridges whose job failed.
          retries: 0,
          run: (payload, db) => settler.settle((payload as { bridge: string }).bridge, db),
        },
        {
          name: LEG_JOB,
          retries: 0,
          spends: secondLeg,
          run: (payload, db) => legs.settleOf((payload as { bridge: string }).bridge, db),
        },
        {
          name: 'cross_chain.sweep',
          cron: '* * * * *',
          retries: 0,
          spends: secondLeg,
          run: (_payload, db) => settler.sweep(db),
        },
      ],
      workers: [{ stop: () => outbound.close() }],
    }
  },
})
