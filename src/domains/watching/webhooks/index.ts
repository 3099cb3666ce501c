// Webhooks: customers are told of events at an address of theirs.
import { defineDomain } from '../../../operation/domain.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import type { Couriers } from './courier.ts'
import { deleteOldDeliveries, listUnfinished } from './delivery-store.ts'
import { DELIVER_JOB } from './dispatcher.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { ServiceOptions } from './service.ts'

export interface WebhooksOptions extends ServiceOptions {
  readonly couriers: Couriers
  readonly clock: Clock
}

export const webhooks = (options: WebhooksOptions) =>
  defineDomain({
    name: 'webhooks',
    rank: 2,
    summary: 'Being told of events at an address of one’s own, signed, in order, at least once.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: [deliverJob(options), sweepJob(options), pruneJob(options)],
  })

const deliverJob = ({ couriers }: WebhooksOptions): JobDef => ({
  name: DELIVER_JOB,
  retries: 0,
  batch: 20,
  async run(payload) {
    couriers.wake((payload as { webhook: string }).webhook)
  },
})

/** Whatever a crash left behind; also done once when a node starts. */
const sweepJob = ({ jobs, clock }: WebhooksOptions): JobDef => ({
  name: SWEEP_JOB,
  cron: '* * * * *',
  retries: 0,
  async run(_payload, db) {
    for (const { id: webhook, seconds } of await listUnfinished(db, clock.now()))
      await jobs.send(db, DELIVER_JOB, { webhook }, { afterSeconds: seconds })
  },
})

export const SWEEP_JOB = 'webhooks.sweep'

const KEPT_DAYS = 30

const pruneJob = ({ clock }: WebhooksOptions): JobDef => ({
  name: 'webhooks.prune',
  cron: '41 2 * * *',
  retries: 0,
  async run(_payload, db) {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
    await deleteOldDeliveries(db, before)
  },
})

export { Couriers } from './courier.ts'
export { dispatcher } from './dispatcher.ts'
