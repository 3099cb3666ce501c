// The sign-in and consent pages with plain forms: who can sign in, what is asked, and what is rejected.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { toolScopes } from './scopes.ts'
import {
  authorizeUrl,
  Browser,
  type Client,
  type FormPage,
  makePkce,
  openVerifier,
  type Pkce,
  readForm,
  REDIRECT_URI,
  registerClient,
  trade,
} from './test-support.ts'

let bank: Bank
let client: Client
beforeAll(async () => {
  bank = await startBank()
  client = await registerClient(bank)
})
afterAll(() => bank.stop())

const start = (browser: Browser, fields = {}, pkce: Pkce = makePkce()): Promise<FormPage> =>
  browser.open(authorizeUrl(bank, client, pkce, fields))

/** On the consent page, signed in. */
async function reachConsent(person: Person, fields = {}) {
  const browser = new Browser(bank.url)
  const pkce = makePkce()
  const page = await browser.submit(await start(browser, fields, pkce), { ...person })
  expect(page.text, page.url).toContain('Connect Test agent?')
  return { browser, page, pkce }
}

const ticked = (page: FormPage): string[] => readForm(page.text).values.getAll('scope')
const offered = (page: FormPage): string[] =>
  [...page.text.matchAll(/name="scope" value="([^"]+)"/g)].map((match) => match[1]!)
const answerOf = (page: FormPage) => Object.fromEntries(new URL(page.url).searchParams)

describe('every page', () => {
  it('loads only from the bank: no scripts, no frames, no other hosts, no caching', async () => {
    const { page: consent } = await reachConsent(await bank.person())
    for (const page of [await start(new Browser(bank.url)), consent]) {
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('x-request-id')).toBeTruthy()
      expect(page.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
      expect(page.text).not.toMatch(/<script|<style|style=|onclick|https?:\/\//)
      for (const [, id] of page.text.matchAll(/ for="([^"]+)"/g))
        expect(page.text).toContain(`id="${id}"`)
    }
    const style = await bank.call('GET /oauth/style.css')
    expect(style.headers.get('content-type')).toContain('text/css')
  })

  it('shows the name of a client as text', async () => {
    const evil = await registerClient(bank, { client_name: '<img src=x onerror="x">&' })
    const page = await new Browser(bank.url).open(authorizeUrl(bank, evil, makePkce()))
    expect(page.text).toContain('&lt;img src=x onerror=&quot;x&quot;&gt;&amp;')
    expect(page.text).not.toContain('<img')
  })

  /** Both pages that a name is shown on. */
  async function openPages(client_name: string): Promise<string[]> {
    const program = await registerClient(bank, { client_name })
    const browser = new Browser(bank.url)
    const signIn = await browser.open(authorizeUrl(bank, program, makePkce()))
    const consent = await browser.submit(signIn, { ...(await bank.person()) })
    expect(consent.text).toContain(`Connect ${client_name}?`)
    return [signIn.text, consent.text]
  }

  it('warns of a name that imitates another client’s, beside the host that gets the answer', async () => {
    const real = await registerClient(bank, { client_name: 'Mellow Pay' })
    const browser = new Browser(bank.url)
    const signIn = await browser.open(authorizeUrl(bank, real, makePkce()))
    const consent = await browser.submit(signIn, { ...(await bank.person()) })
    await browser.submit(consent, { decision: 'approve' })
    for (const name of ['MeIIow Pay', 'Mе11ow Pay', 'Mellοw Pаy'])
      for (const text of await openPages(name)) {
        expect(text).toMatch(/class="warning" role="note"/)
        expect(text).toContain('looks like that of another client, “Mellow Pay”')
        expect(text.slice(text.indexOf('class="warning"'))).toContain('<code>127.0.0.1:9</code>')
      }
    // The real one, and others of the same name, are not warned of.
    for (const text of await openPages('Mellow Pay')) expect(text).not.toContain('class="warning"')
    const again = await browser.open(authorizeUrl(bank, real, makePkce()))
    expect(again.text).toContain('Connect Mellow Pay?')
    expect(again.text).not.toContain('class="warning"')
  })

  it('warns of words that mix alphabets, and of old names that look like the bank’s', async () => {
    for (const text of await openPages('Sесure wallet'))
      expect(text).toContain('several alphabets (Latin, Cyrillic)')
    for (const text of await openPages('Кошелёк wallet')) expect(text).not.toContain('"warning"')
    const old = await registerClient(bank, { client_name: 'Harmless' })
    await bank.sql(`update oauth.clients set name = 'FIorin' where client_id = $1`, [old.client_id])
    const page = await new Browser(bank.url).open(authorizeUrl(bank, old, makePkce()))
    expect(page.text).toContain('looks like that of the bank')
  })

  it('belongs to the browser that it was opened in', async () => {
    const page = await start(new Browser(bank.url))
    const stranger = await new Browser(bank.url).open(page.url)
    expect(stranger.status).toBe(400)
    expect(stranger.text).toContain('This page has expired')
    const posted = await new Browser(bank.url).submit(page, { ...(await bank.person()) })
    expect(posted.status).toBe(400)
  })

  it('accepts no form but its own', async () => {
    const person = await bank.person()
    const browser = new Browser(bank.url)
    const page = await start(browser)
    for (const form_token of [undefined, '', 'guess']) {
      const answer = await browser.submit(page, { ...person, form_token })
      expect(answer.status).toBe(400)
    }
    const other = await start(new Browser(bank.url))
    const stolen = readForm(other.text).values.get('form_token')!
    expect((await browser.submit(page, { ...person, form_token: stolen })).status).toBe(400)
  })

  it('expires after an hour', async () => {
    const browser = new Browser(bank.url)
    const page = await start(browser)
    bank.clock.advance(3_600)
    expect((await browser.submit(page, { ...(await bank.person()) })).status).toBe(400)
  })

  it('accepts no form larger than 16 KB', async () => {
    const browser = new Browser(bank.url)
    const page = await browser.submit(await start(browser), { email: 'x'.repeat(20_000) })
    expect(page.status).toBe(413)
    expect(page.headers.get('content-type')).toContain('text/html')
  })
})

describe('signing in', () => {
  it('gives the same message for an unknown e-mail and a wrong password', async () => {
    const person = await bank.person()
    const browser = new Browser(bank.url)
    const page = await start(browser)
    const wrong = await browser.submit(page, { email: person.email, password: 'wrong' })
    const unknown = await browser.submit(page, { email: 'nobody@example.com', password: 'wrong' })
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('These credentials do not match our records.')
      expect(answer.text).toContain('role="alert"')
      expect(answer.text).toContain('aria-invalid="true"')
    }
    expect(readForm(wrong.text).values.get('email')).toBe(person.email)
    expect(readForm(wrong.text).values.get('password')).toBe('')
    expect((await browser.submit(wrong, { ...person })).text).toContain('Connect Test agent?')
  })

  it('names a field that is missing', async () => {
    const browser = new Browser(bank.url)
    const answer = await browser.submit(await start(browser), { email: 'nonsense', password: '' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('href="#email"')
  })

  it('locks out after ten failures, also for the right password, and together with the API', async () => {
    const person = await bank.person()
    const browser = new Browser(bank.url)
    const page = await start(browser)
    const guess = { email: person.email, password: 'wrong' }
    for (let i = 0; i < 9; i++) expect((await browser.submit(page, guess)).status).toBe(401)
    expect((await bank.call('POST /api/auth/login', guess)).status).toBe(401)
    const locked = await browser.submit(page, { ...person })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(locked.text).toContain('role="alert"')
    bank.clock.advance(15 * 60)
    expect((await browser.submit(page, { ...person })).text).toContain('Connect Test agent?')
  })

  it('asks for the second factor if the user has one', async () => {
    const person = await bank.person()
    const { secret, recovery_codes } = (await bank.call('POST /api/auth/2fa/enable', {}, person))
      .body
    const code = () => new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })
    await bank.call('POST /api/auth/2fa/confirm', { code: code() }, person)
    bank.clock.advance(30)
    const browser = new Browser(bank.url)
    const page = await browser.submit(await start(browser), { ...person })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Two-factor code')
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('The code is wrong')
    expect(wrong.text).toContain('href="#code"')
    expect((await browser.submit(page, { code: code() })).text).toContain('Connect Test agent?')

    const again = new Browser(bank.url)
    const second = await again.submit(await start(again), { ...person })
    const recovered = await again.submit(second, { code: recovery_codes[0] })
    expect(recovered.text).toContain('Connect Test agent?')
  })

  it('cannot skip the second factor, nor send it too late', async () => {
    const person = await bank.person()
    const { secret } = (await bank.call('POST /api/auth/2fa/enable', {}, person)).body
    const code = () => new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })
    await bank.call('POST /api/auth/2fa/confirm', { code: code() }, person)
    bank.clock.advance(30)
    const browser = new Browser(bank.url)
    const page = await browser.submit(await start(browser), { ...person })
    const skipped = await browser.open(page.url.replace('/interaction/', '/authorize/'))
    expect(skipped.text).toContain('Sign in to Florin')
    const other = await browser.submit(await start(browser), { ...person })
    bank.clock.advance(601)
    const late = await browser.submit(other, { code: code() })
    expect(late.text).toContain('Sign in to Florin')
  })

  it('is remembered by the browser until the login behind it ends', async () => {
    const person = await bank.person()
    const { browser } = await reachConsent(person)
    expect((await start(browser)).text).toContain(person.email)
    await bank.call('POST /api/auth/logout-all', {}, person)
    expect((await start(browser)).text).toContain('Sign in to Florin')
    const { browser: other } = await reachConsent(await bank.person())
    bank.clock.advance(86_400)
    expect((await start(other)).text).toContain('Sign in to Florin')
  })

  it('ends with a new password, also in the middle of a consent', async () => {
    const person = await bank.person()
    const { browser, page } = await reachConsent(person)
    const { body } = await bank.call('POST /api/auth/login', {
      email: person.email,
      password: person.password,
    })
    const change = { current_password: person.password, new_password: 'Another-h0rse' }
    const changed = await bank.call('POST /api/auth/change-password', change, {
      token: body.access_token,
    })
    expect(changed.status).toBe(200)
    expect((await browser.open(page.url)).text).toContain('Sign in to Florin')
    const answer = await browser.submit(page, { decision: 'approve' })
    expect(answer.status).toBe(400)
    const rows = await bank.sql('select 1 from oauth.grants where user_uuid = $1', [person.uuid])
    expect(rows).toEqual([])
  })

  it('ends with a log-out, also between seeing the page and approving', async () => {
    const person = await bank.person()
    const { browser, page } = await reachConsent(person)
    await bank.call('POST /api/auth/logout-all', {}, person)
    const answer = await browser.submit(page, { decision: 'approve' })
    expect(answer.text).toContain('Sign in to Florin')
    const rows = await bank.sql('select 1 from oauth.grants where user_uuid = $1', [person.uuid])
    expect(rows).toEqual([])
  })

  it('can switch to another account', async () => {
    const [ada, bob] = [await bank.person(), await bank.person()]
    const { browser, page } = await reachConsent(ada)
    const switched = await browser.submit(page, { decision: 'switch_account' })
    expect(switched.text).toContain('Sign in to Florin')
    const consent = await browser.submit(switched, { ...bob })
    expect(consent.text).toContain(bob.email)
    expect(consent.text).not.toContain(ada.email)
    // The client asked for no scopes, and still asks for none.
    expect(ticked(consent)).not.toContain('payments:write')
    const forced = await browser.submit(await start(browser, { prompt: 'login' }), { ...ada })
    expect(forced.text).toContain(ada.email)
  })

  it('can be declined', async () => {
    const browser = new Browser(bank.url)
    const end = await browser.submit(await start(browser), { decision: 'deny' })
    expect(end.url.startsWith(REDIRECT_URI)).toBe(true)
    expect(answerOf(end)).toMatchObject({ error: 'access_denied', state: 'as-it-was' })
  })
})

describe('consent', () => {
  let person: Person
  beforeAll(async () => {
    person = await bank.person()
  })

  it('shows who asks, where the answer goes, and every scope in words', async () => {
    const { page } = await reachConsent(person)
    expect(page.text).toContain('<code>127.0.0.1:9</code>')
    expect(offered(page)).toEqual(toolScopes.map(({ name }) => name))
    for (const { words } of toolScopes) expect(page.text).toContain(words.slice(1))
    const marks = page.text.match(/Can change things/g)
    expect(marks).toHaveLength(toolScopes.filter(({ writes }) => writes).length)
    expect(page.text).toMatch(/<label[^>]*for="mcp_daily_limit_minor"[^>]*>Daily spending limit</)
    const options = [...page.text.matchAll(/<option value="(\w+)"( selected)?>([^<]+)/g)]
    expect(options.map(([, value, , words]) => [value, words])).toEqual([
      ['5000', '$50.00 a day'],
      ['50000', '$500.00 a day'],
      ['200000', '$2,000.00 a day'],
      ['1000000', '$10,000.00 a day'],
      ['none', 'No limit'],
    ])
    expect(options.filter((option) => option[2]).map((option) => option[1])).toEqual(['50000'])
  })

  it('leaves write scopes to the user when the client asked for no scopes', async () => {
    const { page } = await reachConsent(person)
    expect(ticked(page)).toEqual(toolScopes.filter(({ writes }) => !writes).map(({ name }) => name))
  })

  it('offers a client no more than it registered for', async () => {
    const narrow = await registerClient(bank, { scope: 'ramp:read ramp:write' })
    const browser = new Browser(bank.url)
    const page = await browser.open(authorizeUrl(bank, narrow, makePkce()))
    expect(offered(await browser.submit(page, { ...person }))).toEqual(['ramp:read', 'ramp:write'])
  })

  it('grants the selected scopes, and none that were not asked for', async () => {
    const scope = 'accounts:read payments:write sms:send offline_access'
    const { browser, page, pkce } = await reachConsent(person, { scope })
    expect(offered(page)).toEqual(['accounts:read', 'payments:write', 'sms:send'])
    expect(ticked(page)).toEqual(offered(page))
    const end = await browser.submit(page, {
      scope: ['accounts:read', 'sms:send', 'ramp:write'],
      decision: 'approve',
      mcp_daily_limit_minor: '5000',
    })
    const { body } = await trade(bank, client, pkce, answerOf(end).code!)
    expect(body.scope).toBe('accounts:read sms:send')
    const { verify, close } = openVerifier(bank)
    expect((await verify(body.access_token))!.scopes).toEqual(['accounts:read', 'sms:send'])
    await close()
  })

  it('shows an error when nothing is selected, and keeps the other choices', async () => {
    const { browser, page } = await reachConsent(person)
    const again = await browser.submit(page, {
      scope: undefined,
      mcp_daily_limit_minor: 'none',
      decision: 'approve',
    })
    expect(again.status).toBe(422)
    expect(again.text).toContain('Tick at least one')
    expect(again.text).toContain('href="#scope"')
    expect(again.text).toContain('id="scope"')
    expect(ticked(again)).toEqual([])
    expect(readForm(again.text).values.get('mcp_daily_limit_minor')).toBe('none')
    const end = await browser.submit(again, { scope: 'exchange:read', decision: 'approve' })
    expect(answerOf(end)).toHaveProperty('code')
  })

  it.each(['1', '-5', '1e9', ''])('rejects a limit of %j', async (mcp_daily_limit_minor) => {
    const { browser, page } = await reachConsent(person)
    const again = await browser.submit(page, { mcp_daily_limit_minor, decision: 'approve' })
    expect(again.status).toBe(422)
    expect(again.text).toContain('Choose one of the daily limits.')
  })

  it('can be denied', async () => {
    const { browser, page } = await reachConsent(person)
    const [before] = await bank.sql('select count(*) from oauth.grants')
    const end = await browser.submit(page, { decision: 'deny' })
    expect(end.url.startsWith(REDIRECT_URI)).toBe(true)
    expect(answerOf(end)).toMatchObject({
      error: 'access_denied',
      state: 'as-it-was',
      iss: bank.url,
    })
    expect(answerOf(end)).not.toHaveProperty('code')
    expect(await bank.sql('select count(*) from oauth.grants')).toEqual([before])
  })

  it('is asked for again each time, and given once per page', async () => {
    const { browser, page } = await reachConsent(person)
    const end = await browser.submit(page, { decision: 'approve' })
    expect(answerOf(end)).toHaveProperty('code')
    expect((await browser.submit(page, { decision: 'approve' })).status).toBe(400)
    expect((await start(browser)).text).toContain('Connect Test agent?')
    const silent = await start(browser, { prompt: 'none' })
    expect(answerOf(silent).error).toBe('consent_required')
  })

  it('is in the audit trail and notifies the user', async () => {
    const ada = await bank.person()
    const { browser, page } = await reachConsent(ada)
    await browser.submit(page, { decision: 'approve' })
    const audit = await bank.sql<{ operation: string }>(
      'select operation from platform.audit where user_uuid = $1 order by id',
      [ada.uuid],
    )
    expect(audit.map(({ operation }) => operation)).toContain('grant.create')
    const { body } = await bank.call('GET /api/v2/events', undefined, ada)
    expect(JSON.stringify(body)).toContain('grant.created')
  })
})
