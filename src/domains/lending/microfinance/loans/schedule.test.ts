// Schedules and payments as pure functions: nothing is lost or gained by a unit, whatever the terms, and however a
// payment is split.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysBetween } from '../../../../kernel/days.ts'
import { addPeriods, frequencies } from '../frequency.ts'
import { classOf, provisionOf, type ProvisionClasses } from '../provisions/classes.ts'
import {
  allocatePayment,
  assessPenalties,
  dueOf,
  type Instalment,
  nextDueOf,
  payoffOf,
} from './allocation.ts'
import { interestOn, type LoanTerms, type Planned, planSchedule, split } from './schedule.ts'

const START = '2026-01-31'

const terms: fc.Arbitrary<LoanTerms> = fc
  .record({
    term: fc.integer({ min: 1, max: 60 }),
    extra: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    rate_basis_points: fc.integer({ min: 0, max: 10_000 }),
    frequency: fc.constantFrom(...frequencies),
    method: fc.constantFrom('flat' as const, 'declining' as const),
  })
  .map(({ extra, ...rest }) => ({ ...rest, principal: BigInt(rest.term) + extra }))

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)

const open = (planned: readonly Planned[]): Instalment[] =>
  planned.map((one) => ({
    ...one,
    penalty: null,
    principal_paid: 0n,
    interest_paid: 0n,
    interest_waived: 0n,
    penalty_paid: 0n,
  }))

describe('days', () => {
  it('keeps the day of the month, or the last one', () => {
    expect([1, 2, 3, 13].map((months) => addMonths('2026-01-31', months))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2027-02-28',
    ])
    expect(addMonths('2027-12-31', 2)).toBe('2028-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(daysBetween('2026-03-01', '2027-03-01')).toBe(365)
    expect(addPeriods('2026-03-01', 'biweekly', 2)).toBe('2026-03-29')
  })
})

describe('planSchedule', () => {
  it('sums to principal and interest exactly, with ascending due dates', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const plan = planSchedule(given, START)
        expect(plan).toHaveLength(given.term)
        expect(sum(plan.map((one) => one.principal))).toBe(given.principal)
        for (const [index, one] of plan.entries()) {
          expect(one.principal).toBeGreaterThan(0n)
          expect(one.interest).toBeGreaterThanOrEqual(0n)
          expect(one.starts_on).toBe(index === 0 ? START : plan[index - 1]!.due_on)
          expect(one.due_on > one.starts_on).toBe(true)
        }
        const days = daysBetween(START, plan.at(-1)!.due_on)
        const flat = interestOn(given.principal, given.rate_basis_points, days)
        const interest = sum(plan.map((one) => one.interest))
        // Each declining period is rounded by itself, so it may be half a unit above for each.
        if (given.method === 'flat') expect(interest).toBe(flat)
        else expect(interest).toBeLessThanOrEqual(flat + BigInt(given.term))
      }),
      { numRuns: 300 },
    )
  })

  it('equals results computed by hand', () => {
    const given = { principal: 100_001n, rate_basis_points: 2_400, term: 3 } as const
    const flat = planSchedule({ ...given, frequency: 'monthly', method: 'flat' }, '2026-01-01')
    // 1000.01 at 24 % for 90 days is 59.1787…
    expect(flat.map(({ principal, interest }) => [principal, interest])).toEqual([
      [33_333n, 1_972n],
      [33_333n, 1_972n],
      [33_335n, 1_974n],
    ])
    const declining = planSchedule(
      { ...given, frequency: 'monthly', method: 'declining' },
      '2026-01-01',
    )
    // On 1000.01 for 31 days, 666.68 for 28 days and 333.35 for 31 days.
    expect(declining.map(({ interest }) => interest)).toEqual([2_038n, 1_227n, 679n])
    expect(declining.map(({ due_on }) => due_on)).toEqual([
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
    ])
  })

  it('puts the remainder of a split into the last part', () => {
    expect(split(10n, 3)).toEqual([3n, 3n, 4n])
    expect(split(2n, 3)).toEqual([0n, 0n, 2n])
  })
})

describe('allocatePayment', () => {
  const penaltyTerms = { basis_points: 500, grace_days: 3 }

  it('costs the same, however a payment of a day is split', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 900 }),
        fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 6 }),
        (given, days, weights) => {
          const today = addDays(START, days)
          const before = assessPenalties(open(planSchedule(given, START)), today, penaltyTerms)
          const payoff = payoffOf(before, given.method, today)
          const all = allocatePayment(before, payoff, given.method, today)
          expect(nextDueOf(all.instalments)).toBe(null)
          expect(all.principal).toBe(given.principal)
          expect(all.penalty + all.interest + all.principal).toBe(payoff)
          let state = before
          let paid = 0n
          let waived = 0n
          for (const weight of weights) {
            const left = payoffOf(state, given.method, today)
            const units = (left * BigInt(weight)) / 1000n
            if (units === 0n) continue
            // A penalty is charged once: assessing again changes nothing.
            expect(assessPenalties(state, today, penaltyTerms)).toEqual(state)
            const part = allocatePayment(state, units, given.method, today)
            expect(part.penalty + part.interest + part.principal).toBe(units)
            state = [...part.instalments]
            paid += units
            waived += part.interest_waived
          }
          const rest = payoffOf(state, given.method, today)
          if (rest > 0n) {
            const last = allocatePayment(state, rest, given.method, today)
            state = [...last.instalments]
            paid += rest
            waived += last.interest_waived
          }
          expect(state.every((one) => dueOf(one) === 0n)).toBe(true)
          // Splitting never pays less than paying at once.
          expect(paid).toBeGreaterThanOrEqual(payoff)
          const interest = sum(before.map((one) => one.interest))
          const fines = sum(before.map((one) => one.penalty ?? 0n))
          expect(paid + waived).toBe(given.principal + interest + fines)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('pays the oldest instalment first: penalty, interest, principal', () => {
    const plan = planSchedule(
      {
        principal: 30_000n,
        rate_basis_points: 2_400,
        term: 3,
        frequency: 'weekly',
        method: 'flat',
      },
      '2026-03-01',
    )
    const late = assessPenalties(open(plan), '2026-03-17', { basis_points: 1_000, grace_days: 1 })
    const [first, second] = late
    expect(first!.penalty).toBe((first!.principal + first!.interest) / 10n)
    expect(second!.penalty).toBe((second!.principal + second!.interest) / 10n)
    expect(late[2]!.penalty).toBe(null)
    const units = first!.penalty! + first!.interest + 1n
    const paid = allocatePayment(late, units, 'flat', '2026-03-17')
    expect(paid).toMatchObject({
      penalty: first!.penalty,
      interest: first!.interest,
      principal: 1n,
    })
    expect(nextDueOf(paid.instalments)).toBe('2026-03-08')
  })

  it('waives only interest of declining periods that have not begun', () => {
    const given = {
      principal: 30_000n,
      rate_basis_points: 2_400,
      term: 3,
      frequency: 'weekly',
    } as const
    const plan = (method: 'flat' | 'declining') =>
      open(planSchedule({ ...given, method }, '2026-03-01'))
    const declining = plan('declining')
    const flat = plan('flat')
    expect(payoffOf(declining, 'declining', '2026-03-01')).toBe(30_000n + declining[0]!.interest)
    expect(payoffOf(declining, 'declining', '2026-03-08')).toBe(
      30_000n + declining[0]!.interest + declining[1]!.interest,
    )
    expect(payoffOf(flat, 'flat', '2026-03-01')).toBe(
      30_000n + sum(flat.map((one) => one.interest)),
    )
  })
})

describe('provisioning classes', () => {
  const classes: ProvisionClasses = [
    { category: 'standard', from_days: 0, basis_points: 100, stage: 1 },
    { category: 'substandard', from_days: 90, basis_points: 500, stage: 2 },
    { category: 'doubtful', from_days: 180, basis_points: 5_000, stage: 3 },
    { category: 'loss', from_days: 365, basis_points: 10_000, stage: 3 },
  ]
  it.each([
    [0, 'standard'],
    [89, 'standard'],
    [90, 'substandard'],
    [179, 'substandard'],
    [180, 'doubtful'],
    [364, 'doubtful'],
    [365, 'loss'],
    [9_999, 'loss'],
  ])('%i days: %s', (days, category) => {
    expect(classOf(classes, days).category).toBe(category)
  })

  it('rounds half a unit up', () => {
    expect(provisionOf(150n, classes[0]!)).toBe(2n)
    expect(provisionOf(149n, classes[0]!)).toBe(1n)
    expect(provisionOf(0n, classes[3]!)).toBe(0n)
  })
})
