// API keys: what they may do, from where, for how long, and that a revoked one stops everywhere.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { openDatabase } from '../../../platform/database.ts'
import { addUsage } from './store.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const create = (person: Person, fields: object = {}) =>
  bank.call('POST /api/v2/api-keys', { name: 'Key', ...fields }, person)

const use = (token: string, route = 'GET /api/auth/user') => bank.call(route, undefined, { token })

describe('api_key.create', () => {
  it('shows the secret once and keeps its hash', async () => {
    const person = await bank.person()
    const { status, body } = await create(person, { description: 'For tests' })
    expect(status).toBe(201)
    const { api_key, ...key } = body.data
    expect(api_key).toMatch(/^fak_[A-Za-z0-9]{32}$/)
    expect(key).toMatchObject({
      key_prefix: api_key.slice(0, 8),
      permissions: ['read'],
      environment: 'live',
      is_active: true,
      expires_at: null,
      request_count: 0,
    })
    const shown = await bank.call(`GET /api/v2/api-keys/${key.uuid}`, undefined, person)
    expect(JSON.stringify(shown.body)).not.toContain(api_key)
    const rows = await bank.sql<object>(
      `select row_to_json(k)::text from api_keys.keys k
       union all select row_to_json(c)::text from identity.credentials c`,
    )
    expect(JSON.stringify(rows)).not.toContain(api_key)
  })

  it.each([
    ['live', /^sk_live_[A-Za-z0-9]{40}$/],
    ['sandbox', /^sk_sandbox_[A-Za-z0-9]{40}$/],
  ])('makes %s keys of their own kind', async (environment, pattern) => {
    const { body } = await create(await bank.person(), { environment })
    expect(body.data.api_key).toMatch(pattern)
    expect(body.data.environment).toBe(environment)
    expect((await use(body.data.api_key)).status).toBe(200)
  })

  it.each([
    [{ permissions: ['admin'] }, 'permissions'],
    [{ permissions: [] }, 'permissions'],
    [{ allowed_ips: ['10.0.0.1/33'] }, 'allowed_ips'],
    [{ allowed_ips: ['somewhere'] }, 'allowed_ips'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
  ])('refuses %j', async (fields, field) => {
    const answer = await create(await bank.person(), fields)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)[0]!.split('.')[0]).toBe(field)
  })
})

describe('a key', () => {
  it('allows what its permissions say and nothing more', async () => {
    const person = await bank.person()
    const reader = (await create(person)).body.data.api_key
    expect((await use(reader)).status).toBe(200)
    const all = (await create(person, { permissions: ['*'] })).body.data
    expect(all.permissions).toEqual(['read', 'write', 'delete'])
    // Not even a key with every permission creates keys: it could outlive its own revocation.
    const nested = await bank.call('POST /api/v2/api-keys', { name: 'x' }, { token: all.api_key })
    expect(nested.status).toBe(403)
  })

  it('works only from the addresses it allows', async () => {
    const person = await bank.person()
    const here = (await create(person, { allowed_ips: ['127.0.0.0/8', '::1'] })).body.data
    const elsewhere = (await create(person, { allowed_ips: ['10.1.2.3', '2001:db8::/32'] })).body
      .data
    expect((await use(here.api_key)).status).toBe(200)
    const refused = await use(elsewhere.api_key)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-ratelimit-limit')).toMatch(/\d/)
    const update = { allowed_ips: ['127.0.0.1'] }
    await bank.call(`PUT /api/v2/api-keys/${elsewhere.uuid}`, update, person)
    expect((await use(elsewhere.api_key)).status).toBe(200)
  })

  it('expires', async () => {
    const person = await bank.person()
    const { api_key, expires_at } = (await create(person, { expires_in: 30 })).body.data
    expect(new Date(expires_at).getTime() - bank.clock.now().getTime()).toBe(30 * 86_400_000)
    expect((await use(api_key)).status).toBe(200)
    bank.clock.advance(30 * 86_400)
    expect((await use(api_key)).status).toBe(401)
  })

  it('stops at once when revoked, and cannot be revoked or changed again', async () => {
    const person = await bank.person()
    const { api_key, uuid } = (await create(person)).body.data
    expect((await use(api_key)).status).toBe(200)
    expect((await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, person)).status).toBe(200)
    expect((await use(api_key)).status).toBe(401)
    for (const route of [
      `DELETE /api/v2/api-keys/${uuid}`,
      `POST /api/v2/api-keys/${uuid}/regenerate`,
    ]) {
      const again = await bank.call(route, undefined, person)
      expect(again.status).toBe(409)
      expect(again.body.error.code).toBe('API_KEY_REVOKED')
    }
    const events = await bank.sql<{ type: string }>(
      `select type from platform.events where data->>'key_uuid' = $1 order by position`,
      [uuid],
    )
    expect(events.map((event) => event.type)).toEqual(['api_key.created', 'api_key.revoked'])
  })

  it('can be regenerated with the same settings', async () => {
    const person = await bank.person()
    const settings = {
      environment: 'sandbox',
      permissions: ['read', 'write'],
      allowed_ips: ['127.0.0.1'],
    }
    const old = (await create(person, settings)).body.data
    const { status, body } = await bank.call(
      `POST /api/v2/api-keys/${old.uuid}/regenerate`,
      undefined,
      person,
    )
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ ...settings, name: old.name })
    expect(body.data.api_key).toMatch(/^sk_sandbox_/)
    expect((await use(old.api_key)).status).toBe(401)
    expect((await use(body.data.api_key)).status).toBe(200)
  })
})

describe('usage', () => {
  it('is counted per key, with the newest twenty requests', async () => {
    const person = await bank.person()
    const { api_key, uuid } = (await create(person)).body.data
    for (let i = 0; i < 24; i++) await use(api_key)
    await use(api_key, 'GET /api/nowhere')
    const read = async () =>
      (await bank.call(`GET /api/v2/api-keys/${uuid}`, undefined, person)).body.data
    const detail = await vi.waitFor(
      async () => {
        const data = await read()
        expect(data.statistics.total_requests).toBe(25)
        return data
      },
      { timeout: 120_000, interval: 50 },
    )
    expect(detail.statistics).toMatchObject({
      requests_today: 25,
      requests_this_month: 25,
      error_rate: 0.04,
    })
    expect(detail.statistics.avg_response_time).toBeGreaterThan(0)
    expect(detail.recent_requests).toHaveLength(20)
    expect(detail.recent_requests[0]).toMatchObject({ method: 'GET', ip_address: '127.0.0.1' })
    expect(detail).toMatchObject({ last_used_ip: '127.0.0.1', request_count: 25 })
  })

  it('shows the last use, in whatever order nodes write their counts', async () => {
    const person = await bank.person()
    const { uuid } = (await create(person)).body.data
    const used = (at: string, last_used_ip: string) => ({
      key_uuid: uuid,
      day: '2026-03-01',
      requests: 1,
      errors: 0,
      duration_ms_total: 1,
      last_used_at: new Date(at),
      last_used_ip,
    })
    const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => {} })
    await addUsage(database.write, [used('2026-03-01T12:00:02.000Z', '192.0.2.2')])
    await addUsage(database.write, [used('2026-03-01T12:00:01.000Z', '192.0.2.1')])
    await database.close()
    const { body } = await bank.call(`GET /api/v2/api-keys/${uuid}`, undefined, person)
    expect(body.data).toMatchObject({
      last_used_at: '2026-03-01T12:00:02.000Z',
      last_used_ip: '192.0.2.2',
      request_count: 2,
    })
  })
})

describe('several nodes on one database', () => {
  let other: Bank
  beforeAll(async () => {
    other = await startBank({ address: bank.address, clock: bank.clock })
  })
  afterAll(() => other.stop())

  /** A key that the other node has in its cache, and how it answers to it. */
  async function knownThere() {
    const person = await bank.person()
    const { api_key, uuid } = (await create(person)).body.data
    const there = async (): Promise<number> =>
      (await other.call('GET /api/auth/user', undefined, { token: api_key })).status
    expect(await there()).toBe(200)
    // The clock is stopped: without a notification, the cached credential would stay valid.
    const expectSoon = (status: number) => expect.poll(there).toBe(status)
    return { person, uuid, expectSoon }
  }

  it('all evict a revoked or changed credential when they are notified', async () => {
    const { person, uuid, expectSoon } = await knownThere()
    await bank.call(`PUT /api/v2/api-keys/${uuid}`, { allowed_ips: ['10.0.0.1'] }, person)
    await expectSoon(403)
    await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, person)
    await expectSoon(401)
  })

  it('do not trust their caches when notifications may have been missed', async () => {
    const { person, uuid, expectSoon } = await knownThere()
    // Disconnect both listeners, then revoke before they reconnect.
    await bank.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'florin listener' and datname = current_database()`)
    await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, person)
    await expectSoon(401)
  })

  it('replay a reply that another node stored', async () => {
    const options = { ...(await bank.person()), key: 'across' }
    const first = await bank.call('POST /api/v2/api-keys', { name: 'Here' }, options)
    const again = await other.call('POST /api/v2/api-keys', { name: 'Here' }, options)
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })
})
