// Messages between agents: an inbox each, pushes to addresses, acknowledgments with a deadline.
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { Tell } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { expireMessages } from './expiry.ts'
import { makeOperations } from './operations.ts'
import { type Postmen, PUSH_JOB } from './postman.ts'
import { listForgotten } from './push-store.ts'
import { Receipts } from './receipts.ts'

export interface AgentMessagesOptions {
  readonly db: Db
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'send'>
  readonly postmen: Postmen
  readonly hear: Tell
}

/** A node that goes down hands on what it is asked to do. */
const PASSED_ON_SECONDS = 1

export const agentMessages = (options: AgentMessagesOptions) =>
  defineDomain({
    name: 'agent-messages',
    rank: 3,
    summary: 'Messages between agents, in an inbox and at an address, with acknowledgments.',
    examples,
    operations: makeOperations({ jobs: options.jobs, receipts: new Receipts(options) }),
    events: Object.values(events),
    jobs: [
      {
        name: PUSH_JOB,
        retries: 0,
        batch: 20,
        async run(payload, db) {
          const { agent } = payload as { agent: string }
          if (!options.postmen.wake(agent))
            await options.jobs.send(db, PUSH_JOB, { agent }, { afterSeconds: PASSED_ON_SECONDS })
        },
      },
      {
        // Whatever a crash left behind.
        name: 'agent_messages.sweep',
        cron: '* * * * *',
        retries: 0,
        async run(_payload, db) {
          for (const agent of await listForgotten(db))
            await options.jobs.send(db, PUSH_JOB, { agent })
        },
      },
      {
        name: 'agent_messages.expire',
        cron: '* * * * *',
        retries: 0,
        run: (_payload, db) => expireMessages(db, options),
      },
    ],
  })

export { Postmen } from './postman.ts'
