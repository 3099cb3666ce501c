// What went wrong with a call, and whether to try it again: a restart of the bank takes seconds.

export class FlorinError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined

  constructor(status: number, code: string, message: string, requestId: string | undefined) {
    super(message)
    this.name = 'FlorinError'
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

const TRIES_MAX = 11
const WAIT_MS = 250
const WAIT_MS_MAX = 4_000

/** Tries again, for some thirty seconds, while no answer comes or the bank is busy; writes carry an idempotency key. */
export async function retrying<Data>(work: () => Promise<Data>): Promise<Data> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES_MAX || !isPassing(error)) throw error
      await wait(Math.min(WAIT_MS * 2 ** (tries - 1), WAIT_MS_MAX))
    }
  }
}

/** Whether the same call may succeed a moment later: it was not answered, or the bank is starting or busy. */
export const isPassing = (error: unknown): boolean =>
  error instanceof FlorinError
    ? [429, 502, 503, 504].includes(error.status)
    : error instanceof TypeError

export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
  signal?.throwIfAborted()
}
