// Tests of the audit trail as operators read it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STRUCK } from '../../../operation/changes.ts'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
let operator: Person
let ada: Person

beforeAll(async () => {
  bank = await startBank()
  operator = await bank.operator()
  ada = await bank.person()
})
afterAll(() => bank.stop())

const list = async (query: string, who: { token: string } = operator) =>
  bank.call(`GET /api/v2/audit?${query}`, undefined, who)

it('names who changed what, and distinguishes operators', async () => {
  const account = (await bank.call('POST /api/v2/accounts', { name: 'Watched' }, ada)).body.data
    .uuid
  const frozen = await bank.call(
    `POST /api/v2/accounts/${account}/freeze`,
    { reason: 'A check', authorized_by: 'Compliance' },
    operator,
  )
  expect(frozen.status, JSON.stringify(frozen.body)).toBe(200)
  const { data } = (await list(`target_uuid=${account}`)).body
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    operation: 'account.freeze',
    by_operator: true,
    user_uuid: operator.uuid,
    target_uuid: account,
    request_id: frozen.headers.get('x-request-id'),
  })
  const ofAda = (await list(`user_uuid=${ada.uuid}&by_operator=false`)).body.data
  expect(ofAda.map((row: { operation: string }) => row.operation)).toContain('account.open')
  expect(ofAda.every((row: { user_uuid: string }) => row.user_uuid === ada.uuid)).toBe(true)
})

it('is read in pages, the newest first, from a time on', async () => {
  const eve = await bank.person()
  bank.clock.advance(60)
  const since = bank.clock.now().toISOString()
  for (let n = 0; n < 5; n++) await bank.call('POST /api/v2/accounts', { name: `No ${n}` }, eve)
  const query = `user_uuid=${eve.uuid}&limit=2&since=${since}`
  const seen: string[] = []
  let before = ''
  for (;;) {
    const { data, next } = (await list(query + before)).body
    seen.push(...data.map((row: { id: string }) => row.id))
    if (next === null) break
    before = `&before=${next}`
  }
  expect(seen).toHaveLength(5)
  expect(seen).toEqual(seen.toSorted().toReversed())
})

it('is closed to other users, and does not mix environments', async () => {
  expect((await list('', ada)).status).toBe(403)
  const made = await bank.call(
    'POST /api/v2/api-keys',
    { name: 'Play', environment: 'sandbox', permissions: ['read', 'write'] },
    ada,
  )
  await bank.call('POST /api/v2/accounts', { name: 'Play' }, { token: made.body.data.api_key })
  const { data } = (await list(`user_uuid=${ada.uuid}&limit=100`)).body
  const [play] = await bank.sql<{ id: string }>(
    `select id from platform.audit where environment = 'sandbox' and user_uuid = $1`,
    [ada.uuid],
  )
  expect(play).toBeDefined()
  expect(data.map((row: { id: string }) => row.id)).not.toContain(play!.id)
})

describe('what changed', () => {
  const newest = async (query: string) => (await list(`${query}&limit=1`)).body.data[0]
  const changesOf = async (query: string) => (await newest(query)).changes

  it('is recorded with its values before and after, and names who did it to what', async () => {
    const made = await bank.call('POST /api/v2/accounts', { name: 'Holiday' }, ada)
    const account = made.body.data.uuid
    await bank.call(`POST /api/v2/accounts/${account}/freeze`, { reason: 'A check' }, operator)
    const row = await newest(`target_uuid=${account}`)
    expect(row).toMatchObject({
      user_name: 'Operator',
      target_kind: 'account',
      target_name: 'Holiday',
      credential_kind: 'login',
      credential_name: null,
    })
    expect(row.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'status', after: 'frozen' })]),
    )
    const { status, body } = await bank.call(`GET /api/v2/audit/${row.id}`, undefined, operator)
    expect(status).toBe(200)
    expect(body.data).toEqual(row)
  })

  it('is found out for settings that no path names by a uuid', async () => {
    const turn = (on: boolean) =>
      bank.call('PUT /api/v2/features/exchange', { on, reason: 'Under repair.' }, operator)
    await turn(false)
    const row = await newest('operation=feature.switch')
    expect(row).toMatchObject({ target_name: 'exchange', target_uuid: null })
    expect(row.changes).toEqual(
      expect.arrayContaining([{ field: 'exchange.on', before: 'true', after: 'false' }]),
    )
    await turn(true)
    expect(await changesOf('operation=feature.switch')).toEqual(
      expect.arrayContaining([{ field: 'exchange.on', before: 'false', after: 'true' }]),
    )
  })

  it('is nothing for a change to what was there already', async () => {
    const key = await bank.call('POST /api/v2/api-keys', { name: 'Reports' }, ada)
    const { uuid } = key.body.data
    await bank.call(`PUT /api/v2/api-keys/${uuid}`, { name: 'Reports' }, ada)
    expect(await changesOf(`target_uuid=${uuid}`)).toEqual([])
    await bank.call(`PUT /api/v2/api-keys/${uuid}`, { name: 'Month end' }, ada)
    expect(await changesOf(`target_uuid=${uuid}`)).toEqual([
      { field: 'name', before: 'Reports', after: 'Month end' },
    ])
    await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, ada)
    expect(await newest(`target_uuid=${uuid}`)).toMatchObject({
      target_kind: 'api_key',
      target_name: 'Month end',
      changes: [{ field: 'is_active', before: 'true', after: 'false' }],
    })
  })

  it('never holds a secret', async () => {
    const key = (
      await bank.call('POST /api/v2/api-keys', { name: 'CI', permissions: ['read', 'write'] }, ada)
    ).body.data
    const created = await newest(`user_uuid=${ada.uuid}&operation=api_key.create`)
    expect(created.changes).toContainEqual({ field: 'name', before: null, after: 'CI' })
    expect(created.changes).toContainEqual({ field: 'api_key', before: null, after: STRUCK })
    const again = await bank.call(`POST /api/v2/api-keys/${key.uuid}/regenerate`, {}, ada)
    const hook = await bank.call(
      'POST /api/v2/webhooks',
      { url: 'https://example.com/hook?token=s3cret-in-url', events: ['transfer.completed'] },
      ada,
    )
    expect(hook.status, JSON.stringify(hook.body)).toBe(201)
    const rotated = await bank.call(
      `POST /api/v2/webhooks/${hook.body.data.id}/rotate-secret`,
      {},
      ada,
    )
    const password = 'An0ther-Secret-8'
    await bank.call(
      'POST /api/auth/change-password',
      { current_password: ada.password, new_password: password },
      ada,
    )
    const rows = await bank.sql<{ text: string }>(
      'select changes::text as text from platform.audit where changes is not null',
    )
    const all = rows.map(({ text }) => text).join('\n')
    const secrets = [
      key.api_key,
      again.body.data.api_key,
      hook.body.data.secret,
      rotated.body.data?.secret ?? rotated.body.secret,
      's3cret-in-url',
      ada.password,
      password,
      ada.email,
      '$argon2',
    ]
    for (const secret of secrets) {
      expect(secret).toBeTruthy()
      expect(all).not.toContain(secret)
    }
  })

  it('names the key by which it was made', async () => {
    const eve = await bank.person()
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Importer', permissions: ['read', 'write'] },
      eve,
    )
    await bank.call('POST /api/v2/accounts', { name: 'A' }, { token: made.body.data.api_key })
    expect(await newest(`user_uuid=${eve.uuid}`)).toMatchObject({
      user_name: 'Ada Lovelace',
      credential_kind: 'api_key',
      credential_name: 'Importer',
    })
  })
})

describe('the period and the file', () => {
  it('end before a time, and have a line for each field', async () => {
    const eve = await bank.person()
    const { uuid } = (await bank.call('POST /api/v2/api-keys', { name: '=HYPERLINK()' }, eve)).body
      .data
    bank.clock.advance(60)
    const until = bank.clock.now().toISOString()
    await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, eve)
    const names = async (query: string) =>
      (await list(`user_uuid=${eve.uuid}&${query}`)).body.data.map(
        (row: { operation: string }) => row.operation,
      )
    expect(await names(`until=${until}`)).not.toContain('api_key.revoke')
    expect(await names(`since=${until}`)).toEqual(['api_key.revoke'])
    const file = await fetch(`${bank.url}/api/v2/audit?user_uuid=${eve.uuid}&format=csv`, {
      headers: { authorization: `Bearer ${operator.token}` },
    })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = await file.text()
    expect(text).toMatch(/^time,change_id,operation/)
    expect(text).toContain(`,is_active,true,false,`)
    expect(text).toContain(`'=HYPERLINK()`)
  })

  it('has no change of another environment at its id', async () => {
    const eve = await bank.person()
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Try', environment: 'sandbox', permissions: ['read', 'write'] },
      eve,
    )
    await bank.call('POST /api/v2/accounts', { name: 'Try' }, { token: made.body.data.api_key })
    const [play] = await bank.sql<{ id: string }>(
      `select id from platform.audit where environment = 'sandbox' limit 1`,
    )
    expect((await bank.call(`GET /api/v2/audit/${play!.id}`, undefined, operator)).status).toBe(404)
    expect((await bank.call('GET /api/v2/audit/none', undefined, operator)).status).toBe(404)
  })
})

it('reads every list along an index', async () => {
  for (const filter of [
    'true',
    'by_operator',
    `operation = 'account.freeze'`,
    `user_uuid = '${ada.uuid}'`,
    `target_uuid = '${ada.uuid}'`,
    `agent_uuid = '${ada.uuid}'`,
  ]) {
    const plan = await bank.sql<{ 'QUERY PLAN': string }>(
      `explain select * from platform.audit where environment = 'live' and ${filter} order by id desc limit 50`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n'), filter).toMatch(/Index/)
  }
})
