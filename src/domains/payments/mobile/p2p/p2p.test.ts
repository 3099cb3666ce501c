// Transfers between customers: at once by uuid, pending by e-mail address, and nothing reveals who is a customer.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { plainName } from '../../../../kernel/text.ts'
import { confirmationsAt, estimateFees, findNetwork, networkIds } from '../networks.ts'
import { PENDING_PER_ADDRESS_MAX } from './service.ts'
import { isEmail, normalizeEmail } from '../parties.ts'
import {
  after,
  claim,
  clearing,
  codeFor,
  type Customer,
  customer,
  mailsTo,
  readTransfer,
  send,
  takeBack,
  unitsOf,
} from '../test-support.ts'

let bank: Bank
let ada: Customer
beforeAll(async () => {
  bank = await startBank({ env: { MOBILE_NOTES_PER_DAY: '3' } })
  ada = await customer(bank)
})
afterAll(() => bank.stop())

let addresses = 0
const newAddress = (): string => `claimant${++addresses}@example.org`
const WEEK = 7 * 86_400

describe('p2p_transfer.create', () => {
  it('pays a user at once', async () => {
    const bob = await customer(bank, {})
    const { status, body } = await send(bank, ada, bob.uuid, { note: 'For the taxi' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      transfer_id: expect.any(String),
      direction: 'outgoing',
      from_user: ada.uuid,
      to_user: bob.uuid,
      amount: '10.00',
      currency: 'USD',
      note: 'For the taxi',
      status: 'completed',
      fee: '0.00',
      created_at: bank.clock.now().toISOString(),
      expires_at: null,
      ended_at: bank.clock.now().toISOString(),
    })
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(1_000n)
    expect(await readTransfer(bank, bob, body.data.transfer_id)).toMatchObject({
      direction: 'incoming',
      note: 'For the taxi',
    })
  })

  it('treats an empty note as absent', async () => {
    const bob = await customer(bank, {})
    // More than the limit of notes, because an empty note does not count.
    for (const note of ['', '  ', '', '']) {
      const { status, body } = await send(bank, ada, bob.uuid, { note })
      expect([status, body.data.note]).toEqual([201, null])
    }
  })

  it('is repeated by a retry with the same key', async () => {
    const bob = await customer(bank, {})
    const again = () => send(bank, { ...ada, key: 'taxi-1' }, bob.uuid)
    const [one, two] = [await again(), await again()]
    expect(two.body.data.transfer_id).toBe(one.body.data.transfer_id)
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(1_000n)
  })

  it('refuses an unknown user, the sender as recipient, and an uncovered amount', async () => {
    expect((await send(bank, ada, '0199d3a2-7c00-7000-8000-00000000dead')).status).toBe(404)
    for (const self of [ada.uuid, ada.uuid.toUpperCase(), ada.email, ` ${ada.email.toUpperCase()}`])
      expect((await send(bank, ada, self)).body.errors, self).toHaveProperty('to_user')
    expect((await send(bank, ada, 'somebody')).status).toBe(422)
    const bob = await customer(bank, {})
    for (const to of [bob.uuid, newAddress()]) {
      const { status, body } = await send(bank, ada, to, { amount: '5000.00' })
      expect([status, body.error.code]).toEqual([422, 'INSUFFICIENT_FUNDS'])
      for (const amount of ['0', '-1', '0.001', '1e2', '1000000000000001'])
        expect((await send(bank, ada, to, { amount })).status, amount).toBe(422)
    }
  })

  it('cannot spend the same money twice concurrently', async () => {
    const bob = await customer(bank, {})
    const poor = await customer(bank, { USD: '25.00' })
    const both = [bob.uuid, newAddress()]
    const answers = await Promise.all([...both, ...both].map((to) => send(bank, poor, to)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await unitsOf(bank, poor.account, 'USD')).toBe(500n)
  })

  it('limits notes to one recipient, not transfers', async () => {
    const [eve, bob] = [await customer(bank), await customer(bank, {})]
    const noted = () => send(bank, eve, bob.uuid, { note: 'Call me', amount: '0.01' })
    const answers = await Promise.all(Array.from({ length: 5 }, noted))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect((await noted()).body.errors).toHaveProperty('note')
    expect((await send(bank, eve, bob.uuid)).status).toBe(201)
    bank.clock.advance(86_401)
    expect((await noted()).status).toBe(201)
  })
})

describe('money to an e-mail address', () => {
  it('looks the same whether or not the address belongs to a customer', async () => {
    const bob = await customer(bank, {})
    const shape = async (to: string) => {
      const before = await unitsOf(bank, ada.account, 'USD')
      const { status, body, headers } = await send(bank, ada, to)
      const { transfer_id, to_user, ...rest } = body.data
      expect(to_user).toBe(to)
      const seen = await readTransfer(bank, ada, transfer_id)
      const taken = before - (await unitsOf(bank, ada.account, 'USD'))
      const back = await takeBack(bank, ada, transfer_id)
      const names = [...headers.keys()].toSorted()
      return {
        status,
        rest,
        names,
        seen: { ...seen, transfer_id, to_user },
        taken,
        back: back.status,
      }
    }
    const [known, unknown] = [await shape(bob.email), await shape(newAddress())]
    const hide = ({
      seen: { transfer_id: _id, to_user: _to, ...seen },
      ...rest
    }: typeof known) => ({
      ...rest,
      seen,
    })
    expect(hide(known)).toEqual(hide(unknown))
    expect(known).toMatchObject({ status: 201, taken: 1_000n, back: 200 })
    expect(known.rest.status).toBe('pending')
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(0n)
  })

  it('is claimed by a new customer with the address and the code', async () => {
    const email = newAddress()
    const { body } = await send(bank, ada, email.toUpperCase(), { note: 'Welcome' })
    const code = await codeFor(bank, email)
    const waiting = await clearing(bank)
    const [mail] = await mailsTo(bank, email)
    expect(mail).not.toContain('Welcome')
    // The page of the link gets the code in the fragment, which reaches no server and so no log.
    const link = new RegExp(`^http://\\S+/collect#code=${code}\\r?$`, 'm')
    expect(mail).toMatch(link)
    expect(mail).toMatch(/POST http\S+\/p2p\/claim\./)
    const claimant = await bank.person({ email: email.replace('n', 'N') })
    const claimed = await claim(bank, claimant, code)
    expect([claimed.status, claimed.body.data]).toMatchObject([
      200,
      {
        status: 'completed',
        direction: 'incoming',
        from_name: 'Ada Lovelace',
        to_user: claimant.uuid,
        note: 'Welcome',
      },
    ])
    expect(await clearing(bank)).toBe(waiting - 1_000n)
    const [arrived] = (await bank.call('GET /api/v2/transactions', undefined, claimant)).body.data
    expect(arrived).toMatchObject({ counterparty_name: 'Ada Lovelace', reference: 'Welcome' })
    const seen = await readTransfer(bank, ada, body.data.transfer_id)
    expect(seen).toMatchObject({ status: 'completed', to_user: email })
    const [left] = (await bank.call('GET /api/v2/transactions', undefined, ada)).body.data
    const timelineOf = async (uuid: string, by: { readonly token: string }) =>
      (await bank.call(`GET /api/v2/payments/${uuid}`, undefined, by)).body.data.timeline
    expect((await timelineOf(left.transaction_group_uuid, ada)).at(-1)).toMatchObject({
      summary: 'Collected by the receiver',
      by: 'receiver',
    })
    expect(await timelineOf(arrived.transaction_group_uuid, claimant)).toHaveLength(2)
    expect((await claim(bank, claimant, code)).body.error.code).toBe('TRANSFER_NOT_PENDING')
    expect((await takeBack(bank, ada, body.data.transfer_id)).status).toBe(409)
  })

  it('cannot be claimed by the code alone, the address alone, or from the sandbox', async () => {
    const email = newAddress()
    await send(bank, ada, email)
    const code = await codeFor(bank, email)
    const [thief, owner] = [await customer(bank, {}), await bank.person({ email })]
    const play = await bank.sandboxKey(owner)
    for (const [caller, tried] of [
      [thief, code],
      [ada, code],
      [owner, code.toLowerCase()],
      [owner, 'A'.repeat(32)],
      [play, code],
    ] as const) {
      const { status, body } = await claim(bank, caller, tried)
      expect([status, body.error.code]).toEqual([404, 'CLAIM_NOT_FOUND'])
    }
    expect((await claim(bank, owner, code, { to_account: thief.account })).status).toBe(404)
    expect((await claim(bank, owner, code)).status).toBe(200)
  })

  it('is either claimed or cancelled, once', async () => {
    for (let n = 0; n < 3; n++) {
      const email = newAddress()
      const before = await unitsOf(bank, ada.account, 'USD')
      const { body } = await send(bank, ada, email)
      const code = await codeFor(bank, email)
      const owner = await bank.person({ email })
      const answers = await Promise.all([
        claim(bank, owner, code),
        takeBack(bank, ada, body.data.transfer_id),
        claim(bank, owner, code),
        takeBack(bank, ada, body.data.transfer_id),
      ])
      const done = answers.filter(({ status }) => status === 200)
      expect(done).toHaveLength(1)
      const isBack = done[0]!.body.data.status === 'cancelled'
      expect(await unitsOf(bank, ada.account, 'USD')).toBe(before - (isBack ? 0n : 1_000n))
    }
  })

  it('is returned after a week, even to a frozen account, once', async () => {
    const eve = await customer(bank)
    const email = newAddress()
    const { body } = await send(bank, eve, email)
    const code = await codeFor(bank, email)
    const owner = await bank.person({ email })
    const key = (await bank.call('POST /api/v2/api-keys', { name: 'K', permissions: ['*'] }, owner))
      .body.data.api_key
    await bank.call(`POST /api/v2/accounts/${eve.account}/freeze`, { reason: 'Lost' }, eve)
    bank.clock.advance(WEEK)
    expect((await claim(bank, { token: key }, code)).body.error.code).toBe('CLAIM_NOT_FOUND')
    await after(bank, 1)
    await after(bank, 1)
    expect(await readTransfer(bank, eve, body.data.transfer_id)).toMatchObject({
      status: 'returned',
    })
    expect(await unitsOf(bank, eve.account, 'USD')).toBe(100_000n)
    expect((await claim(bank, { token: key }, code)).status).toBe(409)
  })

  it('is returned to another account if the first is closed', async () => {
    const eve = await customer(bank, { USD: '10.00' })
    const other = await bank.call('POST /api/v2/accounts', { name: 'Other' }, eve)
    const { body } = await send(bank, eve, newAddress())
    expect((await bank.call(`DELETE /api/accounts/${eve.account}`, {}, eve)).status).toBe(200)
    await after(bank, WEEK)
    expect((await readTransfer(bank, eve, body.data.transfer_id)).status).toBe('returned')
    expect(await unitsOf(bank, other.body.data.uuid, 'USD')).toBe(1_000n)
  })

  it('is limited for one sender and address', async () => {
    const eve = await customer(bank)
    const email = newAddress()
    const answers = await Promise.all(
      Array.from({ length: PENDING_PER_ADDRESS_MAX + 2 }, () => send(bank, eve, email)),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map((one) => one.body.error.code)).toEqual(
      Array(2).fill('TOO_MANY_PENDING_TRANSFERS'),
    )
    expect((await send(bank, eve, newAddress())).status).toBe(201)
  })

  it('of the sandbox is claimed there, and mailed only to the sender', async () => {
    const [eve, friend] = [await customer(bank, {}), await customer(bank, {})]
    const [play, friendly] = [
      await bank.sandboxKey({ token: eve.login }),
      await bank.sandboxKey({ token: friend.login }),
    ]
    const account = { name: 'Play', initial_balance: 5_000 }
    await bank.call('POST /api/v2/accounts', account, play)
    await bank.call('POST /api/v2/accounts', account, friendly)
    expect((await send(bank, play, friend.email)).status).toBe(201)
    const code = await codeFor(bank, eve.email)
    expect(await mailsTo(bank, friend.email)).toEqual([])
    expect((await mailsTo(bank, eve.email))[0]).not.toContain('/collect')
    expect((await claim(bank, { token: friend.login }, code)).status).toBe(404)
    expect((await claim(bank, friendly, code)).status).toBe(200)
  })

  it('cannot be seen or cancelled by other users', async () => {
    const [eve, bob] = [await customer(bank), await customer(bank)]
    const { body } = await send(bank, eve, newAddress())
    for (const caller of [bob, await bank.sandboxKey({ token: eve.login })]) {
      expect((await takeBack(bank, caller, body.data.transfer_id)).status).toBe(404)
      expect(await readTransfer(bank, caller, body.data.transfer_id)).toBeUndefined()
    }
  })

  it('is all on the clearing account, and cannot be reversed from it', async () => {
    const { body } = await send(bank, ada, newAddress())
    const [row] = await bank.sql<{ waiting: string }>(
      `select coalesce(sum(units), 0)::text as waiting from mobile.p2p_transfers
       where status = 'pending' and environment = 'live' and asset = 'USD'`,
    )
    expect(await clearing(bank)).toBe(BigInt(row!.waiting))
    const list = await bank.call('GET /api/v2/transactions?per_page=1', undefined, ada)
    const { uuid } = list.body.data[0]
    const reversed = await bank.call(
      'POST /api/transactions/reverse',
      { transaction_uuid: uuid, transaction_id: uuid, reason: 'Mistake' },
      ada,
    )
    expect(reversed.status).toBeGreaterThanOrEqual(400)
    expect((await readTransfer(bank, ada, body.data.transfer_id)).status).toBe('pending')
  })
})

describe('rules', () => {
  it('all spellings of an address are equal', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.nat(3), (email, blanks) => {
        const padded = ' '.repeat(blanks) + email.toUpperCase()
        expect(normalizeEmail(padded)).toBe(normalizeEmail(email))
        expect(normalizeEmail(normalizeEmail(email))).toBe(normalizeEmail(email))
      }),
    )
    for (const wrong of ['', 'a@b', 'a b@c.de', 'a@b@c.de', '<a@b.cd>', 'a@b.cd,c@d.ef'])
      expect(isEmail(wrong), wrong).toBe(false)
  })

  it('a name in a mail holds no link', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(plainName(name)).not.toMatch(/[./:@<>\n]/)
        expect(plainName(name).length).toBeGreaterThan(0)
      }),
    )
    expect(plainName('Visit https://evil.example/now')).toBe('Visit https evil example now')
  })

  it('confirmations never go back, and shielding doubles every estimate', () => {
    const start = new Date('2026-03-01T12:00:00Z')
    const at = (ms: number) => new Date(start.getTime() + ms)
    fc.assert(
      fc.property(fc.constantFrom(...networkIds), fc.nat(60_000), fc.nat(60_000), (id, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)]
        const { seconds, confirmations } = findNetwork(id)!
        expect(confirmationsAt(id, start, at(early))).toBeLessThanOrEqual(
          confirmationsAt(id, start, at(late)),
        )
        expect(confirmationsAt(id, start, at(seconds * 1000))).toBe(confirmations)
        const [plain, shielded] = [estimateFees(id, false, 'USDC'), estimateFees(id, true, 'USDC')]
        expect(Number(shielded.amount)).toBeCloseTo(2 * Number(plain.amount), 12)
        expect(Number(shielded.usdApprox)).toBeCloseTo(2 * Number(plain.usdApprox), 12)
      }),
    )
  })
})

describe('recipient.search', () => {
  const search = async (who: Customer, q = '', limit = 10) => {
    const path = `GET /api/v2/recipients?limit=${limit}&q=${encodeURIComponent(q)}`
    const { status, body } = await bank.call(path, undefined, who)
    expect(status).toBe(200)
    return body.data as { kind: string; recipient: string; name: string | null; times: number }[]
  }
  const transfer = async (from: Customer, to: Customer, reference: string) => {
    const body = {
      from_account: from.account,
      to_account: to.account,
      amount: '1.00',
      asset_code: 'USD',
      reference,
      workflow_enabled: false,
    }
    const answer = await bank.call('POST /api/v2/transfers', body, from)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    bank.clock.advance(60)
  }

  it('lists own accounts first, then recipients paid before, newest first', async () => {
    const [payer, landlord, grocer] = [
      await customer(bank),
      await customer(bank),
      await customer(bank),
    ]
    await transfer(payer, landlord, 'Rent for March')
    await transfer(payer, grocer, 'Apples')
    await transfer(payer, grocer, 'Pears')
    expect(await search(payer)).toEqual([
      expect.objectContaining({ kind: 'own_account', recipient: payer.account }),
      expect.objectContaining({ recipient: grocer.account, last_reference: 'Pears', times: 2 }),
      expect.objectContaining({ recipient: landlord.account, kind: 'account', times: 1 }),
    ])
    expect(await search(payer, 'rent')).toEqual([
      expect.objectContaining({ recipient: landlord.account }),
    ])
    expect(await search(payer, 'nobody of that name')).toEqual([])
  })

  it('names the holder of an account only to users who have paid it', async () => {
    const [payer, friend] = [await customer(bank), await customer(bank)]
    expect((await search(payer, friend.account))[0]).toMatchObject({ name: null })
    expect(await search(payer, 'lovelace')).toEqual([])
    await transfer(payer, friend, 'Thanks')
    expect(await search(payer, 'lovelace')).toEqual([
      expect.objectContaining({ recipient: friend.account, name: 'Ada Lovelace' }),
    ])
  })

  it('answers the same for an address with and without a customer', async () => {
    const [payer, other] = [await customer(bank), await customer(bank)]
    const answers = await Promise.all(
      [other.email, newAddress()].map(async (email) =>
        JSON.stringify(await search(payer, email)).replace(email, 'X'),
      ),
    )
    expect(answers[0]).toBe(answers[1])
    expect(JSON.parse(answers[0]!)).toEqual([
      {
        kind: 'email',
        recipient: 'X',
        name: null,
        last_reference: null,
        last_paid_at: null,
        times: 0,
      },
    ])
    expect(await search(payer, payer.email)).toEqual([])
  })

  it('lists addresses paid before, and not who claimed the money', async () => {
    const [payer, other] = [await customer(bank), await customer(bank)]
    await send(bank, payer, other.email)
    await claim(bank, other, await codeFor(bank, other.email))
    expect(await search(payer, other.email.slice(0, 8))).toEqual([
      expect.objectContaining({ kind: 'email', recipient: other.email, name: null, times: 1 }),
    ])
    expect((await search(payer)).map((one) => one.recipient)).not.toContain(other.account)
  })

  it('finds an own account and one paid before by its number as what it is', async () => {
    const [payer, other] = [await customer(bank), await customer(bank)]
    await transfer(payer, other, 'Rent for March')
    const numberOf = async (who: Customer) => {
      const path = `GET /api/v2/accounts/${who.account}/identifiers`
      return (await bank.call(path, undefined, who)).body.data.account_number as string
    }
    expect(await search(payer, await numberOf(payer))).toEqual([
      expect.objectContaining({ kind: 'own_account', recipient: payer.account }),
    ])
    const paid = { kind: 'account', recipient: other.account, last_reference: 'Rent for March' }
    expect(await search(payer, await numberOf(other), 1)).toEqual([
      expect.objectContaining({ ...paid, times: 1, last_paid_at: expect.any(String) }),
    ])
  })

  it('finds an account by its complete uuid or number only', async () => {
    const [payer, other] = [await customer(bank), await customer(bank)]
    const { body } = await bank.call(
      `GET /api/v2/accounts/${other.account}/identifiers`,
      undefined,
      other,
    )
    for (const written of [other.account, body.data.account_number as string])
      expect(await search(payer, written)).toEqual([
        expect.objectContaining({ kind: 'account', recipient: other.account, name: null }),
      ])
    expect(await search(payer, '00000000-0000-7000-8000-000000000000')).toEqual([])
    expect(await search(payer, other.account.slice(0, 30))).toEqual([])
  })

  it('keeps sandbox and live apart', async () => {
    const [payer, other] = [await customer(bank), await customer(bank)]
    await transfer(payer, other, 'Live only')
    const { token } = await bank.sandboxKey({ token: payer.login })
    const sandbox = { ...payer, token }
    expect(await search(sandbox, 'Live only')).toEqual([])
    expect(await search(sandbox, other.account)).toEqual([])
  })

  it('refuses a text that is too long', async () => {
    const path = `GET /api/v2/recipients?q=${'x'.repeat(256)}`
    expect((await bank.call(path, undefined, ada)).status).toBe(422)
  })
})
