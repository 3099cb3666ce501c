// Builds the live dashboard, which is counted from the event log.
import { DAY_MS } from '../../../kernel/durations.ts'
import { singleFlight } from '../../../kernel/single-flight.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { keepDays, noShorter } from '../../../operation/retention.ts'
import { countFailedJobs } from '../../../platform/jobs.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { countUserEvents, events } from '../events/index.ts'
import { personalData } from './personal-data.ts'
import { ResponseCounts } from './response-counts.ts'
import { counter } from './counter.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const monitoring = defineDomain({
  name: 'monitoring',
  summary: 'Event throughput, errors, and how far the readers of the event log lag behind.',
  graphql: 'monitoring',
  examples,
  personalData,
  needs: { assets, events, ledger },
  setUp(bank, _settings, needs) {
    const { clock, startedAt, horizon } = bank
    const { log: eventLog, hub } = needs.events
    const answers = new ResponseCounts()
    return {
      operations: makeOperations({
        startedAt,
        horizon,
        eventLog,
        answers,
        domains: () => bank.registry().domains,
        liveStreams: (user) => ({
          open: user === undefined ? hub.size : hub.countOf(user),
          position: hub.readUntil,
        }),
        countOwn: singleFlight(
          (_tx, { user, environment }, _now) => `${environment} ${user}`,
          (tx, who, now) => countUserEvents(tx, who, now, needs.assets.catalogue),
        ),
        cacheDriver: bank.limiter,
        memory: () => ({
          usedBytes: process.memoryUsage.rss(),
          peakBytes: process.resourceUsage().maxRSS * 1024,
        }),
      }),
      readers: [counter],
      observers: [
        ({ operation, status, caller }) =>
          answers.record(operation, status, clock.now(), caller.user),
      ],
      queues: [
        {
          name: 'failed_jobs',
          title: 'Background jobs that failed within a day',
          advice: 'Read the cause in the log of the bank. Scheduled jobs run again by themselves.',
          page: null,
          count: (tx, { now, most }) => countFailedJobs(tx, new Date(now.getTime() - DAY_MS), most),
        },
      ],
      retention: [
        noShorter(
          keepDays(
            'monitoring.event_counts',
            'minute',
            8,
            'The dashboard counts the events of the last hour and day; totals are kept for good.',
          ),
        ),
      ],
    }
  },
})
