// Finds the columns in which a bank has sealed values, whoever declared them.
import type { Bank } from '../harness/bank.ts'

/** Texts may hold sealed values as well, as base64. */
const BASE64 = /^[A-Za-z0-9+/_-]{40,}={0,2}$/

function isSealed(value: Buffer | string, { sealer }: Bank['app']['bank']): boolean {
  if (typeof value === 'string' && !BASE64.test(value)) return false
  const bytes =
    typeof value === 'string'
      ? Buffer.from(value, value.includes('-') ? 'base64url' : 'base64')
      : value
  // Shorter than an initialization vector and a tag.
  if (bytes.length < 28) return false
  try {
    sealer.open(bytes)
    return true
  } catch {
    return false
  }
}

/** The columns with at least one sealed value, such as 'webhooks.webhooks.secret'. */
export async function findSealedColumns(bank: Bank): Promise<string[]> {
  const columns = await bank.sql<{ table: string; column: string }>(
    `select table_schema || '.' || table_name as table, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where data_type in ('bytea', 'text') and table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema', 'jobs')`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const rows = await bank.sql<{ value: Buffer | string }>(
      `select distinct ${column} as value from ${table} where ${column} is not null and length(${column}) >= 28 limit 200`,
    )
    if (rows.some(({ value }) => isSealed(value, bank.app.bank))) found.push(`${table}.${column}`)
  }
  return found
}
