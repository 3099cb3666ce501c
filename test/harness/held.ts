// A transaction that a test keeps open, so that statements that must wait for it do wait: what would otherwise be a
// race is then decided in one order, every time.
import pg from 'pg'
import type { DatabaseAddress } from '../../src/platform/database.ts'

/** Has a row when a session waits for a lock in this database: other test files share the server. */
export const ANY_WAITING = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const WAITING_FOR_ME = `select 1 from pg_locks
  where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`

export interface Held {
  query(text: string, values?: unknown[]): Promise<void>
  /** Resolves when a session waits for this transaction, or when the work has ended without waiting. */
  untilWaitedFor(work: Promise<unknown>): Promise<void>
  commit(): Promise<void>
}

export async function holdTransaction(address: DatabaseAddress): Promise<Held> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('begin')
  return {
    async query(text, values) {
      await client.query(text, values)
    },
    async untilWaitedFor(work) {
      const ended = work.then(
        () => true,
        () => true,
      )
      const isWaitedFor = async (): Promise<boolean> =>
        (await client.query(WAITING_FOR_ME)).rowCount! > 0
      while (!(await isWaitedFor()) && !(await Promise.race([ended, Promise.resolve(false)])));
    },
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}
