// The rules of standing orders: who may set one up, change, pause and cancel it. Execution is in execution.ts.
import { addDays, type Day, dayOf, startOfDay } from '../../../kernel/days.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { type AssetCatalogue, readAmount, readUnits } from '../../core/assets/index.ts'
import { type Account, findAccounts, getAccount, isVisible } from '../../core/ledger/index.ts'
import { keyOf, lockCallerCredential } from '../../people/identity/index.ts'
import { StandingOrderLimitExceeded, StandingOrderStateConflict } from './errors.ts'
import { StandingOrderChanged, StandingOrderCreated } from './events.ts'
import { orderLife, type OrderStatus } from './life-cycle.ts'
import { dateAt, type Frequency, passedBefore } from './schedule.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'
import { toOrder } from './view.ts'

export interface OrderOptions {
  readonly assets: AssetCatalogue
}

const ORDERS_MAX = 100
const DAYS_AHEAD_MAX = 366

const refuse = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

export interface NewOrderRequest {
  readonly from_account: string
  readonly to_account: string
  readonly recipient_name?: string
  readonly amount: string | number
  readonly asset_code: string
  readonly reference?: string
  readonly frequency: Frequency
  readonly first_on: Day
  readonly last_on?: Day
}

export async function createOrder(
  request: NewOrderRequest,
  ctx: Context,
  { assets }: OrderOptions,
): Promise<OrderRow> {
  await lockCallerCredential(ctx)
  const { environment } = ctx.caller
  const { asset, units } = readAmount(assets, request)
  const from = await getPayer(request.from_account, ctx)
  const to = await getPayee(request.to_account, from, ctx)
  checkDates(request, dayOf(ctx.now))
  const user_uuid = from.user_uuid ?? ctx.caller.user!
  if ((await store.countOwned(ctx.tx, { environment, user_uuid })) >= ORDERS_MAX)
    throw StandingOrderLimitExceeded({ max: ORDERS_MAX })
  const row = await store.insertOrder(ctx.tx, {
    id: uuidv7(ctx.now),
    environment,
    user_uuid,
    ...(await authorityOf(ctx)),
    from_account: from.id,
    to_account: to.id,
    recipient_name: request.recipient_name ?? null,
    asset: asset.code,
    units,
    reference: request.reference ?? null,
    frequency: request.frequency,
    first_on: request.first_on,
    last_on: request.last_on ?? null,
    status: 'active',
    dates_passed: 0,
    next_on: request.first_on,
    payments_made: 0,
    failed_in_a_row: 0,
    attempts: 0,
    try_at: startOfDay(request.first_on),
    request_id: ctx.requestId,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  ctx.emit(StandingOrderCreated, toEvent(row, assets), subjectOf(row))
  return row
}

/** What is paid later stands as long as the one who allowed it, and their key, may pay. */
const authorityOf = async (ctx: Context) => ({
  allowed_by: ctx.caller.user!,
  allowed_with: await keyOf(ctx),
  allowed_at: ctx.now,
})

/** Operators may use any account, but standing orders are those of customers. */
async function getPayer(id: string, ctx: Context): Promise<Account> {
  const account = await getAccount(ctx.tx, id, ctx.caller)
  if (account.user_uuid !== ctx.caller.user && account.manager_uuid !== ctx.caller.user)
    throw Forbidden({ reason: `The account ${id} is not yours.` })
  return account
}

async function getPayee(id: string, from: Account, { tx, caller }: Context): Promise<Account> {
  const account = (await findAccounts(tx, [id])).get(id.toLowerCase())
  if (!isVisible(account, caller)) throw refuse('to_account', `There is no such account: ${id}.`)
  if (account.id === from.id)
    throw refuse('to_account', 'The two accounts are the same; name another account to pay.')
  return account
}

function checkDates({ first_on, last_on }: NewOrderRequest, today: Day): void {
  if (first_on < today)
    throw refuse('first_on', `The first day is in the past; name ${today} or a later day.`)
  if (first_on > addDays(today, DAYS_AHEAD_MAX))
    throw refuse('first_on', `The first day is more than ${DAYS_AHEAD_MAX} days ahead.`)
  if (last_on !== undefined && last_on < first_on)
    throw refuse('last_on', 'The last day is before the first.')
}

export const getOrder = async (id: string, ctx: Context): Promise<OrderRow> =>
  checkMine(await store.findOrder(ctx.tx, id), id, ctx)

function checkMine(row: OrderRow | undefined, id: string, { caller }: Context): OrderRow {
  const isMine = row && (row.user_uuid === caller.user || row.allowed_by === caller.user)
  if (!isMine || row.environment !== caller.environment)
    throw NotFound({ what: 'standing order', id })
  return row
}

export const listOrders = (
  request: PageRequest & { readonly status?: OrderStatus },
  { tx, caller }: Context,
) =>
  store.listOrders(
    tx,
    { environment: caller.environment, user_uuid: caller.user!, status: request.status },
    request,
  )

export async function listPayments(request: PageRequest & { readonly uuid: string }, ctx: Context) {
  const order = await getOrder(request.uuid, ctx)
  return { order, ...(await store.listPayments(ctx.tx, order.id, request)) }
}

export interface ChangeRequest {
  readonly uuid: string
  readonly recipient_name?: string | null
  readonly amount?: string | number
  readonly reference?: string | null
  readonly last_on?: Day | null
}

/** Whoever changes an order allows it from then on. */
export async function changeOrder(
  request: ChangeRequest,
  ctx: Context,
  { assets }: OrderOptions,
): Promise<OrderRow> {
  const row = await lockOwn(request.uuid, ctx)
  // What can still be cancelled can be changed.
  const allowed = orderLife.from('cancel')
  if (!allowed.includes(row.status))
    throw StandingOrderStateConflict({ status: row.status, action: 'change', allowed })
  const { recipient_name = row.recipient_name, reference = row.reference } = request
  const { last_on = row.last_on } = request
  if (last_on !== null && last_on < (row.next_on ?? row.first_on))
    throw refuse(
      'last_on',
      `The next payment is on ${row.next_on}; cancel the standing order to make none.`,
    )
  const units =
    request.amount === undefined
      ? row.units
      : String(readUnits(request.amount, assets.get(row.asset), 'amount'))
  return announce(
    await store.updateOrder(ctx.tx, row.id, {
      recipient_name,
      reference,
      last_on,
      units,
      ...(await authorityOf(ctx)),
      updated_at: ctx.now,
    }),
    ctx,
    assets,
  )
}

async function lockOwn(id: string, ctx: Context): Promise<OrderRow> {
  await lockCallerCredential(ctx)
  return checkMine(await store.lockOrder(ctx.tx, id), id, ctx)
}

export async function pauseOrder(id: string, ctx: Context, { assets }: OrderOptions) {
  const row = await lockOwn(id, ctx)
  const { to: status } = orderLife.check(row.status, 'pause')
  return announce(
    await store.updateOrder(ctx.tx, row.id, { status, updated_at: ctx.now }),
    ctx,
    assets,
  )
}

export async function cancelOrder(id: string, ctx: Context, { assets }: OrderOptions) {
  return announce(await cancel(await lockOwn(id, ctx), ctx), ctx, assets)
}

export function cancel(row: OrderRow, ctx: Context): Promise<OrderRow> {
  const { to: status } = orderLife.check(row.status, 'cancel')
  return store.updateOrder(ctx.tx, row.id, { status, next_on: null, updated_at: ctx.now })
}

/** The dates of the pause are left out; a payment that is due today is still made. */
export async function resumeOrder(id: string, ctx: Context, { assets }: OrderOptions) {
  const row = await lockOwn(id, ctx)
  const resumed = orderLife.check(row.status, 'resume').to
  const dates_passed = passedBefore(row, dayOf(ctx.now), row.dates_passed)
  const next_on = dateAt(row, dates_passed)
  return announce(
    await store.updateOrder(ctx.tx, row.id, {
      status: next_on === null ? orderLife.check(resumed, 'end').to : resumed,
      dates_passed,
      next_on,
      ...(next_on !== null && { try_at: startOfDay(next_on) }),
      attempts: 0,
      failed_in_a_row: 0,
      ...(await authorityOf(ctx)),
      updated_at: ctx.now,
    }),
    ctx,
    assets,
  )
}

export function announce(row: OrderRow, ctx: Context, assets: AssetCatalogue): OrderRow {
  ctx.emit(StandingOrderChanged, toEvent(row, assets), subjectOf(row))
  return row
}

export const subjectOf = ({ user_uuid, from_account }: OrderRow) => ({
  user_uuid,
  account_uuid: from_account,
})

function toEvent(row: OrderRow, assets: AssetCatalogue) {
  const {
    uuid,
    from_account,
    to_account,
    amount,
    asset_code,
    reference,
    frequency,
    next_on,
    status,
  } = toOrder(row, assets)
  return {
    uuid,
    from_account,
    to_account,
    amount,
    asset_code,
    reference,
    frequency,
    next_on,
    status,
  }
}
