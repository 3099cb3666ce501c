// Runs a migration so that it never blocks the bank for long. A statement such as `alter table` waits for the
// transactions that use the table, and meanwhile every later statement on the table waits behind it. So a lock that is
// not granted in time ends the attempt, which is rolled back and repeated later, when the other sessions may be done.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from './database.ts'
import { StartError } from './start-error.ts'

export interface LockOptions {
  /** How long a migration waits for a lock, and the bank's statements at most behind it. */
  readonly timeoutMs: number
  readonly triesMax: number
  readonly pause: (ms: number) => Promise<void>
  /** From 0 to below 1. */
  readonly random: () => number
  /** Reports an attempt that got no lock, in one sentence for operators. */
  readonly report: (sentence: string) => void
}

/** With the pauses, all attempts together take about five minutes. */
export const LOCK_DEFAULTS: LockOptions = {
  timeoutMs: 2_000,
  triesMax: 25,
  pause: (ms) => delay(ms),
  random: Math.random,
  report: () => {},
}

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 15_000
/** A wait for the provers blocks nothing else, and a prover may be in the middle of its work. */
const PROVER_WAITS = 15
const LOOK_MS_MAX = 5_000

/** Exponential backoff; by the jitter it does not meet the same periodic work each time. */
export const backoffMs = (tries: number, random: number): number =>
  Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + random / 2)

export interface Attempt {
  readonly name: string
  readonly work: () => Promise<void>
  /** An advisory lock that is taken first. */
  readonly firstLock?: number | undefined
}

/** Runs the work in a transaction, and again as long as it does not get a lock. */
export async function runWithLocks(
  client: pg.Client,
  address: DatabaseAddress,
  { name, work, firstLock }: Attempt,
  options: LockOptions,
): Promise<void> {
  const { timeoutMs, triesMax, pause, random, report } = options
  const watch = new BlockerWatch(client, address, timeoutMs / 4)
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await watch.during(() => inTransaction(client, timeoutMs, firstLock, work))
      } catch (cause) {
        if (!isLockMissed(cause)) throw cause
        const blockers = watch.describe()
        if (tries >= triesMax)
          throw new StartError(
            `The migration ${name} did not get a lock in ${tries} attempts because of ${blockers}; end that and start again.`,
            { cause },
          )
        const ms = backoffMs(tries, random())
        report(
          `the migration ${name} got no lock within ${timeoutMs / 1000} s because of ${blockers}; attempt ${tries + 1} of ${triesMax} follows in ${(ms / 1000).toFixed(1)} s`,
        )
        await pause(ms)
      }
    }
  } finally {
    await watch.close()
  }
}

async function inTransaction(
  client: pg.Client,
  timeoutMs: number,
  firstLock: number | undefined,
  work: () => Promise<void>,
): Promise<void> {
  // No limit for the statements: the server may have one for all sessions, and an index may take longer.
  await client.query('begin; set local statement_timeout = 0')
  try {
    if (firstLock !== undefined) {
      await client.query(`set local lock_timeout = ${timeoutMs * PROVER_WAITS}`)
      await client.query('select pg_advisory_xact_lock($1)', [firstLock])
    }
    await client.query(`set local lock_timeout = ${timeoutMs}`)
    await work()
    await client.query('commit')
  } catch (error) {
    // A broken connection rolls back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

const isLockMissed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)

interface Blocker {
  readonly pid: number
  readonly name: string | null
  readonly state: string | null
  readonly since: Date | null
}

/** A prepared transaction has no process. */
const selectBlockers = `
  select b.pid, coalesce(nullif(a.application_name, ''), a.backend_type) as name, a.state,
    coalesce(a.query_start, a.xact_start) as since
  from unnest(pg_blocking_pids($1)) as b (pid) left join pg_stat_activity a on a.pid = b.pid and b.pid <> 0`

/** Remembers which sessions a session waits for, because after the wait that is no longer known. */
class BlockerWatch {
  private readonly client: pg.Client
  private readonly address: DatabaseAddress
  private readonly everyMs: number
  private watcher: Promise<pg.Client> | undefined
  private looking: Promise<void> | undefined
  private blockers: readonly Blocker[] = []

  constructor(client: pg.Client, address: DatabaseAddress, everyMs: number) {
    this.client = client
    this.address = address
    this.everyMs = everyMs
  }

  async during<Output>(work: () => Promise<Output>): Promise<Output> {
    const timer = setInterval(() => {
      // Without the names of the sessions the migration runs as well.
      this.looking ??= this.look()
        .catch(() => {})
        .finally(() => (this.looking = undefined))
    }, this.everyMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await this.looking
    }
  }

  describe(): string {
    if (this.blockers.length === 0) return 'another session'
    return this.blockers
      .map(({ pid, name, state, since }) => {
        if (pid === 0) return 'a prepared transaction'
        const facts = [`process ${pid}`, state, since && `since ${since.toISOString()}`]
        return `"${name ?? 'unknown'}" (${facts.filter(Boolean).join(', ')})`
      })
      .join(' and ')
  }

  async close(): Promise<void> {
    const watcher = await this.watcher?.catch(() => undefined)
    await watcher?.end().catch(() => {})
  }

  /** Connects at the first look, which most migrations end before. */
  private async look(): Promise<void> {
    this.watcher ??= connect(this.address)
    const watcher = await this.watcher
    const { rows } = await watcher.query<Blocker>(selectBlockers, [processIdOf(this.client)])
    if (rows.length > 0) this.blockers = rows
  }
}

async function connect(address: DatabaseAddress): Promise<pg.Client> {
  const watcher = new pg.Client({
    ...address,
    application_name: 'florin migrations',
    // A migration that has ended waits for the last look.
    connectionTimeoutMillis: LOOK_MS_MAX,
    query_timeout: LOOK_MS_MAX,
  })
  watcher.on('error', () => {})
  await watcher.connect()
  return watcher
}

/** The types of the library leave it out. */
const processIdOf = (client: pg.Client): number =>
  (client as pg.Client & { readonly processID: number }).processID
