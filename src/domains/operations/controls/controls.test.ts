// Tests of switches and limits that operators set while the bank runs, on two nodes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
let node: Bank
let operator: Person
let ada: Person

beforeAll(async () => {
  bank = await startBank()
  node = await startBank({ address: bank.address, clock: bank.clock })
  operator = await bank.operator()
  ada = await bank.person()
})
afterAll(async () => {
  await node.stop()
  await bank.stop()
})

const turn = (feature: string, on: boolean, who: { token: string } = operator) =>
  bank.call(`PUT /api/v2/features/${feature}`, { on, reason: 'Under repair.' }, who)
const open = (at: Bank, who: { token: string }) =>
  at.call('POST /api/v2/accounts', { name: 'Savings' }, who)

describe('a part that is switched off', () => {
  it('refuses changes by customers at every node and through every transport, and nothing else', async () => {
    expect((await turn('accounts', false)).body.data).toMatchObject({
      feature: 'accounts',
      on: false,
      reason: 'Under repair.',
      switched_by: operator.uuid,
    })
    const refused = await open(bank, ada)
    expect(refused.status).toBe(503)
    expect(refused.body.error.message).toContain('Under repair.')
    await expect.poll(async () => (await open(node, ada)).status).toBe(503)
    const query = 'mutation { createAccount(input: { name: "Savings" }) { uuid } }'
    const asked = await bank.call('POST /api/graphql', { query }, ada)
    expect(JSON.stringify(asked.body.errors)).toContain('Under repair.')

    expect((await bank.call('GET /api/v2/accounts', undefined, ada)).status).toBe(200)
    expect((await open(bank, operator)).status).toBe(201)
    expect((await bank.call('POST /api/v2/api-keys', { name: 'Key' }, ada)).status).toBe(201)

    expect((await turn('accounts', true)).body.data).toMatchObject({ on: true, reason: null })
    expect((await open(bank, ada)).status).toBe(201)
    await expect.poll(async () => (await open(node, ada)).status).toBe(201)
  })

  it('may be sign-up, or all changes; users can still sign in', async () => {
    const register = (email: string) =>
      bank.call('POST /api/auth/register', { name: 'New', email, password: 'Corr3ct-horse-9' })
    const signIn = () =>
      bank.call('POST /api/auth/login', { email: ada.email, password: ada.password })
    await turn('sign-up', false)
    expect((await register('one@example.com')).status).toBe(503)
    expect((await open(bank, ada)).status).toBe(201)
    await turn('sign-up', true)
    await turn('passkeys', false)
    expect((await bank.call('POST /api/auth/passkey/challenge', {})).status).not.toBe(503)
    await turn('passkeys', true)
    await turn('all-changes', false)
    expect((await register('one@example.com')).status).toBe(503)
    expect((await open(bank, ada)).status).toBe(503)
    expect((await signIn()).status).toBe(200)
    for (const way of ['/api/auth/passkey/challenge', '/api/auth/passkey/verify'])
      expect((await bank.call(`POST ${way}`, {})).status, way).not.toBe(503)
    for (const way of ['challenge', 'verify']) {
      const { status } = await bank.call(`POST /api/mobile/auth/biometric/${way}`, {})
      expect(status, way).not.toBe(503)
    }
    await turn('all-changes', true)
    expect((await register('one@example.com')).status).toBe(201)
  })

  it('is listed with its reason; what is essential is not in the list', async () => {
    await turn('exchange', false)
    const { data } = (await bank.call('GET /api/v2/features', undefined, operator)).body
    const byName = new Map(data.map((row: { feature: string }) => [row.feature, row]))
    expect(byName.get('exchange')).toMatchObject({
      on: false,
      reason: 'Under repair.',
      group: 'Markets',
      changed: { by: operator.uuid, by_name: 'Operator' },
    })
    expect(byName.get('transfers')).toMatchObject({ on: true, reason: null, switched_by: null })
    expect(byName.has('identity')).toBe(false)
    expect(byName.has('controls')).toBe(false)
    expect((await turn('exchange', true)).body.data.changed).toMatchObject({ audit_id: null })
    const again = (await bank.call('GET /api/v2/features', undefined, operator)).body.data
    const { changed } = again.find((row: { feature: string }) => row.feature === 'exchange')
    const entry = await bank.call(`GET /api/v2/audit/${changed.audit_id}`, undefined, operator)
    expect(entry.body.data).toMatchObject({ target_name: 'exchange', user_uuid: operator.uuid })
  })

  it('is switched only by an operator who signed in, by a name from the list', async () => {
    expect((await turn('exchange', false, ada)).status).toBe(403)
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Key', permissions: ['read', 'write'] },
      operator,
    )
    expect((await turn('exchange', false, { token: made.body.data.api_key })).status).toBe(403)
    expect((await turn('weather', false)).status).toBe(404)
    const silent = await bank.call('PUT /api/v2/features/exchange', { on: false }, operator)
    expect(silent.status).toBe(422)
    expect((await bank.call('GET /api/v2/features', undefined, ada)).status).toBe(403)
    expect(await bank.sql('select * from controls.switched_off')).toEqual([])
  })
})

describe('limits set by an operator', () => {
  const set = (limits: object) =>
    bank.call('PUT /api/v2/rate-limits', { reason: 'A test.', ...limits }, operator)

  it('take effect at once on every node, are shown, and end', async () => {
    const eve = await bank.person()
    expect((await set({ per_minute: 2 })).body.data).toMatchObject({
      per_minute: 2,
      per_hour: 0,
      configured: { per_minute: 0, per_hour: 0 },
      set_by: operator.uuid,
    })
    const read = (at: Bank) => at.call('GET /api/v2/accounts', undefined, eve)
    await expect
      .poll(async () => (await bank.call('GET /api/v2')).body.rate_limits.per_minute)
      .toBe(2)
    const statuses = [await read(bank), await read(bank), await read(bank)].map((a) => a.status)
    expect(statuses).toEqual([200, 200, 429])
    await expect
      .poll(async () => (await node.call('GET /api/v2')).headers.get('X-RateLimit-Limit'))
      .toBe('1000')
    bank.clock.advance(61)
    expect((await set({})).body.data).toMatchObject({ per_minute: 0 })
    await expect
      .poll(async () => (await bank.call('GET /api/v2')).body.rate_limits.per_minute)
      .toBe(0)
    for (let n = 0; n < 4; n++) expect((await read(bank)).status).toBe(200)
  })

  it('are whole numbers in bounds, set by operators only', async () => {
    for (const per_minute of [-1, 1.5, 1_000_001, '5'])
      expect((await set({ per_minute })).status, String(per_minute)).toBe(422)
    const asked = await bank.call('PUT /api/v2/rate-limits', { reason: 'Mine.' }, ada)
    expect(asked.status).toBe(403)
    expect((await bank.call('GET /api/v2/rate-limits', undefined, ada)).status).toBe(403)
  })

  it('leave a trace: an event and a row of the audit trail', async () => {
    const changes = await bank.call(
      'GET /api/v2/audit?operation=rate_limits.set',
      undefined,
      operator,
    )
    expect(changes.body.data[0]).toMatchObject({ by_operator: true, user_uuid: operator.uuid })
    const [event] = await bank.sql<{ data: object }>(
      `select data from platform.events where type = 'rate_limits.set' order by position limit 1`,
    )
    expect(event!.data).toMatchObject({ per_minute: 2, per_hour: null, reason: 'A test.' })
  })
})
