// The bank's own host names: no tenant can have one, and one that does anyway takes over no callers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { readSettings } from '../../../../platform/settings.ts'
import { settings } from '../settings.ts'
import { callAs, onboard, postTo, type TestPartner } from '../test-support.ts'

const tenants = '/api/v2/partner/tenants'

let bank: Bank
let partner: TestPartner
beforeAll(async () => {
  bank = await startBank({
    env: {
      PUBLIC_URL: 'http://bank.bücher.example:8182',
      OWN_HOSTS: 'api.bank.example, Old.bank.example.',
    },
  })
  partner = await onboard(bank, { tier: 'enterprise' })
})
afterAll(() => bank.stop())

const OWN = 'bank.xn--bcher-kva.example'
const spellings = [
  OWN,
  OWN.toUpperCase(),
  `${OWN}.`,
  `  ${OWN}. `,
  'bank.bücher.example',
  'BANK.BÜCHER.example.',
  'bank%2Ebücher.example',
]
const further = ['api.bank.example', 'API.bank.example.', 'old.bank.example']

const create = (body: object) =>
  callAs(bank, partner, `POST ${tenants}`, { name: 'Shop', plan: 'enterprise', ...body })

describe('tenant.create', () => {
  it.each([...spellings, ...further])('refuses %j', async (domain) => {
    const { status, body } = await create({ domain })
    expect(status).toBe(422)
    expect(body.errors.domain).toEqual([
      expect.stringMatching(/is a host name of the bank itself; choose another\.$/),
    ])
  })

  it('refuses them before it looks at the plan', async () => {
    const small = await onboard(bank)
    const asked = { name: 'Shop', plan: 'free', domain: OWN }
    expect((await callAs(bank, small, `POST ${tenants}`, asked)).status).toBe(422)
  })

  it('accepts any other name', async () => {
    expect((await create({ domain: `shop.${OWN}` })).status).toBe(201)
  })

  it('refuses the name that the bank listens on', async () => {
    const other = await startBank({ env: { HOST: 'bank.internal.example' } })
    const asked = { name: 'Shop', plan: 'enterprise', domain: 'Bank.internal.example' }
    const answer = await callAs(other, await onboard(other), `POST ${tenants}`, asked)
    await other.stop()
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('domain')
  })
})

describe('tenant.update', () => {
  it('refuses them, and keeps the domain', async () => {
    const domain = 'shop.example'
    const { tenant_id } = (await create({ domain })).body.data
    for (const own of [...spellings, ...further]) {
      const route = `PUT ${tenants}/${tenant_id}`
      const { status, body } = await callAs(bank, partner, route, { domain: own })
      expect(status, own).toBe(422)
      expect(body.errors).toHaveProperty('domain')
    }
    const kept = await callAs(bank, partner, `GET ${tenants}/${tenant_id}`)
    expect(kept.body.data.domain).toBe(domain)
  })
})

describe('a tenant that has one anyway', () => {
  let tenant: string
  beforeAll(async () => {
    tenant = (await create({ name: 'Hijack' })).body.data.tenant_id
    await bank.sql('update partners.tenants set domain = $2 where uuid = $1', [tenant, OWN])
    // A change of any tenant makes the directory read again.
    const other = await create({ domain: 'market.example' })
    expect(other.status).toBe(201)
  })

  it('takes over neither sign-ins nor registrations', async () => {
    const person = await bank.person()
    for (const host of [OWN, `${OWN.toUpperCase()}:8182`, `${OWN}.`]) {
      const login = await postTo(bank, host, '/api/auth/login', person)
      expect(login.status, host).toBe(200)
      expect(login.text).toContain(person.uuid)
      const operator = { email: bank.env.ADMIN_EMAIL, password: bank.env.ADMIN_PASSWORD }
      expect((await postTo(bank, host, '/api/auth/login', operator)).status).toBe(200)
      const email = `at${host.length}@example.com`
      const asked = { name: 'Ada Lovelace', email, password: person.password }
      const registered = await postTo(bank, host, '/api/auth/register', asked)
      expect(registered.status).toBe(201)
      const rows = await bank.sql('select tenant_uuid from identity.users where email = $1', [
        email,
      ])
      expect(rows).toEqual([{ tenant_uuid: null }])
    }
  })

  it('is still found by its id, and can be renamed and given another domain', async () => {
    const asked = { name: 'Mary', email: 'mary@example.com', password: 'Corr3ct-horse' }
    const headers = { 'X-Tenant-ID': tenant }
    expect((await bank.call('POST /api/auth/register', asked, { headers })).status).toBe(201)
    const put = (body: object) => callAs(bank, partner, `PUT ${tenants}/${tenant}`, body)
    expect((await put({ name: 'Renamed' })).status).toBe(200)
    expect((await put({ domain: OWN })).status).toBe(422)
    expect((await put({ domain: 'renamed.example' })).status).toBe(200)
    await bank.sql('update partners.tenants set domain = $2 where uuid = $1', [tenant, OWN])
  })

  it('does not change the branding of the bank', async () => {
    const looks = (name: string) => bank.call(`GET /api/v1/branding?${name}`)
    expect((await looks(`tenant=${tenant}`)).body.data.white_label).toBe(true)
    expect((await looks(`domain=${OWN}`)).body.data.white_label).toBe(false)
    expect((await looks(`domain=${OWN.toUpperCase()}.`)).body.data.white_label).toBe(false)
  })
})

describe('OWN_HOSTS', () => {
  it('is empty by default, and holds host names only', () => {
    const read = (env: Record<string, string>) => readSettings(settings, env, { production: true })
    expect(read({}).OWN_HOSTS).toEqual([])
    expect(() => read({ OWN_HOSTS: 'https://bank.example' })).toThrow(
      'OWN_HOSTS must be host names such as api.bank.example, separated by commas, but is "https://bank.example".',
    )
  })
})
