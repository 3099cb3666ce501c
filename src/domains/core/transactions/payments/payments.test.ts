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

describe('payment.list', () => {
  interface Found {
    readonly uuid: string
    readonly amount: string
    readonly status: string
  }

  const find = async (query: Readonly<Record<string, string>>, caller: CallOptions) => {
    const { status, body } = await bank.call(
      `GET /api/v2/payments?${new URLSearchParams(query).toString()}`,
      undefined,
      caller,
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return body as {
      readonly data: readonly Found[]
      readonly next: string | null
      readonly searched_back_to: string | null
    }
  }

  /** A payer and a payee with names of their own, and payments between them. */
  async function pay(payer: string, payee: string, amounts: readonly [string, string][]) {
    const [from, to] = [await teller.person({ name: payer }), await teller.person({ name: payee })]
    const [paying, receiving] = [await teller.open(from, 1_000_000), await teller.open(to)]
    const uuids: string[] = []
    for (const [amount, reference] of amounts)
      uuids.push((await teller.transfer(from, paying, receiving, amount, { reference })).uuid)
    return { uuids, paying, receiving, from }
  }

  it('finds payments of all customers by party, amount, kind, asset and reference', async () => {
    const operator = await teller.operator()
    const { uuids, paying, receiving, from } = await pay('Gottfried Leibniz', 'Sophie Germain', [
      ['30.00', 'Lesson 1'],
      ['45.50', 'Lesson 2'],
      ['99.99', 'Books'],
    ])
    const idsOf = async (query: Readonly<Record<string, string>>) =>
      (await find(query, operator)).data.map(({ uuid }) => uuid)
    const newest = uuids.toReversed()
    expect(await idsOf({ party: 'sophie germ' })).toEqual(newest)
    expect(await idsOf({ party: receiving, reference: 'LESSON' })).toEqual(newest.slice(1))
    const numbers = await bank.call(`GET /api/v2/accounts/${paying}/identifiers`, undefined, from)
    expect(await idsOf({ party: numbers.body.data.iban, kind: 'transfer' })).toEqual(newest)
    expect(
      await idsOf({ party: 'leibniz', amount_from: '40', amount_to: '50', asset_code: 'usd' }),
    ).toEqual([uuids[1]])
    expect(await idsOf({ party: 'leibniz', kind: 'deposit' })).toHaveLength(1)
    expect(await idsOf({ party: 'leibniz', asset_code: 'EUR' })).toEqual([])
    // The fee is a part of its payment.
    expect(await idsOf({ reference: 'Books', amount_to: '1' })).toEqual([])
    expect((await find({ reference: 'Books' }, operator)).data[0]).toMatchObject({
      uuid: uuids[2],
      kind: 'transfer',
      status: 'completed',
      amount: '99.99',
      asset_code: 'USD',
      from: { name: 'Gottfried Leibniz' },
      to: { name: 'Sophie Germain', account_uuid: receiving, bank_account: null },
      reference: 'Books',
    })
    expect(JSON.stringify((await find({ party: 'leibniz' }, operator)).data)).not.toContain('@')
  })

  it('goes back page by page without gaps, and stays within the period', async () => {
    const operator = await teller.operator()
    const { uuids, paying } = await pay('Emmy Noether', 'David Hilbert', [
      ['1.00', 'Ring'],
      ['2.00', 'Ring'],
      ['3.00', 'Ring'],
    ])
    for (const query of [{ reference: 'Ring' }, { party: paying, kind: 'transfer' }]) {
      const seen: string[] = []
      let before: string | null = null
      do {
        const page = await find({ ...query, limit: '1', ...(before && { before }) }, operator)
        seen.push(...page.data.map(({ uuid }) => uuid))
        before = page.next
      } while (before !== null)
      expect(seen).toEqual(uuids.toReversed())
    }
    const day = bank.clock.now().toISOString().slice(0, 10)
    expect((await find({ party: paying, from: day, to: day }, operator)).data).toHaveLength(4)
    expect((await find({ party: paying, to: '2020-01-01' }, operator)).data).toEqual([])
    expect((await find({ reference: 'Ring', to: '2020-01-01' }, operator)).data).toEqual([])
  })

  it('is written as CSV', async () => {
    const operator = await teller.operator()
    await pay('=Hypatia', 'Euclid', [['5.00', 'Scrolls, two']])
    const response = await fetch(`${bank.url}/api/v2/payments?reference=Scrolls&format=csv`, {
      headers: { Authorization: `Bearer ${operator.token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, line, ...rest] = (await response.text()).split('\r\n')
    expect(head).toBe(
      'date,payment_id,kind,status,from,from_account,to,to_account,amount,asset,reference',
    )
    expect(line).toMatch(/,transfer,completed,'=Hypatia,.*,Euclid,.*,5\.00,USD,"Scrolls, two"$/)
    expect(rest).toEqual([''])
  })

  it('refuses customers, bounds out of order, and names that fit everybody', async () => {
    const [operator, carol] = [await teller.operator(), await teller.person({ name: 'Carol' })]
    const ask = (query: string, caller: CallOptions) =>
      bank.call(`GET /api/v2/payments?${query}`, undefined, caller)
    expect((await ask('', carol)).status).toBe(403)
    expect((await ask('amount_from=5&amount_to=4', operator)).body.errors).toHaveProperty(
      'amount_to',
    )
    expect((await ask('from=2026-02-01&to=2026-01-01', operator)).body.errors).toHaveProperty('to')
    await bank.sql(
      `insert into identity.users (uuid, name, email, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'Twin Smith', 'twin' || n || '@example.com', '', now(), now()
       from generate_series(1, 101) n`,
    )
    expect((await ask('party=twin+smith', operator)).body.errors).toHaveProperty('party')
  })

  // Last, because its rows are newer than what others search for.
  it('finds transfers that are pending or failed, and stops where it has read enough', async () => {
    const operator = await teller.operator()
    const { paying, receiving } = await pay('Kurt Goedel', 'Alonzo Church', [])
    await bank.sql(
      `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee, status,
         reason, reference, created_at, closed_at)
       values ('019ca945-0b00-7000-8000-00000000bb00', 'live', 'transfer', $1, $2, 'USD', 205, 5, 'released',
         'The account is frozen.', 'Proof', $3, $3)`,
      [paying, receiving, bank.clock.now()],
    )
    for (const query of [{ reference: 'proof' }, { party: 'church', status: 'failed' }])
      expect((await find(query, operator)).data).toMatchObject([
        { status: 'failed', amount: '2.00', failure_reason: 'The account is frozen.' },
      ])
    expect((await find({ reference: 'proof', status: 'completed' }, operator)).data).toEqual([])
    // More reservations than a search reads, all of them newer.
    await bank.sql(
      `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, status,
         created_at, closed_at)
       select ('019ca946-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'sandbox', 'transfer', $1, $2,
         'USD', 1, 'released', $3, $3
       from generate_series(1, 20001) n`,
      [paying, receiving, bank.clock.now()],
    )
    const first = await find({ reference: 'proof' }, operator)
    expect([first.data, typeof first.searched_back_to]).toEqual([[], 'string'])
    const second = await find({ reference: 'proof', before: first.next! }, operator)
    expect(second).toMatchObject({ data: [{ amount: '2.00' }], next: null, searched_back_to: null })
  })
})
