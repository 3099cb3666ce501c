// Paying for a message: every valid proof, every invalid one, and no message without a payment.
import { ExactEvmScheme } from '@x402/evm'
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeClient, versionOf } from '../../../../test/clients/client.ts'
import { type Answer, type Bank, startBank, TestClock } from '../../../../test/harness/bank.ts'
// The payer is shared; it calls the bank's own transports.
import { signPayment } from '../machine-payments/test-support.ts'
import { startVertex } from './test-support.ts'

const ROUTE = 'POST /api/v1/sms/send'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

let sms: { to: string; message: string }
let texts = 0
let before: number
const countMessages = async (): Promise<number> =>
  (await bank.sql<{ n: number }>('select count(*)::int as n from sms.messages'))[0]!.n
beforeEach(async () => {
  sms = { to: '+37060012345', message: `Hello ${++texts}` }
  before = await countMessages()
})

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text: string | null | undefined) =>
  JSON.parse(Buffer.from(text!, 'base64url').toString()) as Record<string, unknown>

const pay = (credential: unknown, body: object = sms): Promise<Answer> =>
  bank.call(ROUTE, body, { headers: { Authorization: `Payment ${encode(credential)}` } })

const ask = async (body: object = sms) => (await bank.call(ROUTE, body)).body

let proofs = 0
const proofOf: Record<string, () => object> = {
  stripe: () => ({ spt: `spt_00000000${++proofs}` }),
  card: () => ({ token: `tok_00000000${++proofs}` }),
  tempo: () => ({ tx_hash: `0x${String(++proofs).padStart(64, '0')}` }),
}

/** A proof for what a 402 asked, in the short shape. */
const stripe = (asked: { challenge_id: string }, proof = proofOf.stripe!()) => ({
  challenge_id: asked.challenge_id,
  rail: 'stripe',
  proof_of_payment: proof,
})

function expect402(answer: Answer, problem: string, reason?: string): void {
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({
    success: false,
    error: { code: 'PAYMENT_REQUIRED', ...(reason !== undefined && { reason }) },
    type: `https://paymentauth.org/problems/${problem}`,
    status: 402,
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('www-authenticate')).toContain('Payment id="')
}

describe('without a payment', () => {
  it('says what it costs, and how to pay', async () => {
    const answer = await bank.call(ROUTE, sms)
    expect402(answer, 'payment-required')
    const { body, headers } = answer
    expect(body).toMatchObject({
      challenge: {
        id: body.challenge_id,
        realm: new URL(bank.url).host,
        intent: 'charge',
        resource_id: 'POST:api/v1/sms/send',
        amount: '48438',
        amount_cents: 5,
        currency: 'USDC',
        available_rails: ['x402', 'stripe', 'tempo', 'lightning', 'card'],
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
        expires_at: new Date(bank.clock.now().getTime() + 300_000).toISOString(),
        hmac: expect.stringMatching(/^[0-9a-f]{48}$/),
      },
      pricing: {
        price_usdc: '48438',
        price_usd: '0.048438',
        parts: 1,
        country_code: 'LT',
        currency: 'USDC',
      },
    })
    const amounts = Object.fromEntries(
      body.rails.map((rail: { id: string; amount: string; currency: string }) => [
        rail.id,
        `${rail.amount} ${rail.currency}`,
      ]),
    )
    expect(amounts).toEqual({
      x402: '48438 USDC',
      stripe: '5 USD',
      tempo: '48438 USDC',
      lightning: '5 BTC',
      card: '5 USD',
    })
    const challenges = headers.get('www-authenticate')!.split(/, (?=Payment )/)
    expect(challenges).toHaveLength(5)
    for (const [index, text] of challenges.entries()) {
      const parameters = Object.fromEntries(
        [...text.matchAll(/(\w+)="([^"]*)"/g)].map((match) => [match[1], match[2]]),
      )
      expect(parameters).toEqual(body.rails[index].challenge)
      expect(decode(parameters.request)).toMatchObject({ amount: body.rails[index].amount })
    }
    expect(await countMessages()).toBe(before)
  })

  it('refuses a message that could not be sent before it asks for money', async () => {
    for (const bad of [{ to: '0123' }, { message: '' }, { from: 'Ünï' }, { to: '+1'.repeat(20) }])
      expect((await bank.call(ROUTE, { ...sms, ...bad })).status).toBe(422)
  })

  it('asks for more for more parts, and the fallback for a country without a price', async () => {
    expect((await ask({ ...sms, message: 'ж'.repeat(135) })).pricing).toMatchObject({
      price_usdc: '145314',
      parts: 3,
    })
    expect((await ask({ ...sms, to: '+35312345' })).pricing.country_code).toBe('IE')
    expect((await ask({ ...sms, to: '+67212345' })).pricing).toMatchObject({ price_usdc: '50000' })
  })

  it('does not take a bearer for a payment', async () => {
    expect((await bank.call(ROUTE, sms, await bank.person())).status).toBe(402)
  })
})

describe('with a payment', () => {
  it.each(['stripe', 'card', 'tempo'])('by %s, in both shapes', async (rail) => {
    const asked = await ask()
    const short = { challenge_id: asked.challenge_id, rail, proof_of_payment: proofOf[rail]!() }
    const answer = await pay(short)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      data: {
        message_id: expect.stringMatching(/^sms_/),
        status: 'sent',
        parts: 1,
        destination: '+37060012345',
        price_usdc: '48438',
        test_mode: true,
      },
    })
    expect(decode(answer.headers.get('payment-receipt'))).toMatchObject({
      status: 'success',
      method: rail,
      rail,
      challengeId: asked.challenge_id,
      challenge_id: asked.challenge_id,
      reference: expect.stringContaining(`sandbox_${rail}_`),
      amount_cents: 5,
      settled_at: bank.clock.now().toISOString(),
    })
    const other = { ...sms, message: `${sms.message}!` }
    const second = await ask(other)
    const { challenge } = second.rails.find((one: { id: string }) => one.id === rail)
    const standard = await pay({ challenge, payload: proofOf[rail]!() }, other)
    expect(standard.status).toBe(200)
    expect(await countMessages()).toBe(before + 2)
  })

  it('by lightning, with the preimage of this invoice only', async () => {
    const asked = await ask()
    const credential = (preimage: string) => ({
      challenge_id: asked.challenge_id,
      rail: 'lightning',
      proof_of_payment: { preimage },
    })
    const other = await ask()
    const payInvoice = async (challenge_id: string): Promise<string> =>
      (await bank.call('POST /api/v1/mpp/sandbox/lightning/pay', { challenge_id })).body.data
        .preimage
    const wrong = await pay(credential(await payInvoice(other.challenge_id)))
    expect402(wrong, 'verification-failed', 'preimage_mismatch')
    expect((await pay(credential(await payInvoice(asked.challenge_id)))).status).toBe(200)
  })

  it('by x402, in a credential', async () => {
    const asked = await ask()
    const rail = asked.rails[0]
    const requirement = rail_requirement(rail)
    const payer = privateKeyToAccount(generatePrivateKey())
    const signed = await signPayment(payer, requirement, bank.clock.now())
    const answer = await pay({
      challenge_id: asked.challenge_id,
      rail: 'x402',
      proof_of_payment: { x402_payload: signed, x402_requirements: requirement },
    })
    expect(answer.status).toBe(200)
    const second = await ask({ ...sms, message: 'Another one' })
    const bare = await signPayment(payer, rail_requirement(second.rails[0]), bank.clock.now())
    const standard = { challenge: second.rails[0].challenge, payload: bare.payload }
    expect((await pay(standard, { ...sms, message: 'Another one' })).status).toBe(200)
  })

  it('as plain JSON, and with padding', async () => {
    const plain = JSON.stringify(stripe(await ask()))
    const headers = { Authorization: `payment ${plain}` }
    expect((await bank.call(ROUTE, sms, { headers })).status).toBe(200)
    const other = { ...sms, message: `${sms.message}?` }
    const padded = Buffer.from(JSON.stringify(stripe(await ask(other)))).toString('base64')
    const again = { Authorization: `Payment ${padded}` }
    expect((await bank.call(ROUTE, other, { headers: again })).status).toBe(200)
  })
})

const rail_requirement = (rail: { challenge: { request: string } }) =>
  (decode(rail.challenge.request) as { methodDetails: { x402: { accepts: never[] } } })
    .methodDetails.x402.accepts[0]!

describe('a proof', () => {
  it('counts once: the same request gets the same answer', async () => {
    const credential = stripe(await ask())
    const first = await pay(credential)
    bank.clock.advance(600)
    const again = await pay(credential)
    expect(again.status).toBe(200)
    expect(again.body.data.message_id).toBe(first.body.data.message_id)
    expect(again.headers.get('payment-receipt')).toBe(first.headers.get('payment-receipt'))
    expect(await countMessages()).toBe(before + 1)
  })

  it('counts once, also when it comes ten times at once', async () => {
    const credential = stripe(await ask())
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(credential)))
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    const good = answers.filter((answer) => answer.status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map((answer) => answer.body.data.message_id)).size).toBe(1)
    expect(await countMessages()).toBe(before + 1)
    const rows = await bank.sql('select 1 from machine_payments.payments where challenge = $1', [
      credential.challenge_id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('counts for its own message only, before and after it is used', async () => {
    const credential = stripe(await ask())
    for (const change of [{ message: 'Other' }, { to: '+37060054321' }, { from: 'Other' }])
      expect402(await pay(credential, { ...sms, ...change }), 'invalid-challenge')
    expect(await countMessages()).toBe(before)
    expect((await pay(credential)).status).toBe(200)
    expect402(
      await pay(credential, { ...sms, message: 'Other' }),
      'payment-already-used',
      'payment_already_used',
    )
    expect(await countMessages()).toBe(before + 1)
  })

  it('counts for one challenge, and a challenge for one proof', async () => {
    const proof = proofOf.stripe!()
    const asked = await ask()
    expect((await pay(stripe(asked, proof))).status).toBe(200)
    const other = { ...sms, message: `${sms.message}!` }
    expect402(await pay(stripe(await ask(other), proof), other), 'payment-already-used')
    expect402(await pay(stripe(asked)), 'payment-already-used')
    expect(await countMessages()).toBe(before + 1)
  })

  it('counts for five minutes', async () => {
    const credential = stripe(await ask())
    bank.clock.advance(300)
    expect402(await pay(credential), 'payment-expired')
    expect(await countMessages()).toBe(before)
  })

  it('does not count when the challenge is not ours', async () => {
    const asked = await ask()
    const id: string = asked.challenge_id
    const bytes = Buffer.from(id.slice(3), 'base64url')
    const spoilt = [0, 7, 20, 40].map((at) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return `ch_${copy.toString('base64url')}`
    })
    for (const challenge_id of [
      ...spoilt,
      'ch_',
      'x',
      `${id}A`,
      id.slice(0, -1),
      `xx_${id.slice(3)}`,
    ])
      expect402(await pay(stripe({ challenge_id })), 'invalid-challenge')
    const { challenge } = asked.rails[1]
    const cheaper = encode({ ...decode(challenge.request), amount: '1' })
    for (const change of [
      { request: cheaper },
      { realm: 'elsewhere' },
      { expires: '2099-01-01T00:00:00.000Z' },
      { method: 'card' },
    ]) {
      const payload = { ...proofOf.stripe!(), ...proofOf.card!() }
      const answer = await pay({ challenge: { ...challenge, ...change }, payload })
      expect402(answer, 'invalid-challenge')
    }
    expect(await countMessages()).toBe(before)
  })

  it('does not count when it is declined or cannot be read', async () => {
    const asked = await ask()
    expect402(
      await pay(stripe(asked, { spt: 'spt_declined_1' })),
      'verification-failed',
      'declined',
    )
    for (const proof of [{}, { spt: 'spt_1' }, { spt: 7 }, { spt: 'tok_123456789' }])
      expect402(await pay(stripe(asked, proof)), 'malformed-credential')
    for (const text of ['', '!', 'e30', encode([]), encode('x'), encode({ challenge: {} }), '{'])
      expect402(
        await bank.call(ROUTE, sms, { headers: { Authorization: `Payment ${text}.` } }),
        'malformed-credential',
      )
    expect(await countMessages()).toBe(before)
  })

  it('does not count when it is too large', async () => {
    const credential = { ...stripe(await ask()), more: 'x'.repeat(8_000) }
    expect402(await pay(credential), 'malformed-credential')
    const headers = { 'PAYMENT-SIGNATURE': 'x'.repeat(8_193) }
    expect402(await bank.call(ROUTE, sms, { headers }), 'malformed-credential', 'invalid_payload')
  })

  it('must be on a supported rail', async () => {
    const asked = await ask()
    const answer = await pay({ ...stripe(asked), rail: 'gold' })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: { code: 'PAYMENT_METHOD_UNSUPPORTED' },
      type: 'https://paymentauth.org/problems/method-unsupported',
    })
  })
})

describe('when the provider fails after the payment', () => {
  it('the same proof sends the message, once', async () => {
    const late = { ...sms, to: '+37060010003' }
    const credential = stripe(await ask(late))
    const failed = await pay(credential, late)
    expect(failed.status).toBe(503)
    expect(failed.body.error.code).toBe('SMS_DELAYED')
    const again = await pay(credential, late)
    expect(again.status).toBe(200)
    expect(await countMessages()).toBe(before + 1)
    const rows = await bank.sql<{ status: string }>(
      'select status from machine_payments.payments where challenge = $1',
      [credential.challenge_id],
    )
    expect(rows).toEqual([{ status: 'settled' }])
  })

  it('a refusal leaves the payment valid for another try', async () => {
    const refused = { ...sms, to: '+37060010000' }
    const credential = stripe(await ask(refused))
    for (let tries = 0; tries < 2; tries++) {
      const answer = await pay(credential, refused)
      expect(answer.status).toBe(502)
      expect(answer.body.error.code).toBe('SMS_REJECTED')
    }
    const rows = await bank.sql<{ n: number }>(
      'select count(*)::int as n from machine_payments.payments where challenge = $1',
      [credential.challenge_id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('x402', () => {
  const payer = privateKeyToAccount(generatePrivateKey())
  let now: Bank
  beforeAll(async () => {
    // The official client has a clock of its own.
    now = await startBank({ clock: new TestClock(new Date().toISOString()) })
  })
  afterAll(() => now.stop())

  const demand = async (body: object = sms) => {
    const answer = await now.call(ROUTE, body)
    const required = decode(answer.headers.get('payment-required')) as {
      accepts: Parameters<typeof signPayment>[1][]
    }
    return required.accepts
  }
  const present = (payload: object, body: object = sms) =>
    now.call(ROUTE, body, {
      headers: { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payload)).toString('base64') },
    })
  const countSent = async (): Promise<number> =>
    (await now.sql<{ n: number }>('select count(*)::int as n from sms.messages'))[0]!.n

  const official = {
    client: '@x402/fetch',
    version: versionOf('@x402/fetch', import.meta.url),
    part: 'payments for requests',
  }
  describeClient(official, () => {
    it('pays for a text message, and reads the receipt', async () => {
      const fetchWithPayment = wrapFetchWithPaymentFromConfig(fetch, {
        schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
      })
      const response = await fetchWithPayment(`${now.url}/api/v1/sms/send`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sms),
      })
      expect(response.status).toBe(200)
      expect(((await response.json()) as Answer['body']).data).toMatchObject({ status: 'sent' })
      expect(decodePaymentResponseHeader(response.headers.get('payment-response')!)).toMatchObject({
        success: true,
        payer: payer.address.toLowerCase(),
        network: 'eip155:8453',
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
    })
  })

  it('states the price in every header', async () => {
    const { headers, body } = await now.call(ROUTE, sms)
    const [accepted] = await demand()
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-payment-required': 'true',
      'x-payment-network': 'eip155:8453',
      'x-payment-asset': 'USDC',
      'x-payment-amount': '0.048438',
      'x-payment-receiver': accepted!.payTo,
      'x-payment-facilitator': 'local',
    })
    expect(body.x402Version).toBe(1)
    // Version 1 has no name for Ethereum.
    expect(body.accepts.map((one: { network: string }) => one.network)).toEqual(['base'])
  })

  it('may be paid on either chain', async () => {
    const [, ethereum] = await demand()
    const answer = await present(await signPayment(payer, ethereum!, now.clock.now()))
    expect(answer.status).toBe(200)
    const [row] = await now.sql<{ network: string }>(
      `select network from machine_payments.payments order by created_at desc, id desc limit 1`,
    )
    expect(row!.network).toBe('eip155:1')
  })

  const seconds = () => Math.floor(now.clock.now().getTime() / 1000)
  const spoilt: [reason: string, change: () => Record<string, string>][] = [
    ['invalid_exact_evm_payload_recipient_mismatch', () => ({ to: `0x${'1'.repeat(40)}` })],
    ['invalid_exact_evm_payload_authorization_value', () => ({ value: '48437' })],
    [
      'invalid_exact_evm_payload_authorization_valid_after',
      () => ({ validAfter: String(seconds() + 60) }),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_before',
      () => ({ validBefore: String(seconds()) }),
    ],
    ['invalid_exact_evm_payload_signature', () => ({ from: `0x${'2'.repeat(40)}` })],
    ['insufficient_funds', () => ({ value: '1000000001' })],
  ]
  it.each(spoilt)('is refused: %s', async (reason, change) => {
    const sent = await countSent()
    const [accepted] = await demand()
    const answer = await present(await signPayment(payer, accepted!, now.clock.now(), change()))
    expect402(
      answer,
      reason.endsWith('_value') || reason === 'insufficient_funds'
        ? 'payment-insufficient'
        : 'verification-failed',
      reason,
    )
    expect(decode(answer.headers.get('payment-required')).error).toBe(reason)
    expect(await countSent()).toBe(sent)
  })

  it('is refused on another chain or by another scheme', async () => {
    const [accepted] = await demand()
    const signed = await signPayment(payer, accepted!, now.clock.now())
    const change = (fields: object) => ({ ...signed, accepted: { ...accepted, ...fields } })
    expect402(
      await present(change({ network: 'eip155:84532' })),
      'verification-failed',
      'invalid_network',
    )
    expect402(await present(change({ scheme: 'upto' })), 'verification-failed', 'invalid_scheme')
    expect402(
      await present({ ...signed, x402Version: 9 }),
      'malformed-credential',
      'invalid_x402_version',
    )
  })

  it('counts once, and for one message', async () => {
    const sent = await countSent()
    const [accepted] = await demand()
    const signed = await signPayment(payer, accepted!, now.clock.now())
    const answers = await Promise.all(Array.from({ length: 6 }, () => present(signed)))
    expect(answers.some((answer) => answer.status === 200)).toBe(true)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect((await present(signed)).status).toBe(200)
    expect402(await present(signed, { ...sms, message: 'Other' }), 'payment-already-used')
    expect(await countSent()).toBe(sent + 1)
    const rows = await now.sql('select 1 from machine_payments.authorizations where nonce = $1', [
      signed.payload.authorization.nonce,
    ])
    expect(rows).toHaveLength(1)
  })

  it('is not taken twice for the same message within a minute', async () => {
    const [accepted] = await demand()
    const first = await present(await signPayment(payer, accepted!, now.clock.now()))
    const second = await signPayment(payer, accepted!, now.clock.now())
    const again = await present(second)
    expect(again.body.data.message_id).toBe(first.body.data.message_id)
    const rows = await now.sql('select 1 from machine_payments.authorizations where nonce = $1', [
      second.payload.authorization.nonce,
    ])
    expect(rows).toHaveLength(0)
    now.clock.advance(30)
    const eve = privateKeyToAccount(generatePrivateKey())
    const theirs = await present(await signPayment(eve, accepted!, now.clock.now()))
    expect(theirs.body.data.message_id).not.toBe(first.body.data.message_id)
  })
})

describe('with a real provider', () => {
  it('simulated payments are refused, also in a sandbox', async () => {
    const vertex = await startVertex('our-token-of-the-provider')
    const real = await startBank({
      env: {
        SMS_PROVIDER: 'vertexsms',
        SMS_PROVIDER_URL: vertex.url,
        SMS_PROVIDER_TOKEN: 'our-token-of-the-provider',
        SMS_REPORT_SECRET: 'what only the provider knows',
      },
    })
    try {
      expect((await real.call(ROUTE, sms)).body.error.code).toBe('PAYMENTS_UNAVAILABLE')
      expect(vertex.messages.size).toBe(0)
    } finally {
      await real.stop()
      await vertex.close()
    }
  })
})

describe('discovery and lists of payments', () => {
  it('at the well-known address', async () => {
    const { body } = await bank.call('GET /.well-known/mpp-configuration')
    expect(body).toMatchObject({
      mpp_version: 1,
      issuer: bank.url,
      supported_rails: ['x402', 'stripe', 'tempo', 'lightning', 'card'],
      mcp: { enabled: true, error_code: -32042 },
      spec_url: 'https://paymentauth.org',
    })
    for (const url of Object.values(body.endpoints as Record<string, string>))
      expect([200, 401]).toContain((await fetch(url)).status)
  })

  it('to the operator: each payment, and sums', async () => {
    const operator = await bank.operator()
    const stats = async () =>
      (await bank.call('GET /api/v1/mpp/payments/stats', undefined, operator)).body.data
    const earlier = await stats()
    await pay(stripe(await ask()))
    const later = await stats()
    expect(later.total_payments).toBe(earlier.total_payments + 1)
    expect(later.by_rail.stripe.settled).toBe(earlier.by_rail.stripe.settled + 1)
    expect(later.total_settled_cents).toBe(earlier.total_settled_cents + 5)
    const { body } = await bank.call('GET /api/v1/mpp/payments?rail=stripe', undefined, operator)
    expect(body.data[0]).toMatchObject({
      rail: 'stripe',
      status: 'settled',
      resource: 'POST /api/v1/sms/send',
      test_mode: true,
    })
    const person = await bank.person()
    const own = await bank.call('GET /api/v1/mpp/payments', undefined, person)
    expect(own.body.data).toEqual([])
  })
})
