// A session that ends while a page is open, in a real browser: the page stays under a dialog to sign in, by password,
// second factor or passkey, and goes on for the same user only.
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import {
  type ConsoleBank,
  inspectBoth,
  signIn,
  signUp,
  startConsole,
  visit,
  visitWithPasskeys,
} from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('the end of a session at the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click()
  const fillIn = async (page: Page, { email, password }: Person): Promise<void> => {
    await dialogOf(page).getByLabel('E-mail').fill(email)
    await dialogOf(page).getByLabel('Password').fill(password)
    await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  /** Types the name of a key, and sends it after the session has ended. */
  const sendLate = async (page: Page): Promise<void> => {
    await press(page, 'Create a key')
    await page.getByLabel('Name').fill('Typed before')
    await page.context().clearCookies()
    await press(page, 'Create the key')
    await dialogOf(page).waitFor()
  }
  const keysOf = async (person: Person): Promise<string[]> => {
    const { body } = await running.bank.call('GET /api/v2/api-keys', undefined, person)
    return body.data.map(({ name }: { name: string }) => name)
  }
  /** The browser itself notes refused calls. */
  const others = (complaints: readonly string[]): string[] =>
    complaints.filter((complaint) => !complaint.includes('401'))

  it('keeps the page, and repeats the refused call for the same user', async () => {
    const { bank } = running
    const person = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person, '/keys')
    await sendLate(page)
    expect(await inspectBoth(page, 'session-end')).toEqual([])
    // The second would close the dialog below as well.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await dialogOf(page).getByLabel('E-mail').inputValue()).toBe(person.email)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed before')
    expect(await keysOf(person)).toEqual([])

    await fillIn(page, { ...person, password: 'Wr0ng-horse' })
    await dialogOf(page).getByRole('alert').waitFor()
    await fillIn(page, person)
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.getByLabel('the API key', { exact: true }).waitFor()
    expect(await keysOf(person)).toEqual(['Typed before'])
    expect(page.url()).toBe(`${bank.url}/keys`)
    expect(others(complaints)).toEqual([])
    await context.close()
  })

  it('shows another user a start page of their own, and does nothing for the first', async () => {
    const { bank } = running
    const [first, second] = await Promise.all([bank.person(), bank.person()])
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, first, '/keys')
    await sendLate(page)
    await fillIn(page, second)
    await page.getByRole('heading', { name: 'Good day' }).waitFor()
    await page.getByText(second.email).first().waitFor()
    expect(page.url()).toBe(`${bank.url}/`)
    expect(await dialogOf(page).count()).toBe(0)
    expect([await keysOf(first), await keysOf(second)]).toEqual([[], []])
    expect(others(complaints)).toEqual([])
    await context.close()
  })

  it('ends and goes on in all tabs of the browser', async () => {
    const { bank } = running
    const person = await bank.person()
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person, '/keys')
    const tab = await context.newPage()
    await tab.goto(bank.url)
    await sendLate(page)
    await tab.reload()
    await tab.getByLabel('E-mail').fill(person.email)
    await tab.getByLabel('Password').fill(person.password)
    await press(tab, 'Sign in')
    await dialogOf(page).waitFor({ state: 'hidden' })
    await page.getByLabel('the API key', { exact: true }).waitFor()

    // After a sign-out nothing of the user stays in any tab.
    await press(tab, 'Sign out')
    for (const one of [tab, page])
      await one.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    expect(others(complaints)).toEqual([])
    await context.close()
  })

  it('asks for the second factor', async () => {
    const { bank } = running
    const person = await bank.person()
    const { body } = await bank.call('POST /api/auth/2fa/enable', {}, person)
    const totp = new TOTP({ secret: body.secret })
    await bank.call('POST /api/auth/2fa/confirm', { code: totp.generate() }, person)
    const { page, context } = await visit(browser, bank.url, 'desktop')
    await page.goto(`${bank.url}/keys`)
    const sendCode = async (code: string): Promise<void> => {
      await page.getByLabel('Two-factor code').fill(code)
      await press(page, 'Continue')
    }
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await press(page, 'Sign in')
    await sendCode(body.recovery_codes[0])
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await sendLate(page)
    await fillIn(page, person)
    await sendCode(body.recovery_codes[1])
    await page.getByLabel('the API key', { exact: true }).waitFor()
    await context.close()
  })

  it('takes a passkey', async () => {
    const { url, page, context } = await visitWithPasskeys(browser, running.bank.url)
    await signUp(page, url, 'returning@example.com')
    await page.goto(`${url}/security`)
    await page.getByLabel('Name of the passkey').fill('Test machine')
    await press(page, 'Add a passkey')
    await page.getByText('The passkey is added.').waitFor()
    await page.goto(`${url}/keys`)
    await sendLate(page)
    await press(page, 'Sign in with a passkey')
    await page.getByLabel('the API key', { exact: true }).waitFor()
    await context.close()
  })
})
