// The list of all partners' tenants: for operators only, with the size and usage of each.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { callAs, callInSandbox, onboard } from '../test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const list = async (query = '') =>
  bank.call(`GET /api/v2/tenants?${query}`, undefined, await bank.operator())
const create = async (
  partner: Awaited<ReturnType<typeof onboard>>,
  name: string,
): Promise<string> => {
  const asked = { name, plan: 'starter' }
  return (await callAs(bank, partner, 'POST /api/v2/partner/tenants', asked)).body.data.tenant_id
}

describe('tenant.list_all', () => {
  it('shows the tenants of every partner with customers, accounts and calls', async () => {
    const [one, two] = [await onboard(bank), await onboard(bank, { organization_name: 'Two' })]
    const first = await create(one, 'First')
    bank.clock.advance(1)
    const second = await create(two, 'Second')
    const headers = { 'X-Tenant-ID': first }
    const customer = { name: 'Ada', email: 'ada@example.com', password: 'Corr3ct-horse' }
    const { body } = await bank.call('POST /api/auth/register', customer, { headers })
    const asked = { name: 'Savings' }
    await bank.call('POST /api/v2/accounts', asked, { token: body.access_token })
    const rows = (await list()).body.data
    expect(rows[0]).toMatchObject({
      tenant_id: second,
      partner_name: 'Two',
      people: 0,
      accounts: 0,
    })
    const shown = { tenant_id: first, partner_id: one.id, plan: 'starter', status: 'active' }
    expect(rows[1]).toMatchObject({ ...shown, people: 1, accounts: 2 })
    // Calls are written a moment later.
    const calls = async () => (await list()).body.data[1].calls_this_month
    await expect.poll(calls, { timeout: 120_000 }).toBeGreaterThanOrEqual(1)
    const ofOne = (await list(`partner_id=${one.id}`)).body.data
    expect(ofOne.map(({ name }: { name: string }) => name)).toEqual(['First'])
  })

  it('filters by state, and leaves out deleted and sandbox tenants', async () => {
    const partner = await onboard(bank)
    const away = await create(partner, 'Away')
    await callAs(bank, partner, `POST /api/v2/partner/tenants/${away}/suspend`, {})
    const gone = await create(partner, 'Gone')
    await bank.sql(`update partners.tenants set status = 'deleted' where uuid = $1`, [gone])
    const asked = { name: 'Playground', plan: 'free' }
    const made = await callInSandbox(bank, partner, 'POST /api/v2/partner/tenants', asked)
    expect(made.status).toBe(201)
    const names = async (query: string): Promise<string[]> =>
      (await list(`partner_id=${partner.id}&${query}`)).body.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('')).toEqual(['Away'])
    expect(await names('status=suspended')).toEqual(['Away'])
    expect(await names('status=active')).toEqual([])
    expect(await names('status=deleted')).toEqual(['Gone'])
  })

  it('is for operators: no partner, no customer, no key of the sandbox', async () => {
    const partner = await onboard(bank)
    const route = 'GET /api/v2/tenants'
    expect((await bank.call(route)).status).toBe(401)
    expect((await callAs(bank, partner, route)).status).toBe(403)
    const play = (await bank.sandboxKey(await bank.operator())).token
    expect((await bank.call(route, undefined, { token: play })).status).toBe(403)
    expect((await list('partner_id=nonsense')).status).toBe(422)
    expect((await list('per_page=1000')).status).toBe(422)
  })
})
