// Tests the customers of tenants: where they sign up and in, how many there may be, and that those of one tenant,
// those of another and those of the bank itself do not see each other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { connect } from '../../../../../test/graphql/support.ts'
import { openStream } from '../../../operations/events/test-support.ts'
import { registerAgent } from '../../../agents/agents/test-support.ts'
import { callAs, onboard, postTo, type TestPartner } from '../test-support.ts'

let bank: Bank
let partner: TestPartner
beforeAll(async () => {
  bank = await startBank()
  partner = await onboard(bank, { tier: 'enterprise' })
})
afterAll(() => bank.stop())

const PASSWORD = 'Corr3ct-horse'
let tenants = 0

async function makeTenant(more: object = {}): Promise<string> {
  const asked = { name: `Shop ${++tenants}`, plan: 'enterprise', ...more }
  const { status, body } = await callAs(bank, partner, 'POST /api/v2/partner/tenants', asked)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.tenant_id
}

const at = (tenant: string | undefined) =>
  tenant === undefined ? {} : { headers: { 'X-Tenant-ID': tenant } }

let people = 0
const register = (tenant: string | undefined, email = `customer${++people}@example.com`) =>
  bank.call(
    'POST /api/auth/register',
    { name: 'Mary Somerville', email, password: PASSWORD },
    at(tenant),
  )

async function customer(tenant: string | undefined) {
  const { status, body } = await register(tenant)
  expect(status, JSON.stringify(body)).toBe(201)
  const token: string = body.data.access_token
  const accounts = await bank.call('GET /api/v2/accounts', undefined, { token })
  const { uuid, email } = body.data.user
  return { token, uuid, email, account: accounts.body.data[0].uuid as string }
}

describe('signing up and in', () => {
  it('accepts one address once at each tenant and once at the bank itself', async () => {
    const [one, other] = [await makeTenant(), await makeTenant()]
    const email = 'everywhere@example.com'
    const uuids = new Set<string>()
    for (const tenant of [one, other, undefined]) {
      const { status, body } = await register(tenant, email)
      expect(status).toBe(201)
      uuids.add(body.data.user.uuid)
      expect((await register(tenant, email.toUpperCase())).status).toBe(422)
      const login = { email, password: PASSWORD }
      const again = await bank.call('POST /api/auth/login', login, at(tenant))
      expect(again.body.data.user.uuid).toBe(body.data.user.uuid)
    }
    expect(uuids.size).toBe(3)
  })

  it('also works by the host name of the tenant', async () => {
    const tenant = await makeTenant({ domain: 'money.shop.example' })
    const { body } = await register(tenant, 'host@example.com')
    const login = { email: 'host@example.com', password: PASSWORD }
    const there = await postTo(bank, 'Money.shop.example:8080', '/api/auth/login', login)
    expect(there.status).toBe(200)
    expect(there.text).toContain(body.data.user.uuid)
    expect((await postTo(bank, 'other.shop.example', '/api/auth/login', login)).status).toBe(401)
  })

  it('is rejected for an unknown tenant', async () => {
    expect((await register('019ca945-f460-76fa-8a15-7684a2cfca18')).status).toBe(404)
    expect((await register('nobody')).status).toBe(404)
  })

  it('admits as many as the plan allows, also concurrently', async () => {
    const tenant = await makeTenant({ plan: 'free' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(tenant)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(3).fill(422),
    ])
    const list = `GET /api/v2/partner/tenants/${tenant}/customers`
    expect((await callAs(bank, partner, list)).body.meta.total).toBe(5)
  })
})

describe('a customer of a tenant', () => {
  it('is authenticated by their token, at their own tenant only', async () => {
    const [one, other] = [await makeTenant(), await makeTenant()]
    const { token } = await customer(one)
    const read = (tenant?: string) =>
      bank.call('GET /api/v2/accounts', undefined, { token, ...at(tenant) })
    expect((await read()).status).toBe(200)
    expect((await read(one)).status).toBe(200)
    expect((await read(other)).status).toBe(401)
  })

  it('finds no agent of another tenant or of the bank, in whatever an agent names one', async () => {
    const [one, other] = [await makeTenant(), await makeTenant()]
    const agentAt = async (tenant: string | undefined) => {
      const { token, uuid, email } = await customer(tenant)
      const owner = {
        name: 'Mary Somerville',
        password: PASSWORD,
        refreshToken: '',
        token,
        uuid,
        email,
      }
      return registerAgent(bank, owner)
    }
    const own = await agentAt(one)
    const root = '/api/agent-protocol'
    const named: Record<string, (did: string) => object> = {
      [`${root}/agents/${own.did}/protocol/negotiate`]: (did) => ({ target_did: did }),
      [`${root}/agents/${own.did}/messages`]: (did) => ({
        to_agent_did: did,
        message_type: 'direct',
        payload: { text: 'Hello' },
      }),
      [`${root}/agents/${own.did}/payments`]: (did) => ({
        to_agent_did: did,
        amount: 1,
        currency: 'USD',
      }),
      [`${root}/escrow`]: (did) => ({
        buyer_did: own.did,
        seller_did: did,
        amount: 1,
        currency: 'USD',
      }),
    }
    const unknown = own.did.replace(/.{8}$/, '00000000')
    for (const tenant of [other, undefined]) {
      const { did } = await agentAt(tenant)
      for (const [route, body] of Object.entries(named)) {
        const ask = (target: string) => bank.call(`POST ${route}`, body(target), own.owner)
        const { status, body: answer } = await ask(did)
        const expected = await ask(unknown)
        expect([status, answer.error?.code], route).toEqual([
          expected.status,
          expected.body.error.code,
        ])
        expect([400, 404], JSON.stringify(answer)).toContain(status)
      }
    }
  })

  it('cannot pay customers of another tenant or of the bank, by any identifier of the account', async () => {
    const [one, other] = [await makeTenant(), await makeTenant()]
    const payer = await customer(one)
    await bank.call(
      `POST /api/v2/accounts/${payer.account}/deposit`,
      { amount: '100.00', asset_code: 'USD' },
      payer,
    )
    const pay = async (to: string) =>
      bank.call(
        'POST /api/v2/transfers',
        { from_account: payer.account, to_account: to, amount: '10.00', asset_code: 'USD' },
        payer,
      )
    expect((await pay((await customer(one)).account)).status).toBe(201)
    const unknown = await pay('019ca945-f460-76fa-8a15-7684a2cfca18')
    for (const place of [other, undefined]) {
      const stranger = await customer(place)
      const refused = await pay(stranger.account)
      expect(refused.status).toBe(unknown.status)
      expect(refused.body.error.code).toBe(unknown.body.error.code)
    }
  })

  it('can never become an operator, not even in the database', async () => {
    const { uuid } = await customer(await makeTenant())
    await expect(
      bank.sql(`update identity.users set roles = '{admin}' where uuid = $1`, [uuid]),
    ).rejects.toThrow('users_operator_of_the_bank')
  })

  it('cannot use the key of a partner, not even of their own', async () => {
    const { token } = await customer(await makeTenant())
    const stolen = { ...partner, person: { ...partner.person, token } }
    expect((await callAs(bank, stolen, 'GET /api/v2/partner/tenants')).status).toBe(403)
  })
})

describe('a tenant that is not open', () => {
  it('rejects its customers until it is reactivated', async () => {
    const tenant = await makeTenant()
    const { token } = await customer(tenant)
    const read = () => bank.call('GET /api/v2/accounts', undefined, { token })
    expect((await read()).status).toBe(200)
    const stream = await openStream(bank, token)
    const socket = connect(bank, token, { lazy: false, onNonLazyError: () => {} })
    const cut = new Promise<{ readonly code: number }>((resolve) => {
      socket.on('closed', (event) => resolve(event as CloseEvent))
    })
    await new Promise((resolve) => {
      socket.on('connected', resolve)
    })
    await callAs(bank, partner, `POST /api/v2/partner/tenants/${tenant}/suspend`)
    await stream.ended
    expect(await cut).toMatchObject({ code: 4403 })
    expect((await read()).status).toBe(403)
    expect((await register(tenant)).status).toBe(403)
    await callAs(bank, partner, `POST /api/v2/partner/tenants/${tenant}/reactivate`)
    expect((await read()).status).toBe(200)
  })
})

describe('a tenant whose partner is not active', () => {
  const newUser = () => ({
    name: 'Mary Somerville',
    email: `customer${++people}@example.com`,
    password: PASSWORD,
  })

  const makeShop = async () => {
    const owner = await onboard(bank, { tier: 'enterprise' })
    const host = `shop${++tenants}.example`
    const asked = { name: 'Shop', plan: 'enterprise', domain: host }
    const made = await callAs(bank, owner, 'POST /api/v2/partner/tenants', asked)
    const tenant: string = made.body.data.tenant_id
    const act = async (action: string) => {
      const route = `POST /api/v1/partners/${owner.id}/${action}`
      expect((await bank.call(route, {}, await bank.operator())).status).toBe(200)
    }
    const registerAt = async (place: Pick<Bank, 'url'> = bank) =>
      (await postTo(place, host, '/api/auth/register', newUser())).status
    return { tenant, act, registerAt }
  }

  /** Through another transport. */
  const inConsole = async (tenant: string) => {
    const headers = {
      'X-Florin-Console': '1',
      Origin: bank.url,
      'Sec-Fetch-Site': 'same-origin',
      'X-Tenant-ID': tenant,
    }
    return (await bank.call('POST /console/session/register', newUser(), { headers })).status
  }

  it('accepts no new customers until the partner is reactivated', async () => {
    const { tenant, act, registerAt } = await makeShop()
    expect(await registerAt()).toBe(201)
    await act('suspend')
    expect(await registerAt()).toBe(403)
    const refused = await register(tenant)
    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This tenant is suspended; contact the company whose customer you are.',
    })
    expect(await inConsole(tenant)).toBe(403)
    await act('reactivate')
    expect(await registerAt()).toBe(201)
    expect(await inConsole(tenant)).toBe(200)
  })

  it('accepts none once the partner is terminated', async () => {
    const { tenant, act, registerAt } = await makeShop()
    await act('terminate')
    expect(await registerAt()).toBe(403)
    expect((await register(tenant)).body.error.message).toContain('terminated')
  })

  it.each(['suspend', 'terminate'])('leaves its customers their money after %s', async (action) => {
    const { tenant, act } = await makeShop()
    const [payer, payee] = [await customer(tenant), await customer(tenant)]
    await act(action)
    const amount = { amount: '10.00', asset_code: 'USD' }
    const deposit = `POST /api/v2/accounts/${payer.account}/deposit`
    expect((await bank.call(deposit, amount, payer)).status).toBe(200)
    const transfer = { ...amount, from_account: payer.account, to_account: payee.account }
    expect((await bank.call('POST /api/v2/transfers', transfer, payer)).status).toBe(201)
    const balances = `GET /api/v2/accounts/${payee.account}/balances`
    expect((await bank.call(balances, undefined, payee)).status).toBe(200)
    const login = { email: payer.email, password: PASSWORD }
    expect((await bank.call('POST /api/auth/login', login, at(tenant))).status).toBe(200)
  })

  it('is closed and opened on every node at once', async () => {
    const { act, registerAt } = await makeShop()
    const node = await startBank({ address: bank.address, clock: bank.clock })
    expect(await registerAt(node)).toBe(201)
    await act('suspend')
    await expect.poll(() => registerAt(node)).toBe(403)
    await act('reactivate')
    await expect.poll(() => registerAt(node)).toBe(201)
    await node.stop()
  })
})

describe('tenant.customers', () => {
  it('shows them to their partner only, newest first', async () => {
    const tenant = await makeTenant()
    const first = await customer(tenant)
    bank.clock.advance(1)
    const second = await customer(tenant)
    const list = `GET /api/v2/partner/tenants/${tenant}/customers`
    const { body } = await callAs(bank, partner, list)
    expect(body.data.map((one: { uuid: string }) => one.uuid)).toEqual([second.uuid, first.uuid])
    expect((await callAs(bank, await onboard(bank), list)).status).toBe(404)
  })
})

// At the end, because it advances the clock by a month, which ends all sessions.
describe('a tenant whose plan is used up', () => {
  it('rejects further calls until the next month, and counts the calls of its customers', async () => {
    const tenant = await makeTenant({ plan: 'free' })
    const { token } = await customer(tenant)
    const read = () => bank.call('GET /api/v2/accounts', undefined, { token })
    expect((await read()).status).toBe(200)
    const month = bank.clock.now().toISOString().slice(0, 7)
    await bank.sql(
      `insert into partners.tenant_usage values ($1, $2, 990)
       on conflict (tenant_uuid, month) do update set calls = 990`,
      [tenant, `${month}-01`],
    )
    // A change of the tenant makes every node read the totals again.
    const change = { name: 'Shop with another name' }
    await callAs(bank, partner, `PUT /api/v2/partner/tenants/${tenant}`, change)
    const answers: Answer[] = []
    while (answers.at(-1)?.status !== 429 && answers.length < 100) answers.push(await read())
    // Earlier calls may have been written before or after the insert above, and the totals are read again when the
    // announcement of the change has arrived.
    expect(answers.length).toBeGreaterThan(5)
    const refused = answers.at(-1)!
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_400)
    bank.clock.advance(Number(refused.headers.get('retry-after')))
    const login = { email: 'late@example.com', password: PASSWORD }
    expect((await bank.call('POST /api/auth/login', login, at(tenant))).status).toBe(401)
  })
})
