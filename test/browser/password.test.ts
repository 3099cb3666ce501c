// A user who forgot the password resets it, in a real browser that runs no scripts: from the
// sign-in page to the mail, from its link to a new password, and back to signing in.
// PASSWORD_SHOTS=folder keeps pictures of the pages to look at.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeUrl,
  type Client,
  makePkce,
  registerClient,
} from '../../src/domains/people/oauth/test-support.ts'
import { type Bank, startBank } from '../harness/bank.ts'
import { findBrowser, type TestBrowser, useBrowser } from './browser.ts'

const found = await findBrowser()
const folder = process.env.PASSWORD_SHOTS

describe.skipIf(!found)('a forgotten password, without scripts (needs Chromium)', () => {
  let bank: Bank
  let browser: TestBrowser
  let client: Client
  const redirect_uri = 'http://127.0.0.1:9/done'
  beforeAll(async () => {
    ;[bank, browser] = await Promise.all([startBank(), useBrowser(found!)])
    client = await registerClient(bank, { client_name: 'Agent', redirect_uris: [redirect_uri] })
  })
  afterAll(() => Promise.all([bank.stop(), browser.close()]))

  async function open(colorScheme: 'light' | 'dark' = 'light') {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme })
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    return { page, requests }
  }

  const picture = async (page: Page, name: string): Promise<void> => {
    if (folder) await page.screenshot({ fullPage: true, path: join(folder, `${name}.png`) })
  }

  /** The link of the newest mail to this address. */
  async function linkTo(email: string): Promise<string> {
    const outbox = join(bank.dataDir, 'outbox')
    const read = async () => {
      const files = (await readdir(outbox).catch(() => [])).toSorted()
      const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
      const mail = mails.findLast((text) => text.includes(`To: ${email}`)) ?? ''
      return /http\S+\/oauth\/password\/reset\?token=\w{43}/.exec(mail)?.[0] ?? ''
    }
    await expect.poll(read, { timeout: 120_000, interval: 50 }).not.toBe('')
    return read()
  }

  const send = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  }

  const choose = async (page: Page, email: string, password: string, again = password) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Repeat the password').fill(again)
    await page.getByRole('button', { name: 'Set the password' }).click()
  }

  it('is replaced from the sign-in page through the mail', async () => {
    const person = await bank.person()
    const { page, requests } = await open()
    await page.goto(authorizeUrl(bank, client, makePkce(), { redirect_uri }))
    await picture(page, 'sign-in')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await picture(page, 'forgot')
    await send(page, person.email)
    await picture(page, 'sent')
    const link = await linkTo(person.email)
    expect(link).toContain(`${bank.url}/oauth/password/reset?token=`)

    const { page: fromMail, requests: afterMail } = await open('dark')
    const answer = await fromMail.goto(link)
    const headers = answer!.headers()
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    await picture(fromMail, 'reset-dark')
    await choose(fromMail, person.email, 'R3set-password', 'R3set-passwort')
    await fromMail.getByRole('alert').waitFor()
    expect(await fromMail.getByLabel('E-mail').inputValue()).toBe(person.email)
    await choose(fromMail, person.email, 'short')
    expect(await fromMail.getByRole('alert').textContent()).toMatch(/password/i)
    await picture(fromMail, 'reset-wrong-dark')
    await choose(fromMail, person.email, 'R3set-password')
    await fromMail.getByRole('heading', { name: 'The password is set' }).waitFor()
    await picture(fromMail, 'changed-dark')
    expect(fromMail.url()).toBe(`${bank.url}/oauth/password/changed`)

    // The token is in the address that was opened, and goes nowhere else.
    const token = new URL(link).searchParams.get('token')!
    for (const request of [...requests, ...afterMail]) {
      const { referer = '' } = await request.allHeaders()
      expect(referer).not.toContain(token)
      expect(new URL(request.url()).origin).toBe(bank.url)
    }

    await page.getByRole('link', { name: 'Back to signing in' }).click()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill('R3set-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Connect Agent?' }).waitFor()
    expect((await bank.call('POST /api/auth/login', person)).status).toBe(401)

    // The link worked once.
    await fromMail.goto(link)
    await choose(fromMail, person.email, 'R3set-another')
    expect(await fromMail.getByRole('alert').textContent()).toContain(
      'unknown, expired or was used before',
    )
    await fromMail.getByRole('link', { name: 'Request a new mail' }).click()
    await fromMail.getByRole('heading', { name: 'Forgotten password' }).waitFor()
  })

  it('revokes all other access when that is ticked', async () => {
    const person = await bank.person()
    const key = await bank.apiKey(person)
    const { page } = await open()
    await page.goto(`${bank.url}/oauth/password/forgot`)
    await send(page, person.email)
    await page.goto(await linkTo(person.email))
    await page.getByRole('checkbox').check()
    await choose(page, person.email, 'R3set-password')
    await page.getByRole('heading', { name: 'The password is set' }).waitFor()
    expect((await bank.call('GET /api/v2/accounts', undefined, key)).status).toBe(401)
  })

  it('gets the same answer for known and unknown addresses', async () => {
    const person = await bank.person()
    const pages = await Promise.all(
      [person.email, 'nobody@example.com'].map(async (email) => {
        const { page } = await open()
        await page.goto(`${bank.url}/oauth/password/forgot`)
        await send(page, email)
        return page.content()
      }),
    )
    expect(pages[0]).toBe(pages[1])
  })

  it('leads to a new request when the link has lost its token', async () => {
    const { page } = await open()
    await page.goto(`${bank.url}/oauth/password/reset`)
    expect(page.url()).toBe(`${bank.url}/oauth/password/forgot`)
    const { page: other } = await open()
    await other.goto(`${bank.url}/oauth/password/forgot?from=//evil.example`)
    expect(await other.getByRole('link').count()).toBe(0)
  })
})
