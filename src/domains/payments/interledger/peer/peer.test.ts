// Tests of the credit of the peer: it may owe up to a maximum, also under concurrency.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import type { Database } from '../../../../platform/database.ts'
import { addOwed, takeOwed } from './store.ts'
import { makePacket, makePayer, openDb, type Payer, sendPacket, unitsOf } from '../test-support.ts'

let bank: Bank
let database: Database
let operator: Person
beforeAll(async () => {
  bank = await startBank({ env: { INTERLEDGER_PEER_CREDIT_MAX: '1000' } })
  database = openDb(bank)
  operator = await bank.operator()
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

interface Expecting {
  readonly payee: Payer
  readonly destination: string
  readonly secret: string
}

async function expecting(asset_code: string): Promise<Expecting> {
  const payee = await makePayer(bank, {})
  const request = { wallet_address: payee.account, amount: '500.00', asset_code }
  const { body } = await bank.call('POST /api/v1/interledger/payments/incoming', request, payee)
  return { payee, destination: body.data.ilp_address, secret: body.data.shared_secret }
}

/** The code of a rejection, or 'fulfill'. */
async function bring(to: Expecting, units: bigint, asset_code: string, note: string) {
  const packet = makePacket(bank, { ...to, units, data: Buffer.from(note) })
  const { body } = await sendPacket(bank, packet, { asset_code })
  return (body.data.code ?? body.data.type) as string
}

const balanceOf = async (asset: string) =>
  (await bank.call('GET /api/v1/interledger/peer/balances', undefined, operator)).body.data.find(
    (one: { asset_code: string }) => one.asset_code === asset,
  )

const settle = (change: object) =>
  bank.call(
    'POST /api/v1/interledger/peer/settlements',
    { asset_code: 'EUR', amount: '5.00', reference: 'SWIFT 1', ...change },
    operator,
  )

describe('the peer', () => {
  it('owes the amounts of its packets, up to the limit, and more once it has settled', async () => {
    const to = await expecting('EUR')
    expect(await bring(to, 600n, 'EUR', 'a')).toBe('fulfill')
    expect(await bring(to, 401n, 'EUR', 'b')).toBe('T04')
    expect(await bring(to, 400n, 'EUR', 'c')).toBe('fulfill')
    expect(await bring(to, 1n, 'EUR', 'd')).toBe('T04')
    expect(await unitsOf(bank, to.payee.account, 'EUR')).toBe(1_000n)
    expect(await balanceOf('EUR')).toEqual({
      asset_code: 'EUR',
      owed: '10.00',
      credit_limit: '10.00',
      available: '0.00',
    })
    const settled = await settle({})
    expect([settled.status, settled.body.data.amount]).toEqual([201, '5.00'])
    expect(await balanceOf('EUR')).toMatchObject({ owed: '5.00', available: '5.00' })
    // A rejected packet may be sent again.
    expect(await bring(to, 401n, 'EUR', 'b')).toBe('fulfill')
  })

  it('has a debt in each asset of its own', async () => {
    expect(await bring(await expecting('GBP'), 1_000n, 'GBP', 'e')).toBe('fulfill')
    expect(await bring(await expecting('USD'), 1_001n, 'USD', 'f')).toBe('T04')
    expect(await balanceOf('USD')).toMatchObject({ owed: '0.00' })
  })

  it('gets no more by concurrent packets', async () => {
    const to = await expecting('USD')
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => bring(to, 300n, 'USD', `race ${n}`)),
    )
    expect(codes.filter((code) => code === 'fulfill')).toHaveLength(3)
    expect(codes.filter((code) => code === 'T04')).toHaveLength(5)
    expect(await unitsOf(bank, to.payee.account, 'USD')).toBe(900n)
    expect(await balanceOf('USD')).toMatchObject({ owed: '9.00' })
  })

  it('owes nothing for a packet that could not be credited', async () => {
    const to = await expecting('USD')
    const { payee } = to
    await bank.call(`POST /api/accounts/${payee.account}/freeze`, { reason: 'Lost' }, payee)
    expect(await bring(to, 50n, 'USD', 'frozen')).toBe('F07')
    expect(await balanceOf('USD')).toMatchObject({ owed: '9.00' })
  })

  it('is owed by the bank when it delivered more than it sent', async () => {
    const book = { environment: 'sandbox' as const, asset: 'EUR' }
    const now = bank.clock.now()
    await takeOwed(database.write, book, { units: 700n, now })
    const lend = (units: bigint) => addOwed(database.write, book, { units, max: 1_000n, now })
    expect(await lend(1_701n)).toBe(false)
    expect(await lend(1_700n)).toBe(true)
    expect(await lend(1n)).toBe(false)
  })
})

describe('interledger_peer.settle', () => {
  it('counts each reference once, also at the same time', async () => {
    const before = await balanceOf('GBP')
    const both = { asset_code: 'GBP', amount: '1.00', reference: 'SWIFT 2' }
    const answers = await Promise.all([settle(both), settle(both), settle(both)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(before.owed).toBe('10.00')
    expect(await balanceOf('GBP')).toMatchObject({ owed: '9.00' })
  })

  it('is for operators', async () => {
    const customer = await bank.person()
    const path = 'GET /api/v1/interledger/peer/balances'
    expect((await bank.call(path, undefined, customer)).status).toBe(403)
    const request = { asset_code: 'EUR', amount: '5.00', reference: 'Mine' }
    const paid = await bank.call('POST /api/v1/interledger/peer/settlements', request, customer)
    expect(paid.status).toBe(403)
  })

  it.each([
    ['amount', { amount: '0' }],
    ['amount', { amount: '0.001' }],
    ['asset_code', { asset_code: 'JPY' }],
    ['reference', { reference: '' }],
  ])('refuses a wrong %s', async (field, change) => {
    const { status, body } = await settle({ reference: 'SWIFT 3', ...change })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})
