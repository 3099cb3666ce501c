// Connections to PostgreSQL. Two pools: one writes, one can only read, so that a query that tries to
// write is refused by the database itself and costs no transaction of its own.
import {
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
import type { Tables } from './rows.ts'

export type Db = Kysely<Tables>

/** What pg needs to reach the server: an address, or the parts of one. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
    }

export interface Database {
  readonly write: Db
  readonly read: Db
  readonly address: DatabaseAddress
  close(): Promise<void>
}

/** Timestamps leave the driver as they leave the bank: ISO 8601 UTC with milliseconds, as text. */
function readTimestamp(text: string): string {
  const [date, time] = text.split(' ') as [string, string]
  const [seconds, fraction = ''] = time.replace(/\+00$/, '').split('.') as [string, string?]
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp)
// A day is a day, not an instant in somebody's time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Texts are few, because the code is finite; a list of varying length in one must not add up. */
const PREPARED_MAX = 500

/**
 * Prepares each statement once per connection, under a name of its own: parsing and planning cost
 * more than most of our statements take to run.
 */
class PreparingClient extends pg.Client {
  private readonly names = new Map<string, string>()
  private named = 0

  override query(...args: unknown[]): never {
    const [text, values] = args
    const run = super.query.bind(this) as (...all: unknown[]) => never
    if (typeof text !== 'string' || !Array.isArray(values)) return run(...args)
    const name = this.nameOf(text)
    if (name === undefined) return run(...args)
    const running: unknown = run({ name, text, values }, ...args.slice(2))
    if (!(running instanceof Promise)) return running as never
    return running.catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      // A newer version has changed the table meanwhile: the statement is prepared again.
      this.names.delete(text)
      const again = { name: this.nameOf(text), text, values }
      return (run(again) as Promise<unknown>).catch((later: unknown) => {
        // Within a transaction nothing works any more; whoever began it begins again.
        throw codeOf(later) === TRANSACTION_ABORTED ? error : later
      })
    }) as never
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= PREPARED_MAX) return known
    const name = `q${this.named++}`
    this.names.set(text, name)
    return name
  }
}

const TRANSACTION_ABORTED = '25P02'

/** A statement was prepared before a migration that changed what it answers. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  (error as { readonly routine?: unknown }).routine === 'RevalidateCachedQuery'

const READ_ONLY = '-c default_transaction_read_only=on'

interface PoolOptions {
  readonly connectionsMax: number
  readonly onError: (error: Error) => void
}

function openPool(address: DatabaseAddress, settings: string, options: PoolOptions): Db {
  const pool = new pg.Pool({
    ...address,
    types,
    Client: PreparingClient,
    max: options.connectionsMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    // No statement may hold a connection for ever; the longest report stays far below this.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    options: `-c timezone=UTC ${settings}`,
  })
  // A broken connection is replaced by the pool; without a listener, on the pool for idle ones and
  // on each for those in use, it would end the process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', options.onError))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

export function openDatabase(address: DatabaseAddress, options: PoolOptions): Database {
  // Connections that end while we close are meant to.
  let isClosing = false
  const onError = (error: Error): void => {
    if (!isClosing) options.onError(error)
  }
  const write = openPool(address, '', { ...options, onError })
  const read = openPool(address, READ_ONLY, { ...options, onError })
  return {
    write,
    read,
    address,
    async close() {
      isClosing = true
      await Promise.all([write.destroy(), read.destroy()])
    },
  }
}

/** One connection that can only read, for a thread that does one thing at a time. */
export const openReader = (address: DatabaseAddress): Db =>
  // Whoever waits for an answer of a broken connection is told; an idle one is replaced.
  openPool(address, READ_ONLY, { connectionsMax: 1, onError: () => undefined })

/**
 * Reads what may be more than fits into memory, a slice at a time. Only inside a transaction. The name
 * is the cursor's, and no other query may use it, because statements are prepared by their text.
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

/** One page of what a query finds in its order, and how many rows it finds in all. */
export const readPage = <All, Table extends keyof All, Row>(
  query: SelectQueryBuilder<All, Table, Row>,
  request: PageRequest,
) => readWindow(query, windowOf(request))

/** The same by how many to take and to pass over: a page of several lists begins anywhere in one. */
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

/** The same of written SQL; `matching` is everything from its `from` on, except the order. */
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

/** For SQL whose rows are counted in another way than they are read. */
export function pageClause(request: PageRequest): RawBuilder<unknown> {
  const { limit, offset } = windowOf(request)
  return sql`limit ${limit} offset ${offset}`
}

/** The same connections, on which a statement that fetches more rows than this is an error. */
export const withRowsMax = (db: Db, rowsMax: number): Db => db.withPlugin(new RowsMax(rowsMax))

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

/** The database cannot be reached, is going down or took too long: trying again later may do. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    /^(08...|57P0[1-3]|57014|53300|E(CONNREFUSED|CONNRESET|NOENT|PIPE|TIMEDOUT|HOSTUNREACH))$/.test(
      code,
    ) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
      error.message,
    )
  )
}

/** Two transactions got in each other's way; running the whole one again is safe and will pass. */
export const isRetryable = (error: unknown): boolean =>
  /^40(001|P01)$/.test(codeOf(error)) || isStalePlan(error)

const TRIES_MAX = 5

/** Runs a whole transaction again when another one was in its way. */
export async function retrying<Output>(transaction: () => Promise<Output>): Promise<Output> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isRetryable(error) || tries === TRIES_MAX) throw error
    }
  }
}
