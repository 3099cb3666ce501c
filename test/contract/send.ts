// Sends an operation's input to one of its routes, each field where the route carries it.
import { randomUUID } from 'node:crypto'
import { headerOf, isRawBody } from '../../src/operation/input-source.ts'
import { type AnyOperation, parseRoute, type Route } from '../../src/operation/operation.ts'
import type { JsonSchema } from '../../src/operation/shape.ts'
import type { Answer, Bank, CallOptions } from '../harness/bank.ts'
import { needsPartner, partnerHeaders } from './partner-keys.ts'

export const fieldsOf = (op: AnyOperation) => (op.input as JsonSchema).properties ?? {}

/** A stream has no end: only its first event is read. */
async function callStream(bank: Bank, path: string, { token }: CallOptions): Promise<Answer> {
  const abort = new AbortController()
  const response = await fetch(bank.url + path, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  const { status, headers } = response
  if (!response.ok) return { status, headers, body: await response.json() }
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    if (/^data: .*\n\n/m.test(text)) break
  }
  abort.abort()
  return { status, headers, body: JSON.parse(/^data: (.*)$/m.exec(text)![1]!) }
}

/** Puts each input field where the route carries it, with the key of a partner where one is needed. */
export async function sendTo(
  bank: Bank,
  op: AnyOperation,
  route: Route,
  input: Readonly<Record<string, unknown>>,
  given: CallOptions,
): Promise<Answer> {
  const headers = needsPartner(op) ? await partnerHeaders(bank, given.token) : {}
  return sendFields(bank, op, route, input, { ...given, headers: { ...headers, ...given.headers } })
}

/** Puts each input field where the route carries it: path, query, body or header. */
function sendFields(
  bank: Bank,
  op: AnyOperation,
  route: Route,
  input: Readonly<Record<string, unknown>>,
  given: CallOptions,
): Promise<Answer> {
  const { method, path, params } = parseRoute(route.route)
  const fields = fieldsOf(op)
  const headers = Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      const header = headerOf(schema)
      return header === undefined || input[name] === undefined
        ? []
        : [[header, input[name] as string]]
    }),
  )
  // Where a key is required, a call that is about something else brings a new one.
  const key = op.idempotency === 'required' ? { key: randomUUID() } : {}
  const options = { ...key, ...given, headers: { ...given.headers, ...headers } }
  const rest = Object.entries(input).filter(
    ([name]) => !params.includes(name) && !(fields[name] && headerOf(fields[name]) !== undefined),
  )
  const address = params.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(String(input[name]))),
    path,
  )
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(
      rest.map(([name, value]): [string, string] => [name, String(value)]),
    )
    const whole = `${address}${rest.length > 0 ? `?${query.toString()}` : ''}`
    if (route.envelope === 'stream') return callStream(bank, whole, options)
    return bank.call(`${method} ${whole}`, undefined, options)
  }
  const raw = rest.find(([name]) => fields[name] && isRawBody(fields[name]))
  if (raw) return bank.call(`${method} ${address}`, raw[1], { ...options, raw: true })
  return bank.call(`${method} ${address}`, Object.fromEntries(rest), options)
}
