// What a PostgreSQL server says about itself, the database and the role, for `florin doctor`. It only reads.
import pg from 'pg'
import type { DatabaseAddress } from './database.ts'

export interface DatabaseFacts {
  readonly version: string
  readonly role: string
  readonly inRecovery: boolean
  /** Transactions of this role in this database are read-only unless they say otherwise. */
  readonly readOnly: boolean
  readonly encoding: string
  readonly fsync: boolean
  readonly fullPageWrites: boolean
  readonly synchronousCommit: string
  readonly connectionsMax: number
  /** Those that ordinary roles may not use. */
  readonly connectionsReserved: number
  /** The limits of the role and of the database; -1 is none. */
  readonly connectionLimits: readonly number[]
  readonly connectionsOpen: number
  readonly mayCreate: boolean
  /** Tables of the bank that the role cannot write, and how many. */
  readonly unwritable: readonly string[]
  /** How much the clock of the server is ahead of that of this machine, and how exactly that is known. */
  readonly clockAheadMs: number
  readonly clockErrorMs: number
}

interface Row {
  readonly version: string
  readonly role: string
  readonly in_recovery: boolean
  readonly read_only: string
  readonly encoding: string
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
  readonly max: number
  readonly reserved: number
  readonly limits: number[]
  readonly open: number
  readonly may_create: boolean
  readonly unwritable: string[]
}

const FACTS = `
  select current_setting('server_version') as version, current_user as role, pg_is_in_recovery() as in_recovery,
    current_setting('default_transaction_read_only') as read_only,
    pg_encoding_to_char(d.encoding) as encoding, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('max_connections')::int as max,
    case when r.rolsuper then 0 else current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true)::int, 0) end as reserved,
    array[r.rolconnlimit, d.datconnlimit] as limits,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open,
    has_database_privilege(d.oid, 'create') as may_create,
    (select coalesce(array_agg(c.oid::regclass::text order by 1), '{}') from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
        and not (has_schema_privilege(n.oid, 'usage')
                 and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))) as unwritable
  from pg_database d, pg_roles r
  where d.datname = current_database() and r.rolname = current_user`

const CONNECT_MS = 10_000

export async function readDatabaseFacts(
  address: DatabaseAddress,
  now: () => number = Date.now,
): Promise<DatabaseFacts> {
  const client = new pg.Client({
    ...address,
    application_name: 'florin doctor',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: CONNECT_MS,
  })
  client.on('error', () => {}) // the running statement fails with the same error
  await client.connect()
  try {
    const sentAt = now()
    const clock = await client.query<{ at: string }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::text as at`,
    )
    const receivedAt = now()
    const { rows } = await client.query<Row>(FACTS)
    const row = rows[0]!
    return {
      version: row.version,
      role: row.role,
      inRecovery: row.in_recovery,
      readOnly: row.read_only === 'on',
      encoding: row.encoding,
      fsync: row.fsync === 'on',
      fullPageWrites: row.full_page_writes === 'on',
      synchronousCommit: row.synchronous_commit,
      connectionsMax: row.max,
      connectionsReserved: row.reserved,
      connectionLimits: row.limits,
      connectionsOpen: row.open,
      mayCreate: row.may_create,
      unwritable: row.unwritable,
      clockAheadMs: Math.round(Number(clock.rows[0]!.at) - (sentAt + receivedAt) / 2),
      clockErrorMs: Math.ceil((receivedAt - sentAt) / 2),
    }
  } finally {
    await client.end()
  }
}
