// Sessions of the console as an attacker would try them: from another site, without the header, by a link, after
// signing out, with a cookie of another purpose, and at transports that take no cookie.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank, TEST_SECRET } from '../../../test/harness/bank.ts'
import { makeSealer } from '../../platform/key-ring.ts'

let bank: Bank
let person: Person
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
})
afterAll(() => bank.stop())

const fromConsole = (cookie?: string) => ({
  'X-Florin-Console': '1',
  Origin: bank.url,
  'Sec-Fetch-Site': 'same-origin',
  ...(cookie !== undefined && { Cookie: cookie }),
})

/** The cookie that an answer set, as a browser sends it back. */
const cookieOf = (headers: Headers): string => headers.get('set-cookie')!.split(';')[0]!

async function signIn({ email, password }: Person): Promise<string> {
  const answer = await bank.call(
    'POST /console/session',
    { email, password },
    { headers: fromConsole() },
  )
  expect(answer.status).toBe(200)
  return cookieOf(answer.headers)
}

const readUser = async (headers: Readonly<Record<string, string>>): Promise<number> =>
  (await bank.call('GET /api/auth/user', undefined, { headers })).status

describe('signing in', () => {
  it('puts the token into a cookie that scripts cannot read, and nowhere else', async () => {
    const { headers, body } = await bank.call(
      'POST /console/session',
      { email: person.email, password: person.password },
      { headers: fromConsole() },
    )
    expect(body).toEqual({ needs_code: false })
    expect(headers.get('set-cookie')).toMatch(
      /^florin_console=[\w-]+; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await readUser(fromConsole(cookieOf(headers)))).toBe(200)
  })

  it('wants https for the cookie where the bank is reached by https', async () => {
    const secure = await startBank({ env: { PUBLIC_URL: 'https://bank.example' } })
    const { email, password } = await secure.person()
    const headers = { 'X-Florin-Console': '1', 'Sec-Fetch-Site': 'same-origin' }
    const answer = await secure.call('POST /console/session', { email, password }, { headers })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-florin_console=.*; Secure$/)
    await secure.stop()
  })

  it('says who is signed in', async () => {
    const cookie = await signIn(person)
    const { body } = await bank.call('GET /console/session', undefined, {
      headers: fromConsole(cookie),
    })
    expect(body).toMatchObject({ user: { email: person.email }, bank: { mode: 'sandbox' } })
    const nobody = await bank.call('GET /console/session', undefined, { headers: fromConsole() })
    expect(nobody.body).toMatchObject({ user: null, needs_code: false })
  })

  it('refuses a wrong password as the API does, and sets no cookie', async () => {
    const { status, headers, body } = await bank.call(
      'POST /console/session',
      { email: person.email, password: 'Wr0ng-horse' },
      { headers: fromConsole() },
    )
    expect(status).toBe(401)
    expect(body.success).toBe(false)
    expect(headers.get('set-cookie')).toBeNull()
  })

  it.each([{}, [], 'text', { email: { $ne: '' }, password: 1 }, { email: 'x'.repeat(20_000) }])(
    'refuses %j as a body',
    async (body) => {
      const answer = await bank.call('POST /console/session', body, { headers: fromConsole() })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers.get('set-cookie')).toBeNull()
    },
  )

  it('registers a new user', async () => {
    const somebody = { name: 'Grace', email: 'grace@example.com', password: 'Corr3ct-horse' }
    const answer = await bank.call('POST /console/session/register', somebody, {
      headers: fromConsole(),
    })
    expect(answer.body).toEqual({ needs_code: false })
    expect(await readUser(fromConsole(cookieOf(answer.headers)))).toBe(200)
  })

  it('asks for the second factor before the cookie is valid for anything', async () => {
    const careful = await bank.person()
    const setup = await bank.call('POST /api/auth/2fa/enable', {}, careful)
    const currentCode = (): string =>
      new TOTP({ secret: setup.body.secret }).generate({ timestamp: bank.clock.now().getTime() })
    await bank.call('POST /api/auth/2fa/confirm', { code: currentCode() }, careful)
    const first = await bank.call(
      'POST /console/session',
      { email: careful.email, password: careful.password },
      { headers: fromConsole() },
    )
    expect(first.body).toEqual({ needs_code: true })
    const pending = cookieOf(first.headers)
    expect(await readUser(fromConsole(pending))).toBe(401)
    bank.clock.advance(30)
    const wrong = await bank.call(
      'POST /console/session/code',
      { code: '000000' },
      { headers: fromConsole(pending) },
    )
    expect(wrong.status).toBeGreaterThanOrEqual(400)
    const second = await bank.call(
      'POST /console/session/code',
      { code: currentCode() },
      { headers: fromConsole(pending) },
    )
    expect(second.body).toEqual({ needs_code: false })
    expect(await readUser(fromConsole(cookieOf(second.headers)))).toBe(200)
    const none = await bank.call(
      'POST /console/session/code',
      { code: '123456' },
      {
        headers: fromConsole(),
      },
    )
    expect(none.body.error.code).toBe('SIGN_IN_EXPIRED')
  })
})

describe('a cookie counts only on requests of the console', () => {
  it.each([
    ['without the header', { 'Sec-Fetch-Site': 'same-origin' }],
    ['from another site', { 'X-Florin-Console': '1', 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the site', { 'X-Florin-Console': '1', 'Sec-Fetch-Site': 'same-site' }],
    ['of another origin', { 'X-Florin-Console': '1', Origin: 'https://evil.example' }],
    ['of no origin', { 'X-Florin-Console': '1', Origin: 'null' }],
    ['from an unknown origin', { 'X-Florin-Console': '1' }],
    ['by a link', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }],
  ])('not %s', async (_which, headers) => {
    const cookie = await signIn(person)
    expect(await readUser({ ...headers, Cookie: cookie })).toBe(401)
    const { status } = await bank.call(
      'POST /api/v2/accounts',
      { name: 'Stolen' },
      { headers: { ...headers, Cookie: cookie } },
    )
    expect(status).toBe(401)
  })

  it('nor is a user signed in or out by another site', async () => {
    const headers = { 'X-Florin-Console': '1', Origin: 'https://evil.example' }
    const { email, password } = person
    for (const route of ['POST /console/session', 'POST /console/session/register']) {
      const answer = await bank.call(route, { email, password }, { headers })
      expect(answer.body.error.code).toBe('NOT_FROM_CONSOLE')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    const cookie = await signIn(person)
    await bank.call('DELETE /console/session', undefined, {
      headers: { ...headers, Cookie: cookie },
    })
    expect(await readUser(fromConsole(cookie))).toBe(200)
  })

  it('and not where another credential was sent', async () => {
    const cookie = await signIn(person)
    for (const credential of ['Bearer wrong', 'Basic YTpi'])
      expect(await readUser({ ...fromConsole(cookie), Authorization: credential })).toBe(401)
    const agent = { ...fromConsole(cookie), 'X-Agent-Session': 'wrong' }
    expect(await readUser(agent)).toBe(401)
  })

  it('and for the playground at the GraphQL endpoint only, from this host', async () => {
    const { 'X-Florin-Console': _, ...here } = fromConsole(await signIn(person))
    const headers = { ...here, 'X-Florin-Playground': '1' }
    const ask = async (sent: Readonly<Record<string, string>>) =>
      (await bank.call('POST /api/graphql', { query: '{ user { email } }' }, { headers: sent }))
        .body
    expect(await ask(headers)).toEqual({ data: { user: { email: person.email } } })
    expect((await ask({ ...headers, Origin: 'https://evil.example' })).errors).toHaveLength(1)
    expect(await readUser(headers)).toBe(401)
    expect((await bank.call('GET /console/session', undefined, { headers })).status).toBe(403)
  })

  it('nor at the MCP endpoint and the pages of OAuth', async () => {
    const headers = fromConsole(await signIn(person))
    const tools = await bank.call(
      'POST /mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { headers: { ...headers, Accept: 'application/json, text/event-stream' } },
    )
    expect(tools.status).toBe(401)
    const page = await bank.call('GET /oauth/password/forgot', undefined, { headers })
    expect(page.body).not.toContain(person.email)
  })
})

describe('changing the password', () => {
  const change = (cookie: string, current_password: string) =>
    bank.call(
      'POST /console/session/password',
      { current_password, new_password: 'An0ther-horse-7' },
      { headers: fromConsole(cookie) },
    )

  it('keeps this session, ends the others, and returns no token to the page', async () => {
    const other = await bank.person()
    const [here, elsewhere] = [await signIn(other), await signIn(other)]
    const answer = await change(here, other.password)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['message', 'still_active'])
    expect(await readUser(fromConsole(cookieOf(answer.headers)))).toBe(200)
    for (const old of [here, elsewhere]) expect(await readUser(fromConsole(old))).toBe(401)
  })

  it('needs the current one, and a session', async () => {
    const other = await bank.person()
    const cookie = await signIn(other)
    expect((await change(cookie, 'Wr0ng-horse')).status).toBe(422)
    expect(await readUser(fromConsole(cookie))).toBe(200)
    expect((await change('', other.password)).status).toBe(401)
  })
})

it('is shown and ended also when the calls of the hour are used up', async () => {
  const strict = await startBank({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
  const { email, password } = await strict.person()
  const headers = { ...fromConsole(), Origin: strict.url }
  const { headers: given } = await strict.call(
    'POST /console/session',
    { email, password },
    { headers },
  )
  const signedIn = { headers: { ...headers, Cookie: cookieOf(given) } }
  const statuses = []
  for (let n = 0; n < 4; n++)
    statuses.push((await strict.call('GET /api/auth/user', undefined, signedIn)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const shown = await strict.call('GET /console/session', undefined, signedIn)
  expect([shown.status, shown.body.user.email]).toEqual([200, email])
  expect((await strict.call('DELETE /console/session', undefined, signedIn)).status).toBe(200)
  await strict.stop()
})

describe('a session ends', () => {
  it('when the user signs out, also for a copy of the cookie', async () => {
    const cookie = await signIn(person)
    const { headers } = await bank.call('DELETE /console/session', undefined, {
      headers: fromConsole(cookie),
    })
    expect(headers.get('set-cookie')).toMatch(/^florin_console=; .*Max-Age=0/)
    expect(await readUser(fromConsole(cookie))).toBe(401)
    const { body } = await bank.call('GET /console/session', undefined, {
      headers: fromConsole(cookie),
    })
    expect(body.user).toBeNull()
  })

  it('when the owner signs out everywhere by the API', async () => {
    const other = await bank.person()
    const cookie = await signIn(other)
    await bank.call('POST /api/auth/logout-all', {}, other)
    expect(await readUser(fromConsole(cookie))).toBe(401)
  })

  it('after a day', async () => {
    const other = await bank.person()
    const cookie = await signIn(other)
    bank.clock.advance(86_401)
    expect(await readUser(fromConsole(cookie))).toBe(401)
  })

  it('is not what a seal for another purpose opens', async () => {
    const other = await bank.person()
    const ends = bank.clock.now().getTime() + 60_000
    const sealed = (content: object): string =>
      `florin_console=${makeSealer(TEST_SECRET).seal(JSON.stringify(content)).toString('base64url')}`
    const content = { token: other.token, needs_code: false, ends }
    expect(await readUser(fromConsole(sealed({ for: 'console', ...content })))).toBe(200)
    expect(await readUser(fromConsole(sealed(content)))).toBe(401)
    expect(await readUser(fromConsole(`florin_console=${other.token}`))).toBe(401)
    expect(await readUser(fromConsole('florin_console=%00'))).toBe(401)
  })
})
