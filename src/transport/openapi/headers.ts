// Describes response headers, once each as components. Every response has the common ones, because the request
// guard sets them before the route runs.
import type { JsonObject } from '../../kernel/json-schema.ts'

const header = (description: string, type: 'string' | 'integer' | 'boolean'): JsonObject => ({
  description,
  schema: { type },
})

/** By header name, which is also the name of the component. */
export const headers = {
  'X-RateLimit-Limit': header('Requests that the window allows.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in the window.', 'integer'),
  'X-RateLimit-Reset': header('When the window resets, in Unix seconds.', 'integer'),
  'X-Request-ID': header('Identifies this request in logs; the value you sent, if any.', 'string'),
  'X-API-Version': header('Version of the API that answered: v1 or v2.', 'string'),
  Link: header(
    'With rel="help" the page of this error, which says what to do; relative to this address.',
    'string',
  ),
  'Retry-After': header('Seconds after which the request may succeed.', 'integer'),
  'X-Idempotency-Key': header('The key that was sent.', 'string'),
  'X-Idempotency-Replayed': header(
    'Whether this is the stored reply to an earlier request with the same key.',
    'boolean',
  ),
} as const satisfies Record<string, JsonObject>

export type HeaderName = keyof typeof headers

const common: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-ID',
  'X-API-Version',
]

export const responseHeaders = (more: readonly HeaderName[]): Record<string, JsonObject> =>
  Object.fromEntries(
    [...common, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
