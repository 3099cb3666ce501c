// The list of the caller's own sign-in sessions, and ending them.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { describeUserAgent } from './user-agent.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

async function logIn({ email, password }: Person, userAgent = FIREFOX): Promise<Person> {
  const headers = { 'User-Agent': userAgent }
  const { body } = await bank.call('POST /api/auth/login', { email, password }, { headers })
  const { user, access_token, refresh_token } = body.data
  return { email, password, uuid: user.uuid, token: access_token, refreshToken: refresh_token }
}

const list = async ({ token }: Pick<Person, 'token'>) =>
  (await bank.call('GET /api/auth/sessions', undefined, { token })).body

const isIn = async ({ token }: Person): Promise<boolean> =>
  (await bank.call('GET /api/auth/user', undefined, { token })).status === 200

describe('auth_session.list', () => {
  it('shows the address, device and start of each, and marks the current one', async () => {
    const first = await bank.person()
    bank.clock.advance(60)
    const second = await logIn(first)
    const { data, meta } = await list(second)
    expect(meta.total).toBe(2)
    expect(data[0]).toMatchObject({
      is_current: true,
      device: 'Firefox on Windows',
      user_agent: FIREFOX,
      ip_address: '127.0.0.1',
      signed_in_at: bank.clock.now().toISOString(),
    })
    expect(data.map((one: { is_current: boolean }) => one.is_current)).toEqual([true, false])
    expect((await list(first)).data[0].is_current).toBe(false)
  })

  it('shows when each was last used', async () => {
    const person = await bank.person()
    await isIn(person)
    await vi.waitFor(
      async () => {
        const [session] = (await list(person)).data
        expect(session.last_used_at).toBe(bank.clock.now().toISOString())
      },
      { timeout: 120_000, interval: 100 },
    )
  })

  it('has one row for a session that was refreshed, with its beginning', async () => {
    const person = await bank.person()
    const [before] = (await list(person)).data
    bank.clock.advance(3_600)
    const refreshed = await bank.call('POST /api/auth/refresh', {
      refresh_token: person.refreshToken,
    })
    const after = (await list({ token: refreshed.body.access_token })).data
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ id: before.id, signed_in_at: before.signed_in_at })
    expect(Date.parse(after[0].expires_at)).toBeGreaterThan(Date.parse(before.expires_at))
  })

  it('truncates the User-Agent header', async () => {
    const person = await logIn(await bank.person(), `robot/1.0 ${'x'.repeat(900)}`)
    const [session] = (await list(person)).data
    expect(session.device).toBe('robot')
    expect(session.user_agent).toHaveLength(255)
  })

  it('shows a session neither after its end nor after it expired', async () => {
    const person = await bank.person()
    const other = await logIn(person)
    await bank.call('POST /api/auth/logout', {}, { token: person.token })
    expect((await list(other)).meta.total).toBe(1)
    bank.clock.advance(31 * 86_400)
    expect((await list(await logIn(person))).meta.total).toBe(1)
  })

  it('is not for keys', async () => {
    const { token } = await bank.person()
    const key = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'a key', permissions: ['read', 'write'] },
      { token },
    )
    for (const route of ['GET /api/auth/sessions', 'POST /api/auth/sessions/end-others']) {
      const answer = await bank.call(route, undefined, { token: key.body.data.api_key })
      expect(answer.status).toBe(403)
    }
  })
})

describe('auth_session.end', () => {
  it('stops both tokens of the session at once, and no other', async () => {
    const person = await bank.person()
    const stolen = await logIn(person)
    const [{ id }] = (await list(stolen)).data
    const ended = await bank.call(`DELETE /api/auth/sessions/${id}`, undefined, person)
    expect(ended.status).toBe(200)
    expect(await isIn(stolen)).toBe(false)
    expect(await isIn(person)).toBe(true)
    const again = await bank.call(`DELETE /api/auth/sessions/${id}`, undefined, person)
    expect(again.status).toBe(404)
    const refresh = { refresh_token: stolen.refreshToken }
    expect((await bank.call('POST /api/auth/refresh', refresh)).status).toBe(401)
  })

  it('does not find the session of another user', async () => {
    const victim = await bank.person()
    const [{ id }] = (await list(victim)).data
    const thief = await bank.person()
    for (const given of [id, 'nonsense'])
      expect((await bank.call(`DELETE /api/auth/sessions/${given}`, undefined, thief)).status).toBe(
        404,
      )
    expect(await isIn(victim)).toBe(true)
  })

  it('also ends the tokens of a concurrent refresh', async () => {
    const person = await bank.person()
    const stolen = await logIn(person)
    const [{ id }] = (await list(stolen)).data
    const [refreshed] = await Promise.all([
      bank.call('POST /api/auth/refresh', { refresh_token: stolen.refreshToken }),
      bank.call(`DELETE /api/auth/sessions/${id}`, undefined, person),
    ])
    // A refresh that came too late counts as theft and ends all sessions, the caller's included.
    if (refreshed.status !== 200) return expect(await isIn(stolen)).toBe(false)
    const ids = (await list(person)).data.map((session: { id: string }) => session.id)
    expect(ids).not.toContain(id)
  })
})

describe('auth_session.end_others', () => {
  it('keeps the session of the caller, and those of other users', async () => {
    const person = await bank.person()
    const others = [await logIn(person), await logIn(person)]
    const stranger = await bank.person()
    const answer = await bank.call('POST /api/auth/sessions/end-others', {}, person)
    expect(answer.body).toEqual({ message: 'Only this session is left.', ended_count: 2 })
    for (const other of others) expect(await isIn(other)).toBe(false)
    expect(await isIn(person)).toBe(true)
    expect(await isIn(stranger)).toBe(true)
    const refresh = { refresh_token: person.refreshToken }
    expect((await bank.call('POST /api/auth/refresh', refresh)).status).toBe(200)
  })
})

describe('the description of a browser', () => {
  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8.5.0', 'curl'],
    ['node', 'node'],
    ['Mozilla/5.0', 'unknown'],
    ['<script>alert(1)</script>', 'unknown'],
    [null, 'unknown'],
  ])('%s', (text, words) => expect(describeUserAgent(text)).toBe(words))
})
