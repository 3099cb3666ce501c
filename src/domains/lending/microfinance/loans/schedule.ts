// Computes the schedule of a loan in whole units. The instalments sum exactly to the principal and the interest:
// a remainder is in the last one.
import { type Day, daysBetween } from '../../../../kernel/days.ts'
import { multiplyDivide } from '../../../../kernel/money.ts'
import { addPeriods, type Frequency } from '../frequency.ts'

export interface LoanTerms {
  readonly principal: bigint
  readonly rate_basis_points: number
  readonly term: number
  readonly frequency: Frequency
  readonly method: 'flat' | 'declining'
}

export interface Planned {
  readonly number: number
  readonly starts_on: Day
  readonly due_on: Day
  readonly principal: bigint
  readonly interest: bigint
}

const YEAR_DAYS = 365n
const WHOLE = 10_000n

/** Simple interest: principal × rate × days ÷ 365, rounded half up. */
export const interestOn = (units: bigint, rate_basis_points: number, days: number): bigint =>
  multiplyDivide(units, BigInt(rate_basis_points) * BigInt(days), WHOLE * YEAR_DAYS, 'half-up')

/**
 * flat: the interest of the whole time on the whole principal, in equal parts.
 * declining: each period's interest on the principal that is still owed; the principal in equal parts.
 */
export function planSchedule(terms: LoanTerms, start: Day): Planned[] {
  const { principal, rate_basis_points, term, frequency, method } = terms
  const days = Array.from({ length: term + 1 }, (_, index) => addPeriods(start, frequency, index))
  const principals = split(principal, term)
  const flat = split(
    interestOn(principal, rate_basis_points, daysBetween(start, days[term]!)),
    term,
  )
  let owed = principal
  return principals.map((part, index) => {
    const [starts_on, due_on] = [days[index]!, days[index + 1]!]
    const interest =
      method === 'flat'
        ? flat[index]!
        : interestOn(owed, rate_basis_points, daysBetween(starts_on, due_on))
    owed -= part
    return { number: index + 1, starts_on, due_on, principal: part, interest }
  })
}

/** Equal parts, with the remainder in the last. */
export function split(units: bigint, parts: number): bigint[] {
  const part = units / BigInt(parts)
  const last = units - part * BigInt(parts - 1)
  return Array.from({ length: parts }, (_, index) => (index === parts - 1 ? last : part))
}
