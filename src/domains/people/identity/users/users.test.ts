// What operators see of users and may do to their access: for operators only, and the credentials of a suspended user
// are rejected at once and on every node, until the user is reinstated.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { explain } from '../../../../../test/harness/explain.ts'
import { openDatabase } from '../../../../platform/database.ts'
import { registerAgent, signIn } from '../../../agents/agents/test-support.ts'
import { mailsTo } from '../../../payments/mobile/test-support.ts'
import { askForTokens, authorize, openVerifier } from '../../oauth/test-support.ts'
import { callAs, onboard } from '../../partners/test-support.ts'
import {
  askToLogIn,
  assert,
  enableBiometrics,
  registerPasskey,
  signChallenge,
} from '../../passkeys/test-support.ts'
import { AuthorityCheck } from '../credentials/authority.ts'

let bank: Bank
let other: Bank
let operator: Person
let verifier: ReturnType<typeof openVerifier>
beforeAll(async () => {
  bank = await startBank()
  other = await startBank({ address: bank.address, clock: bank.clock })
  operator = await bank.operator()
  verifier = openVerifier(bank)
})
afterAll(async () => {
  await verifier.close()
  await other.stop()
  await bank.stop()
})

const list = async (query: Record<string, string>) =>
  bank.call(`GET /api/v2/users?${new URLSearchParams(query).toString()}`, undefined, operator)
const found = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).body.data.map(({ uuid }: Person) => uuid)
const act = (action: string, uuid: string, body: object = { reason: 'You asked for it.' }) =>
  bank.call(`POST /api/v2/users/${uuid}/${action}`, body, operator)
const show = async (uuid: string) =>
  (await bank.call(`GET /api/v2/users/${uuid}`, undefined, operator)).body.data
const key = async (person: Person, more: object = {}) =>
  (await bank.call('POST /api/v2/api-keys', { name: 'Key', ...more }, person)).body.data.api_key

describe('user.list', () => {
  it('finds users by part of a name or an address, case-insensitively, and by uuid', async () => {
    const person = await bank.person({ name: 'Hedy Lamarr', email: 'h.lamarr@film.example' })
    for (const search of ['LAMARR', 'edy La', 'h.lamarr@FILM', 'he', person.uuid, ' hedy '])
      expect(await found({ search }), search).toEqual([person.uuid])
    // One or two letters match only the beginning of names and addresses.
    expect(await found({ search: 'ed' })).toEqual([])
  })

  it('matches the wildcards of LIKE literally', async () => {
    const person = await bank.person({ name: '100%_sure\\' })
    for (const search of ['100%', '%_s', 'sure\\'])
      expect(await found({ search })).toContain(person.uuid)
    expect(await found({ search: '%%%' })).toEqual([])
    expect(await found({ search: '___' })).toEqual([])
  })

  it('lists the newest first, in pages, by state and by tenant', async () => {
    const [first, second] = [await bank.person(), await bank.person()]
    bank.clock.advance(1)
    const newest = await bank.person()
    const { body } = await list({ per_page: '1' })
    expect(body.data[0]).toMatchObject({ uuid: newest.uuid, status: 'active', tenant_id: null })
    expect(body.data[0]).not.toHaveProperty('password_hash')
    expect(body.meta.total).toBeGreaterThan(2)
    await act('suspend', second.uuid)
    const suspended = await found({ status: 'suspended' })
    expect(suspended).toContain(second.uuid)
    expect(suspended).not.toContain(first.uuid)
    const partner = await onboard(bank)
    const asked = { name: 'Shop', plan: 'free' }
    const made = await callAs(bank, partner, 'POST /api/v2/partner/tenants', asked)
    const { tenant_id } = made.body.data
    const customer = { name: 'Tenant Customer', email: 'tc@example.com', password: 'Corr3ct-horse' }
    const headers = { 'X-Tenant-ID': tenant_id }
    const theirs = await bank.call('POST /api/auth/register', customer, { headers })
    expect(await found({ tenant_id })).toEqual([theirs.body.data.user.uuid])
    expect((await show(theirs.body.data.user.uuid)).tenant_id).toBe(tenant_id)
  })

  it('has indexes for every way to search', async () => {
    const like = "(lower(name) like '%lovelace%' or lower(email) like '%lovelace%')"
    const order = 'order by created_at desc, uuid desc limit 20'
    const people = 'select * from identity.users'
    expect(await explain(bank, `${people} where ${like} ${order}`, ['indexscan'])).toContain(
      'users_search',
    )
    expect(await explain(bank, `${people} ${order}`, ['sort'])).toContain('users_newest')
    const suspended = `${people} where status = 'suspended' ${order}`
    expect(await explain(bank, suspended, ['sort'])).toContain('users_suspended')
  })
})

describe('who may', () => {
  const routes = (uuid: string) => [
    'GET /api/v2/users',
    `GET /api/v2/users/${uuid}`,
    `GET /api/v2/users/${uuid}/api-keys`,
    `GET /api/v2/users/${uuid}/grants`,
    `POST /api/v2/users/${uuid}/suspend`,
    `POST /api/v2/users/${uuid}/reinstate`,
    `POST /api/v2/users/${uuid}/end-sessions`,
  ]

  it('only operators, signed in: no customer, no key of an operator, no partner', async () => {
    const victim = await bank.person()
    const keys = { permissions: ['*'] }
    const callers = {
      customer: (await bank.person()).token,
      themselves: victim.token,
      'sandbox key of an operator': await key(operator, { ...keys, environment: 'sandbox' }),
      'live key of an operator': await key(operator, keys),
    }
    const partner = await onboard(bank)
    for (const route of routes(victim.uuid)) {
      const body = route.startsWith('POST') ? { reason: 'Because' } : undefined
      expect((await bank.call(route, body)).status, route).toBe(401)
      for (const [who, token] of Object.entries(callers))
        expect((await bank.call(route, body, { token })).status, `${who}: ${route}`).toBe(403)
      expect((await callAs(bank, partner, route, body)).status, `partner: ${route}`).toBe(403)
    }
    expect(await show(victim.uuid)).toMatchObject({ status: 'active', status_changes: [] })
  })

  it('an operator, for a user who exists', async () => {
    for (const route of routes('0199d3a2-7c00-7000-8000-00000000dead').slice(1)) {
      const body = route.startsWith('POST') ? { reason: 'Because' } : undefined
      expect((await bank.call(route, body, operator)).status, route).toBe(404)
    }
    expect((await act('suspend', 'not-a-uuid')).status).toBe(404)
  })
})

describe('user.show', () => {
  it('shows sessions, counts access, and shows keys and clients without secrets', async () => {
    const person = await bank.person()
    const secret = await key(person, { name: 'Bookkeeping' })
    await registerPasskey(bank, person)
    const { client } = await authorize(bank, person)
    const detail = await show(person.uuid)
    expect(detail).toMatchObject({ two_factor: false, status: 'active' })
    expect(detail.access).toMatchObject({ api_keys: 1, passkeys: 1, connected_programs: 1 })
    expect(detail.sessions.length).toBeGreaterThan(0)
    const keys = await bank.call(`GET /api/v2/users/${person.uuid}/api-keys`, undefined, operator)
    expect(keys.body.data).toEqual([expect.objectContaining({ name: 'Bookkeeping' })])
    const grants = await bank.call(`GET /api/v2/users/${person.uuid}/grants`, undefined, operator)
    expect(grants.body.data).toEqual([expect.objectContaining({ client_id: client.client_id })])
    const all = JSON.stringify([detail, keys.body, grants.body])
    expect(all).not.toContain(secret)
    expect(all).not.toContain('hash')
  })
})

describe('user.suspend', () => {
  it('disables every credential on every node, and user.reinstate enables them again', async () => {
    const person = await bank.person()
    const apiKey = await key(person, { permissions: ['read'] })
    const headers = await signIn(bank, await registerAgent(bank, person))
    const program = await authorize(bank, person)
    const accounts = 'GET /api/v2/accounts'
    const statuses = async (at: Bank) => [
      (await at.call(accounts, undefined, person)).status,
      (await at.call(accounts, undefined, { token: apiKey })).status,
    ]
    const session_token = headers['X-Agent-Session']
    const isAgent = async () =>
      (await bank.call('POST /api/agent-protocol/auth/validate', { session_token })).body.valid
    expect(await isAgent()).toBe(true)
    expect(await statuses(bank)).toEqual([200, 200])
    expect(await statuses(other)).toEqual([200, 200])

    const reason = 'Please confirm who you are.'
    const suspended = await act('suspend', person.uuid, { reason, note: 'Case 1842' })
    expect(suspended.body.data.status).toBe('suspended')
    expect(await statuses(bank)).toEqual([401, 401])
    await expect.poll(() => statuses(other)).toEqual([401, 401])
    expect(await verifier.verify(program.access_token)).toBeUndefined()
    expect(await isAgent()).toBe(false)
    const renewal = { grant_type: 'refresh_token', refresh_token: program.refresh_token }
    expect((await askForTokens(bank, program.client, renewal)).status).toBe(400)

    expect((await act('reinstate', person.uuid)).body.data.status).toBe('active')
    expect(await statuses(bank)).toEqual([200, 200])
    await expect.poll(() => statuses(other)).toEqual([200, 200])
    expect(await verifier.verify(program.access_token)).toBeDefined()
    expect(await isAgent()).toBe(true)
  })

  it('rejects every way to sign in, and gives the reason to a user who authenticates', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person)
    const telephone = await enableBiometrics(bank, person)
    const agent = await registerAgent(bank, person)
    await act('suspend', person.uuid, { reason: 'Please confirm who you are.', note: 'Case 1842' })
    const tries = [
      bank.call('POST /api/auth/login', person),
      bank.call('POST /api/auth/refresh', { refresh_token: person.refreshToken }),
      bank.call(
        'POST /api/v2/mobile/auth/passkey/verify',
        assert(passkey, { challenge: await askToLogIn(bank) }),
      ),
      bank.call('POST /api/mobile/auth/biometric/verify', await signChallenge(bank, telephone)),
    ]
    for (const { status, body } of await Promise.all(tries)) {
      expect(status, JSON.stringify(body)).toBe(403)
      expect(body.error.code ?? body.error).toBe('ACCESS_SUSPENDED')
      expect(body.message).toContain('Please confirm who you are.')
      expect(JSON.stringify(body)).not.toContain('Case 1842')
    }
    await expect(signIn(bank, agent)).rejects.toThrow(/login answered 4/)
    const wrong = await bank.call('POST /api/auth/login', { ...person, password: 'Wr0ng-horse' })
    expect(wrong.body.message).toBe('These credentials do not match our records.')
    await act('reinstate', person.uuid)
    const refreshed = { refresh_token: person.refreshToken }
    expect((await bank.call('POST /api/auth/refresh', refreshed)).status).toBe(200)
    expect((await bank.call('POST /api/auth/login', person)).status).toBe(200)
  })

  it('leaves the accounts, stores reason, note and author, and gives the user the reason', async () => {
    const person = await bank.person()
    const before = await bank.call('GET /api/v2/accounts', undefined, person)
    await act('suspend', person.uuid, { reason: 'First', note: 'Case 1842' })
    await act('reinstate', person.uuid, { reason: 'Second' })
    const after = await bank.call('GET /api/v2/accounts', undefined, person)
    expect(after.body.data).toEqual(before.body.data)
    const { status_changes } = await show(person.uuid)
    expect(status_changes).toHaveLength(2)
    expect(status_changes).toContainEqual(
      expect.objectContaining({
        status: 'suspended',
        reason: 'First',
        note: 'Case 1842',
        changed_by: operator.uuid,
      }),
    )
    const told = async () =>
      JSON.stringify((await bank.call('GET /api/v2/events?limit=100', undefined, person)).body)
    await expect.poll(told).toContain('user.reinstated')
    expect(await told()).toContain('First')
    expect(await told()).not.toContain('Case 1842')
  })

  it('rejects operators, and repeated actions', async () => {
    const refused = await act('suspend', operator.uuid)
    expect(refused.status).toBe(422)
    expect(refused.body.error.code ?? refused.body.error).toBe('USER_STATE_CONFLICT')
    const person = await bank.person()
    expect((await act('reinstate', person.uuid)).status).toBe(422)
    await act('suspend', person.uuid)
    expect((await act('suspend', person.uuid)).status).toBe(422)
    expect((await show(person.uuid)).status_changes).toHaveLength(1)
  })

  it('leaves no credential behind that is issued concurrently', async () => {
    const person = await bank.person()
    const [, ...logins] = await Promise.all([
      act('suspend', person.uuid),
      ...Array.from({ length: 6 }, () => bank.call('POST /api/auth/login', person)),
    ])
    for (const { body } of logins) {
      const token = body.access_token ?? 'none'
      expect((await bank.call('GET /api/v2/accounts', undefined, { token })).status).toBe(401)
    }
  })
})

describe('user.reset_two_factor', () => {
  const reset = async (uuid: string) =>
    bank.call(
      `POST /api/v2/users/${uuid}/reset-two-factor`,
      { reason: 'You lost your telephone.' },
      await bank.operator(),
    )

  it('lets a locked-out user sign in again, and notifies them', async () => {
    const person = await bank.person()
    const asPerson = { token: person.token }
    const { secret } = (await bank.call('POST /api/auth/2fa/enable', {}, asPerson)).body
    const code = new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })
    await bank.call('POST /api/auth/2fa/confirm', { code }, asPerson)
    expect((await reset(person.uuid)).body.data).toMatchObject({
      uuid: person.uuid,
      two_factor: false,
    })
    expect((await bank.call('GET /api/auth/user', undefined, asPerson)).status).toBe(401)
    const login = await bank.call('POST /api/auth/login', person)
    expect(login.body.data.two_factor_required).toBe(false)
    // Either node may send it.
    const mails = async () =>
      (await Promise.all([bank, other].map((node) => mailsTo(node, person.email)))).flat()
    await vi.waitUntil(async () => (await mails()).length > 0, { timeout: 120_000, interval: 30 })
    expect((await mails())[0]).toContain('removed the second factor')
    expect((await reset(person.uuid)).body.error.code).toBe('USER_STATE_CONFLICT')
  })

  it('is for operators, and not about operators', async () => {
    const person = await bank.person()
    const route = `POST /api/v2/users/${operator.uuid}/reset-two-factor`
    const by = { token: person.token }
    expect((await bank.call(route, { reason: 'I can.' }, by)).status).toBe(403)
    expect((await reset(operator.uuid)).body.message).toContain('florin operator reset')
  })
})

describe('user.end_sessions', () => {
  it('also ends earlier authorizations that are in progress, but none that come later', async () => {
    const person = await bank.person()
    const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => {} })
    const standing = new AuthorityCheck({ handlers: [] })
    const stands = async (allowed_at: Date): Promise<boolean> => {
      const authority = { user_uuid: person.uuid, allowed_with: null }
      const at = { ...authority, allowed_at: allowed_at.toISOString() }
      return (
        (await standing.refusal({ tx: database.write, now: bank.clock.now() }, at)) === undefined
      )
    }
    const before = bank.clock.now()
    bank.clock.advance(1)
    await act('end-sessions', person.uuid, { reason: 'Lost telephone' })
    expect(await stands(before)).toBe(true)
    await act('end-sessions', person.uuid, { reason: 'Lost everything', end_everything: true })
    expect(await stands(before)).toBe(false)
    expect(await stands(bank.clock.now())).toBe(true)
    await database.close()
  })

  it('ends sessions and leaves keys, or ends everything', async () => {
    const person = await bank.person()
    const apiKey = await key(person)
    const ended = await act('end-sessions', person.uuid, { reason: 'Lost telephone' })
    expect(ended.body.data).toMatchObject({ revoked_count: 2 })
    expect(ended.body.data.still_active.api_keys).toBe(1)
    const asPerson = { token: person.token }
    expect((await bank.call('GET /api/v2/accounts', undefined, asPerson)).status).toBe(401)
    expect((await bank.call('GET /api/v2/accounts', undefined, { token: apiKey })).status).toBe(200)
    const all = { reason: 'Lost everything', end_everything: true }
    expect((await act('end-sessions', person.uuid, all)).body.data.still_active.api_keys).toBe(0)
    expect((await bank.call('GET /api/v2/accounts', undefined, { token: apiKey })).status).toBe(401)
    const login = await bank.call('POST /api/auth/login', person)
    expect(login.status).toBe(200)
    const events = async () =>
      JSON.stringify(
        (
          await bank.call('GET /api/v2/events?limit=100', undefined, {
            token: login.body.access_token,
          })
        ).body,
      )
    await expect.poll(events).toContain('user.sessions_ended')
  })
})
