// The calls that were answered since the page was opened, as the bank streams them. The stream is the page's own and
// open only while it follows, because a browser has few connections to one host.
import { useEffect, useState } from 'react'
import type { LiveRequest, RequestLogEntry } from '../../../../sdk/client/types.ts'
import { pause, readFrames } from '../../stream.ts'

const SHOWN_MAX = 100
const RETRY_MS = 5_000

export interface Tail {
  /** The newest first. */
  readonly calls: readonly RequestLogEntry[]
  readonly isConnected: boolean
}

export function useTail(isLive: boolean): Tail {
  const [calls, setCalls] = useState<readonly RequestLogEntry[]>([])
  const [isConnected, setConnected] = useState(false)
  useEffect(() => {
    if (!isLive) return
    const stop = new AbortController()
    const note = (call: RequestLogEntry): void =>
      setCalls((before) => [call, ...before].slice(0, SHOWN_MAX))
    void follow(note, setConnected, stop.signal)
    return () => {
      stop.abort()
      setConnected(false)
    }
  }, [isLive])
  return { calls, isConnected }
}

async function follow(
  note: (call: RequestLogEntry) => void,
  setConnected: (isConnected: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const frames = readFrames('/api/v2/requests/stream', signal, () => setConnected(true))
      for await (const { data } of frames) note((JSON.parse(data) as LiveRequest).data)
    } catch {
      // The page reads the list from time to time while it is not connected.
    }
    if (!signal.aborted) setConnected(false)
    await pause(RETRY_MS, signal)
  }
}
