// SQL of the files that were read from the networks' folder. No rules here.
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'payment_rails.inbox.report': readonly string[]
  }
}

export type InboxRow = Row<'payment_rails.inbox'>

export async function findReceived(tx: Db, digest: string): Promise<InboxRow | undefined> {
  return tx
    .selectFrom('payment_rails.inbox')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst()
}

/** False if another node recorded the same file. */
export async function insertReceived(
  tx: Db,
  { report, ...file }: Omit<InboxRow, 'created_at'> & { readonly created_at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_rails.inbox')
    .values({ ...file, report: JSON.stringify(report) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}
