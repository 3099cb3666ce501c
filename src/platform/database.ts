// Connections to PostgreSQL in two pools, one for writing and one that is read-only. The database itself
// refuses a query that tries to write, and a query needs no transaction.
import {
  CompiledQuery,
  Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { type PageRequest, type Window, windowOf } from '../kernel/page.ts'
import { enterEpoch, type OnEpoch } from './epoch.ts'
import type { Statements } from './pipelined-connection.ts'
import { PoolConnections } from './pool-connections.ts'
import { judgeWriteError, ReadOnlyServer } from './read-only-server.ts'
import type { Tables } from './rows.ts'
import { applySettings, type SessionSettings, toStartOptions } from './session-settings.ts'
import { closeIfSilent, isSilence, SILENCE_LIMITS } from './silent-server.ts'

export type Db = Kysely<Tables>

/** The options with which pg reaches the server: a connection string, or its parts. */
export type DatabaseAddress = (
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
    }
) & {
  /** A pooler on the way accepts the settings of a session and does nothing with them. */
  readonly ignoresStartOptions?: true
}

export interface Database {
  readonly write: Db
  readonly read: Db
  readonly address: DatabaseAddress
  /** Replaces all connections, so that none stays with a server that is no longer the primary. */
  reconnect(): void
  /** The connections of each pool at the moment. */
  usage(): PoolUsage[]
  close(): Promise<void>
}

export interface PoolUsage {
  readonly pool: 'write' | 'read' | 'planned'
  readonly max: number
  readonly active: number
  readonly idle: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

/** Timestamps are read in the format in which the bank shows them: ISO 8601 UTC with milliseconds, as text. */
function readTimestamp(text: string): string {
  // Most have milliseconds: 2026-01-31 12:34:56.789+00.
  if (text.length === 26 && text[10] === ' ' && text.endsWith('+00'))
    return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const [date, time] = text.split(' ') as [string, string]
  const [seconds, fraction = ''] = time.replace(/\+00$/, '').split('.') as [string, string?]
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp)
// A date is read as text, because it is not an instant in some time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The code has few statement texts; the bound is for those that contain lists of varying length. */
const PREPARED_MAX = 500

/**
 * Prepares each statement once per connection, under its own name, because parsing and planning cost more
 * than running most of our statements.
 */
class PreparingClient extends pg.Client {
  private readonly names = new Map<string, string>()
  private named = 0

  override query(...args: unknown[]): never {
    const [text, values] = args
    const run = super.query.bind(this) as (...all: unknown[]) => never
    if (typeof text !== 'string' || !Array.isArray(values)) return this.judged(run(...args))
    const name = this.nameOf(text)
    if (name === undefined) return this.judged(run(...args))
    const running: unknown = run({ name, text, values }, ...args.slice(2))
    if (!(running instanceof Promise)) return running as never
    return running.catch((error: unknown) => {
      if (!isStalePlan(error)) throw this.judge(error)
      // A newer version of Florin has changed the table meanwhile, so the statement is prepared again.
      this.names.delete(text)
      const again = { name: this.nameOf(text), text, values }
      return (run(again) as Promise<unknown>).catch((later: unknown) => {
        // The transaction is aborted; the original error makes its owner retry it from the start.
        throw codeOf(later) === TRANSACTION_ABORTED ? error : this.judge(later)
      })
    }) as never
  }

  private judged(running: unknown): never {
    if (!(running instanceof Promise)) return running as never
    return running.catch((error: unknown) => {
      throw this.judge(error)
    }) as never
  }

  protected judge(error: unknown): unknown {
    closeIfSilent(this, error)
    return error
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= PREPARED_MAX) return known
    const name = `q${this.named++}`
    this.names.set(text, name)
    return name
  }
}

/** Reports when it turns out to be read-only. */
class PreparingWriter extends PreparingClient {
  onReadOnly: (() => void) | undefined

  protected override judge(error: unknown): unknown {
    const judged = judgeWriteError(super.judge(error))
    if (judged instanceof ReadOnlyServer) this.onReadOnly?.()
    return judged
  }
}

const TRANSACTION_ABORTED = '25P02'

/** Whether the statement was prepared before a migration that changed the columns of its result. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  (error as { readonly routine?: unknown }).routine === 'RevalidateCachedQuery'

// No statement may block a connection for ever; the longest report takes far less.
const READ_WRITE: SessionSettings = {
  timezone: 'UTC',
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
}

const READ_ONLY: SessionSettings = { ...READ_WRITE, default_transaction_read_only: 'on' }

/**
 * Statements of a fixed text run along indexes whatever their values are, so each connection plans them once, as
 * nested loops. PostgreSQL by itself would plan some of them anew each time, which takes longer than running them.
 */
const PLANNED_ONCE: SessionSettings = {
  ...READ_ONLY,
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
}

/** Connections for statements of a fixed text. They serve many calls each, so a few are enough. */
const PLANNED_MAX = 4

/** A connection before its first statement. */
export type NewConnection = Pick<pg.ClientBase, 'query'>

interface PoolOptions {
  readonly connectionsMax: number
  readonly onError: (error: Error) => void
  /** How long a statement waits for a connection; 5 s by default. */
  readonly connectionMs?: number | undefined
  /** After how long without an answer a connection is given up; by default that of `SILENCE_LIMITS`. */
  readonly silenceMs?: number | undefined
  /** Checks a new connection before its first statement; an error closes it. */
  readonly onConnect?: ((client: NewConnection) => Promise<void>) | undefined
}

interface DatabaseOptions extends Omit<PoolOptions, 'onConnect'> {
  readonly onEpoch?: OnEpoch | undefined
}

interface OpenPool {
  readonly db: Db
  readonly pool: pg.Pool
  readonly connections: PoolConnections
}

function openPool(
  address: DatabaseAddress,
  settings: SessionSettings,
  options: PoolOptions,
): OpenPool {
  const pool = new pg.Pool({
    ...address,
    types,
    Client: settings === READ_WRITE ? PreparingWriter : PreparingClient,
    max: options.connectionsMax,
    connectionTimeoutMillis: options.connectionMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    ...SILENCE_LIMITS,
    ...(options.silenceMs !== undefined && { query_timeout: options.silenceMs }),
    ...toStartOptions(settings),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: async (client: pg.ClientBase) => {
      await applySettings(client, address, settings)
      await options.onConnect?.(client)
    },
  })
  const connections = new PoolConnections(pool, options.onError)
  pool.on('connect', (client) => {
    if (client instanceof PreparingWriter) client.onReadOnly = () => connections.discard(client)
  })
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool, connections }
}

export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  // Errors of connections that end during the close are expected.
  let isClosing = false
  const onError = (error: Error): void => {
    if (!isClosing) options.onError(error)
  }
  const onConnect = (client: NewConnection) => enterEpoch(client, options.onEpoch)
  const write = openPool(address, READ_WRITE, { ...options, onError, onConnect })
  const readers = openReaders(address, { ...options, onError })
  return {
    write: write.db,
    read: readers.read,
    address,
    reconnect() {
      write.connections.discardAll()
      readers.reconnect()
    },
    usage: () => [toUsage('write', write.pool), ...readers.usage()],
    async close() {
      isClosing = true
      await Promise.all([write.db.destroy(), readers.close()])
    },
  }
}

/** Read-only connections: to the server that is also written to, or to a standby. */
export function openReaders(
  address: DatabaseAddress,
  options: PoolOptions,
): Omit<Database, 'write' | 'address'> {
  const connectionsMax = Math.min(PLANNED_MAX, options.connectionsMax)
  const read = openPool(address, READ_ONLY, options)
  const planned = openPool(address, PLANNED_ONCE, { ...options, connectionsMax })
  plannedFor.set(read.db, planned.db)
  return {
    read: read.db,
    reconnect() {
      read.connections.discardAll()
      planned.connections.discardAll()
    },
    usage: () => [toUsage('read', read.pool), toUsage('planned', planned.pool)],
    async close() {
      await Promise.all([read.db.destroy(), planned.db.destroy()])
    },
  }
}

const toUsage = (name: PoolUsage['pool'], pool: pg.Pool): PoolUsage => ({
  pool: name,
  max: pool.options.max,
  active: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

const plannedFor = new WeakMap<Db, Db>()

/**
 * Runs a statement whose text is always the same, without building it anew. Outside a transaction it runs on a
 * connection that plans it once; so every part of it must be found along an index, whatever the values are.
 */
export async function runFixed<Row>(
  tx: Db,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await (plannedFor.get(tx) ?? tx).executeQuery<Row>(
    CompiledQuery.raw(text, [...values]),
  )
  return rows
}

/** For SQL that runs in transactions and on pipelined connections alike. */
export const statementsOf = (tx: Db): Statements => ({
  async query<Row extends object>(text: string, values: readonly unknown[]) {
    const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  },
})

/** The text of a statement whose parameters are written as `$1` and so on, built once. */
export function fixedText(statement: RawBuilder<unknown>): (tx: Db) => string {
  let text: string | undefined
  return (tx) => (text ??= statement.compile(tx).sql)
}

/** Opens one read-only connection, for a worker thread that runs one task at a time. */
export const openReader = (address: DatabaseAddress): Db =>
  // A statement on a broken connection fails with the error; an idle connection is just replaced.
  openPool(address, READ_ONLY, { connectionsMax: 1, onError: () => undefined }).db

/**
 * Reads a large result in slices through a cursor, only inside a transaction. Each query needs its own cursor
 * name, because statements are prepared by their text.
 */
export async function* readInSlices<Row>(
  tx: Db,
  name: string,
  query: RawBuilder<Row>,
  rowsMax = 1_000,
): AsyncGenerator<Row[]> {
  const cursor = sql.id(name)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsMax)} from ${cursor}`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < rowsMax) break
  }
  await sql`close ${cursor}`.execute(tx)
}

/** Reads one page of an ordered query, and counts all its rows. */
export const readPage = <All, Table extends keyof All, Row>(
  query: SelectQueryBuilder<All, Table, Row>,
  request: PageRequest,
) => readWindow(query, windowOf(request))

/** The same by limit and offset, for a page over several lists, which may begin anywhere in one of them. */
export async function readWindow<All, Table extends keyof All, Row>(
  query: SelectQueryBuilder<All, Table, Row>,
  { limit, offset }: Window,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const rows = await query.limit(limit).offset(offset).execute()
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number((counted as { readonly total: string }).total) }
}

/** How far the rows of a search are counted: no user reads that many pages, and counting all rows is slow. */
const COUNTED_MAX = 10_000

/** The same for a search over all users' rows; the total of a list longer than 10,000 is 10,000. */
export async function readSearchPage<All, Table extends keyof All, Row>(
  tx: Db,
  query: SelectQueryBuilder<All, Table, Row>,
  request: PageRequest,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const { limit, offset } = windowOf(request)
  const rows = await query.limit(limit).offset(offset).execute()
  const matching = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(COUNTED_MAX)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (${matching}) as matching`.execute(tx)
  return { rows, total: counted.rows[0]!.total }
}

/**
 * A pattern for `like` that finds a text in lower case. One or two letters are looked for at the beginning only,
 * because an index of trigrams needs three to find them elsewhere.
 */
export function searchPattern(text: string): string {
  const literal = text.toLowerCase().replaceAll(/[\\%_]/g, (special) => `\\${special}`)
  return text.length < 3 ? `${literal}%` : `%${literal}%`
}

/** The same for raw SQL; `matching` is everything from `from` on, except the order. */
export async function readSqlPage<Row>(
  tx: Db,
  query: {
    readonly columns: RawBuilder<Row>
    readonly matching: RawBuilder<unknown>
    readonly orderBy: RawBuilder<unknown>
  },
  request: PageRequest,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const { columns, matching, orderBy } = query
  const { rows } = await sql<Row>`
    select ${columns} ${matching} order by ${orderBy} ${pageClause(request)}`.execute(tx)
  const counted = await sql<{ total: string }>`
    select count(*) as total ${matching}`.execute(tx)
  return { rows, total: Number(counted.rows[0]!.total) }
}

/** The number of these rows, counted no further than a limit. */
export async function countUpTo(
  tx: Db,
  rowsOf: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from (${rowsOf} limit ${most}) counted`.execute(tx)
  return Number(rows[0]!.total)
}

/** Limit and offset, for SQL that counts its rows by another query. */
export function pageClause(request: PageRequest): RawBuilder<unknown> {
  const { limit, offset } = windowOf(request)
  return sql`limit ${limit} offset ${offset}`
}

/** The same connections, but a statement that fetches more rows than `rowsMax` throws an error. */
export function withRowsMax(db: Db, rowsMax: number): Db {
  const limited = db.withPlugin(new RowsMax(rowsMax))
  const planned = plannedFor.get(db)
  if (planned) plannedFor.set(limited, planned.withPlugin(new RowsMax(rowsMax)))
  return limited
}

class RowsMax implements KyselyPlugin {
  private readonly rowsMax: number

  constructor(rowsMax: number) {
    this.rowsMax = rowsMax
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    if (result.rows.length > this.rowsMax)
      throw new Error(
        `one statement fetched ${result.rows.length} rows; ${this.rowsMax} are allowed`,
      )
    return result
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Whether a client aborted its request: Node reports that with the code of a lost connection, and this message. */
const isHangUp = (error: Error): boolean =>
  codeOf(error) === 'ECONNRESET' && error.message === 'aborted'

const DISK_FULL = '53100'

/** Whether the database can be reached, but accepts no writes for now. */
export const acceptsNoWrites = (error: unknown): boolean =>
  error instanceof ReadOnlyServer || codeOf(error) === DISK_FULL

/** Whether the database is unreachable, shutting down, read-only, full or too slow, so that a later retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (isHangUp(error)) return false
  return (
    acceptsNoWrites(error) ||
    isSilence(error) ||
    /^(08...|57P0[1-3]|57014|53300|E(CONNREFUSED|CONNRESET|NOENT|PIPE|TIMEDOUT|HOSTUNREACH))$/.test(
      code,
    ) ||
    /Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)/.test(
      error.message,
    )
  )
}

/** Whether the server has ended the connection, which then serves no further statement. */
export const isEnded = (error: unknown): boolean => /^57P0[1-3]$/.test(codeOf(error))

/** Whether the transaction failed by a conflict with another one, so that running it again is safe. */
export const isRetryable = (error: unknown): boolean =>
  /^40(001|P01)$/.test(codeOf(error)) || isStalePlan(error)

/** Whether a unique key was taken already. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

/** Whether another transaction got ahead with a key, a number, a balance, a hold or a lock, so that a retry may succeed. */
export const isConflict = (error: unknown): boolean =>
  codeOf(error) === 'FL001' || isDuplicate(error) || isRetryable(error)

const TRIES_MAX = 5

/** Runs the whole transaction again after a conflict with another one. */
export async function retrying<Output>(transaction: () => Promise<Output>): Promise<Output> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isRetryable(error) || tries === TRIES_MAX) throw error
    }
  }
}
