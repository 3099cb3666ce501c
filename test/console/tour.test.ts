// The tour of a new user, in a real browser: shown once, by keyboard, and from it to the demo data and to one of its
// users, on a desktop and on a phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import {
  type ConsoleBank,
  inspect,
  picture,
  signIn,
  signUp,
  startConsole,
  visit,
} from './support.ts'

/** The bank lives through three months; how long that takes depends on the machine. */
const LOAD_MS = 300_000

const found = await findBrowser()

describe.skipIf(!found)('the tour and the demo data (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
  const newcomer = { hasTour: true }

  it('is shown once, goes by keyboard, and keeps the focus', async () => {
    const { url } = running.bank
    const { page, context, complaints } = await visit(browser, url, 'desktop', 'light', newcomer)
    await page.goto(`${url}/`)
    await page.getByRole('heading', { name: 'First time here?' }).waitFor()
    expect(await inspect(page, 'newcomer-desktop')).toEqual([])
    await signUp(page, url, 'tour@example.com')
    await dialog(page, 'Welcome to Florin, Ada').waitFor()
    expect(await inspect(page, 'tour-welcome')).toEqual([])
    await page.keyboard.press('Enter')
    await dialog(page, 'First money, then a payment').waitFor()
    // The keyboard goes round inside: close, back, the page, next, and what the browser itself has.
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog(page, /./).waitFor({ state: 'hidden' })

    await page.reload()
    await page.getByText('No activity yet').waitFor()
    expect(await dialog(page, /./).count()).toBe(0)
    await page.getByRole('button', { name: 'Guided tour' }).click()
    await dialog(page, 'Welcome to Florin, Ada').getByRole('button', { name: 'Next' }).click()
    await page.getByRole('link', { name: 'Go to my accounts' }).click()
    await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it(
    'loads the demo data on a phone, and signs in as one of its users',
    async () => {
      const { url } = running.bank
      const { page, context, complaints } = await visit(browser, url, 'phone', 'dark', newcomer)
      await signIn(page, url, await running.bank.person())
      await dialog(page, /^Welcome/).waitFor()
      await picture(page, 'tour-welcome-phone')
      for (const title of [
        'First money',
        'More than dollars',
        'Everything is an API',
        'Add demo',
      ]) {
        await page.getByRole('button', { name: 'Next' }).click()
        await dialog(page, new RegExp(`^${title}`)).waitFor()
      }
      expect(await inspect(page, 'tour-demo-phone')).toEqual([])
      await page.getByRole('button', { name: 'Load demo data' }).click()
      await page.getByRole('progressbar', { name: 'Loading the demo data' }).waitFor()
      await picture(page, 'tour-loading-phone')
      await page.getByText('Ready. Look around').waitFor({ timeout: LOAD_MS })
      expect(await inspect(page, 'tour-people-phone')).toEqual([])
      await page.getByRole('button', { name: 'Sign in as Rosa Conti' }).click()
      await page.getByRole('heading', { name: 'Good day, Rosa' }).waitFor()
      const balances = page.getByRole('list', { name: 'Balances by account' })
      await balances.getByText('950.00').waitFor()
      await balances.getByText('Savings').waitFor()
      // She has activity, so the tour does not open.
      expect(await dialog(page, /./).count()).toBe(0)
      expect(await inspect(page, 'rosa-phone')).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
    LOAD_MS,
  )

  it('leads from the sign-in page to the demo users, which are shown at once when the data is loaded', async () => {
    const { url } = running.bank
    const { page, context } = await visit(browser, url, 'desktop', 'dark', newcomer)
    await page.goto(`${url}/`)
    await page.getByText('Ready. Look around').waitFor()
    expect(await page.getByRole('button', { name: 'Load demo data' }).count()).toBe(0)
    expect(await inspect(page, 'newcomer-people')).toEqual([])
    await page.getByRole('button', { name: 'Sign in as Amara Okafor' }).click()
    await page.getByRole('heading', { name: 'Good day, Amara' }).waitFor()
    expect(await inspect(page, 'amara-desktop')).toEqual([])
    await context.close()
  })
})

describe.skipIf(!found)('a bank in production (needs Chromium)', () => {
  it('offers no demo data', async () => {
    const env = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
    const [{ bank }, browser] = await Promise.all([startConsole(env), useBrowser(found!)])
    const { page } = await visit(browser, bank.url, 'desktop', 'light', { hasTour: true })
    await signIn(page, bank.url, await bank.person())
    await page.getByRole('dialog', { name: /^Welcome/ }).waitFor()
    for (const title of ['First money', 'More than dollars', 'Everything is an API']) {
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('dialog', { name: new RegExp(`^${title}`) }).waitFor()
    }
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.getByRole('button', { name: 'Load demo data' }).count()).toBe(0)
    await Promise.all([bank.stop(), browser.close()])
  })
})
