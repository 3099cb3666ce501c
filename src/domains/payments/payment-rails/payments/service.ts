// Creates payments over rails, cancels them and reads them.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { type AssetCatalogue, type AssetRecord, readAsset } from '../../../core/assets/index.ts'
import {
  type Account,
  checkOpen,
  findAccounts,
  findFirstAccounts,
  getAccount,
  canUse,
} from '../../../core/ledger/index.ts'
import type { FeeSchedule, PaymentGuards } from '../../../core/transfers/index.ts'
import type { AuthorityCheck } from '../../../people/identity/index.ts'
import { costOf } from '../rails/costs.ts'
import { NoAccount } from '../errors.ts'
import * as events from '../events.ts'
import { settlementTime, submissionTime } from '../rails/hours.ts'
import { paymentLife } from '../life-cycle.ts'
import { refund, takePayment } from './postings.ts'
import { findOwnAccount, partyOf } from '../own-accounts.ts'
import type { PaymentState, PaymentListeners } from './listeners.ts'
import { formOf, type Party, type PartyInput, readParty } from '../party.ts'
import { findRail, type Rail, railIds, rails } from '../rails/catalogue.ts'
import {
  describeLimits,
  findBankObstacle,
  findObstacle,
  type Obstacle,
  route,
  type RoutingDecision,
  type Urgency,
} from '../rails/routing.ts'
import type { Scheme, Schemes } from '../schemes/scheme.ts'
import { readPerformance } from '../rails/statistics.ts'
import * as store from './store.ts'
import type { NewPayment, PaymentRow } from './store.ts'
import { emitPaymentEvent } from './view.ts'
import { validateForRail } from '../schemes/validation.ts'

export const SETTLE_JOB = 'payment_rails.settle'

export interface RailOptions {
  readonly assets: AssetCatalogue
  readonly jobs: Pick<Jobs, 'send'>
  readonly schemes: Schemes
  readonly directory: AccountDirectory
  readonly listeners: PaymentListeners
  readonly guards: PaymentGuards
  readonly standing: AuthorityCheck
  readonly feeWithin: FeeSchedule
  /** Whether customers pay what a rail costs. */
  readonly chargesCost: boolean
  readonly production: boolean
  /** The routing number of the ACH operator, to which files are addressed. */
  readonly achDestination: string
}

export interface RouteRequest {
  readonly units: bigint
  readonly asset: AssetRecord
  readonly rail: string
  readonly urgency: Urgency
  readonly party: Party | undefined
  /** The rails to choose from; all by default. */
  readonly among?: readonly Rail[] | undefined
}

export interface Routed {
  readonly rail: Rail
  /** Null if the caller named the rail. */
  readonly decision: RoutingDecision | null
}

/** Chooses the rail, or checks the one that the caller named. */
export async function chooseRail(
  request: RouteRequest,
  ctx: Context,
  { directory }: Pick<RailOptions, 'directory'>,
): Promise<Routed> {
  const { units, asset, urgency, party, among } = request
  const account = party && formOf(party)
  if (request.rail.toLowerCase() === 'auto') {
    const performance = await readPerformance(ctx.tx, ctx.caller.environment, ctx.now)
    const hasUs = directory.routingNumber !== null
    const wanted = { units, asset, urgency, account, now: ctx.now, performance, among, hasUs }
    const found = route(wanted)
    if ('obstacles' in found) throw refuseAll(found.obstacles, asset)
    return { rail: findRail(found.decision.recommended_rail)!, decision: found.decision }
  }
  const rail = findRail(request.rail)
  if (!rail)
    throw Invalid({
      errors: {
        rail: [`There is no rail ${request.rail}; choose auto, ${railIds.join(', ')}.`],
      },
    })
  const obstacle = findObstacle(rail, { units, asset, account })
  if (obstacle) throw refuse(obstacle)
  return { rail, decision: null }
}

const refuse = ({ field, sentence }: Obstacle) => Invalid({ errors: { [field]: [sentence] } })

/** The refusal names the field that has to change for any rail to carry the payment. */
function refuseAll(obstacles: readonly Obstacle[], asset: AssetRecord) {
  const inCurrency = rails.filter(
    ({ currencies, type }) => currencies.includes(asset.code) && type === 'credit_transfer',
  )
  if (inCurrency.length === 0) {
    const served = [...new Set(rails.flatMap(({ currencies }) => currencies))].join(', ')
    return refuse({
      field: 'currency',
      sentence: `No rail carries ${asset.code}; they carry ${served}.`,
    })
  }
  const missing = obstacles.find(({ isMissing }) => isMissing)
  if (missing) return Unavailable({ reason: missing.sentence })
  // A rail that accepts the account but not the amount is the closer match.
  const ofAccount = obstacles.find(({ field }) => field === 'creditor_account')
  if (ofAccount && !obstacles.some(({ field }) => field === 'amount')) return refuse(ofAccount)
  const limits = inCurrency.map((rail) => `${rail.name} ${describeLimits(rail, asset)}`)
  return refuse({
    field: 'amount',
    sentence: `No rail carries this amount; the limits are: ${limits.join('; ')}.`,
  })
}

/** A payment that another domain sends, inside its own transaction. */
export interface SendRequest {
  /** The account that pays; the calling domain has checked that the caller may use it. */
  readonly account: string
  readonly units: bigint
  readonly currency: string
  readonly creditor: string | PartyInput
  readonly memo?: string | null | undefined
  /** 'auto', or the id of a rail. */
  readonly rail: string
  readonly urgency?: Urgency | undefined
  /** The domain that sends the payment, such as 'iso20022'. */
  readonly origin: string
  readonly end_to_end_id?: string | undefined
  readonly among?: readonly Rail[] | undefined
  /** The fee that the customer was shown before; the cost of the rail at this moment when absent. */
  readonly fee_units?: bigint | undefined
}

/** Chooses the rail of a payment, or refuses it, before anything is written. */
async function planPayment(ctx: Context, request: SendRequest, options: RailOptions) {
  const { units, urgency = 'normal', among } = request
  const asset = readAsset(options.assets, request.currency, 'currency')
  const scheme = options.schemes.choose(ctx.caller.environment)
  const found = (await findAccounts(ctx.tx, [request.account])).get(request.account)
  const account = checkOpen(found, request.account, ctx.caller)
  const { party, within } = await resolveParty(request.creditor, account, ctx, options)
  const chosen = { units, asset, rail: request.rail, urgency, party, among }
  const { rail, decision } = await chooseRail(chosen, ctx, options)
  checkCarries(scheme, rail, options)
  const external_id = toExternalId(rail, uuidv7(ctx.now))
  const { memo = null, end_to_end_id = external_id } = request
  const own = { user_uuid: account.user_uuid!, account_id: account.id }
  const written = { rail, external_id, end_to_end_id, ...own, party, memo, asset, units }
  await validateForRail(written, ctx, options)
  const cost = options.chargesCost ? costOf(rail.cost, units, asset) : 0n
  const fee = request.fee_units ?? (within === undefined ? cost : options.feeWithin(units, cost))
  return { asset, scheme, account, party, within, rail, decision, fee }
}

/** The fee that a payment would have now; refuses one that could not be sent. */
export async function quote(
  ctx: Context,
  request: SendRequest,
  options: RailOptions,
): Promise<{ readonly fee_units: bigint }> {
  return { fee_units: (await planPayment(ctx, request, options)).fee }
}

/** A refusal writes nothing, so that a caller can send many payments in one transaction and continue after it. */
export async function send(
  ctx: Context,
  request: SendRequest,
  options: RailOptions,
): Promise<PaymentRow> {
  const { units, urgency = 'normal', origin } = request
  const { environment } = ctx.caller
  const planned = await planPayment(ctx, request, options)
  const { asset, scheme, account, party, rail, decision } = planned
  const id = uuidv7(ctx.now)
  const external_id = toExternalId(rail, id)
  const payment: NewPayment = {
    id,
    environment,
    user_uuid: account.user_uuid!,
    account_id: account.id,
    direction: 'outgoing',
    type: rail.type,
    rail: rail.id,
    scheme: scheme.name,
    asset: asset.code,
    units,
    fee_units: planned.fee,
    party,
    memo: request.memo ?? null,
    end_to_end_id: request.end_to_end_id ?? external_id,
    external_id,
    origin,
    urgency,
    routing: decision,
    ...initialStatusOf(rail, scheme, ctx.now),
    created_at: ctx.now,
  }
  const leaves = planned.within === undefined
  const to = planned.within ?? party.iban ?? party.account_number ?? ''
  await options.guards.mayTransfer(ctx, { id, from: account.id, to, leaves, asset, units })
  await takePayment(ctx, payment)
  const row = await store.insertPayment(ctx.tx, payment)
  await schedule(row, ctx, options)
  emitPaymentEvent(
    ctx,
    row.status === 'pending' ? events.RailPaymentCreated : events.RailPaymentSubmitted,
    row,
    options.assets,
  )
  return row
}

interface ResolvedParty {
  readonly party: Party
  /** The account, if it is at this bank. */
  readonly within: string | undefined
}

/** Completes the number of an account at this bank that is named by number or id alone; refuses the paying account. */
async function resolveParty(
  creditor: SendRequest['creditor'],
  payer: Account,
  ctx: Context,
  { directory }: RailOptions,
): Promise<ResolvedParty> {
  const field = 'creditor_account'
  const party = readParty(creditor, field)
  const found = await findOwnAccount(ctx.tx, directory, party, { of: payer })
  if (found.is === 'ours' && found.account.id === payer.id)
    throw Invalid({
      errors: { [field]: ['The account to credit is the account that pays.'] },
    })
  if (found.is === 'missing')
    throw Invalid({ errors: { [field]: ['This bank has no open account with this number.'] } })
  if (found.is === 'contradictory')
    throw Invalid({
      errors: {
        [field]: [
          'The IBAN, the BIC and the routing number name different banks; correct them, or leave the BIC out.',
        ],
      },
    })
  const isAlone = party.iban === null && party.routing_number === null
  const within = found.is === 'ours' ? found.account.id : undefined
  if (!isAlone) return { party, within }
  if (within !== undefined)
    return { party: await partyOf(ctx.tx, directory, within, party.name), within }
  if (party.bic !== null) return { party, within }
  throw Invalid({
    errors: {
      [field]: [
        'Name the account by an IBAN such as DE89370400440532013000, or by a routing number and an account number such as 021000021:123456789.',
      ],
    },
  })
}

/** A direct debit that the debtor initiates exists only in the simulation: real ones start at the creditor's bank. */
function checkCarries(scheme: Scheme, rail: Rail, { directory }: RailOptions): void {
  const missing = findBankObstacle(rail, directory.routingNumber !== null)
  if (missing) throw Unavailable({ reason: missing.sentence })
  if (rail.type === 'direct_debit' && !scheme.simulated)
    throw Invalid({
      errors: {
        rail: [`${rail.name} collects money and cannot send it; use sct_inst or swift.`],
      },
    })
}

/** The first status of a payment, and when its next step is due. */
export function initialStatusOf(rail: Rail, scheme: Scheme, now: Date, earliest: Date = now) {
  const submit_at = submissionTime(rail, earliest)
  const estimated_settlement = settlementTime(rail, submit_at)
  if (rail.batched || submit_at > now)
    return { status: 'pending' as const, submit_at, estimated_settlement, due_at: submit_at }
  const waits = scheme.answerSeconds
  return {
    status: 'processing' as const,
    submit_at,
    estimated_settlement,
    submitted_at: waits === undefined ? null : now,
    due_at: dueAfter(now, waits ?? 0),
  }
}

export const dueAfter = (now: Date, seconds: number): Date =>
  new Date(now.getTime() + seconds * 1000)

/** Schedules the job for the next step of the payment. */
export async function schedule(
  row: PaymentRow,
  ctx: Context,
  { jobs }: Pick<RailOptions, 'jobs'>,
): Promise<void> {
  if (row.due_at === null) return
  const due = { uuid: row.id, environment: row.environment, expires_at: row.due_at }
  await sendWhenDue(jobs, SETTLE_JOB, due, ctx)
}

/** At most 29 characters, so that it fits every message: the digits of the id to the base 36. */
export const toExternalId = ({ prefix }: Rail, id: string): string =>
  prefix +
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, '0')

/** The account that the caller named, or the caller's first one. */
export async function getPayer(given: string | undefined, ctx: Context): Promise<string> {
  if (given !== undefined) return (await getAccount(ctx.tx, given, ctx.caller)).id
  const { environment, user } = ctx.caller
  const first = (await findFirstAccounts(ctx.tx, { environment, users: [user!] })).get(user!)
  if (first === undefined) throw NoAccount({})
  return first
}

/** For the domain that sent the payment. */
export async function findPaymentState(tx: Db, id: string): Promise<PaymentState | undefined> {
  return store.findPayment(tx, id)
}

/** Finds a payment of the caller; payments of others are reported as not found. */
export async function getPayment(id: string, { tx, caller }: Context): Promise<PaymentRow> {
  return checkVisible(await store.findPayment(tx, id), id, { tx, caller })
}

/** The owner and the manager of the account, and operators, see a payment; for other users it is not found. */
async function checkVisible(
  row: PaymentRow | undefined,
  id: string,
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
): Promise<PaymentRow> {
  if (row && row.environment === caller.environment) {
    const account = (await findAccounts(tx, [row.account_id])).get(row.account_id)
    if (row.user_uuid === caller.user || (account && canUse(account, caller))) return row
  }
  throw NotFound({ what: 'payment', id })
}

export type ListRequest = PageRequest & Pick<store.PaymentFilter, 'status' | 'rail' | 'direction'>

export const listPayments = ({ tx, caller }: Context, request: ListRequest) => {
  const { status, rail, direction } = request
  const mine = { environment: caller.environment, user_uuid: caller.user! }
  return store.listPayments(tx, { ...mine, status, rail, direction }, request)
}

/** Cancels a payment that is not submitted to the network yet. */
export async function cancelPayment(
  id: string,
  ctx: Context,
  { assets, listeners }: RailOptions,
): Promise<PaymentRow> {
  const row = await checkVisible(await store.lockPayment(ctx.tx, id), id, ctx)
  const step = paymentLife.check(row.status, 'cancel')
  await listeners.prepare(row, ctx)
  const from = row.direction === 'outgoing' ? 'clearing' : 'nowhere'
  const refunded = await refund(ctx, row, { from, withFee: true })
  if ('waitsFor' in refunded) throw Invalid({ errors: { id: [refunded.waitsFor] } })
  const cancelled = await store.updatePayment(ctx.tx, id, {
    status: step.to,
    reason: 'Cancelled by the sender.',
    due_at: null,
    updated_at: ctx.now,
  })
  emitPaymentEvent(ctx, events.RailPaymentCancelled, cancelled, assets)
  await listeners.ended(cancelled, ctx)
  return cancelled
}

/** The fee of a payment and its settlement time, without creating it. */
export function previewOf(
  { rail, decision }: Routed,
  { units, asset }: Pick<RouteRequest, 'units' | 'asset'>,
  now: Date,
  { chargesCost }: Pick<RailOptions, 'chargesCost'>,
) {
  const submit_at = submissionTime(rail, now)
  const fee = chargesCost ? costOf(rail.cost, units, asset) : 0n
  return {
    rail: rail.id,
    amount: formatDecimal({ units, asset }),
    currency: asset.code,
    fee: formatDecimal({ units: fee, asset }),
    total: formatDecimal({ units: units + fee, asset }),
    submit_at: submit_at.toISOString(),
    estimated_settlement: settlementTime(rail, submit_at).toISOString(),
    routing_decision: decision,
  }
}
