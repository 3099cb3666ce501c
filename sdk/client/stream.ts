// Follows what happens at the bank, over restarts of the bank and failures of the network.
import type { CallOptions, Client } from './client.ts'
import { ApiError } from './errors.ts'
import { readFrames } from './frames.ts'
import { toRequest } from './request.ts'
import { sleep, waitUnlessAborted } from './waiting.ts'

/** How long to wait before the next connection, unless the bank says so; doubled with each failure. */
const RETRY_MS = 1_000
const WAIT_MS_MAX = 10_000

/**
 * A call whose answers go on until the caller stops reading. When the connection breaks, also because the bank is
 * restarted, it connects again and goes on after the last item: none is lost, and none comes twice. Only a refusal
 * ends it, or the first connection if that fails. After a restore of the bank, the stream of events yields `stream.reset`,
 * and then what follows the last event that was kept.
 */
export type Subscription<Input, Output> = (
  client: Client,
  input: Input,
  options?: CallOptions,
) => AsyncGenerator<Output, void, undefined>

export const subscription = <Input extends object, Output>(
  path: string,
  query: readonly string[] = [],
): Subscription<Input, Output> =>
  async function* (client, input, options = {}) {
    const request = toRequest('GET', path, query, input)
    let place: string | undefined
    let retryMs = RETRY_MS
    let isOpened = false
    for (let failures = 0; ; ) {
      const watch = new Watch(options.signal)
      try {
        const headers = {
          ...options.headers,
          Accept: 'text/event-stream',
          ...(place === undefined ? {} : { 'Last-Event-ID': place }),
        }
        const { body } = await client.send(request, { ...options, headers, signal: watch.signal })
        isOpened = true
        for await (const frame of readFrames(watch.watched(body ?? []))) {
          failures = 0
          retryMs = frame.retryMs ?? retryMs
          place = frame.id ?? place
          if (frame.data !== undefined) yield JSON.parse(frame.data) as Output
        }
      } catch (error) {
        if (!isOpened || options.signal?.aborted || isFinal(error)) throw error
      } finally {
        watch.end()
      }
      const ms = Math.min(retryMs * 2 ** failures++, WAIT_MS_MAX)
      await waitUnlessAborted(client.wait?.(ms) ?? sleep(ms), options.signal)
    }
  }

const isFinal = (error: unknown): boolean =>
  (error instanceof ApiError && error.status < 500 && error.status !== 429) ||
  error instanceof SyntaxError

/** The bank sends something at least every 15 seconds; a connection that is silent for longer is broken. */
const SILENCE_MS_MAX = 60_000

/** Ends a connection that went silent, or with the signal of the caller. */
class Watch {
  readonly #silence = new AbortController()
  readonly signal: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal ? AbortSignal.any([signal, this.#silence.signal]) : this.#silence.signal
  }

  async *watched(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#restart()
    for await (const chunk of body) {
      // However long the caller takes for an item, the connection is not silent.
      clearTimeout(this.#timer)
      yield chunk
      this.#restart()
    }
  }

  #restart(): void {
    this.#timer = setTimeout(
      () => this.#silence.abort(new Error('the stream went silent')),
      SILENCE_MS_MAX,
    )
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
