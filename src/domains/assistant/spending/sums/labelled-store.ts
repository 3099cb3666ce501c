// SQL that reads booked moves together with what labels them. The words of references are matched in memory, once for
// each distinct reference, because PostgreSQL takes a hundred times as long for it.
import { type RawBuilder, sql } from 'kysely'
import { type Db, readInSlices } from '../../../../platform/database.ts'
import { selectMoves } from '../../../core/ledger/for-tasks.ts'
import { lookUp, type Narrow, type Scope } from './label-expressions.ts'
import { type Different, LabelMaker, type Labels, noLabels } from '../rules/labels.ts'

const everything: Narrow = { where: sql`true`, known: {} }

/** The moves of the scope as `s` with the lookup tables as `k`, from `from` on. */
export const labelledRows = (
  tx: Db,
  scope: Scope,
  labels: Labels,
  { where, known }: Narrow = everything,
): RawBuilder<unknown> => sql`
  from ${selectMoves(tx, scope)} s cross join ${lookUp(scope, labels, known)} k where ${where}`

/** Finds the labels of all moves of the scope. */
export async function labelAll(tx: Db, scope: Scope, narrow: Narrow = everything): Promise<Labels> {
  const maker = new LabelMaker(scope.view)
  if (scope.books.length === 0) return maker.finish()
  const ruled = sql`case when k.counterparties ? s.other_account::text then s.other_account end`
  const different = sql<Different>`
    select distinct s.reference, ${ruled} as counterparty ${labelledRows(tx, scope, noLabels, narrow)}`
  for await (const rows of readInSlices(tx, 'spending_references', different))
    for (const row of rows) maker.add(row)
  return maker.finish()
}
