// SQL of the writer and of the links to it.
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Statements } from '../../platform/pipelined-connection.ts'
import type { Elected } from '../../platform/peers/election.ts'

export async function insertLink(
  tx: Db,
  link: { readonly id: string; readonly door: string; readonly writer: string },
): Promise<void> {
  await tx.insertInto('platform.links').values(link).execute()
}

/** Waits for the batches that hold the link. */
export async function deleteLink(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('platform.links').where('id', '=', id).execute()
}

/** Deletes the links that crashed nodes left behind; a link to an earlier writer does not last a day. */
export async function deleteOldLinks(tx: Db, writer: string): Promise<void> {
  await tx
    .deleteFrom('platform.links')
    .where('writer', '<>', writer)
    .where('made_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

export async function publishWriter(
  tx: Statements,
  { node, address, build }: Elected,
): Promise<void> {
  await tx.query(
    `insert into platform.writer (node, address, build, elected_at) values ($1, $2, $3, now())
     on conflict (one) do update
     set node = excluded.node, address = excluded.address, build = excluded.build, elected_at = now()`,
    [node, address, build],
  )
}

export async function findWriter(tx: Statements): Promise<Elected | undefined> {
  const [row] = await tx.query<Elected>('select node, address, build from platform.writer', [])
  return row
}
