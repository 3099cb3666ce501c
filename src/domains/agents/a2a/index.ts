// A2A: the bank as an agent among agents. Its card lists its skills; agents send it tasks, by routes of REST or by the A2A
// protocol.
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { keepDays } from '../../../operation/retention.ts'
import { identity } from '../../people/identity/index.ts'
import { agents } from '../agents/index.ts'
import { makeConversationOperations } from './conversation/operations.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { RpcServer } from './json-rpc/server.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { PushDeliveries } from './push/deliveries.ts'
import { PUSH_JOB } from './push/job.ts'
import { makePushOperations } from './push/operations.ts'
import { listUnclaimedQueues } from './push/store.ts'
import { TaskRunner } from './runner.ts'
import { RUN_JOB } from './service.ts'

/** A node that is shutting down sends the job again with this delay, so that another node takes it. */
const PASSED_ON_SECONDS = 1

export const a2a = defineDomain({
  name: 'a2a',
  summary: 'The agent card of the bank, and tasks that agents send it.',
  graphql: 'agent-protocol',
  events,
  examples,
  personalData,
  needs: { agents, identity },
  setUp(bank) {
    const { clock, invalidate, jobs, log, sealer } = bank
    const db = bank.database.write
    const outbound = bank.openOutbound()
    const performer = {
      findOperation: (name: string) => bank.registry().operations.find((op) => op.name === name),
      perform: async (...call: Parameters<typeof bank.run>) => (await bank.run(...call)).output,
    }
    const options = { clock, invalidate, jobs, performer }
    const ofConversations = { ...options, sealer, outbound, listen: bank.listen }
    const runner = new TaskRunner(options)
    const pushes = new PushDeliveries({ db, outbound, clock, jobs, log, sealer, invalidate })
    return {
      exports: { rpc: new RpcServer({ performer, find: (name) => bank.registry().find(name) }) },
      sealed: [sealedColumn('a2a.push_configs', 'secrets')],
      operations: [
        ...makeOperations(options, bank.baseUrl),
        ...makeConversationOperations(ofConversations),
        ...makePushOperations(ofConversations),
      ],
      jobs: [
        {
          name: RUN_JOB,
          retries: 5,
          run: (payload, tx) => runner.run((payload as { readonly task: string }).task, tx),
        },
        {
          name: PUSH_JOB,
          retries: 0,
          batch: 20,
          async run(payload) {
            const { owner } = payload as { readonly owner: string }
            if (!pushes.wake(owner))
              await jobs.send(db, PUSH_JOB, { owner }, { afterSeconds: PASSED_ON_SECONDS })
          },
        },
        {
          name: 'a2a.sweep',
          cron: '* * * * *',
          retries: 0,
          async run(_payload, tx) {
            await runner.sweep(tx)
            for (const owner of await listUnclaimedQueues(tx))
              await jobs.send(tx, PUSH_JOB, { owner })
          },
        },
      ],
      retention: [
        keepDays(
          'a2a.tasks',
          'id',
          365,
          'Agents look up what became of a task; its messages and push configurations go with it.',
          "state in ('completed', 'canceled', 'failed')",
        ),
      ],
      workers: [pushes],
    }
  },
})
