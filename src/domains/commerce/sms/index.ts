// Text messages: sent once each through an SMS provider, and paid for per message.
import { listOf } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { parseRoute } from '../../../operation/operation.ts'
import { keepDays } from '../../../operation/retention.ts'
import { acceptedSecrets } from '../../../platform/settings.ts'
import { ledger } from '../../core/ledger/index.ts'
import { machinePayments } from '../machine-payments/index.ts'
import { personalData } from './personal-data.ts'
import { SmsSender, SIMULATED_REPORTS_JOB } from './service.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { SEND_ROUTE } from './paid-sender.ts'
import { settings } from './settings.ts'
import { simulatedProvider } from './providers/simulated.ts'
import { makeTools } from './tools.ts'
import { vertexSmsProvider } from './providers/vertexsms.ts'

export const sms = defineDomain({
  name: 'sms',
  summary: 'Text messages: prices, sending each one once, delivery status.',
  graphql: 'sms',
  settings,
  events,
  examples,
  personalData,
  needs: { ledger, machinePayments },
  setUp(bank, values, needs) {
    const { production, clock, connections, invalidate, jobs, log, detached: db } = bank
    const { payments, accepted } = needs.machinePayments
    const simulated = (environment: Environment) => simulatedProvider({ environment, db, clock })
    const real =
      values.SMS_PROVIDER === 'vertexsms'
        ? vertexSmsProvider({ url: values.SMS_PROVIDER_URL, token: values.SMS_PROVIDER_TOKEN })
        : undefined
    const smsSender = new SmsSender({
      clock,
      invalidate,
      jobs,
      log,
      // In production, sending is switched off rather than simulated when no provider is configured.
      providers: {
        live: real ?? (production ? undefined : simulated('live')),
        sandbox: simulated('sandbox'),
      },
      defaultSender: values.SMS_SENDER,
      db,
      waitersMax: Math.max(1, Math.floor(connections / 3)),
    })
    needs.machinePayments.sellers.add({
      // Real messages cost the bank money.
      refusesSimulated: real !== undefined,
      isSoldAt: async (_tx, { method, path }) => `${method} ${path}` === SEND_ROUTE,
      list: () =>
        listOf([{ ...parseRoute(SEND_ROUTE), amount: null, description: 'Send a text message.' }]),
    })
    const operations = makeOperations({
      log,
      smsSender,
      payments,
      payersMax: Math.max(1, Math.floor(connections / 2)),
      reportSecrets: acceptedSecrets(values.SMS_REPORT_SECRET, values.SMS_REPORT_SECRET_PREVIOUS),
      networks: () => accepted.x402?.networks ?? [],
      flatCents: values.SMS_FLAT_CHARGE_MINOR,
    })
    return {
      operations,
      tools: makeTools(byName(operations), values.SMS_FLAT_CHARGE_MINOR),
      jobs: [
        // Retries messages left pending by a crash or by a provider that did not answer.
        { name: 'sms.sweep', cron: '* * * * *', retries: 0, run: () => smsSender.sweep() },
        {
          name: SIMULATED_REPORTS_JOB,
          cron: '* * * * *',
          retries: 0,
          run: () => smsSender.collectSimulatedReports(),
        },
        {
          name: 'sms.refresh_rates',
          cron: '7 * * * *',
          retries: 2,
          run: () => smsSender.refreshRates(),
        },
      ],
      retention: [
        keepDays(
          'sms.early_reports',
          'reported_at',
          7,
          'A delivery report may arrive before the provider has answered with the id of its message.',
        ),
      ],
    }
  },
})
