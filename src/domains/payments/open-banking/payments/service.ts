// The rules of payments: initiating one, deciding about it, and following it to its end.
import { isValidIBAN } from 'ibantools'
import { HOUR_MS } from '../../../../kernel/durations.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Caller } from '../../../../operation/caller.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import { Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { findFirstAccountOf } from '../../../core/accounts/index.ts'
import { type AssetCatalogue, readAmount } from '../../../core/assets/index.ts'
import { findAccounts, isVisible } from '../../../core/ledger/index.ts'
import { readIban, readReference } from '../consents/access.ts'
import { openConsent } from '../account-information/service.ts'
import type { PaymentOrder, CarrierRegistry, Progress } from './carrier.ts'
import { listGranted } from '../consents/store.ts'
import * as events from '../events.ts'
import { type PaymentAction, paymentLife, type PaymentStatus } from '../life-cycle.ts'
import { checkInPerson, isHolder } from '../parties.ts'
import * as store from './store.ts'
import type { PaymentChange, PaymentRow } from './store.ts'
import { readRedirect } from '../redirect.ts'
import { toPaymentEvent } from '../view.ts'

export const PAYMENT_JOB = 'open_banking.follow_payments'

/** A payment that is not authorized within this time is cancelled. */
const DECIDE_WITHIN_MS = 24 * HOUR_MS
/** The delay before a payment in progress is polled, and the interval until it is settled. */
const FOLLOW_AFTER_MS = 1_000
const FOLLOW_AGAIN_MS = 60_000

export interface PaymentOptions {
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
  readonly carriers: CarrierRegistry
  readonly jobs: Pick<Jobs, 'send'>
}

export interface PaymentRequest {
  readonly creditor_iban: string
  readonly creditor_name?: string
  readonly amount: string | number
  readonly currency: string
  readonly debtor_account?: string
  readonly reference?: string
  readonly end_to_end_id?: string
  readonly consent_id?: string
  readonly redirect?: string
}

/** The payment waits for the account holder, unless the caller pays from an account of their own. */
export async function startPayment(
  input: PaymentRequest,
  ctx: Context,
  options: PaymentOptions,
): Promise<PaymentRow> {
  const { assets, carriers } = options
  const { asset, units } = readAmount(
    assets,
    { amount: input.amount, asset_code: input.currency },
    { amount: 'amount', asset: 'currency' },
  )
  const creditor_iban = readCreditor(input.creditor_iban)
  const carrier = carriers.find(creditor_iban)
  if (!carrier)
    throw Invalid({
      errors: {
        creditor_iban: [
          `${creditor_iban} is an account at another bank, and no rail of this bank reaches it; name an IBAN of this bank.`,
        ],
      },
    })
  const debtor = await findDebtor(input, ctx, options)
  const id = uuidv7(ctx.now)
  const { environment } = ctx.caller
  const payment = {
    id,
    environment,
    debtor_account: debtor.account,
    creditor_iban,
    creditor_name: input.creditor_name ?? null,
    currency: asset.code,
    units,
    reference: input.reference ?? null,
    end_to_end_id: input.end_to_end_id ?? id.replaceAll('-', '').slice(-16).toUpperCase(),
  }
  const fee_units = await carrier.check(payment, ctx)
  const row = await store.insertPayment(ctx.tx, {
    ...payment,
    fee_units,
    tpp_uuid: ctx.caller.user!,
    consent_id: debtor.consent,
    status: 'RCVD',
    redirect_uri: readRedirect(input.redirect),
    carrier: carrier.name,
    due_at: new Date(ctx.now.getTime() + DECIDE_WITHIN_MS),
    created_at: ctx.now,
  })
  announce(row, ctx, options)
  if (debtor.isOwn) return execute(row, ctx, options)
  await sendJob(row, ctx, options)
  return row
}

function readCreditor(written: string): string {
  const iban = readIban(written)
  if (isValidIBAN(iban)) return iban
  throw Invalid({
    errors: { creditor_iban: [`"${written}" is not a valid IBAN; check its digits.`] },
  })
}

interface Debtor {
  readonly account: string
  readonly consent: string | null
  /** Whether the caller owns or manages the account. */
  readonly isOwn: boolean
}

/** The account that the caller names, or the only one that the consent covers, or else the caller's oldest. */
async function findDebtor(
  input: PaymentRequest,
  ctx: Context,
  { directory }: PaymentOptions,
): Promise<Debtor> {
  const refuse = (sentence: string) => Invalid({ errors: { debtor_account: [sentence] } })
  const use = input.consent_id ? await openConsent(input.consent_id, ctx) : undefined
  const granted = use && (await listGranted(ctx.tx, use.consent.id, 'accounts'))
  const reference =
    input.debtor_account === undefined ? undefined : readReference(input.debtor_account)
  if (input.debtor_account !== undefined && reference === undefined)
    throw refuse(
      `"${input.debtor_account}" is neither the uuid of an account nor a valid IBAN; check its digits.`,
    )
  if (reference === undefined && granted !== undefined && granted.length !== 1)
    throw refuse(`The consent covers ${granted.length} accounts; name the one to debit.`)
  const id =
    reference === undefined
      ? (granted?.[0] ?? (await findFirstAccountOf(ctx))?.id)
      : await directory.find(ctx.tx, { account: reference })
  const account = id === undefined ? undefined : (await findAccounts(ctx.tx, [id])).get(id)
  if (!isVisible(account, ctx.caller) || granted?.includes(account.id) === false)
    throw refuse(
      reference === undefined
        ? 'There is no account to debit; name one.'
        : granted === undefined
          ? `There is no account ${reference} at this bank.`
          : `The consent does not cover the account ${reference}.`,
    )
  return {
    account: account.id,
    consent: use?.consent.id ?? null,
    isOwn: isHolder(account, ctx.caller.user!, ctx.caller.environment),
  }
}

/** For the user who initiated the payment and the account holder who decided about it. */
export async function getPayment(id: string, ctx: Context): Promise<PaymentRow> {
  const row = await store.findPayment(ctx.tx, id)
  if (!row || !isPartyOf(row, ctx.caller)) throw NotFound({ what: 'payment', id })
  return row
}

const isPartyOf = (row: PaymentRow, { user, environment }: Caller): boolean =>
  row.environment === environment && (row.tpp_uuid === user || row.psu_uuid === user)

export const listPayments = (
  input: PageRequest & { readonly role: 'tpp' | 'psu' },
  { tx, caller }: Context,
) =>
  store.listPayments(
    tx,
    { environment: caller.environment, user: caller.user!, role: input.role },
    input,
  )

/** The status at this moment: the carrier or the clock may be ahead of the stored status. */
export async function statusNow(
  row: PaymentRow,
  { tx, now }: { readonly tx: Db; readonly now: Date },
  { carriers }: PaymentOptions,
): Promise<Pick<PaymentRow, 'status' | 'reason'>> {
  if (row.status === 'RCVD' && isDue(row, now)) return { status: 'CANC', reason: NOT_AUTHORIZED }
  if (row.status !== 'ACSP') return row
  const { status, reason } = await carriers.get(row.carrier).follow(tx, row.carrier_id!)
  return { status: STATUS_OF[status], reason }
}

const STATUS_OF = { pending: 'ACSP', completed: 'ACSC', failed: 'RJCT' } as const

const NOT_AUTHORIZED = 'The payment was not authorized in time.'

const isDue = ({ due_at }: PaymentRow, now: Date): boolean =>
  due_at !== null && Date.parse(due_at) <= now.getTime()

/** A payment that the caller may decide about, because it would debit an account of theirs. */
export async function reviewPayment(id: string, ctx: Context): Promise<PaymentRow> {
  return checkTheirs(await store.findPayment(ctx.tx, id), id, ctx)
}

async function checkTheirs(
  row: PaymentRow | undefined,
  id: string,
  { tx, caller }: Context,
): Promise<PaymentRow> {
  if (row?.environment !== caller.environment) throw NotFound({ what: 'payment', id })
  const account = (await findAccounts(tx, [row.debtor_account])).get(row.debtor_account)
  if (!isHolder(account, caller.user!, caller.environment))
    throw Forbidden({
      reason: 'This payment would debit an account that is not yours; only its owner can decide.',
    })
  return row
}

export async function authorizePayment(
  id: string,
  ctx: Context,
  options: PaymentOptions,
): Promise<PaymentRow> {
  checkInPerson(ctx.caller)
  const row = await checkTheirs(await store.lockPayment(ctx.tx, id), id, ctx)
  return execute(row, ctx, options)
}

/** Authorizes the payment and reserves its amount; if either fails, neither happens. */
async function execute(
  row: PaymentRow,
  ctx: Context,
  options: PaymentOptions,
): Promise<PaymentRow> {
  const authorized = await apply(row, 'authorize', ctx, options, {
    psu_uuid: ctx.caller.user!,
    authorized_at: ctx.now,
    due_at: ctx.now,
  })
  const carrier_id = await options.carriers.get(row.carrier).send(toCarried(authorized), ctx)
  const executed = await apply(authorized, 'execute', ctx, options, {
    carrier_id,
    due_at: new Date(ctx.now.getTime() + FOLLOW_AFTER_MS),
  })
  await sendJob(executed, ctx, options)
  return executed
}

const toCarried = (row: PaymentRow): PaymentOrder => ({
  ...row,
  units: BigInt(row.units),
  fee_units: BigInt(row.fee_units),
})

export async function rejectPayment(
  id: string,
  ctx: Context,
  options: PaymentOptions,
): Promise<PaymentRow> {
  checkInPerson(ctx.caller)
  const row = await checkTheirs(await store.lockPayment(ctx.tx, id), id, ctx)
  return apply(row, 'reject', ctx, options, {
    psu_uuid: ctx.caller.user!,
    reason: 'The account holder rejected the payment.',
    due_at: null,
  })
}

export async function cancelPayment(
  id: string,
  ctx: Context,
  options: PaymentOptions,
): Promise<PaymentRow> {
  const row = await store.lockPayment(ctx.tx, id)
  if (!row || !isPartyOf(row, ctx.caller)) throw NotFound({ what: 'payment', id })
  return apply(row, 'cancel', ctx, options, { due_at: null })
}

/** For the job: ends a payment that was not authorized in time, or records its state at the carrier. */
export async function pollPayment(
  id: string,
  ctx: Context,
  options: PaymentOptions,
): Promise<void> {
  const row = await store.lockPayment(ctx.tx, id)
  if (!row || paymentLife.isEnd(row.status) || !isDue(row, ctx.now)) return
  const { status, reason } = await statusNow(row, ctx, options)
  if (status === row.status) {
    const due_at = new Date(ctx.now.getTime() + FOLLOW_AGAIN_MS)
    await store.updatePayment(ctx.tx, id, { due_at })
  } else await note(row, ENDING[status]!, ctx, options, { reason, due_at: null })
}

/** For a carrier, in its own transaction: records the state of a payment, also a return after its end. */
export async function recordCarrierStatus(
  carrier: string,
  carrier_id: string,
  progress: Progress,
  ctx: Context,
  options: PaymentOptions,
): Promise<void> {
  const row = await store.lockCarried(ctx.tx, carrier, carrier_id)
  const status = STATUS_OF[progress.status]
  if (!row || status === row.status) return
  const action = row.status === 'ACSC' ? 'return' : ENDING[status]!
  const isReturn = action === 'return'
  await note(row, action, ctx, options, {
    reason: progress.reason,
    due_at: null,
    ...(isReturn && { completed_at: null }),
  })
}

/** The action that brings a payment to each final state. */
const ENDING: Partial<Readonly<Record<PaymentStatus, PaymentAction>>> = {
  ACSC: 'complete',
  RJCT: 'fail',
  CANC: 'expire',
}

/** A step that a user takes; throws if the payment has ended. */
function apply(
  row: PaymentRow,
  action: PaymentAction,
  ctx: Context,
  options: PaymentOptions,
  change: PaymentChange,
): Promise<PaymentRow> {
  if (row.status === 'RCVD' && isDue(row, ctx.now)) paymentLife.check('CANC', action)
  return note(row, action, ctx, options, change)
}

async function note(
  row: PaymentRow,
  action: PaymentAction,
  ctx: Context,
  options: PaymentOptions,
  change: PaymentChange,
): Promise<PaymentRow> {
  const { to } = paymentLife.check(row.status, action)
  const changed = await store.updatePayment(ctx.tx, row.id, {
    ...change,
    status: to,
    updated_at: ctx.now,
    ...(to === 'ACSC' && { completed_at: ctx.now }),
  })
  announce(changed, ctx, options)
  return changed
}

const eventOf: Readonly<Record<PaymentStatus, EventDef<typeof events.PaymentReceived.data>>> = {
  RCVD: events.PaymentReceived,
  ACTC: events.PaymentAuthorized,
  ACSP: events.PaymentExecuted,
  ACSC: events.PaymentCompleted,
  RJCT: events.PaymentRejected,
  CANC: events.PaymentCancelled,
}

/** Notifies the account holder only after they decided: before that, any third party could send them events. */
function announce(row: PaymentRow, ctx: Context, { assets }: PaymentOptions): void {
  const data = toPaymentEvent(row, assets)
  for (const user_uuid of new Set([row.tpp_uuid, row.psu_uuid ?? row.tpp_uuid]))
    ctx.emit(eventOf[row.status], data, { user_uuid })
}

const sendJob = (row: PaymentRow, ctx: Context, { jobs }: PaymentOptions): Promise<void> =>
  sendWhenDue(
    jobs,
    PAYMENT_JOB,
    { uuid: row.id, environment: row.environment, expires_at: row.due_at! },
    ctx,
  )
