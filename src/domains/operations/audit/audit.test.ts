// Tests of the audit trail as operators read it.
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('reads every list along an index', async () => {
  for (const filter of [
    'true',
    'by_operator',
    `operation = 'account.freeze'`,
    `user_uuid = '${ada.uuid}'`,
    `target_uuid = '${ada.uuid}'`,
  ]) {
    const plan = await bank.sql<{ 'QUERY PLAN': string }>(
      `explain select * from platform.audit where environment = 'live' and ${filter} order by id desc limit 50`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n'), filter).toMatch(/Index/)
  }
})
