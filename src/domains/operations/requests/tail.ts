// The live tail of the request log. While at least one stream is open on this node, the newest entries of the users who
// follow are read once a second for all of them. Nodes write their entries a moment after the call, and not in the order
// of their ids, so each time a stretch is read that was read before; a stream knows what it has sent.
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR_MS } from '../../../kernel/durations.ts'
import { RecentMap } from '../../../kernel/recent-map.ts'
import { firstUuidAt } from '../../../kernel/uuid.ts'
import type { CredentialKind } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { Db } from '../../../platform/database.ts'
import { RequestStreamLimitReached } from './errors.ts'
import { type CallRow, listNewest, type Whose } from './store.ts'

const STRETCH_MS = 15_000
/** Of all followed users together; more in this time are left out of the tail, and are in the log. */
const ROWS_MAX = 1_000
const SILENCE_MS = 15_000
/** A stream ends after this time: the client must connect and authenticate again. */
const OPEN_MS_MAX = HOUR_MS
const STREAMS_PER_USER = 5
const STREAMS_MAX = 500

/** Which calls of the user. */
export interface Followed {
  readonly credential_id?: string | undefined
  readonly credential_kind?: CredentialKind | undefined
}

interface Follower {
  readonly whose: Whose & Followed
  readonly sent: RecentMap<string, true>
  readonly ending: AbortSignal | undefined
  /** Read and not sent yet, the oldest first. */
  queue: CallRow[]
  wake: (() => void) | undefined
}

export interface TailOptions {
  readonly db: Db
  readonly clock: Clock
}

export class Tail {
  private readonly options: TailOptions
  private readonly followers = new Set<Follower>()
  private isClosed = false

  constructor(options: TailOptions) {
    this.options = options
  }

  /** Counts as open from this call on. Yields undefined from time to time, as a keep-alive. */
  follow(
    whose: Whose & Followed,
    ending: AbortSignal | undefined,
  ): AsyncGenerator<CallRow | undefined> {
    const own = [...this.followers].filter((one) => one.whose.user_uuid === whose.user_uuid)
    if (own.length >= STREAMS_PER_USER) throw RequestStreamLimitReached({ limit: STREAMS_PER_USER })
    if (this.followers.size >= STREAMS_MAX)
      throw Unavailable({
        reason: 'Too many streams of the request log are open; read GET /api/v2/requests instead.',
      })
    const sent = new RecentMap<string, true>(2 * ROWS_MAX)
    const follower: Follower = { whose, sent, ending, queue: [], wake: undefined }
    this.followers.add(follower)
    ending?.addEventListener('abort', () => this.remove(follower), { once: true })
    return this.stream(follower)
  }

  private async *stream(follower: Follower): AsyncGenerator<CallRow | undefined> {
    const endsAt = performance.now() + OPEN_MS_MAX
    try {
      while (!this.isClosed && !follower.ending?.aborted && performance.now() < endsAt) {
        const calls = follower.queue
        follower.queue = []
        yield* calls
        if (calls.length === 0 && !(await sleep(follower))) yield undefined
      }
    } finally {
      this.remove(follower)
    }
  }

  private remove(follower: Follower): void {
    this.followers.delete(follower)
    follower.wake?.()
  }

  /** Called once a second. */
  async poll(): Promise<void> {
    if (this.followers.size === 0) return
    const { db, clock } = this.options
    const users = [...new Set([...this.followers].map(({ whose }) => whose.user_uuid))]
    const from = firstUuidAt(new Date(clock.now().getTime() - STRETCH_MS))
    const rows = await listNewest(db, users, from, ROWS_MAX)
    for (const follower of this.followers) enqueue(follower, rows)
  }

  close(): void {
    this.isClosed = true
    for (const follower of this.followers) this.remove(follower)
  }
}

function enqueue(follower: Follower, rows: readonly CallRow[]): void {
  const { user_uuid, environment, credential_id, credential_kind } = follower.whose
  for (const row of rows) {
    if (row.user_uuid !== user_uuid || row.environment !== environment) continue
    if (credential_id !== undefined && row.credential_id !== credential_id) continue
    if (credential_kind !== undefined && row.credential_kind !== credential_kind) continue
    if (follower.sent.get(row.id)) continue
    follower.sent.set(row.id, true)
    // A client that does not read misses the oldest.
    follower.queue = [...follower.queue, row].slice(-ROWS_MAX)
  }
  if (follower.queue.length > 0) follower.wake?.()
}

/** Resolves to true when woken before the silence has lasted too long. */
function sleep(follower: Follower): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isWoken: boolean): void => {
      clearTimeout(timer)
      follower.wake = undefined
      resolve(isWoken)
    }
    const timer = setTimeout(() => end(false), SILENCE_MS)
    timer.unref()
    follower.wake = () => end(true)
  })
}
