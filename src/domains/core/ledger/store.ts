// All SQL that writes the ledger. A batch is one statement, whatever it changes: if any row that its decisions
// were based on has changed, nothing is written.
import type { Environment } from '../../../operation/caller.ts'
import {
  eventsPart,
  type NewReply,
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
import {
  jsonColumn,
  plainColumn,
  textColumn,
  timeColumn,
} from '../../../platform/array-literals.ts'
import type { Statements } from '../../../platform/lane.ts'
import type { Row } from '../../../platform/rows.ts'
import type { Account, Book, Changes, Hold, Move } from './core.ts'

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
    `select a.id, a.environment, a.user_uuid, a.manager_uuid, a.tenant_uuid, a.code, a.status, a.quarantine,
       b.asset, b.units, b.held, b.overdraft, b.seq, b.version,
       case when b.moved_at > '-infinity' then extract(epoch from b.moved_at)::float8 * 1000 end as moved_ms
     from unnest($1::uuid[]) as wanted (id)
     join ledger.accounts a on a.id = wanted.id
     left join ledger.balances b on b.account_id = a.id`,
    [plainColumn(ids, (id) => id)],
    'ledger_load_accounts',
  )
  const accounts = new Map<string, Account>()
  for (const row of rows) {
    const { id, environment, user_uuid, manager_uuid, tenant_uuid, code, status, quarantine } = row
    const account: Account = accounts.get(id) ?? {
      id,
      environment,
      user_uuid,
      manager_uuid,
      tenant_uuid,
      code,
      status,
      quarantine,
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
 * either that change sees the new row and increases its version, or this transaction sees the change.
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
  parameters: 7,
  sql: (first) => `update ledger.balances b
    set units = u.units, held = u.held, seq = u.seq, version = b.version + 1,
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

const toSeenColumns = (books: readonly Book[]): string[] => [
  plainColumn(books, (book) => book.account.id),
  plainColumn(books, (book) => book.asset),
  plainColumn(books, (book) => book.version),
]

/** Sorted in the order in which books are locked everywhere. */
function toBookColumns(changes: Changes): string[] {
  const rows = [...changes.books].toSorted(([a], [b]) => compareBooks(a, b))
  const books = rows.map(([book]) => book)
  return [
    plainColumn(books, (book) => book.account.id),
    plainColumn(books, (book) => book.asset),
    plainColumn(books, (book) => book.units),
    plainColumn(books, (book) => book.held),
    plainColumn(books, (book) => book.seq),
    plainColumn(rows, ([, version]) => version),
    timeColumn(books, (book) => (book.moved_at === -Infinity ? null : book.moved_at)),
  ]
}

function compareBooks(a: Book, b: Book): number {
  if (a.account !== b.account) return a.account.id < b.account.id ? -1 : 1
  return a.asset < b.asset ? -1 : 1
}

const holdsPart: Part = {
  parameters: 6,
  sql: (first) => `update ledger.holds h
    set captured = u.captured, status = u.status, reason = u.reason, closed_at = u.closed_at
    from unnest(${parameterList(first, ['uuid', 'numeric', 'numeric', 'text', 'text', 'timestamptz'])})
      as u (id, captured_before, captured, status, reason, closed_at)
    where h.id = u.id and h.status = 'open' and h.captured = u.captured_before
    returning 1`,
}

function toHoldColumns(changes: Changes): string[] {
  const rows = [...changes.holds].toSorted(([a], [b]) => (a.id < b.id ? -1 : 1))
  const holds = rows.map(([hold]) => hold)
  return [
    plainColumn(holds, (hold) => hold.id),
    plainColumn(rows, ([, before]) => before),
    plainColumn(holds, (hold) => hold.captured),
    plainColumn(holds, (hold) => hold.status),
    textColumn(holds, (hold) => hold.reason),
    timeColumn(holds, (hold) => hold.closed_at),
  ]
}

/** One table's columns: name, type, and how to write the values of many rows. */
type Columns<Item> = readonly [
  name: string,
  type: string,
  write: (items: readonly Item[]) => string,
][]

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
  ['id', 'uuid', (holds) => plainColumn(holds, (hold) => hold.id)],
  ['environment', 'text', (holds) => plainColumn(holds, (hold) => hold.environment)],
  ['purpose', 'text', (holds) => textColumn(holds, (hold) => hold.purpose)],
  ['account_id', 'uuid', (holds) => plainColumn(holds, (hold) => hold.account_id)],
  ['to_account', 'uuid', (holds) => plainColumn(holds, (hold) => hold.to_account)],
  ['asset', 'text', (holds) => plainColumn(holds, (hold) => hold.asset)],
  ['units', 'numeric', (holds) => plainColumn(holds, (hold) => hold.units)],
  ['fee', 'numeric', (holds) => plainColumn(holds, (hold) => hold.fee)],
  ['captured', 'numeric', (holds) => plainColumn(holds, (hold) => hold.captured)],
  ['status', 'text', (holds) => plainColumn(holds, (hold) => hold.status)],
  ['reason', 'text', (holds) => textColumn(holds, (hold) => hold.reason)],
  ['reference', 'text', (holds) => textColumn(holds, (hold) => hold.reference)],
  ['metadata', 'jsonb', (holds) => jsonColumn(holds, (hold) => hold.metadata)],
  ['user_uuid', 'uuid', (holds) => plainColumn(holds, (hold) => hold.actor.user_uuid)],
  ['credential_id', 'uuid', (holds) => plainColumn(holds, (hold) => hold.actor.credential_id)],
  ['agent', 'text', (holds) => textColumn(holds, (hold) => hold.actor.agent)],
  ['request_id', 'text', (holds) => textColumn(holds, (hold) => hold.actor.request_id)],
  ['expires_at', 'timestamptz', (holds) => timeColumn(holds, (hold) => hold.expires_at)],
  ['created_at', 'timestamptz', (holds) => timeColumn(holds, (hold) => hold.created_at)],
  ['closed_at', 'timestamptz', (holds) => timeColumn(holds, (hold) => hold.closed_at)],
]

const moveColumns: Columns<Move> = [
  ['entry_id', 'uuid', (moves) => plainColumn(moves, (move) => move.entry_id)],
  ['environment', 'text', (moves) => plainColumn(moves, (move) => move.environment)],
  ['line', 'smallint', (moves) => plainColumn(moves, (move) => move.line)],
  ['type', 'text', (moves) => plainColumn(moves, (move) => move.type)],
  ['subtype', 'text', (moves) => textColumn(moves, (move) => move.subtype)],
  ['from_account', 'uuid', (moves) => plainColumn(moves, (move) => move.from)],
  ['to_account', 'uuid', (moves) => plainColumn(moves, (move) => move.to)],
  ['asset', 'text', (moves) => plainColumn(moves, (move) => move.asset)],
  ['units', 'numeric', (moves) => plainColumn(moves, (move) => move.units)],
  ['from_seq', 'bigint', (moves) => plainColumn(moves, (move) => move.from_seq)],
  ['from_after', 'numeric', (moves) => plainColumn(moves, (move) => move.from_after)],
  ['to_seq', 'bigint', (moves) => plainColumn(moves, (move) => move.to_seq)],
  ['to_after', 'numeric', (moves) => plainColumn(moves, (move) => move.to_after)],
  ['reference', 'text', (moves) => textColumn(moves, (move) => move.reference)],
  ['metadata', 'jsonb', (moves) => jsonColumn(moves, (move) => move.metadata)],
  ['link', 'text', (moves) => plainColumn(moves, (move) => move.link)],
  ['linked_to', 'uuid', (moves) => plainColumn(moves, (move) => move.linked_to)],
  ['user_uuid', 'uuid', (moves) => plainColumn(moves, (move) => move.actor.user_uuid)],
  ['credential_id', 'uuid', (moves) => plainColumn(moves, (move) => move.actor.credential_id)],
  ['agent', 'text', (moves) => textColumn(moves, (move) => move.actor.agent)],
  ['request_id', 'text', (moves) => textColumn(moves, (move) => move.actor.request_id)],
  ['created_at', 'timestamptz', (moves) => timeColumn(moves, (move) => move.created_at)],
]

const newHoldsPart = insertPart('ledger.holds', holdColumns)
const movesPart = insertPart('ledger.moves', moveColumns)

const writeColumns = <Item>(columns: Columns<Item>, items: readonly Item[]): string[] =>
  columns.map(([, , write]) => write(items))

interface Filled {
  readonly name: string
  readonly part: Part
  readonly rows: number
  readonly write: () => string[]
}

/** The rows that the decisions of a batch were based on but did not change. */
export interface Seen {
  /** Books that were read and not changed. */
  readonly books: readonly Book[]
  /** Idempotency keys of refused postings: another node may have already answered one. */
  readonly unused: readonly Slot[]
}

const nothingSeen: Seen = { books: [], unused: [] }

const fill = (changes: Changes, replies: readonly NewReply[], seen: Seen): Filled[] =>
  [
    {
      name: 'seen',
      part: seenPart,
      rows: seen.books.length,
      write: () => toSeenColumns(seen.books),
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
  const name = `ledger_write_${parts.map((part) => part.name).join('_')}`
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
  seen: Seen = nothingSeen,
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
    readonly created_at: Date
  },
): Promise<void> {
  await tx.query(
    `insert into ledger.accounts (id, environment, user_uuid, manager_uuid, tenant_uuid, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      account.id,
      account.environment,
      account.user_uuid,
      account.manager_uuid,
      account.tenant_uuid,
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

/** Increases every version, so that no decision made before this is written after it. */
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
  await tx.query('update ledger.balances set version = version + 1 where account_id = $1', [id])
}
