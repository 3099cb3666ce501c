// Ramp: buys and sells crypto for money, through a provider outside the bank.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { acceptedSecrets } from '../../../platform/settings.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { identity } from '../../people/identity/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { makeProviders } from './providers/provider.ts'
import { SETTLE_JOB } from './service.ts'
import { settings } from './settings.ts'
import { Settler } from './settlement.ts'
import { simulatedProvider } from './providers/simulated-provider.ts'
import { STRIPE_BRIDGE, stripeBridge } from './providers/stripe-bridge.ts'
import { makeTools } from './tools.ts'

export const ramp = defineDomain({
  name: 'ramp',
  summary: 'Buying and selling crypto for money, through a provider outside the bank.',
  graphql: 'ramp',
  settings,
  events,
  examples,
  personalData,
  needs: { assets, identity, ledger, rates },
  setUp(bank, values, needs) {
    const { clock, jobs, log, sealer, work, production, baseUrl } = bank
    const options = {
      clock,
      jobs,
      log,
      sealer,
      work,
      production,
      providers: makeProviders({
        simulated: simulatedProvider({ seconds: values.RAMP_SIMULATED_SECONDS, baseUrl }),
        real:
          values.RAMP_PROVIDER === STRIPE_BRIDGE
            ? stripeBridge({ url: values.RAMP_PROVIDER_URL, key: values.RAMP_PROVIDER_KEY })
            : undefined,
        production,
      }),
      webhookSecrets: acceptedSecrets(
        values.RAMP_WEBHOOK_SECRET,
        values.RAMP_WEBHOOK_SECRET_PREVIOUS,
      ),
      rateUpdater: needs.rates.updater,
    }
    const settler = new Settler(options)
    const operations = makeOperations(options)
    return {
      operations,
      tools: makeTools(byName(operations), needs.assets.catalogue),
      jobs: [
        {
          name: SETTLE_JOB,
          // No retries: the sweep finds sessions whose job failed.
          retries: 0,
          run: (payload, db) => settler.settle((payload as { session: string }).session, db),
        },
        {
          name: 'ramp.sweep',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => settler.sweep(db),
        },
      ],
    }
  },
})
