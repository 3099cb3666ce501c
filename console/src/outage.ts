// Whether the bank answers. After a call without an answer its health is asked; while that fails as well, the bank counts
// as stopped: the page says so in one place, reads wait instead of failing, and all is read again when it is back.
import { useSyncExternalStore } from 'react'
import type { Client } from '../../sdk/client/client.ts'
import { ApiError } from '../../sdk/client/errors.ts'

const HEALTH = '/health/ready'
const ANSWER_MS = 10_000
const RETRY_MS = 1_000
const RETRY_MS_MAX = 15_000
/** Of the bank while it starts or stops, and of a proxy in front of it. */
const STOPPED = [502, 503, 504]

let isAnswering = true
let back = Promise.withResolvers<void>()
let asking: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/** Calls the listener when the bank stops answering, and when it is back. */
export function onAnswering(listener: (isAnswering: boolean) => void): () => void {
  const listen = (): void => listener(isAnswering)
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export const useAnswering = (): boolean => useSyncExternalStore(onAnswering, () => isAnswering)

function set(is: boolean): void {
  isAnswering = is
  for (const listener of listeners) listener()
}

async function askHealth(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const { status } = await fetch(HEALTH, { cache: 'no-store', credentials: 'omit', signal })
    return !STOPPED.includes(status)
  } catch {
    return false
  }
}

/** Asks at once, or shares the question that is being asked. */
async function findAnswering(): Promise<boolean> {
  if (!isAnswering) return false
  asking ??= askHealth().finally(() => {
    asking = undefined
  })
  const is = await asking
  if (!is && isAnswering) {
    set(false)
    void untilAnswering()
  }
  return is
}

async function untilAnswering(): Promise<void> {
  let wait = RETRY_MS
  do {
    await pause(wait)
    wait = Math.min(wait * 2, RETRY_MS_MAX)
  } while (!(await askHealth()))
  set(true)
  back.resolve()
  back = Promise.withResolvers()
}

/** Ends early when the browser finds its network again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })

// Without network the cache sends no calls that could fail.
addEventListener('offline', () => void findAnswering())

const isOutage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ApiError && STOPPED.includes(error.status))

/** Makes the call; a read is repeated until a bank that has stopped is back. */
export async function untilAnswered<Answer>(
  isRead: boolean,
  call: () => Promise<Answer>,
): Promise<Answer> {
  while (true) {
    try {
      return await call()
    } catch (error) {
      if (!isOutage(error) || (await findAnswering()) || !isRead) throw error
      await back.promise
    }
  }
}

export const withAnswers = (client: Client): Client => ({
  send: (request, options) =>
    untilAnswered(request.method === 'GET', () => client.send(request, options)),
})
