// Exports and erasures of persons by a bank: who may ask, what stands in the way, what ends and what is kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  type Person,
  startBank,
  type CallOptions,
} from '../../../../test/harness/bank.ts'
import { listForReplay, replay } from './replay.ts'
import { ERASE_JOB } from './service.ts'

const ERASURE = '/api/v2/personal-data/erasure'
const DAY_SECONDS = 86_400

let bank: Bank
let operator: Person
beforeAll(async () => {
  bank = await startBank()
  operator = await bank.operator()
})
afterAll(() => bank.stop())

const erase = (caller: CallOptions) => bank.call(`POST ${ERASURE}`, {}, caller)

const accountOf = async ({ uuid }: Person): Promise<string> => {
  const [row] = await bank.sql<{ uuid: string }>(
    'select uuid from accounts.accounts where user_uuid = $1',
    [uuid],
  )
  return row!.uuid
}

async function pay(person: Person, amount: string): Promise<void> {
  const { status } = await bank.call(
    `POST /api/accounts/${await accountOf(person)}/deposit`,
    { amount, asset_code: 'USD' },
    person,
  )
  expect(status).toBeLessThan(300)
}

const countErasures = async ({ uuid }: Person): Promise<number> => {
  const found = await bank.sql('select from personal_data.erasures where user_uuid = $1', [uuid])
  return found.length
}

describe('personal_data.export', () => {
  it('is a file with the rows of the caller', async () => {
    const person = await bank.person({ name: 'Grace Hopper' })
    const { headers, body } = await bank.call('GET /api/v2/personal-data', undefined, person)
    expect(headers.get('content-disposition')).toContain('personal-data-2026-03-01.json')
    expect(body).toMatchObject({
      user_uuid: person.uuid,
      data: { 'identity.users': [{ name: 'Grace Hopper', email: person.email }] },
    })
    expect(body.not_exported).toContainEqual(
      expect.objectContaining({ table: 'regulatory.sanctions_hits' }),
    )
  })

  it('says in numbers what there is, and what an erasure does to it', async () => {
    const person = await bank.person()
    const route = 'GET /api/v2/personal-data?format=summary'
    const { data } = (await bank.call(route, undefined, person)).body
    expect(data.tables).toContainEqual({
      table: 'identity.users',
      rows: 1,
      not_exported: null,
      kept: null,
    })
    const opening = data.tables.find((one: { table: string }) => one.table === 'ledger.openings')
    expect(opening.kept).toContain('books')
  })

  it('does not say that something is there which an export leaves out', async () => {
    const person = await bank.person({ name: 'Looked Into' })
    await bank.sql(
      `insert into regulatory.sanctions_hits (id, environment, name, name_key, entry_id, entry_name, score,
         list_version, source, status, created_at, last_seen_at)
       select uuid, 'live', name, uuid::text, 'e', 'E', 9000, 'v', 'transfer', 'open', now(), now()
       from identity.users where uuid = $1`,
      [person.uuid],
    )
    const route = 'GET /api/v2/personal-data?format=summary'
    const { tables } = (await bank.call(route, undefined, person)).body.data
    const names = tables.map((one: { table: string }) => one.table)
    expect(names).toContain('identity.users')
    expect(names.filter((name: string) => name.startsWith('regulatory.'))).toEqual([])
  })

  it('shows nothing of an address that was not confirmed, because it may be that of another', async () => {
    const [sender, person] = [await bank.person(), await bank.person()]
    await pay(sender, '5.00')
    await bank.sql('update identity.users set email_verified_at = null where uuid = $1', [
      person.uuid,
    ])
    const sent = await bank.call(
      'POST /api/v2/mobile/transfers/p2p',
      { to_user: person.email, amount: '1.00', currency: 'USD', note: 'For the rent' },
      sender,
    )
    expect(sent.status).toBe(201)
    const read = async () =>
      (await bank.call('GET /api/v2/personal-data', undefined, person)).body.data[
        'mobile.p2p_transfers'
      ]
    expect(await read()).toBeUndefined()
    await bank.sql('update identity.users set email_verified_at = now() where uuid = $1', [
      person.uuid,
    ])
    expect(await read()).toMatchObject([{ note: 'For the rent' }])
  })

  it('asks for a login, because a key would give everything away', async () => {
    const person = await bank.person()
    const { status } = await bank.call(
      'GET /api/v2/personal-data',
      undefined,
      await bank.apiKey(person),
    )
    expect(status).toBe(403)
  })
})

describe('user.export', () => {
  it('is for operators only, and about the user that it names', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const route = `GET /api/v2/users/${person.uuid}/personal-data`
    expect((await bank.call(route, undefined, other)).status).toBe(403)
    const { body } = await bank.call(route, undefined, operator)
    expect(body).toMatchObject({ data: { 'identity.users': [{ uuid: person.uuid }] } })
  })
})

describe('erasure.preview', () => {
  it('says what is erased, what is kept, and what stands in the way', async () => {
    const person = await bank.person()
    const before = (await bank.call(`GET ${ERASURE}`, undefined, person)).body.data
    expect(before).toMatchObject({ can_be_erased: true, obstacles: [] })
    expect(before.erased).toContain('notifications.notices')
    const books = before.kept.find((one: { law: string }) => one.law === 'books')
    expect(books).toMatchObject({ until: '2031-03-01T12:00:00.000Z' })
    expect(books.tables).toContain('ledger.moves')
    await pay(person, '5.00')
    const { data } = (await bank.call(`GET ${ERASURE}`, undefined, person)).body
    expect(data).toMatchObject({
      can_be_erased: false,
      obstacles: [{ what: 'balances that are not zero', count: 1 }],
    })
  })
})

describe('erasure.create', () => {
  it('ends all access at once, and hides the name from others', async () => {
    const person = await bank.person({ name: 'Edsger Dijkstra' })
    const key = await bank.apiKey(person)
    const account = await accountOf(person)
    const { status, body } = await erase(person)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      user_uuid: person.uuid,
      kept_until: '2031-03-01T12:00:00.000Z',
    })
    for (const caller of [person, key])
      expect((await bank.call('GET /api/accounts', undefined, caller)).status).toBe(401)
    const again = { email: person.email, password: person.password }
    expect((await bank.call('POST /api/auth/login', again)).status).toBe(401)
    const [held] = await bank.sql('select holder_name, status from ledger.accounts where id = $1', [
      account,
    ])
    expect(held).toEqual({ holder_name: 'Erased customer', status: 'closed' })
    const found = await bank.call('GET /api/v2/users?search=Dijkstra', undefined, operator)
    expect(found.body.data).toEqual([])
  })

  it('erases the rest by a job, which may run again', async () => {
    const person = await bank.person()
    const hook = { url: 'https://example.com/hook', events: ['*'] }
    await bank.call('POST /api/v2/webhooks', hook, person)
    expect((await erase(person)).status).toBe(201)
    await bank.runJob(ERASE_JOB)
    await bank.runJob(ERASE_JOB)
    for (const table of ['webhooks.webhooks', 'identity.credentials', 'notifications.notices'])
      expect(await bank.sql(`select from ${table} where user_uuid = $1`, [person.uuid])).toEqual([])
    const { data } = (await bank.call('GET /api/v2/erasures?per_page=100', undefined, operator))
      .body
    const row = data.find((one: { user_uuid: string }) => one.user_uuid === person.uuid)
    expect(row).toMatchObject({ status: 'kept', asked_by: person.uuid, reason: null })
  })

  it('erases the others, also while one of them cannot be erased', async () => {
    const [stuck, other] = [await bank.person(), await bank.person()]
    await erase(stuck)
    await erase(other)
    await bank.runJob(ERASE_JOB)
    const both = [[stuck.uuid, other.uuid]]
    await bank.sql(
      'update personal_data.erasures set erased_at = null where user_uuid = any($1)',
      both,
    )
    const [sealed] = await bank.sql<{ identity: Buffer }>(
      `update personal_data.erasures e set identity = 'not sealed' from personal_data.erasures earlier
       where e.id = earlier.id and e.user_uuid = $1 returning earlier.identity`,
      [stuck.uuid],
    )
    const erased = async () =>
      bank.sql(
        `select user_uuid, erased_at is not null as is_erased from personal_data.erasures
         where user_uuid = any($1) order by asked_at, id`,
        both,
      )
    await expect(bank.runJob(ERASE_JOB)).rejects.toThrow('1 erasures failed')
    expect(await erased()).toEqual([
      { user_uuid: stuck.uuid, is_erased: false },
      { user_uuid: other.uuid, is_erased: true },
    ])
    await bank.sql('update personal_data.erasures set identity = $2 where user_uuid = $1', [
      stuck.uuid,
      sealed!.identity,
    ])
    await bank.runJob(ERASE_JOB)
    expect(await erased()).toMatchObject([{ is_erased: true }, { is_erased: true }])
  })

  it('lets the person register anew, who finds nothing of before', async () => {
    const person = await bank.person()
    await bank.call(`PUT /api/accounts/${await accountOf(person)}`, { name: 'Old name' }, person)
    await erase(person)
    const anew = await bank.person({ email: person.email })
    expect(anew.uuid).not.toBe(person.uuid)
    const { body } = await bank.call('GET /api/v2/personal-data', undefined, anew)
    expect(JSON.stringify(body.data)).not.toContain(person.uuid)
    expect(await countErasures(anew)).toBe(0)
  })

  it('asks for a proof of who it is', async () => {
    const person = await bank.person()
    bank.clock.advance(3_600)
    const { status, body } = await erase(person)
    expect([status, body.error.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect(await countErasures(person)).toBe(0)
    operator = await bank.operator()
  })

  it('is refused to those who owe something or are looked into', async () => {
    const cases: [obstacle: string, put: (person: Person) => Promise<unknown>][] = [
      ['balances that are not zero', (person) => pay(person, '1.00')],
      [
        'accounts that are frozen or owe money',
        async (person) =>
          bank.sql('update ledger.accounts set owes = true where id = $1', [
            await accountOf(person),
          ]),
      ],
      [
        'a matter that the bank has to settle first',
        ({ uuid }) =>
          bank.sql(
            `insert into regulatory.sanctions_hits (id, environment, name, name_key, entry_id, entry_name, score,
               list_version, source, status, created_at, last_seen_at)
             select uuid, 'live', upper(name), name || uuid, 'e', 'E', 9000, 'v', 'transfer', 'open', now(), now()
             from identity.users where uuid = $1`,
            [uuid],
          ),
      ],
    ]
    for (const [at, [obstacle, put]] of cases.entries()) {
      const person = await bank.person({ name: `Case Number${'abc'[at]}` })
      await put(person)
      const { status, body } = await erase(person)
      expect([status, body.error.details.obstacles]).toEqual([409, [{ what: obstacle, count: 1 }]])
      expect((await bank.call('GET /api/accounts', undefined, person)).status).toBe(200)
      expect(await countErasures(person)).toBe(0)
    }
  })

  it('is no way for an operator to disappear', async () => {
    const { body } = await erase(operator)
    expect(body.error.details.obstacles).toEqual([{ what: 'the office of an operator', count: 1 }])
  })

  it('changes nothing of others', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const rows = `select u.name, u.email, a.holder_name, count(c.*)::int as credentials
      from identity.users u join ledger.accounts a on a.user_uuid = u.uuid
      join identity.credentials c on c.user_uuid = u.uuid where u.uuid = $1 group by 1, 2, 3`
    const before = await bank.sql(rows, [other.uuid])
    await erase(person)
    await bank.runJob(ERASE_JOB)
    expect(before).toHaveLength(1)
    expect(await bank.sql(rows, [other.uuid])).toEqual(before)
  })
})

describe('user.erase', () => {
  it('erases by the same rules, and not somebody who is suspended', async () => {
    const person = await bank.person()
    const route = `POST /api/v2/users/${person.uuid}/erase`
    const request = { reason: 'Asked by letter.' }
    expect((await bank.call(route, request, person)).status).toBe(403)
    await bank.call(
      `POST /api/v2/users/${person.uuid}/suspend`,
      { reason: 'Looked into.' },
      operator,
    )
    const refused = await bank.call(route, request, operator)
    expect(refused.body.error.details.obstacles).toEqual([
      { what: 'a suspension by the bank', count: 1 },
    ])
    await bank.call(`POST /api/v2/users/${person.uuid}/reinstate`, { reason: 'Done.' }, operator)
    expect((await bank.call(route, request, operator)).status).toBe(201)
    expect((await bank.call(route, request, operator)).status).toBe(409)
    const audit = await bank.sql<{ changes: unknown }>(
      `select changes from platform.audit where operation = 'user.erase' and target_uuid = $1`,
      [person.uuid],
    )
    expect(audit).toEqual([{ changes: null }])
  })
})

describe('a replay after a restore', () => {
  it('erases again who is back, and nobody twice', async () => {
    const [gone, back] = [await bank.person(), await bank.person({ name: 'Back Again' })]
    await erase(gone)
    const { write, read } = bank.app.bank.database
    const listed = await listForReplay(read)
    const known = listed.find((one) => one.user_uuid === gone.uuid)!
    expect(JSON.stringify(listed)).not.toContain('@')
    const lost = { ...known, id: back.uuid, user_uuid: back.uuid }
    expect(await replay(write, [...listed, lost])).toBe(1)
    await bank.runJob(ERASE_JOB)
    expect(await replay(write, [...listed, lost])).toBe(0)
    expect((await bank.call('GET /api/accounts', undefined, back)).status).toBe(401)
    const [row] = await bank.sql('select name from identity.users where uuid = $1', [back.uuid])
    expect(row).toEqual({ name: 'Erased customer' })
    const route = `POST /api/v2/erasures/${back.uuid}/disclose`
    const disclosed = await bank.call(route, { reason: 'Order 2.' }, await bank.operator())
    expect(disclosed.body.data).toMatchObject({ name: 'Back Again', email: back.email })
  })
})

describe('append-only rows', () => {
  it('keep every number of the ledger even from an erasure', async () => {
    const change = (set: string) =>
      bank.sql(`do $$ begin
        perform set_config('florin.erases', 'on', true);
        update ledger.moves set ${set} where true;
      end $$`)
    await pay(await bank.person(), '1.00')
    await change('reference = null')
    for (const set of ['units = units + 1', 'created_at = now()', 'to_after = 0'])
      await expect(change(set)).rejects.toThrow('append-only')
    await expect(bank.sql('update ledger.moves set reference = null')).rejects.toThrow(
      'append-only',
    )
  })
})

describe('erasure.disclose', () => {
  it('says who it was until the term is over, and then nobody knows', async () => {
    const person = await bank.person({ name: 'Kurt Goedel' })
    const { id } = (await erase(person)).body.data
    await bank.runJob(ERASE_JOB)
    const disclose = async () =>
      bank.call(
        `POST /api/v2/erasures/${id}/disclose`,
        { reason: 'Order 1.' },
        await bank.operator(),
      )
    expect((await disclose()).body.data).toEqual({
      user_uuid: person.uuid,
      name: 'Kurt Goedel',
      email: person.email,
    })
    bank.clock.advance(5 * 366 * DAY_SECONDS)
    await bank.runJob(ERASE_JOB)
    const { status, body } = await disclose()
    expect([status, body.error.code]).toEqual([410, 'IDENTITY_NOT_KEPT'])
  })
})
