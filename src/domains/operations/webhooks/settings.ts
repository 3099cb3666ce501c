// Settings of webhook deliveries: retries and the rate limit.
import { defineSettings, integer, type Variable } from '../../../platform/settings.ts'

const secondsList = (summary: string, fallback: string): Variable<number[]> => ({
  summary,
  fallback,
  expected: 'one to ten whole numbers of seconds up to 86400, separated by commas',
  parse(value) {
    const parts = value.split(',').map((part) => part.trim())
    const isGood = parts.length <= 10 && parts.every((part) => /^\d{1,5}$/.test(part))
    const list = parts.map(Number)
    return isGood && list.every((seconds) => seconds <= 86_400) ? list : undefined
  },
})

export const settings = defineSettings({
  WEBHOOK_RETRY_SECONDS: secondsList(
    'Seconds to wait after each failed delivery before the next attempt; the last value repeats.',
    '60,300,900',
  ),
  WEBHOOK_DELIVERIES_PER_MINUTE: integer(
    'The most deliveries per webhook in any 60 seconds, further ones wait; 0 turns the limit off.',
    100,
    0,
    1_000_000,
  ),
})
