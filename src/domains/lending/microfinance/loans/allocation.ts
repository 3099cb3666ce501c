// Decides what a payment pays: penalties, interest and principal of the oldest instalment first. Pure: it knows
// a schedule and a day, and moves nothing.
import { addDays, type Day, daysBetween } from '../../../../kernel/days.ts'
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { LoanTerms } from './schedule.ts'

/** An instalment with what has been paid of it. */
export interface Instalment {
  readonly number: number
  readonly starts_on: Day
  readonly due_on: Day
  readonly principal: bigint
  readonly interest: bigint
  /** Null until the instalment was late for the first time. */
  readonly penalty: bigint | null
  readonly principal_paid: bigint
  readonly interest_paid: bigint
  readonly interest_waived: bigint
  readonly penalty_paid: bigint
}

export interface PenaltyTerms {
  readonly basis_points: number
  readonly grace_days: number
}

export const principalDue = (one: Instalment): bigint => one.principal - one.principal_paid
export const interestDue = (one: Instalment): bigint =>
  one.interest - one.interest_paid - one.interest_waived
export const penaltyDue = (one: Instalment): bigint => (one.penalty ?? 0n) - one.penalty_paid

export const dueOf = (one: Instalment): bigint =>
  penaltyDue(one) + interestDue(one) + principalDue(one)

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)

/**
 * Adds the penalty of each instalment that is late, once. It is computed from what was late then: every payment
 * assesses first, so nothing can have been paid between the end of the grace and the assessment.
 */
export const assessPenalties = (
  instalments: readonly Instalment[],
  today: Day,
  { basis_points, grace_days }: PenaltyTerms,
): Instalment[] =>
  instalments.map((one) => {
    const isLate = today > addDays(one.due_on, grace_days) && dueOf(one) > 0n
    if (one.penalty !== null || !isLate) return one
    const late = interestDue(one) + principalDue(one)
    return { ...one, penalty: multiplyDivide(late, BigInt(basis_points), 10_000n, 'down') }
  })

/** Declining interest is for time, so periods that have not begun cost nothing when all is paid off today. */
const isWaivable = (one: Instalment, method: LoanTerms['method'], today: Day): boolean =>
  method === 'declining' && one.starts_on > today

/** The amount that pays off the whole loan today. */
export const payoffOf = (
  instalments: readonly Instalment[],
  method: LoanTerms['method'],
  today: Day,
): bigint =>
  sum(
    instalments.map((one) =>
      isWaivable(one, method, today) ? dueOf(one) - interestDue(one) : dueOf(one),
    ),
  )

/** What should have been paid by the end of that day. */
export const dueBy = (instalments: readonly Instalment[], day: Day): bigint =>
  sum(instalments.filter((one) => one.due_on <= day).map(dueOf))

export interface Allocation {
  readonly penalty: bigint
  readonly interest: bigint
  readonly principal: bigint
  readonly interest_waived: bigint
  readonly instalments: readonly Instalment[]
}

/** The caller has checked that the payment is at most the payoff, and that instalments are assessed. */
export function allocatePayment(
  instalments: readonly Instalment[],
  units: bigint,
  method: LoanTerms['method'],
  today: Day,
): Allocation {
  const isPayoff = units === payoffOf(instalments, method, today)
  let left = units
  const take = (due: bigint): bigint => {
    const taken = left < due ? left : due
    left -= taken
    return taken
  }
  const paid = instalments.map((one) => {
    const waived = isPayoff && isWaivable(one, method, today) ? interestDue(one) : 0n
    return {
      waived,
      penalty: take(penaltyDue(one)),
      interest: take(interestDue(one) - waived),
      principal: take(principalDue(one)),
    }
  })
  if (left !== 0n) throw new Error(`${left} units of a payment are more than the loan owes`)
  return {
    penalty: sum(paid.map((one) => one.penalty)),
    interest: sum(paid.map((one) => one.interest)),
    principal: sum(paid.map((one) => one.principal)),
    interest_waived: sum(paid.map((one) => one.waived)),
    instalments: instalments.map((one, index) => {
      const part = paid[index]!
      return {
        ...one,
        penalty_paid: one.penalty_paid + part.penalty,
        interest_paid: one.interest_paid + part.interest,
        interest_waived: one.interest_waived + part.waived,
        principal_paid: one.principal_paid + part.principal,
      }
    }),
  }
}

/** The due date of the oldest instalment that is not paid in full; null when all are. */
export const nextDueOf = (instalments: readonly Instalment[]): Day | null =>
  instalments.find((one) => dueOf(one) > 0n)?.due_on ?? null

export const daysOverdue = (next_due_on: Day | null, today: Day): number =>
  next_due_on === null ? 0 : Math.max(0, daysBetween(next_due_on, today))
