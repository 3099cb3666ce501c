// Payments over rails through HTTP, with the simulated networks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

describe('rail_payment.create', () => {
  it('chooses a rail', async () => {
    const person = await bank.person()
    const { body } = await bank.call('GET /api/accounts', undefined, person)
    const account = body.data[0].uuid
    await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount: '500.00', asset_code: 'USD' },
      person,
    )
    const answer = await bank.call(
      'POST /api/v1/payment-rails/payments',
      {
        amount: '100.00',
        currency: 'USD',
        rail: 'auto',
        creditor_account: '021000021:123456789',
        memo: 'x',
      },
      person,
    )
    console.log(JSON.stringify(answer.body, null, 1))
    expect(answer.status).toBe(201)
  })
})
