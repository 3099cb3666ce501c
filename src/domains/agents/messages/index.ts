// Messages between agents: an inbox for each agent, pushes to addresses, acknowledgments with a deadline.
import { defineDomain } from '../../../operation/domain.ts'
import { agents } from '../agents/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { expireMessages } from './expiry.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { PUSH_JOB, PushDeliveries } from './push-deliveries.ts'
import { listUnclaimedMailboxes } from './push-store.ts'
import { Receipts } from './receipts.ts'

/** A node that is shutting down sends the job again with this delay, so that another node takes it. */
const PASSED_ON_SECONDS = 1

export const agentMessages = defineDomain({
  name: 'agent-messages',
  summary:
    'Messages between agents, read from an inbox or pushed to an address, with acknowledgments.',
  graphql: 'agent-message',
  events,
  examples,
  personalData,
  needs: { agents },
  setUp(bank) {
    const { clock, invalidate, jobs, log } = bank
    const db = bank.database.write
    const pushes = new PushDeliveries({
      clock,
      invalidate,
      jobs,
      log,
      db,
      outbound: bank.openOutbound(),
    })
    return {
      operations: makeOperations({ jobs, receipts: new Receipts({ invalidate, db }) }),
      jobs: [
        {
          name: PUSH_JOB,
          retries: 0,
          batch: 20,
          async run(payload) {
            const { agent } = payload as { agent: string }
            if (!pushes.wake(agent))
              await jobs.send(db, PUSH_JOB, { agent }, { afterSeconds: PASSED_ON_SECONDS })
          },
        },
        {
          // The sweep pushes messages whose job was lost in a crash.
          name: 'agent_messages.sweep',
          cron: '* * * * *',
          retries: 0,
          async run() {
            for (const agent of await listUnclaimedMailboxes(db))
              await jobs.send(db, PUSH_JOB, { agent })
          },
        },
        {
          name: 'agent_messages.expire',
          cron: '* * * * *',
          retries: 0,
          run: () => expireMessages(db, bank),
        },
      ],
      workers: [pushes],
    }
  },
})
