// Signing up, in and out, as a client sees it, and what is stored.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askAll } from '../../../../test/contract/ask-all.ts'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { holdTransaction } from '../../../../test/harness/held.ts'
import { canonicalJson } from '../../../kernel/json.ts'
import { needsFreshProof, parseRoute } from '../../../operation/operation.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => bank.stop())

const ada = { name: 'Ada', email: 'Ada@Example.com', password: 'Corr3ct-horse' }

describe('auth.register', () => {
  it('signs in at once, with the token in both places', async () => {
    const { status, body } = await bank.call('POST /api/auth/register', ada)
    expect(status).toBe(201)
    expect(body.access_token).toBe(body.data.access_token)
    expect(body.data).toMatchObject({
      token_type: 'Bearer',
      expires_in: 86_400,
      refresh_expires_in: 2_592_000,
      two_factor_required: false,
      user: { name: 'Ada', email: 'Ada@Example.com', kyc_status: 'not_started' },
    })
    const me = await bank.call('GET /api/auth/user', undefined, { token: body.access_token })
    expect(me.body).toMatchObject({ success: true, email: ada.email, data: { email: ada.email } })
    expect(me.body.data.uuid).toBe(body.data.user.uuid)
  })

  it('keeps the password and the tokens only as hashes', async () => {
    const { token, refreshToken, password } = await bank.person()
    const rows = await bank.sql<object>(
      `select row_to_json(u)::text as row from identity.users u
       union all select row_to_json(c)::text from identity.credentials c
       union all select row_to_json(e)::text from platform.events e`,
    )
    const everything = JSON.stringify(rows)
    for (const secret of [token, refreshToken, password]) expect(everything).not.toContain(secret)
    expect(everything).toContain('$argon2id$')
  })

  it('rejects a registered address, in any spelling', async () => {
    const answer = await bank.call('POST /api/auth/register', { ...ada, email: 'ADA@example.COM' })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.email).toHaveLength(1)
  })

  it.each([
    ['Short-1', /at least 8/],
    ['alllower-case1', /upper-case/],
    ['NoDigits-here', /digit/],
    ['NoSymbols123', /symbol/],
  ])('refuses the password %s and says why', async (password, reason) => {
    const answer = await bank.call('POST /api/auth/register', { ...ada, password })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.password.join()).toMatch(reason)
  })

  it('rejects a confirmation that differs, and names with invisible characters', async () => {
    const differs = { ...ada, email: 'a@b.example', password_confirmation: 'Another-1' }
    expect((await bank.call('POST /api/auth/register', differs)).body.errors).toHaveProperty(
      'password',
    )
    const hidden = { ...ada, email: 'a@b.example', name: 'Ad\u202ea' }
    expect((await bank.call('POST /api/auth/register', hidden)).body.errors).toHaveProperty('name')
  })

  it('replays with the same key instead of registering twice, and keeps the reply sealed', async () => {
    const once = { ...ada, email: 'once@example.com' }
    const first = await bank.call('POST /api/auth/register', once, { key: 'reg-1' })
    const again = await bank.call('POST /api/v2/auth/register', once, { key: 'reg-1' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    const [row] = await bank.sql<{ reply: Buffer }>(
      `select reply from platform.replies where key = 'reg-1'`,
    )
    expect(row!.reply.toString('latin1')).not.toContain(first.body.access_token)
  })

  it('lets one of two simultaneous registrations of one address win', async () => {
    const both = { ...ada, email: 'race@example.com' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => bank.call('POST /api/auth/register', both)),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 422, 422])
  })
})

describe('auth.login', () => {
  it('gives the same answer to a wrong password and an unknown address', async () => {
    const { email } = await bank.person()
    const wrong = await bank.call('POST /api/auth/login', { email, password: 'wrong' })
    const unknown = await bank.call('POST /api/auth/login', {
      email: 'no@example.com',
      password: 'wrong',
    })
    expect(wrong.status).toBe(401)
    expect(wrong.body.error.code).toBe('UNAUTHORIZED')
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  })

  it('stops guessing after ten failures for fifteen minutes; a success resets the count', async () => {
    const { email, password } = await bank.person()
    const login = (given: string) => bank.call('POST /api/auth/login', { email, password: given })
    for (let i = 0; i < 9; i++) expect((await login('wrong')).status).toBe(401)
    expect((await login(password)).status).toBe(200)
    const tries = await Promise.all(Array.from({ length: 14 }, () => login('wrong')))
    expect(tries.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(tries.filter((answer) => answer.status === 429)).toHaveLength(4)
    const locked = await login(password)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    bank.clock.advance(15 * 60)
    expect((await login(password)).status).toBe(200)
  })

  it('counts failures from all addresses of one IPv6 /64 together, and none from another', async () => {
    const { email } = await bank.person()
    const guessFrom = async (address: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': address }
      return (await bank.call('POST /api/auth/login', { email, password: 'wrong' }, { headers }))
        .status
    }
    for (let n = 1; n <= 10; n++) expect(await guessFrom(`2001:db8:7:7::${n}`)).toBe(401)
    expect(await guessFrom('2001:db8:7:7:ffff::1')).toBe(429)
    expect(await guessFrom('2001:db8:7:8::1')).toBe(401)
  })
})

describe('an Idempotency-Key at login', () => {
  it('is no way around the lock-out: one conflict, then every guess is counted', async () => {
    const { email, password } = await bank.person()
    const login = (given: string) =>
      bank.call('POST /api/auth/login', { email, password: given }, { key: 'login-1' })
    expect((await login(password)).status).toBe(200)
    const guesses: number[] = []
    for (let i = 0; i < 12; i++) guesses.push((await login(`guess-${i}`)).status)
    expect(guesses).toEqual([409, ...Array.from({ length: 10 }, () => 401), 429])
  })

  it('leaves nothing behind that a password could be guessed from', async () => {
    const { email, password } = await bank.person()
    const body = { email, password }
    await bank.call('POST /api/auth/login', body, { key: 'login-2' })
    const [row] = await bank.sql<{ input_hash: Buffer }>(
      `select input_hash from platform.replies where key = 'login-2'`,
    )
    const plain = createHash('sha256').update(canonicalJson(body)).digest()
    expect(row!.input_hash.equals(plain)).toBe(false)
  })
})

describe('auth.refresh', () => {
  it('trades the refresh token once; a second use ends the whole session', async () => {
    const { refreshToken, token } = await bank.person()
    const first = await bank.call('POST /api/auth/refresh', { refresh_token: refreshToken })
    expect(first.status).toBe(200)
    expect((await bank.call('GET /api/auth/user', undefined, { token })).status).toBe(401)
    const renewed = first.body.data.access_token
    expect((await bank.call('GET /api/auth/user', undefined, { token: renewed })).status).toBe(200)
    expect(
      (await bank.call('POST /api/auth/refresh', { refresh_token: refreshToken })).status,
    ).toBe(401)
    expect((await bank.call('GET /api/auth/user', undefined, { token: renewed })).status).toBe(401)
  })

  it('takes it as the bearer too, and refuses an access token', async () => {
    const { refreshToken, token } = await bank.person()
    expect((await bank.call('POST /api/auth/refresh', {}, { token })).status).toBe(401)
    expect((await bank.call('POST /api/auth/refresh', {}, { token: refreshToken })).status).toBe(
      200,
    )
  })

  it('authenticates no other operation', async () => {
    const { refreshToken } = await bank.person()
    const answer = await bank.call('GET /api/auth/user', undefined, { token: refreshToken })
    expect(answer.status).toBe(403)
  })

  it('expires after thirty days, the access token after one', async () => {
    const { refreshToken, token } = await bank.person()
    bank.clock.advance(86_401)
    expect((await bank.call('GET /api/auth/user', undefined, { token })).status).toBe(401)
    bank.clock.advance(29 * 86_400)
    expect(
      (await bank.call('POST /api/auth/refresh', { refresh_token: refreshToken })).status,
    ).toBe(401)
  })
})

describe('auth.logout', () => {
  it('ends this session and leaves others', async () => {
    const person = await bank.person()
    const other = await bank.call('POST /api/auth/login', person)
    await bank.call('POST /api/auth/logout', {}, { token: person.token })
    expect((await bank.call('GET /api/auth/me', undefined, { token: person.token })).status).toBe(
      401,
    )
    const token = other.body.access_token
    expect((await bank.call('GET /api/auth/me', undefined, { token })).status).toBe(200)
    const all = await bank.call('POST /api/auth/logout-all', {}, { token })
    expect(all.body).toMatchObject({ success: true, data: { revoked_count: 2 } })
    expect((await bank.call('GET /api/auth/me', undefined, { token })).status).toBe(401)
  })
})

describe('auth.change_password', () => {
  it('needs the current one, ends other sessions and continues with a new token', async () => {
    const person = await bank.person()
    const change = { current_password: 'nope', new_password: 'N3w-password' }
    const wrong = await bank.call('POST /api/v2/auth/change-password', change, person)
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toHaveProperty('current_password')
    const done = await bank.call(
      'POST /api/v2/auth/change-password',
      { ...change, current_password: person.password },
      person,
    )
    expect(done.status).toBe(200)
    expect((await bank.call('GET /api/auth/me', undefined, person)).status).toBe(401)
    expect(
      (await bank.call('GET /api/auth/me', undefined, { token: done.body.new_token })).status,
    ).toBe(200)
    const login = { email: person.email, password: 'N3w-password' }
    expect((await bank.call('POST /api/auth/login', login)).status).toBe(200)
  })

  it('does not undo a concurrent reset', async () => {
    const person = await bank.person()
    const reset = await holdTransaction(bank.address)
    await reset.query('select 1 from identity.users where uuid = $1 for update', [person.uuid])
    await reset.query('update identity.users set password_hash = $2 where uuid = $1', [
      person.uuid,
      'of the reset',
    ])
    const change = { current_password: person.password, new_password: 'N3w-password' }
    const changing = bank.call('POST /api/v2/auth/change-password', change, person)
    await reset.untilWaitedFor(changing)
    await reset.commit()
    expect((await changing).status).toBe(422)
    const [row] = await bank.sql<{ password_hash: string }>(
      'select password_hash from identity.users where uuid = $1',
      [person.uuid],
    )
    expect(row!.password_hash).toBe('of the reset')
  })
})

describe('auth.forgot_password and auth.reset_password', () => {
  const readMailTo = async (email: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const folder = join(bank.dataDir, 'outbox')
        const mails = await Promise.all(
          (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
        )
        const mail = mails.find((text) => text.includes(`To: ${email}`))
        if (mail === undefined) throw new Error('no mail yet')
        return mail
      },
      { timeout: 120_000, interval: 50 },
    )

  it('sends a token that works once, for an hour, and ends every session', async () => {
    const person = await bank.person()
    const asked = await bank.call('POST /api/auth/forgot-password', { email: person.email })
    const unknown = await bank.call('POST /api/auth/forgot-password', { email: 'no@example.com' })
    expect(asked.body).toEqual(unknown.body)
    const token = /token: (\w+)/.exec(await readMailTo(person.email))![1]!
    const reset = { token, email: person.email, password: 'R3set-password' }
    const foreign = await bank.call('POST /api/auth/reset-password', {
      ...reset,
      email: 'x@y.example',
    })
    expect(foreign.status).toBe(422)
    expect((await bank.call('POST /api/auth/reset-password', reset)).status).toBe(200)
    expect((await bank.call('POST /api/auth/reset-password', reset)).status).toBe(422)
    expect((await bank.call('GET /api/auth/me', undefined, person)).status).toBe(401)
    const login = { email: person.email, password: reset.password }
    expect((await bank.call('POST /api/auth/login', login)).status).toBe(200)
  })
})

describe('reauthentication', () => {
  const prove = (by: Pick<Person, 'token'>, password: string) =>
    bank.call('POST /api/auth/prove', { password }, by)

  it('is required by every operation that declares it, and is valid for five minutes', async () => {
    const operator = await bank.operator()
    const asked = bank.app.registry.operations.filter(needsFreshProof).map((op) => {
      const { method, path } = parseRoute(op.rest[0]!.route)
      return { at: op.name, route: `${method} ${path.replace(/:\w+/g, operator.uuid)}` }
    })
    expect(asked.map(({ at }) => at).toSorted()).toEqual([
      'biometric.enable',
      'erasure.create',
      'erasure.disclose',
      'passkey.register',
      'passkey.register_challenge',
      'two_factor.enable',
      'two_factor.recovery_codes',
      'user.erase',
      'user.reset_two_factor',
    ])
    const codeOf = async (route: string) => (await bank.call(route, {}, operator)).body.error?.code
    const isNeeded = async (needed: boolean) => {
      await askAll(asked, async ({ route }) =>
        expect((await codeOf(route)) === 'REAUTHENTICATION_REQUIRED').toBe(needed),
      )
    }
    bank.clock.advance(300)
    await isNeeded(false)
    bank.clock.advance(1)
    await isNeeded(true)
    expect((await prove(operator, 'wrong')).body.error.code).toBe('WRONG_SECRET')
    await isNeeded(true)
    expect((await prove(operator, operator.password)).status).toBe(200)
    await isNeeded(false)
    bank.clock.advance(301)
    await isNeeded(true)
  })

  it('applies to one session, and a refresh does not renew it', async () => {
    const person = await bank.person()
    bank.clock.advance(301)
    const enable = async (token: string) =>
      (await bank.call('POST /api/auth/2fa/enable', {}, { token })).status
    const refresh_token = person.refreshToken
    const refreshed = await bank.call('POST /api/auth/refresh', { refresh_token })
    const stolen = refreshed.body.access_token
    expect(await enable(stolen)).toBe(403)
    const login = await bank.call('POST /api/auth/login', person)
    await prove({ token: login.body.access_token }, person.password)
    expect(await enable(stolen)).toBe(403)
    expect(await enable(login.body.access_token)).toBe(200)
  })

  it('lasts through a refresh', async () => {
    const person = await bank.person()
    const { refreshToken: refresh_token } = person
    const token = (await bank.call('POST /api/auth/refresh', { refresh_token })).body.access_token
    expect((await bank.call('POST /api/auth/2fa/enable', {}, { token })).status).toBe(200)
  })

  it('limits guesses', async () => {
    const person = await bank.person()
    const tries = await Promise.all(Array.from({ length: 12 }, () => prove(person, 'guess')))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
    expect((await prove(person, person.password)).status).toBe(429)
  })
})

describe('two-factor sign-in', () => {
  const codeAt = (secret: string): string =>
    new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })

  it('is required after the password, before any other operation', async () => {
    const person = await bank.person()
    const setup = await bank.call('POST /api/auth/2fa/enable', {}, person)
    expect(setup.body.recovery_codes).toHaveLength(8)
    expect(setup.body.qr_code).toContain('<svg')
    const wrong = await bank.call('POST /api/auth/2fa/confirm', { code: '000000' }, person)
    expect(wrong.status).toBe(422)
    const code = codeAt(setup.body.secret)
    expect((await bank.call('POST /api/auth/2fa/confirm', { code }, person)).status).toBe(200)

    const login = await bank.call('POST /api/auth/login', person)
    expect(login.body.data).toMatchObject({ two_factor_required: true })
    const token = login.body.access_token
    const refused = await bank.call('GET /api/auth/user', undefined, { token })
    expect(refused.status).toBe(403)
    expect(refused.body.error.code).toBe('TWO_FACTOR_REQUIRED')

    // The code that confirmed is used up; the next period has another.
    expect((await bank.call('POST /api/auth/2fa/verify', { code }, { token })).status).toBe(422)
    bank.clock.advance(30)
    const fresh = codeAt(setup.body.secret)
    const verified = await bank.call('POST /api/auth/2fa/verify', { code: fresh }, { token })
    expect(verified.status).toBe(200)
    const full = { token: verified.body.token }
    expect((await bank.call('GET /api/auth/user', undefined, full)).status).toBe(200)
    expect((await bank.call('POST /api/auth/2fa/verify', { code: fresh }, { token })).status).toBe(
      401,
    )
  })

  it('accepts a recovery code once, and can be switched off with the password', async () => {
    const person = await bank.person()
    const setup = await bank.call('POST /api/auth/2fa/enable', {}, person)
    await bank.call('POST /api/auth/2fa/confirm', { code: codeAt(setup.body.secret) }, person)
    const recovery_code = setup.body.recovery_codes[0]
    const signIn = async () => (await bank.call('POST /api/auth/login', person)).body.access_token
    const verify = async () =>
      bank.call('POST /api/auth/2fa/verify', { recovery_code }, { token: await signIn() })
    expect((await verify()).status).toBe(200)
    expect((await verify()).status).toBe(422)
    const off = await bank.call('POST /api/auth/2fa/disable', { password: person.password }, person)
    expect(off.status).toBe(200)
    const login = await bank.call('POST /api/auth/login', person)
    expect(login.body.data.two_factor_required).toBe(false)
  })
})
