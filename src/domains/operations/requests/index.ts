// The request log: the latest calls of each user and of their keys, with the ids that support asks for.
import { defineDomain } from '../../../operation/domain.ts'
import { keepDays } from '../../../operation/retention.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'
import { Recorder } from './recorder.ts'

const FLUSH_MS = 1_000

export const requests = defineDomain({
  name: 'requests',
  summary: 'The log of the caller’s own calls, with their ids, statuses and times.',
  graphql: 'monitoring',
  examples,
  needs: {},
  setUp({ database, clock, log }) {
    const recorder = new Recorder({ db: database.write, clock })
    return {
      operations,
      observers: [(finished) => recorder.record(finished)],
      workers: [
        repeatEvery(
          FLUSH_MS,
          () => recorder.flush(),
          (error) => log.warn({ err: error }, 'writing the request log failed and will be retried'),
        ),
      ],
      retention: [
        keepDays('requests.calls', 'id', 3, 'Users see their latest calls in the request log.'),
      ],
    }
  },
})
