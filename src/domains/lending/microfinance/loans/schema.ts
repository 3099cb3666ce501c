// Wire shapes of loans, their schedules and their repayments.
import { Type } from 'typebox'
import { type Day } from '../../../../kernel/days.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { frequencies } from '../frequency.ts'
import { Day as DaySchema, MEMBERS_MAX } from '../groups/schema.ts'
import { loanLife } from '../life-cycle.ts'
import type { GuaranteeRow, LoanRow, RepaymentRow } from './store.ts'
import { daysOverdue, dueOf, type Instalment, penaltyDue } from './allocation.ts'

export const Decimal = Type.String({ description: 'Decimal.' })

export const TERM_MAX = 260

const methods = ['flat', 'declining'] as const

export const MethodInput = Type.Enum([...methods], {
  default: 'flat',
  description:
    'flat: interest on the whole principal for the whole time; declining: on what is still owed.',
})

export const FrequencyInput = Type.Optional(
  Type.Enum([...frequencies], {
    description: 'How often an instalment is due; as often as the group meets by default.',
  }),
)

export const LoanStatusSchema = loanLife.schema({
  $id: 'MicrofinanceLoanStatus',
  description: `What may happen to a loan in each state. ${loanLife.summarize()}.`,
})

const loan = {
  id: Uuid,
  group_id: Uuid,
  user_id: Type.String(),
  account_id: Uuid,
  currency: Type.String(),
  principal: Decimal,
  annual_rate_basis_points: Type.Integer(),
  term: Type.Integer(),
  frequency: Type.Enum([...frequencies]),
  method: Type.Enum([...methods]),
  purpose: Nullable(Type.String()),
  status: LoanStatusSchema,
  outstanding_amount: Type.String({ description: 'The principal that is still owed.' }),
  next_due_date: Nullable(DaySchema),
  days_overdue: Type.Integer(),
  reason: Nullable(Type.String()),
  applied_at: DateTime,
  approved_at: Nullable(DateTime),
  disbursed_at: Nullable(DateTime),
  closed_at: Nullable(DateTime),
}

export const LoanSummary = Type.Object(loan, { $id: 'MicrofinanceLoanSummary' })

export const Loan = Type.Object(
  {
    ...loan,
    total_interest: Type.String({ description: 'Of the schedule; planned until it is disbursed.' }),
    payoff_amount: Type.String({ description: 'The amount that pays off the whole loan today.' }),
    guarantors: Type.Array(
      Type.Object({ user_id: Type.String(), amount: Decimal }, { $id: 'Guarantor' }),
      { maxItems: MEMBERS_MAX, description: 'The guarantors, each with the amount guaranteed.' },
    ),
  },
  { $id: 'MicrofinanceLoan' },
)

const instalmentStates = ['paid', 'partly_paid', 'overdue', 'due'] as const

export const InstalmentSchema = Type.Object(
  {
    number: Type.Integer(),
    due_date: DaySchema,
    principal: Decimal,
    interest: Decimal,
    penalty: Decimal,
    total: Type.String({ description: 'Principal, interest and penalty, less waived interest.' }),
    paid: Decimal,
    due: Type.String({ description: 'What is not paid of it yet.' }),
    status: Type.Enum([...instalmentStates]),
  },
  { $id: 'Instalment' },
)

export const Repayment = Type.Object(
  {
    repayment_id: Uuid,
    loan_id: Uuid,
    amount: Decimal,
    currency: Type.String(),
    penalty: Decimal,
    interest: Decimal,
    principal: Decimal,
    interest_waived: Type.String({
      description: 'Interest of later periods that paying off the loan early saved.',
    }),
    account_id: Nullable(Uuid),
    teller_id: Nullable(Uuid),
    created_at: DateTime,
  },
  { $id: 'LoanRepayment' },
)

export const MadeRepayment = Type.Object(
  {
    ...Repayment.properties,
    outstanding_amount: Decimal,
    payoff_amount: Decimal,
    loan_status: LoanStatusSchema,
  },
  { $id: 'MadeRepayment' },
)

export const toLoanSummary = (row: LoanRow, asset: AssetRecord, today: Day) => ({
  id: row.uuid,
  group_id: row.group_uuid,
  user_id: row.user_id,
  account_id: row.account_uuid,
  currency: row.asset,
  principal: formatDecimal({ units: BigInt(row.principal), asset }),
  annual_rate_basis_points: row.rate_basis_points,
  term: row.term,
  frequency: row.frequency,
  method: row.method,
  purpose: row.purpose,
  status: row.status,
  outstanding_amount: formatDecimal({ units: BigInt(row.outstanding), asset }),
  next_due_date: row.next_due_on,
  days_overdue: daysOverdue(row.next_due_on, today),
  reason: row.reason,
  applied_at: row.applied_at,
  approved_at: row.approved_at,
  disbursed_at: row.disbursed_at,
  closed_at: row.closed_at,
})

export interface LoanFacts {
  readonly row: LoanRow
  readonly asset: AssetRecord
  readonly today: Day
  readonly interest: bigint
  readonly payoff: bigint
  readonly guarantees: readonly GuaranteeRow[]
}

export const toLoan = ({ row, asset, today, interest, payoff, guarantees }: LoanFacts) => ({
  ...toLoanSummary(row, asset, today),
  total_interest: formatDecimal({ units: interest, asset }),
  payoff_amount: formatDecimal({ units: payoff, asset }),
  guarantors: guarantees.map(({ user_id, units }) => ({
    user_id,
    amount: formatDecimal({ units: BigInt(units), asset }),
  })),
})

export function toInstalment(one: Instalment, asset: AssetRecord, today: Day) {
  const show = (units: bigint) => formatDecimal({ units, asset })
  const due = dueOf(one)
  const paid = one.principal_paid + one.interest_paid + one.penalty_paid
  return {
    number: one.number,
    due_date: one.due_on,
    principal: show(one.principal),
    interest: show(one.interest),
    penalty: show(penaltyDue(one) + one.penalty_paid),
    total: show(due + paid),
    paid: show(paid),
    due: show(due),
    status: statusOf(one, due, paid, today),
  }
}

function statusOf(
  one: Instalment,
  due: bigint,
  paid: bigint,
  today: Day,
): (typeof instalmentStates)[number] {
  if (due === 0n) return 'paid'
  if (one.due_on < today) return 'overdue'
  return paid > 0n ? 'partly_paid' : 'due'
}

export function toRepayment(row: RepaymentRow, asset: AssetRecord) {
  const show = (units: bigint) => formatDecimal({ units, asset })
  const [penalty, interest, principal] = [
    BigInt(row.penalty),
    BigInt(row.interest),
    BigInt(row.principal),
  ]
  return {
    repayment_id: row.uuid,
    loan_id: row.loan_uuid,
    amount: show(penalty + interest + principal),
    currency: asset.code,
    penalty: show(penalty),
    interest: show(interest),
    principal: show(principal),
    interest_waived: show(BigInt(row.interest_waived)),
    account_id: row.account_uuid,
    teller_id: row.teller_uuid,
    created_at: row.created_at,
  }
}
