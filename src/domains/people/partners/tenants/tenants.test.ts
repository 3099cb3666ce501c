// Tenants: their plans, domains, states, and the 14 days of grace before they are deleted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { toHostName } from '../validation.ts'
import { callAs, callInSandbox, onboard, type TestPartner } from '../test-support.ts'

let bank: Bank
let partner: TestPartner
beforeAll(async () => {
  bank = await startBank()
  partner = await onboard(bank)
})
afterAll(() => bank.stop())

const tenants = '/api/v2/partner/tenants'
const create = (body: object, by = partner) => callAs(bank, by, `POST ${tenants}`, body)
let names = 0
const freshDomain = () => `bank${++names}.example.com`

const sweep = async (): Promise<void> => {
  const { deleteTenant, listTenantsToDelete } = await import('./service.ts')
  const { openDatabase } = await import('../../../../platform/database.ts')
  const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => undefined })
  const now = bank.clock.now()
  const due = await listTenantsToDelete(database.write, { now, after: undefined, limit: 10 })
  const { runAsSystem } = await import('../../../../operation/system-work.ts')
  const { systemCaller } = await import('../../../../operation/caller.ts')
  for (const { uuid, environment } of due)
    await runAsSystem(
      {
        db: database.write,
        now,
        caller: systemCaller(environment),
        operation: 'test',
        invalidate: () => undefined,
      },
      (ctx) => deleteTenant(uuid, ctx),
    )
  await database.close()
}

describe('tenant.create', () => {
  it('answers the tenant with the limits and features of its plan', async () => {
    const domain = freshDomain()
    const { status, body } = await create({ name: 'Shop', plan: 'enterprise', domain })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      tenant_id: expect.any(String),
      name: 'Shop',
      plan: 'enterprise',
      domain,
      status: 'active',
      limits: { max_users: -1, max_api_calls: -1, max_storage_mb: -1 },
      features: [
        'basic_banking',
        'reports',
        'api_access',
        'webhooks',
        'multi_currency',
        'audit_logs',
        'custom_integrations',
        'dedicated_support',
      ],
      delete_after: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  it.each([
    ['free', 5, 1_000, 100],
    ['starter', 25, 10_000, 1_000],
    ['growth', 50, 50_000, 5_000],
    ['professional', 100, 100_000, 10_000],
  ])('limits the plan %s', async (plan, max_users, max_api_calls, max_storage_mb) => {
    const { body } = await create({ name: 'Shop', plan })
    expect(body.data.limits).toEqual({ max_users, max_api_calls, max_storage_mb })
  })

  it('gives a domain to one of many concurrent claims', async () => {
    const domain = freshDomain()
    const other = await onboard(bank)
    const asked = { name: 'Shop', plan: 'enterprise', domain }
    const answers = await Promise.all(
      [partner, other, partner, other].map((by) => create(asked, by)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.body.error.code).toBe('DOMAIN_TAKEN')
    const upper = await create({ ...asked, domain: `${domain.toUpperCase()}.` })
    expect(upper.status).toBe(409)
  })

  it('gives a domain only to the plan or the tier enterprise', async () => {
    const asked = { name: 'Shop', plan: 'professional', domain: freshDomain() }
    const refused = await create(asked)
    expect(refused.status).toBe(403)
    expect(refused.body.error.code).toBe('FEATURE_NOT_IN_TIER')
    const large = await onboard(bank, { tier: 'enterprise' })
    expect((await create(asked, large)).status).toBe(201)
  })

  it.each([
    'localhost',
    '10.0.0.1',
    'a b.example',
    '-a.example',
    'https://a.example',
    'a..b',
    '*.x.y',
  ])('refuses the domain %s', async (domain) => {
    const answer = await create({ name: 'Shop', plan: 'enterprise', domain })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('domain')
  })

  it('writes names of other scripts in ASCII', () => {
    expect(toHostName('Bücher.example')).toBe('xn--bcher-kva.example')
  })

  it.each([{ plan: 'free' }, { name: 'Shop' }, { name: 'x'.repeat(256), plan: 'free' }])(
    'refuses %j',
    async (wrong) => {
      expect((await create(wrong)).status).toBe(422)
    },
  )
})

describe('tenant.list and tenant.get', () => {
  it('show the partner’s own, in its environment only', async () => {
    const [one, other] = [await onboard(bank), await onboard(bank)]
    const made = (await create({ name: 'Shop', plan: 'free' }, one)).body.data
    const listed = await callAs(bank, one, `GET ${tenants}?per_page=1`)
    expect(listed.body.meta.total).toBe(1)
    expect(listed.body.data[0]).toEqual(made)
    expect((await callAs(bank, other, `GET ${tenants}`)).body.data).toEqual([])
    expect((await callInSandbox(bank, one, `GET ${tenants}`)).body.data).toEqual([])
    const at = `GET ${tenants}/${made.tenant_id}`
    expect((await callAs(bank, one, at)).body.data).toEqual(made)
    expect((await callAs(bank, other, at)).status).toBe(404)
    expect((await callInSandbox(bank, one, at)).status).toBe(404)
  })
})

describe('tenant.update', () => {
  it('keeps what is omitted, and removes a domain with null', async () => {
    const [domain, next] = [freshDomain(), freshDomain()]
    const { tenant_id } = (await create({ name: 'Shop', plan: 'enterprise', domain })).body.data
    const put = (body: object) => callAs(bank, partner, `PUT ${tenants}/${tenant_id}`, body)
    expect((await put({ name: 'Store' })).body.data).toMatchObject({ name: 'Store', domain })
    expect((await put({ domain: next })).body.data.domain).toBe(next)
    expect((await put({ plan: 'free' })).status).toBe(403)
    expect((await put({ domain: null, plan: 'free' })).body.data).toMatchObject({
      domain: null,
      plan: 'free',
    })
    expect((await create({ name: 'New', plan: 'enterprise', domain: next })).status).toBe(201)
    expect((await put({ plan: 'enterprise', domain: next })).status).toBe(409)
  })

  it('gives a domain to one of a new and a changed tenant that claim it concurrently', async () => {
    const domain = freshDomain()
    const { tenant_id } = (await create({ name: 'Shop', plan: 'enterprise' })).body.data
    const answers = await Promise.all([
      callAs(bank, partner, `PUT ${tenants}/${tenant_id}`, { domain }),
      create({ name: 'Shop', plan: 'enterprise', domain }),
    ])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  })
})

describe('the life cycle of a tenant', () => {
  const act = (id: string, action: string) =>
    callAs(bank, partner, `POST ${tenants}/${id}/${action}`, {})

  it('is suspended and reactivated', async () => {
    const { tenant_id } = (await create({ name: 'Shop', plan: 'free' })).body.data
    expect((await act(tenant_id, 'suspend')).body.data.status).toBe('suspended')
    const again = await act(tenant_id, 'suspend')
    expect(again.status).toBe(409)
    expect(again.body.error.code).toBe('TENANT_STATE_CONFLICT')
    expect((await act(tenant_id, 'reactivate')).body.data.status).toBe('active')
  })

  it('ends 14 days after its deletion, unless it is restored', async () => {
    const domain = freshDomain()
    const one = (await create({ name: 'Shop', plan: 'enterprise', domain })).body.data.tenant_id
    const two = (await create({ name: 'Saved', plan: 'free' })).body.data.tenant_id
    const gone = await callAs(bank, partner, `DELETE ${tenants}/${one}`)
    expect(gone.body.data.status).toBe('deleting')
    const after = new Date(gone.body.data.delete_after).getTime()
    expect(after - bank.clock.now().getTime()).toBe(14 * 86_400_000)
    await callAs(bank, partner, `DELETE ${tenants}/${two}`)
    expect((await act(two, 'restore')).body.data.status).toBe('active')
    await sweep()
    expect((await callAs(bank, partner, `GET ${tenants}/${one}`)).status).toBe(200)
    expect((await create({ name: 'Thief', plan: 'enterprise', domain })).status).toBe(409)
    await bank.sql(`update partners.tenants set delete_after = $2 where uuid = $1`, [
      one,
      bank.clock.now(),
    ])
    await sweep()
    expect((await callAs(bank, partner, `GET ${tenants}/${one}`)).status).toBe(404)
    expect((await callAs(bank, partner, `GET ${tenants}/${two}`)).body.data.status).toBe('active')
    expect((await create({ name: 'New', plan: 'enterprise', domain })).status).toBe(201)
  })
})
