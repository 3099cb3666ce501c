// Wallets over HTTP: the addresses that users register, and the feed of incoming and outgoing transfers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SOLANA = 'So11111111111111111111111111111111111111112'

const add = (caller: CallOptions, change: object = {}) =>
  bank.call('POST /api/v1/wallet/addresses', { chain: 'base', address: EVM, ...change }, caller)

const list = async (caller: CallOptions, query = '') =>
  (await bank.call(`GET /api/v1/wallet/addresses${query}`, undefined, caller)).body

describe('wallet.addresses', () => {
  it('is empty for a user without addresses', async () => {
    expect(await list(await bank.person())).toMatchObject({
      success: true,
      data: [],
      count: 0,
      meta: { total: 0, per_page: 100 },
    })
  })

  it('has the fields of the interface and of the tool, oldest first', async () => {
    const person = await bank.person()
    const made = await add(person, {
      label: 'Savings',
      public_key: '04ab',
      derivation_path: "m/44'/60'/0'/0/0",
      metadata: { device: 'paper' },
    })
    expect(made.status).toBe(201)
    await add(person, { chain: 'solana', address: SOLANA })
    const { data, count } = await list(person)
    expect(count).toBe(2)
    expect(data[0]).toEqual({
      uuid: made.body.data.uuid,
      chain: 'base',
      network: 'base',
      address: EVM,
      type: 'keypair',
      deployed: false,
      label: 'Savings',
      public_key: '04ab',
      derivation_path: "m/44'/60'/0'/0/0",
      is_active: true,
      metadata: { device: 'paper' },
      created_at: '2026-03-01T12:00:00.000Z',
    })
    expect(data[1]).toMatchObject({ chain: 'solana', address: SOLANA, label: null, metadata: {} })
  })

  it('filters by chain', async () => {
    const person = await bank.person()
    for (const chain of ['polygon', 'base', 'arbitrum', 'ethereum'])
      expect((await add(person, { chain })).status).toBe(201)
    expect((await list(person)).count).toBe(4)
    const polygon = await list(person, '?chain=polygon')
    expect(polygon.count).toBe(1)
    expect(polygon.data[0].chain).toBe('polygon')
    const wrong = await bank.call('GET /api/v1/wallet/addresses?chain=tron', undefined, person)
    expect(wrong.status).toBe(422)
  })

  it('shows only the caller’s addresses, separately in the sandbox', async () => {
    const person = await bank.person()
    const sandbox = await bank.sandboxKey(person)
    await add(person)
    expect((await list(await bank.person())).count).toBe(0)
    expect((await list(sandbox)).count).toBe(0)
    expect((await add(sandbox)).status).toBe(201)
    expect((await list(person)).count).toBe(1)
  })
})

describe('wallet.create_address', () => {
  it.each([
    ['base', EVM.toLowerCase(), EVM],
    ['ethereum', EVM, EVM],
    ['solana', SOLANA, SOLANA],
  ])('normalizes %s %s', async (chain, address, kept) => {
    const { status, body } = await add(await bank.person(), { chain, address })
    expect(status).toBe(201)
    expect(body.data.address).toBe(kept)
  })

  it.each([
    ['a wrong checksum', { address: EVM.replace('d8dA', 'D8dA') }, 'address'],
    ['an address of another chain', { address: SOLANA }, 'address'],
    ['an address of another chain', { chain: 'solana' }, 'address'],
    [
      'a letter that base58 does not have',
      { chain: 'solana', address: `${SOLANA.slice(1)}0` },
      'address',
    ],
    ['too few bytes', { chain: 'solana', address: SOLANA.slice(0, 40) }, 'address'],
    ['nothing', { address: '' }, 'address'],
    ['another chain', { chain: 'bitcoin' }, 'chain'],
    ['an invalid path', { derivation_path: '44/60' }, 'derivation_path'],
    ['a blank label', { label: ' ' }, 'label'],
  ])('refuses %s', async (_what, change, field) => {
    const person = await bank.person()
    const { status, body } = await add(person, change)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect((await list(person)).count).toBe(0)
  })

  it('accepts an address once on each chain, in any spelling, also under concurrency', async () => {
    const person = await bank.person()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        add(person, { address: n % 2 === 0 ? EVM : EVM.toLowerCase() }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error.code).toBe('WALLET_ADDRESS_EXISTS')
    expect((await add(person, { chain: 'polygon' })).status).toBe(201)
    expect((await add(await bank.person())).status).toBe(201)
  })

  it('accepts a hundred', async () => {
    const person = await bank.person()
    const row = `insert into wallets.addresses
      (uuid, environment, user_uuid, chain, address, created_at, updated_at)
      select gen_random_uuid(), 'live', $1, 'base', 'a' || n, now(), now() from generate_series(1, 99) n`
    await bank.sql(row, [person.uuid])
    expect((await add(person)).status).toBe(201)
    const { status, body } = await add(person, { chain: 'polygon' })
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'TOO_MANY_WALLET_ADDRESSES',
      details: { maximum: 100 },
    })
  })
})

describe('wallet.delete_address', () => {
  const remove = (caller: CallOptions, uuid: string) =>
    bank.call(`DELETE /api/v1/wallet/addresses/${uuid}`, undefined, caller)

  it('removes it from the list, once; the same address can be registered again', async () => {
    const person = await bank.person()
    const { uuid } = (await add(person)).body.data
    const gone = await remove(person, uuid)
    expect(gone.status).toBe(200)
    expect(gone.body.data).toMatchObject({ uuid, is_active: false })
    expect((await list(person)).count).toBe(0)
    const all = await list(person, '?include_inactive=true')
    expect(all.data).toEqual([gone.body.data])
    expect((await remove(person, uuid)).status).toBe(404)
    expect((await add(person)).status).toBe(201)
    const rows = await bank.sql<{ type: string }>(
      `select type from platform.events where data->>'address_uuid' = $1 order by position`,
      [uuid],
    )
    expect(rows.map(({ type }) => type)).toEqual(['wallet.address_added', 'wallet.address_removed'])
  })

  it('is allowed to its owner only', async () => {
    const person = await bank.person()
    const { uuid } = (await add(person)).body.data
    for (const caller of [
      await bank.person(),
      await bank.sandboxKey(person),
      await bank.operator(),
    ])
      expect((await remove(caller, uuid)).status).toBe(404)
    expect((await list(person)).count).toBe(1)
  })
})

describe('wallet.activity and mobile.activity', () => {
  const open = async (caller: CallOptions): Promise<string> =>
    (await bank.call('POST /api/v2/accounts', { name: 'Money' }, caller)).body.data.uuid

  const cash = async (
    caller: CallOptions,
    account: string,
    kind: 'deposit' | 'withdraw',
    amount: string,
    asset_code = 'USD',
  ) => {
    bank.clock.advance(1)
    const { body } = await bank.call(
      `POST /api/v2/accounts/${account}/${kind}`,
      { amount, asset_code },
      caller,
    )
    return body.data.uuid as string
  }

  const transfer = async (caller: CallOptions, from: string, to: string, amount: string) => {
    bank.clock.advance(1)
    const request = { from_account: from, to_account: to, amount, asset_code: 'USD' }
    await bank.call('POST /api/v2/transfers', { ...request, workflow_enabled: false }, caller)
  }

  const recent = async (caller: CallOptions, query = '') =>
    (await bank.call(`GET /api/v1/wallet/activity${query}`, undefined, caller)).body.data

  const pages = async (caller: CallOptions, query = '') =>
    (await bank.call(`GET /api/v2/mobile/activity${query}`, undefined, caller)).body

  it('is empty for a user without transfers', async () => {
    const person = await bank.person()
    expect(await recent(person)).toEqual({ items: [], count: 0, has_more: false })
    expect((await pages(person)).meta).toMatchObject({ total: 0, last_page: 1 })
  })

  it('lists incoming and outgoing transfers of all accounts, newest first', async () => {
    const [person, friend] = [await bank.person(), await bank.person()]
    const [one, two, theirs] = [await open(person), await open(person), await open(friend)]
    const id = await cash(person, one, 'deposit', '100.00')
    const { items } = await recent(person)
    expect(items).toEqual([
      {
        id,
        type: 'transfer_in',
        amount: '100.00',
        asset: 'USD',
        timestamp: bank.clock.now().toISOString(),
        status: 'completed',
        protected: false,
        counterpartyName: null,
      },
    ])
    await cash(person, two, 'deposit', '7', 'JPY')
    await cash(person, one, 'withdraw', '10.50')
    await transfer(person, one, theirs, '20.00')
    await transfer(friend, theirs, two, '5.00')
    await transfer(person, one, two, '1.00')
    const feed = await recent(person)
    expect(feed).toMatchObject({ count: 7, has_more: false })
    const rows = feed.items.map((item: Record<string, string>) => [
      item.type,
      item.amount,
      item.asset,
    ])
    // A transfer between own accounts is outgoing in one and incoming in the other.
    expect(rows.slice(0, 2).toSorted()).toEqual([
      ['transfer_in', '1.00', 'USD'],
      ['transfer_out', '-1.00', 'USD'],
    ])
    expect(rows.slice(2)).toEqual([
      ['transfer_in', '5.00', 'USD'],
      ['transfer_out', '-20.00', 'USD'],
      ['transfer_out', '-10.50', 'USD'],
      ['transfer_in', '7', 'JPY'],
      ['transfer_in', '100.00', 'USD'],
    ])
    expect((await recent(friend)).items.map((item: { amount: string }) => item.amount)).toEqual([
      '-5.00',
      '20.00',
    ])
  })

  it('includes pending transfers', async () => {
    const person = await bank.person()
    const [one, two] = [await open(person), await open(person)]
    await cash(person, one, 'deposit', '3.00')
    const request = { from_account: one, to_account: two, amount: '2.00', asset_code: 'USD' }
    await bank.call('POST /api/v2/transfers', request, person)
    const { items } = await recent(person)
    const statuses = items
      .filter(({ amount }: { amount: string }) => amount.endsWith('2.00'))
      .map(({ status }: { status: string }) => status)
    expect(statuses).toHaveLength(2)
    for (const status of statuses) expect(['pending', 'completed']).toContain(status)
  })

  describe('many of them', () => {
    let person: Person
    const ids: string[] = []
    beforeAll(async () => {
      person = await bank.person()
      const account = await open(person)
      for (let n = 0; n < 52; n++) ids.unshift(await cash(person, account, 'deposit', '1.00'))
    })

    it.each([
      ['', 10],
      ['?limit=1', 1],
      ['?limit=0', 1],
      ['?limit=-5', 1],
      ['?limit=50', 50],
      ['?limit=500', 50],
    ])('with %s are %i', async (query, count) => {
      const feed = await recent(person, query)
      expect(feed).toMatchObject({ count, has_more: true })
      expect(feed.items.map((item: { id: string }) => item.id)).toEqual(ids.slice(0, count))
    })

    it('come in pages, the same items', async () => {
      const last = await pages(person, '?page=6&per_page=10')
      expect(last.data.map((item: { id: string }) => item.id)).toEqual(ids.slice(50))
      expect(last.meta).toMatchObject({
        current_page: 6,
        last_page: 6,
        total: 52,
        from: 51,
        to: 52,
      })
      expect(last.links.next).toBeNull()
      expect((await pages(person)).data).toHaveLength(20)
      const [first] = (await pages(person, '?per_page=1')).data
      expect(first).toMatchObject((await recent(person, '?limit=1')).items[0])
    })

    it('are visible to their owner only, and not in the sandbox', async () => {
      for (const caller of [await bank.person(), await bank.sandboxKey(person)]) {
        expect((await recent(caller)).count).toBe(0)
        expect((await pages(caller)).meta.total).toBe(0)
      }
    })
  })
})
