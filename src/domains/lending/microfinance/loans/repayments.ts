// Repayments: the payment of an account or of cash, allocated to the oldest instalment first, and booked as
// principal, interest and penalty.
import { dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import { post, systemAccount } from '../../../core/ledger/index.ts'
import { readAccount } from '../account-lookup.ts'
import { emitToRecipients } from '../event-recipients.ts'
import { Overpaid } from '../errors.ts'
import * as events from '../events.ts'
import { loanLife } from '../life-cycle.ts'
import { toInstalment, toRepayment } from './schema.ts'
import * as store from './store.ts'
import type { LoanRow, RepaymentRow } from './store.ts'
import { getLoan, type LoanWithGroup, toLoanEvent } from './service.ts'
import type { MicrofinanceOptions } from '../options.ts'
import {
  allocatePayment,
  type Allocation,
  assessPenalties,
  nextDueOf,
  payoffOf,
} from './allocation.ts'

/** Where the money comes from: a customer's account, or cash that a teller took. */
export interface PaymentSource {
  readonly from: string
  readonly account_uuid: string | null
  readonly teller_uuid: string | null
  readonly sheet_uuid: string | null
}

export async function repayLoan(
  id: string,
  request: { readonly amount: string | number; readonly account_id?: string },
  ctx: Context,
  options: MicrofinanceOptions,
) {
  const loan = await getLoan(id, ctx, { lock: true })
  const asset = options.assets.get(loan.row.asset)
  const units = readUnits(request.amount, asset)
  loanLife.check(loan.row.status, 'repay')
  const account = await readAccount(request.account_id, ctx)
  const source = {
    from: account.id,
    account_uuid: account.id,
    teller_uuid: null,
    sheet_uuid: null,
  }
  const { row, repayment, payoff } = await payLoan(loan, units, source, ctx, options)
  const show = (value: bigint) => formatDecimal({ units: value, asset })
  return {
    ...toRepayment(repayment, asset),
    outstanding_amount: show(BigInt(row.outstanding)),
    payoff_amount: show(payoff),
    loan_status: row.status,
  }
}

/** Takes a payment of a loan whose row is locked; a payment above what is owed is refused. */
export async function payLoan(
  loan: LoanWithGroup,
  units: bigint,
  source: PaymentSource,
  ctx: Context,
  { assets, penalty }: MicrofinanceOptions,
): Promise<{ row: LoanRow; repayment: RepaymentRow; payoff: bigint }> {
  const step = loanLife.check(loan.row.status, 'repay')
  const asset = assets.get(loan.row.asset)
  const today = dayOf(ctx.now)
  const { method, uuid } = loan.row
  const before = await store.listInstalments(ctx.tx, uuid)
  const assessed = assessPenalties(before, today, penalty)
  const payoff = payoffOf(assessed, method, today)
  if (units > payoff)
    throw Overpaid({
      amount: formatDecimal({ units, asset }),
      payoff: formatDecimal({ units: payoff, asset }),
      currency: asset.code,
    })
  const paid = allocatePayment(assessed, units, method, today)
  const changed = paid.instalments.filter((one, index) => !isSame(one, before[index]!))
  await store.updateInstalments(ctx.tx, uuid, changed)
  const entry_id = await bookPayment(loan.row, paid, source, ctx)
  const next_due_on = nextDueOf(paid.instalments)
  const row = await store.updateLoan(ctx.tx, uuid, {
    outstanding: BigInt(loan.row.outstanding) - paid.principal,
    next_due_on,
    ...(next_due_on === null && { status: step.to, closed_at: ctx.now }),
  })
  const { penalty: fine, interest, principal, interest_waived } = paid
  const repayment = await store.insertRepayment(ctx.tx, {
    uuid: uuidv7(ctx.now),
    loan_uuid: uuid,
    penalty: fine,
    interest,
    principal,
    interest_waived,
    account_uuid: source.account_uuid,
    teller_uuid: source.teller_uuid,
    sheet_uuid: source.sheet_uuid,
    paid_by: ctx.caller.user!,
    entry_id,
    created_at: ctx.now,
  })
  announcePayment(ctx, { ...loan, row }, repayment, assets)
  return { row, repayment, payoff: payoffOf(paid.instalments, method, today) }
}

const isSame = (a: object, b: object): boolean =>
  Object.entries(a).every(([name, value]) => Reflect.get(b, name) === value)

async function bookPayment(
  { environment, asset, uuid }: LoanRow,
  paid: Allocation,
  { from }: PaymentSource,
  ctx: Context,
): Promise<string> {
  const moves = [
    { code: 'fees', units: paid.penalty, subtype: 'loan_penalty' },
    { code: 'loan-interest', units: paid.interest, subtype: 'loan_interest' },
    { code: 'loans', units: paid.principal, subtype: 'loan_repayment' },
  ] as const
  const made = moves
    .filter(({ units }) => units > 0n)
    .map(({ code, ...move }) => ({ ...move, from, to: systemAccount(environment, code), asset }))
  // Every payment names the same accounts of the bank, so that all lock them in the same order.
  const accounts = [from, ...moves.map(({ code }) => systemAccount(environment, code))]
  const { id } = await post(ctx, {
    books: accounts.map((account) => ({ account, asset })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype: 'loan_repayment',
        reference: `Loan ${uuid}`,
        metadata: { loan_id: uuid },
        moves: made,
      }),
  })
  return id
}

function announcePayment(
  ctx: Context,
  { row, group }: LoanWithGroup,
  repayment: RepaymentRow,
  assets: MicrofinanceOptions['assets'],
): void {
  const users = [row.user_id, group.row.organiser_uuid]
  const loan = toLoanEvent(row, assets)
  const shown = toRepayment(repayment, assets.get(row.asset))
  const { repayment_id, amount, penalty, interest, principal: principal_paid } = shown
  const data = { ...loan, repayment_id, amount, penalty, interest, principal_paid }
  emitToRecipients(ctx, events.LoanRepayment, data, users)
  if (row.status === 'repaid') emitToRecipients(ctx, events.LoanRepaid, loan, users)
}

export async function listRepayments(
  id: string,
  ctx: Context,
  page: PageRequest,
  { assets }: MicrofinanceOptions,
) {
  const { row } = await getLoan(id, ctx)
  const { rows, total } = await store.listRepayments(ctx.tx, row.uuid, page)
  return { rows: rows.map((one) => toRepayment(one, assets.get(row.asset))), total }
}

/** Empty until the loan is paid out. */
export async function listSchedule(
  id: string,
  ctx: Context,
  page: PageRequest,
  { assets, penalty }: MicrofinanceOptions,
) {
  const { row } = await getLoan(id, ctx)
  const today = dayOf(ctx.now)
  const { rows, total } = await store.pageInstalments(ctx.tx, row.uuid, page)
  const shown = row.status === 'disbursed' ? assessPenalties(rows, today, penalty) : rows
  return { rows: shown.map((one) => toInstalment(one, assets.get(row.asset), today)), total }
}
