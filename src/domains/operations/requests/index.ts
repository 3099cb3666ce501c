// The request log: the latest calls of each user and of their keys, with the ids that support asks for.
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { fixed, keepDays, noShorter } from '../../../operation/retention.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { examples } from './examples.ts'
import { BodyKeeper } from './body-keeper.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { Recorder } from './recorder.ts'
import { settings } from './settings.ts'
import { Tail } from './tail.ts'

const FLUSH_MS = 1_000

const ENVIRONMENTS = { all: ['live', 'sandbox'], sandbox: ['sandbox'], none: [] } as const

export const requests = defineDomain({
  name: 'requests',
  summary: 'The log of the caller’s own calls, with their ids, statuses and times.',
  graphql: 'monitoring',
  settings,
  examples,
  personalData,
  needs: {},
  setUp({ database, clock, log, sealer, production, registry }, { REQUEST_LOG_BODIES: bodies }) {
    const chosen = bodies === 'auto' ? (production ? 'sandbox' : 'all') : bodies
    const keeper = new BodyKeeper({
      environments: ENVIRONMENTS[chosen],
      operations: () => registry().operations,
    })
    const recorder = new Recorder({ db: database.write, clock, sealer, keeper })
    const tail = new Tail({ db: database.read, clock })
    return {
      sealed: [sealedColumn('requests.bodies', 'content')],
      operations: makeOperations({ sealer, tail }),
      observers: [(finished) => recorder.record(finished)],
      workers: [
        repeatEvery(
          FLUSH_MS,
          () => recorder.flush(),
          (error) => log.warn({ err: error }, 'writing the request log failed and will be retried'),
        ),
        {
          ...repeatEvery(
            FLUSH_MS,
            () => tail.poll(),
            (error) => log.warn({ err: error }, 'the newest calls could not be read for streams'),
          ),
          // The server waits for open answers before it stops.
          release: () => tail.close(),
        },
      ],
      retention: [
        noShorter(
          keepDays('requests.calls', 'id', 3, 'Users see their latest calls in the request log.'),
        ),
        fixed(
          'An entry without its body says what happened; a body without its entry says nothing.',
          keepDays('requests.bodies', 'id', 3, 'Bodies of calls are deleted with their entries.'),
        ),
      ],
    }
  },
})
