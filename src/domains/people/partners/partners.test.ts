// Onboarding, the key of a partner beside a bearer, and which users may use it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { API_VERSION } from '../../../kernel/version.ts'
import { callAs, callInSandbox, onboard } from './test-support.ts'

let bank: Bank
/** Another node of the same bank, on which only members may use the key of a partner. */
let neighbour: Bank
beforeAll(async () => {
  bank = await startBank()
  const { address, clock } = bank
  neighbour = await startBank({ env: { PARTNER_CALLERS: 'members' }, address, clock })
})
afterAll(async () => {
  await neighbour.stop()
  await bank.stop()
})

const profile = 'GET /api/partner/v1/profile'

describe('partner.onboard', () => {
  it('issues a live key, a sandbox key and a webhook secret, and stores none of them', async () => {
    const person = await bank.person()
    const { status, body } = await bank.call(
      'POST /api/v1/partner/onboard',
      {
        organization_name: 'Acme Bank',
        contact_email: person.email,
        tier: 'starter',
        modules: ['accounts'],
        sdk_languages: ['python'],
        webhook_url: 'https://acme.example/hook',
        ip_whitelist: ['127.0.0.1'],
      },
      await bank.operator(),
    )
    expect(status).toBe(201)
    expect(body.success).toBe(true)
    expect(body.data).toMatchObject({
      status: 'active',
      tier: 'starter',
      modules_enabled: ['accounts'],
      rate_limits: { requests_per_minute: 60, requests_per_hour: 5000, burst_limit: 60 },
      sdk_packages: [
        {
          language: 'python',
          version: API_VERSION,
          package_name: null,
          download_url: null,
          docs_url: `${bank.url}/api/docs`,
          package_manager: 'pip',
          generate_url: `${bank.url}/api/v2/partner/sdk/generate`,
        },
      ],
    })
    const { partner_key, api_key, sandbox_key, webhook_secret } = body.data.api_credentials
    expect(partner_key).toMatch(/^fpk_[A-Za-z0-9]{40}$/)
    expect(api_key).toBe(partner_key)
    expect(sandbox_key).toMatch(/^fpk_sandbox_[A-Za-z0-9]{40}$/)
    expect(webhook_secret).toMatch(/^whsec_[A-Za-z0-9]{40}$/)
    const rows = await bank.sql<{ text: string }>(
      `select (partners.*)::text || (keys.*)::text as text
       from partners.partners join partners.keys on partner_uuid = partners.uuid
       where partners.uuid = $1`,
      [body.data.partner_id],
    )
    expect(rows).toHaveLength(2)
    for (const secret of [partner_key, sandbox_key, webhook_secret])
      for (const { text } of rows) {
        expect(text).not.toContain(secret)
        expect(text).not.toContain(Buffer.from(secret).toString('hex'))
      }
  })

  it('is for operators who are signed in', async () => {
    const person = await bank.person()
    const asked = { organization_name: 'Acme', contact_email: person.email }
    const answer = await bank.call('POST /api/v1/partner/onboard', asked, person)
    expect(answer.status).toBe(403)
  })

  it.each([
    [{ ip_whitelist: ['nowhere'] }, 'ip_whitelist'],
    [{ webhook_url: 'http://acme.example' }, 'webhook_url'],
    [{ webhook_url: 'https://a:b@acme.example' }, 'webhook_url'],
    [{ tier: 'gold' }, 'tier'],
    [{ rate_limit_override: 0 }, 'rate_limit_override'],
    [{ sdk_languages: ['cobol'] }, 'sdk_languages'],
  ])('refuses %j', async (wrong, field) => {
    const asked = { organization_name: 'Acme', contact_email: 'a@acme.example', ...wrong }
    const answer = await bank.call('POST /api/v1/partner/onboard', asked, await bank.operator())
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)[0]).toContain(field)
  })
})

describe('X-Partner-Key', () => {
  it('opens the routes of partners beside the bearer of a member', async () => {
    const partner = await onboard(bank)
    const { status, body } = await callAs(bank, partner, profile)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: partner.id,
      institution_name: 'Acme Bank',
      tier: 'growth',
      tier_label: 'Growth',
      status: 'active',
      sandbox_enabled: true,
      production_enabled: true,
      rate_limit: 300,
    })
    expect(body.data.keys.map((key: { environment: string }) => key.environment)).toEqual([
      'live',
      'sandbox',
    ])
    expect(partner.live.startsWith(body.data.keys[0].prefix)).toBe(true)
  })

  it('answers 401 without a key, with a wrong one, and without a bearer', async () => {
    const { person, live } = await onboard(bank)
    expect((await bank.call(profile, undefined, person)).status).toBe(401)
    for (const wrong of ['fpk_0000', '', `${live}x`, person.token]) {
      const answer = await callAs(bank, { person, live: wrong }, profile)
      expect(answer.status).toBe(401)
      expect(answer.body.error.code).toBe('UNAUTHORIZED')
    }
    const headers = { 'X-Partner-Key': live }
    expect((await bank.call(profile, undefined, { headers })).status).toBe(401)
    expect((await bank.call(profile, undefined, { headers, token: 'fak_no' })).status).toBe(401)
  })

  it('is refused on other routes too when it is wrong', async () => {
    const { person } = await onboard(bank)
    const answer = await callAs(bank, { person, live: 'fpk_wrong' }, 'GET /api/v2/accounts')
    expect(answer.status).toBe(401)
  })

  it('is rejected for members of another partner, and not for operators', async () => {
    const [one, other] = [await onboard(bank), await onboard(bank)]
    const answer = await callAs(bank, { ...one, person: other.person }, profile)
    expect(answer.status).toBe(403)
    const operator = await bank.operator()
    expect((await callAs(bank, { ...one, person: operator }, profile)).status).toBe(200)
  })

  it('separates live and sandbox', async () => {
    const partner = await onboard(bank)
    expect((await callInSandbox(bank, partner, profile)).status).toBe(200)
    const liveWithPlay = await callAs(bank, { ...partner, live: partner.sandbox }, profile)
    expect(liveWithPlay.status).toBe(403)
    const playWithLive = await callInSandbox(bank, { ...partner, sandbox: partner.live }, profile)
    expect(playWithLive.status).toBe(403)
  })

  it('works from the listed addresses only', async () => {
    const partner = await onboard(bank, { ip_whitelist: ['10.0.0.0/8'] })
    expect((await callAs(bank, partner, profile)).status).toBe(403)
    const operator = await bank.operator()
    const change = { ip_whitelist: ['127.0.0.0/8'] }
    await bank.call(`PUT /api/v1/partners/${partner.id}`, change, operator)
    expect((await callAs(bank, partner, profile)).status).toBe(200)
  })

  it('is for users without a partner in a sandbox bank, and for members only with PARTNER_CALLERS=members', async () => {
    const partner = await onboard(bank)
    const outsider = await bank.person()
    expect((await callAs(bank, { ...partner, person: outsider }, profile)).status).toBe(200)
    const answer = await callAs(neighbour, { ...partner, person: outsider }, profile)
    expect(answer.status).toBe(403)
    expect((await callAs(neighbour, partner, profile)).status).toBe(200)
  })
})

describe('the end of a key', () => {
  it('comes at once when it is rotated, and the new one works', async () => {
    const partner = await onboard(bank)
    const rotate = 'POST /api/partner/v1/keys/rotate'
    const { status, body } = await callAs(bank, partner, rotate, { environment: 'live' })
    expect(status).toBe(201)
    expect((await callAs(bank, partner, profile)).status).toBe(401)
    expect((await callAs(bank, { ...partner, live: body.data.secret }, profile)).status).toBe(200)
    expect((await callInSandbox(bank, partner, profile)).status).toBe(200)
  })

  it('leaves one key after concurrent rotations', async () => {
    const partner = await onboard(bank)
    const rotate = () =>
      callAs(bank, partner, 'POST /api/partner/v1/keys/rotate', { environment: 'sandbox' })
    const answers = await Promise.all([rotate(), rotate(), rotate()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const working = await Promise.all(
      answers.map(({ body }) =>
        callInSandbox(bank, { ...partner, sandbox: body.data.secret }, profile),
      ),
    )
    expect(working.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('comes by revocation, until an operator issues another', async () => {
    const partner = await onboard(bank)
    const revoke = 'POST /api/partner/v1/keys/revoke'
    expect((await callAs(bank, partner, revoke, { environment: 'live' })).status).toBe(200)
    expect((await callAs(bank, partner, profile)).status).toBe(401)
    const again = await bank.call(
      `POST /api/v1/partners/${partner.id}/credentials`,
      { kind: 'live' },
      await bank.operator(),
    )
    expect(again.status).toBe(201)
    const live = again.body.data.secret
    expect((await callAs(bank, { ...partner, live }, profile)).status).toBe(200)
  })

  it('is not for API keys: they cannot issue credentials', async () => {
    const partner = await onboard(bank)
    const answer = await callInSandbox(bank, partner, 'POST /api/partner/v1/keys/rotate', {
      environment: 'sandbox',
    })
    expect(answer.status).toBe(403)
  })

  it('is announced to other nodes', async () => {
    const partner = await onboard(bank)
    expect((await callAs(neighbour, partner, profile)).status).toBe(200)
    await callAs(bank, partner, 'POST /api/partner/v1/keys/revoke', { environment: 'live' })
    await expect.poll(async () => (await callAs(neighbour, partner, profile)).status).toBe(401)
  })
})

describe('the state of a partner', () => {
  const change = async (id: string, action: string, body: object = {}) =>
    bank.call(`POST /api/v1/partners/${id}/${action}`, body, await bank.operator())

  it('suspended: its keys are rejected until it is reactivated', async () => {
    const partner = await onboard(bank)
    const suspended = await change(partner.id, 'suspend', { reason: 'Unpaid' })
    expect(suspended.body.data).toMatchObject({ status: 'suspended', status_reason: 'Unpaid' })
    const refused = await callAs(bank, partner, profile)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('suspended')
    expect((await change(partner.id, 'suspend')).status).toBe(409)
    await change(partner.id, 'reactivate')
    expect((await callAs(bank, partner, profile)).status).toBe(200)
  })

  it('terminated: its keys are revoked for good, and no new ones are issued', async () => {
    const partner = await onboard(bank)
    expect((await change(partner.id, 'terminate')).body.data.status).toBe('terminated')
    expect((await callAs(bank, partner, profile)).status).toBe(401)
    expect((await change(partner.id, 'reactivate')).status).toBe(409)
    const again = await change(partner.id, 'credentials', { kind: 'live' })
    expect(again.status).toBe(409)
    expect(again.body.error.code).toBe('PARTNER_STATE_CONFLICT')
  })
})

describe('members', () => {
  it('may use the keys from when they are added until they are removed', async () => {
    const [partner, other] = [await onboard(bank), await onboard(bank)]
    const guest = { ...partner, person: other.person }
    const { email } = other.person
    expect((await callAs(bank, guest, profile)).status).toBe(403)
    const members = '/api/partner/v1/members'
    const added = await callAs(bank, partner, `POST ${members}`, { email: email.toUpperCase() })
    expect(added.body.data.email).toBe(email)
    expect((await callAs(bank, guest, profile)).status).toBe(200)
    expect((await callAs(bank, other, profile)).status).toBe(200)
    expect((await callAs(bank, partner, `GET ${members}`)).body.meta.total).toBe(2)
    const removed = await callAs(bank, partner, `DELETE ${members}/${email}`)
    expect(removed.status).toBe(200)
    expect((await callAs(bank, guest, profile)).status).toBe(403)
    expect((await callAs(bank, partner, `DELETE ${members}/${email}`)).status).toBe(404)
  })

  it('are invited users with a confirmed address, and so is the contact', async () => {
    const setConfirmed = (uuid: string, at: Date | null) =>
      bank.sql('update identity.users set email_verified_at = $2 where uuid = $1', [uuid, at])
    const toldOf = async (uuid: string): Promise<string[]> =>
      (
        await bank.sql<{ type: string }>(
          `select type from platform.events where user_uuid = $1 and type like 'partner%' order by position`,
          [uuid],
        )
      ).map(({ type }) => type)
    const intruder = await bank.person()
    await setConfirmed(intruder.uuid, null)
    const partner = await onboard(bank, {}, intruder)
    expect((await callAs(neighbour, partner, profile)).status).toBe(403)
    const change = async (terms: object) =>
      bank.call(`PUT /api/v1/partners/${partner.id}`, terms, await bank.operator())
    expect((await change({ tier: 'enterprise' })).status).toBe(200)
    expect(await toldOf(intruder.uuid)).toEqual([])

    await setConfirmed(intruder.uuid, bank.clock.now())
    expect((await callAs(neighbour, partner, profile)).status).toBe(200)
    await change({ tier: 'growth' })
    expect(await toldOf(intruder.uuid)).toEqual(['partner.changed'])

    // A new contact named by an operator is invited; a former member receives no more events.
    const next = await bank.person()
    await change({ contact_email: next.email })
    expect(await toldOf(next.uuid)).toEqual(['partner.changed'])
    expect((await callAs(neighbour, { ...partner, person: next }, profile)).status).toBe(200)
    await callAs(bank, partner, `DELETE /api/partner/v1/members/${next.email}`)
    await change({ tier: 'starter' })
    expect(await toldOf(next.uuid)).toEqual(['partner.changed'])
  })

  it('are the same whether or not the address is registered', async () => {
    const partner = await onboard(bank)
    const known = await bank.person()
    const add = (email: string) => callAs(bank, partner, 'POST /api/partner/v1/members', { email })
    const [one, two] = [await add(known.email), await add('nobody@nowhere.example')]
    expect(Object.keys(one.body.data)).toEqual(Object.keys(two.body.data))
    expect(one.status).toBe(two.status)
  })
})

describe('a retry with an Idempotency-Key', () => {
  it('does not replay the answer of one partner to another', async () => {
    const person = await bank.person()
    const [one, two] = [await onboard(bank, {}, person), await onboard(bank, {}, person)]
    const tenant = { name: 'Shop', plan: 'free' }
    const create = 'POST /api/v2/partner/tenants'
    const first = await callAs(bank, one, create, tenant, { key: 'same' })
    expect(first.status).toBe(201)
    const other = await callAs(bank, two, create, tenant, { key: 'same' })
    expect(other.status).toBe(409)
    expect(other.body.error.code).toBe('IDEMPOTENCY_CONFLICT')
  })
})

describe('limits', () => {
  it('are those of the partner, shared by its members and shown in the headers', async () => {
    const strict = await startBank({ env: { RATE_LIMIT_PER_MINUTE: '100' } })
    try {
      const partner = await onboard(strict, { rate_limit_override: 5 })
      const second = await strict.person()
      const statuses: number[] = []
      for (let index = 0; index < 6; index++) {
        const person = index % 2 === 0 ? partner.person : second
        const answer = await callAs(strict, { ...partner, person }, profile)
        if (index === 0) expect(answer.headers.get('x-ratelimit-limit')).toBe('5')
        statuses.push(answer.status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      const sandbox = await callInSandbox(strict, partner, profile)
      expect(sandbox.status).toBe(200)
      strict.clock.advance(61)
      expect((await callAs(strict, partner, profile)).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })
})
