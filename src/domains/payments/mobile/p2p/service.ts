// Transfers between customers. A user named by uuid is credited at once. Money to an e-mail address always waits until
// its owner claims it, whether or not the address belongs to a customer: the address is never looked up, so neither
// the answer nor its timing, nor whether the transfer can be cancelled, reveals who is a customer.
import { DAY_MS, HOUR_MS } from '../../../../kernel/durations.ts'
import { firstUuidAt, isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { hashSecret, randomText } from '../../../../platform/secrets.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import type { Cleared } from '../../../../operation/credits.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findUser, isVisibleTo } from '../../../people/identity/index.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { sendClaimMail } from './claim-mail.ts'
import * as errors from '../errors.ts'
import * as events from '../events.ts'
import { p2pLife } from '../life-cycle.ts'
import { book, clearingOf, feesOf, refund } from '../postings.ts'
import type { MobileOptions } from '../options.ts'
import * as store from './store.ts'
import type { P2pRow } from './store.ts'
import {
  checkNotOwnEmail,
  choosePayer,
  findReceivingAccount,
  isEmail,
  normalizeEmail,
  selfPaymentError,
} from '../parties.ts'
import { emitTransferEvent } from '../view.ts'

export const RETURN_JOB = 'mobile.return_transfers'

/** The limits of pending transfers of one sender, in total and to one address: each sends an unsolicited mail. */
export const PENDING_MAX = 100
export const PENDING_PER_ADDRESS_MAX = 10

const RETRY_MS = HOUR_MS
const CODE_LETTERS = 32

export interface TransferRequest {
  readonly to_user: string
  readonly asset: AssetRecord
  readonly units: bigint
  readonly note: string | null
  readonly from_account?: string
}

export async function sendToPerson(
  request: TransferRequest,
  ctx: Context,
  options: MobileOptions,
): Promise<P2pRow> {
  const to = request.to_user.trim()
  if (isEmail(to)) return sendToEmail(normalizeEmail(to), request, ctx, options)
  if (isUuid(to.toLowerCase())) return sendToUser(to.toLowerCase(), request, ctx, options)
  const sentence = 'Name the recipient by a user’s uuid or by an e-mail address.'
  throw Invalid({ errors: { to_user: [sentence] } })
}

async function sendToUser(
  to_user: string,
  request: TransferRequest,
  ctx: Context,
  options: MobileOptions,
): Promise<P2pRow> {
  const { tx, now, caller } = ctx
  if (to_user === caller.user) throw selfPaymentError('to_user')
  if (!(await isVisibleTo(ctx, to_user))) throw NotFound({ what: 'user', id: request.to_user })
  const to_account = await findReceivingAccount({ user: to_user }, ctx)
  if (to_account === undefined) throw errors.RecipientUnavailable({})
  const sender = { environment: caller.environment, from_user: caller.user! }
  await checkNotes({ ...sender, to_user, to_email: null }, request.note, ctx, options)
  const { asset, units, note } = request
  const fee_units = options.feeWithin(units)
  const from_account = await payerOf(request, fee_units, ctx)
  const id = uuidv7(now)
  const guarded = { id, from: from_account, to: to_account, leaves: false, asset, units }
  const credits = await options.guards.mayTransfer(ctx, guarded)
  await book(ctx, {
    subtype: 'p2p',
    credits,
    asset: asset.code,
    user: caller.user!,
    reference: note ?? 'Transfer between customers',
    metadata: { p2p_transfer: id },
    moves: [{ from: from_account, to: to_account, units }, feeMove(from_account, fee_units, ctx)],
  })
  const row = await store.insertTransfer(tx, {
    id,
    ...sender,
    from_account,
    to_user,
    to_email: null,
    to_account,
    asset: asset.code,
    units,
    fee_units,
    note,
    status: 'completed',
    code_hash: null,
    intent_id: null,
    created_at: now,
    expires_at: null,
    ended_at: now,
    due_at: null,
  })
  emitTransferEvent(ctx, events.P2pCompleted, row, options.assets)
  return row
}

const payerOf = ({ asset, units, from_account }: TransferRequest, fee: bigint, ctx: Context) =>
  choosePayer(from_account, { asset: asset.code, units: units + fee }, ctx)

const feeMove = (from: string, units: bigint, ctx: Context) => ({
  from,
  to: feesOf(ctx),
  units,
  subtype: 'fee',
})

/** Limits notes, which can be used to harass; transfers without a note are not limited. */
async function checkNotes(
  who: Pick<P2pRow, 'environment' | 'from_user' | 'to_user' | 'to_email'>,
  note: string | null,
  { tx, now }: Context,
  { notesPerDay }: MobileOptions,
): Promise<void> {
  if (note === null || notesPerDay === 0) return
  await store.lockSender(tx, who)
  const since = firstUuidAt(new Date(now.getTime() - DAY_MS))
  if ((await store.countNotes(tx, who, since, notesPerDay)) < notesPerDay) return
  const sentence = `You have sent this recipient ${notesPerDay} notes in 24 hours; send the money without a note.`
  throw Invalid({ errors: { note: [sentence] } })
}

async function sendToEmail(
  to_email: string,
  request: TransferRequest,
  ctx: Context,
  options: MobileOptions,
): Promise<P2pRow> {
  const { asset, units, note } = request
  await checkNotOwnEmail(to_email, 'to_user', ctx)
  await checkPendingLimit(to_email, ctx, options)
  const sender = { environment: ctx.caller.environment, from_user: ctx.caller.user! }
  await checkNotes({ ...sender, to_user: null, to_email }, note, ctx, options)
  const fee_units = options.feeWithin(units)
  const from_account = await payerOf(request, fee_units, ctx)
  const waiting = { ...sender, from_account, to_email, asset: asset.code, units, fee_units, note }
  // The claimant is not known yet, so the money counts as leaving the bank.
  const guarded = { from: from_account, to: to_email, leaves: true, asset, units }
  const id = uuidv7(ctx.now)
  await options.guards.mayTransfer(ctx, { id, ...guarded })
  await book(ctx, {
    subtype: 'p2p',
    asset: asset.code,
    user: ctx.caller.user!,
    reference: note ?? 'Transfer to an e-mail address',
    metadata: { to_email, p2p_transfer: id },
    moves: [
      { from: from_account, to: clearingOf(ctx), units },
      feeMove(from_account, fee_units, ctx),
    ],
  })
  return holdForClaim({ ...waiting, id, intent_id: null }, ctx, options)
}

/**
 * Limits pending transfers, because each sends an unsolicited mail. Payment intents on their way to an address count
 * already, so that none of them fails at this limit later.
 */
export async function checkPendingLimit(
  to_email: string,
  { tx, caller }: Context,
  { mailer }: MobileOptions,
): Promise<void> {
  if (!mailer.isOn)
    throw Unavailable({ reason: 'Money cannot be sent to e-mail addresses: mail is switched off.' })
  const sender = { environment: caller.environment, from_user: caller.user! }
  await store.lockSender(tx, sender)
  const { all, there } = await store.countWaiting(tx, sender, to_email)
  if (there >= PENDING_PER_ADDRESS_MAX)
    throw errors.TooManyPendingTransfers({
      maximum: PENDING_PER_ADDRESS_MAX,
      whose: 'to this address',
    })
  if (all >= PENDING_MAX)
    throw errors.TooManyPendingTransfers({ maximum: PENDING_MAX, whose: 'in total' })
}

export interface PendingTransfer
  extends Pick<P2pRow, 'from_user' | 'from_account' | 'asset' | 'note' | 'intent_id'> {
  readonly id: string
  readonly to_email: string
  readonly units: bigint
  /** Charged already; it is refunded with the amount if the transfer is not claimed. */
  readonly fee_units: bigint
}

/** Records a pending transfer, whose amount is on the clearing account, and mails the code to the address. */
export async function holdForClaim(
  waiting: PendingTransfer,
  ctx: Context,
  options: MobileOptions,
): Promise<P2pRow> {
  const { tx, now, caller } = ctx
  const expires_at = new Date(now.getTime() + options.claimDays * DAY_MS)
  const code = randomText(CODE_LETTERS)
  const row = await store.insertTransfer(tx, {
    ...waiting,
    environment: caller.environment,
    to_user: null,
    to_account: null,
    status: 'pending',
    code_hash: hashSecret(code),
    created_at: now,
    expires_at,
    ended_at: null,
    due_at: expires_at,
  })
  const due = { uuid: row.id, environment: row.environment, expires_at: expires_at.toISOString() }
  await sendWhenDue(options.jobs, RETURN_JOB, due, ctx)
  await sendClaimMail(row, code, ctx, options)
  emitTransferEvent(ctx, events.P2pSent, row, options.assets)
  return row
}

export interface Claim {
  readonly code: string
  readonly to_account?: string
}

/** The receiver is signed in with the address, and proves with the code that they read its mail. */
export async function claimTransfer(
  { code, to_account: given }: Claim,
  ctx: Context,
  options: MobileOptions,
): Promise<{ readonly row: P2pRow; readonly from_name: string }> {
  const { tx, now, caller } = ctx
  const known = await store.lockByCode(tx, hashSecret(code.trim()))
  const user = await findUser(tx, caller.user!)
  const isTheirs =
    known !== undefined &&
    user !== undefined &&
    known.environment === caller.environment &&
    known.to_email === normalizeEmail(user.email) &&
    (await isVisibleTo(ctx, known.from_user)) &&
    known.from_user !== user.uuid
  if (!isTheirs) throw errors.ClaimNotFound({})
  const { to: status } = p2pLife.check(known.status, 'claim')
  if (new Date(known.expires_at!) <= now) throw errors.ClaimNotFound({})
  const to_account =
    given === undefined
      ? await findReceivingAccount({ user: user.uuid }, ctx)
      : await choosePayer(given, { asset: known.asset, units: 0n }, ctx)
  if (to_account === undefined) throw errors.NoAccount({})
  const credits = await clearClaim(known, to_account, ctx, options)
  const { name: from_name } = (await findUser(tx, known.from_user))!
  await book(ctx, {
    subtype: 'p2p',
    credits,
    asset: known.asset,
    user: known.from_user,
    reference: known.note ?? 'Transfer between customers',
    metadata: { p2p_transfer: known.id },
    moves: [
      {
        from: clearingOf(ctx),
        to: to_account,
        units: BigInt(known.units),
        counterparty: from_name,
      },
    ],
  })
  const end = { status, to_user: user.uuid, to_account, ended_at: now, due_at: null }
  const row = await store.updateTransfer(tx, known.id, end)
  emitTransferEvent(ctx, events.P2pCompleted, row, options.assets)
  return { row, from_name }
}

/**
 * The claimant is known only now, so they are screened only now. A check that the travel rule requires was made by the
 * sender, when the transfer was created.
 */
const clearClaim = (
  row: P2pRow,
  to: string,
  ctx: Context,
  { guards, assets }: MobileOptions,
): Promise<Cleared> =>
  guards.mayArrive(ctx, {
    id: row.id,
    from: row.from_account,
    to,
    asset: assets.get(row.asset),
    units: BigInt(row.units),
  })

export async function cancelTransfer(
  id: string,
  ctx: Context,
  options: MobileOptions,
): Promise<P2pRow> {
  const known = await store.lockTransfer(ctx.tx, id)
  const isOwn = known?.environment === ctx.caller.environment && known.from_user === ctx.caller.user
  if (!known || !isOwn) throw NotFound({ what: 'transfer', id })
  const { to: status } = p2pLife.check(known.status, 'cancel')
  if (!(await goBack(known, ctx))) throw errors.NoAccount({})
  const end = { status, ended_at: ctx.now, due_at: null }
  const row = await store.updateTransfer(ctx.tx, id, end)
  emitTransferEvent(ctx, events.P2pCancelled, row, options.assets)
  return row
}

const goBack = (row: P2pRow, ctx: Context): Promise<boolean> =>
  refund(ctx, {
    user: row.from_user,
    account: row.from_account,
    asset: row.asset,
    units: BigInt(row.units),
    fee: BigInt(row.fee_units),
    reference: 'Return of an unclaimed transfer',
    metadata: { p2p_transfer: row.id },
  })

/** Returns an expired transfer; it stays pending while the sender has no open account. */
export async function returnTransfer(
  id: string,
  ctx: Context,
  options: MobileOptions,
): Promise<void> {
  const { tx, now } = ctx
  const known = await store.lockTransfer(tx, id)
  if (!known || known.due_at === null || new Date(known.due_at) > now) return
  if (!(await goBack(known, ctx))) {
    await store.updateTransfer(tx, id, { due_at: new Date(now.getTime() + RETRY_MS) })
    return
  }
  const { to: status } = p2pLife.check(known.status, 'return')
  const row = await store.updateTransfer(tx, id, { status, ended_at: now, due_at: null })
  emitTransferEvent(ctx, events.P2pReturned, row, options.assets)
}

/** A transfer that the caller sent or received. */
export async function getTransfer(id: string, { tx, caller }: Context): Promise<P2pRow> {
  const row = await store.findTransfer(tx, id)
  const isTheirs =
    row?.environment === caller.environment &&
    (row.from_user === caller.user || row.to_user === caller.user)
  if (!row || !isTheirs) throw NotFound({ what: 'transfer', id })
  return row
}

export const listTransfers = (
  { tx, caller }: Context,
  filter: Pick<store.TransferFilter, 'direction' | 'status'>,
  page: PageRequest,
) =>
  store.listTransfers(tx, { ...filter, environment: caller.environment, user: caller.user! }, page)
