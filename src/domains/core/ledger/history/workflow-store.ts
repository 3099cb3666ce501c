// SQL that reads holds as workflows: money that is first reserved and then moved. Holds are found by their id,
// which is ordered by time, or through the caller's accounts, so this needs no extra index.
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { firstUuidAt } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { HoldStatus } from '../../../../operation/posting.ts'
import { type Db, readSqlPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

/** The parts that a search covers: the purpose, the request, the result, or the reason of a failure. */
export type SearchPlace = 'class' | 'arguments' | 'output' | 'exception'

export interface WorkflowFilter {
  readonly environment: Environment
  /** Only holds on or for accounts that this user owns or manages. */
  readonly caller: string | undefined
  readonly purposes: readonly string[]
  readonly statuses?: readonly HoldStatus[] | undefined
  /** Created at or after this instant. */
  readonly from?: Date | undefined
  /** Created before this instant. */
  readonly before?: Date | undefined
  readonly search?: { readonly text: string; readonly places: readonly SearchPlace[] } | undefined
}

export type WorkflowRow = Pick<
  Row<'ledger.holds', { to_account: string }>,
  | 'id'
  | 'purpose'
  | 'account_id'
  | 'to_account'
  | 'asset'
  | 'units'
  | 'fee'
  | 'status'
  | 'reason'
  | 'reference'
  | 'metadata'
  | 'created_at'
  | 'closed_at'
>

/** Finds captured holds through the moves that captured them, and all others directly. */
const holdsOf = (user: string) => sql`
  with mine as (
    select id from ledger.accounts where user_uuid = ${user}
    union select id from ledger.accounts where manager_uuid = ${user})
  select m.linked_to from mine join ledger.moves m on m.from_account = mine.id where m.link = 'capture_of'
  union select m.linked_to from mine join ledger.moves m on m.to_account = mine.id where m.link = 'capture_of'
  union select h.id from mine join ledger.holds h on h.account_id = mine.id where h.status <> 'captured'
  union select h.id from mine join ledger.holds h on h.to_account = mine.id where h.status <> 'captured'`

const places: Readonly<Record<SearchPlace, RawBuilder<unknown>>> = {
  class: sql`purpose`,
  arguments: sql`concat_ws(' ', account_id, to_account, asset, reference, metadata)`,
  output: sql`case when status = 'captured' then concat_ws(' ', id, 'completed') end`,
  exception: sql`case when status in ('released', 'expired') then reason end`,
}

/** A search always covers the id, both as a uuid and as the id of a workflow. */
function matches(search: NonNullable<WorkflowFilter['search']>): RawBuilder<unknown> {
  const parts = [
    ...search.places.map((place) => places[place]),
    sql`id`,
    sql`'wf_' || replace(id::text, '-', '')`,
  ]
  return sql`position(lower(${search.text}) in lower(concat_ws(E'\n', ${sql.join(parts)}))) > 0`
}

function matching(filter: WorkflowFilter): RawBuilder<unknown> {
  const { caller, statuses, from, before, search } = filter
  const conditions = [
    sql`environment = ${filter.environment}`,
    sql`purpose = any(${filter.purposes}::text[])`,
    ...(caller === undefined ? [] : [sql`id in (${holdsOf(caller)})`]),
    ...(statuses === undefined ? [] : [sql`status = any(${statuses}::text[])`]),
    ...(from === undefined ? [] : [sql`id >= ${firstUuidAt(from)}::uuid`]),
    ...(before === undefined ? [] : [sql`id < ${firstUuidAt(before)}::uuid`]),
    ...(search === undefined ? [] : [matches(search)]),
  ]
  return sql`from ledger.holds where ${sql.join(conditions, sql` and `)}`
}

const columns = sql<WorkflowRow>`id, purpose, account_id, to_account, asset, units, fee, status, reason, reference,
  metadata, created_at, closed_at`

/** A page of workflows, newest first, with the total count. */
export function listWorkflows(tx: Db, filter: WorkflowFilter, page: PageRequest) {
  const query = { columns, matching: matching(filter), orderBy: sql`id desc` }
  return readSqlPage(tx, query, page)
}

export async function findWorkflow(
  tx: Db,
  filter: WorkflowFilter,
  id: string,
): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`
    select ${columns} ${matching(filter)} and id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Never negative, even if the clocks of two nodes differ. */
const duration = sql`greatest(0, extract(epoch from closed_at - created_at) * 1000)`

/** Counts by purpose and status, in all and since an instant, with the total duration. */
export async function countWorkflows(tx: Db, filter: WorkflowFilter, since: Date) {
  const { rows } = await sql<{
    purpose: string
    status: HoldStatus
    total: number
    recent: number
    total_ms: number
  }>`
    select purpose, status, count(*)::int as total,
      count(*) filter (where id >= ${firstUuidAt(since)}::uuid)::int as recent,
      coalesce(sum(${duration}), 0)::float8 as total_ms
    ${matching(filter)} group by purpose, status`.execute(tx)
  return rows
}

/** The median, 95th and 99th percentile and maximum duration in milliseconds; null when none has finished. */
export async function measureWorkflows(tx: Db, filter: WorkflowFilter) {
  const { rows } = await sql<{ shares: [number, number, number, number] | null }>`
    select percentile_cont(array[0.5, 0.95, 0.99, 1]) within group (order by ${duration}::float8) as shares
    ${matching(filter)} and closed_at is not null`.execute(tx)
  return rows[0]!.shares
}
