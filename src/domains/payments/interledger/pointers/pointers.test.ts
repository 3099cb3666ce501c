// Tests of payment pointers: each query returns an address and a secret with which the account can be paid.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { readSpsp } from '../connectors/http-connector.ts'
import { makePacket, makePayer, quoteOf, type Payer, sendPacket, unitsOf } from '../test-support.ts'

let bank: Bank
let payee: Payer
beforeAll(async () => {
  bank = await startBank()
  payee = await makePayer(bank, {})
})
afterAll(() => bank.stop())

const get = (account: string): Promise<Response> =>
  fetch(`${bank.url}/user/${account}`, { headers: { Accept: 'application/spsp4+json' } })

/** Queried as a wallet does, and read by the code with which this bank queries others. */
async function ask(account = payee.account) {
  const found = readSpsp(await (await get(account)).text())
  if (!found) throw new Error('the answer is not SPSP')
  return { destination: found.address, secret: found.secret }
}

const bring = async (to: object & { destination: string; secret: string }, change: object = {}) => {
  const packet = makePacket(bank, {
    units: 100n,
    data: Buffer.from(randomUUID()),
    ...to,
    ...change,
  })
  const { body } = await sendPacket(bank, packet, { asset_code: 'EUR' })
  return (body.data.code ?? body.data.type) as string
}

describe('interledger_pointer.ask', () => {
  it('answers in the form of the standard, with another address each time', async () => {
    const response = await get(payee.account)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/spsp4+json')
    // No cache may give the secret of one sender to another.
    expect(response.headers.get('cache-control')).toBe('no-store')
    const hex = payee.account.replaceAll('-', '')
    const [one, other] = [await ask(), await ask(hex)]
    expect(one.destination).toMatch(new RegExp(`^g\\.florin\\.spsp\\.${hex}\\.[0-9a-f]{32}$`))
    expect(one.destination).not.toBe(other.destination)
    expect(one.secret).not.toBe(other.secret)
  })

  it('answers 404 for accounts that cannot be paid', async () => {
    const closed = await makePayer(bank, {})
    await bank.call(`DELETE /api/accounts/${closed.account}`, undefined, closed)
    const [fees] = await bank.sql<{ id: string }>(
      `select id from ledger.accounts where code = 'fees' and environment = 'live'`,
    )
    for (const id of [closed.account, fees!.id, randomUUID(), 'alice'])
      expect((await get(id)).status, id).toBe(404)
  })
})

describe('a packet to such an address', () => {
  it('is credited in the asset of the peer’s account, if it was created with the secret', async () => {
    const to = await ask()
    const before = await unitsOf(bank, payee.account, 'EUR')
    expect(await bring(to)).toBe('fulfill')
    expect(await bring(to)).toBe('fulfill')
    expect((await unitsOf(bank, payee.account, 'EUR')) - before).toBe(200n)
    expect(await bring({ ...to, secret: (await ask()).secret })).toBe('F05')
    const otherPayee = await makePayer(bank, {})
    const elsewhere = to.destination.replace(
      payee.account.replaceAll('-', ''),
      otherPayee.account.replaceAll('-', ''),
    )
    expect(await bring({ ...to, destination: elsewhere })).toBe('F05')
  })

  it('is credited once, however often it is sent concurrently', async () => {
    const to = { ...(await ask()), data: Buffer.from('the same') }
    const before = await unitsOf(bank, payee.account, 'EUR')
    const codes = await Promise.all([1, 2, 3, 4].map(() => bring(to)))
    expect(codes.toSorted()).toEqual(['F00', 'F00', 'F00', 'fulfill'])
    expect((await unitsOf(bank, payee.account, 'EUR')) - before).toBe(100n)
  })

  it('is rejected if the asset is not known, and an hour after the address was created', async () => {
    const to = await ask()
    const packet = makePacket(bank, { ...to, units: 100n, data: Buffer.from('which asset') })
    expect((await sendPacket(bank, packet)).body.data.code).toBe('F02')
    bank.clock.advance(3_600)
    expect(await bring(to)).toBe('fulfill')
    bank.clock.advance(1)
    expect(await bring(to)).toBe('F02')
  })
})

it('customers pay the pointer of another customer within the bank', async () => {
  const payer = await makePayer(bank)
  const receiver = `$florin/user/${payee.account}`
  const { status, body } = await quoteOf(bank, payer, { receiver })
  expect([status, body.data.ilp_address]).toEqual([200, `g.florin.user.${payee.account}`])
})
