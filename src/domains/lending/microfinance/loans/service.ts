// The rules of loans until they are paid out: applying, approving, rejecting, cancelling, disbursing; and writing
// off what is not repaid. Repayments are in repayments.ts.
import { dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type AssetCatalogue, readAmount } from '../../../core/assets/index.ts'
import {
  type Account,
  findFirstAccounts,
  canUse,
  post,
  systemAccount,
} from '../../../core/ledger/index.ts'
import { isVisibleTo } from '../../../people/identity/index.ts'
import {
  checkLends,
  checkManages,
  getGroup,
  type GroupWithMembers,
  isMember,
  isOrganiser,
  readMemberId,
  viewerOf,
} from '../access.ts'
import { findOpenAccount } from '../account-lookup.ts'
import { emitToRecipients } from '../event-recipients.ts'
import { GroupNotActive, InArrears } from '../errors.ts'
import * as events from '../events.ts'
import * as groupStore from '../groups/store.ts'
import { loanLife } from '../life-cycle.ts'
import { type LoanFacts, toLoan } from './schema.ts'
import * as store from './store.ts'
import type { LoanRow } from './store.ts'
import type { MicrofinanceOptions } from '../options.ts'
import { assessPenalties, daysOverdue, payoffOf } from './allocation.ts'
import { type LoanTerms, planSchedule, split } from './schedule.ts'

export interface LoanRequest {
  readonly group_id: string
  readonly user_id?: string
  readonly account_id?: string
  readonly principal: string | number
  readonly currency: string
  readonly annual_rate_basis_points: number
  readonly term: number
  readonly frequency?: LoanRow['frequency']
  readonly method: LoanRow['method']
  readonly purpose?: string
}

export const termsOf = (row: LoanRow): LoanTerms => ({
  principal: BigInt(row.principal),
  rate_basis_points: row.rate_basis_points,
  term: row.term,
  frequency: row.frequency,
  method: row.method,
})

/** Members apply for their own loans; the organiser applies for customers who have no login of their own. */
export async function applyForLoan(
  request: LoanRequest,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<LoanRow> {
  const group = await getGroup(request.group_id, ctx, { lock: true })
  if (group.row.status !== 'active') throw GroupNotActive({ status: group.row.status })
  const user_id = await readBorrower(request.user_id, group, ctx)
  const { asset, units } = readAmount(
    assets,
    { amount: request.principal, asset_code: request.currency },
    { amount: 'principal', asset: 'currency' },
  )
  if (units < BigInt(request.term))
    throw Invalid({
      errors: {
        principal: [
          `${formatDecimal({ units, asset })} ${asset.code} cannot be divided into ${request.term} instalments; ask for more, or for fewer instalments.`,
        ],
      },
    })
  await checkNoArrears(group, user_id, ctx)
  const account = await readBorrowersAccount(request.account_id, user_id, group, ctx)
  const row = await store.insertLoan(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    group_uuid: group.row.uuid,
    user_id,
    account_uuid: account.id,
    asset: asset.code,
    principal: units,
    rate_basis_points: request.annual_rate_basis_points,
    term: request.term,
    frequency: request.frequency ?? group.row.meeting_frequency,
    method: request.method,
    purpose: request.purpose ?? null,
    status: 'applied',
    applied_by: ctx.caller.user!,
    applied_at: ctx.now,
  })
  announceLoan(ctx, events.LoanApplied, { row, group }, assets)
  return row
}

async function readBorrower(
  given: string | undefined,
  group: GroupWithMembers,
  ctx: Context,
): Promise<string> {
  const user_id = given === undefined ? ctx.caller.user! : readMemberId(given)
  const refuse = (sentence: string) => Invalid({ errors: { user_id: [sentence] } })
  if (!isMember(group, user_id)) throw refuse(`${user_id} is not a member of this group.`)
  if (user_id === ctx.caller.user || isOperator(ctx.caller)) return user_id
  checkManages(group, ctx.caller)
  if (await isVisibleTo(ctx, user_id))
    throw refuse(`${user_id} is a registered user and must apply for the loan.`)
  return user_id
}

/** The borrower's own account; for a customer without a login also one of the organiser. */
async function readBorrowersAccount(
  id: string | undefined,
  user_id: string,
  group: GroupWithMembers,
  ctx: Context,
): Promise<Account> {
  const refuse = (sentence: string) => Invalid({ errors: { account_id: [sentence] } })
  const chosen = id ?? (await findFirstAccount(user_id, ctx))
  if (chosen === undefined)
    throw refuse(`${user_id} has no account; name the account that gets the money.`)
  const account = await findOpenAccount(chosen, ctx)
  const organiser = { ...ctx.caller, scopes: new Set<string>(), user: group.row.organiser_uuid }
  const isForThem =
    account !== undefined &&
    (account.user_uuid === user_id ||
      (canUse(account, organiser) && !(await isVisibleTo(ctx, user_id))))
  if (!isForThem) throw refuse(`The account ${chosen} is not an open account of ${user_id}.`)
  return account
}

async function findFirstAccount(user_id: string, ctx: Context): Promise<string | undefined> {
  if (!isUuid(user_id)) return undefined
  const { environment } = ctx.caller
  return (await findFirstAccounts(ctx.tx, { environment, users: [user_id] })).get(user_id)
}

/** In a joint group one late member blocks new loans of all members; otherwise only those of the late member. */
async function checkNoArrears(
  { row }: GroupWithMembers,
  user_id: string,
  ctx: Context,
): Promise<void> {
  const today = dayOf(ctx.now)
  const isJoint = row.liability_type === 'joint'
  const which = isJoint ? { group_uuid: row.uuid } : { group_uuid: row.uuid, user_id }
  const late = await store.findMostOverdueLoan(ctx.tx, which, today)
  if (late)
    throw InArrears({
      user_id: late.user_id,
      days: daysOverdue(late.next_due_on, today),
      liability: row.liability_type,
    })
}

export interface LoanWithGroup {
  readonly row: LoanRow
  readonly group: GroupWithMembers
}

/** A loan that the caller may see: the borrower, users who see its group, and operators; 404 for other callers. */
export async function getLoan(
  id: string,
  ctx: Context,
  options: { readonly lock?: boolean } = {},
): Promise<LoanWithGroup> {
  const read = options.lock ? store.lockLoan : store.findLoan
  const row = isUuid(id) ? await read(ctx.tx, id) : undefined
  if (!row || row.environment !== ctx.caller.environment) throw NotFound({ what: 'loan', id })
  const group = {
    row: (await groupStore.findGroup(ctx.tx, row.group_uuid))!,
    members: await groupStore.listActiveMembers(ctx.tx, row.group_uuid),
  }
  const { caller } = ctx
  const sees =
    isOperator(caller) ||
    row.user_id === caller.user ||
    isOrganiser(group, caller) ||
    isMember(group, caller.user)
  if (!sees) throw NotFound({ what: 'loan', id })
  return { row, group }
}

export async function listLoans(
  request: PageRequest & {
    readonly group_id?: string
    readonly user_id?: string
    readonly status?: LoanRow['status']
  },
  ctx: Context,
) {
  const { group_id, user_id, status, ...page } = request
  const { caller } = ctx
  const filter = { environment: caller.environment, viewer: viewerOf(caller), status }
  // Members see the loans of their group, because they may be liable for them.
  if (group_id !== undefined) {
    const { row } = await getGroup(group_id, ctx)
    const whole = { ...filter, viewer: undefined, group_uuid: row.uuid }
    return store.listLoans(ctx.tx, { ...whole, user_id: user_id && readMemberId(user_id) }, page)
  }
  return store.listLoans(ctx.tx, { ...filter, user_id: user_id && readMemberId(user_id) }, page)
}

/** The whole loan as it is shown, with what it costs to pay it off today. */
export async function describeLoan(
  row: LoanRow,
  ctx: Context,
  { assets, penalty }: MicrofinanceOptions,
) {
  const today = dayOf(ctx.now)
  const asset = assets.get(row.asset)
  const guarantees = await store.listGuarantees(ctx.tx, row.uuid)
  const facts: Omit<LoanFacts, 'interest' | 'payoff'> = { row, asset, today, guarantees }
  if (row.disbursed_at === null) {
    const planned = planSchedule(termsOf(row), today)
    return toLoan({ ...facts, interest: sumInterest(planned), payoff: 0n })
  }
  const instalments = await store.listInstalments(ctx.tx, row.uuid)
  const payoff =
    row.status === 'disbursed'
      ? payoffOf(assessPenalties(instalments, today, penalty), row.method, today)
      : 0n
  return toLoan({ ...facts, interest: sumInterest(instalments), payoff })
}

const sumInterest = (parts: readonly { readonly interest: bigint }[]): bigint =>
  parts.reduce((total, { interest }) => total + interest, 0n)

export async function approveLoan(id: string, ctx: Context, options: MicrofinanceOptions) {
  const { row } = await getLoan(id, ctx, { lock: true })
  // The lock keeps members from leaving the group while they become guarantors.
  const loan = { row, group: await getGroup(row.group_uuid, ctx, { lock: true }) }
  checkLends(loan.group, options.lending, ctx.caller)
  const { to: status } = loanLife.check(row.status, 'approve')
  await checkNoArrears(loan.group, loan.row.user_id, ctx)
  await store.insertGuarantees(ctx.tx, loan.row.uuid, shareLiability(loan))
  const change = { status, approved_by: ctx.caller.user!, approved_at: ctx.now }
  return saveStep(loan, change, events.LoanApproved, ctx, options)
}

/** The guarantors of the loan: each for all of it, each for an equal part, or none. */
function shareLiability({ row, group }: LoanWithGroup) {
  const others = group.members.filter(({ user_id }) => user_id !== row.user_id)
  const { liability_type } = group.row
  if (liability_type === 'individual' || others.length === 0) return []
  const principal = BigInt(row.principal)
  const parts = split(principal, others.length)
  return others
    .map(({ user_id }, index) => ({
      user_id,
      units: liability_type === 'joint' ? principal : parts[index]!,
    }))
    .filter(({ units }) => units > 0n)
}

export async function rejectLoan(
  id: string,
  reason: string | undefined,
  ctx: Context,
  options: MicrofinanceOptions,
) {
  const loan = await getLoan(id, ctx, { lock: true })
  checkLends(loan.group, options.lending, ctx.caller)
  const { to: status } = loanLife.check(loan.row.status, 'reject')
  const change = { status, reason: reason ?? null, closed_at: ctx.now }
  return saveStep(loan, change, events.LoanRejected, ctx, options)
}

export async function cancelLoan(
  id: string,
  reason: string | undefined,
  ctx: Context,
  options: MicrofinanceOptions,
) {
  const loan = await getLoan(id, ctx, { lock: true })
  if (loan.row.user_id !== ctx.caller.user) checkManages(loan.group, ctx.caller)
  const { to: status } = loanLife.check(loan.row.status, 'cancel')
  const change = { status, reason: reason ?? null, closed_at: ctx.now }
  return saveStep(loan, change, events.LoanCancelled, ctx, options)
}

/** The money goes to the account that was named in the application, and the schedule starts today. */
export async function disburseLoan(id: string, ctx: Context, options: MicrofinanceOptions) {
  const loan = await getLoan(id, ctx, { lock: true })
  checkLends(loan.group, options.lending, ctx.caller)
  const { row } = loan
  const { to: status } = loanLife.check(row.status, 'disburse')
  await checkNoArrears(loan.group, row.user_id, ctx)
  const schedule = planSchedule(termsOf(row), dayOf(ctx.now))
  await store.insertSchedule(ctx.tx, row.uuid, schedule)
  const from = systemAccount(row.environment, 'loans')
  const units = BigInt(row.principal)
  const entry = await post(ctx, {
    books: [from, row.account_uuid].map((account) => ({ account, asset: row.asset })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype: 'loan_disbursement',
        credits: 'granted',
        reference: `Loan ${row.uuid}`,
        metadata: { loan_id: row.uuid },
        moves: [{ from, to: row.account_uuid, asset: row.asset, units }],
      }),
  })
  const change = {
    status,
    outstanding: units,
    next_due_on: schedule[0]!.due_on,
    disbursed_by: ctx.caller.user!,
    disbursed_at: ctx.now,
    disbursement_entry: entry.id,
  }
  return saveStep(loan, change, events.LoanDisbursed, ctx, options)
}

/** The allowance absorbs the loss; a shortfall is booked as a loss of today, and an excess is released. */
export async function writeOffLoan(
  id: string,
  reason: string,
  ctx: Context,
  options: MicrofinanceOptions,
) {
  const loan = await getLoan(id, ctx, { lock: true })
  const { row } = loan
  const { to: status } = loanLife.check(row.status, 'write_off')
  await bookLoss(row, ctx)
  const change = {
    status,
    reason,
    outstanding: 0n,
    provision: 0n,
    next_due_on: null,
    closed_at: ctx.now,
  }
  return saveStep(loan, change, events.LoanWrittenOff, ctx, options)
}

async function bookLoss(row: LoanRow, ctx: Context): Promise<void> {
  const { environment, asset } = row
  const [loans, allowance, losses] = (['loans', 'loan-allowance', 'loan-losses'] as const).map(
    (code) => systemAccount(environment, code),
  )
  const [owed, provided] = [BigInt(row.outstanding), BigInt(row.provision)]
  const moves = [
    { from: losses!, to: allowance!, asset, units: owed - provided },
    { from: allowance!, to: losses!, asset, units: provided - owed },
    { from: allowance!, to: loans!, asset, units: owed },
  ].filter(({ units }) => units > 0n)
  if (moves.length === 0) return
  await post(ctx, {
    books: [loans!, allowance!, losses!].map((account) => ({ account, asset })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype: 'loan_write_off',
        reference: `Loan ${row.uuid}`,
        metadata: { loan_id: row.uuid },
        moves,
      }),
  })
}

async function saveStep(
  loan: LoanWithGroup,
  change: store.LoanChange,
  event: typeof events.LoanApplied,
  ctx: Context,
  options: MicrofinanceOptions,
) {
  const row = await store.updateLoan(ctx.tx, loan.row.uuid, change)
  announceLoan(ctx, event, { ...loan, row }, options.assets)
  return describeLoan(row, ctx, options)
}

export const toLoanEvent = (row: LoanRow, assets: AssetCatalogue) => {
  const asset = assets.get(row.asset)
  return {
    loan_id: row.uuid,
    group_id: row.group_uuid,
    user_id: row.user_id,
    principal: formatDecimal({ units: BigInt(row.principal), asset }),
    currency: row.asset,
    status: row.status,
    outstanding_amount: formatDecimal({ units: BigInt(row.outstanding), asset }),
    reason: row.reason,
  }
}

function announceLoan(
  ctx: Context,
  event: typeof events.LoanApplied,
  { row, group }: LoanWithGroup,
  assets: AssetCatalogue,
): void {
  const users = [row.user_id, group.row.organiser_uuid]
  emitToRecipients(ctx, event, toLoanEvent(row, assets), users)
}
