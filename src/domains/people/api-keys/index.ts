// API keys: the credentials of API clients.
import { defineDomain } from '../../../operation/domain.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { identity } from '../identity/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { findNames } from './store.ts'
import { observeUsage, UsageRecorder } from './usage.ts'

const FLUSH_MS = 1_000

export const apiKeys = defineDomain({
  name: 'api-keys',
  summary: 'Keys of API clients, with permissions, addresses, expiry and usage.',
  graphql: 'api-key',
  events,
  examples,
  personalData,
  needs: { identity },
  setUp({ database, clock, log }) {
    const usage = new UsageRecorder()
    return {
      operations,
      names: [{ kind: 'api_key', find: findNames }],
      observers: [observeUsage(usage, clock)],
      workers: [
        repeatEvery(
          FLUSH_MS,
          () => usage.flush(database.write),
          (error) =>
            log.warn(
              { err: error },
              'the usage statistics of API keys could not be written and are lost',
            ),
        ),
      ],
    }
  },
})
