// Text messages, sent once each through whoever carries them.
import { listOf } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { byName } from '../../../operation/by-name.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { parseRoute } from '../../../operation/operation.ts'
import { ledger } from '../../core/ledger/index.ts'
import { machinePayments } from '../machine-payments/index.ts'
import { Courier, SIMULATED_REPORTS_JOB } from './courier.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { SEND_ROUTE } from './paid.ts'
import { settings } from './settings.ts'
import { simulatedProvider } from './simulated-provider.ts'
import { deleteOldReports } from './store.ts'
import { makeTools } from './tools.ts'
import { vertexSmsProvider } from './vertexsms-provider.ts'

const REPORTS_KEPT_MS = 7 * 86_400_000

export const sms = defineDomain({
  name: 'sms',
  summary: 'Text messages: what they cost, sending them once, what became of them.',
  settings,
  events,
  examples,
  needs: { ledger, machinePayments },
  setUp(bank, values, needs) {
    const { production, clock, connections, detached: db } = bank
    const { payments, accepted, addSeller } = needs.machinePayments
    const simulated = (environment: Environment) => simulatedProvider({ environment, db, clock })
    const real =
      values.SMS_PROVIDER === 'vertexsms'
        ? vertexSmsProvider({ url: values.SMS_PROVIDER_URL, token: values.SMS_PROVIDER_TOKEN })
        : undefined
    // Where messages really leave, payments are real, too.
    if (real) accepted.refuseSimulated()
    const courier = new Courier({
      ...bank,
      // A production bank sends no messages rather than simulated ones.
      providers: {
        live: real ?? (production ? undefined : simulated('live')),
        sandbox: simulated('sandbox'),
      },
      sender: values.SMS_SENDER,
      db,
      waitersMax: Math.max(1, Math.floor(connections / 3)),
    })
    addSeller({
      isSoldAt: async (_tx, { method, path }) => `${method} ${path}` === SEND_ROUTE,
      list: () =>
        listOf([{ ...parseRoute(SEND_ROUTE), amount: null, description: 'Send a text message.' }]),
    })
    const operations = makeOperations({
      ...bank,
      courier,
      payments,
      payersMax: Math.max(1, Math.floor(connections / 2)),
      reportSecret: values.SMS_REPORT_SECRET,
      networks: () => accepted.x402?.networks ?? [],
      flatCents: values.SMS_FLAT_CHARGE_MINOR,
    })
    return {
      face: {},
      operations,
      tools: makeTools(byName(operations), values.SMS_FLAT_CHARGE_MINOR),
      jobs: [
        // Whatever a crash or a silent provider left behind.
        { name: 'sms.sweep', cron: '* * * * *', retries: 0, run: () => courier.sweep() },
        {
          name: SIMULATED_REPORTS_JOB,
          cron: '* * * * *',
          retries: 0,
          run: () => courier.collectSimulatedReports(),
        },
        {
          name: 'sms.refresh_rates',
          cron: '7 * * * *',
          retries: 2,
          run: () => courier.refreshRates(),
        },
        {
          name: 'sms.prune',
          cron: '23 3 * * *',
          retries: 0,
          run: (_payload, tx) =>
            deleteOldReports(tx, new Date(clock.now().getTime() - REPORTS_KEPT_MS)),
        },
      ],
    }
  },
})
