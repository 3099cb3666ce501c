// Ramp: from money to crypto and back, at a provider outside the bank.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { type SessionOptions, SETTLE_JOB } from './sessions.ts'
import { Settler, type SettlerOptions } from './settling.ts'
import type { WebhookOptions } from './webhook.ts'

export function ramp(options: SessionOptions & SettlerOptions & WebhookOptions) {
  const settler = new Settler(options)
  return defineDomain({
    name: 'ramp',
    rank: 3,
    summary: 'Buying and selling crypto for money, at a provider outside the bank.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
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
  })
}

export { makeProviders } from './provider.ts'
export { simulatedProvider } from './simulated.ts'
export { STRIPE_BRIDGE, stripeBridge } from './stripe-bridge.ts'
