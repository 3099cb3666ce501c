// A user connects a client in a real browser that runs no scripts: sign-in, second factor, consent.
// OAUTH_SHOTS=folder keeps pictures of the pages to look at.
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askForTokens,
  authorizeUrl,
  type Client,
  makePkce,
  openVerifier,
  registerClient,
} from '../../src/domains/people/oauth/test-support.ts'
import { type Bank, startBank } from '../harness/bank.ts'
import { findBrowser, type TestBrowser, useBrowser } from './browser.ts'

const found = await findBrowser()
const folder = process.env.OAUTH_SHOTS

describe.skipIf(!found)('in a browser without scripts (needs Chromium)', () => {
  let bank: Bank
  let browser: TestBrowser
  let program: Server
  let redirect_uri: string
  let client: Client
  beforeAll(async () => {
    ;[bank, browser] = await Promise.all([startBank(), useBrowser(found!)])
    // The client's own page, which redirects to another host, as clients do.
    program = createServer((request, response) => {
      if (request.url?.startsWith('/done'))
        response.writeHead(302, {
          Location: `http://localhost:${portOf(program)}/end${request.url}`,
        })
      response.end('<h1>Back at the program</h1>')
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    redirect_uri = `http://127.0.0.1:${portOf(program)}/done`
    client = await registerClient(bank, {
      client_name: 'Household agent',
      redirect_uris: [redirect_uri],
    })
  })
  afterAll(async () => {
    await Promise.all([bank.stop(), browser.close()])
    program.close()
  })

  const portOf = (server: Server): number => (server.address() as { port: number }).port

  async function open(fields = {}, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    const page = await context.newPage()
    const elsewhere: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      const { origin } = new URL(request.url())
      const isOurs = origin === bank.url || /^http:\/\/(127\.0\.0\.1|localhost):/.test(origin)
      if (!isOurs) elsewhere.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    const pkce = makePkce()
    await page.goto(authorizeUrl(bank, client, pkce, { redirect_uri, ...fields }))
    return { page, pkce, elsewhere, errors }
  }

  async function picture(page: Page, name: string): Promise<void> {
    const image = await page.screenshot({
      fullPage: true,
      ...(folder && { path: join(folder, `${name}.png`) }),
    })
    // Something is drawn: a blank page of this size is a tenth of that.
    expect(image.length).toBeGreaterThan(10_000)
  }

  const focused = (page: Page) => page.locator(':focus').getAttribute('id')

  it('connects with the scopes left ticked', async () => {
    const person = await bank.person()
    const { page, pkce, elsewhere, errors } = await open({
      scope: 'accounts:read payments:write sms:send',
    })
    expect(await page.title()).toBe('Sign in – Florin')
    expect(await focused(page)).toBe('email')
    await picture(page, 'sign-in')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await focused(page)).toBe('password')
    await picture(page, 'sign-in-wrong')
    await page.getByLabel('Password').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Connect Household agent?' }).waitFor()
    await picture(page, 'consent')
    expect(await page.getByRole('checkbox').count()).toBe(3)
    await page.getByRole('checkbox', { name: 'Send payments' }).uncheck()
    await page.getByLabel('Daily spending limit').selectOption('$50.00 a day')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    const { hostname, searchParams } = new URL(page.url())
    // A rule against forms that lead elsewhere would have stopped the browser on the way.
    expect(hostname).toBe('localhost')
    expect(searchParams.get('state')).toBe('as-it-was')
    const { body } = await askForTokens(bank, client, {
      grant_type: 'authorization_code',
      code: searchParams.get('code')!,
      redirect_uri,
      code_verifier: pkce.verifier,
    })
    expect(body.scope).toBe('accounts:read sms:send')
    const { verify, close } = openVerifier(bank)
    expect(await verify(body.access_token)).toMatchObject({ user_uuid: person.uuid })
    await close()
    const { body: grants } = await bank.call('GET /api/v1/grants', undefined, person)
    expect(grants.data[0].daily_limit_minor).toBe(5_000)
    expect(elsewhere).toEqual([])
    // A refused password is answered 401, which the browser notes.
    expect(errors.filter((text) => !text.includes('401'))).toEqual([])
  })

  it('asks for the second factor, in dark mode, on a phone', async () => {
    const person = await bank.person()
    const { secret } = (await bank.call('POST /api/auth/2fa/enable', {}, person)).body
    const code = () => new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })
    await bank.call('POST /api/auth/2fa/confirm', { code: code() }, person)
    bank.clock.advance(30)
    const { page, errors } = await open(
      {},
      { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    )
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Two-factor code').fill(code())
    await picture(page, 'second-factor-dark')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Connect Household agent?' }).waitFor()
    for (const box of await page.getByRole('checkbox').all()) await box.setChecked(false)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('alert').waitFor()
    await picture(page, 'consent-dark')
    const width = await page.locator('body').evaluate((body) => body.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Back at the program' }).waitFor()
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    expect(errors.filter((text) => !text.includes('422'))).toEqual([])
  })

  it('shows a page where nothing can be sent back', async () => {
    const { page } = await open({ client_id: 'fcl_nobody' })
    expect(await page.getByRole('alert').count()).toBe(1)
    await picture(page, 'problem')
  })
})
