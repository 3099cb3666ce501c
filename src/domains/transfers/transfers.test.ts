// Money in, out and across, through HTTP against PostgreSQL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../test/harness/bank.ts'

let bank: Bank
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
  bob = await bank.person()
})
afterAll(() => bank.stop())

async function openAccount(person: Person, cents = 0): Promise<string> {
  const { status, body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Test', initial_balance: cents },
    person,
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.uuid
}

async function balanceOf(person: Person, account: string, asset = 'USD') {
  const { body } = await bank.call(`GET /api/v2/accounts/${account}/balances`, undefined, person)
  const found = body.data.balances.find((b: { asset_code: string }) => b.asset_code === asset)
  return found
    ? { total: found.total_balance, reserved: found.reserved_balance }
    : { total: null, reserved: null }
}

describe('account.deposit', () => {
  it('adds money and answers with the transaction', async () => {
    const account = await openAccount(ada)
    const { status, body } = await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount: '12.50', asset_code: 'USD', reference: 'Salary' },
      ada,
    )
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({
      account_uuid: account,
      type: 'deposit',
      amount: '12.50',
      asset_code: 'USD',
      status: 'completed',
      reference: 'Salary',
      balance_after: '12.50',
      new_balance: 1250,
    })
    expect(await balanceOf(ada, account)).toEqual({ total: '12.50', reserved: '0.00' })
  })
})

describe('transfer.create', () => {
  it('is pending, and completed within a second', async () => {
    const from = await openAccount(ada, 10_000)
    const to = await openAccount(bob)
    const { status, body } = await bank.call(
      'POST /api/v2/transfers',
      {
        from_account: from,
        to_account: to,
        amount: '30.00',
        asset_code: 'USD',
        metadata: { a: 1 },
      },
      ada,
    )
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({ status: 'pending', amount: '30.00', metadata: { a: 1 } })
    await expect
      .poll(async () => {
        const answer = await bank.call(`GET /api/v2/transfers/${body.data.uuid}`, undefined, bob)
        return answer.body.data.status
      })
      .toBe('completed')
    expect(await balanceOf(ada, from)).toEqual({ total: '70.00', reserved: '0.00' })
    expect(await balanceOf(bob, to)).toEqual({ total: '30.00', reserved: '0.00' })
  })

  it('completes in the same call without a workflow', async () => {
    const from = await openAccount(ada, 10_000)
    const to = await openAccount(bob)
    const { status, body } = await bank.call(
      'POST /api/transfers',
      {
        from_account: from,
        to_account: to,
        amount: 1.5,
        asset_code: 'USD',
        workflow_enabled: false,
      },
      { ...ada, key: 'direct-1' },
    )
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({ status: 'completed', workflow_id: null, amount: '1.50' })
    const again = await bank.call(
      'POST /api/transfers',
      {
        from_account: from,
        to_account: to,
        amount: 1.5,
        asset_code: 'USD',
        workflow_enabled: false,
      },
      { ...ada, key: 'direct-1' },
    )
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(body)
    expect(await balanceOf(ada, from)).toEqual({ total: '98.50', reserved: '0.00' })
    const list = await bank.call(`GET /api/v2/accounts/${from}/transfers`, undefined, ada)
    expect(list.body.data).toHaveLength(1)
    expect(list.body.meta.total).toBe(1)
  })
})
