// What a database has, from the catalog of PostgreSQL: tables with their columns, sequences, and what stands in the way of
// loading rows in any order.
import type pg from 'pg'
import type { Sequence, TableHead } from './head.ts'

/** What belongs to the bank: everything that is not the server's own or an extension's. `public` is not used by the bank. */
const OWN = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relpersistence <> 't'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
const IN_SCHEMAS = `${OWN} and n.nspname <> 'public'`
const NAME = `quote_ident(n.nspname) || '.' || quote_ident(c.relname)`

export const JOB_SCHEMA = 'jobs'

/** Tables with rows of their own, so the parts of a partitioned one and not itself. Generated columns are computed again. */
export async function listTables(client: pg.Client): Promise<TableHead[]> {
  const { rows } = await client.query<TableHead>(
    `select ${NAME} as table, array(
       select quote_ident(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${IN_SCHEMAS} order by 1`,
  )
  return rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${IN_SCHEMAS} order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value, is_called from ${name}`,
    )
    sequences.push({ name, ...state[0]! })
  }
  return sequences
}

/** Names of tables, views and sequences in any schema, none in an empty database. */
export async function listRelations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${OWN} order by 1`,
  )
  return rows.map(({ name }) => name)
}

export interface Constraint {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export async function listForeignKeys(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select ${NAME} as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${IN_SCHEMAS} order by 1, 2`,
  )
  return rows
}

/** Those with triggers of their own, which would refuse or repeat what is loaded. */
export async function listTriggered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct ${NAME} as table
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and c.relkind = 'r' and ${IN_SCHEMAS} order by 1`,
  )
  return rows.map(({ table }) => table)
}

/** The types of all columns of a table. */
export async function listTypes(
  client: pg.Client,
  table: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select quote_ident(attname) as column, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  return new Map(rows.map(({ column, type }) => [column, type]))
}

/** Null if the queues have not been made. */
export async function readJobVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('${JOB_SCHEMA}.version') is not null as there`,
  )
  if (!rows[0]!.there) return null
  const { rows: versions } = await client.query<{ version: number }>(
    `select version from ${JOB_SCHEMA}.version`,
  )
  return versions[0]?.version ?? null
}
