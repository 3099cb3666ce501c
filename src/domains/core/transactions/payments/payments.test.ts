// Payments as their parties and operators see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../test-support.ts'

let bank: Bank
let teller: Teller
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  ada = await teller.person({ name: 'Ada Lovelace' })
  bob = await teller.person({ name: 'Bob Byrne' })
})
afterAll(() => bank.stop())

const read = (uuid: string, caller: CallOptions) =>
  bank.call(`GET /api/v2/payments/${uuid}`, undefined, caller)

async function payment(uuid: string, caller: CallOptions) {
  const { status, body } = await read(uuid, caller)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('payment.get', () => {
  it('shows a transfer to both parties, each with their own balances and what they can do', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    const { uuid } = await teller.transfer(ada, from, to, '30.00', { reference: 'Rent' })
    const adas = { name: 'Ada Lovelace', account_uuid: from, bank_account: null }
    const bobs = { name: 'Bob Byrne', account_uuid: to, bank_account: null }
    expect(await payment(uuid, ada)).toMatchObject({
      uuid,
      kind: 'transfer',
      direction: 'outgoing',
      status: 'completed',
      from: { ...adas, is_own: true },
      to: { ...bobs, is_own: false },
      paid: { amount: '30.00', asset_code: 'USD' },
      received: null,
      fees: [{ amount: '0.30', asset_code: 'USD' }],
      reference: 'Rent',
      timeline: [
        { step: 'requested', by: 'payer' },
        { step: 'completed', by: null },
      ],
      entries: [
        { kind: 'transfer', amount: '30.00', from_balance_after: '70.00', to_balance_after: null },
        { kind: 'fee', amount: '0.30', to: { name: null, bank_account: 'fees' } },
      ],
      transaction_uuid: `${uuid.slice(0, -2)}01`,
      actions: ['receipt', 'repeat', 'dispute'],
      request: { request_id: expect.any(String), agent: null },
    })
    expect(await payment(`${uuid.slice(0, -2)}02`, bob)).toMatchObject({
      uuid,
      direction: 'incoming',
      from: { ...adas, is_own: false },
      to: { ...bobs, is_own: true },
      paid: null,
      received: { amount: '30.00', asset_code: 'USD' },
      fees: [],
      // The fee was the payer's.
      entries: [{ kind: 'transfer', from_balance_after: null, to_balance_after: '30.00' }],
      actions: ['receipt', 'reverse'],
      request: null,
    })
  })

  it('shows a payment to nobody else, and to operators', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    const { uuid } = await teller.transfer(ada, from, to, '30.00')
    const carol = await teller.person({ name: 'Carol' })
    for (const id of [uuid, crypto.randomUUID(), 'x'])
      expect((await read(id, carol)).status, id).toBe(404)
    // Not even to a party from the other environment.
    const erin = await bank.person({ name: 'Erin' })
    const hers = (await teller.transfer(ada, from, await teller.open(erin), '1.00')).uuid
    expect((await read(hers, erin)).status).toBe(200)
    expect((await read(hers, await bank.sandboxKey(erin))).status).toBe(404)
    const operator = await teller.operator()
    expect(await payment(uuid, operator)).toMatchObject({
      direction: 'outgoing',
      from: { name: 'Ada Lovelace', is_own: false },
      to: { name: 'Bob Byrne', is_own: false },
      entries: [{ from_balance_after: '70.00', to_balance_after: '30.00' }, { kind: 'fee' }],
      actions: ['receipt', 'reverse'],
      request: { request_id: expect.any(String) },
    })
  })

  it('tells of a reversal, from both sides of it', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    const { uuid } = await teller.transfer(ada, from, to, '30.00')
    const before = await payment(uuid, bob)
    const given = { transaction_id: before.transaction_uuid, reason: 'Sent twice' }
    const { status } = await bank.call('POST /api/v2/transactions/reverse', given, bob)
    expect(status).toBe(200)
    const { timeline } = await payment(uuid, ada)
    expect(timeline.at(-1)).toMatchObject({ step: 'reversed', note: 'Sent twice' })
    expect((await payment(uuid, bob)).actions).toEqual(['receipt'])
    expect(await payment(timeline.at(-1).payment_uuid, ada)).toMatchObject({
      kind: 'reversal',
      direction: 'incoming',
      reverses: uuid,
      received: { amount: '30.00', asset_code: 'USD' },
      actions: ['receipt'],
    })
  })

  it('tells when the amount of a transfer was reserved, and nothing of the payments of others', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    // What a payer writes into the metadata names no payment of another domain.
    const claimed = { rail_payment: crypto.randomUUID(), p2p_transfer: crypto.randomUUID() }
    const more = { workflow_enabled: true, metadata: claimed }
    const { uuid } = await teller.transfer(ada, from, to, '30.00', more)
    await expect
      .poll(async () => (await payment(uuid, bob)).timeline, { timeout: 120_000 })
      .toMatchObject([
        { step: 'requested', by: 'payer' },
        { step: 'held', summary: 'The amount was reserved', by: 'bank' },
        { step: 'completed' },
      ])
  })

  it('shows the cash of the bank’s own accounts, and a payment between own accounts', async () => {
    const [one, two] = [await teller.open(ada, 10_000), await teller.open(ada)]
    const [{ transaction_group_uuid: deposit }] = (
      await bank.call(`GET /api/accounts/${one}/transactions`, undefined, ada)
    ).body.data
    expect(await payment(deposit, ada)).toMatchObject({
      kind: 'deposit',
      direction: 'incoming',
      from: { name: null, account_uuid: null, bank_account: 'external:deposits', is_own: false },
    })
    const { uuid } = await teller.transfer(ada, one, two, '5.00')
    expect(await payment(uuid, ada)).toMatchObject({
      direction: 'internal',
      paid: null,
      received: null,
      fees: [{ amount: '0.05' }],
      entries: [{ from_balance_after: '95.00', to_balance_after: '5.00' }, { kind: 'fee' }],
    })
  })

  it('shows an exchange as one payment', async () => {
    const account = await teller.open(ada, 100_000)
    const bought = { account_uuid: account, amount: 100, currency: 'USD' }
    const { status, body } = await bank.call('POST /api/v2/gcu/buy', bought, ada)
    expect(status, JSON.stringify(body)).toBe(200)
    const rows = (await bank.call(`GET /api/accounts/${account}/transactions`, undefined, ada)).body
      .data
    const [{ transaction_group_uuid: uuid }] = rows
    expect(await payment(uuid, ada)).toMatchObject({
      direction: 'exchange',
      paid: { asset_code: 'USD' },
      received: { asset_code: 'GCU' },
      actions: ['receipt'],
    })
  })
})

describe('searching', () => {
  const search = async (text: string, caller: CallOptions) =>
    (
      await bank.call(
        `GET /api/v2/transactions?search=${encodeURIComponent(text)}`,
        undefined,
        caller,
      )
    ).body.data.map((row: { amount: string; counterparty_name: string | null }) => row.amount)

  it('finds parts of references and names, and amounts', async () => {
    const [payer, payee] = [
      await teller.person({ name: 'Dora' }),
      await teller.person({ name: 'Émile Zola' }),
    ]
    const [from, to] = [await teller.open(payer, 100_000), await teller.open(payee)]
    await teller.transfer(payer, from, to, '12.50', { reference: 'Invoice 100 %' })
    await teller.transfer(payer, from, to, '7.00', { reference: 'Lunch' })
    expect(await search('voice', payer)).toEqual(expect.arrayContaining(['12.50']))
    expect(await search('LUNCH', payer)).toContain('7.00')
    // A wildcard of SQL is a letter like any other.
    expect(await search('100 %', payer)).not.toContain('7.00')
    expect(await search('zola', payer)).toEqual(expect.arrayContaining(['12.50', '7.00']))
    expect(await search('12.5', payee)).toEqual(['12.50'])
    expect(await search('dora', payee)).toEqual(['7.00', '12.50'])
    expect(await search('nothing like it', payer)).toEqual([])
  })

  it('finds no name that is not shown', async () => {
    const [payer, payee] = [
      await teller.person({ name: 'Dora' }),
      await teller.person({ name: 'Hidden' }),
    ]
    const [from, to] = [await teller.open(payer, 100_000), await teller.open(payee)]
    await bank.sql(
      `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee, created_at)
       values ($1, 'live', 'transfer', $2, $3, 'USD', 200, 0, $4)`,
      ['019ca945-0a00-7000-8000-00000000aa00', from, to, bank.clock.now()],
    )
    expect(await search('hidden', payer)).toEqual([])
    expect(await search('2.00', payer)).toEqual(['2.00'])
  })
})

describe('transaction.list as CSV', () => {
  it('has what the list has, in lines that no spreadsheet runs', async () => {
    const payer = await teller.person({ name: '=cmd()' })
    const [from, to] = [await teller.open(payer, 100_000), await teller.open(bob)]
    await teller.transfer(payer, from, to, '12.50', { reference: 'One, two' })
    const path = `/api/v2/transactions?account_uuid=${to}&format=csv`
    const response = await fetch(bank.url + path, {
      headers: { Authorization: `Bearer ${bob.token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, line, ...rest] = (await response.text()).split('\r\n')
    expect(head).toMatch(/^date,transaction_id,payment_id,account,type,/)
    expect(line).toContain(`,incoming,'=cmd(),"One, two",12.50,USD,12.50`)
    expect(rest).toEqual([''])
  })
})
