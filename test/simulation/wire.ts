// Calls whose numbers arrive as they were written: an integer beyond 2^53 is a bigint, not a guess.
import type { Body } from './oracle.ts'

export interface Answer {
  readonly status: number
  readonly isReplay: boolean
  readonly body: Body
}

export interface Call {
  readonly token: string
  readonly key?: string | undefined
}

export async function call(
  url: string,
  route: string,
  body: unknown,
  { token, key }: Call,
): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string]
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    isReplay: response.headers.get('x-idempotency-replayed') === 'true',
    body: parseExactly(await response.text()),
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

const parseExactly = (text: string): unknown =>
  JSON.parse(text, ((_key, value, { source }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? BigInt(source!)
      : value) satisfies Reviver as never)

/** The same form for what is expected: whole numbers that JSON can hold are numbers. */
export const asWire = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(asWire)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asWire(inner)]))
}

/** For messages: JSON that can hold a bigint. */
export const show = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner))
