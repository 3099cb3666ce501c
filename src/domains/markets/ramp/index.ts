// Ramp: from money to crypto and back, at a provider outside the bank.
import { byName } from '../../../operation/by-name.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { identity } from '../../people/identity/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { makeProviders } from './provider.ts'
import { SETTLE_JOB } from './sessions.ts'
import { settings } from './settings.ts'
import { Settler } from './settling.ts'
import { simulatedProvider } from './simulated-provider.ts'
import { STRIPE_BRIDGE, stripeBridge } from './stripe-bridge.ts'
import { makeTools } from './tools.ts'

export const ramp = defineDomain({
  name: 'ramp',
  summary: 'Buying and selling crypto for money, at a provider outside the bank.',
  settings,
  events,
  examples,
  needs: { assets, identity, ledger, rates },
  setUp(bank, values, needs) {
    const { production, baseUrl } = bank
    const options = {
      ...bank,
      providers: makeProviders({
        simulated: simulatedProvider({ seconds: values.RAMP_SIMULATED_SECONDS, baseUrl }),
        real:
          values.RAMP_PROVIDER === STRIPE_BRIDGE
            ? stripeBridge({ url: values.RAMP_PROVIDER_URL, key: values.RAMP_PROVIDER_KEY })
            : undefined,
        production,
      }),
      webhookSecret: values.RAMP_WEBHOOK_SECRET,
      rateUpdater: needs.rates.updater,
    }
    const settler = new Settler(options)
    const operations = makeOperations(options)
    return {
      face: {},
      operations,
      tools: makeTools(byName(operations), needs.assets.catalogue),
      jobs: [
        {
          name: SETTLE_JOB,
          // Whatever fails is found by the sweep.
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
