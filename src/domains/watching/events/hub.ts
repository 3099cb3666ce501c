// Live streams of one node. The end of the log is read once, however many listen; whoever is behind, or
// does not keep up, reads for itself until it is there.
import type { Db } from '../../../platform/database.ts'
import type { Horizon } from '../../../operation/horizon.ts'
import {
  endOf,
  type EventLog,
  isAfter,
  type LoggedEvent,
  type Place,
} from '../../../operation/log.ts'

export interface HubOptions {
  readonly db: Db
  readonly log: EventLog
  readonly horizon: Horizon
  readonly onError: (error: unknown) => void
}

export interface Listening {
  readonly after: Place
  /** Whose events; undefined: everybody's. */
  readonly users: readonly string[] | undefined
  readonly wants: (event: LoggedEvent) => boolean
  /** What the listener was let in with; when that ends, so does the stream. */
  readonly credential: string | undefined
  /** Whose stream it is. */
  readonly user: string
}

/** Rows of the log read at a time. */
const ROWS_MAX = 500
/** More than this unread, and a listener reads for itself instead. */
const QUEUE_MAX = 2_000
/** How often a listener who hears nothing is told that it is still listened to. */
const SILENCE_MS = 15_000
/** How long a place is kept for a stream that was admitted and has not begun. */
const BEGIN_MS_MAX = 10_000
/** After this a client has to come again, and is asked again who it is. */
const OPEN_MS_MAX = 3_600_000

export class Hub {
  private readonly options: HubOptions
  private readonly listeners = new Set<Listener>()
  /** Admitted, and about to listen. */
  private readonly expected = new Set<Seat>()
  private position = 0
  private reading: Promise<void> | undefined
  private isClosed = false

  constructor(options: HubOptions) {
    this.options = options
  }

  /** How many streams are open on this node. */
  get size(): number {
    return this.listeners.size + this.expected.size
  }

  /** How many of them are one user's, by whichever credentials. */
  countOf(user: string): number {
    let count = 0
    for (const seat of this.listeners) if (seat.user === user) count++
    for (const seat of this.expected) if (seat.user === user) count++
    return count
  }

  /**
   * A stream whose client is gone notices when it next has something to say; this gives those of one user
   * something to say now. Resolves when those that are gone have left.
   */
  async nudge(user: string): Promise<void> {
    for (const listener of this.listeners) if (listener.user === user) listener.nudge()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }

  /** How far those who listen have been told. */
  get toldUntil(): number {
    return this.position
  }

  /** The log has grown: those at its end are told of what is new. */
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
      for (const listener of this.listeners) listener.hear({ after, ...part })
    }
  }

  /** Counts from now on, not only when the first event is asked for: many may come at once. */
  listen(listening: Listening): AsyncGenerator<LoggedEvent | undefined> {
    const seat: Seat = { user: listening.user }
    this.expected.add(seat)
    // Whoever hangs up before the stream begins never asks for anything.
    setTimeout(() => this.expected.delete(seat), BEGIN_MS_MAX).unref()
    return this.tell(listening, seat)
  }

  private async *tell(listening: Listening, seat: Seat): AsyncGenerator<LoggedEvent | undefined> {
    const { db, log, horizon } = this.options
    const listener = new Listener(listening)
    this.expected.delete(seat)
    const endsAt = performance.now() + OPEN_MS_MAX
    let place = listening.after
    this.listeners.add(listener)
    try {
      while (!this.isClosed && !listener.isOver && performance.now() < endsAt) {
        const until = horizon.position
        const part =
          listener.take(place) ??
          (isAfter(endOf(until), place)
            ? await log.read(db, { after: place, until, rows: ROWS_MAX }, listening.users)
            : undefined)
        if (part) {
          place = part.place
          for (const event of part.events) if (listening.wants(event)) yield event
        } else if (!(await listener.sleep(SILENCE_MS))) yield undefined
      }
    } finally {
      this.listeners.delete(listener)
    }
  }

  /** A credential was changed or revoked: whoever was let in with it has to come again. */
  dismiss(credential: string): void {
    for (const listener of this.listeners) if (listener.credential === credential) listener.end()
  }

  dismissAll(): void {
    for (const listener of this.listeners) listener.end()
  }

  close(): void {
    this.isClosed = true
    for (const listener of this.listeners) listener.wake()
  }
}

interface Seat {
  readonly user: string
}

interface Part {
  /** It tells everything after this position, up to its place. */
  readonly after: number
  readonly events: readonly LoggedEvent[]
  readonly place: Place
}

/** What one stream has been told and has not sent yet. */
class Listener {
  readonly credential: string | undefined
  readonly user: string
  isOver = false
  private parts: Part[] = []
  private count = 0
  private waking: ((woken: boolean) => void) | undefined

  constructor({ credential, user }: Pick<Listening, 'credential' | 'user'>) {
    this.credential = credential
    this.user = user
  }

  end(): void {
    this.isOver = true
    this.wake()
  }

  hear(part: Part): void {
    this.count += part.events.length
    this.parts.push(part)
    // What is forgotten here is found in the log.
    if (this.count > QUEUE_MAX) this.forget()
    this.wake()
  }

  private forget(): void {
    this.parts = []
    this.count = 0
  }

  /** What follows a place without a hole; undefined when it must be read from the log. */
  take(place: Place): Part | undefined {
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

  /** As if the time of silence were over. */
  nudge(): void {
    this.waking?.(false)
  }

  /** Whether it was woken before the time was over. */
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
