// Payments between agents: started, then confirmed or cancelled.
import { defineDomain } from '../../../operation/domain.ts'
import { type DueOptions, dueJobs } from '../escrow/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { EXPIRY_JOB, expireIfDue, type PaymentOptions } from './service.ts'
import { listDuePayments, lockPayment } from './store.ts'

export const agentPayments = (options: PaymentOptions & DueOptions) =>
  defineDomain({
    name: 'agent-payments',
    rank: 4,
    summary: 'Payments from agent to agent: reserved, then confirmed or cancelled.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: dueJobs({
      ...options,
      name: EXPIRY_JOB,
      list: listDuePayments,
      async settle(uuid, ctx) {
        const row = await lockPayment(ctx.tx, uuid)
        if (row) await expireIfDue(row, ctx, options)
      },
    }),
  })

export { dealingsBy, findNamedPayment } from './dealings.ts'
