// The request log: the latest calls of each user and of their keys, with the ids that support asks for.
import { defineDomain } from '../../../operation/domain.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'
import { Recorder } from './recorder.ts'
import { deleteOldCalls } from './store.ts'

const FLUSH_MS = 1_000
const KEPT_MS = 3 * 86_400_000

export const requests = defineDomain({
  name: 'requests',
  summary: 'The log of the caller’s own calls, with their ids, statuses and times.',
  graphql: 'monitoring',
  examples,
  needs: {},
  setUp({ database, clock, log }) {
    const recorder = new Recorder({ db: database.write, clock })
    return {
      exports: {},
      operations,
      observers: [(finished) => recorder.record(finished)],
      workers: [
        repeatEvery(
          FLUSH_MS,
          () => recorder.flush(),
          (error) => log.warn({ err: error }, 'writing the request log failed and will be retried'),
        ),
      ],
      jobs: [
        {
          name: 'requests.prune',
          cron: '37 * * * *',
          retries: 0,
          run: (_payload, db) => deleteOldCalls(db, new Date(clock.now().getTime() - KEPT_MS)),
        },
      ],
    }
  },
})
