// Follows the event stream while the console is open, and invalidates the queries that an event affects. The module that
// makes the queries registers the events. Bursts are coalesced, so that a busy account does not use up the viewer's rate
// limit.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refresh } from './bank.ts'
import { onEvent, openStream } from './stream.ts'

const GATHER_MS = 400
const REST_MS = 4_000

/** The keys of queries, by the first segment of the event types that change them. */
const keysByEvent = new Map<string, readonly string[]>()

/** Invalidates the queries with these keys after every event whose type begins with `event`, such as `transfer`. */
export function refreshAfter(event: string, keys: readonly string[]): void {
  keysByEvent.set(event, [...(keysByEvent.get(event) ?? []), ...keys])
}

export function useLive(userUuid: string): void {
  const cache = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let restsUntil = 0
    const flush = (): void => {
      // A write in progress refreshes its own queries; what it deletes must not be read before.
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
      // The bank was restored, so anything on the page may not have happened.
      if (type === 'stream.reset')
        for (const keys of keysByEvent.values()) keys.forEach((key) => changed.add(key))
      for (const key of keysByEvent.get(type.split('.')[0]!) ?? []) changed.add(key)
      const wait = Math.max(GATHER_MS, restsUntil - performance.now())
      if (changed.size > 0) timer ??= setTimeout(flush, wait)
    }
    const leave = onEvent(({ type }) => note(type))
    void openStream(userUuid, stop.signal)
    return () => {
      stop.abort()
      leave()
      clearTimeout(timer)
    }
  }, [cache, userUuid])
}
