// The rules of a payment between agents: initiating it reserves the money, and the sender's confirmation
// pays it out. The sender pays the fee on top of the amount.
import { formatDecimal } from '../../../kernel/money.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import { type AppError, NotFound } from '../../../operation/error.ts'
import { sendWhenDue } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import {
  type AgentRow,
  checkActive,
  checkDid,
  findAgentsById,
  getActingAgent,
  getAgent,
} from '../agents/index.ts'
import {
  type AgentAmountRequest,
  booksOfPayout,
  booksOfReservation,
  checkGuards,
  closeUnfundedEscrow,
  type EscrowOptions,
  feeOn,
  fundAndRelease,
  getAgentAccount,
  refund,
  WrongParty,
  openEscrow,
  payOut,
  readAgentAmount,
  reserve,
  type Shortfall,
  toTransactionName,
} from '../escrow/index.ts'
import { findHold, post } from '../../core/ledger/index.ts'
import { InsufficientBalance } from '../../core/transfers/index.ts'
import { SelfPayment } from './errors.ts'
import * as events from './events.ts'
import { type PaymentOperation, type PaymentStatus, paymentLife } from './life-cycle.ts'
import { expiredBecause, toPayment } from './schema.ts'
import * as store from './store.ts'
import type { PaymentRow } from './store.ts'

export interface PaymentOptions {
  /** Used for payments through an escrow; payments share its catalogue and jobs. */
  readonly escrow: EscrowOptions
  /** The bank's fee, in hundredths of a percent of the amount. */
  readonly feeBasisPoints: number
  readonly expirySeconds: number
}

export const EXPIRY_JOB = 'agent_payments.expire'
const PAYMENT_PURPOSE = 'agent_payment'
/** In whole units of the currency; a JSON number could not keep more digits exactly. */
const AMOUNT_MAX = 1_000_000_000n

export interface PaymentRequest extends AgentAmountRequest {
  readonly did: string
  readonly to_agent_did: string
  readonly description?: string
  readonly escrow_required?: boolean
  readonly metadata?: Record<string, unknown>
}

export async function initiate(request: PaymentRequest, ctx: Context, options: PaymentOptions) {
  const { assets, jobs } = options.escrow
  const sender = checkActive(await getActingAgent(request.did, ctx))
  if (checkDid(request.to_agent_did) === sender.did) throw SelfPayment({})
  const receiver = checkActive(await getAgent(request.to_agent_did, ctx))
  const amount = readAgentAmount(assets, request, AMOUNT_MAX)
  const ownFee = feeOn(amount.units, options.feeBasisPoints)
  const fee_units = options.escrow.feeWithin(amount.units, ownFee)
  const uuid = uuidv7(ctx.now)
  const expires_at = new Date(ctx.now.getTime() + options.expirySeconds * 1000)
  const metadata = request.metadata ?? {}
  const reservation = {
    purpose: PAYMENT_PURPOSE,
    from: await getAgentAccount(sender, ctx),
    to: await getAgentAccount(receiver, ctx),
    asset: amount.asset.code,
    units: amount.units + fee_units,
    fee: fee_units,
    reference: request.description ?? `Payment ${toTransactionName(uuid)}`,
    metadata: { transaction_id: toTransactionName(uuid) },
  }
  const guarded = { ...reservation, ...amount, id: uuid }
  await checkGuards(guarded, ctx, options.escrow.guards)
  const hold_id = await post(ctx, {
    books: booksOfReservation(reservation),
    decide: (ledger) => reserve(ledger, reservation, notCovered),
  })
  const escrow = request.escrow_required
    ? await openEscrow(
        {
          buyer: sender,
          seller: receiver,
          amount,
          conditions: [],
          release_conditions: [],
          metadata,
          transaction_uuid: uuid,
          of_payment: true,
          expires_at,
        },
        ctx,
        options.escrow,
      )
    : undefined
  const row = await store.insertPayment(ctx.tx, {
    uuid,
    environment: ctx.caller.environment,
    ...sidesOf(sender, receiver),
    asset: amount.asset.code,
    units: amount.units,
    fee_units,
    type: escrow ? 'escrow' : 'direct',
    status: 'pending',
    description: request.description ?? null,
    metadata,
    escrow_uuid: escrow?.uuid ?? null,
    hold_id,
    created_at: ctx.now,
    expires_at,
  })
  await sendWhenDue(jobs, EXPIRY_JOB, row, ctx)
  announce(ctx, events.AgentPaymentInitiated, row, options)
  return toPayment(row, assets, ctx.now)
}

const sidesOf = (from: AgentRow, to: AgentRow) => ({
  from_uuid: from.uuid,
  from_did: from.did,
  from_owner: from.owner_uuid,
  to_uuid: to.uuid,
  to_did: to.did,
  to_owner: to.owner_uuid,
})

/** The message is listed under the field `amount`, as for a transfer. */
const notCovered = ({ message, ...figures }: Shortfall): AppError =>
  InsufficientBalance({ ...figures, errors: { amount: [message] } })

/** Finds a payment by its public id, for domains that refer to payments. */
export async function findPayment(tx: Db, transaction_id: string): Promise<PaymentRow | undefined> {
  const uuid = readUuid(transaction_id)
  return uuid === undefined ? undefined : store.findPaymentRow(tx, uuid)
}

function readUuid(transaction_id: string): string | undefined {
  const uuid = transaction_id.startsWith('txn-') ? transaction_id.slice('txn-'.length) : ''
  return isUuid(uuid) ? uuid.toLowerCase() : undefined
}

/** The sender and the receiver see the payment; any other agent gets 404. */
function checkThere(row: PaymentRow | undefined, agent: AgentRow, id: string): PaymentRow {
  if (row?.from_uuid !== agent.uuid && row?.to_uuid !== agent.uuid)
    throw NotFound({ what: 'payment', id })
  return row
}

export async function get(
  { did, transaction_id }: { readonly did: string; readonly transaction_id: string },
  ctx: Context,
  { escrow: { assets } }: PaymentOptions,
) {
  const agent = await getActingAgent(did, ctx)
  const row = checkThere(await findPayment(ctx.tx, transaction_id), agent, transaction_id)
  return toPayment(row, assets, ctx.now)
}

export interface ListRequest {
  readonly did: string
  readonly type: 'sent' | 'received' | 'all'
  readonly status?: PaymentStatus
  readonly limit: number
}

export async function list(
  { did, ...filter }: ListRequest,
  ctx: Context,
  { escrow: { assets } }: PaymentOptions,
) {
  const agent = await getActingAgent(did, ctx)
  const rows = await store.listPayments(ctx.tx, { ...filter, agent: agent.uuid, now: ctx.now })
  return rows.map((row) => toPayment(row, assets, ctx.now))
}

interface StepRequest {
  readonly did: string
  readonly transaction_id: string
}

/** Locks the payment, and checks that the agent is its sender and that the life cycle allows the step now. */
async function lockForStep(
  { did, transaction_id }: StepRequest,
  operation: PaymentOperation,
  ctx: Context,
  options: PaymentOptions,
) {
  const agent = await getActingAgent(did, ctx)
  const uuid = readUuid(transaction_id)
  const found = uuid === undefined ? undefined : await store.lockPayment(ctx.tx, uuid)
  const row = checkThere(found, agent, transaction_id)
  if (row.from_uuid !== agent.uuid)
    throw WrongParty({ did, operation, who: paymentLife.who(operation).join(' or ') })
  const { status } = await expireIfDue(row, ctx, options)
  return { row, step: paymentLife.check(status, operation), sender: agent }
}

export async function confirm(request: StepRequest, ctx: Context, options: PaymentOptions) {
  const { row, step, sender } = await lockForStep(request, 'confirm', ctx, options)
  checkActive(sender)
  const entry_id =
    row.escrow_uuid === null
      ? await payReceiver(row, ctx, options)
      : await fundAndRelease(
          { escrow_uuid: row.escrow_uuid, hold_id: row.hold_id, fee: BigInt(row.fee_units) },
          ctx,
          options.escrow,
        )
  const change = { status: step.to, closed_at: ctx.now, entry_id }
  const completed = await store.closePayment(ctx.tx, row.uuid, change)
  announce(ctx, events.AgentPaymentCompleted, completed, options)
  return toPayment(completed, options.escrow.assets, ctx.now)
}

async function payReceiver(
  row: PaymentRow,
  ctx: Context,
  { escrow: { guards, assets } }: PaymentOptions,
): Promise<string> {
  const receiver = (await findAgentsById(ctx.tx, [row.to_uuid])).get(row.to_uuid)!
  const hold = (await findHold(ctx.tx, row.hold_id))!
  const to = await getAgentAccount(receiver, ctx)
  const units = BigInt(row.units)
  const arriving = { id: row.uuid, from: hold.account_id, to: to.account, units }
  const payout = {
    environment: row.environment,
    hold: hold.id,
    from: { did: row.from_did, account: hold.account_id },
    to,
    credits: await guards.mayArrive(ctx, { ...arriving, asset: assets.get(row.asset) }),
    asset: row.asset,
    units,
    fees: [BigInt(row.fee_units)],
    subtype: PAYMENT_PURPOSE,
    backBecause: 'The payment was less than what was reserved for it.',
  }
  const entry = await post(ctx, {
    books: booksOfPayout(payout),
    holds: [hold.id],
    decide: (ledger) => payOut(ledger, payout),
  })
  return entry.id
}

export async function cancel(
  request: StepRequest & { readonly reason?: string },
  ctx: Context,
  options: PaymentOptions,
) {
  const { row, step } = await lockForStep(request, 'cancel', ctx, options)
  const reason = request.reason ?? 'Cancelled by the sender.'
  await refund(row.hold_id, reason, ctx)
  if (row.escrow_uuid !== null)
    await closeUnfundedEscrow(row.escrow_uuid, { operation: 'cancel', reason }, ctx, options.escrow)
  const change = { status: step.to, closed_at: ctx.now, reason }
  const cancelled = await store.closePayment(ctx.tx, row.uuid, change)
  announce(ctx, events.AgentPaymentCancelled, cancelled, options)
  return toPayment(cancelled, options.escrow.assets, ctx.now)
}

/** Returns the row, failed if its time is over. The caller must hold its lock. */
export async function expireIfDue(
  row: PaymentRow,
  ctx: Context,
  options: PaymentOptions,
): Promise<PaymentRow> {
  const step = paymentLife.find(row.status, 'expire')
  if (!step || new Date(row.expires_at) > ctx.now) return row
  const reason = expiredBecause(row)
  await refund(row.hold_id, reason, ctx, 'expired')
  if (row.escrow_uuid !== null)
    await closeUnfundedEscrow(row.escrow_uuid, { operation: 'expire', reason }, ctx, options.escrow)
  const change = { status: step.to, closed_at: ctx.now, reason }
  const failed = await store.closePayment(ctx.tx, row.uuid, change)
  announce(ctx, events.AgentPaymentFailed, failed, options)
  return failed
}

/** The owners of both agents get the event; an owner of both gets it once. */
function announce(
  ctx: Context,
  event: (typeof events)[keyof typeof events],
  row: PaymentRow,
  { escrow: { assets } }: PaymentOptions,
): void {
  const data = {
    transaction_id: toTransactionName(row.uuid),
    from_agent_did: row.from_did,
    to_agent_did: row.to_did,
    amount: formatDecimal({ units: BigInt(row.units), asset: assets.get(row.asset) }),
    currency: row.asset,
    status: row.status,
    type: row.type,
  }
  for (const user_uuid of new Set([row.from_owner, row.to_owner]))
    ctx.emit(event, data, { user_uuid })
}
