// Payments of machines in production: through the facilitator only, nothing is given away without one, and nothing is
// given for a payment that could not be settled.
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { startVertex, type Vertex } from '../sms/test-support.ts'
import { type FacilitatorDouble, signPayment, startFacilitator } from './test-support.ts'

const PAY_TO = `0x${'12'.repeat(20)}`
const SMS = 'POST /api/v1/sms/send'
const ENDPOINTS = 'POST /api/v2/x402/endpoints'
const RESOURCES = 'POST /api/v1/mpp/resources'

let vertex: Vertex
let facilitator: FacilitatorDouble
let bank: Bank
beforeAll(async () => {
  vertex = await startVertex('our-token-of-the-provider')
  facilitator = await startFacilitator()
})
afterAll(async () => {
  await facilitator.close()
  await vertex.close()
})

const startProduction = (more: Readonly<Record<string, string>> = {}): Promise<Bank> =>
  startBank({
    env: {
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'x'.repeat(32),
      SMS_PROVIDER: 'vertexsms',
      SMS_PROVIDER_URL: vertex.url,
      SMS_PROVIDER_TOKEN: 'our-token-of-the-provider',
      SMS_REPORT_SECRET: 'what only the provider knows',
      ...more,
    },
  })

let sms: { to: string; message: string }
let texts = 0
let before: number
beforeEach(() => {
  sms = { to: '+37060012345', message: `Hello ${++texts}` }
  before = vertex.messages.size
})

/** How many messages have left in this test. */
const countSent = (): number => vertex.messages.size - before

type Requirement = Parameters<typeof signPayment>[1]

const sign = (requirement: Requirement) =>
  signPayment(privateKeyToAccount(generatePrivateKey()), requirement, bank.clock.now())

const headerOf = (payment: object) => ({
  'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payment)).toString('base64'),
})

function expect402(answer: Answer, problem: string, reason: string): void {
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({
    success: false,
    error: { code: 'PAYMENT_REQUIRED', reason },
    type: `https://paymentauth.org/problems/${problem}`,
    status: 402,
  })
  expect(answer.body.data).toBeUndefined()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('www-authenticate')).toContain('Payment id="')
}

describe('without a facilitator', () => {
  beforeAll(async () => {
    bank = await startProduction()
  })
  afterAll(() => bank.stop())

  function expectUnavailable(answer: Answer): void {
    expect(answer.status).toBe(503)
    expect(answer.body.error.code).toBe('PAYMENTS_UNAVAILABLE')
  }

  it('no payment for a message is taken, and none is sent', async () => {
    expectUnavailable(await bank.call(SMS, sms))
    const credential = {
      challenge_id: 'x',
      rail: 'stripe',
      proof_of_payment: { spt: 'spt_000000001' },
    }
    const encoded = Buffer.from(JSON.stringify(credential)).toString('base64url')
    const headers = { Authorization: `Payment ${encoded}` }
    expect((await bank.call(SMS, sms, { headers })).status).toBe(503)
    expect((await bank.call('GET /api/v1/mpp/status')).body.data).toMatchObject({
      enabled: false,
      available_rails: [],
      test_mode: false,
    })
    expect(
      (await bank.call('POST /api/v1/mpp/sandbox/lightning/pay', { challenge_id: 'x' })).status,
    ).toBe(404)
    expect(countSent()).toBe(0)
  })

  it('no path with a price is given away', async () => {
    const endpoint = { path: '/premium/real', price_usd_cents: 5 }
    expect((await bank.call(ENDPOINTS, endpoint, await bank.person())).status).toBe(201)
    expectUnavailable(await bank.call('GET /premium/real'))
  })

  it('nothing that is sold on another rail is given away', async () => {
    const path = '/sold/real'
    const sold = { method: 'POST', path, amount_cents: 25, available_rails: ['stripe'] }
    expect((await bank.call(RESOURCES, sold, await bank.operator())).status).toBe(201)
    expectUnavailable(await bank.call(`POST ${path}`))
  })
})

describe('with a facilitator', () => {
  beforeAll(async () => {
    bank = await startProduction({ X402_FACILITATOR_URL: facilitator.url, X402_PAY_TO: PAY_TO })
  })
  afterAll(() => bank.stop())
  beforeEach(() => {
    facilitator.answers.clear()
    facilitator.calls.splice(0)
    facilitator.held.splice(0)
  })

  const unsettled = {
    status: 200,
    body: { success: false, errorReason: 'settlement_exception', transaction: '' },
  }

  it('x402 is the only rail for a message, which is sent once', async () => {
    const asked = (await bank.call(SMS, sms)).body
    expect(asked.challenge.available_rails).toEqual(['x402'])
    const requirement = asked.x402.accepts[0]
    expect(requirement.payTo).toBe(PAY_TO)
    const signed = await sign(requirement)
    const present = () => bank.call(SMS, sms, { headers: headerOf(signed) })

    facilitator.answers.set('/verify', {
      status: 200,
      body: { isValid: false, invalidReason: 'insufficient_funds' },
    })
    expect402(await present(), 'payment-insufficient', 'insufficient_funds')
    for (const status of [500, 0]) {
      facilitator.answers.set('/verify', { status, body: {} })
      expect((await present()).body.error.code).toBe('SETTLEMENT_UNKNOWN')
    }
    facilitator.answers.delete('/verify')
    facilitator.answers.set('/settle', { status: 0, body: {} })
    expect((await present()).body.error.code).toBe('SETTLEMENT_UNKNOWN')
    expect(countSent()).toBe(0)
    facilitator.answers.delete('/settle')
    expect((await present()).status).toBe(200)
    const settles = facilitator.calls.filter(({ path }) => path === '/settle').length
    expect((await present()).status).toBe(200)
    expect(facilitator.calls.filter(({ path }) => path === '/settle').length).toBe(settles)
    expect(countSent()).toBe(1)
    expect(facilitator.calls.at(-1)!.body).toMatchObject({
      x402Version: 2,
      paymentPayload: signed,
      paymentRequirements: requirement,
    })
  })

  it('a slow one does not block the rest of the bank', async () => {
    const asked = (await bank.call(SMS, sms)).body
    const present = async () =>
      bank.call(SMS, sms, { headers: headerOf(await sign(asked.x402.accepts[0])) })
    facilitator.answers.set('/verify', { status: 1, body: {} })
    const waiting = [present(), present()]
    await expect.poll(() => facilitator.held.length).toBe(2)
    const third = await present()
    expect(third.status).toBe(503)
    expect(third.headers.get('retry-after')).toBe('1')
    expect((await bank.call(SMS, sms)).status).toBe(402)
    await bank.person()
    for (const answer of facilitator.held) answer()
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
  })

  it('no message is sent for a payment that cannot be settled', async () => {
    const asked = (await bank.call(SMS, sms)).body
    const headers = headerOf(await sign(asked.x402.accepts[0]))
    facilitator.answers.set('/settle', unsettled)
    expect402(await bank.call(SMS, sms, { headers }), 'settlement-failed', 'settlement_exception')
    facilitator.answers.delete('/settle')
    expect402(await bank.call(SMS, sms, { headers }), 'settlement-failed', 'settlement_exception')
    expect(countSent()).toBe(0)
  })

  it('a path with a price is settled after the answer is ready, and without that nothing is shown', async () => {
    const eve = await bank.person()
    await bank.call(ENDPOINTS, { path: '/premium/real', price_usd_cents: 5 }, eve)
    const asked = await bank.call('GET /premium/real')
    const required = decodePaymentRequiredHeader(asked.headers.get('payment-required')!)
    const demand = required.accepts[0] as never
    const show = (payment: object) =>
      bank.call('GET /premium/real', undefined, { headers: headerOf(payment) })
    const payment = await sign(demand)
    facilitator.answers.set('/settle', { status: 500, body: {} })
    const unknown = await show(payment)
    expect(unknown.status).toBe(503)
    expect(unknown.body.data).toBeUndefined()
    facilitator.answers.delete('/settle')
    expect((await show(payment)).status).toBe(200)
    expect(facilitator.calls.map(({ path }) => path)).toEqual(['/verify', '/settle', '/settle'])

    facilitator.answers.set('/settle', unsettled)
    const failing = await show(await sign(demand))
    expect(failing.status).toBe(402)
    expect(failing.body.error).toMatchObject({
      code: 'PAYMENT_REQUIRED',
      reason: 'settlement_exception',
    })
    expect(failing.body.data).toBeUndefined()
    const said = decodePaymentRequiredHeader(failing.headers.get('payment-required')!)
    expect(said.error).toBe('settlement_exception')
    const { body } = await bank.call('GET /api/v2/x402/payments', undefined, eve)
    expect(body.data.map((one: { status: string }) => one.status).toSorted()).toEqual([
      'failed',
      'settled',
    ])
  })

  it('what was done for a payment that could not be settled is not done again', async () => {
    const at = 'POST /api/v2/api-keys'
    const resource = { method: 'POST', path: '/api/v2/api-keys', amount_cents: 25 }
    await bank.call(RESOURCES, resource, await bank.operator())
    const eve = await bank.person()
    const key = { name: 'Bought', permissions: ['read'] }
    const pay = async () => {
      const asked = await bank.call(at, key)
      return { token: eve.token, headers: headerOf(await sign(asked.body.x402.accepts[0])) }
    }
    const payment = await pay()
    facilitator.answers.set('/settle', { status: 500, body: {} })
    const unknown = await bank.call(at, key, payment)
    expect(unknown.status).toBe(503)
    expect(unknown.body.data).toBeUndefined()
    facilitator.answers.delete('/settle')
    const bought = await bank.call(at, key, payment)
    expect(bought.status).toBe(201)
    expect(bought.headers.get('payment-response')).toBeTruthy()
    expect((await bank.call(at, key, payment)).body).toEqual(bought.body)
    const keys = await bank.call('GET /api/v2/api-keys', undefined, eve)
    expect(keys.body.data).toHaveLength(1)

    facilitator.answers.set('/settle', unsettled)
    expect402(await bank.call(at, key, await pay()), 'settlement-failed', 'settlement_exception')
  })
})
