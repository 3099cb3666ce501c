// SQL that reads old moves for an archive.
import { sql } from 'kysely'
import { type Db, readInSlices } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

/** Texts, and who asked for a move, are left out: an erasure of a person does not reach the files. */
export type ArchivedMove = Pick<
  Row<'ledger.moves'>,
  | 'position'
  | 'entry_id'
  | 'line'
  | 'environment'
  | 'type'
  | 'subtype'
  | 'from_account'
  | 'to_account'
  | 'asset'
  | 'units'
  | 'from_seq'
  | 'from_after'
  | 'to_seq'
  | 'to_after'
  | 'link'
  | 'linked_to'
  | 'created_at'
>

/** The first position that is not archived: that of the first move made at this instant or later. */
export async function findCut(tx: Db, before: Date): Promise<number> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const { rows } = await sql<{ cut: string }>`
    select coalesce((select min(position) from ledger.moves where created_at >= ${before}),
      (select max(position) + 1 from ledger.moves), 0) as cut`.execute(tx)
  return Number(rows[0]!.cut)
}

/** In the order of the log; inside a transaction. */
export const readMoves = (
  tx: Db,
  { after, cut }: { readonly after: number; readonly cut: number },
): AsyncGenerator<ArchivedMove[]> =>
  readInSlices(
    tx,
    'archived moves',
    sql<ArchivedMove>`
      select position, entry_id, line, environment, type, subtype, from_account, to_account, asset, units,
        from_seq, from_after, to_seq, to_after, link, linked_to, created_at
      from ledger.moves where position > ${after} and position < ${cut} order by position`,
  )
