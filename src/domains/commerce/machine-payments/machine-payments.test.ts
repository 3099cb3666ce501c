// What operators sell for payments on any rail: registered, paid for, served once and repeated to the payer,
// within the limits of the paying agents.
import { randomUUID } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Bank,
  type Person,
  startBank,
  TestClock,
} from '../../../../test/harness/bank.ts'
import { ANY_WAITING } from '../../../../test/harness/held.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import { openDatabase } from '../../../platform/database.ts'
import { registerAgent, signIn as signInAgent } from '../../agents/agents/test-support.ts'
import { callTool, everyScope } from '../../assistant/agent-tools/test-support.ts'
import { authorize } from '../../people/oauth/test-support.ts'
import { checkLimits } from './limits/service.ts'
import { claimPayment } from './payments/store.ts'
import { signPayment } from './test-support.ts'

const RESOURCES = '/api/v1/mpp/resources'
const LIMITS = '/api/v1/mpp/spending-limits'

let bank: Bank
let operator: Person
let ada: Person
beforeAll(async () => {
  // The official client has a clock of its own.
  bank = await startBank({ clock: new TestClock(new Date().toISOString()) })
  operator = await bank.operator()
  ada = await bank.person()
})
afterAll(() => bank.stop())

let path: string
let paths = 0
beforeEach(() => {
  path = `/sold/${++paths}`
})

const sell = (change: object = {}, person = operator): Promise<Answer> =>
  bank.call(
    `POST ${RESOURCES}`,
    { method: 'GET', path, amount_cents: 25, description: 'Fine words', ...change },
    person,
  )

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text: string | null | undefined) =>
  JSON.parse(Buffer.from(text!, 'base64url').toString()) as Record<string, unknown>

let proofs = 0
const stripe = (asked: Answer, more: object = {}) => ({
  challenge_id: asked.body.challenge_id,
  rail: 'stripe',
  proof_of_payment: { spt: `spt_resource_${++proofs}` },
  ...more,
})

const show = (credential: unknown, at = `GET ${path}`, body?: unknown): Promise<Answer> =>
  bank.call(at, body, { headers: { Authorization: `Payment ${encode(credential)}` } })

/** Beside a bearer. */
const showAs = (person: Person, credential: unknown, at = `GET ${path}`, body?: unknown) =>
  bank.call(at, body, {
    token: person.token,
    headers: { 'Payment-Authorization': `Payment ${encode(credential)}` },
  })

/** Who was signed in has to sign in again. */
async function aDayLater(person = ada): Promise<Person> {
  bank.clock.advance(86_401)
  operator = await bank.operator()
  ada = await signIn(ada)
  return person === ada ? ada : signIn(person)
}

async function signIn(person: Person): Promise<Person> {
  const { email, password } = person
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return { ...person, token: body.data.access_token }
}

function expect402(answer: Answer, problem: string): void {
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({
    success: false,
    error: { code: 'PAYMENT_REQUIRED' },
    type: `https://paymentauth.org/problems/${problem}`,
  })
  expect(answer.headers.get('www-authenticate')).toContain('Payment id="')
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

const countSettled = async (route: string): Promise<number> => {
  const [row] = await bank.sql<{ n: number }>(
    `select count(*)::int as n from machine_payments.payments where resource = $1 and status = 'settled'`,
    [route],
  )
  return row!.n
}

describe('mpp_resource', () => {
  it('is registered by an operator, listed publicly, changed and deleted', async () => {
    const created = await sell({ path: path.slice(1), available_rails: ['stripe', 'x402'] })
    expect(created.status).toBe(201)
    const { id } = created.body.data
    expect(created.body).toMatchObject({
      success: true,
      data: {
        method: 'GET',
        path,
        amount_cents: 25,
        currency: 'USD',
        available_rails: ['stripe', 'x402'],
        description: 'Fine words',
        mime_type: 'application/json',
      },
    })
    const listed = async () =>
      (await bank.call(`GET ${RESOURCES}`)).body.data.find((one: { id: string }) => one.id === id)
    expect(await listed()).toEqual({
      id,
      path,
      method: 'GET',
      'x-payment-info': {
        intent: 'charge',
        amount: '250000',
        currency: 'USDC',
        rails: ['x402', 'stripe'],
        description: 'Fine words',
      },
    })
    const changed = await bank.call(
      `PUT ${RESOURCES}/${id}`,
      { amount_cents: 30, currency: 'usdc', description: null, available_rails: ['card'] },
      operator,
    )
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({ path, amount_cents: 30, currency: 'USDC' })
    expect((await listed())['x-payment-info']).toMatchObject({ amount: '300000', rails: ['card'] })
    expect((await bank.call(`GET ${path}`)).status).toBe(402)
    expect((await bank.call(`DELETE ${RESOURCES}/${id}`, undefined, operator)).status).toBe(204)
    expect(await listed()).toBeUndefined()
    expect((await bank.call(`GET ${path}`)).status).toBe(404)
    expect((await bank.call(`PUT ${RESOURCES}/${id}`, {}, operator)).status).toBe(404)
    expect((await bank.call(`DELETE ${RESOURCES}/${id}`, undefined, operator)).status).toBe(404)
  })

  it('cannot be registered by customers', async () => {
    const { id } = (await sell()).body.data
    expect((await sell({ path: `${path}/x` }, ada)).status).toBe(403)
    expect((await bank.call(`PUT ${RESOURCES}/${id}`, {}, ada)).status).toBe(403)
    expect((await bank.call(`DELETE ${RESOURCES}/${id}`, undefined, ada)).status).toBe(403)
  })

  it.each([
    'auth/login',
    '/api/auth/login',
    '/api/v2/admin/x',
    'admin/x',
    'monitoring/x',
    'webhooks/x',
    '/api/v1/webhooks/sms/dlr',
    '/api/v1/mpp/status',
    '/.well-known/mpp-configuration',
    '/',
    'healthz',
    'HEALTHZ/',
    'x/../healthz',
    '/api/v1/healthz',
    'a/./b',
  ])('never sells %s', async (free) => {
    const answer = await sell({ path: free })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.path).toBeDefined()
  })

  it('refuses what it cannot sell', async () => {
    for (const change of [
      { amount_cents: 0 },
      { amount_cents: 100_000_001 },
      { amount_cents: 1.5 },
      { amount_cents: '25' },
      { currency: 'ABCDEFGHIJK' },
      { currency: 'NOPE' },
      { available_rails: [] },
      { available_rails: ['cash'] },
      { description: 'x'.repeat(501) },
      { mime_type: 'nonsense' },
      { method: 'BREW' },
      { path: '' },
      { path: '/a b' },
      { path: `/${'x'.repeat(500)}` },
      // Would take years to judge by a careless pattern.
      { path: `/${'x'.repeat(400)} ` },
    ])
      expect((await sell(change)).status).toBe(422)
    const careless = { path: `/${'x'.repeat(400)} `, price_usd_cents: 5 }
    expect((await bank.call('POST /api/v2/x402/endpoints', careless, ada)).status).toBe(422)
  })

  it('has one price per method and path, by every spelling and in both kinds', async () => {
    const { id } = (await sell()).body.data
    for (const change of [
      {},
      { path: `${path}/` },
      { path: path.slice(1) },
      { path: `/api/v2${path}` },
    ]) {
      const again = await sell(change)
      expect(again.status).toBe(409)
      expect(again.body.error.code).toBe('RESOURCE_EXISTS')
    }
    const other = await sell({ method: 'POST' })
    expect(other.status).toBe(201)
    const moved = { method: 'GET' }
    const at = `PUT ${RESOURCES}/${other.body.data.id}`
    expect((await bank.call(at, moved, operator)).status).toBe(409)
    expect((await bank.call(`PUT ${RESOURCES}/${id}`, moved, operator)).status).toBe(200)

    const monetize = (change: object) =>
      bank.call('POST /api/v2/x402/endpoints', { path, price_usd_cents: 5, ...change }, ada)
    for (const change of [{}, { method: '*' }]) {
      const answer = await monetize(change)
      expect(answer.status).toBe(409)
      expect(answer.body.error.code).toBe('ENDPOINT_EXISTS')
    }
    const endpoint = await monetize({ path: `${path}/x`, method: '*', is_active: false })
    expect(endpoint.status).toBe(201)
    expect((await sell({ path: `${path}/x` })).status).toBe(409)
    const onto = `PUT /api/v2/x402/endpoints/${endpoint.body.data.id}`
    expect((await bank.call(onto, { path }, ada)).status).toBe(409)
    const sms = await sell({ method: 'POST', path: '/api/v1/sms/send' })
    expect(sms.status).toBe(409)
  })

  it('is priced at the current rate in another currency, rounded up', async () => {
    await sell({ currency: 'EUR', amount_cents: 1 })
    const { body } = await bank.call('GET /api/exchange-rates/EUR/USD')
    const rate = BigInt(Math.round(Number(body.data.rate) * 1e10))
    const asked = await bank.call(`GET ${path}`)
    const expected = (10_000n * rate + 10n ** 10n - 1n) / 10n ** 10n
    expect(asked.body.pricing).toMatchObject({
      price_usdc: String(expected),
      resource: { amount_cents: 1, currency: 'EUR' },
    })
  })
})

describe('what is sold', () => {
  it('states its price on its rails only', async () => {
    await sell({ available_rails: ['lightning', 'x402'], mime_type: 'text/plain' })
    const answer = await bank.call(`GET ${path}`)
    expect402(answer, 'payment-required')
    expect(answer.body.challenge).toMatchObject({
      intent: 'charge',
      resource_id: `GET:${path.slice(1)}`,
      amount: '250000',
      amount_cents: 25,
      available_rails: ['x402', 'lightning'],
    })
    expect(answer.headers.get('www-authenticate')!.split(/, (?=Payment )/)).toHaveLength(2)
    expect(answer.body.x402.resource.mimeType).toBe('text/plain')
    const refused = await show(stripe(answer))
    expect(refused.status).toBe(400)
    expect(refused.body.error.code).toBe('PAYMENT_METHOD_UNSUPPORTED')

    path = `/sold/${++paths}`
    await sell({ available_rails: ['stripe'] })
    const without = await bank.call(`GET ${path}`)
    expect(without.headers.get('payment-required')).toBeNull()
    expect(without.body.x402).toBeUndefined()
  })

  it('is bought on every rail, with a receipt', async () => {
    await sell()
    const proofOf: Record<string, (asked: Answer) => Promise<object>> = {
      stripe: async () => ({ spt: `spt_every_rail_${++proofs}` }),
      card: async () => ({ token: `tok_every_rail_${++proofs}` }),
      tempo: async () => ({ tx_hash: `0x${String(++proofs).padStart(64, '0')}` }),
      lightning: async ({ body }) => {
        const invoice = { challenge_id: body.challenge_id }
        const paid = await bank.call('POST /api/v1/mpp/sandbox/lightning/pay', invoice)
        return { preimage: paid.body.data.preimage }
      },
      x402: async ({ body }) => {
        const payer = privateKeyToAccount(generatePrivateKey())
        return { x402_payload: await signPayment(payer, body.x402.accepts[0], bank.clock.now()) }
      },
    }
    for (const [rail, prove] of Object.entries(proofOf)) {
      const asked = await bank.call(`GET ${path}`)
      const { challenge_id, rails } = asked.body
      const payload = await prove(asked)
      // The standard's shape, and the short one.
      const { challenge } = rails.find((one: { id: string }) => one.id === rail)
      const credential =
        proofs % 2 === 0
          ? { challenge, payload }
          : { challenge_id, rail, proof_of_payment: payload }
      const bought = await show(credential)
      expect(bought.body).toEqual({ success: true, data: { resource: path, paid: true } })
      expect(decode(bought.headers.get('payment-receipt'))).toMatchObject({
        status: 'success',
        method: rail,
        challengeId: challenge_id,
        amount_cents: 25,
        test_mode: true,
      })
    }
    expect(await countSettled(`GET ${path}`)).toBe(5)
  })

  it('is bought by an unmodified client of x402', async () => {
    await sell()
    const payer = privateKeyToAccount(generatePrivateKey())
    const fetchWithPayment = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
    })
    const response = await fetchWithPayment(bank.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('payment-response')).toBeTruthy()
  })

  it('is served again to the payer, and settled once', async () => {
    await sell({ method: 'POST' })
    const at = `POST ${path}`
    const order = { of: ['tea'] }
    const credential = stripe(await bank.call(at, order))
    const first = await show(credential, at, order)
    expect(first.status).toBe(200)
    const again = await show(credential, at, order)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('payment-receipt')).toBe(first.headers.get('payment-receipt'))
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await countSettled(at)).toBe(1)

    expect402(await show(credential, at, { of: ['coffee'] }), 'payment-already-used')
    expect402(await show(credential, `${at}?x=1`, order), 'payment-already-used')
    expect402(await showAs(ada, credential, at, order), 'payment-already-used')
    expect402(
      await show(
        { ...credential, rail: 'card', proof_of_payment: { token: 'tok_12345678' } },
        at,
        order,
      ),
      'payment-already-used',
    )
  })

  it('is bound to the request that was asked about', async () => {
    await sell({ method: 'POST' })
    const asked = await bank.call(`POST ${path}`, { a: 1 })
    expect402(await show(stripe(asked), `POST ${path}`, { a: 2 }), 'invalid-challenge')
    expect402(await show(stripe(asked), `POST ${path}?q`, { a: 1 }), 'invalid-challenge')
    bank.clock.advance(301)
    expect402(await show(stripe(asked), `POST ${path}`, { a: 1 }), 'payment-expired')
    expect402(await show({ nonsense: true }, `POST ${path}`, { a: 1 }), 'malformed-credential')
    const declined = stripe(await bank.call(`POST ${path}`), {
      proof_of_payment: { spt: 'spt_declined_card' },
    })
    expect402(await show(declined, `POST ${path}`), 'verification-failed')
    expect(await countSettled(`POST ${path}`)).toBe(0)
  })

  it('is served once for concurrent requests with one payment, with the same answer for all', async () => {
    await sell()
    const credential = stripe(await bank.call(`GET ${path}`))
    const answers = await Promise.all(Array.from({ length: 8 }, () => show(credential)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await countSettled(`GET ${path}`)).toBe(1)
  })

  it('is not served again to another caller who saw the payment on a chain', async () => {
    await sell()
    const payer = privateKeyToAccount(generatePrivateKey())
    const asked = await bank.call(`GET ${path}`)
    const payment = await signPayment(payer, asked.body.x402.accepts[0], bank.clock.now())
    const headers = { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payment)).toString('base64') }
    expect((await bank.call(`GET ${path}`, undefined, { headers })).status).toBe(200)
    expect402(await bank.call(`GET ${path}`, undefined, { headers }), 'payment-already-used')
  })

  it('is deleted after a day; the payment stays used', async () => {
    await sell()
    const credential = stripe(await bank.call(`GET ${path}`))
    expect((await show(credential)).status).toBe(200)
    await aDayLater()
    await deleteOldRows(bank)
    expect402(await show(credential), 'payment-already-used')
  })
})

describe('what the bank itself serves', () => {
  it('is paid for only when it succeeded, and done once', async () => {
    // Hooks of the whole test file's bank stay in place: the price is taken off again.
    const created = await sell({ method: 'POST', path: '/api/v2/api-keys' })
    const at = 'POST /api/v2/api-keys'
    const key = { name: 'Bought', permissions: ['read'] }
    const credential = stripe(await bank.call(at, key))
    const refused = await show(credential, at, key)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('payment-receipt')).toBeNull()
    expect(await countSettled(at)).toBe(0)

    const bought = await showAs(ada, credential, at, key)
    expect(bought.status).toBe(201)
    expect(bought.headers.get('payment-receipt')).toBeTruthy()
    const again = await showAs(ada, credential, at, key)
    const [secret] = await bank.sql<{ n: number }>(
      `select count(*)::int as n from machine_payments.answers where position('Bought'::bytea in sealed) > 0`,
    )
    expect(secret!.n).toBe(0)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(bought.body)
    // An answer belongs to its buyer, even if another caller presents the payment.
    expect402(await show(credential, at, key), 'payment-already-used')
    expect402(await showAs(await bank.person(), credential, at, key), 'payment-already-used')
    await bank.call(`DELETE ${RESOURCES}/${created.body.data.id}`, undefined, operator)
    const keys = await bank.call('GET /api/v2/api-keys', undefined, ada)
    expect(keys.body.data.filter((one: { name: string }) => one.name === 'Bought')).toHaveLength(1)
  })

  it('costs the same for the head alone', async () => {
    const created = await sell({ path: '/api/v2/gcu/composition' })
    const head = await fetch(`${bank.url}/api/v2/gcu/composition`, { method: 'HEAD' })
    expect(head.status).toBe(402)
    const at = 'GET /api/v2/gcu/composition'
    const credential = stripe(await bank.call(at))
    const headers = { Authorization: `Payment ${encode(credential)}` }
    const bought = await bank.call(at, undefined, { headers })
    expect(bought.body.data).toBeDefined()
    expect((await bank.call(at, undefined, { headers })).body).toEqual(bought.body)
    await bank.call(`DELETE ${RESOURCES}/${created.body.data.id}`, undefined, operator)
  })
})

describe('a price of an operation', () => {
  it('is asked for by every alias and spelling, in GraphQL and of tools', async () => {
    const open = async () => {
      const account = { user_uuid: ada.uuid, name: 'Sold', initial_balance: 100 }
      return (await bank.call('POST /api/accounts', account, ada)).body.data.uuid as string
    }
    const [sold, free] = [await open(), await open()]
    const { access_token } = await authorize(bank, ada, { scopes: everyScope })
    const get = (way: string) => () => bank.call(`GET ${way}`, undefined, ada)
    const ask = (query: string) => () => bank.call('POST /api/graphql', { query }, ada)
    const ways = (uuid: string) => ({
      v2: get(`/api/v2/accounts/${uuid}`),
      alias: get(`/api/accounts/${uuid}`),
      'upper case': get(`/api/accounts/${uuid.toUpperCase()}`),
      slash: get(`/api/accounts/${uuid}/`),
      encoded: get(`/api/%61ccounts/${uuid}?x=y`),
      GraphQL: ask(`{ accountByUuid(uuid: "${uuid}") { __typename } }`),
      'GraphQL by id': ask(`{ account(id: "${uuid}") { __typename } }`),
      tool: () => callTool(bank, access_token, 'account.balance', { account_uuid: uuid }),
    })
    const asked = async (uuid: string) => {
      const found: string[] = []
      for (const [way, take] of Object.entries(ways(uuid)))
        if (JSON.stringify((await take()).body).includes('Payment is required.')) found.push(way)
      return found
    }
    expect(await asked(sold)).toEqual([])
    const at = `/api/v2/accounts/${sold.toUpperCase()}`
    const ids: string[] = []
    for (const one of [at, `/api/v1/accounts/${sold}/balances`])
      ids.push((await sell({ path: one })).body.data.id)
    expect(await asked(sold)).toEqual(Object.keys(ways(sold)))
    expect(await asked(free)).toEqual([])
    expect((await sell({ path: at.toLowerCase() })).body.error.code).toBe('RESOURCE_EXISTS')
    const alias = `GET /api/accounts/${sold}`
    const bought = await showAs(ada, stripe(await bank.call(alias, undefined, ada)), alias)
    expect(bought.status).toBe(200)
    expect(bought.body.data.uuid).toBe(sold)
    for (const id of ids) await bank.call(`DELETE ${RESOURCES}/${id}`, undefined, operator)
    expect(await asked(sold)).toEqual([])
  })
})

describe('mpp.payments', () => {
  it('are the caller’s own that came with their bearer; an operator sees all', async () => {
    await sell()
    const eve = await bank.person()
    const asked = () => bank.call(`GET ${path}`)
    expect((await showAs(eve, stripe(await asked(), { payer_identifier: 'Robot' }))).status).toBe(
      200,
    )
    expect((await show(stripe(await asked()))).status).toBe(200)
    const list = async (person: Person) =>
      (await bank.call('GET /api/v1/mpp/payments?per_page=100', undefined, person)).body
    const own = await list(eve)
    expect(own.meta.total).toBe(1)
    expect(own.data[0]).toMatchObject({
      resource: `GET ${path}`,
      rail: 'stripe',
      status: 'settled',
      price_usdc: '250000',
      agent_ids: ['robot'],
    })
    expect((await list(await bank.person())).data).toEqual([])
    const all = (await list(operator)).data
    expect(all.filter((one: { resource: string }) => one.resource === `GET ${path}`)).toHaveLength(
      2,
    )
    const stats = await bank.call('GET /api/v1/mpp/payments/stats', undefined, eve)
    expect(stats.body.data).toEqual({
      total_payments: 1,
      settled: 1,
      failed: 0,
      total_settled_cents: 25,
      by_rail: { stripe: { total: 1, settled: 1, failed: 0, settled_cents: 25 } },
    })
    const sums = await bank.call('GET /api/v1/mpp/payments/stats', undefined, operator)
    expect(sums.body.data.total_payments).toBeGreaterThan(1)
    expect((await bank.call('GET /api/v1/mpp/payments')).status).toBe(401)
  })
})

describe('mpp_limit', () => {
  const setLimit = (person: Person, limit: object) => bank.call(`POST ${LIMITS}`, limit, person)
  const buy = async (person: Person, payer_identifier: string) =>
    showAs(person, stripe(await bank.call(`GET ${path}`), { payer_identifier }))

  it('has defaults, is changed, and is the caller’s own', async () => {
    const eve = await bank.person()
    const { status, body } = await setLimit(eve, { agent_id: 'robot' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      agent_id: 'robot',
      daily_limit: 5000,
      per_tx_limit: 100,
      auto_pay: false,
      approval_above: 1000,
      spent_today: 0,
      remaining_today: 5000,
    })
    await setLimit(eve, { agent_id: 'robot', auto_pay: true })
    await setLimit(eve, { agent_id: 'robot', daily_limit: 70 })
    const { data } = (await bank.call(`GET ${LIMITS}`, undefined, eve)).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ daily_limit: 70, per_tx_limit: 100, auto_pay: true })
    expect((await bank.call(`GET ${LIMITS}`, undefined, ada)).body.data).toEqual([])
    for (const bad of [{ daily_limit: -1 }, { per_tx_limit: 1.5 }, { auto_pay: 'yes' }])
      expect((await setLimit(eve, { agent_id: 'robot', ...bad })).status).toBe(422)
    expect((await setLimit(eve, { agent_id: '' })).status).toBe(422)
  })

  it('is enforced per payment and per day when the owner’s bearer accompanies it', async () => {
    await sell()
    const eve = await bank.person()
    await setLimit(eve, { agent_id: 'Robot', per_tx_limit: 24 })
    const tooMuch = stripe(await bank.call(`GET ${path}`), { payer_identifier: 'robot' })
    const refused = await showAs(eve, tooMuch)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({
      code: 'SPENDING_LIMIT_EXCEEDED',
      details: { agent_id: 'Robot', limit: 'per_tx_limit', limit_cents: 24, amount_cents: 25 },
    })
    // The payment was not captured, so it is valid as soon as the limit allows it.
    await setLimit(eve, { agent_id: 'Robot', per_tx_limit: 25, daily_limit: 74 })
    expect((await showAs(eve, tooMuch)).status).toBe(200)
    expect((await showAs(eve, tooMuch)).status).toBe(200)
    expect((await buy(eve, 'robot')).status).toBe(200)
    const over = await buy(eve, 'ROBOT')
    expect(over.body.error).toMatchObject({
      code: 'SPENDING_LIMIT_EXCEEDED',
      details: { limit: 'daily_limit', limit_cents: 74, amount_cents: 25, spent_cents: 50 },
    })
    const { data } = (await bank.call(`GET ${LIMITS}`, undefined, eve)).body
    expect(data[0]).toMatchObject({ spent_today: 50, remaining_today: 24 })
    // The limit does not apply to agents of other users, other agents, and payments without the bearer.
    expect((await buy(ada, 'robot')).status).toBe(200)
    expect((await buy(eve, 'another')).status).toBe(200)
    expect(
      (await show(stripe(await bank.call(`GET ${path}`), { payer_identifier: 'robot' }))).status,
    ).toBe(200)
    const { data: tomorrow } = (await bank.call(`GET ${LIMITS}`, undefined, await aDayLater(eve)))
      .body
    expect(tomorrow[0]).toMatchObject({ spent_today: 0, remaining_today: 74 })
  })

  it('is kept by concurrent payments', async () => {
    await sell()
    const eve = await bank.person()
    await setLimit(eve, { agent_id: 'swarm', daily_limit: 60 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => buy(eve, 'swarm')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403, 403, 403])
  })

  it('is judged for one payment after the other', async () => {
    const eve = await bank.person()
    await setLimit(eve, { agent_id: 'pair', daily_limit: 40 })
    const ids = [randomUUID(), randomUUID()] as const
    for (const id of ids)
      await bank.sql(
        `insert into machine_payments.payments (id, environment, rail, proof_key, resource, digest, price_usdc,
           amount, currency, test_mode, status, created_at, user_uuid, agent_ids)
         values ($1, 'live', 'stripe', $1::uuid::text, 'GET /x', '', 250000, 25, 'USD', true, 'verified', $2, $3, '{pair}')`,
        [id, bank.clock.now(), eve.uuid],
      )
    const now = bank.clock.now()
    const spending = {
      environment: 'live',
      user_uuid: eve.uuid,
      names: ['pair'],
      price_usdc: 250_000n,
      now,
    } as const
    const database = openDatabase(bank.address, { connectionsMax: 2, onError: () => {} })
    const judged = Promise.withResolvers<void>()
    const mayClaim = Promise.withResolvers<void>()
    const first = database.write.transaction().execute(async (tx) => {
      await checkLimits(tx, { ...spending, id: ids[0] })
      judged.resolve()
      await mayClaim.promise
      const until = new Date(now.getTime() + 60_000)
      const claim = { now, until, user_uuid: eve.uuid, agent_ids: ['pair'] }
      return claimPayment(tx, ids[0], claim)
    })
    await judged.promise
    const second = database.write
      .transaction()
      .execute((tx) => checkLimits(tx, { ...spending, id: ids[1] }))
      .catch((error: unknown) => error)
    await expect.poll(() => bank.sql(ANY_WAITING)).toHaveLength(1)
    mayClaim.resolve()
    expect(await first).toBeDefined()
    expect(await second).toMatchObject({ details: { limit: 'daily_limit', spent_cents: 25 } })
    await database.close()
  })

  it('asks for approval of what is large', async () => {
    await sell({ amount_cents: 1_001 })
    const eve = await bank.person()
    await setLimit(eve, { agent_id: 'robot', per_tx_limit: 2_000 })
    const refused = await buy(eve, 'robot')
    expect(refused.status).toBe(403)
    expect(refused.body.error.code).toBe('PAYMENT_APPROVAL_REQUIRED')
    await setLimit(eve, { agent_id: 'robot', auto_pay: true })
    expect((await buy(eve, 'robot')).status).toBe(200)
  })

  it('knows an agent by its session', async () => {
    await sell()
    const agent = await registerAgent(bank, ada)
    const session = await signInAgent(bank, agent)
    await setLimit(ada, { agent_id: agent.agent_id, per_tx_limit: 24 })
    const headers = {
      ...session,
      'Payment-Authorization': `Payment ${encode(stripe(await bank.call(`GET ${path}`)))}`,
    }
    const refused = await bank.call(`GET ${path}`, undefined, { token: ada.token, headers })
    expect(refused.body.error.code).toBe('SPENDING_LIMIT_EXCEEDED')
    await setLimit(ada, { agent_id: agent.agent_id, per_tx_limit: 25 })
    const bought = await bank.call(`GET ${path}`, undefined, { token: ada.token, headers })
    expect(bought.status).toBe(200)
  })

  it('knows an agent by its address, and applies to messages, too', async () => {
    const payer = privateKeyToAccount(generatePrivateKey())
    const eve = await bank.person()
    await setLimit(eve, { agent_id: payer.address, per_tx_limit: 1 })
    const sms = { to: '+37060012345', message: 'Limited' }
    const asked = await bank.call('POST /api/v1/sms/send', sms)
    const payment = await signPayment(payer, asked.body.x402.accepts[0], bank.clock.now())
    const headers = { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payment)).toString('base64') }
    const refused = await bank.call('POST /api/v1/sms/send', sms, { token: eve.token, headers })
    expect(refused.body.error.code).toBe('SPENDING_LIMIT_EXCEEDED')
    await setLimit(eve, { agent_id: payer.address, per_tx_limit: 100 })
    const sent = await bank.call('POST /api/v1/sms/send', sms, { token: eve.token, headers })
    expect(sent.status).toBe(200)
    const own = await bank.call('GET /api/v1/mpp/payments', undefined, eve)
    expect(own.body.data[0].resource).toBe('POST /api/v1/sms/send')
  })
})
