// The live streams of one node. New events are read from the log once and handed to all listeners; a listener that
// is behind, or that cannot keep up, reads the log itself until it has reached the end.
import { HOUR_MS } from '../kernel/durations.ts'
import type { Db } from '../platform/database.ts'
import { endOf, type EventLog, isAfter, type LoggedEvent, type Place } from './event-log.ts'
import { FAR } from './epoch-store.ts'
import type { Horizon } from './horizon.ts'

export interface EventHubOptions {
  readonly db: Db
  readonly log: EventLog
  readonly horizon: Horizon
  /** Throws if the place is in a history that was lost. */
  readonly checkPlace: (place: Place) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

export interface Listening {
  readonly after: Place
  /** The users whose events are streamed; undefined for the events of all users. */
  readonly users: readonly string[] | undefined
  readonly wants: (event: LoggedEvent) => boolean
  /** The stream ends with it. */
  readonly ending: AbortSignal | undefined
  /** The owner of the stream. */
  readonly user: string
}

/** The events of a stream; undefined is a keep-alive. */
export interface EventStream extends AsyncIterable<LoggedEvent | undefined> {
  /** The place up to which the log was read for it. While an event is yielded, it may be ahead of that event. */
  place(): Place
}

/** Rows of the log read at a time. */
const ROWS_MAX = 500
/** A listener with more unread events than this drops its queue and reads the log itself. */
const QUEUE_MAX = 2_000
/** After this long without an event, the stream sends a keep-alive. */
const SILENCE_MS = 15_000
/** How long an admitted stream that has not begun counts as open. */
const BEGIN_MS_MAX = 10_000
/** A stream ends after this time: the client must connect and authenticate again. */
const OPEN_MS_MAX = HOUR_MS

export class EventHub {
  private readonly options: EventHubOptions
  private readonly listeners = new Set<Listener>()
  /** Streams that were admitted and have not begun. */
  private readonly admitted = new Set<Seat>()
  private position = 0
  private reading: Promise<void> | undefined
  private isClosed = false

  constructor(options: EventHubOptions) {
    this.options = options
  }

  /** How many streams are open on this node. */
  get size(): number {
    return this.listeners.size + this.admitted.size
  }

  /** How many streams one user has open, by all credentials together. */
  countOf(user: string): number {
    let count = 0
    for (const seat of this.listeners) if (seat.user === user) count++
    for (const seat of this.admitted) if (seat.user === user) count++
    return count
  }

  /**
   * A stream notices that its client is gone only when it next sends something. This makes all streams of one user
   * send a keep-alive now, and resolves when the streams of absent clients have been removed.
   */
  async nudge(user: string): Promise<void> {
    for (const listener of this.listeners) if (listener.user === user) listener.nudge()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }

  /** The position in the log up to which events were handed to listeners. */
  get readUntil(): number {
    return this.position
  }

  /** Must be called when the log has grown: hands the new events to all listeners. */
  grow(): void {
    this.reading ??= this.read()
      .catch(this.options.onError)
      .finally(() => {
        this.reading = undefined
      })
  }

  private async read(): Promise<void> {
    const { db, log, horizon } = this.options
    while (!this.isClosed && this.position < horizon.position) {
      const until = horizon.position
      if (this.listeners.size === 0) {
        this.position = until
        return
      }
      const after = this.position
      const part = await log.read(db, { after: endOf(after), until, rows: ROWS_MAX })
      this.position = part.place.position
      for (const listener of this.listeners) listener.enqueue({ after, ...part })
    }
  }

  /** The stream counts as open from this call on, so that many requests at once cannot exceed the limit. */
  listen(listening: Listening): EventStream {
    const seat: Seat = { user: listening.user }
    this.admitted.add(seat)
    // If the client disconnects before the stream begins, the generator never starts, so a timer removes the seat.
    setTimeout(() => this.admitted.delete(seat), BEGIN_MS_MAX).unref()
    listening.ending?.addEventListener('abort', () => this.admitted.delete(seat), { once: true })
    const listener = new Listener(listening)
    return {
      place: () => listener.place,
      [Symbol.asyncIterator]: () => this.stream(listening, listener, seat),
    }
  }

  private async *stream(
    listening: Listening,
    listener: Listener,
    seat: Seat,
  ): AsyncGenerator<LoggedEvent | undefined> {
    const { db, log, horizon, checkPlace } = this.options
    this.admitted.delete(seat)
    const endsAt = performance.now() + OPEN_MS_MAX
    this.listeners.add(listener)
    listening.ending?.addEventListener('abort', () => listener.wake(), { once: true })
    try {
      while (!this.isClosed && !listening.ending?.aborted && performance.now() < endsAt) {
        const until = horizon.position
        const { place } = listener
        const part =
          listener.take() ??
          (isAfter(endOf(until), place)
            ? await log.read(db, { after: place, until, rows: ROWS_MAX }, listening.users)
            : undefined)
        if (part) {
          // The database may have been restored while the stream was open.
          if (isFar(place, part.place)) await checkPlace(place)
          listener.place = part.place
          for (const event of part.events) if (listening.wants(event)) yield event
        } else if (!(await listener.sleep(SILENCE_MS))) yield undefined
      }
    } finally {
      this.listeners.delete(listener)
    }
  }

  close(): void {
    this.isClosed = true
    for (const listener of this.listeners) listener.wake()
  }
}

/** Whether an epoch may begin between the places. */
const isFar = (from: Place, to: Place): boolean => to.position - from.position > FAR

interface Seat {
  readonly user: string
}

interface Part {
  /** The part holds all events after this position, up to its place. */
  readonly after: number
  readonly events: readonly LoggedEvent[]
  readonly place: Place
}

/**
 * The queue of one stream: parts of the log that were handed to it and not sent yet. Only wanted events are in it. A
 * stream that waits for an event is not woken by others: with a thousand streams that would cost more than all else.
 */
class Listener {
  readonly user: string
  /** The place up to which the log was sent, or held nothing to send. */
  place: Place
  private readonly wants: Listening['wants']
  private parts: Part[] = []
  private count = 0
  private waking: ((woken: boolean) => void) | undefined

  constructor({ user, after, wants }: Listening) {
    this.user = user
    this.place = after
    this.wants = wants
  }

  enqueue(part: Part): void {
    const events = part.events.filter(this.wants)
    const isWaiting = this.waking !== undefined && this.parts.length === 0
    const isNext = part.after <= this.place.position && !isFar(this.place, part.place)
    if (events.length === 0 && isWaiting && isNext) {
      if (isAfter(part.place, this.place)) this.place = part.place
      return
    }
    this.count += events.length
    this.parts.push({ ...part, events })
    // Nothing is lost: dropped events are read from the log later.
    if (this.count > QUEUE_MAX) this.dropQueue()
    this.wake()
  }

  private dropQueue(): void {
    this.parts = []
    this.count = 0
  }

  /** The part that follows without a gap; undefined when it must be read from the log. */
  take(): Part | undefined {
    const { place } = this
    while (this.parts[0] && !isAfter(this.parts[0].place, place)) this.shift()
    const [next] = this.parts
    if (!next || next.after > place.position) return undefined
    this.shift()
    return { ...next, events: next.events.filter((event) => isAfter(event, place)) }
  }

  private shift(): void {
    this.count -= this.parts.shift()!.events.length
  }

  wake(): void {
    this.waking?.(true)
  }

  /** Ends the sleep early, as if its time were over. */
  nudge(): void {
    this.waking?.(false)
  }

  /** Resolves to true when woken before the time was over. */
  sleep(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (woken: boolean): void => {
        clearTimeout(timer)
        this.waking = undefined
        resolve(woken)
      }
      const timer = setTimeout(() => end(false), ms)
      timer.unref()
      this.waking = end
    })
  }
}
