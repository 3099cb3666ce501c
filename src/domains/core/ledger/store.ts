// All SQL that writes the ledger. A batch is one statement, whatever it changes: if any row that its decisions
// were based on has changed, nothing is written.
import type { Environment } from '../../../operation/caller.ts'
import {
  eventsPart,
  linksPart,
  type NewReply,
  type Parameter,
  type Part,
  parameterList,
  repliesPart,
  type Slot,
  toEventColumns,
  toReplyColumns,
  toSlotColumns,
  unusedPart,
} from '../../../operation/store.ts'
import type { AccountStatus, BookName } from '../../../operation/posting.ts'
import { column, type Elements, type ElementType } from '../../../platform/binary-arrays.ts'
import { plainColumn } from '../../../platform/array-literals.ts'
import type { Statements } from '../../../platform/pipelined-connection.ts'
import type { Row } from '../../../platform/rows.ts'
import {
  type Account,
  type Book,
  type Changes,
  type Hold,
  type Move,
  newVersion,
} from './postings/core.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'ledger.holds.environment': Environment
    'ledger.holds.metadata': Readonly<Record<string, unknown>>
    'ledger.moves.environment': Environment
    'ledger.moves.metadata': Readonly<Record<string, unknown>>
  }
}

type BookRow = Omit<Row<'ledger.accounts'>, 'created_at' | 'number'> &
  Omit<Row<'ledger.balances', { asset: string | null }>, 'account_id' | 'moved_at'> & {
    readonly moved_ms: number | null
  }

/** Accounts with all their balances. */
export async function loadAccounts(
  tx: Statements,
  ids: readonly string[],
): Promise<Map<string, Account>> {
  const rows = await tx.query<BookRow>(
    `select a.id, a.environment, a.user_uuid, a.manager_uuid, a.tenant_uuid, a.holder_name, a.code, a.status,
       a.quarantine, a.owes, b.asset, b.units, b.held, b.overdraft, b.seq, b.version,
       case when b.moved_at > '-infinity' then extract(epoch from b.moved_at)::float8 * 1000 end as moved_ms
     from unnest($1::uuid[]) as wanted (id)
     join ledger.accounts a on a.id = wanted.id
     left join ledger.balances b on b.account_id = a.id`,
    [plainColumn(ids, (id) => id)],
    'ledger_load_accounts',
  )
  return toAccounts(rows)
}

/** Locks balances, makes those that are missing, and loads their accounts, in one statement. */
export async function openBooks(
  tx: Statements,
  books: readonly BookName[],
): Promise<Map<string, Account>> {
  const rows = await tx.query<BookRow>('select * from ledger.open_books($1::uuid[], $2::text[])', [
    plainColumn(books, (book) => book.account),
    plainColumn(books, (book) => book.asset),
  ])
  return toAccounts(rows)
}

function toAccounts(rows: readonly BookRow[]): Map<string, Account> {
  const accounts = new Map<string, Account>()
  for (const row of rows) {
    const {
      id,
      environment,
      user_uuid,
      manager_uuid,
      tenant_uuid,
      holder_name,
      code,
      status,
      quarantine,
      owes,
    } = row
    const account: Account = accounts.get(id) ?? {
      id,
      environment,
      user_uuid,
      manager_uuid,
      tenant_uuid,
      holder_name,
      code,
      status,
      quarantine,
      owes,
      books: new Map(),
    }
    accounts.set(id, account)
    if (row.asset !== null) account.books.set(row.asset, toBook(account, row, row.asset))
  }
  return accounts
}

const toBook = (account: Account, row: BookRow, asset: string): Book => ({
  account,
  asset,
  units: BigInt(row.units),
  held: BigInt(row.held),
  overdraft: row.overdraft === null ? null : BigInt(row.overdraft),
  seq: Number(row.seq),
  version: Number(row.version),
  moved_at: row.moved_ms === null ? -Infinity : Math.round(row.moved_ms),
})

/**
 * Creates empty balances where none exist. The share lock orders this against a change of the account:
 * either that change sees the new row and changes its version, or this transaction sees the change.
 */
export async function ensureBooks(tx: Statements, books: readonly BookName[]): Promise<void> {
  await tx.query(
    `with account as (
       select a.id, a.code from ledger.accounts a
       where a.id = any($1::uuid[]) order by a.id for share)
     insert into ledger.balances (account_id, asset, overdraft)
     select account.id, wanted.asset, case when account.code is null then 0 end
     from unnest($1::uuid[], $2::text[]) as wanted (id, asset) join account using (id)
     order by account.id, wanted.asset
     on conflict do nothing`,
    [plainColumn(books, (book) => book.account), plainColumn(books, (book) => book.asset)],
    'ledger_ensure_books',
  )
}

/** Locks in the same order on every node, so that no two nodes wait for each other. */
export async function lockBooks(tx: Statements, books: readonly BookName[]): Promise<void> {
  await tx.query(
    `select 1 from ledger.balances
     where (account_id, asset) in (select * from unnest($1::uuid[], $2::text[]))
     order by account_id, asset for update`,
    [plainColumn(books, (book) => book.account), plainColumn(books, (book) => book.asset)],
    'ledger_lock_books',
  )
}

type HoldRow = Omit<Row<'ledger.holds'>, 'position' | 'expires_at' | 'created_at' | 'closed_at'> & {
  readonly expires_ms: number | null
  readonly created_ms: number
  readonly closed_ms: number | null
}

const HOLD_COLUMNS = `id, environment, purpose, account_id, to_account, asset, units, fee, captured, status, reason,
  reference, metadata, user_uuid, credential_id, agent, request_id,
  extract(epoch from expires_at)::float8 * 1000 as expires_ms,
  extract(epoch from created_at)::float8 * 1000 as created_ms,
  extract(epoch from closed_at)::float8 * 1000 as closed_ms`

/** Holds by id; `lock` is for transactions that change them. */
export async function loadHolds(
  tx: Statements,
  ids: readonly string[],
  lock: boolean,
): Promise<Map<string, Hold>> {
  const rows = await tx.query<HoldRow>(
    `select ${HOLD_COLUMNS} from ledger.holds where id = any($1::uuid[]) order by id
     ${lock ? 'for update' : ''}`,
    [plainColumn(ids, (id) => id)],
    lock ? 'ledger_lock_holds' : 'ledger_load_holds',
  )
  return new Map(rows.map((row) => [row.id, toHold(row)]))
}

/** Open holds for a purpose that were created by the given time, oldest first. */
export async function listOpenHolds(
  tx: Statements,
  which: { readonly purpose: string; readonly createdBefore: Date; readonly limit: number },
): Promise<Hold[]> {
  const rows = await tx.query<HoldRow>(
    `select ${HOLD_COLUMNS} from ledger.holds
     where status = 'open' and purpose = $1 and created_at <= $2 order by created_at limit $3`,
    [which.purpose, which.createdBefore.toISOString(), which.limit],
  )
  return rows.map(toHold)
}

/** Open holds that have expired, oldest first, except those on accounts in quarantine. */
export async function claimExpiredHolds(
  tx: Statements,
  which: { readonly environment: Environment; readonly now: Date; readonly limit: number },
): Promise<Hold[]> {
  const rows = await tx.query<HoldRow>(
    `select ${HOLD_COLUMNS} from ledger.holds
     where status = 'open' and expires_at <= $1 and environment = $2 and not exists (
       select 1 from ledger.accounts a where a.id = account_id and a.quarantine is not null)
     order by expires_at limit $3 for update skip locked`,
    [which.now.toISOString(), which.environment, which.limit],
  )
  return rows.map(toHold)
}

const toHold = (row: HoldRow): Hold => ({
  id: row.id,
  environment: row.environment,
  purpose: row.purpose,
  account_id: row.account_id,
  to_account: row.to_account,
  asset: row.asset,
  units: BigInt(row.units),
  fee: BigInt(row.fee),
  captured: BigInt(row.captured),
  status: row.status,
  reason: row.reason,
  reference: row.reference,
  metadata: row.metadata,
  expires_at: row.expires_ms === null ? null : Math.round(row.expires_ms),
  created_at: Math.round(row.created_ms),
  closed_at: row.closed_ms === null ? null : Math.round(row.closed_ms),
  actor: {
    user_uuid: row.user_uuid,
    credential_id: row.credential_id,
    agent: row.agent,
    request_id: row.request_id,
  },
})

const booksPart: Part = {
  parameters: 8,
  sql: (first) => `update ledger.balances b
    set units = u.units, held = u.held, seq = u.seq, version = $${first + 7}::bigint,
      moved_at = coalesce(u.moved_at, b.moved_at)
    from unnest(${parameterList(first, ['uuid', 'text', 'numeric', 'numeric', 'bigint', 'bigint', 'timestamptz'])})
      as u (account_id, asset, units, held, seq, version, moved_at)
    where b.account_id = u.account_id and b.asset = u.asset and b.version = u.version
    returning 1`,
}

/** Checks that books which were only read still have their version, so that a refusal is still right. */
const seenPart: Part = {
  parameters: 3,
  sql: (first) => `select 1 from unnest(${parameterList(first, ['uuid', 'text', 'bigint'])})
      as u (account_id, asset, version)
    join ledger.balances b on b.account_id = u.account_id and b.asset = u.asset and b.version = u.version`,
}

const toSeenColumns = (books: readonly Book[]): Parameter[] => [
  column('uuid', books, (book) => book.account.id),
  column('text', books, (book) => book.asset),
  column('bigint', books, (book) => book.version),
]

/** Sorted in the order in which books are locked everywhere. */
function toBookColumns(changes: Changes): Parameter[] {
  const rows = [...changes.books].toSorted(([a], [b]) => compareBooks(a, b))
  const books = rows.map(([book]) => book)
  return [
    column('uuid', books, (book) => book.account.id),
    column('text', books, (book) => book.asset),
    column('numeric', books, (book) => book.units),
    column('numeric', books, (book) => book.held),
    column('bigint', books, (book) => book.seq),
    column('bigint', rows, ([, version]) => version),
    column('timestamptz', books, (book) => (book.moved_at === -Infinity ? null : book.moved_at)),
    changes.version,
  ]
}

function compareBooks(a: Book, b: Book): number {
  if (a.account !== b.account) return a.account.id < b.account.id ? -1 : 1
  return a.asset < b.asset ? -1 : 1
}

/** `coalesce` keeps the planner from walking the index of all open holds for each one; the id finds it at once. */
const holdsPart: Part = {
  parameters: 6,
  sql: (first) => `update ledger.holds h
    set captured = u.captured, status = u.status, reason = u.reason, closed_at = u.closed_at
    from unnest(${parameterList(first, ['uuid', 'numeric', 'numeric', 'text', 'text', 'timestamptz'])})
      as u (id, captured_before, captured, status, reason, closed_at)
    where h.id = u.id and coalesce(h.status, '') = 'open' and h.captured = u.captured_before
    returning 1`,
}

function toHoldColumns(changes: Changes): Parameter[] {
  const rows = [...changes.holds].toSorted(([a], [b]) => (a.id < b.id ? -1 : 1))
  const holds = rows.map(([hold]) => hold)
  return [
    column('uuid', holds, (hold) => hold.id),
    column('numeric', rows, ([, before]) => before),
    column('numeric', holds, (hold) => hold.captured),
    column('text', holds, (hold) => hold.status),
    column('text', holds, (hold) => hold.reason),
    column('timestamptz', holds, (hold) => hold.closed_at),
  ]
}

/** One table's columns: name, type, and the value of each row. */
type Columns<Item> = readonly {
  readonly [Type in ElementType]: readonly [
    name: string,
    type: Type,
    pick: (item: Item) => Elements[Type] | null | undefined,
  ]
}[ElementType][]

const insertPart = <Item>(table: string, columns: Columns<Item>): Part => ({
  parameters: columns.length,
  sql: (first) => {
    const types = columns.map(([, type]) => type)
    return `insert into ${table} (${columns.map(([name]) => name).join(', ')})
    select * from unnest(${parameterList(first, types)})
    returning 1`
  },
})

const holdColumns: Columns<Hold> = [
  ['id', 'uuid', (hold) => hold.id],
  ['environment', 'text', (hold) => hold.environment],
  ['purpose', 'text', (hold) => hold.purpose],
  ['account_id', 'uuid', (hold) => hold.account_id],
  ['to_account', 'uuid', (hold) => hold.to_account],
  ['asset', 'text', (hold) => hold.asset],
  ['units', 'numeric', (hold) => hold.units],
  ['fee', 'numeric', (hold) => hold.fee],
  ['captured', 'numeric', (hold) => hold.captured],
  ['status', 'text', (hold) => hold.status],
  ['reason', 'text', (hold) => hold.reason],
  ['reference', 'text', (hold) => hold.reference],
  ['metadata', 'jsonb', (hold) => hold.metadata],
  ['user_uuid', 'uuid', (hold) => hold.actor.user_uuid],
  ['credential_id', 'uuid', (hold) => hold.actor.credential_id],
  ['agent', 'text', (hold) => hold.actor.agent],
  ['request_id', 'text', (hold) => hold.actor.request_id],
  ['expires_at', 'timestamptz', (hold) => hold.expires_at],
  ['created_at', 'timestamptz', (hold) => hold.created_at],
  ['closed_at', 'timestamptz', (hold) => hold.closed_at],
]

const moveColumns: Columns<Move> = [
  ['entry_id', 'uuid', (move) => move.entry_id],
  ['environment', 'text', (move) => move.environment],
  ['line', 'smallint', (move) => move.line],
  ['type', 'text', (move) => move.type],
  ['subtype', 'text', (move) => move.subtype],
  ['from_account', 'uuid', (move) => move.from],
  ['to_account', 'uuid', (move) => move.to],
  ['asset', 'text', (move) => move.asset],
  ['units', 'numeric', (move) => move.units],
  ['from_seq', 'bigint', (move) => move.from_seq],
  ['from_after', 'numeric', (move) => move.from_after],
  ['to_seq', 'bigint', (move) => move.to_seq],
  ['to_after', 'numeric', (move) => move.to_after],
  ['reference', 'text', (move) => move.reference],
  ['metadata', 'jsonb', (move) => move.metadata],
  ['link', 'text', (move) => move.link],
  ['linked_to', 'uuid', (move) => move.linked_to],
  ['user_uuid', 'uuid', (move) => move.actor.user_uuid],
  ['credential_id', 'uuid', (move) => move.actor.credential_id],
  ['agent', 'text', (move) => move.actor.agent],
  ['request_id', 'text', (move) => move.actor.request_id],
  ['created_at', 'timestamptz', (move) => move.created_at],
]

const newHoldsPart = insertPart('ledger.holds', holdColumns)
const movesPart = insertPart('ledger.moves', moveColumns)

const writeColumns = <Item>(columns: Columns<Item>, items: readonly Item[]): Parameter[] =>
  columns.map(([, type, pick]) => column(type, items, pick as (item: Item) => never))

interface Filled {
  readonly name: string
  readonly part: Part
  readonly rows: number
  readonly write: () => Parameter[]
}

/** The rows that the decisions of a batch were based on but did not change. */
export interface ReadVersions {
  /** Books that were read and not changed. */
  readonly books: readonly Book[]
  /** Idempotency keys of refused postings: another node may have already answered one. */
  readonly unused: readonly Slot[]
  /** The links over which postings came. */
  readonly links: readonly string[]
}

const nothingSeen: ReadVersions = { books: [], unused: [], links: [] }

const fill = (changes: Changes, replies: readonly NewReply[], seen: ReadVersions): Filled[] =>
  [
    {
      name: 'seen',
      part: seenPart,
      rows: seen.books.length,
      write: () => toSeenColumns(seen.books),
    },
    {
      name: 'links',
      part: linksPart,
      rows: seen.links.length,
      write: () => [column('uuid', seen.links, (link) => link)],
    },
    {
      name: 'unused',
      part: unusedPart,
      rows: seen.unused.length,
      write: () => toSlotColumns(seen.unused),
    },
    {
      name: 'books',
      part: booksPart,
      rows: changes.books.size,
      write: () => toBookColumns(changes),
    },
    {
      name: 'holds',
      part: holdsPart,
      rows: changes.holds.size,
      write: () => toHoldColumns(changes),
    },
    {
      name: 'new_holds',
      part: newHoldsPart,
      rows: changes.newHolds.size,
      write: () => writeColumns(holdColumns, [...changes.newHolds.values()]),
    },
    {
      name: 'moves',
      part: movesPart,
      rows: changes.moves.length,
      write: () => writeColumns(moveColumns, changes.moves),
    },
    {
      name: 'events',
      part: eventsPart,
      rows: changes.events.length,
      write: () => toEventColumns(changes.events),
    },
    {
      name: 'replies',
      part: repliesPart,
      rows: replies.length,
      write: () => toReplyColumns(replies),
    },
  ].filter(({ rows }) => rows > 0)

/** One SQL text per combination of parts, so that each is planned once. */
const texts = new Map<string, string>()

function textOf(parts: readonly Filled[]): { name: string; text: string } {
  // PostgreSQL cuts longer names than 63 characters off, and two statements would have the same one.
  const name = `ledger_write_${parts.map((part) => part.name.slice(0, 4)).join('_')}`
  const known = texts.get(name)
  if (known !== undefined) return { name, text: known }
  // The first parameter is the number of rows that each part must affect.
  let first = 2
  const common = parts.map(({ name: partName, part }) => {
    const text = `${partName} as (${part.sql(first)})`
    first += part.parameters
    return text
  })
  const counts = parts.map((part) => `(select count(*) from ${part.name})`).join(', ')
  const text = `with ${common.join(',\n')}
    select case when array[${counts}] = $1::bigint[] then true else ledger.raise_stale() end`
  texts.set(name, text)
  return { name, text }
}

/** Writes all of a batch, or fails with STALE when a row that it was based on has changed. */
export async function writeChanges(
  tx: Statements,
  changes: Changes,
  replies: readonly NewReply[],
  seen: ReadVersions = nothingSeen,
): Promise<void> {
  const parts = fill(changes, replies, seen)
  if (parts.length === 0) return
  const { name, text } = textOf(parts)
  const values = [plainColumn(parts, (part) => part.rows), ...parts.flatMap((part) => part.write())]
  await tx.query(text, values, name)
}

export async function insertAccount(
  tx: Statements,
  account: {
    readonly id: string
    readonly environment: Environment
    readonly user_uuid: string
    readonly manager_uuid: string | null
    readonly tenant_uuid: string | null
    readonly holder_name: string | null
    readonly created_at: Date
  },
): Promise<void> {
  await tx.query(
    `insert into ledger.accounts (id, environment, user_uuid, manager_uuid, tenant_uuid, holder_name, created_at, owes)
     values ($1, $2, $3, $4, $5, $6, $7, exists (
       select from ledger.accounts a where a.user_uuid = $3 and a.environment = $2 and a.owes))`,
    [
      account.id,
      account.environment,
      account.user_uuid,
      account.manager_uuid,
      account.tenant_uuid,
      account.holder_name,
      account.created_at.toISOString(),
    ],
  )
}

/** Loads an account and locks it and its balances against every other change. */
export async function lockAccount(tx: Statements, id: string): Promise<Account | undefined> {
  await tx.query('select 1 from ledger.accounts where id = $1 for update', [id])
  await tx.query('select 1 from ledger.balances where account_id = $1 order by asset for update', [
    id,
  ])
  return (await loadAccounts(tx, [id])).get(id)
}

/** Changes every version, so that no decision made before this is written after it. */
export async function updateAccount(
  tx: Statements,
  id: string,
  change: { readonly status: AccountStatus; readonly quarantine: string | null },
): Promise<void> {
  await tx.query('update ledger.accounts set status = $2, quarantine = $3 where id = $1', [
    id,
    change.status,
    change.quarantine,
  ])
  await tx.query('update ledger.balances set version = $2 where account_id = $1', [
    id,
    newVersion(),
  ])
}
