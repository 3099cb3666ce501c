// An event as it leaves the bank: the same four fields through every transport. Fields of free-form customer
// data that look like secrets are redacted.
import { isRawNumber } from '../kernel/json.ts'
import type { EventEnvelope, LoggedEvent } from './event-log.ts'

const WORDS = ['secret', 'key', 'token', 'password', 'ssn', 'pan', 'cvv', 'pin']
const SECRETS = new Set(WORDS)
/** Few names end like a secret, so few are taken apart into words. */
const MAY_BE_SECRET = new RegExp(`(?:${WORDS.join('|')})$`, 'i')

export const toEnvelope = (event: LoggedEvent): EventEnvelope => ({
  id: event.id,
  event_type: event.event.type,
  data: redact(event.data()) as object,
  created_at: event.created_at,
})

export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) ? '[redacted]' : redact(inner),
    ]),
  )
}

/** The last word of the name decides: `api_key` and `apiKey` are secrets, `key_uuid` and `shipping` are not. */
const isSecret = (name: string): boolean =>
  MAY_BE_SECRET.test(name) &&
  SECRETS.has(
    name
      .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
      .at(-1)!
      .toLowerCase(),
  )
