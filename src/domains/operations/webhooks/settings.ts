// Settings of webhook deliveries: retries, the rate limit, and how many successful ones are kept.
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
  WEBHOOK_DELIVERED_KEEP: integer(
    'How many successful deliveries are kept per webhook, the newest; failed ones are kept for 30 days.',
    1_000,
    1,
    1_000_000,
  ),
  WEBHOOK_DELIVERED_HOURS: integer(
    'How many hours a successful delivery is kept at most.',
    24,
    1,
    720,
  ),
})
