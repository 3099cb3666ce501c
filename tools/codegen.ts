// Generates TypeScript types from the tables of a database. It adds to kysely-codegen the values that a check
// constraint allows in a column.
import { sql } from 'kysely'
import { type DatabaseMetadata, generate, PostgresDialect } from 'kysely-codegen'
import { type Db, openReader } from '../src/platform/database.ts'

export interface Server {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
}

/** The text of src/platform/tables.ts. */
export async function renderTables(server: Server, database: string): Promise<string> {
  const db = openReader({ ...server, database })
  try {
    return await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string', domains: false }),
      excludePattern: 'jobs.*',
      outFile: null,
      postprocess: ({ metadata }) => addWords(db, metadata),
      typeMapping: {
        // It is written as text; the type for reading is declared by the store of the column.
        json: 'ColumnType<unknown, string, string>',
        jsonb: 'ColumnType<unknown, string, string>',
        timestamptz: 'ColumnType<string, Date | string, Date | string>',
        int8: 'ColumnType<string, bigint | number | string, bigint | number | string>',
        xid8: 'string',
      },
    })
  } finally {
    await db.destroy()
  }
}

async function addWords(db: Db, metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const { rows } = await selectChecks.execute(db)
  const checks = new Map(rows.map(({ column, definition }) => [column, definition]))
  for (const { schema, name, columns } of metadata.tables)
    for (const column of columns) {
      const check = checks.get(`${schema}.${name}.${column.name}`)
      if (check !== undefined) column.enumValues = wordsOf(check)
    }
  return metadata
}

/** The check constraints that list the allowed values of a single column. */
const selectChecks = sql<{ column: string; definition: string }>`
  select format('%s.%s.%s', t.relnamespace::regnamespace, t.relname, a.attname) as column,
    pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid
  join pg_attribute a on a.attrelid = t.oid and c.conkey = array[a.attnum]
  where c.contype = 'c' and pg_get_constraintdef(c.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]+\\]\\)\\)\\)$'`

/** Reads 'closed' and 'open' from `CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))`. */
const wordsOf = (check: string): string[] =>
  [...check.matchAll(/'([^']+)'/g)].map(([, word]) => word!).toSorted()
