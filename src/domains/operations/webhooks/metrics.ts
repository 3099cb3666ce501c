// Metrics of webhooks: what this process delivered and how late, and what waits in the whole bank.
import type { Clock } from '../../../kernel/clock.ts'
import { describeGauge, type StoredMetrics } from '../../../platform/metric.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { readBacklog } from './backlog-store.ts'

/** Counts the attempts of one round. */
export interface DeliveryCounters {
  count(delivered: number, failed: number): void
  /** The time from an event to its successful delivery. */
  observeDelay(seconds: number): void
}

export function makeDeliveryCounters(
  metrics: Pick<Metrics, 'counter' | 'histogram'>,
): DeliveryCounters {
  const attempts = metrics.counter({
    name: 'florin_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook, by whether the receiver accepted it.',
    labelNames: ['outcome'],
  })
  const delays = metrics.histogram({
    name: 'florin_webhook_delay_seconds',
    help: 'Time from an event to its successful delivery.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600],
  })
  // A rate needs a first value, also of what has not happened yet.
  for (const outcome of ['delivered', 'failed'] as const) attempts.inc({ outcome }, 0)
  return {
    count(delivered, failed) {
      attempts.inc({ outcome: 'delivered' }, delivered)
      attempts.inc({ outcome: 'failed' }, failed)
    },
    observeDelay: (seconds) => delays.observe(seconds),
  }
}

const BEHIND = describeGauge({
  name: 'florin_webhooks_behind',
  help: 'Active webhooks with events that they have not reached, counted among 10,000 of them.',
})
const FAILING = describeGauge({
  name: 'florin_webhooks_failing',
  help: 'Active webhooks whose last delivery failed, counted among 10,000 of them.',
})
const PENDING = describeGauge({
  name: 'florin_webhook_deliveries_pending',
  help: 'Deliveries that wait for a retry or for an earlier one, counted up to 10,000.',
})
const OLDEST = describeGauge({
  name: 'florin_webhook_backlog_age_seconds',
  help: 'Age of the oldest event that an active webhook has not been sent; 0 if there is none.',
})

export const webhookMetrics = (clock: Clock): StoredMetrics => ({
  stored: [BEHIND, FAILING, PENDING, OLDEST],
  async query(db) {
    const { behind, failing, pending, oldest_at } = await readBacklog(db)
    const age =
      oldest_at === undefined ? 0 : (clock.now().getTime() - Date.parse(oldest_at)) / 1_000
    return {
      [BEHIND.name]: behind,
      [FAILING.name]: failing,
      [PENDING.name]: pending,
      [OLDEST.name]: Math.max(0, age),
    }
  },
})
