// Endpoints: no request passes without a valid payment, failed requests cost nothing, and an unmodified
// client of the protocol can buy.
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm'
import { ExactEvmSchemeV1 } from '@x402/evm/v1'
import {
  decodePaymentResponseHeader,
  wrapFetchWithPayment,
  wrapFetchWithPaymentFromConfig,
  x402Client,
} from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Bank,
  type Person,
  startBank,
  TestClock,
} from '../../../../../test/harness/bank.ts'
import { signPayment } from '../test-support.ts'

let bank: Bank
let ada: Person
beforeAll(async () => {
  // The official client has a clock of its own.
  bank = await startBank({ clock: new TestClock(new Date().toISOString()) })
  ada = await bank.person()
})
afterAll(() => bank.stop())

const payer = privateKeyToAccount(generatePrivateKey())
let path: string
let paths = 0
beforeEach(() => {
  path = `/premium/${++paths}`
})

const monetize = (change: object = {}, person = ada): Promise<Answer> =>
  bank.call(
    'POST /api/v2/x402/endpoints',
    { path, price_usd_cents: 5, description: 'Fine words', ...change },
    person,
  )

type Requirement = Parameters<typeof signPayment>[1]
const demandOf = (answer: Answer): Requirement =>
  decodePaymentRequiredHeader(answer.headers.get('payment-required')!).accepts[0] as never

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')

const present = (payload: object, at = `GET ${path}`, body?: unknown): Promise<Answer> =>
  bank.call(at, body, { headers: { 'PAYMENT-SIGNATURE': encode(payload) } })

const sign = async (change: Parameters<typeof signPayment>[3] = {}, at = `GET ${path}`) =>
  signPayment(payer, demandOf(await bank.call(at)), bank.clock.now(), change)

function expect402(answer: Answer, reason?: string): void {
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({
    success: false,
    error: { code: 'PAYMENT_REQUIRED', ...(reason !== undefined && { reason }) },
  })
  const required = decodePaymentRequiredHeader(answer.headers.get('payment-required')!)
  if (reason !== undefined) expect(required.error).toBe(reason)
}

const paymentsOf = async (endpoint: string) =>
  (await bank.call('GET /api/v2/x402/payments?per_page=100', undefined, ada)).body.data.filter(
    (payment: { endpoint: string }) => payment.endpoint === endpoint,
  )

describe('a path with a price', () => {
  it('asks for it in the words of the specification and of the protocol', async () => {
    const created = await monetize()
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      method: 'GET',
      path,
      price: '0.05',
      price_usd_cents: 5,
      network: 'eip155:8453',
      asset: 'USDC',
      scheme: 'exact',
      isActive: true,
      extra: { name: 'USD Coin', version: '2' },
    })
    const answer = await bank.call(`GET ${path}`)
    expect402(answer)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-payment-required': 'true',
      'x-payment-network': 'eip155:8453',
      'x-payment-asset': 'USDC',
      'x-payment-amount': '0.05',
      'x-payment-receiver': expect.stringMatching(/^0x[0-9a-f]{40}$/),
      'x-payment-facilitator': 'local',
      'x-payment-protocol': 'x402',
      'x-payment-version': '2',
      'cache-control': 'no-store',
    })
    expect(answer.body.x402).toMatchObject({
      x402Version: 2,
      resource: { url: bank.url + path, description: 'Fine words' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '50000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
    })
  })

  it('is bought by the official client, unmodified', async () => {
    await monetize()
    const fetchWithPayment = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(payer) }],
    })
    const response = await fetchWithPayment(bank.url + path)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true, data: { resource: path, paid: true } })
    const settled = decodePaymentResponseHeader(response.headers.get('payment-response')!)
    expect(settled).toMatchObject({ success: true, network: 'eip155:8453' })
    const [payment] = await paymentsOf(`GET ${path}`)
    expect(payment).toMatchObject({
      payerAddress: payer.address.toLowerCase(),
      amount: '50000',
      amountUsd: '0.050000',
      status: 'settled',
      transactionHash: settled.transaction,
      error: null,
      testMode: true,
    })
    const own = await bank.call(`GET /api/v2/x402/payments/${payment.id}`, undefined, ada)
    expect(own.body.data).toEqual(payment)
  })

  it('is bought by a client of the first version', async () => {
    await monetize()
    // Such a client reads the body, and knows no PAYMENT-REQUIRED.
    const oldFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const headers = new Headers(response.headers)
      headers.delete('payment-required')
      return new Response(response.body, { status: response.status, headers })
    }
    const sent: string[] = []
    const client = new x402Client().registerV1('base', new ExactEvmSchemeV1(payer))
    const response = await wrapFetchWithPayment((input, init) => {
      sent.push(...new Request(input, init).headers.keys())
      return oldFetch(input, init)
    }, client)(bank.url + path)
    expect(response.status).toBe(200)
    expect(sent).toContain('x-payment')
    expect(response.headers.get('x-payment-response')).toBeTruthy()
  })

  it('is bought by the pair of headers of the specification', async () => {
    await monetize()
    const { payload } = await sign()
    const headers = {
      'X-Payment-Signature': payload.signature,
      'X-Payment-Payload': encode(payload.authorization),
    }
    const answer = await bank.call(`GET ${path}`, undefined, { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('payment-response')).toBeTruthy()
  })

  it('is also under the base, by every spelling of it', async () => {
    await monetize()
    const spellings = [
      path,
      `${path}/`,
      `${path}?a=b`,
      `/api/v2${path}`,
      path.replace('p', '%70'),
      path.replace('premium', 'prem%69um'),
    ]
    for (const spelling of spellings) expect402(await bank.call(`GET ${spelling}`))
    expect((await bank.call(`POST ${path}`)).status).toBe(404)
    expect((await bank.call(`GET ${path}/more`)).status).toBe(404)
    expect((await fetch(bank.url + path, { method: 'HEAD' })).status).toBe(402)
  })

  it('may cost something by every method', async () => {
    await monetize({ method: '*' })
    for (const method of ['GET', 'POST', 'DELETE']) expect402(await bank.call(`${method} ${path}`))
    expect((await present(await sign({}, `POST ${path}`), `POST ${path}`, {})).status).toBe(200)
  })

  it('is free again when it is switched off or deleted', async () => {
    const { body } = await monetize()
    const at = `/api/v2/x402/endpoints/${body.data.id}`
    expect402(await bank.call(`GET ${path}`))
    await bank.call(`PUT ${at}`, { is_active: false }, ada)
    expect((await bank.call(`GET ${path}`)).status).toBe(404)
    await bank.call(`PUT ${at}`, { is_active: true, price_usd_cents: 7 }, ada)
    expect(demandOf(await bank.call(`GET ${path}`)).amount).toBe('70000')
    await bank.call(`DELETE ${at}`, undefined, ada)
    expect((await bank.call(`GET ${path}`)).status).toBe(404)
  })
})

describe('no request passes', () => {
  const seconds = () => Math.floor(bank.clock.now().getTime() / 1000)
  const spoilt: [reason: string, change: () => Record<string, string>][] = [
    ['invalid_exact_evm_payload_recipient_mismatch', () => ({ to: `0x${'1'.repeat(40)}` })],
    ['invalid_exact_evm_payload_authorization_value', () => ({ value: '49999' })],
    [
      'invalid_exact_evm_payload_authorization_valid_after',
      () => ({ validAfter: String(seconds() + 60) }),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_before',
      () => ({ validBefore: String(seconds() - 1) }),
    ],
    ['invalid_exact_evm_payload_signature', () => ({ from: `0x${'2'.repeat(40)}` })],
    ['insufficient_funds', () => ({ value: '1000000001' })],
  ]
  it.each(spoilt)('with %s', async (reason, change) => {
    await monetize()
    expect402(await present(await sign(change())), reason)
    expect(await paymentsOf(`GET ${path}`)).toEqual([])
  })

  it('with another version, scheme, network, or nonsense', async () => {
    await monetize()
    const good = await sign()
    const change = (fields: object) => ({ ...good, accepted: { ...good.accepted, ...fields } })
    expect402(await present({ ...good, x402Version: 7 }), 'invalid_x402_version')
    expect402(await present(change({ scheme: 'upto' })), 'invalid_scheme')
    expect402(await present(change({ network: 'eip155:1' })), 'invalid_network')
    expect402(await present({ ...good, payload: {} }), 'invalid_payload')
    const large = { headers: { 'PAYMENT-SIGNATURE': 'x'.repeat(8_193) } }
    expect402(await bank.call(`GET ${path}`, undefined, large), 'invalid_payload')
    const twice = { headers: { Authorization: `Payment ${encode(good)}` } }
    expect402(await bank.call(`GET ${path}`, undefined, twice))
  })

  it('twice with one payment, here or elsewhere', async () => {
    await monetize()
    const payment = await sign()
    expect((await present(payment)).status).toBe(200)
    expect402(await present(payment), 'payment_already_used')
    const first = path
    path = `/premium/${++paths}`
    await monetize()
    expect402(await present(payment), 'payment_already_used')
    const sms = { to: '+37060012345', message: 'Hello' }
    expect402(await present(payment, 'POST /api/v1/sms/send', sms), 'payment_already_used')
    expect(await paymentsOf(`GET ${first}`)).toHaveLength(1)
  })

  it('twice at once with one payment', async () => {
    await monetize()
    const payment = await sign()
    const answers = await Promise.all(Array.from({ length: 10 }, () => present(payment)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 402, 409]).toContain(status)
    const [row] = await bank.sql<{ n: number }>(
      'select count(*)::int as n from machine_payments.authorizations where nonce = $1',
      [payment.payload.authorization.nonce],
    )
    expect(row!.n).toBe(1)
  })
})

describe('what the bank itself serves', () => {
  it.each([
    ['/api/v2/gcu', 'GET'],
    ['/gcu', 'GET'],
    // No operation has this method there, and 405 is the bank's answer all the same.
    ['/gcu', 'DELETE'],
    ['/api/accounts', '*'],
    // No route serves these today.
    ['/api/v2/premium/report', 'GET'],
    ['/api/v9/anything', 'GET'],
    ['/API/v2/premium/report', 'GET'],
  ])('is given a price by operators only: %s %s', async (served, method) => {
    const answer = await monetize({ path: served, method })
    expect(answer.status).toBe(403)
    expect(answer.body.error.code).toBe('PATH_RESERVED')
    const { id } = (await monetize()).body.data
    const moved = await bank.call(`PUT /api/v2/x402/endpoints/${id}`, { path: served, method }, ada)
    expect(moved.status).toBe(403)
  })

  it('costs nothing by a price that a customer should never have been able to make', async () => {
    const rows = ['/healthz', '/api/v2/gcu/composition', '/api/v1/anything', '/HealthZ', '/gcu']
    for (const row of rows) {
      const { id } = (await monetize({ path: `${path}/x` })).body.data
      await bank.sql(`update x402.endpoints set path = $2, method = '*' where id = $1`, [id, row])
    }
    // Notifies every node that prices changed.
    await monetize()
    expect402(await bank.call(`GET ${path}`))
    for (const at of ['/healthz', '/api/v2/gcu/composition', '/api/v2/gcu'])
      expect((await bank.call(`GET ${at}`)).status).toBe(200)
    for (const at of ['/api/v1/anything', '/HealthZ'])
      expect((await bank.call(`GET ${at}`)).status).toBe(404)
    expect((await bank.call('DELETE /api/v2/gcu')).status).toBe(405)
    const { data } = (await bank.call('GET /api/v1/mpp/resources?per_page=100')).body
    expect(data.map((one: { path: string }) => one.path)).not.toContain('/healthz')
    await bank.sql('delete from x402.endpoints where path = any($1)', [rows])
  })

  it('is paid for only when it succeeded', async () => {
    const operator = await bank.operator()
    await monetize({ path: '/api/v2/gcu/composition' }, operator)
    await monetize({ path: '/api/v2/api-keys' }, operator)
    const at = 'GET /api/v2/gcu/composition'
    const bought = await present(await sign({}, at), at)
    expect(bought.status).toBe(200)
    expect(bought.body.data).toBeDefined()
    expect(bought.headers.get('payment-response')).toBeTruthy()

    const keys = 'GET /api/v2/api-keys'
    const payment = await sign({}, keys)
    const refused = await present(payment, keys)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('payment-response')).toBeNull()
    // The payment was not captured, so it is still valid.
    const headers = { 'PAYMENT-SIGNATURE': encode(payment) }
    const again = await bank.call(keys, undefined, { token: ada.token, headers })
    expect(again.status).toBe(200)
    expect402(
      await bank.call(keys, undefined, { token: ada.token, headers }),
      'payment_already_used',
    )
  })
})

describe('x402_endpoint', () => {
  it.each([
    '/',
    '/api/auth/login',
    '/api/v2/x402/status',
    '/x402/endpoints',
    '/api/v1/webhooks/sms/dlr',
    '/health/live',
    '/healthz',
    '/HealthZ/',
    '/healthcheck',
    '/api/healthz',
    '/api/v1/health-of-all',
    '/a/../healthz',
    '/a/b/../../healthz',
    '/./healthz',
    '/api',
    '/api/v2',
    '/v2',
    '/metrics',
    '/metrics2',
    '/Metrics',
    '/.well-known',
    '/.hidden',
    '/mcp/tools',
    '/oauth',
    '/console',
    '/favicon.ico',
    '/.well-known/x402-configuration',
    '/mcp',
    '/oauth/token',
    '/api/graphql',
    '/webhooks',
  ])('never puts a price on %s', async (free) => {
    const answer = await monetize({ path: free }, await bank.operator())
    expect(answer.status).toBe(422)
    expect(answer.body.errors.path).toBeDefined()
  })

  it('refuses what it cannot sell', async () => {
    for (const change of [
      { price_usd_cents: 0 },
      { price_usd_cents: 1.5 },
      { network: 'eip155:999' },
      { network: 'base' },
      { asset: 'DOGE' },
      { path: 'premium' },
      { path: '/a b' },
      { path: '/a/../b?c' },
      { path: '/a/../b' },
      { path: '/a/./b' },
      { path: '/a//b' },
      { path: '/%68ealthz' },
      { path: '/a/*' },
      { path: '/:anything' },
      { path: `/${'x'.repeat(500)}` },
      { method: 'BREW' },
    ])
      expect((await monetize(change)).status).toBe(422)
  })

  it('is one per method and path', async () => {
    await monetize()
    const again = await monetize({}, await bank.person())
    expect(again.status).toBe(409)
    expect(again.body.error.code).toBe('ENDPOINT_EXISTS')
    const { body } = await monetize({ method: 'POST' })
    const moved = await bank.call(
      `PUT /api/v2/x402/endpoints/${body.data.id}`,
      { method: 'GET' },
      ada,
    )
    expect(moved.status).toBe(409)
  })
})

describe('prices of one customer', () => {
  it('are a hundred at most, also when many are made at once', async () => {
    const person = await bank.person()
    const make = (n: number) => monetize({ path: `/shelf/${person.uuid}/${n}` }, person)
    expect((await make(0)).status).toBe(201)
    await bank.sql(
      `insert into x402.endpoints select (row_values).* from (
         select jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'path', e.path || n)) as row_values
         from x402.endpoints e, generate_series(1, 95) n where e.user_uuid = $1) copies`,
      [person.uuid],
    )
    const last = await Promise.all(Array.from({ length: 8 }, (_, n) => make(100 + n)))
    expect(last.filter(({ status }) => status === 201)).toHaveLength(4)
    for (const { body } of last.filter(({ status }) => status !== 201))
      expect(body.error).toMatchObject({
        code: 'TOO_MANY_X402_ENDPOINTS',
        details: { maximum: 100 },
      })
    expect((await monetize({ path: `/shelf/${person.uuid}/other` })).status).toBe(201)
  })
})

describe('a path that already has a seller', () => {
  it.each([
    ['*', 'GET'],
    ['GET', '*'],
    ['POST', 'POST'],
  ])('by %s is not sold by %s of another user', async (first, second) => {
    await monetize({ method: first })
    const eve = await bank.person()
    const answer = await monetize({ method: second, price_usd_cents: 99 }, eve)
    expect(answer.status).toBe(409)
    expect(answer.body.error.code).toBe('ENDPOINT_EXISTS')
    const { id } = (await monetize({ path: `${path}/x`, method: second }, eve)).body.data
    expect((await bank.call(`PUT /api/v2/x402/endpoints/${id}`, { path }, eve)).status).toBe(409)
    const method = first === '*' ? 'GET' : first
    expect(demandOf(await bank.call(`${method} ${path}`)).amount).toBe('50000')
  })

  it('in the sandbox costs nothing outside of it', async () => {
    const { body } = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Sandbox', permissions: ['read', 'write'], environment: 'sandbox' },
      ada,
    )
    const sandbox = { token: body.data.api_key ?? body.data.key ?? body.data.secret }
    const created = await bank.call(
      'POST /api/v2/x402/endpoints',
      { path, price_usd_cents: 5 },
      sandbox,
    )
    expect(created.status).toBe(201)
    expect((await bank.call(`GET ${path}`)).status).toBe(404)
    expect402(await bank.call(`GET ${path}`, undefined, sandbox))
    expect((await monetize({}, await bank.person())).status).toBe(201)
  })
})

describe('x402_payment', () => {
  it('is visible to the seller, with totals', async () => {
    const eve = await bank.person()
    await monetize({ price_usd_cents: 3 }, eve)
    await present(await sign())
    const list = async (person: Person, query = '') =>
      (await bank.call(`GET /api/v2/x402/payments${query}`, undefined, person)).body
    expect((await list(eve)).meta).toMatchObject({ total: 1, per_page: 20, current_page: 1 })
    expect((await list(eve, '?status=failed')).data).toEqual([])
    expect((await list(eve, `?payer_address=${payer.address}`)).data).toHaveLength(1)
    const stats = await bank.call('GET /api/v2/x402/payments/stats?period=week', undefined, eve)
    expect(stats.body.data).toEqual({
      period: 'week',
      total_payments: 1,
      total_settled: 1,
      total_failed: 0,
      total_volume_atomic: '30000',
      total_volume_usd: '0.030000',
      unique_payers: 1,
    })
    const other = await bank.person()
    expect((await list(other)).data).toEqual([])
    const id = (await list(eve)).data[0].id
    const route = `GET /api/v2/x402/payments/${id}`
    expect((await bank.call(route, undefined, other)).status).toBe(404)
    expect((await bank.call(route, undefined, await bank.operator())).status).toBe(200)
  })
})

describe('x402_limit', () => {
  it('has defaults, is changed, counts what the agent paid here, and is deleted', async () => {
    const agent = privateKeyToAccount(generatePrivateKey())
    const at = '/api/v2/x402/spending-limits'
    const { status, body } = await bank.call(`POST ${at}`, { agent_id: agent.address }, ada)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      agentId: agent.address,
      dailyLimit: '5000000',
      perTransactionLimit: '100000',
      autoPayEnabled: false,
      spentToday: '0',
      remainingBudget: '5000000',
      spentPercentage: 0,
    })
    await monetize()
    const demand = demandOf(await bank.call(`GET ${path}`))
    expect((await present(await signPayment(agent, demand, bank.clock.now()))).status).toBe(200)
    const changed = await bank.call(`PUT ${at}/${agent.address}`, { daily_limit: '200000' }, ada)
    expect(changed.body.data).toMatchObject({
      spentToday: '50000',
      remainingBudget: '150000',
      spentPercentage: 25,
      perTransactionLimit: '100000',
    })
    // Omitted fields keep their value, by every method.
    const own = { agent_id: agent.address, agent_type: 'robot', per_transaction_limit: '70000' }
    await bank.call(`POST ${at}`, { ...own, auto_pay_enabled: true }, ada)
    const again = await bank.call(`POST ${at}`, { agent_id: agent.address }, ada)
    expect(again.body.data).toMatchObject({
      id: body.data.id,
      agentType: 'robot',
      dailyLimit: '200000',
      perTransactionLimit: '70000',
      autoPayEnabled: true,
    })
    expect((await bank.call(`GET ${at}`, undefined, ada)).body.data).toHaveLength(1)
    expect((await bank.call(`GET ${at}`, undefined, await bank.person())).body.data).toEqual([])
    expect((await bank.call(`DELETE ${at}/${agent.address}`, undefined, ada)).status).toBe(204)
    expect((await bank.call(`GET ${at}/${agent.address}`, undefined, ada)).status).toBe(404)
    expect((await bank.call(`POST ${at}`, { agent_id: 'x', daily_limit: '-1' }, ada)).status).toBe(
      422,
    )
  })
})

describe('discovery', () => {
  it('in status, supported and the discovery documents', async () => {
    expect((await bank.call('GET /api/v2/x402/status')).body.data).toEqual({
      enabled: true,
      version: 2,
      protocol: 'x402',
      default_network: 'eip155:8453',
      supported_schemes: ['exact'],
      client_enabled: false,
      test_mode: true,
    })
    const supported = (await bank.call('GET /api/v2/x402/supported')).body.data
    expect(supported.networks).toHaveLength(8)
    expect((await bank.call('GET /.well-known/x402-configuration')).body.issuer).toBe(bank.url)
    await monetize()
    const { data } = (await bank.call('GET /api/v1/mpp/resources?per_page=100')).body
    expect(data.map((one: { path: string }) => one.path)).toEqual(
      expect.arrayContaining(['/api/v1/sms/send', path]),
    )
  })
})

it('a payment that was shown and never settled expires', async () => {
  await monetize()
  const { body } = await monetize({ path: `${path}/x` })
  await bank.sql(
    `insert into x402.payments (id, environment, user_uuid, endpoint_id, endpoint, pay_to, amount, network, asset,
       scheme, test_mode, status, created_at)
     values ($1, 'live', $2, $1, 'GET /old', '0x', 1, 'eip155:8453', 'USDC', 'exact', true, 'verified', $3)`,
    [body.data.id, ada.uuid, new Date(bank.clock.now().getTime() - 601_000)],
  )
  await bank.runJob('x402.expire')
  const [payment] = await paymentsOf('GET /old')
  expect(payment.status).toBe('expired')
})
