// A2A: the bank as an agent among agents. Its card says what it can do; tasks ask it to.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { type RunnerOptions, TaskRunner } from './runner.ts'
import { RUN_JOB } from './service.ts'

export interface A2aOptions extends RunnerOptions {
  readonly baseUrl: () => string
}

export function a2a(options: A2aOptions) {
  const runner = new TaskRunner(options)
  return defineDomain({
    name: 'a2a',
    rank: 4,
    summary: 'The agent card of the bank, and tasks that agents send it.',
    examples,
    operations: makeOperations(options, options.baseUrl),
    events: Object.values(events),
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
  })
}
