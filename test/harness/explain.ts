// The plan of a statement at a database that is too small for its planner to prefer an index.
import pg from 'pg'
import type { Bank } from './bank.ts'

/** Forbids to read whole tables and the other ways that are named, such as `sort`; so an index is used if it fits. */
export async function explain(
  { address }: Bank,
  statement: string,
  without: readonly string[],
): Promise<string> {
  const options = ['seqscan', ...without].map((way) => `-c enable_${way}=off`).join(' ')
  const client = new pg.Client({ ...address, options })
  await client.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}
