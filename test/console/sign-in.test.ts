// Signing in to the console in a real browser: with the password, the second factor and a passkey, which Chromium
// itself makes and uses.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailsTo } from '../../src/domains/payments/mobile/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import {
  type ConsoleBank,
  logIn,
  picture,
  signUp,
  startConsole,
  visit,
  visitWithPasskeys,
} from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('signing in to the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  it('keeps the address while a user signs in, and the session away from scripts', async () => {
    const { bank } = running
    const { email, password } = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await page.goto(`${bank.url}/history`)
    await logIn(page, { email, password: 'Wr0ng-horse' })
    await page.getByRole('alert').waitFor()
    await logIn(page, { email, password })
    await page.getByRole('heading', { name: 'History' }).waitFor()
    expect(page.url()).toBe(`${bank.url}/history`)

    // No script can read the session, and nothing of it is in the browser's storage.
    expect(await page.evaluate('document.cookie')).toBe('')
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    ).not.toContain('token')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The browser itself notes the refused password; that is all.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
    await context.close()
  })

  it('asks for the second factor after it was switched on', async () => {
    const { bank } = running
    const { email, password } = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await page.goto(`${bank.url}/security`)
    await logIn(page, { email, password })
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    const secret = (await page.locator('code').textContent())!
    await page.getByRole('button', { name: 'Show the recovery codes' }).click()
    const recovery = (await page.locator('ul.font-mono li').first().textContent())!
    await picture(page, 'second-factor')
    await page.getByLabel('I have stored the recovery codes').check()
    await page.getByLabel('Code from the app').fill(new TOTP({ secret }).generate())
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
    await page.getByText('Without it, your password alone').waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()

    await logIn(page, { email, password })
    await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
    await picture(page, 'code')
    await page.getByLabel('Two-factor code').fill(recovery)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Good day' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('asks for the code from the mail until the address is confirmed', async () => {
    const { bank } = running
    const { email, password, uuid } = await bank.person()
    await bank.sql('update identity.users set email_verified_at = null where uuid = $1', [uuid])
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await page.goto(bank.url)
    await logIn(page, { email, password })
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByRole('status').waitFor()
    const code = await vi.waitUntil(
      async () => /^code: (\S+)/m.exec((await mailsTo(bank, email)).at(-1) ?? '')?.[1],
      { timeout: 120_000, interval: 30 },
    )
    await page.getByLabel('Code from the e-mail').fill(code)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirm your e-mail address').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('asks for the password again before the second factor, when the session is older', async () => {
    const { bank } = running
    const { email, password, uuid } = await bank.person()
    const { page, context } = await visit(browser, bank.url, 'desktop')
    await page.goto(`${bank.url}/security`)
    await logIn(page, { email, password })
    await page.getByRole('heading', { name: 'Security' }).waitFor()
    // Ten minutes pass, and the bank evicts the cached session.
    await bank.sql(
      `with older as (
         update identity.credentials set proved_at = proved_at - interval '10 minutes'
         where user_uuid = $1 returning id)
       select pg_notify('florin_nodes', 'credential ' || id) from older`,
      [uuid],
    )
    const ask = `fetch('/api/auth/2fa/recovery-codes', { method: 'POST', body: '{}',
      headers: { 'X-Florin-Console': '1', 'Content-Type': 'application/json' } }).then((a) => a.status)`
    await expect.poll(() => page.evaluate(ask), { timeout: 120_000, interval: 50 }).toBe(403)
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(password)
    await picture(page, 'prove-again')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Show the recovery codes' }).waitFor()
    await context.close()
  })

  it('takes a passkey that was made on the page for security', async () => {
    const { url, page, context, complaints } = await visitWithPasskeys(browser, running.bank.url)
    await signUp(page, url, 'passkey@example.com')
    await page.goto(`${url}/security`)
    await page.getByLabel('Name of the passkey').fill('Test machine')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove Test machine' }).waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Good day, Ada' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
