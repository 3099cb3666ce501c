// SQL that tells whether a snapshot still shows what the tables contain. PostgreSQL rewrites a table without regard for
// older snapshots: after an ALTER TABLE that rewrites it, or a TRUNCATE, they see an empty table instead of its rows.
import { sql } from 'kysely'
import { LEDGER_REWRITE_LOCK } from '../../../../platform/advisory-locks.ts'
import type { Db } from '../../../../platform/database.ts'

/** Keeps out migrations that rewrite a table until the transaction ends; false if there is one in progress or waiting. */
export async function tryLockOutRewrites(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${LEDGER_REWRITE_LOCK}) as locked`.execute(tx)
  return rows[0]!.locked
}

/** Waits for the migration, up to this long. Call it outside of a snapshot, which would miss what the migration wrote. */
export async function waitForRewrites(tx: Db, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock_shared(${LEDGER_REWRITE_LOCK})`.execute(tx)
}

/**
 * The tables that this transaction has read and whose storage is not that of its snapshot: rewritten, truncated, created
 * again, or attached or detached as a partition since then. A query of the catalogue shows the storage of the snapshot,
 * the functions show the present one. What was read stays locked, so that it cannot change again before the answer is used.
 */
export async function listRewrittenTables(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select l.relation::regclass::text as name
    from pg_locks l left join pg_class c on c.oid = l.relation
    where l.locktype = 'relation' and l.pid = pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and (c.oid is null
        or (c.relkind = 'r' and c.relfilenode <> 0
          and c.relfilenode is distinct from pg_relation_filenode(c.oid))
        or (c.relkind in ('r', 'p')
          and c.relispartition is distinct from coalesce(pg_partition_root(c.oid) <> c.oid, false))
        or (c.relkind = 'p' and exists (
          select from pg_inherits i
          where i.inhparent = c.oid and coalesce(pg_partition_root(i.inhrelid) = i.inhrelid, true))))
    order by 1`.execute(tx)
  return rows.map((row) => row.name)
}
