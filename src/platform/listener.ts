// Receives the messages of other nodes through PostgreSQL's NOTIFY, and detects when it may have missed some.
// A cache that depends on them must check `isListening` before it is trusted.
import pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseAddress } from './database.ts'
import { within } from './within.ts'

export interface Listener {
  /** Whether all messages up to a moment ago were received. */
  isListening(): boolean
  close(): Promise<void>
}

export interface ListenerOptions {
  readonly address: DatabaseAddress
  readonly channel: string
  readonly log: Logger
  onMessage(payload: string): void
  /** Called when messages may have been missed; drop everything that depends on them. */
  onGap(): void
}

const HEARTBEAT_MS = 250
/** After this much silence the connection counts as dead. */
const SILENCE_MS_MAX = 700
const RECONNECT_MS = 250
/** For a connection to be opened, by a server that may hang. */
const ANSWER_MS_MAX = 2_000

export function listen(options: ListenerOptions): Listener {
  let client: pg.Client | undefined
  let heardAt = -Infinity
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const schedule = (work: () => Promise<void>, delayMs: number): void => {
    if (closed) return
    timer = setTimeout(() => void work(), delayMs)
    timer.unref()
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...options.address,
      application_name: 'florin listener',
      connectionTimeoutMillis: ANSWER_MS_MAX,
      query_timeout: ANSWER_MS_MAX,
    })
    next.on('error', () => {}) // the next heartbeat notices it
    next.on('notification', (message) => options.onMessage(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(options.channel)}`)
      if (closed) return await next.end()
      client = next
      options.onGap()
      heardAt = performance.now()
      schedule(beat, HEARTBEAT_MS)
    } catch (error) {
      options.log.debug({ err: error }, 'listener cannot connect')
      next.end().catch(() => {})
      schedule(connect, RECONNECT_MS)
    }
  }

  async function beat(): Promise<void> {
    try {
      await within(SILENCE_MS_MAX, client!.query('select 1'))
      heardAt = performance.now()
      schedule(beat, HEARTBEAT_MS)
    } catch (error) {
      options.log.warn({ err: error }, 'listener lost its connection; reconnecting')
      client?.end().catch(() => {})
      client = undefined
      schedule(connect, 0)
    }
  }

  void connect()
  return {
    isListening: () => performance.now() - heardAt < SILENCE_MS_MAX,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
