// The event log, told to whoever may see it.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { EventsOptions } from './service.ts'

export const events = (options: EventsOptions) =>
  defineDomain({
    name: 'events',
    rank: 4,
    summary: 'Everything that happened, in one order: page by page, or live.',
    examples,
    operations: makeOperations(options),
  })

export { Hub } from './hub.ts'
export { BankLog } from './log.ts'
export { countOwnEvents } from './own-counts.ts'
