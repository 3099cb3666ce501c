// The rules of accounts: who may open one for whom, who may freeze, unfreeze or close it, and who follows its changes.
import type { ActionOf } from '../../../kernel/life-cycle.ts'
import { formatDecimal, formatMoney, groupThousands, toJsonInteger } from '../../../kernel/money.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import { type Caller, isOperator, ownerOf } from '../../../operation/caller.ts'
import { AppError, Forbidden, Invalid } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AccountStatus } from '../../../operation/posting.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { findUser, type RegistrationHook } from '../../people/identity/index.ts'
import {
  type Account,
  changeStatus,
  checkUsable,
  DebtOutstanding,
  findAccounts,
  canUse,
  openAccount,
  readAccountSummaries,
  type AccountSummary,
} from '../ledger/index.ts'
import { AccountAlreadyFrozen, AccountHasBalance } from './errors.ts'
import * as events from './events.ts'
import { holderNameOf } from './holder-name.ts'
import { accountLife } from './life-cycle.ts'
import { type CallerAccount, getCallerAccount, withLedgerAccounts } from './caller-accounts.ts'
import type * as schema from './schema.ts'
import * as store from './store.ts'
import type { AccountRow } from './store.ts'

interface AccountRequest {
  readonly user_uuid: string
  readonly name: string
  readonly type?: store.AccountRow['type']
  readonly metadata?: Record<string, unknown>
}

/** Opened at registration, so that every new user can receive money at once. */
export const openMainAccount: RegistrationHook = (user, ctx) =>
  openFor(
    {
      user_uuid: user.uuid,
      manager_uuid: null,
      tenant_uuid: ctx.caller.tenant ?? null,
      holder_name: holderNameOf(user.name, ctx.caller.environment),
      name: 'Main account',
    },
    ctx,
  )

/** For domains that keep a part of a user's money apart, such as tokens on one chain. */
export async function openAccountFor(
  account: {
    readonly user_uuid: string
    readonly name: string
    readonly metadata: Record<string, unknown>
  },
  ctx: Context,
): Promise<CallerAccount> {
  // The caller may be the system, which has no tenant, so the tenant is read from the owner.
  const owner = await findUser(ctx.tx, account.user_uuid)
  const tenant_uuid = owner?.tenant_uuid ?? null
  const holder_name = owner ? holderNameOf(owner.name, ctx.caller.environment) : null
  return openFor({ ...account, manager_uuid: null, tenant_uuid, holder_name }, ctx)
}

async function openFor(
  input: AccountRequest & Pick<Account, 'manager_uuid' | 'tenant_uuid' | 'holder_name'>,
  ctx: Context,
): Promise<CallerAccount> {
  const { environment } = ctx.caller
  const { user_uuid, manager_uuid, tenant_uuid, holder_name } = input
  const id = uuidv7(ctx.now)
  await openAccount(ctx, { id, environment, user_uuid, manager_uuid, tenant_uuid, holder_name })
  const rows = await store.insertAccounts(ctx.tx, [
    {
      uuid: id,
      environment,
      user_uuid,
      manager_uuid,
      name: input.name,
      type: input.type ?? 'personal',
      metadata: input.metadata ?? {},
      created_at: ctx.now,
    },
  ])
  const row = rows.get(id)!
  ctx.emit(
    events.AccountCreated,
    createdData(row),
    eventRecipientsOf({ id, user_uuid, manager_uuid }),
  )
  return { row, account: (await findAccounts(ctx.tx, [id])).get(id)! }
}

/** The data of the event account.created. */
export const createdData = (row: AccountRow) => ({
  account_uuid: row.uuid,
  name: row.name,
  user_uuid: row.user_uuid,
  balance: 0,
  type: row.type,
  status: 'active',
  created_at: row.created_at,
})

/** Those of these accounts that are open and that the caller may use, in the order of the ids. */
export async function listAccountsByIds(
  ids: readonly string[],
  ctx: Pick<Context, 'caller' | 'tx'>,
): Promise<CallerAccount[]> {
  const rows = await store.listAccountsByIds(ctx.tx, ids.filter(isUuid))
  const listed = await withLedgerAccounts(rows, ctx)
  const usable = new Map(
    listed
      .filter(({ account }) => account.environment === ctx.caller.environment)
      .filter(({ account }) => canUse(account, ctx.caller))
      .map((one) => [one.account.id, one]),
  )
  return ids.flatMap((id) => usable.get(id) ?? [])
}

/** The most accounts that one request may cover; with more, the caller has to name one. */
const ACCOUNTS_AT_ONCE = 1_000

/** All accounts of the caller, limited in number because the request runs on the serving thread. */
export async function listAllCallerAccounts(ctx: Context): Promise<CallerAccount[]> {
  const { accounts, total } = await listAccountPageOf({ page: 1, per_page: ACCOUNTS_AT_ONCE }, ctx)
  if (total <= ACCOUNTS_AT_ONCE) return accounts
  const sentence = `You have ${total} accounts, more than the ${ACCOUNTS_AT_ONCE} that one request can cover; name one with account_uuid.`
  throw Invalid({ errors: { account_uuid: [sentence] } })
}

/** The default when the caller names no account: the oldest account of their own. */
export async function findFirstAccountOf(
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<Account | undefined> {
  const row = await store.findOldestAccount(ctx.tx, ownerOf(ctx))
  return row && (await findAccounts(ctx.tx, [row.uuid])).get(row.uuid)
}

/** One page of the caller's accounts, and their total number. */
export async function listAccountPageOf(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listAccountPage(ctx.tx, ownerOf(ctx), page)
  return { accounts: await withLedgerAccounts(rows, ctx), total }
}

/** The same page in its public form. */
export async function listAccounts(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listListedAccounts(ctx.tx, ownerOf(ctx), page)
  const ids = rows.map((row) => row.uuid)
  const standings = ids.length === 0 ? [] : await readAccountSummaries(ctx.tx, ids)
  return { accounts: rows.map((row, index) => toListed(row, standings[index]!)), total }
}

export async function updateAccount(
  id: string,
  change: { readonly name?: string; readonly metadata?: Record<string, unknown> },
  ctx: Context,
): Promise<CallerAccount> {
  if (change.name === undefined && change.metadata === undefined)
    throw Invalid({ errors: { name: ['Send a name, metadata, or both.'] } })
  const { account } = await getCallerAccount(id, ctx)
  const row = await store.updateAccount(ctx.tx, account.id, change, ctx.now)
  ctx.emit(
    events.AccountUpdated,
    { account_uuid: account.id, ...change },
    eventRecipientsOf(account),
  )
  return { account, row }
}

export interface StatusRequest {
  readonly reason: string
  readonly authorized_by?: string
  readonly note?: string
}

export async function freezeAccount(id: string, request: StatusRequest, ctx: Context) {
  const frozen_by_operator = isOperator(ctx.caller)
  const account = await applyStatusChange(id, request, ctx, (found, row) => {
    // An operator may take over a freeze by a customer, who then can no longer lift it.
    const takesOver = frozen_by_operator && row.frozen_by_operator === false
    if (found.status === 'frozen' && !takesOver) throw AccountAlreadyFrozen({})
    return nextStatus(found, 'freeze')
  })
  const freeze = { frozen_by: ctx.caller.user!, frozen_by_operator }
  await store.updateFreeze(ctx.tx, account.id, freeze)
  ctx.emit(events.AccountFrozenEvent, statusData(account, request), eventRecipientsOf(account))
}

export async function unfreezeAccount(id: string, request: StatusRequest, ctx: Context) {
  const account = await applyStatusChange(id, request, ctx, (found, row) => {
    const status = nextStatus(found, 'unfreeze')
    checkMayUnfreeze(row, ctx.caller)
    return status
  })
  await store.updateFreeze(ctx.tx, account.id, { frozen_by: null, frozen_by_operator: null })
  ctx.emit(events.AccountUnfrozen, statusData(account, request), eventRecipientsOf(account))
}

/**
 * The user who froze the account may unfreeze it, with any of their credentials, and so may an
 * operator. The text in `authorized_by` grants no right.
 */
function checkMayUnfreeze({ frozen_by, frozen_by_operator }: AccountRow, caller: Caller): void {
  if (isOperator(caller)) return
  if (frozen_by_operator !== false)
    throw Forbidden({ reason: 'An operator froze this account; only an operator can unfreeze it.' })
  if (frozen_by !== caller.user)
    throw Forbidden({
      reason: `The user ${frozen_by} froze this account; only they or an operator can unfreeze it.`,
    })
}

/** Closing is final: a closed account can no longer be found. */
export async function closeAccount(
  id: string,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<void> {
  const account = await applyStatusChange(id, {}, ctx, (found) => {
    const balances = [...found.books.values()]
      .filter((book) => book.units !== 0n || book.held !== 0n)
      .map(({ asset, units }) => formatMoney({ units, asset: assets.get(asset) }))
    if (balances.length > 0) throw AccountHasBalance({ balances })
    if (found.owes) throw DebtOutstanding({ account_uuid: found.id })
    return nextStatus(found, 'close')
  })
  await store.updateAccount(ctx.tx, account.id, { closed_at: ctx.now }, ctx.now)
  ctx.emit(events.AccountClosedEvent, { account_uuid: account.id }, eventRecipientsOf(account))
}

/**
 * Closes the accounts of a user who leaves the bank, in both environments. Returns those that cannot be closed, because
 * they hold money, owe some or are frozen.
 */
export async function closeAccountsOf(user_uuid: string, ctx: Context): Promise<AccountRow[]> {
  const left: AccountRow[] = []
  for (const row of await store.listOpenAccountsOf(ctx.tx, user_uuid)) {
    const status = await changeStatus(ctx, row.uuid, ({ status: now, owes, books }) => {
      const isEmpty = [...books.values()].every((book) => book.units === 0n && book.held === 0n)
      return now === 'active' && isEmpty && !owes ? 'closed' : now
    })
    if (status === 'closed') await recordClosing(row, ctx)
    else left.push(row)
  }
  return left
}

async function recordClosing({ uuid, environment }: AccountRow, ctx: Context): Promise<void> {
  await store.insertStatusChange(ctx.tx, {
    id: uuidv7(ctx.now),
    account_uuid: uuid,
    status: 'closed',
    reason: null,
    note: null,
    authorized_by: null,
    user_uuid: ctx.caller.user ?? null,
    created_at: ctx.now,
  })
  await store.updateAccount(ctx.tx, uuid, { closed_at: ctx.now }, ctx.now)
  // An event is of the environment of its call.
  if (environment === ctx.caller.environment)
    ctx.emit(events.AccountClosedEvent, { account_uuid: uuid }, { account_uuid: uuid })
}

const nextStatus = ({ id, status }: Account, action: ActionOf<typeof accountLife>): AccountStatus =>
  accountLife.check(status, action, { account_uuid: id }).to

async function applyStatusChange(
  id: string,
  request: Partial<StatusRequest>,
  ctx: Context,
  decide: (account: Account, row: AccountRow) => AccountStatus,
): Promise<Account> {
  if (request.note !== undefined && !isOperator(ctx.caller))
    throw Forbidden({ reason: 'Only operators may send a note; use the reason instead.' })
  const { account } = await getCallerAccount(id, ctx)
  const status = await changeStatus(ctx, account.id, async (locked) => {
    const usable = checkUsable(locked, id, ctx.caller)
    return decide(usable, (await store.findAccount(ctx.tx, usable.id))!)
  })
  await store.insertStatusChange(ctx.tx, {
    id: uuidv7(ctx.now),
    account_uuid: account.id,
    status,
    reason: request.reason ?? null,
    note: request.note ?? null,
    authorized_by: request.authorized_by ?? null,
    user_uuid: ctx.caller.user ?? null,
    created_at: ctx.now,
  })
  return account
}

const statusData = (account: Account, request: StatusRequest) => ({
  account_uuid: account.id,
  reason: request.reason,
  authorized_by: request.authorized_by ?? null,
})

/** The events after which an account is shown again. */
const UPDATES = [
  events.AccountBalanceUpdated,
  events.AccountUpdated,
  events.AccountFrozenEvent,
  events.AccountUnfrozen,
  events.AccountClosedEvent,
]

/**
 * For each event about the account, its state when the update is sent; a replay repeats the current state. A closed
 * account cannot be read: its last state is shown.
 */
export async function followAccount(
  { uuid, after }: { readonly uuid: string; readonly after?: string },
  ctx: Context,
  listen: Listen,
): Promise<AsyncIterable<Value<typeof schema.AccountUpdate> | undefined>> {
  const opened = await getCallerAccount(uuid, ctx)
  const { account } = opened
  const types = UPDATES.map(({ type }) => type)
  const updates = await listen({ types, account: account.id, after }, ctx)
  return (async function* () {
    let last = toAccount(opened)
    for await (const event of updates) {
      const isClosed = event?.event.type === events.AccountClosedEvent.type
      last = (event && !isClosed && (await findOpenAccount(account.id, ctx))) || last
      if (!event) yield undefined
      else if (!isClosed) yield { event_id: event.id, data: last }
      else {
        yield { event_id: event.id, data: { ...last, balance: 0, status: 'closed' } }
        return
      }
    }
  })()
}

/** Undefined for an account that was closed in the meantime. */
async function findOpenAccount(id: string, ctx: Context) {
  try {
    return toAccount(await getCallerAccount(id, ctx))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

export const eventRecipientsOf = (account: Pick<Account, 'id' | 'user_uuid' | 'manager_uuid'>) => ({
  user_uuid: account.manager_uuid ?? account.user_uuid ?? undefined,
  account_uuid: account.id,
})

export const toAccount = ({
  row,
  account: { status, books },
}: {
  readonly row: AccountRow
  readonly account: Pick<Account, 'status' | 'books'>
}) => toListed(row, { status, dollars: books.get('USD')?.units ?? 0n })

const toListed = (row: store.ListedAccount, { status, dollars }: AccountSummary) => ({
  uuid: row.uuid,
  user_uuid: row.user_uuid,
  name: row.name,
  balance: toJsonInteger(dollars),
  frozen: status === 'frozen',
  type: row.type,
  status,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Balances that ever had a move or a hold; a balance that was only read is left out. */
const listUsedBalances = (account: Account) =>
  [...account.books.values()]
    .filter((book) => book.seq > 0 || book.held > 0n)
    .toSorted((a, b) => (a.asset < b.asset ? -1 : 1))

export function toBalances(
  account: Account,
  assets: AssetCatalogue,
  filter: { readonly asset?: string; readonly positive?: boolean },
) {
  const books = listUsedBalances(account)
  const shown = books
    .filter((book) => filter.asset === undefined || book.asset === filter.asset.toUpperCase())
    .filter((book) => !filter.positive || book.units > 0n)
  return {
    account_uuid: account.id,
    balances: shown.map((book) => {
      const asset = assets.get(book.asset)
      const write = (units: bigint) => formatDecimal({ units, asset })
      return {
        asset_code: book.asset,
        balance: toJsonInteger(book.units),
        formatted: formatMoney({ units: book.units, asset }),
        available_balance: write(book.units - book.held),
        reserved_balance: write(book.held),
        total_balance: write(book.units),
        asset,
      }
    }),
    summary: {
      total_assets: shown.filter((book) => book.units > 0n).length,
      total_usd_equivalent: groupThousands(
        formatDecimal({ units: assets.toDollars(shown), asset: { code: 'USD', precision: 2 } }),
      ),
    },
  }
}
