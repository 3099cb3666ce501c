// SQL of hits on the sanctions list and of exceptions. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { QueueScope } from '../../../../operation/work-queue.ts'
import { countUpTo, type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { HitStatus } from '../life-cycle.ts'

export type HitRow = Row<'regulatory.sanctions_hits'>
export type ExceptionRow = Row<'regulatory.sanctions_exceptions'>

export interface NewHit {
  readonly id: string
  readonly environment: Environment
  readonly name: string
  readonly name_key: string
  readonly entry_id: string
  readonly entry_name: string
  readonly program: string | null
  readonly score: number
  readonly list_version: string
  readonly source: HitRow['source']
  readonly now: Date
  /** Whether an exception covers it now; a cleared hit without one is open again. */
  readonly isExcepted: boolean
}

/** Notes a hit once for each name and entry, and how often it was seen. */
export async function recordHit(tx: Db, hit: NewHit): Promise<HitRow> {
  const { now, isExcepted, ...columns } = hit
  return tx
    .insertInto('regulatory.sanctions_hits')
    .values({
      ...columns,
      status: isExcepted ? 'cleared' : 'open',
      created_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'name_key', 'entry_id']).doUpdateSet({
        entry_name: hit.entry_name,
        program: hit.program,
        score: hit.score,
        list_version: hit.list_version,
        last_seen_at: now,
        seen_times: sql`sanctions_hits.seen_times + 1`,
        status: isExcepted
          ? sql`sanctions_hits.status`
          : sql`case sanctions_hits.status when 'cleared' then 'open' else sanctions_hits.status end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The entries for which this name has an exception now. */
export async function listExceptedEntries(
  tx: Db,
  which: { readonly environment: Environment; readonly name_key: string; readonly now: Date },
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('regulatory.sanctions_exceptions')
    .select('entry_id')
    .where('environment', '=', which.environment)
    .where('name_key', '=', which.name_key)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', which.now.toISOString())
    .execute()
  return new Set(rows.map(({ entry_id }) => entry_id))
}

export function listHits(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly status?: HitStatus | undefined
    readonly name_key?: string | undefined
  },
  page: PageRequest,
) {
  let query = tx
    .selectFrom('regulatory.sanctions_hits')
    .where('environment', '=', which.environment)
  if (which.status !== undefined) query = query.where('status', '=', which.status)
  if (which.name_key !== undefined) query = query.where('name_key', '=', which.name_key)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

export const countOpenHits = (tx: Db, { environment, most }: QueueScope): Promise<number> =>
  countUpTo(
    tx,
    sql`select from regulatory.sanctions_hits where environment = ${environment} and status = 'open'`,
    most,
  )

export const lockHit = async (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<HitRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('regulatory.sanctions_hits')
        .selectAll()
        .where('environment', '=', environment)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined

export const updateHit = (
  tx: Db,
  id: string,
  change: {
    readonly status: HitStatus
    readonly decided_by: string
    readonly decided_at: Date
    readonly reason: string
  },
): Promise<HitRow> =>
  tx
    .updateTable('regulatory.sanctions_hits')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertException = (
  tx: Db,
  exception: Omit<ExceptionRow, 'revoked_by' | 'revoked_at' | 'expires_at' | 'created_at'> & {
    readonly expires_at: Date
    readonly created_at: Date
  },
) => tx.insertInto('regulatory.sanctions_exceptions').values(exception).execute()

interface Ending {
  readonly revoked_by: string
  readonly revoked_at: Date
}

/** Ends the exception that a hit still has, even an expired one. */
export const endExceptions = (tx: Db, hit: HitRow, ending: Ending) =>
  tx
    .updateTable('regulatory.sanctions_exceptions')
    .set(ending)
    .where('environment', '=', hit.environment)
    .where('name_key', '=', hit.name_key)
    .where('entry_id', '=', hit.entry_id)
    .where('revoked_at', 'is', null)
    .execute()

export const lockException = async (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<ExceptionRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('regulatory.sanctions_exceptions')
        .selectAll()
        .where('environment', '=', environment)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined

export const endException = (tx: Db, id: string, ending: Ending): Promise<ExceptionRow> =>
  tx
    .updateTable('regulatory.sanctions_exceptions')
    .set(ending)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const listExceptions = (tx: Db, environment: Environment, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('regulatory.sanctions_exceptions')
      .selectAll()
      .where('environment', '=', environment)
      .orderBy('id', 'desc'),
    page,
  )
