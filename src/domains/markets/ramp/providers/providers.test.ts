// The real provider, faked by a server of the test; and the choice of the provider.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { type Environment, readSettings } from '../../../../platform/settings.ts'
import { settings } from '../settings.ts'
import { makeProviders } from './provider.ts'
import { simulatedProvider } from './simulated-provider.ts'
import { stripeBridge } from './stripe-bridge.ts'
import {
  callWebhook,
  type ProviderStub,
  read,
  settle,
  start,
  startProviderStub,
  startId,
  WALLET,
} from '../test-support.ts'

const readEnv = (env: Environment) =>
  readSettings(settings, env, { production: env.FLORIN_MODE === 'production' })

describe('a bank with a real provider', () => {
  let bank: Bank
  let double: ProviderStub
  let person: Person
  let sessions = 0
  /** The state that the provider reports for every session from now on. */
  let said: object

  beforeAll(async () => {
    double = await startProviderStub()
    bank = await startBank({
      env: {
        RAMP_PROVIDER: 'stripe_bridge',
        RAMP_PROVIDER_URL: `${double.url}/`,
        RAMP_PROVIDER_KEY: 'sk_test_key',
      },
    })
    person = await bank.person()
  })
  beforeEach(async () => {
    said = { status: 'initialized' }
    person = await bank.person()
    double.asked.length = 0
    double.answer = ({ method, path }) => {
      const id = method === 'POST' ? `cos_${++sessions}` : path.split('/').at(-1)
      const body = { id, redirect_url: `https://crypto.link.com?session=${id}`, ...said }
      return { status: 200, body }
    }
  })
  afterAll(async () => {
    await bank.stop()
    await double.close()
  })

  it('starts a session there, with the key, the wallet and the amount', async () => {
    const { status, body } = await start(bank, person, {
      fiat_amount: '250.5',
      fiat_currency: 'EUR',
    })
    expect(status).toBe(201)
    const name = `cos_${sessions}`
    expect(body.data).toMatchObject({
      provider: 'stripe_bridge',
      test_mode: false,
      status: 'pending',
      checkout_url: `https://crypto.link.com?session=${name}`,
    })
    expect(double.asked).toHaveLength(1)
    const [asked] = double.asked
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/v1/crypto/onramp_sessions',
      headers: { authorization: 'Bearer sk_test_key', 'idempotency-key': body.data.id },
      form: {
        'wallet_addresses[ethereum]': WALLET,
        lock_wallet_address: 'true',
        source_currency: 'eur',
        source_amount: '250.50',
        destination_currency: 'usdc',
        destination_network: 'ethereum',
        'metadata[session_id]': body.data.id,
      },
    })
    // It has no checkout at the bank.
    expect((await bank.call(`GET /api/v1/ramp/checkout/${body.data.id}`)).status).toBe(404)
  })

  it('is polled about a session, and its status and amount are applied', async () => {
    const id = await startId(bank, person)
    const name = `cos_${sessions}`
    await settle(bank, id)
    expect(await read(bank, person, id)).toMatchObject({ status: 'pending' })
    said = { status: 'fulfillment_processing' }
    await settle(bank, id)
    expect(await read(bank, person, id)).toMatchObject({ status: 'processing' })
    said = {
      status: 'fulfillment_complete',
      transaction_details: { destination_amount: '97.123456' },
    }
    await settle(bank, id)
    expect(await read(bank, person, id)).toMatchObject({
      status: 'completed',
      crypto_amount: '97.123456',
    })
    expect(double.asked.slice(1)).toHaveLength(3)
    for (const asked of double.asked.slice(1))
      expect(asked).toMatchObject({
        method: 'GET',
        path: `/v1/crypto/onramp_sessions/${name}`,
        headers: { authorization: 'Bearer sk_test_key' },
      })
    // Ended sessions are not polled.
    await settle(bank, id)
    expect(double.asked).toHaveLength(4)
  })

  it.each([
    ['no number', 'much'],
    ['nothing', '0'],
    ['more places than the coin has', '1.1234567'],
  ])('keeps the quoted amount if the provider reports %s', async (_what, destination_amount) => {
    const id = await startId(bank, person)
    said = { status: 'fulfilled', transaction_details: { destination_amount } }
    await settle(bank, id)
    expect(await read(bank, person, id)).toMatchObject({
      status: 'completed',
      crypto_amount: '98.000000',
    })
  })

  it('sends webhooks with its own id of a session', async () => {
    const id = await startId(bank, person)
    const provider = 'stripe_bridge'
    const object = { id: `cos_${sessions}`, status: 'rejected' }
    const reply = await callWebhook(bank, object, { provider })
    expect(reply.body.data).toEqual({ received: true, session_id: id, status: 'failed' })
    expect(await read(bank, person, id)).toMatchObject({
      status: 'failed',
      reason: 'The provider could not complete the payment.',
    })
    expect(double.asked).toHaveLength(1)
  })

  it('is polled by the sweep a minute later, and again if it did not answer', async () => {
    const id = await startId(bank, person)
    double.asked.length = 0
    const sweep = () => bank.runJob('ramp.sweep')
    const isAsked = () => double.asked.some(({ path }) => path.endsWith(`cos_${name}`))
    const name = sessions
    bank.clock.advance(59)
    await sweep()
    expect(isAsked()).toBe(false)
    bank.clock.advance(1)
    double.answer = () => undefined
    await sweep()
    expect(isAsked()).toBe(true)
    expect(await read(bank, person, id)).toMatchObject({ status: 'pending' })
    for (const answer of [
      { status: 500, body: {} },
      { status: 404, body: {} },
      { status: 200, body: 'nonsense' },
      { status: 200, body: { id: 'cos_other', status: 'fulfilled' } },
    ]) {
      double.answer = () => answer
      bank.clock.advance(60)
      await sweep()
      expect(await read(bank, person, id)).toMatchObject({ status: 'pending' })
    }
    double.answer = () => ({ status: 200, body: { id: `cos_${name}`, status: 'fulfilled' } })
    bank.clock.advance(60)
    await sweep()
    expect(await read(bank, person, id)).toMatchObject({ status: 'completed' })
  })

  it('expires a session that is unpaid after an hour, but only if the provider answered', async () => {
    const id = await startId(bank, person)
    bank.clock.advance(3_600)
    double.answer = () => undefined
    await settle(bank, id)
    expect(await read(bank, person, id)).toMatchObject({ status: 'pending' })
    double.answer = () => ({
      status: 200,
      body: { id: `cos_${sessions}`, status: 'requires_payment' },
    })
    await settle(bank, id)
    expect(await read(bank, person, id)).toMatchObject({ status: 'expired' })
  })

  it.each([
    ['closes the connection', undefined, 503, 'SERVICE_UNAVAILABLE'],
    ['fails', { status: 500, body: {} }, 503, 'SERVICE_UNAVAILABLE'],
    ['throttles', { status: 429, body: {} }, 503, 'SERVICE_UNAVAILABLE'],
    ['redirects', { status: 302, body: {} }, 503, 'SERVICE_UNAVAILABLE'],
    ['rejects it', { status: 400, body: { error: {} } }, 422, 'SESSION_ERROR'],
    ['has no address', { status: 200, body: { id: 'c', status: 'x' } }, 503, 'SERVICE_UNAVAILABLE'],
    [
      'has an invalid address',
      { status: 200, body: { id: 'c', status: 'x', redirect_url: 'javascript:alert(1)' } },
      503,
      'SERVICE_UNAVAILABLE',
    ],
  ])('starts nothing when the provider %s', async (_how, answer, status, code) => {
    double.answer = () => answer
    const refused = await start(bank, person)
    expect([refused.status, refused.body.error.code]).toEqual([status, code])
    const list = await bank.call('GET /api/v1/ramp/sessions', undefined, person)
    expect(list.body.meta.total).toBe(0)
    expect(JSON.stringify(refused.body)).not.toContain('sk_test_key')
  })

  it('gets at most two concurrent calls, so that the bank stays available', async () => {
    let release: () => void = () => {}
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    double.answer = () => held
    const people = await Promise.all([1, 2, 3, 4].map(() => bank.person()))
    const calls = people.map((one) => start(bank, one))
    await expect.poll(() => double.asked.length).toBe(2)
    const first = await Promise.race(calls)
    expect(first.status).toBe(503)
    expect(first.body.error.message).toContain('is busy')
    // Other writes are not delayed.
    expect((await bank.call('POST /api/v2/accounts', { name: 'Other' }, person)).status).toBe(201)
    release()
    for (const { status } of await Promise.all(calls)) expect(status).toBe(503)
    expect(double.asked).toHaveLength(2)
  })

  it('sells only, and only USDC', async () => {
    const supported = await bank.call('GET /api/v1/ramp/supported', undefined, person)
    expect(supported.body.data).toMatchObject({
      provider: 'stripe_bridge',
      test_mode: false,
      types: ['on'],
      crypto_currencies: ['USDC'],
    })
    for (const change of [{ type: 'off' }, { crypto_currency: 'ETH' }]) {
      const { status, body } = await start(bank, person, change)
      expect(status).toBe(422)
      expect(body.error).toMatchObject({
        code: 'SESSION_ERROR',
        details: { reason: 'NOT_OFFERED' },
      })
    }
    const quote = 'GET /api/v1/ramp/quotes?type=off&fiat=USD&amount=100&crypto=USDC'
    expect((await bank.call(quote, undefined, person)).body.error.code).toBe('QUOTE_ERROR')
    expect(double.asked).toEqual([])
  })

  it('is never reached from the sandbox', async () => {
    const sandbox = await bank.sandboxKey(person)
    const { body } = await start(bank, sandbox)
    expect(body.data).toMatchObject({ provider: 'mock', test_mode: true })
    expect(double.asked).toEqual([])
  })
})

describe('a production bank', () => {
  const production = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }

  it('without a provider has the feature switched off, and simulates nothing', async () => {
    const bank = await startBank({ env: production })
    try {
      const person = await bank.person()
      for (const caller of [person, await bank.sandboxKey(person)]) {
        const answers = [
          await bank.call('GET /api/v1/ramp/supported', undefined, caller),
          await bank.call(
            'GET /api/v1/ramp/quotes?type=on&fiat=USD&amount=100&crypto=USDT',
            undefined,
            caller,
          ),
          await start(bank, caller, { crypto_currency: 'USDT' }),
        ]
        for (const { status, body } of answers) {
          expect(status).toBe(503)
          expect(body.error.message).toBe(
            'Buying and selling crypto is not available at this bank: no provider is configured.',
          )
        }
        const list = await bank.call('GET /api/v1/ramp/sessions', undefined, caller)
        expect(list.body.meta.total).toBe(0)
      }
      const reply = await callWebhook(bank, { id: 'x', status: 'fulfilled' })
      expect(reply.body.error.code).toBe('UNKNOWN_PROVIDER')
    } finally {
      await bank.stop()
    }
  })

  it('requires a verified identity', async () => {
    const bank = await startBank({
      env: {
        ...production,
        RAMP_PROVIDER: 'stripe_bridge',
        // No server listens there.
        RAMP_PROVIDER_URL: 'https://127.0.0.1:9',
        RAMP_PROVIDER_KEY: 'sk_live_key_that_is_long',
      },
    })
    try {
      const person = await bank.person()
      const rate = { from_asset: 'USDC', rate: '1' }
      await bank.call('POST /api/v2/exchange-rates', rate, await bank.operator())
      const judge = async (kyc: string) => {
        const change = 'update identity.users set kyc_status = $2 where uuid = $1'
        await bank.sql(change, [person.uuid, kyc])
        return (await start(bank, person)).body.error.code
      }
      for (const kyc of ['not_started', 'pending', 'in_review', 'rejected', 'expired'])
        expect(await judge(kyc)).toBe('KYC_REQUIRED')
      expect(await judge('approved')).toBe('SERVICE_UNAVAILABLE')
    } finally {
      await bank.stop()
    }
  })

  it('does not complete simulated sessions from before it was a production bank', () => {
    const simulated = simulatedProvider({ seconds: 0, baseUrl: () => '' })
    const real = stripeBridge({ url: 'https://provider.example', key: 'k' })
    const providers = makeProviders({ simulated, real, production: true })
    expect(providers.find({ provider: 'mock', environment: 'live' })).toBeUndefined()
    expect(providers.find({ provider: 'mock', environment: 'sandbox' })).toBe(simulated)
    expect(providers.find({ provider: 'stripe_bridge', environment: 'live' })).toBe(real)
    expect(providers.find({ provider: 'stripe_bridge', environment: 'sandbox' })).toBeUndefined()
    expect(providers.choose('live')).toBe(real)
    expect(providers.choose('sandbox')).toBe(simulated)
  })
})

describe('the settings', () => {
  const whole = {
    RAMP_PROVIDER: 'stripe_bridge',
    RAMP_PROVIDER_URL: 'https://provider.example',
    RAMP_PROVIDER_KEY: 'sk_live_key_that_is_long',
    RAMP_WEBHOOK_SECRET: 'a secret that is long enough',
  }
  it.each(['RAMP_PROVIDER_URL', 'RAMP_PROVIDER_KEY', 'RAMP_WEBHOOK_SECRET'])(
    'of a real provider need %s',
    (name) => {
      expect(readEnv(whole).RAMP_PROVIDER).toBe('stripe_bridge')
      expect(() => readEnv({ ...whole, [name]: '' })).toThrow(new RegExp(`^${name} must be set`))
    },
  )

  it('require https in production, so that no key is sent in the clear', () => {
    const production = {
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'x'.repeat(32),
      DATABASE: 'embedded',
      ...whole,
    }
    expect(readEnv(production).RAMP_PROVIDER_URL).toBe(whole.RAMP_PROVIDER_URL)
    expect(() => readEnv({ ...production, RAMP_PROVIDER_URL: 'http://provider.example' })).toThrow(
      /^RAMP_PROVIDER_URL must start with https/,
    )
  })
})
