// A2A: the bank as an agent among agents. Its card lists its skills; agents send it tasks.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { agents } from '../agents/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { TaskRunner } from './runner.ts'
import { RUN_JOB } from './service.ts'

export const a2a = defineDomain({
  name: 'a2a',
  summary: 'The agent card of the bank, and tasks that agents send it.',
  graphql: 'agent-protocol',
  events,
  examples,
  needs: { agents, identity },
  setUp(bank) {
    const { clock, invalidate, jobs } = bank
    const options = {
      clock,
      invalidate,
      jobs,
      performer: {
        findOperation: (name: string) => bank.registry().operations.find((op) => op.name === name),
        perform: async (...call: Parameters<typeof bank.run>) => (await bank.run(...call)).output,
      },
    }
    const runner = new TaskRunner(options)
    return {
      operations: makeOperations(options, bank.baseUrl),
      jobs: [
        {
          name: RUN_JOB,
          retries: 5,
          run: (payload, db) => runner.run((payload as { readonly task: string }).task, db),
        },
        {
          name: 'a2a.sweep',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => runner.sweep(db),
        },
      ],
    }
  },
})
