// SQL that adds up what a user spent in a period, by category.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import { labelAll } from '../sums/labelled-store.ts'
import { coverageOf, type SumScope, selectParts } from '../sums/store.ts'

/** By category, in units of the asset of the scope's balances. */
export async function sumByCategory(tx: Db, scope: SumScope): Promise<ReadonlyMap<string, bigint>> {
  const reach = await coverageOf(tx, scope.view, scope.books)
  const labels = await labelAll(tx, { ...scope, books: reach.booked })
  const { rows } = await sql<{ category: string; units: string }>`
    select p.category, sum(p.units) as units from ${selectParts(tx, scope, reach, labels)} p
    where p.kind = 'counted' and p.side = 'from' group by p.category`.execute(tx)
  return new Map(rows.map((row) => [row.category, BigInt(row.units)]))
}
