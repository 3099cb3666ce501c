// Payment intents: every path through their life cycle, the postings on it, and attacks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import {
  after,
  cancel,
  clearing,
  claim,
  codeFor,
  create,
  type Customer,
  customer,
  merchant,
  payMerchant,
  readIntent,
  send,
  submit,
  takeBack,
  unitsOf,
} from '../test-support.ts'
import { SIMULATED_LOSS, SIMULATED_REJECTION } from '../network-port.ts'
import { PENDING_PER_ADDRESS_MAX } from '../p2p/service.ts'

let bank: Bank
let ada: Customer
beforeAll(async () => {
  bank = await startBank()
  ada = await customer(bank, { USD: '1000.00', USDC: '100' })
})
afterAll(() => bank.stop())

const newestOf = async (who: Customer) =>
  (await bank.call('GET /api/v2/transactions?type=transfer', undefined, who)).body.data.find(
    (row: { subtype: string | null }) => row.subtype !== 'fee',
  )

const made = async (change: object, caller = ada): Promise<string> => {
  const { status, body } = await create(bank, caller, change)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.intentId
}

describe('payment_intent.create', () => {
  it('waits for its payer, and takes no money', async () => {
    const bob = await customer(bank, {})
    const before = await unitsOf(bank, ada.account, 'USD')
    const { status, body } = await create(bank, ada, { recipient: bob.uuid, description: 'Lunch' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      intentId: expect.stringMatching(/^pi_[A-Za-z0-9]{20}$/),
      status: 'AWAITING_AUTH',
      amount: '25.00',
      currency: 'USD',
      asset: 'USD',
      recipient: bob.uuid,
      recipientKind: 'user',
      description: 'Lunch',
      network: 'internal',
      tx: null,
      error: null,
      confirmations: 0,
    })
    const { createdAt, expiresAt } = body.data
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(15 * 60_000)
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(before)
  })

  it('accepts a user, an e-mail address, an account, its number, a merchant', async () => {
    const bob = await customer(bank, {})
    const shop = await merchant(bank)
    const numbers = await bank.call(
      `GET /api/v2/accounts/${bob.account}/identifiers`,
      undefined,
      bob,
    )
    const kinds = {
      [bob.uuid]: 'user',
      [bob.uuid.toUpperCase()]: 'user',
      'Nobody.New@Example.com': 'email',
      [bob.account]: 'account',
      [numbers.body.data.account_number]: 'account',
      [numbers.body.data.iban]: 'account',
      [shop.id]: 'merchant',
      'somebody somewhere': 'unknown',
    }
    for (const [recipient, kind] of Object.entries(kinds)) {
      const { body } = await create(bank, ada, { recipient, currency: 'USDC' })
      expect(body.data.recipientKind, recipient).toBe(kind)
    }
  })

  it.each([
    ['nothing', '0'],
    ['less than nothing', '-1'],
    ['a part of a cent', '0.001'],
    ['too much', '1000000000000000.01'],
    ['no number', '1e3'],
  ])('refuses %s', async (_name, amount) => {
    const { status, body } = await create(bank, ada, { recipient: 'x@example.com', amount })
    expect(status).toBe(422)
    expect(body.errors).toHaveProperty('amount')
  })

  it('pays a merchant only in an accepted asset, and not the caller’s own merchant', async () => {
    const shop = await merchant(bank)
    const { status, body } = await create(bank, ada, { recipient: shop.id })
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'WRONG_TOKEN', details: { accepted: ['USDC'] } },
    ])
    const own = await create(bank, shop.owner, { recipient: shop.id, currency: 'USDC' })
    expect([own.status, own.body.errors]).toEqual([422, { recipient: [expect.any(String)] }])
  })

  it('treats an empty description as absent', async () => {
    const shop = await merchant(bank)
    for (const description of ['', '  ']) {
      const { status, body } = await create(bank, ada, { recipient: 'x@example.com', description })
      expect([status, body.data.description]).toEqual([201, null])
      const paying = await payMerchant(bank, ada, shop.id, { description })
      expect([paying.status, paying.body.data.description]).toEqual([201, null])
    }
    const hidden = { recipient: 'x@example.com', description: 'a\u202eb' }
    expect((await create(bank, ada, hidden)).body.errors.description).toEqual([
      'The description field must be readable text without control or invisible characters.',
    ])
  })

  it('refuses the caller as recipient, by uuid and by every spelling of the address', async () => {
    for (const recipient of [ada.uuid, ada.email, ` ${ada.email.toUpperCase()} `])
      expect((await create(bank, ada, { recipient })).status, recipient).toBe(422)
  })

  it('refuses the account of another user like one that does not exist', async () => {
    const bob = await customer(bank)
    for (const from_account of [bob.account, '0199d3a2-7c00-7000-8000-00000000dead'])
      expect((await create(bank, ada, { recipient: 'x@example.com', from_account })).status).toBe(
        404,
      )
  })
})

describe('payment_intent.submit', () => {
  it('pays at once, and the recipient has the money when it is confirmed', async () => {
    const bob = await customer(bank, {})
    const before = await unitsOf(bank, ada.account, 'USD')
    const waiting = await clearing(bank)
    const id = await made({ recipient: bob.uuid })
    const { status, body } = await submit(bank, ada, id)
    expect([status, body.data]).toEqual([200, { intentId: id, status: 'PENDING' }])
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(before - 2_500n)
    expect(await clearing(bank)).toBe(waiting + 2_500n)
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(0n)
    await after(bank, 2)
    expect(await readIntent(bank, ada, id)).toMatchObject({ status: 'CONFIRMED', confirmations: 1 })
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(2_500n)
    expect(await newestOf(bob)).toMatchObject({ counterparty_name: 'Ada Lovelace' })
    expect(await clearing(bank)).toBe(waiting)
    await after(bank, 2)
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(2_500n)
  })

  it('happens once under concurrent requests', async () => {
    const bob = await customer(bank, {})
    const before = await unitsOf(bank, ada.account, 'USD')
    const id = await made({ recipient: bob.uuid })
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(bank, ada, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const codes = answers.filter((one) => one.status === 409).map((one) => one.body.error.code)
    expect(new Set(codes)).toEqual(new Set(['INTENT_ALREADY_SUBMITTED']))
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(before - 2_500n)
    await after(bank, 2)
    expect((await submit(bank, ada, id)).body.error.code).toBe('INTENT_ALREADY_SUBMITTED')
    expect(await unitsOf(bank, bob.account, 'USD')).toBe(2_500n)
  })

  it('and cancelling exclude each other', async () => {
    const bob = await customer(bank, {})
    for (let n = 0; n < 4; n++) {
      const before = await unitsOf(bank, ada.account, 'USD')
      const id = await made({ recipient: bob.uuid })
      const [one, two] = await Promise.all([submit(bank, ada, id), cancel(bank, ada, id)])
      expect([one.status, two.status].toSorted()).toEqual([200, 409])
      const paid = one.status === 200 ? 2_500n : 0n
      expect(await unitsOf(bank, ada.account, 'USD')).toBe(before - paid)
    }
    await after(bank, 2)
  })

  it('needs the money', async () => {
    const poor = await customer(bank, { USD: '24.99' })
    const id = await made({ recipient: ada.uuid }, poor)
    const refused = await submit(bank, poor, id)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'INSUFFICIENT_FUNDS'])
    expect((await readIntent(bank, poor, id)).status).toBe('AWAITING_AUTH')
    expect(await unitsOf(bank, poor.account, 'USD')).toBe(2_499n)
  })

  it('pays from the oldest account that covers the amount', async () => {
    const { account: empty, ...person } = await customer(bank, {})
    const opened = await bank.call(
      'POST /api/v2/accounts',
      { name: 'Savings', initial_balance: 9_000 },
      person,
    )
    const full = opened.body.data.uuid as string
    const id = await made({ recipient: ada.uuid }, { ...person, account: empty })
    expect((await submit(bank, person, id)).status).toBe(200)
    expect(await unitsOf(bank, full, 'USD')).toBe(6_500n)
    await after(bank, 2)
  })

  it('expires at the very second', async () => {
    const bob = await customer(bank, {})
    const ids = [await made({ recipient: bob.uuid }), await made({ recipient: bob.uuid })]
    bank.clock.advance(15 * 60 - 1)
    expect((await submit(bank, ada, ids[0]!)).status).toBe(200)
    bank.clock.advance(1)
    expect((await readIntent(bank, ada, ids[1]!)).status).toBe('EXPIRED')
    for (const act of [submit, cancel])
      expect((await act(bank, ada, ids[1]!)).body.error.code).toBe('INTENT_EXPIRED')
    await after(bank, 1)
    const rows = await bank.sql<{ status: string }>(
      'select status from mobile.intents where id = any($1)',
      [ids],
    )
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['CONFIRMED', 'EXPIRED'])
  })

  it('refuses an unknown recipient, and one whose account is frozen', async () => {
    const unknown = await made({ recipient: 'somebody somewhere' })
    expect((await submit(bank, ada, unknown)).body.error.code).toBe('RECIPIENT_NOT_FOUND')
    const bob = await customer(bank, {})
    const id = await made({ recipient: bob.uuid })
    await bank.call(`POST /api/v2/accounts/${bob.account}/freeze`, { reason: 'Lost' }, bob)
    const refused = await submit(bank, ada, id)
    expect(refused.body.error.code).toBe('RECIPIENT_UNAVAILABLE')
    expect(JSON.stringify(refused.body)).not.toContain(bob.account)
  })

  it('refunds the payer when the recipient can no longer be credited', async () => {
    const bob = await customer(bank, {})
    const before = await unitsOf(bank, ada.account, 'USD')
    const id = await made({ recipient: bob.uuid })
    await submit(bank, ada, id)
    await bank.call(`POST /api/v2/accounts/${bob.account}/freeze`, { reason: 'Lost' }, bob)
    await after(bank, 2)
    expect(await readIntent(bank, ada, id)).toMatchObject({
      status: 'FAILED',
      error: { code: 'RECIPIENT_UNAVAILABLE' },
    })
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(before)
    expect(await clearing(bank)).toBe(0n)
  })

  it('to one e-mail address is limited together with transfers between customers', async () => {
    const eve = await customer(bank)
    const recipient = 'intent.crowd@example.com'
    expect((await send(bank, eve, recipient)).status).toBe(201)
    const ids = await Promise.all(Array.from({ length: 13 }, () => made({ recipient }, eve)))
    const answers = await Promise.all(ids.map((id) => submit(bank, eve, id)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 13 + 1 - PENDING_PER_ADDRESS_MAX }, () => [
        422,
        'TOO_MANY_PENDING_TRANSFERS',
      ]),
    )
    expect((await send(bank, eve, recipient)).body.error.code).toBe('TOO_MANY_PENDING_TRANSFERS')
    await after(bank, 2)
    const states = await Promise.all(
      ids.map(async (id) => (await readIntent(bank, eve, id)).status),
    )
    expect(states.filter((status) => status === 'CONFIRMED')).toHaveLength(
      PENDING_PER_ADDRESS_MAX - 1,
    )
    const again = ids[states.indexOf('AWAITING_AUTH')]!
    expect((await submit(bank, eve, again)).body.error.code).toBe('TOO_MANY_PENDING_TRANSFERS')
    const waiting = 'GET /api/v2/mobile/transfers/p2p?status=pending'
    const { data } = (await bank.call(waiting, undefined, eve)).body
    expect(data).toHaveLength(PENDING_PER_ADDRESS_MAX)
    for (const { transfer_id } of data) await takeBack(bank, eve, transfer_id)
    expect(await unitsOf(bank, eve.account, 'USD')).toBe(100_000n)
  })

  it('to an e-mail address waits to be claimed', async () => {
    const email = 'intent.claimant@example.com'
    const id = await made({ recipient: email, description: 'Welcome' })
    expect((await submit(bank, ada, id, { auth: 'pin' })).status).toBe(200)
    await after(bank, 2)
    expect((await readIntent(bank, ada, id)).status).toBe('CONFIRMED')
    expect(await clearing(bank)).toBe(2_500n)
    const code = await codeFor(bank, email)
    const claimant = await bank.person({ email })
    const claimed = await claim(bank, claimant, code)
    expect(claimed.body.data).toMatchObject({ status: 'completed', note: 'Welcome' })
    expect(await clearing(bank)).toBe(0n)
  })
})

describe('payment_intent.cancel and payment_intent.get', () => {
  it('cancels once, with a reason', async () => {
    const id = await made({ recipient: 'x@example.com' })
    const { body } = await cancel(bank, ada, id, { reason: 'Changed my mind' })
    expect(body.data).toEqual({
      intentId: id,
      status: 'CANCELLED',
      merchant: null,
      amount: '25.00',
    })
    expect((await cancel(bank, ada, id)).body.error.code).toBe('INTENT_CANCELLED')
    const other = await made({ recipient: 'x@example.com' })
    expect((await cancel(bank, ada, other, { reason: '' })).status).toBe(200)
    expect((await submit(bank, ada, id)).body.error.code).toBe('INTENT_CANCELLED')
  })

  it('are visible to the payer only, and not from the sandbox', async () => {
    const id = await made({ recipient: 'x@example.com' })
    const [bob, play] = [await customer(bank), await bank.sandboxKey({ token: ada.login })]
    for (const caller of [bob, play]) {
      for (const act of [submit, cancel]) {
        const { status, body } = await act(bank, caller, id)
        expect([status, body.error.code]).toEqual([404, 'INTENT_NOT_FOUND'])
      }
      const list = await bank.call('GET /api/v1/payments/intents', undefined, caller)
      expect(list.body.data).toEqual([])
    }
    expect((await readIntent(bank, ada, id)).status).toBe('AWAITING_AUTH')
  })
})

describe('payment_intent.create_for_merchant', () => {
  it('is paid over the network: confirmations come by the clock', async () => {
    const shop = await merchant(bank)
    const { status, body } = await payMerchant(bank, ada, shop.id, { shield: true })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      merchantId: shop.id,
      merchant: { displayName: 'Corner Coffee' },
      network: 'SOLANA',
      amount: '4.500000',
      shieldEnabled: true,
      feesEstimate: { nativeAsset: 'SOL', amount: '0.00008', usdApprox: '0.02' },
      requiredConfirmations: 32,
      simulated: true,
    })
    const id = body.data.intentId
    await submit(bank, ada, id)
    bank.clock.advance(2)
    expect(await readIntent(bank, ada, id)).toMatchObject({
      status: 'PENDING',
      confirmations: 12,
      tx: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    })
    await after(bank, 3)
    expect(await readIntent(bank, ada, id)).toMatchObject({
      status: 'CONFIRMED',
      confirmations: 32,
    })
    expect(await unitsOf(bank, shop.owner.account, 'USDC')).toBe(4_500_000n)
    expect(await clearing(bank, 'USDC')).toBe(0n)
    // The payer sees the shop, not its owner; the payment is shielded, so the owner does not see who paid.
    expect(await newestOf(ada)).toMatchObject({ counterparty_name: 'Corner Coffee' })
    expect(await newestOf(shop.owner)).toMatchObject({ counterparty_name: null })
  })

  it('reports why the merchant cannot be paid', async () => {
    const shop = await merchant(bank)
    const code = async (change: object, id = shop.id) => {
      const { status, body } = await payMerchant(bank, ada, id, change)
      return `${status} ${body.error.code}`
    }
    expect(await code({}, 'mer_nobody')).toBe('404 MERCHANT_NOT_FOUND')
    expect(await code({ asset: 'USDT' })).toBe('422 WRONG_TOKEN')
    expect(await code({ preferredNetwork: 'polygon' })).toBe('422 WRONG_NETWORK')
    expect(await code({ preferredNetwork: 'moon' })).toBe('422 WRONG_NETWORK')
    expect(await code({ amount: '1000000000' })).toBe('422 VALIDATION_ERROR')
    expect((await payMerchant(bank, shop.owner, shop.id)).status).toBe(422)
    const id = (await payMerchant(bank, ada, shop.id)).body.data.intentId
    const closing = { isOpen: false }
    await bank.call(`PATCH /api/v1/payments/merchants/${shop.id}`, closing, shop.owner)
    expect((await submit(bank, ada, id)).body.error.code).toBe('MERCHANT_UNREACHABLE')
  })

  it('with the same idempotencyKey is the same intent, or a conflict', async () => {
    const shop = await merchant(bank)
    const pay = (change: object) =>
      payMerchant(bank, ada, shop.id, { idempotencyKey: 'coffee', ...change })
    const [one, two] = await Promise.all([pay({}), pay({})])
    expect(one.body.data.intentId).toBe(two.body.data.intentId)
    const other = await pay({ amount: '5' })
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  it('fails at once or later with the network, and the payer is refunded', async () => {
    const shop = await merchant(bank)
    const before = await unitsOf(bank, ada.account, 'USDC')
    const pay = async (description: string) =>
      (await payMerchant(bank, ada, shop.id, { description })).body.data.intentId as string
    const refused = await pay(SIMULATED_REJECTION)
    expect((await submit(bank, ada, refused)).body.data.status).toBe('FAILED')
    const lost = await pay(SIMULATED_LOSS)
    expect((await submit(bank, ada, lost)).body.data.status).toBe('PENDING')
    expect(await unitsOf(bank, ada.account, 'USDC')).toBe(before - 4_500_000n)
    await after(bank, 5)
    for (const id of [refused, lost])
      expect(await readIntent(bank, ada, id)).toMatchObject({
        status: 'FAILED',
        error: { code: 'SEND_FAILED' },
      })
    expect(await unitsOf(bank, ada.account, 'USDC')).toBe(before)
  })
})

describe('merchants', () => {
  it('are changed only by their owners', async () => {
    const shop = await merchant(bank)
    const steal = { account: ada.account, displayName: 'Mine' }
    const theft = await bank.call(`PATCH /api/v1/payments/merchants/${shop.id}`, steal, ada)
    expect([theft.status, theft.body.error.code]).toEqual([404, 'MERCHANT_NOT_FOUND'])
    const redirect = await bank.call(
      `PATCH /api/v1/payments/merchants/${shop.id}`,
      { account: ada.account },
      shop.owner,
    )
    expect(redirect.status).toBe(404)
  })

  it('are at most twenty for each owner, also under concurrent requests', async () => {
    const owner = await customer(bank, {})
    const make = () => bank.call('POST /api/v1/payments/merchants', { displayName: 'Shop' }, owner)
    const answers = await Promise.all(Array.from({ length: 23 }, make))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  })
})

describe('where the fee of a network is charged', () => {
  let paying: Bank
  beforeAll(async () => {
    paying = await startBank({ env: { MOBILE_NETWORK_FEES: 'estimate' } })
  })
  afterAll(() => paying.stop())

  it('the account must cover amount and fee, and a failure refunds both', async () => {
    const shop = await merchant(paying)
    const eve = await customer(paying, { USDC: '4.505' })
    const pay = async (change = {}) =>
      (await payMerchant(paying, eve, shop.id, change)).body.data.intentId as string
    const refused = await submit(paying, eve, await pay())
    expect([refused.status, refused.body.error.code]).toEqual([422, 'INSUFFICIENT_FEES'])
    const poorer = await submit(paying, eve, await pay({ amount: '4.506' }))
    expect(poorer.body.error.code).toBe('INSUFFICIENT_FUNDS')
    await paying.call(
      `POST /api/v2/accounts/${eve.account}/deposit`,
      { amount: '0.005', asset_code: 'USDC' },
      eve,
    )
    const lost = await pay({ description: SIMULATED_LOSS })
    expect((await submit(paying, eve, lost)).status).toBe(200)
    expect(await unitsOf(paying, eve.account, 'USDC')).toBe(0n)
    expect(await unitsOf(paying, 'fees', 'USDC')).toBe(10_000n)
    await after(paying, 5)
    expect(await unitsOf(paying, eve.account, 'USDC')).toBe(4_510_000n)
    expect(await unitsOf(paying, 'fees', 'USDC')).toBe(0n)
  })
})
