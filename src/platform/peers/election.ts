// Elects one of the nodes on a database by a lock that the elected one holds in a session of its own. It is only a
// hint about which node to forward to: no write depends on it, so it does no harm if for a moment two nodes, or
// none, consider themselves elected.
import pg from 'pg'
import type { Logger } from 'pino'
import type { DatabaseAddress } from '../database.ts'
import type { Statements } from '../pipelined-connection.ts'

/** What the others must know of the elected node. */
export interface Elected {
  readonly node: string
  readonly address: string
  readonly build: string
}

export interface ElectionOptions {
  readonly address: DatabaseAddress
  readonly log: Logger
  readonly self: Elected
  /** Records that this node is elected, and reads which node is. */
  readonly publish: (tx: Statements, self: Elected) => Promise<void>
  readonly find: (tx: Statements) => Promise<Elected | undefined>
  readonly onElected: () => void
  readonly onDeposed: () => void
  /** Called with the elected node, repeatedly as long as `isSearching`. */
  readonly onOther: (elected: Elected) => void
  /** Whether this node has no link to the elected one, so that it searches for one or becomes a candidate. */
  readonly isSearching: () => boolean
}

const TICK_MS = 300
/** After this much silence the elected node may be replaced: it is stopped, or its network is partitioned. */
const SILENCE = '1.5 seconds'
const ANSWER_MS_MAX = 1_000
const LOCK = 'florin writer'

export class Election {
  private readonly options: ElectionOptions
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private working: Promise<void> | undefined
  private hasLock = false
  private isClosed = false

  constructor(options: ElectionOptions) {
    this.options = options
  }

  /** Resolves after the first try, so that a single node is elected when it begins to serve. */
  start(): Promise<void> {
    return this.tick()
  }

  /** Whether this node is elected, as far as it knows. */
  get isElected(): boolean {
    return this.hasLock
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.working
    await this.client?.end().catch(() => undefined)
    this.client = undefined
  }

  /** Searches at once, because the elected node was lost. */
  hurry(): void {
    clearTimeout(this.timer)
    void this.tick()
  }

  private tick(): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    this.working ??= this.look()
      .catch((error: unknown) => this.lose(error))
      .finally(() => {
        this.working = undefined
        if (this.isClosed) return
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.tick(), TICK_MS)
        this.timer.unref()
      })
    return this.working
  }

  private async look(): Promise<void> {
    const client = (this.client ??= await this.connect())
    // The query also shows to others that this session is alive.
    if (this.hasLock) return void (await client.query('select 1'))
    const { self, publish, find, onElected, onOther, isSearching } = this.options
    if (!isSearching()) return
    if (await tryLock(client)) {
      // Set before the others read it, because they come at once.
      this.hasLock = true
      await publish(statementsOf(client), self)
      return onElected()
    }
    await depose(client)
    const elected = await find(statementsOf(client))
    if (elected && elected.node !== self.node) onOther(elected)
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.options.address,
      application_name: 'florin election',
      connectionTimeoutMillis: ANSWER_MS_MAX,
      query_timeout: ANSWER_MS_MAX,
    })
    client.on('error', () => undefined)
    client.on('end', () => {
      if (client === this.client) this.lose(new Error('the session ended'))
    })
    await client.connect()
    return client
  }

  /** The lock is gone with the session. */
  private lose(error: unknown): void {
    const { client } = this
    this.client = undefined
    client?.end().catch(() => undefined)
    if (this.isClosed) return
    if (!this.hasLock) {
      this.options.log.debug({ err: error }, 'the election cannot be followed at the moment')
      return
    }
    this.hasLock = false
    this.options.log.warn({ err: error }, 'this node no longer writes for the others')
    this.options.onDeposed()
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), 1) as locked',
    [LOCK],
  )
  return rows[0]!.locked
}

/** Ends the session of an elected node that sends no heartbeat. */
async function depose(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(l.pid)
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid::bigint = hashtext($1)::bigint & 4294967295
       and l.objid = 1 and l.objsubid = 2 and l.database = a.datid and a.datname = current_database()
       and a.state_change < clock_timestamp() - interval '${SILENCE}'`,
    [LOCK],
  )
}

const statementsOf = (client: pg.Client): Statements => ({
  query: async (text, values) => (await client.query(text, [...values])).rows,
})
