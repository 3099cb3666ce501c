// Webhooks: the bank sends events to addresses that customers have set up.
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { keepDays, keepHours } from '../../../operation/retention.ts'
import { ledger } from '../../core/ledger/index.ts'
import { identity } from '../../people/identity/index.ts'
import { events as eventsDomain } from '../events/index.ts'
import { listUnfinished } from './delivery-store.ts'
import { DELIVER_JOB, dispatcher } from './dispatcher.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeDeliveryCounters, webhookMetrics } from './metrics.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { countFailing } from './store.ts'
import { settings } from './settings.ts'
import { findNames } from './store.ts'
import { WebhookDeliveries } from './deliveries.ts'

const SWEEP_JOB = 'webhooks.sweep'

export const webhooks = defineDomain({
  name: 'webhooks',
  summary: 'Events sent to an address of the customer: signed, in order, at least once.',
  graphql: 'webhook',
  settings,
  events,
  examples,
  personalData,
  needs: { events: eventsDomain, identity, ledger },
  setUp(bank, values, needs) {
    const { clock, jobs, log, sealer } = bank
    const db = bank.database.write
    const { log: eventLog } = needs.events
    const outbound = bank.openOutbound()
    const declared = () => bank.registry().events
    const deliveries = new WebhookDeliveries({
      clock,
      jobs,
      log,
      sealer,
      db,
      eventLog,
      outbound,
      events: declared,
      retrySeconds: values.WEBHOOK_RETRY_SECONDS,
      perMinute: values.WEBHOOK_DELIVERIES_PER_MINUTE,
      keepDelivered: values.WEBHOOK_DELIVERED_KEEP,
      isBusy: needs.ledger.isBusy,
      counters: makeDeliveryCounters(bank.metrics),
    })
    return {
      sealed: [
        sealedColumn('webhooks.webhooks', 'secret'),
        sealedColumn('webhooks.webhooks', 'previous_secret'),
      ],
      operations: makeOperations({ eventLog, jobs, sealer, outbound, events: declared }),
      readers: [dispatcher({ jobs, events: declared })],
      names: [{ kind: 'webhook', find: findNames }],
      metrics: [webhookMetrics(clock)],
      jobs: [
        {
          name: DELIVER_JOB,
          retries: 0,
          batch: 20,
          async run(payload) {
            deliveries.wake((payload as { webhook: string }).webhook)
          },
        },
        {
          // Resumes deliveries that a crash interrupted; also runs once when a node starts.
          name: SWEEP_JOB,
          cron: '* * * * *',
          retries: 0,
          async run() {
            for (const { id: webhook, seconds } of await listUnfinished(db, clock.now()))
              await jobs.send(db, DELIVER_JOB, { webhook }, { afterSeconds: seconds })
          },
        },
      ],
      queues: [
        {
          name: 'failing_webhooks',
          title: 'Webhooks that fail',
          advice: 'The bank retries. Tell the owners if their server does not answer for hours.',
          page: null,
          count: countFailing,
        },
      ],
      retention: [
        keepDays(
          'webhooks.deliveries',
          'created_at',
          30,
          'Customers see the failed deliveries of the last month; pending ones are kept until they end.',
          "status = 'failed'",
        ),
        keepHours(
          'webhooks.deliveries',
          'delivered_at',
          values.WEBHOOK_DELIVERED_HOURS,
          'Customers see the newest successful deliveries, for WEBHOOK_DELIVERED_HOURS; the events themselves stay in the log.',
          "status = 'delivered'",
        ),
        keepDays(
          'webhooks.daily_counts',
          'day',
          400,
          'Customers compare how their server answered with a year ago.',
        ),
      ],
      workers: [{ start: () => jobs.send(db, SWEEP_JOB, {}), stop: () => deliveries.stop() }],
    }
  },
})

export { deliveryHeaders, toPayload } from './delivery-request.ts'
