// Which transactions are one payment in the lists of the console.
import { describe, expect, it } from 'vitest'
import { toPayments } from '../../console/src/payments.ts'
import type { Transaction } from '../../sdk/client/types.ts'

const ROW: Transaction = {
  uuid: 'a-out',
  account_uuid: 'main',
  type: 'transfer',
  subtype: null,
  direction: 'outgoing',
  amount: '10.00',
  asset_code: 'USD',
  status: 'completed',
  reference: null,
  description: null,
  metadata: {},
  balance_after: '90.00',
  related_account_uuid: 'savings',
  counterparty_name: 'Ada',
  transaction_group_uuid: 'a',
  parent_transaction_id: null,
  failure_reason: null,
  created_at: '2026-03-01T12:00:00.000Z',
  completed_at: '2026-03-01T12:00:00.000Z',
}
const row = (uuid: string, change: Partial<Transaction> = {}): Transaction => ({
  ...ROW,
  uuid,
  transaction_group_uuid: uuid.slice(0, 1),
  ...change,
})
const isIn = { direction: 'incoming' } as const
const isFee = { subtype: 'fee', amount: '0.10' } as const

describe('toPayments', () => {
  it('makes one payment of a purchase: what came in, what was given, and the fee', () => {
    const rows = [
      row('a-fee', isFee),
      row('a-in', { ...isIn, asset_code: 'GCU', amount: '9.00' }),
      row('a-out'),
      row('b-out'),
    ]
    expect(toPayments(rows)).toMatchObject([
      { uuid: 'a', main: { uuid: 'a-in' }, given: { uuid: 'a-out' }, fees: [{ uuid: 'a-fee' }] },
      { uuid: 'b', main: { uuid: 'b-out' }, given: undefined, own: undefined, fees: [] },
    ])
  })

  it('makes one payment of both sides between own accounts', () => {
    const rows = [row('a-in', { ...isIn, account_uuid: 'savings' }), row('a-out')]
    expect(toPayments(rows)).toMatchObject([
      { main: { uuid: 'a-out' }, own: { uuid: 'a-in' }, given: undefined },
    ])
  })

  it('shows a fee whose payment is on another page as what it is', () => {
    expect(toPayments([row('a-fee', isFee)])).toMatchObject([{ main: { uuid: 'a-fee' }, fees: [] }])
  })
})
