// Sends the calls of an SDK to the bank. A write carries an idempotency key, the same on every try, so that a
// retry after a lost answer never happens twice.
import { ApiError, toError } from './errors.ts'
import { SeenPosition } from './position.ts'
import { type SdkRequest, toRequest } from './request.ts'
import { sleep } from './waiting.ts'

export { type Subscription, subscription } from './stream.ts'

export interface ClientOptions {
  /** The address of the bank, such as https://bank.example. */
  readonly baseUrl: string
  /** An access token or API key, or a function that returns the current one. */
  readonly token?: string | (() => string | Promise<string>)
  /** Headers of every call, such as X-Partner-Key. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a call is repeated when the bank cannot be reached or is busy; twice by default. */
  readonly retries?: number
  /**
   * Whether standbys of the bank's database may answer queries. What this client has written or read is always shown to it;
   * what others wrote in the last second may be missing.
   */
  readonly allowStandbys?: boolean
  readonly fetch?: typeof globalThis.fetch
  /** Waits between two tries. */
  readonly wait?: (ms: number) => Promise<void>
}

export interface CallOptions {
  /** Chosen by the SDK for each write unless it is given. */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Client {
  send(request: SdkRequest, options: CallOptions): Promise<Response>
  /** Waits between two connections of a stream; a timer by default. */
  wait?(ms: number): Promise<void>
}

const RETRIES = 2
const WAIT_MS = 250
const WAIT_MS_MAX = 10_000

export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, headers = {}, retries = RETRIES, wait = sleep } = options
  const base = baseUrl.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch
  const seen = options.allowStandbys ? new SeenPosition() : undefined

  async function attempt(request: SdkRequest, call: CallOptions, key: string | undefined) {
    const bearer = typeof token === 'function' ? await token() : token
    const { body, method, path } = request
    const response = await fetch(base + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...seen?.header,
        ...headers,
        ...call.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(call.signal ? { signal: call.signal } : {}),
    })
    seen?.note(response)
    return response
  }

  return {
    wait,
    async send(request, call) {
      const isWrite = request.method !== 'GET'
      const key = call.idempotencyKey ?? (isWrite ? makeKey() : undefined)
      for (let tries = 0; ; tries++) {
        const isLast = tries >= retries
        try {
          const response = await attempt(request, call, key)
          if (response.ok) return response
          if (isLast || !isBusy(response)) throw await toError(response)
          await response.body?.cancel()
          await wait(waitFor(response, tries))
        } catch (error) {
          if (isLast || error instanceof ApiError || call.signal?.aborted) throw error
          await wait(WAIT_MS * 2 ** tries)
        }
      }
    },
  }
}

/** A new idempotency key. Browsers have no `randomUUID` where a page came over plain http, so it is not used. */
export const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** The same call may succeed a moment later. */
const isBusy = ({ status }: Response): boolean =>
  status === 429 || status === 502 || status === 503 || status === 504

function waitFor(response: Response, tries: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : WAIT_MS * 2 ** tries
  return Math.min(ms, WAIT_MS_MAX)
}

/** A call of the bank: path and query parameters and the fields of the body are one input. */
export type Operation<Input, Output> = (
  client: Client,
  input: Input,
  options?: CallOptions,
) => Promise<Output>

/** `query` names the fields that go into the query; those in braces go into the path. */
export const operation =
  <Input extends object, Output>(
    method: string,
    path: string,
    query: readonly string[] = [],
  ): Operation<Input, Output> =>
  async (client, input, options = {}) => {
    const response = await client.send(toRequest(method, path, query, input), options)
    return (response.status === 204 ? undefined : await response.json()) as Output
  }
