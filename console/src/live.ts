// Follows the events of the bank while the console is open, and has what they are about read again. Bursts are taken
// together, so that a busy account does not use up the viewer's calls.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, refresh } from './bank.ts'

/** What the pages read, by the first word of the events that change it. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  account: ['accounts', 'balances', 'transactions'],
  transaction: ['balances', 'transactions'],
  transfer: ['balances', 'transactions', 'transfer'],
  order: ['orders', 'book', 'tape', 'balances'],
  exchange: ['orders', 'book', 'tape', 'balances'],
  gcu: ['gcu', 'balances'],
}
const GATHER_MS = 400
const REST_MS = 4_000
const RETRY_MS = 2_000
const RETRY_MS_MAX = 60_000

export function useLive(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let restsUntil = 0
    const flush = (): void => {
      // Whatever is being written is read by its writer; until then it may be gone.
      if (cache.isMutating() > 0) {
        timer = setTimeout(flush, GATHER_MS)
        return
      }
      timer = undefined
      restsUntil = performance.now() + REST_MS
      void refresh(cache, [...changed])
      changed.clear()
    }
    const note = (type: string): void => {
      for (const key of ABOUT[type.split('.')[0] ?? ''] ?? []) changed.add(key)
      const wait = Math.max(GATHER_MS, restsUntil - performance.now())
      if (changed.size > 0) timer ??= setTimeout(flush, wait)
    }
    void follow(({ type }) => note(type), stop.signal)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [cache])
}

export interface LiveEvent {
  readonly id: string
  readonly type: string
  /** The event as JSON. */
  readonly data: string
}

/** Follows until the signal says stop, and takes up after an interruption where it was. */
export async function follow(note: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  let after: string | undefined
  let wait = RETRY_MS
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(after, signal)) {
        after = event.id
        wait = RETRY_MS
        note(event)
      }
    } catch {
      // The pages stay usable without it; the next try may succeed.
      wait = Math.min(wait * 2, RETRY_MS_MAX)
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Reads with a reader, because not every browser can loop over a body. */
async function* readEvents(
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent, void, undefined> {
  const path = `/api/v2/events/stream${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`
  const response = await client.send(
    { method: 'GET', path, body: undefined },
    { signal, headers: { Accept: 'text/event-stream' } },
  )
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    const frames = (rest + value).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const id = /^id: ?(.+)$/m.exec(frame)?.[1]
      const type = /^event: ?(.+)$/m.exec(frame)?.[1]
      const data = /^data: ?(.+)$/m.exec(frame)?.[1] ?? '{}'
      if (id !== undefined && type !== undefined) yield { id, type, data }
    }
  }
}
