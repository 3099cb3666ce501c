// Passkeys over HTTP, with a software authenticator: what signs a user in, and everything that must not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import { relyingPartyAt } from './relying-party.ts'
import {
  assert,
  askToLogIn,
  askToRegister,
  attest,
  type Authenticator,
  enableBiometrics,
  logInByBiometrics,
  makeAuthenticator,
  registerDevice,
  registerPasskey,
  type Said,
} from './test-support.ts'

const VERIFY = 'POST /api/v2/mobile/auth/passkey/verify'
const REGISTER = 'POST /api/v2/mobile/auth/passkey/register'
const CHALLENGE = 'POST /api/v2/mobile/auth/passkey/challenge'
const LIST = 'GET /api/v2/mobile/auth/passkeys'
const ANDROID_APP = `android:apk-key-hash:${'A'.repeat(43)}`

let bank: Bank
beforeAll(async () => {
  bank = await startBank({
    env: { WEBAUTHN_ORIGINS: `https://app.example.com, ${ANDROID_APP}` },
  })
})
afterAll(() => bank.stop())

async function logIn(passkey: Authenticator, said: Said = {}, about: object = {}) {
  const challenge = await askToLogIn(bank, about)
  return bank.call(VERIFY, assert(passkey, { challenge, ...said }))
}

const list = async (person: Person) => (await bank.call(LIST, undefined, person)).body.data

async function countRows(table: string): Promise<number> {
  const [row] = await bank.sql<{ n: number }>(`select count(*)::int as n from ${table}`)
  return row!.n
}

const eventsOf = async (person: Person, type: string): Promise<{ data: object }[]> => {
  const { body } = await bank.call(`GET /api/v2/events?types=${type}`, undefined, person)
  return body.data
}

/** Every rejection has exactly this body. */
function expectRefused({ status, body }: Awaited<ReturnType<typeof logIn>>): void {
  expect(status).toBe(401)
  const { request_id: _one, ...rest } = body
  expect(rest).toEqual({
    success: false,
    error: {
      code: 'AUTHENTICATION_FAILED',
      message: 'The signature is not valid; ask for a new challenge and try again.',
    },
    message: 'The signature is not valid; ask for a new challenge and try again.',
  })
}

describe('passkey.challenge', () => {
  it('has at least 32 random bytes, valid for five minutes, for the bank’s own host', async () => {
    const { status, body } = await bank.call(CHALLENGE, {})
    expect(status).toBe(200)
    expect(body.data).toEqual({
      challenge: expect.stringMatching(/^[A-Za-z0-9_-]{72}$/),
      rp_id: 'localhost',
      timeout: 60_000,
      user_verification: 'required',
      allow_credentials: [],
      expires_at: new Date(bank.clock.now().getTime() + 300_000).toISOString(),
    })
    expect(await askToLogIn(bank)).not.toBe(body.data.challenge)
  })

  it('writes nothing', async () => {
    const before = await countRows('passkeys.used_challenges')
    for (let i = 0; i < 5; i++) await askToLogIn(bank, { email: `nobody${i}@example.com` })
    expect(await countRows('passkeys.used_challenges')).toBe(before)
  })

  it('lists the passkeys of an address, of a device, or the requested one', async () => {
    const person = await bank.person()
    const device = await registerDevice(bank, person)
    const first = await registerPasskey(bank, person)
    const second = await registerPasskey(bank, person, {}, { device_id: device.device_id })
    const allowed = async (about: object): Promise<string[]> => {
      const { body } = await bank.call(CHALLENGE, about)
      return body.data.allow_credentials.map(({ id }: { id: string }) => id)
    }
    const [one, two] = [first, second].map((passkey) => passkey.credential_id.toString('base64url'))
    expect(await allowed({ email: person.email.toUpperCase() })).toEqual([one, two])
    expect(await allowed({ device_id: device.device_id })).toEqual([two])
    expect(await allowed({ credential_id: one })).toEqual([one])
  })

  it('does not reveal who has a passkey', async () => {
    const without = await bank.person()
    const shape = async (about: object) => {
      const { status, body } = await bank.call(CHALLENGE, about)
      expect(status).toBe(200)
      return body.data.allow_credentials
    }
    for (const about of [
      { email: without.email },
      { email: 'stranger@example.com' },
      { device_id: 'unknown-device' },
    ]) {
      const invented = await shape(about)
      expect(invented).toEqual([
        { id: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), type: 'public-key' },
      ])
      expect(await shape(about)).toEqual(invented)
    }
  })
})

describe('passkey.verify', () => {
  it('signs in as with a password', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person)
    const { status, body } = await logIn(passkey)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      access_token: body.data.access_token,
      data: {
        user: { uuid: person.uuid, email: person.email },
        token_type: 'Bearer',
        expires_in: 86_400,
        refresh_expires_in: 2_592_000,
        expires_at: new Date(bank.clock.now().getTime() + 86_400_000).toISOString(),
      },
    })
    const token = body.data.access_token
    const me = await bank.call('GET /api/auth/user', undefined, { token })
    expect(me.body.data.uuid).toBe(person.uuid)
    const renewed = await bank.call('POST /api/auth/refresh', {
      refresh_token: body.data.refresh_token,
    })
    expect(renewed.status).toBe(200)
    expect((await list(person))[0].last_used_at).toBe(bank.clock.now().toISOString())
  })

  it.each([
    'POST /api/v1/auth/passkey/authenticate',
    'POST /api/auth/passkey/authenticate',
    'POST /api/auth/passkey/verify',
  ])('also answers at %s', async (route) => {
    const passkey = await registerPasskey(bank, await bank.person())
    const { body } = await bank.call('POST /api/v1/auth/passkey/challenge', {})
    const answer = assert(passkey, { challenge: body.data.challenge })
    expect((await bank.call(route, answer)).status).toBe(200)
  })

  it('accepts base64 as well, and a challenge that the client encoded as text', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const answer = assert(passkey, { challenge: await askToLogIn(bank) })
    const padded = Object.fromEntries(
      Object.entries(answer).map(([name, value]) => [
        name,
        Buffer.from(value, 'base64url').toString('base64'),
      ]),
    )
    expect((await bank.call(VERIFY, padded)).status).toBe(200)
    const twice = Buffer.from(await askToLogIn(bank)).toString('base64url')
    const again = assert(passkey, { challenge: twice })
    expect((await bank.call(VERIFY, again)).status).toBe(200)
    expectRefused(await bank.call(VERIFY, again))
  })

  it('accepts the app and the pages in WEBAUTHN_ORIGINS', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    expect((await logIn(passkey, { origin: ANDROID_APP })).status).toBe(200)
    expect((await logIn(passkey, { origin: 'https://app.example.com' })).status).toBe(200)
  })

  it('needs no second factor: the authenticator has verified its user', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person)
    await bank.sql('update identity.users set two_factor_confirmed_at = now() where uuid = $1', [
      person.uuid,
    ])
    const { body } = await logIn(passkey)
    const me = await bank.call('GET /api/auth/user', undefined, { token: body.data.access_token })
    expect(me.status).toBe(200)
  })

  it('accepts a challenge for the passkey or the user it was issued for', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person)
    const credential_id = passkey.credential_id.toString('base64url')
    expect((await logIn(passkey, {}, { email: person.email })).status).toBe(200)
    expect((await logIn(passkey, {}, { credential_id })).status).toBe(200)
  })

  it.each<[string, Said]>([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['the same host at another port', { origin: 'http://localhost:1' }],
    ['the address instead of the name', { origin: 'http://127.0.0.1' }],
    ['another relying party', { rp_id: 'evil.example.com' }],
    ['a page inside another site', { crossOrigin: true }],
    ['a registration instead of a login', { type: 'webauthn.create' }],
    ['no user present', { flags: 0x00 }],
    ['a user who is there but not verified', { flags: 0x01 }],
    ['a forged challenge', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
    ['no challenge', { challenge: '' }],
  ])('refuses %s', async (_what, said) => {
    const passkey = await registerPasskey(bank, await bank.person())
    expectRefused(await logIn(passkey, said))
    expect((await logIn(passkey)).status).toBe(200)
  })

  it('refuses a change of any field, whichever bit it is', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const flip = (value: string, at: number): string => {
      const bytes = Buffer.from(value, 'base64url')
      const place = at < 0 ? bytes.length + at : at
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
      return bytes.toString('base64url')
    }
    const fields = ['credential_id', 'authenticator_data', 'client_data_json', 'signature'] as const
    for (const field of fields)
      for (const at of [0, 8, -1]) {
        const answer = assert(passkey, { challenge: await askToLogIn(bank) })
        expectRefused(await bank.call(VERIFY, { ...answer, [field]: flip(answer[field], at) }))
        // A successful attempt clears the count, so that the lockout does not interfere.
        expect((await logIn(passkey)).status).toBe(200)
      }
  })

  it('refuses nonsense in any field', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    for (const field of ['credential_id', 'authenticator_data', 'client_data_json', 'signature'])
      for (const nonsense of ['%%%', 'AAAA', Buffer.from('null').toString('base64')]) {
        const answer = assert(passkey, { challenge: await askToLogIn(bank) })
        expectRefused(await bank.call(VERIFY, { ...answer, [field]: nonsense }))
        expect((await logIn(passkey)).status).toBe(200)
      }
  })

  it('refuses a signature of another key', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const { credential_id } = passkey
    expectRefused(await logIn({ ...makeAuthenticator(bank), credential_id }))
  })

  it('refuses an unknown passkey, and writes nothing about it', async () => {
    const before = [
      await countRows('passkeys.used_challenges'),
      await countRows('identity.login_failures'),
    ]
    expectRefused(await logIn(makeAuthenticator(bank)))
    expect([
      await countRows('passkeys.used_challenges'),
      await countRows('identity.login_failures'),
    ]).toEqual(before)
  })

  it('refuses the same answer a second time, and a second answer to the same challenge', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const challenge = await askToLogIn(bank)
    const answer = assert(passkey, { challenge })
    expect((await bank.call(VERIFY, answer)).status).toBe(200)
    expectRefused(await bank.call(VERIFY, answer))
    expectRefused(await bank.call(VERIFY, assert(passkey, { challenge })))
  })

  it('accepts one of many concurrent requests with the same answer', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const answer = assert(passkey, { challenge: await askToLogIn(bank) })
    const answers = await Promise.all(Array.from({ length: 8 }, () => bank.call(VERIFY, answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('uses a challenge up by a wrong answer too', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const challenge = await askToLogIn(bank)
    const answer = assert(passkey, { challenge })
    expectRefused(await bank.call(VERIFY, { ...answer, signature: 'AAAA' }))
    expectRefused(await bank.call(VERIFY, answer))
  })

  it('refuses a challenge after five minutes, and not a second before', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    const [late, early] = [await askToLogIn(bank), await askToLogIn(bank)]
    bank.clock.advance(299)
    const inTime = await bank.call(VERIFY, assert(passkey, { challenge: early }))
    expect(inTime.status).toBe(200)
    bank.clock.advance(1)
    expectRefused(await bank.call(VERIFY, assert(passkey, { challenge: late })))
  })

  it('refuses a challenge for another passkey, another user or another purpose', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const [passkey, theirs] = [
      await registerPasskey(bank, person),
      await registerPasskey(bank, other),
    ]
    const credential_id = theirs.credential_id.toString('base64url')
    expectRefused(await logIn(passkey, {}, { credential_id }))
    expectRefused(await logIn(passkey, {}, { email: other.email }))
    expectRefused(await logIn(passkey, {}, { email: 'stranger@example.com' }))
    expectRefused(await logIn(passkey, { challenge: await askToRegister(bank, person) }))
  })

  it('refuses a passkey that was removed', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person)
    await bank.call(`DELETE /api/v2/mobile/auth/passkeys/${passkey.id}`, undefined, person)
    expectRefused(await logIn(passkey))
  })

  it('refuses a passkey on a device that its owner has blocked', async () => {
    const person = await bank.person()
    const device = await registerDevice(bank, person)
    const passkey = await registerPasskey(bank, person, {}, { device_id: device.device_id })
    expect((await logIn(passkey)).status).toBe(200)
    await bank.call(`POST /api/mobile/devices/${device.id}/block`, {}, person)
    expectRefused(await logIn(passkey))
    await bank.call(`POST /api/mobile/devices/${device.id}/unblock`, {}, person)
    expect((await logIn(passkey)).status).toBe(200)
  })

  it('locks out for fifteen minutes after ten failures', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    for (let i = 0; i < 10; i++) expectRefused(await logIn(passkey, { flags: 0 }))
    const blocked = await logIn(passkey)
    expect(blocked.status).toBe(429)
    expect(blocked.body.error.code).toBe('RATE_LIMIT_EXCEEDED')
    bank.clock.advance(15 * 60)
    expect((await logIn(passkey)).status).toBe(200)
  })
})

describe('the count of a passkey', () => {
  it('must rise once it counts', async () => {
    const passkey = await registerPasskey(bank, await bank.person(), { count: 5 })
    expect((await logIn(passkey, { count: 6 })).status).toBe(200)
    expect((await logIn(passkey, { count: 100 })).status).toBe(200)
  })

  it('is compared with that of the last login, not with that of the registration', async () => {
    const passkey = await registerPasskey(bank, await bank.person(), { count: 5 })
    expect((await logIn(passkey, { count: 8 })).status).toBe(200)
    expectRefused(await logIn(passkey, { count: 7 }))
  })

  it.each([
    ['stands still', 5],
    ['goes back', 4],
    ['is gone', 0],
  ])('marks the passkey when it %s: neither of the two gets in again', async (_how, count) => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person, { count: 5 })
    expectRefused(await logIn(passkey, { count }))
    expect((await list(person))[0].status).toBe('clone_suspected')
    expectRefused(await logIn(passkey, { count: 6 }))
    await expect.poll(() => eventsOf(person, 'passkey.clone_suspected')).toHaveLength(1)
  })

  it('is not checked without a valid signature', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person, { count: 5 })
    const { credential_id } = passkey
    expectRefused(await logIn({ ...makeAuthenticator(bank), credential_id }, { count: 1 }))
    expect((await list(person))[0].status).toBe('active')
    expect((await logIn(passkey, { count: 6 })).status).toBe(200)
  })

  it('may stay zero for passkeys that do not count', async () => {
    const passkey = await registerPasskey(bank, await bank.person())
    for (let i = 0; i < 3; i++) expect((await logIn(passkey, { count: 0 })).status).toBe(200)
  })
})

describe('passkey.register', () => {
  const register = (person: Person, registration: object) =>
    bank.call(REGISTER, registration, person)

  it('asks the browser for what the bank accepts', async () => {
    const person = await bank.person()
    const known = await registerPasskey(bank, person)
    const { status, body } = await bank.call(
      'POST /api/v2/mobile/auth/passkey/register-challenge',
      {},
      person,
    )
    expect(status).toBe(200)
    expect(body.data).toEqual({
      challenge: expect.stringMatching(/^[A-Za-z0-9_-]{72}$/),
      rp: { id: 'localhost', name: 'Florin' },
      user: {
        id: Buffer.from(person.uuid.replaceAll('-', ''), 'hex').toString('base64url'),
        name: person.email,
        displayName: 'Ada Lovelace',
      },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 60_000,
      attestation: 'none',
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'required',
      },
      excludeCredentials: [{ id: known.credential_id.toString('base64url'), type: 'public-key' }],
      expires_at: new Date(bank.clock.now().getTime() + 300_000).toISOString(),
    })
  })

  it('shows what was registered, and notifies its owner', async () => {
    const person = await bank.person()
    const passkey = makeAuthenticator(bank)
    const challenge = await askToRegister(bank, person)
    const { status, body } = await register(person, {
      ...attest(passkey, { challenge }),
      name: 'Laptop',
      transports: ['internal', 'hybrid'],
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(String),
      credential_id: passkey.credential_id.toString('base64url'),
      name: 'Laptop',
      status: 'active',
      transports: ['internal', 'hybrid'],
      synced: false,
      device_id: null,
      created_at: bank.clock.now().toISOString(),
      last_used_at: null,
    })
    expect(await list(person)).toEqual([body.data])
    await expect
      .poll(() => eventsOf(person, 'passkey.registered'))
      .toMatchObject([{ data: { passkey_uuid: body.data.id, name: 'Laptop' } }])
  })

  it.each<[string, Said]>([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['another relying party', { rp_id: 'evil.example.com' }],
    ['a page inside another site', { crossOrigin: true }],
    ['a login instead of a registration', { type: 'webauthn.get' }],
    ['a user who is not verified', { flags: 0x01 }],
    ['a forged challenge', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
  ])('refuses %s', async (_what, said) => {
    const person = await bank.person()
    const challenge = await askToRegister(bank, person)
    const answer = await register(person, attest(makeAuthenticator(bank), { challenge, ...said }))
    expect(answer.status).toBe(422)
    expect(answer.body.error.code).toBe('ATTESTATION_FAILED')
    expect(await list(person)).toEqual([])
  })

  it('refuses a challenge that was used, is too old, is another user’s or for a login', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const attempt = async (challenge: string) =>
      (await register(person, attest(makeAuthenticator(bank), { challenge }))).status
    const challenge = await askToRegister(bank, person)
    expect(await attempt(challenge)).toBe(201)
    expect(await attempt(challenge)).toBe(422)
    expect(await attempt(await askToRegister(bank, other))).toBe(422)
    expect(await attempt(await askToLogIn(bank))).toBe(422)
    expect(await attempt(await askToLogIn(bank, { email: person.email }))).toBe(422)
    const old = await askToRegister(bank, person)
    bank.clock.advance(300)
    expect(await attempt(old)).toBe(422)
    expect(await list(person)).toHaveLength(1)
  })

  it('uses a challenge up by a wrong answer too', async () => {
    const person = await bank.person()
    const challenge = await askToRegister(bank, person)
    const good = attest(makeAuthenticator(bank), { challenge })
    expect((await register(person, { ...good, attestation_object: 'AAAA' })).status).toBe(422)
    expect((await register(person, good)).status).toBe(422)
  })

  it('refuses a key of another curve or algorithm, and an id that is not the key’s', async () => {
    const person = await bank.person()
    const ask = () => askToRegister(bank, person)
    // It claims P-256, but its coordinates have another length: no such point exists.
    const otherCurve = attest(makeAuthenticator(bank, 'P-384'), { challenge: await ask() })
    expect((await register(person, otherCurve)).status).toBe(422)
    const otherAlgorithm = attest(makeAuthenticator(bank), { challenge: await ask(), alg: -257 })
    expect((await register(person, otherAlgorithm)).status).toBe(422)
    const good = attest(makeAuthenticator(bank), { challenge: await ask() })
    const credential_id = Buffer.alloc(16, 1).toString('base64url')
    expect((await register(person, { ...good, credential_id })).status).toBe(422)
    expect(await list(person)).toEqual([])
  })

  it('refuses a passkey that any user has registered', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const passkey = await registerPasskey(bank, person)
    for (const who of [person, other]) {
      const challenge = await askToRegister(bank, who)
      const answer = await register(who, attest(passkey, { challenge }))
      expect(answer.status).toBe(409)
      expect(answer.body.error.code).toBe('PASSKEY_EXISTS')
    }
    expect(await list(other)).toEqual([])
    expect((await logIn(passkey)).body.data.user.uuid).toBe(person.uuid)
  })

  it('names a device of the caller only', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const device = await registerDevice(bank, other)
    const challenge = await askToRegister(bank, person)
    const answer = await register(person, {
      ...attest(makeAuthenticator(bank), { challenge }),
      device_id: device.device_id,
    })
    expect(answer.status).toBe(404)
    expect(await list(person)).toEqual([])
  })

  it('accepts twenty', async () => {
    const person = await bank.person()
    for (let i = 0; i < 20; i++) await registerPasskey(bank, person)
    const challenge = await askToRegister(bank, person)
    const answer = await register(person, attest(makeAuthenticator(bank), { challenge }))
    expect(answer.status).toBe(422)
    expect(answer.body.error.code).toBe('TOO_MANY_PASSKEYS')
  })
})

describe('passkey.remove', () => {
  it('removes a passkey of the caller only', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const passkey = await registerPasskey(bank, person)
    const route = `DELETE /api/v2/mobile/auth/passkeys/${passkey.id}`
    expect((await bank.call(route, undefined, other)).status).toBe(404)
    expect((await bank.call(route, undefined, person)).status).toBe(200)
    expect(await list(person)).toEqual([])
    expect((await bank.call(route, undefined, person)).status).toBe(404)
    await expect.poll(() => eventsOf(person, 'passkey.removed')).toHaveLength(1)
  })
})

describe('retention', () => {
  it('deletes expired challenges and sessions', async () => {
    const person = await bank.person()
    await logIn(await registerPasskey(bank, person))
    await logInByBiometrics(bank, await enableBiometrics(bank, person))
    expect(await countRows('passkeys.sessions')).toBe(1)
    bank.clock.advance(301)
    await deleteOldRows(bank)
    expect(await countRows('passkeys.used_challenges')).toBe(0)
    expect(await countRows('passkeys.sessions')).toBe(1)
    bank.clock.advance(3600)
    await deleteOldRows(bank)
    expect(await countRows('passkeys.sessions')).toBe(0)
  })
})

describe('the relying party', () => {
  it('is the host of the bank’s address, and localhost for loopback addresses', () => {
    expect(relyingPartyAt('https://bank.example.com', ['https://app.bank.example.com'])).toEqual({
      rp_id: 'bank.example.com',
      origins: ['https://bank.example.com', 'https://app.bank.example.com'],
    })
    for (const host of ['127.0.0.1', '[::1]', '0.0.0.0', 'localhost'])
      expect(relyingPartyAt(`http://${host}:8080`, [])).toEqual({
        rp_id: 'localhost',
        origins: ['http://localhost:8080'],
      })
  })
})
