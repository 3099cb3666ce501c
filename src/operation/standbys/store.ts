// SQL about the write-ahead log and the servers that replay it.
import { batchRequests } from '../../platform/batch-reader.ts'
import { type Db, runFixed } from '../../platform/database.ts'
import { type LogPosition, readLogPosition } from '../../platform/log-position.ts'

/** The end of the log on the primary: whatever is committed by now is below it. All who ask at once share a statement. */
export const readLogEnd = sharedPosition('select pg_current_wal_insert_lsn()::text as position')

/** How far a standby has replayed the log: whatever it shows by now is below it. */
export const readReplayed = sharedPosition('select pg_last_wal_replay_lsn()::text as position')

function sharedPosition(text: string) {
  const read = batchRequests(async (tx: Db, asked: readonly undefined[]) => {
    const [row] = await runFixed<{ position: string }>(tx, text, [])
    const position = readLogPosition(row!.position)!
    return asked.map(() => position)
  })
  return (tx: Db): Promise<LogPosition> => read(tx, undefined)
}

export const IDENTIFY_SERVER = 'select pg_postmaster_start_time()::text as started'

export interface StandbyState {
  /** Null on a server that has never replayed a log. */
  readonly replayed: LogPosition | undefined
  readonly isInRecovery: boolean
  /** When the server was started, which tells servers apart. */
  readonly started: string
  readonly epoch: Epoch | undefined
}

/** The newest epoch that a server knows; copies of a bank that have gone their own way have different ones. */
export interface Epoch {
  readonly number: number
  readonly started_at: string
}

export async function readStandby(tx: Db): Promise<StandbyState> {
  const [row] = await runFixed<{
    in_recovery: boolean
    replayed: string | null
    started: string
    number: number | null
    started_at: string | null
  }>(
    tx,
    `select pg_is_in_recovery() as in_recovery, pg_last_wal_replay_lsn()::text as replayed,
       pg_postmaster_start_time()::text as started, e.number, e.started_at::text as started_at
     from (values (1)) one left join platform.epochs e on e.number = (select max(number) from platform.epochs)`,
    [],
  )
  const { in_recovery, replayed, started, number, started_at } = row!
  return {
    isInRecovery: in_recovery,
    replayed: replayed === null ? undefined : readLogPosition(replayed),
    started,
    epoch: number === null ? undefined : { number, started_at: started_at! },
  }
}

/** Whether the epoch is one of this bank's. */
export async function hasEpoch(tx: Db, { number, started_at }: Epoch): Promise<boolean> {
  const rows = await runFixed(
    tx,
    'select 1 as one from platform.epochs where number = $1 and started_at = $2::timestamptz',
    [number, started_at],
  )
  return rows.length > 0
}
