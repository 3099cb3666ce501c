// API keys: the credentials that programs use.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'

export const apiKeys = defineDomain({
  name: 'api-keys',
  rank: 2,
  summary: 'Keys that programs use, with permissions, addresses, expiry and usage.',
  examples,
  operations,
  events: Object.values(events),
})

export { UsageRecorder } from './usage.ts'
