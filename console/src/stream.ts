// The stream of the viewer's events, once for all tabs of a browser: over HTTP/1.1 a browser has six connections to a
// host, and a stream in each tab would leave none for the seventh. The tab that holds a lock follows the stream and
// forwards events to the others; when it closes, the browser gives the lock to another, which resumes after the last
// event.
import { client } from './bank.ts'

interface LiveEvent {
  readonly id: string
  readonly type: string
  /** The event as JSON. */
  readonly data: string
}

type Note = (event: LiveEvent) => void

const RETRY_MS = 2_000
const RETRY_MS_MAX = 60_000

const notes = new Set<Note>()

/** Subscribes to all events until the returned function is called; the frame keeps the stream open. */
export function onEvent(note: Note): () => void {
  notes.add(note)
  return () => {
    notes.delete(note)
  }
}

const tell: Note = (event) => {
  for (const note of notes) note(event)
}

/** Keeps the stream of this user open until the signal aborts, in this tab or in another. */
export async function openStream(userUuid: string, signal: AbortSignal): Promise<void> {
  // Browsers provide locks only in secure contexts: https, or localhost.
  if (!('locks' in navigator)) return follow(tell, signal)
  // The name contains the user, so that tabs of another user receive nothing.
  const name = `florin-events-${userUuid}`
  const channel = new BroadcastChannel(name)
  let last: string | undefined
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => {
    last = data.id
    tell(data)
  })
  const broadcast: Note = (event) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, unlike a window
    channel.postMessage(event)
    tell(event)
  }
  try {
    await navigator.locks.request(name, { signal }, () => follow(broadcast, signal, last))
  } catch {
    // It was stopped while another tab had the lock.
  } finally {
    channel.close()
  }
}

/** Follows the stream until the signal aborts, and resumes it after an interruption. */
async function follow(note: Note, signal: AbortSignal, first?: string): Promise<void> {
  let after = first
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
    await pause(wait, signal)
  }
}

/** Ends at once when the signal aborts, because another tab may wait for the lock. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

const readEvents = (after: string | undefined, signal: AbortSignal) =>
  readFrames(
    `/api/v2/events/stream${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`,
    signal,
  )

/** Follows one stream until it ends. Reads with a reader, because not every browser can loop over a body. */
export async function* readFrames(
  path: string,
  signal: AbortSignal,
  onOpen: () => void = () => {},
): AsyncGenerator<LiveEvent, void, undefined> {
  const response = await client.send(
    { method: 'GET', path, body: undefined },
    { signal, headers: { Accept: 'text/event-stream' } },
  )
  onOpen()
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
