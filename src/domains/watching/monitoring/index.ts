// The live dashboard, counted from the event log.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { makeOperations } from './operations.ts'
import type { MonitoringOptions } from './service.ts'
import { deleteOldCounts } from './store.ts'

const KEPT_DAYS = 8

const shareCounts = ({ countOwn }: MonitoringOptions): MonitoringOptions['countOwn'] =>
  oneAtATime((_tx, { user, environment }) => `${environment} ${user}`, countOwn)

export const monitoring = (options: MonitoringOptions) =>
  defineDomain({
    name: 'monitoring',
    rank: 4,
    summary: 'How much happens, how well, and how far the readers of the log are behind.',
    examples,
    operations: makeOperations({ ...options, countOwn: shareCounts(options) }),
    jobs: [
      {
        name: 'monitoring.prune',
        cron: '17 2 * * *',
        retries: 0,
        run: (_payload, db) =>
          deleteOldCounts(db, new Date(options.clock.now().getTime() - KEPT_DAYS * 86_400_000)),
      },
    ],
  })

export { AnswerCounts } from './answers.ts'
export { counter } from './counter.ts'
