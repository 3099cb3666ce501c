// Sends JSON requests to the bank; an error answer is thrown as a `FlorinError` with the bank's code and message.
import { FlorinError } from './retries.ts'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export async function send<Data>(url: string, request: Request): Promise<Data> {
  const { method, path, body, headers } = request
  const response = await fetch(`${url}/api/agent-protocol${path}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json().catch(() => undefined)) as Answer<Data> | undefined
  if (response.ok && answer) return answer.data
  const { code = 'UNREADABLE', message = `The bank answered ${response.status}.` } =
    answer?.error ?? {}
  throw new FlorinError(response.status, code, message, answer?.request_id)
}

interface Answer<Data> {
  readonly data: Data
  readonly error?: { readonly code?: string; readonly message?: string }
  readonly request_id?: string
}
