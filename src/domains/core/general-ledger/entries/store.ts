// SQL of journal entries, their lines and the sums of each day.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage, readSqlPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type EntryRow = Row<'general_ledger.entries'> & {
  /** The entry that reversed it. */
  readonly reversed_by: string | null
}
export type LineRow = Row<'general_ledger.lines'>

/** Locks the journal until the transaction ends; entries and closings then happen one after the other. */
export async function lockJournal(tx: Db, environment: Environment): Promise<void> {
  await tx
    .selectFrom('general_ledger.journals')
    .select('environment')
    .where('environment', '=', environment)
    .forUpdate()
    .execute()
}

/** The next number; it is given back if the transaction fails. */
export async function takeNumber(tx: Db, environment: Environment): Promise<bigint> {
  const { last_number } = await tx
    .updateTable('general_ledger.journals')
    .set((eb) => ({ last_number: eb('last_number', '+', '1') }))
    .where('environment', '=', environment)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return BigInt(last_number)
}

export interface NewLine {
  readonly account_code: string
  readonly currency: string
  readonly debit: bigint
  readonly credit: bigint
  readonly narrative: string | null
}

export interface NewEntry
  extends Pick<
    EntryRow,
    | 'id'
    | 'environment'
    | 'kind'
    | 'description'
    | 'source_domain'
    | 'is_closing'
    | 'period_id'
    | 'source_event'
    | 'reverses'
    | 'reason'
    | 'created_by'
  > {
  readonly number: bigint
  readonly posted_at: Date
  readonly created_at: Date
  readonly lines: readonly NewLine[]
}

/** Writes the entry, its lines and the sums of its day. */
export async function insertEntry(tx: Db, { lines, ...entry }: NewEntry): Promise<void> {
  await tx
    .insertInto('general_ledger.entries')
    .values({ ...entry, number: String(entry.number), status: 'posted' })
    .execute()
  await sql`
    with written as (
      insert into general_ledger.lines
        (entry_id, line, environment, account_code, currency, debit, credit, narrative, posted_at)
      select ${entry.id}::uuid, ordinality - 1, ${entry.environment}, account_code, currency,
        debit, credit, narrative, ${entry.posted_at}::timestamptz
      from unnest(${lines.map((line) => line.account_code)}::text[],
        ${lines.map((line) => line.currency)}::text[], ${lines.map((line) => String(line.debit))}::numeric[],
        ${lines.map((line) => String(line.credit))}::numeric[],
        ${lines.map((line) => line.narrative)}::text[]) with ordinality
        as line (account_code, currency, debit, credit, narrative, ordinality)
      returning account_code, currency, debit, credit)
    , summed as (
      select account_code, currency, sum(debit) as debit, sum(credit) as credit
      from written group by account_code, currency)
    , of_day as (
      insert into general_ledger.daily_totals as total
        (environment, account_code, currency, is_closing, day, debit, credit)
      select ${entry.environment}, account_code, currency, ${entry.is_closing}::boolean,
        (${entry.posted_at}::timestamptz at time zone 'UTC')::date, debit, credit
      from summed
      on conflict (environment, day, account_code, currency, is_closing)
      do update set debit = total.debit + excluded.debit, credit = total.credit + excluded.credit)
    insert into general_ledger.totals as total
      (environment, account_code, currency, is_closing, debit, credit)
    select ${entry.environment}, account_code, currency, ${entry.is_closing}::boolean, debit, credit
    from summed
    on conflict (environment, account_code, currency, is_closing)
    do update set debit = total.debit + excluded.debit, credit = total.credit + excluded.credit`.execute(
    tx,
  )
}

const selectEntries = (tx: Db, environment: Environment) =>
  tx
    .selectFrom('general_ledger.entries as entry')
    .leftJoin('general_ledger.entries as mirror', 'mirror.reverses', 'entry.id')
    .selectAll('entry')
    .select('mirror.id as reversed_by')
    .where('entry.environment', '=', environment)

export const findEntry = (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<EntryRow | undefined> =>
  selectEntries(tx, environment).where('entry.id', '=', id).executeTakeFirst()

export interface EntryFilter extends PageRequest {
  readonly status?: EntryRow['status']
  readonly source_domain?: string
  readonly account_code?: string
  /** The first and the last instant. */
  readonly from: Date | undefined
  readonly to: Date | undefined
}

/** Newest first. */
export const listEntries = (tx: Db, environment: Environment, filter: EntryFilter) =>
  readPage(
    selectEntries(tx, environment)
      .$if(filter.status !== undefined, (query) => query.where('entry.status', '=', filter.status!))
      .$if(filter.source_domain !== undefined, (query) =>
        query.where('entry.source_domain', '=', filter.source_domain!),
      )
      .$if(filter.account_code !== undefined, (query) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('general_ledger.lines as line')
              .select('line.line')
              .whereRef('line.entry_id', '=', 'entry.id')
              .where('line.account_code', '=', filter.account_code!),
          ),
        ),
      )
      .$if(filter.from !== undefined, (query) =>
        query.where('entry.posted_at', '>=', filter.from!.toISOString()),
      )
      .$if(filter.to !== undefined, (query) =>
        query.where('entry.posted_at', '<=', filter.to!.toISOString()),
      )
      .orderBy('entry.posted_at', 'desc')
      .orderBy('entry.number', 'desc'),
    filter,
  )

export const listLines = (tx: Db, entries: readonly string[]): Promise<LineRow[]> =>
  tx
    .selectFrom('general_ledger.lines')
    .selectAll()
    .where('entry_id', 'in', entries)
    .orderBy('entry_id')
    .orderBy('line')
    .execute()

export async function sumEntries(tx: Db, entries: readonly string[]) {
  if (entries.length === 0) return []
  return tx
    .selectFrom('general_ledger.lines')
    .select(['entry_id', 'currency'])
    .select((eb) => eb.fn.sum<string>('debit').as('amount'))
    .where('entry_id', 'in', entries)
    .groupBy(['entry_id', 'currency'])
    .orderBy('currency')
    .execute()
}

export async function markReversed(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('general_ledger.entries')
    .set({ status: 'reversed' })
    .where('id', '=', id)
    .execute()
}

/** The entries that moved the result of a period to equity and were not reversed. */
export const listClosingEntries = (tx: Db, environment: Environment, period: string) =>
  selectEntries(tx, environment)
    .where('entry.period_id', '=', period)
    .where('entry.kind', '=', 'closing')
    .where('entry.status', '=', 'posted')
    .orderBy('entry.number')
    .execute()

export interface JournalSum {
  readonly account_code: string
  readonly currency: string
  readonly is_closing: boolean
  /** Debit less credit. */
  readonly units: string
}

/** The whole journal; no entry is dated in the future. */
export const sumJournal = (tx: Db, environment: Environment): Promise<JournalSum[]> =>
  tx
    .selectFrom('general_ledger.totals')
    .select(['account_code', 'currency', 'is_closing'])
    .select(sql<string>`debit - credit`.as('units'))
    .where('environment', '=', environment)
    .execute()

/** The journal after one day, or from its beginning, up to and including another day. */
export async function sumJournalUntil(
  tx: Db,
  environment: Environment,
  { after, until }: { readonly after: string | undefined; readonly until: string },
): Promise<JournalSum[]> {
  const { rows } = await sql<JournalSum>`
    select account_code, currency, is_closing, sum(debit) - sum(credit) as units
    from general_ledger.daily_totals
    where environment = ${environment} and day > coalesce(${after ?? null}::date, '-infinity')
      and day <= ${until}::date
    group by account_code, currency, is_closing`.execute(tx)
  return rows
}

export type HistoryRow = Pick<
  LineRow,
  'entry_id' | 'currency' | 'debit' | 'credit' | 'narrative' | 'posted_at'
> &
  Pick<EntryRow, 'number' | 'description' | 'status'> & {
    /** Debit less credit of all lines in the range up to and including this one, in its currency. */
    readonly running: string
  }

export interface HistoryFilter extends PageRequest {
  readonly code: string
  readonly currency: string | undefined
  readonly from: Date
  readonly to: Date
}

/** The lines of an account, oldest first. */
export const listHistory = (tx: Db, environment: Environment, filter: HistoryFilter) =>
  readSqlPage<HistoryRow>(
    tx,
    {
      columns: sql`history.*`,
      matching: sql`from (
        select line.entry_id, line.line, entry.number, entry.description, entry.status,
          line.currency, line.debit, line.credit, line.narrative, line.posted_at,
          sum(line.debit - line.credit) over (
            partition by line.currency order by line.posted_at, entry.number, line.line) as running
        from general_ledger.lines line join general_ledger.entries entry on entry.id = line.entry_id
        where line.environment = ${environment} and line.account_code = ${filter.code}
          and line.posted_at between ${filter.from} and ${filter.to}
          and (${filter.currency ?? null}::text is null or line.currency = ${filter.currency ?? null})) history`,
      orderBy: sql`history.posted_at, history.number, history.line`,
    },
    filter,
  )
