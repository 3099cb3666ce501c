// The background work on payment intents: expiring them, polling their network, and crediting the recipient or
// refunding the payer.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { AppError, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findUser } from '../../../people/identity/index.ts'
import * as events from '../events.ts'
import * as store from './store.ts'
import type { IntentRow } from './store.ts'
import { describeEntry, findTarget } from './service.ts'
import { intentLife } from '../life-cycle.ts'
import { book, clearingOf, refund } from '../postings.ts'
import type { MobileOptions } from '../options.ts'
import { holdForClaim } from '../p2p/service.ts'
import { emitIntentEvent } from '../view.ts'

/** The delay before the bank retries a payment that could not end. */
const RETRY_MS = 60_000

export async function settleIntent(
  id: string,
  ctx: Context,
  options: MobileOptions,
): Promise<void> {
  const row = await store.lockIntent(ctx.tx, id)
  if (!row || row.due_at === null || new Date(row.due_at) > ctx.now) return
  if (row.status === 'PENDING') return settlePending(row, ctx, options)
  const { to: status } = intentLife.check(row.status, 'expire')
  const end = { status, ended_at: ctx.now, due_at: null }
  emitIntentEvent(
    ctx,
    events.IntentExpiredEvent,
    await store.updateIntent(ctx.tx, id, end),
    options.assets,
  )
}

async function settlePending(row: IntentRow, ctx: Context, options: MobileOptions): Promise<void> {
  const network = options.networks.find(row)
  const answer = network.answer(row, new Date(row.submitted_at!), ctx.now)
  if (answer === 'waiting') return void (await later(row, ctx))
  const problem = answer === 'confirmed' ? await pay(row, ctx, options) : answer
  if (problem === 'waiting') return void (await later(row, ctx))
  if (problem) return fail(row, problem, ctx, options)
  const { to: status } = intentLife.check(row.status, 'confirm')
  const end = { status, ended_at: ctx.now, due_at: null }
  const confirmed = await store.updateIntent(ctx.tx, row.id, end)
  emitIntentEvent(ctx, events.IntentConfirmed, confirmed, options.assets)
}

const later = (row: IntentRow, { tx, now }: Context) =>
  store.updateIntent(tx, row.id, { due_at: new Date(now.getTime() + RETRY_MS) })

interface Problem {
  readonly code: string
  readonly message: string
}

/** Credits the recipient; returns the problem if that fails, and 'waiting' while payments are switched off. */
async function pay(
  row: IntentRow,
  ctx: Context,
  options: MobileOptions,
): Promise<Problem | 'waiting' | undefined> {
  const units = BigInt(row.units)
  if (row.recipient_kind === 'email') {
    await holdForClaim(
      {
        id: uuidv7(ctx.now),
        from_user: row.user_uuid,
        from_account: row.account_uuid!,
        to_email: row.recipient_id!,
        asset: row.asset,
        units,
        fee_units: BigInt(row.fee_units),
        note: row.description?.slice(0, 140) ?? null,
        intent_id: row.id,
      },
      ctx,
      options,
    )
    return undefined
  }
  const to = await findTarget(row, ctx)
  const unreachable = {
    code: row.recipient_kind === 'merchant' ? 'MERCHANT_UNREACHABLE' : 'RECIPIENT_UNAVAILABLE',
    message: 'The recipient can no longer receive money.',
  }
  if (to === undefined) return unreachable
  try {
    const arriving = { from: row.account_uuid, to, asset: options.assets.get(row.asset), units }
    const credits = await options.guards.mayArrive(ctx, { id: uuidv7(ctx.now), ...arriving })
    // The recipient of a shielded payment does not learn who paid.
    const payer = row.shield ? undefined : await findUser(ctx.tx, row.user_uuid)
    const moves = [{ from: clearingOf(ctx), to, units, counterparty: payer?.name }]
    await book(ctx, { ...(await describeEntry(row, ctx)), moves, credits })
    return undefined
  } catch (error) {
    // The guards or the ledger refused before anything was written.
    if (!(error instanceof AppError)) throw error
    return error.def.code === Unavailable.code ? 'waiting' : unreachable
  }
}

async function fail(
  row: IntentRow,
  { code, message }: Problem,
  ctx: Context,
  options: MobileOptions,
): Promise<void> {
  const isBack = await refund(ctx, {
    user: row.user_uuid,
    account: row.account_uuid!,
    asset: row.asset,
    units: BigInt(row.units),
    fee: BigInt(row.fee_units),
    reference: 'Return of a payment that failed',
    metadata: { payment_intent: row.id },
  })
  if (!isBack) return void (await later(row, ctx))
  const { to: status } = intentLife.check(row.status, 'fail')
  const failure = { status, error_code: code, error_message: message }
  const end = { ended_at: ctx.now, due_at: null }
  const failed = await store.updateIntent(ctx.tx, row.id, { ...failure, ...end })
  emitIntentEvent(ctx, events.IntentFailed, failed, options.assets)
}
