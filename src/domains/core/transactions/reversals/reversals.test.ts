// Reversals of transactions, through HTTP against PostgreSQL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../test-support.ts'

let bank: Bank
let teller: Teller
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  ada = await teller.person()
  bob = await teller.person()
})
afterAll(() => bank.stop())

const reverse = (person: Person, transaction_id: string, more: Record<string, unknown> = {}) =>
  bank.call(
    'POST /api/transactions/reverse',
    { transaction_id, reason: 'A mistake', ...more },
    person,
  )

/** The sides of a transfer: 1 pays, 2 gets, 3 pays the fee. */
const sideOf = (transfer: { uuid: string }, number: number) =>
  `${transfer.uuid.slice(0, -2)}0${number}`

async function expectRefusal(
  answer: ReturnType<typeof reverse>,
  status: number,
  code: string,
): Promise<void> {
  const { status: got, body } = await answer
  expect([got, body.error?.code], JSON.stringify(body)).toEqual([status, code])
}

describe('transaction.reverse', () => {
  it('reverses a deposit, and reports the steps', async () => {
    const account = await teller.open(ada, 500)
    const { uuid } = await teller.deposit(ada, account, '20.00')
    bank.clock.advance(5)
    const { status, body } = await reverse(ada, uuid)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      message: expect.any(String),
      data: {
        reversal_id: expect.stringMatching(/^rev_[0-9a-f-]{36}$/),
        account_uuid: account,
        amount: '20.00',
        asset_code: 'USD',
        transaction_type: 'credit',
        reversal_reason: 'A mistake',
        original_transaction_id: uuid,
        authorized_by: ada.email,
        status: 'initiated',
        created_at: bank.clock.now().toISOString(),
      },
    })
    expect(await teller.balance(ada, account)).toBe('5.00')
    const [taken] = (await teller.get(ada, `/api/accounts/${account}/transactions`)).body.data
    expect(taken).toMatchObject({
      type: 'withdrawal',
      subtype: 'reversal',
      direction: 'outgoing',
      amount: '20.00',
      reference: 'A mistake',
      metadata: {},
      parent_transaction_id: uuid,
    })
    const progress = await teller.get(
      ada,
      `/api/transactions/reversals/${body.data.reversal_id}/status`,
    )
    expect(progress.body.data).toEqual({
      reversal_id: body.data.reversal_id,
      status: 'completed',
      progress: 100,
      steps_completed: [
        'validation',
        'authorization_check',
        'balance_verification',
        'reversal_execution',
        'audit_logging',
      ],
      error_message: null,
      created_at: body.data.created_at,
      updated_at: body.data.created_at,
    })
    await expectRefusal(reverse(ada, taken.uuid), 422, 'TRANSACTION_NOT_REVERSIBLE')
  })

  it('reverses a withdrawal', async () => {
    const account = await teller.open(ada, 5_000)
    const { uuid } = await teller.withdraw(ada, account, '20.00')
    const { body } = await reverse(ada, uuid, { authorized_by: 'The branch' })
    expect(body.data).toMatchObject({ transaction_type: 'debit', authorized_by: 'The branch' })
    expect(await teller.balance(ada, account)).toBe('50.00')
  })

  it('returns a transfer for its receiver, without the fee, and notifies both sides', async () => {
    const from = await teller.open(ada, 10_000)
    const to = await teller.open(bob)
    const transfer = await teller.transfer(ada, from, to, '50.00')
    expect(await teller.balance(ada, from)).toBe('49.50')
    await expectRefusal(reverse(ada, sideOf(transfer, 1)), 403, 'FORBIDDEN')
    await expectRefusal(reverse(ada, sideOf(transfer, 2)), 403, 'FORBIDDEN')
    await expectRefusal(reverse(ada, sideOf(transfer, 3)), 422, 'TRANSACTION_NOT_REVERSIBLE')
    const { status, body } = await reverse(bob, sideOf(transfer, 2))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await teller.balance(ada, from)).toBe('99.50')
    expect(await teller.balance(bob, to)).toBe('0.00')
    const events = await bank.sql<{ user_uuid: string; data: Record<string, unknown> }>(
      `select user_uuid, data from platform.events
       where type = 'transaction.reversed' and data->>'reversal_id' = $1 order by position`,
      [body.data.reversal_id],
    )
    expect(events).toMatchObject([
      {
        user_uuid: bob.uuid,
        data: {
          account_uuid: to,
          original_transaction_id: sideOf(transfer, 2),
          amount: '50.00',
          balance_after: '0.00',
          is_whole: true,
        },
      },
      {
        user_uuid: ada.uuid,
        data: {
          account_uuid: from,
          original_transaction_id: sideOf(transfer, 1),
          balance_after: '99.50',
        },
      },
    ])
    const [back] = (await teller.get(ada, `/api/accounts/${from}/transactions`)).body.data
    expect(back).toMatchObject({
      uuid: events[1]!.data.transaction_uuid,
      type: 'transfer',
      subtype: 'reversal',
      related_account_uuid: to,
      parent_transaction_id: sideOf(transfer, 1),
    })
    // The other side does not see who authorized it.
    expect(JSON.stringify(back)).not.toContain(bob.email)
  })

  it('lets operators reverse a transfer for its sender, and refund a fee', async () => {
    const operator = await teller.operator()
    const from = await teller.open(ada, 10_000)
    const to = await teller.open(bob)
    const transfer = await teller.transfer(ada, from, to, '50.00')
    expect((await reverse(operator, sideOf(transfer, 1))).status).toBe(200)
    expect((await reverse(operator, sideOf(transfer, 3))).status).toBe(200)
    expect(await teller.balance(ada, from)).toBe('100.00')
    await expectRefusal(reverse(bob, sideOf(transfer, 2)), 409, 'ALREADY_REVERSED')
  })

  it('reverses parts until nothing is left, and never more', async () => {
    const account = await teller.open(ada, 10_000)
    const { uuid } = await teller.deposit(ada, account, '20.00')
    expect((await reverse(ada, uuid, { amount: '5.00' })).body.data.amount).toBe('5.00')
    expect((await reverse(ada, uuid, { amount: 7 })).status).toBe(200)
    await expectRefusal(reverse(ada, uuid, { amount: '8.01' }), 422, 'VALIDATION_ERROR')
    await expectRefusal(reverse(ada, uuid, { amount: '0' }), 422, 'VALIDATION_ERROR')
    await expectRefusal(reverse(ada, uuid, { amount: '1.001' }), 422, 'VALIDATION_ERROR')
    expect((await reverse(ada, uuid)).body.data.amount).toBe('8.00')
    await expectRefusal(reverse(ada, uuid), 409, 'ALREADY_REVERSED')
    await expectRefusal(reverse(ada, uuid, { amount: '0.01' }), 409, 'ALREADY_REVERSED')
    expect(await teller.balance(ada, account)).toBe('100.00')
  })

  it('happens once, however many requests are concurrent', async () => {
    const account = await teller.open(ada, 100_000)
    const { uuid } = await teller.deposit(ada, account, '20.00')
    const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(ada, uuid)))
    const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await teller.balance(ada, account)).toBe('1000.00')
    const other = await teller.deposit(ada, account, '20.00')
    const parts = await Promise.all(
      Array.from({ length: 10 }, () => reverse(ada, other.uuid, { amount: '3.00' })),
    )
    expect(parts.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(await teller.balance(ada, account)).toBe('1002.00')
    // Both sides of one transfer share one amount to reverse.
    const to = await teller.open(ada)
    const transfer = await teller.transfer(ada, account, to, '10.00')
    const both = await Promise.all([1, 2].map((side) => reverse(ada, sideOf(transfer, side))))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await teller.balance(ada, to)).toBe('0.00')
  })

  it('is refused without the money, on a frozen account, and for what never happened', async () => {
    const account = await teller.open(ada)
    const { uuid } = await teller.deposit(ada, account, '20.00')
    await teller.withdraw(ada, account, '19.00')
    await expectRefusal(reverse(ada, uuid), 422, 'INSUFFICIENT_FUNDS')
    expect((await reverse(ada, uuid, { amount: '1.00' })).status).toBe(200)
    await bank.call(`POST /api/accounts/${account}/freeze`, { reason: 'Lost' }, ada)
    await expectRefusal(reverse(ada, uuid), 422, 'ACCOUNT_FROZEN')
    const to = await teller.open(bob)
    const id = '0197a000-0000-7000-8000-0000000cab00'
    await bank.sql(
      `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units,
         created_at) values ($1, 'live', 'transfer', $2, $3, 'USD', 5, 'infinity')`,
      [id, account, to],
    )
    await expectRefusal(reverse(ada, sideOf({ uuid: id }, 1)), 422, 'TRANSACTION_NOT_REVERSIBLE')
    await bank.sql(`update ledger.holds set status = 'released', closed_at = $2 where id = $1`, [
      id,
      bank.clock.now(),
    ])
    await expectRefusal(reverse(bob, sideOf({ uuid: id }, 2)), 422, 'TRANSACTION_NOT_REVERSIBLE')
    await expectRefusal(reverse(ada, sideOf({ uuid: id }, 4)), 404, 'NOT_FOUND')
    await expectRefusal(reverse(ada, 'tx_1'), 404, 'NOT_FOUND')
    await expectRefusal(reverse(bob, uuid), 403, 'FORBIDDEN')
  })

  it('names the fields that are missing or do not match', async () => {
    const account = await teller.open(ada)
    const { uuid } = await teller.deposit(ada, account, '20.00')
    const route = 'POST /api/v2/transactions/reverse'
    const missing = await bank.call(route, {}, ada)
    expect(missing.status).toBe(422)
    expect(Object.keys(missing.body.errors)).toEqual(['transaction_id', 'reason'])
    const untrue = [{ asset_code: 'EUR' }, { transaction_type: 'debit' }]
    for (const more of untrue) {
      const { status, body } = await reverse(ada, uuid, more)
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(more)])
    }
    expect((await reverse(ada, uuid, { reason: 'x'.repeat(501) })).status).toBe(422)
    expect(await teller.balance(ada, account)).toBe('20.00')
  })
})

describe('account.reverse_transaction and account.reversals', () => {
  it('accept the older body, only for that account, and list the reversals', async () => {
    const account = await teller.open(ada)
    const other = await teller.open(ada)
    const path = `/api/accounts/${account}/transactions`
    const body = (original_transaction_id: string) => ({
      original_transaction_id,
      amount: 1.5,
      asset_code: 'USD',
      transaction_type: 'credit',
      reversal_reason: 'Twice',
    })
    const deposits = [
      await teller.deposit(ada, account, '20.00'),
      await teller.deposit(ada, account, '30.00'),
    ]
    const wrong = await bank.call(
      `POST /api/accounts/${other}/transactions/reverse`,
      body(deposits[0]!.uuid),
      ada,
    )
    expect(wrong.status).toBe(404)
    for (const { uuid } of deposits) {
      bank.clock.advance(1)
      const answer = await bank.call(`POST ${path}/reverse`, body(uuid), ada)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    const first = await teller.get(ada, `${path}/reversals?limit=1`)
    expect(first.body).toMatchObject({
      data: [
        {
          amount: '1.50',
          asset_code: 'USD',
          transaction_type: 'credit',
          reversal_reason: 'Twice',
          original_transaction_id: deposits[1]!.uuid,
          authorized_by: ada.email,
          status: 'completed',
          completed_at: bank.clock.now().toISOString(),
        },
      ],
      pagination: { total: 2, limit: 1, offset: 0 },
    })
    const rest = await teller.get(ada, `${path}/reversals?offset=1`)
    expect(rest.body.data).toMatchObject([{ original_transaction_id: deposits[0]!.uuid }])
    expect(rest.body.pagination).toEqual({ total: 2, limit: 20, offset: 1 })
    expect((await teller.get(bob, `${path}/reversals`)).status).toBe(403)
    const status = `/api/transactions/reversals/${first.body.data[0].reversal_id}/status`
    expect((await teller.get(bob, status)).status).toBe(403)
    expect((await teller.get(ada, status)).status).toBe(200)
  })
})
