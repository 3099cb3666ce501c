// Text messages, sent once each through whoever carries them.
import { defineDomain } from '../../../operation/domain.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import { type Courier, SIMULATED_REPORTS_JOB } from './courier.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations, type SmsOptions } from './operations.ts'
import { deleteOldReports } from './store.ts'

export interface SmsDomainOptions extends SmsOptions {
  readonly clock: Clock
}

export const sms = (options: SmsDomainOptions) =>
  defineDomain({
    name: 'sms',
    rank: 3,
    summary: 'Text messages: what they cost, sending them once, what became of them.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: jobsOf(options),
  })

const DAY_MS = 86_400_000

const jobsOf = ({ courier, clock }: { courier: Courier; clock: Clock }): JobDef[] => [
  // Whatever a crash or a silent provider left behind.
  { name: 'sms.sweep', cron: '* * * * *', retries: 0, run: () => courier.sweep() },
  {
    name: SIMULATED_REPORTS_JOB,
    cron: '* * * * *',
    retries: 0,
    run: () => courier.collectSimulatedReports(),
  },
  { name: 'sms.refresh_rates', cron: '7 * * * *', retries: 2, run: () => courier.refreshRates() },
  {
    name: 'sms.prune',
    cron: '23 3 * * *',
    retries: 0,
    run: (_payload, db) => deleteOldReports(db, new Date(clock.now().getTime() - 7 * DAY_MS)),
  },
]

export { Courier } from './courier.ts'
export { SEND_ROUTE } from './paid.ts'
export { mockProvider } from './mock-provider.ts'
export type { SmsProviders } from './provider.ts'
export { vertexSmsProvider } from './vertexsms-provider.ts'
