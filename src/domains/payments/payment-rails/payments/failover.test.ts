// Tests of failover: once, to the next rail, when the network of the rail that the bank chose is offline.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { findNextRail } from './failover.ts'
import { isOpen } from '../rails/hours.ts'
import { railIds, railOf } from '../rails/catalogue.ts'
import { route } from '../rails/routing.ts'
import type { Attempt } from './store.ts'
import {
  after,
  type Customer,
  customer,
  eventsOf,
  ibanEnding,
  paid,
  read,
  unitsOf,
} from '../test-support.ts'

const FIRST_OFFLINE = '021000021:12349607'
const ALL_OFFLINE = '021000021:12349608'

let bank: Bank
let ada: Customer
beforeAll(async () => {
  bank = await startBank({ env: { PAYMENT_RAILS_FEES: 'cost' } })
  ada = await customer(bank, { USD: '100000.00', EUR: '1000.00' })
})
afterAll(() => bank.stop())

const usd = (account: string) => unitsOf(bank, account, 'USD')

describe('a payment whose rail the bank chose', () => {
  it('continues over the next rail, with the history in the answer and the fee that was shown', async () => {
    const before = await usd(ada.account)
    const made = await paid(bank, ada, { creditor_account: FIRST_OFFLINE })
    expect(made).toMatchObject({ rail: 'fednow', status: 'processing', attempts: [], fee: '0.05' })
    await after(bank, 3)
    const moved = await read(bank, ada, made.payment_id)
    expect(moved).toMatchObject({
      rail: 'rtp',
      status: 'processing',
      fee: '0.05',
      code: 'AB07',
      reason: 'FedNow is not available: The network is offline. The payment continues over RTP.',
      routing_decision: { recommended_rail: 'fednow' },
      attempts: [
        {
          rail: 'fednow',
          external_id: made.external_id,
          code: 'AB07',
          reason: 'The network is offline.',
          submitted_at: expect.any(String),
          ended_at: expect.any(String),
        },
      ],
    })
    expect(moved.external_id).toMatch(/^RTP-/)
    expect([await usd('clearing:fednow'), await usd('clearing:rtp')]).toEqual([0n, 10_000n])
    await after(bank, 3)
    expect(await read(bank, ada, made.payment_id)).toMatchObject({
      rail: 'rtp',
      status: 'completed',
      code: null,
      reason: null,
      attempts: [{ rail: 'fednow' }],
    })
    expect(await usd('clearing:rtp')).toBe(0n)
    expect(before - (await usd(ada.account))).toBe(10_005n)
    expect(await eventsOf(bank, made.payment_id)).toEqual([
      'rail_payment.submitted',
      'rail_payment.rerouted',
      'rail_payment.completed',
    ])
  })

  it('fails when the next rail is offline, too: only one more is tried', async () => {
    const before = await usd(ada.account)
    const { payment_id } = await paid(bank, ada, { creditor_account: ALL_OFFLINE })
    await after(bank, 3)
    await after(bank, 3)
    expect(await read(bank, ada, payment_id)).toMatchObject({
      rail: 'rtp',
      status: 'failed',
      code: 'AB08',
      attempts: [{ rail: 'fednow', code: 'AB08' }],
    })
    expect(await usd(ada.account)).toBe(before)
    expect([await usd('clearing:fednow'), await usd('clearing:rtp')]).toEqual([0n, 0n])
  })

  it('in euros continues over SWIFT, because a direct debit sends nothing', async () => {
    const { payment_id } = await paid(bank, ada, {
      creditor_account: ibanEnding('9608'),
      currency: 'EUR',
      amount: '5.00',
    })
    await after(bank, 3)
    await after(bank, 3)
    expect(await read(bank, ada, payment_id)).toMatchObject({
      rail: 'swift',
      status: 'completed',
      fee: '0.20',
      attempts: [{ rail: 'sct_inst' }],
    })
    expect(await unitsOf(bank, 'clearing:swift', 'EUR')).toBe(0n)
  })

  it('is moved once by concurrent workers', async () => {
    const { payment_id } = await paid(bank, ada, { creditor_account: FIRST_OFFLINE })
    bank.clock.advance(3)
    const look = () => bank.runJob('payment_rails.settle')
    await Promise.all([look(), look(), look()])
    const moved = await read(bank, ada, payment_id)
    expect(moved).toMatchObject({ rail: 'rtp', status: 'processing', attempts: [{}] })
    expect(await usd('clearing:rtp')).toBe(10_000n)
    await after(bank, 3)
  })
})

describe('a payment', () => {
  it('over a rail that the caller named fails there', async () => {
    const before = await usd(ada.account)
    const named = { rail: 'rtp', creditor_account: FIRST_OFFLINE }
    const { payment_id } = await paid(bank, ada, named)
    await after(bank, 3)
    expect(await read(bank, ada, payment_id)).toMatchObject({
      rail: 'rtp',
      status: 'failed',
      code: 'AB07',
      attempts: [],
    })
    expect(await usd(ada.account)).toBe(before)
  })

  it('that a timeout ended, or a wrong account, is not sent again', async () => {
    for (const digits of ['9905', '9901']) {
      const { payment_id } = await paid(bank, ada, { creditor_account: `021000021:1234${digits}` })
      await after(bank, 3)
      expect(await read(bank, ada, payment_id)).toMatchObject({ status: 'failed', attempts: [] })
    }
  })
})

describe('a bank without a US routing number', () => {
  it('reports each rail that needs one, and takes another', () => {
    const found = route({
      units: 10_000n,
      asset: { code: 'USD', precision: 2 },
      urgency: 'normal',
      account: { form: 'us' },
      now: new Date('2026-03-02T15:00:00Z'),
      performance: new Map(),
      hasUs: false,
    })
    const { decision } = found as Extract<typeof found, { decision: unknown }>
    expect(decision.recommended_rail).toBe('swift')
    expect(decision.alternatives.find(({ rail }) => rail === 'fednow')!.reason).toBe(
      'FedNow is not available at this bank: it has no US routing number.',
    )
  })
})

describe('the next rail', () => {
  const refusal = (code: string) => ({ status: 'failed' as const, code, reason: 'Refused.' })
  const attempt = {} as Attempt
  const decision = (failover: (typeof railIds)[number][]) => ({
    recommended_rail: 'fednow' as const,
    score: 1,
    reasons: [],
    alternatives: [],
    failover,
  })

  it('is one of those that can carry the payment, open if any of them is', () => {
    const instants = fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2027-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.subarray([...railIds]), instants, (failover, now) => {
        const row = {
          direction: 'outgoing' as const,
          rail: 'fednow' as const,
          routing: decision(failover),
          attempts: [],
        }
        const next = findNextRail(row, refusal('AB07'), now)
        if (failover.length === 0) return next === undefined
        const anyOpen = failover.some((id) => isOpen(railOf(id), now))
        return failover.includes(next!.id) && isOpen(next!, now) === anyOpen
      }),
    )
  })

  it('is not taken twice, nor from a slow rail, nor for money that comes in', () => {
    const now = new Date('2026-03-02T15:00:00Z')
    const row = {
      direction: 'outgoing' as const,
      rail: 'fednow' as const,
      routing: decision(['rtp']),
      attempts: [],
    }
    expect(findNextRail(row, refusal('AB08'), now)!.id).toBe('rtp')
    for (const change of [
      { attempts: [attempt] },
      { rail: 'fedwire' as const },
      { direction: 'incoming' as const },
      { routing: null },
    ])
      expect(findNextRail({ ...row, ...change }, refusal('AB08'), now)).toBeUndefined()
    expect(findNextRail(row, refusal('AB05'), now)).toBeUndefined()
  })
})
