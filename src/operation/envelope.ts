// An event as it leaves the bank: the same four fields through every transport. Fields of free-form customer
// data that look like secrets are redacted.
import { isRawNumber } from '../kernel/json.ts'
import type { EventEnvelope, LoggedEvent } from './event-log.ts'
import { isSecretName, REDACTED } from './secret-fields.ts'

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
      isSecretName(name) ? REDACTED : redact(inner),
    ]),
  )
}
