// SQL of backups and restores: what a backup records of the bank, and what a restored bank must not take over.
import type { BankFacts } from '../platform/backup/head.ts'
import type { Db } from '../platform/database.ts'
import { listOpeners } from './keys/store.ts'
import type { Statements } from '../platform/pipelined-connection.ts'

export async function describeBank(tx: Statements): Promise<BankFacts> {
  const [facts] = await tx.query<Omit<BankFacts, 'position' | 'openers'> & { position: string }>(
    `select (select value from platform.settings where name = 'mode') as mode,
       greatest(
         (select previous_position from platform.epochs order by number desc limit 1),
         (select max(position) from platform.events), (select max(position) from ledger.moves),
         (select max(position) from ledger.holds)) as position,
       (select max(number) from platform.epochs) as epoch,
       here.system_identifier, here.timeline
     from platform.server_identity() as here`,
    [],
  )
  return { ...facts!, position: Number(facts!.position), openers: await listOpeners(tx) }
}

export interface MadeBackup {
  readonly taken_at: string
  readonly made_by: string
  readonly bytes: number
  readonly row_count: number
}

export async function insertBackup(tx: Statements, made: MadeBackup): Promise<void> {
  await tx.query(
    `insert into platform.backups (taken_at, made_by, bytes, row_count) values ($1, $2, $3, $4)`,
    [made.taken_at, made.made_by, made.bytes, made.row_count],
  )
}

/** In seconds since 1970: the newest backup, and without one the beginning of the bank. */
export async function findNewestBackup(tx: Db): Promise<number | undefined> {
  const [backup] = await tx
    .selectFrom('platform.backups')
    .select('taken_at as at')
    .orderBy('taken_at', 'desc')
    .limit(1)
    .execute()
  const [first] = backup
    ? [backup]
    : await tx
        .selectFrom('platform.epochs')
        .select('started_at as at')
        .orderBy('number')
        .limit(1)
        .execute()
  return first && Date.parse(first.at) / 1000
}

/**
 * Of the nodes that ran on the lost database, one may still run and be reachable: the restored bank must not forward to it.
 * Returns the number of the epoch that begins.
 */
export async function settleRestored(
  tx: Statements,
  { epochReason, holdReason }: { readonly epochReason: string; readonly holdReason: string },
): Promise<void> {
  await tx.query('delete from platform.writer', [])
  await tx.query('delete from platform.links', [])
  await tx.query(
    `insert into platform.settings (name, value) values ('held', $1)
     on conflict (name) do update set value = excluded.value`,
    [holdReason],
  )
  await tx.query('select platform.start_epoch($1)', [epochReason])
}
