// How operators find accounts of any customer, and what a customer sees of a freeze.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { explain } from '../../../../test/harness/explain.ts'

let bank: Bank
let operator: Person
let ada: Person
let account: string
beforeAll(async () => {
  bank = await startBank()
  operator = await bank.operator()
  ada = await bank.person({ name: 'Ada Byron', email: 'ada.byron@example.com' })
  account = await open(ada, 'Holiday pot', 12_345)
})
afterAll(() => bank.stop())

async function open(person: Person, name: string, initial_balance = 0): Promise<string> {
  const asked = { user_uuid: person.uuid, name, initial_balance }
  const { status, body } = await bank.call('POST /api/accounts', asked, person)
  expect(status).toBe(201)
  return body.data.uuid
}

const list = (query: Record<string, string>, by: { token: string } = operator) =>
  bank.call(`GET /api/v2/customer-accounts?${new URLSearchParams(query).toString()}`, undefined, {
    token: by.token,
  })
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).body.data.map(({ uuid }: { uuid: string }) => uuid)
const show = async (uuid: string) =>
  (await bank.call(`GET /api/v2/customer-accounts/${uuid}`, undefined, operator)).body.data

describe('customer_account.list', () => {
  it('finds an account by uuid, number, IBAN in groups, and part of its name', async () => {
    const { iban, account_number, owner, balances } = await show(account)
    expect(owner).toEqual({ name: 'Ada Byron', email: 'ada.byron@example.com' })
    expect(balances).toEqual([
      { asset_code: 'USD', total_balance: '123.45', available_balance: '123.45' },
    ])
    const grouped = iban.replaceAll(/(.{4})/g, '$1 ')
    for (const search of [account, iban, grouped, account_number, 'HOLIDAY', 'iday p', 'ho'])
      expect(await found({ search }), search).toEqual([account])
    expect(await found({ search: '%%%' })).toEqual([])
    expect(await found({ search: 'nothing of this name' })).toEqual([])
  })

  it('finds the accounts of an owner by part of their name or address, and by uuid', async () => {
    for (const owner of ['ada byr', 'ADA.BYRON@', ada.uuid]) {
      const uuids = await found({ owner })
      expect(uuids, owner).toContain(account)
      expect(uuids).toHaveLength(2)
    }
    expect(await found({ owner: 'nobody of this name' })).toEqual([])
    expect(await found({ owner: ada.uuid, search: 'holiday' })).toEqual([account])
  })

  it('filters by state and asset, closed accounts included', async () => {
    const frozen = await open(ada, 'Frozen pot')
    await bank.call(`POST /api/v2/accounts/${frozen}/freeze`, { reason: 'Lost' }, ada)
    const closed = await open(ada, 'Closed pot')
    expect((await bank.call(`DELETE /api/v2/accounts/${closed}`, undefined, ada)).status).toBe(200)
    const of = (query: Record<string, string>) => found({ owner: ada.uuid, ...query })
    expect(await of({ status: 'frozen' })).toEqual([frozen])
    expect(await of({ status: 'closed' })).toEqual([closed])
    expect(await of({ status: 'active' })).not.toContain(closed)
    expect(await of({ asset: 'usd' })).toEqual([account])
    expect(await of({ asset: 'EUR' })).toEqual([])
    expect((await list({ asset: 'US$' })).status).toBe(422)
    expect((await list({ status: 'lost' })).status).toBe(422)
  })

  it('is for operators, and for live accounts', async () => {
    const keyOf = async (person: Person, environment: string) => {
      const asked = { name: 'Key', environment, permissions: ['*'] }
      return (await bank.call('POST /api/v2/api-keys', asked, person)).body.data.api_key
    }
    const play = await keyOf(ada, 'sandbox')
    const pretend = { user_uuid: ada.uuid, name: 'Sandbox pot' }
    const made = await bank.call('POST /api/accounts', pretend, { token: play })
    expect(made.status).toBe(201)
    expect(await found({ search: 'Sandbox pot' })).toEqual([])
    expect(await found({ search: made.body.data.uuid })).toEqual([])
    const one = `GET /api/v2/customer-accounts/${made.body.data.uuid}`
    expect((await bank.call(one, undefined, operator)).status).toBe(404)
    for (const token of [ada.token, play, await keyOf(operator, 'sandbox')]) {
      expect((await list({}, { token })).status).toBe(403)
      expect((await bank.call(one, undefined, { token })).status).toBe(403)
    }
    const anonymous = await bank.call('GET /api/v2/customer-accounts')
    expect(anonymous.status).toBe(401)
  })

  it('has an index for every kind of search', async () => {
    const plan = (where: string, ...without: string[]) =>
      explain(
        bank,
        `select * from accounts.accounts where environment = 'live' and ${where}
         order by created_at desc, uuid desc limit 20`,
        without,
      )
    const named = "select * from accounts.accounts where lower(name) like '%holiday%'"
    expect(await explain(bank, named, ['indexscan'])).toContain('accounts_search')
    expect(await plan('true', 'sort')).toContain('accounts_newest')
    expect(await plan('frozen_by is not null', 'sort')).toContain('accounts_frozen')
    expect(await plan('closed_at is not null', 'sort')).toContain('accounts_closed')
    const holders = `select account_id from ledger.balances where asset = 'EUR' and units <> 0`
    expect(await explain(bank, holders, [])).toContain('balances_asset')
  })
})

describe('the reason and the note of a freeze', () => {
  it('the customer reads the reason; operators read both', async () => {
    const pot = await open(ada, 'Watched pot')
    const request = { reason: 'Please call us', note: 'Case 1842: police' }
    const freeze = `POST /api/v2/accounts/${pot}/freeze`
    const byCustomer = await bank.call(freeze, request, ada)
    expect(byCustomer.status).toBe(403)
    expect((await bank.call(freeze, request, operator)).status).toBe(200)
    const detail = await show(pot)
    expect(detail).toMatchObject({ status: 'frozen' })
    expect(detail.status_changes[0]).toMatchObject({ ...request, user_uuid: operator.uuid })
    const notified = async () =>
      JSON.stringify((await bank.call('GET /api/v2/events?limit=100', undefined, ada)).body)
    await expect.poll(notified).toContain('Please call us')
    expect(await notified()).not.toContain(request.note)
    const own = await bank.call(`GET /api/v2/accounts/${pot}`, undefined, ada)
    expect(JSON.stringify(own.body)).not.toContain(request.note)
  })
})
