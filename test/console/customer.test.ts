// A customer in a real browser, at the width of a desk and of a telephone: from signing up to the first payment, and
// every page without a barrier that axe finds serious, in light and dark.
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, startBrowser } from '../browser/browser.ts'
import {
  type ConsoleBank,
  findOverflows,
  findViolations,
  goWithin,
  picture,
  signUp,
  startConsole,
  visit,
  type Width,
  WIDTHS,
} from './support.ts'

const found = await findBrowser()
const widths = Object.keys(WIDTHS) as Width[]

describe.skipIf(!found)('the console for a customer (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: Browser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), startBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const goTo = async (page: Page, name: string): Promise<void> => {
    const links = page.getByRole('navigation').getByRole('link', { name, exact: true })
    await links.filter({ visible: true }).first().click()
  }

  it.each(widths)(
    'leads from signing up to the first payment, on a %s',
    async (width) => {
      const { url } = running.bank
      const { page, context, complaints } = await visit(browser, url, width)
      await signUp(page, url, `first-${width}@example.com`)
      await page.getByText('Three steps to your first payment').waitFor()
      await picture(page, `first-overview-${width}`)

      await goTo(page, 'Accounts')
      await page.getByRole('button', { name: 'Open an account' }).first().click()
      await page.getByLabel('Name').fill('Holidays')
      await page.getByRole('button', { name: 'Open the account' }).click()
      await page.getByRole('link', { name: 'Holidays' }).waitFor()

      await page.getByRole('link', { name: 'Main account' }).click()
      await page.getByRole('button', { name: 'Deposit' }).click()
      await page.getByRole('dialog').getByLabel('Amount').fill('250.00')
      await picture(page, `deposit-${width}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Deposit' }).click()
      await page.getByRole('table', { name: 'Balances' }).getByText('250.00').first().waitFor()

      await page.getByRole('button', { name: 'Explain the balance in USD' }).click()
      await page.getByText('Proven: the bank added up').waitFor()
      await picture(page, `explain-${width}`)
      await page.getByRole('button', { name: 'Close' }).click()

      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Download a statement' }).click()
      await page.getByLabel('Format').selectOption('csv')
      const saved = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
      expect(await readFile(await (await saved).path(), 'utf8')).toContain('250.00')

      await goTo(page, 'Send')
      await page.getByLabel('To whom').fill('holi')
      const offered = page.getByRole('listbox').getByRole('option', { name: 'Holidays' })
      await offered.waitFor()
      await picture(page, `recipient-${width}`)
      await offered.click()
      await page.getByLabel('Amount').fill('40.25')
      await page.getByLabel('Message').fill('For the beach')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('209.75').waitFor()
      await picture(page, `preview-${width}`)
      await page.getByRole('button', { name: 'Send now' }).click()
      await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
      await picture(page, `sent-${width}`)

      await goTo(page, 'History')
      const entries = page.getByRole('table', { name: 'Entries' })
      await entries.getByText('For the beach').first().waitFor()
      expect(await entries.getByText('40.25').count()).toBe(2)
      await page.getByLabel('Kind').selectOption('deposit')
      await entries.getByText('250.00').waitFor()
      expect(await entries.getByText('40.25').count()).toBe(0)

      // An account that nobody needs any more: renamed, and closed.
      await goTo(page, 'Accounts')
      await page.getByRole('button', { name: 'Open an account' }).first().click()
      await page.getByLabel('Name').fill('Spare')
      await page.getByRole('button', { name: 'Open the account' }).click()
      await page.getByRole('link', { name: 'Spare' }).click()
      const choose = async (word: string): Promise<void> => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: word }).click()
      }
      const dialog = page.getByRole('dialog')
      await choose('Rename')
      await dialog.getByLabel('Name').fill('Bicycle')
      await dialog.getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('heading', { level: 1, name: 'Bicycle' }).waitFor()
      await choose('Close the account')
      await dialog.getByRole('button', { name: 'Close the account' }).click()
      await page.getByRole('link', { name: 'Holidays' }).waitFor()
      await page.getByRole('link', { name: 'Bicycle' }).waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await context.close()
    },
    90_000,
  )

  it('shows what happens elsewhere by itself', async () => {
    const { bank } = running
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    const email = 'live@example.com'
    await signUp(page, bank.url, email)
    await page.getByText('Nothing has happened yet').waitFor()
    const { body } = await bank.call('POST /api/auth/login', { email, password: 'Corr3ct-horse-9' })
    const person = { token: body.access_token as string }
    const accounts = await bank.call('GET /api/v2/accounts', undefined, person)
    const deposit = { amount: '77.10', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${accounts.body.data[0].uuid}/deposit`, deposit, person)
    await page.getByRole('table', { name: 'Recent activity' }).getByText('77.10').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  const pages = {
    overview: '/',
    accounts: '/accounts',
    send: '/send',
    history: '/history',
    gcu: '/gcu',
    exchange: '/exchange',
    swaps: '/swaps',
    bridges: '/bridges',
    cards: '/cards',
    connections: '/connections',
    security: '/security',
    nowhere: '/accounts/0199d3a2-7c00-7000-8000-000000000071',
  }

  it.each([
    { width: 'desktop', scheme: 'light' },
    { width: 'phone', scheme: 'dark' },
  ] as const)(
    'has no barriers on any page, in both colours: $width, $scheme first',
    async ({ width, scheme }) => {
      const { url } = running.bank
      const { page, context, complaints } = await visit(browser, url, width, scheme)
      const violations: Record<string, string[]> = {}
      const check = async (name: string): Promise<void> => {
        await picture(page, `${name}-${width}-${scheme}`)
        const problems = [...(await findViolations(page)), ...(await findOverflows(page))]
        // The other colours of the same page, without loading it again.
        await page.emulateMedia({ colorScheme: scheme === 'light' ? 'dark' : 'light' })
        // Buttons fade into their new colours, which are judged once they are there.
        await page.evaluate(
          `Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition)
            .map((one) => one.finished.catch(() => {})))`,
        )
        problems.push(...(await findViolations(page)))
        await page.emulateMedia({ colorScheme: scheme })
        if (problems.length > 0) violations[name] = problems
      }
      await page.goto(`${url}/sign-in`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await check('sign-in')
      await signUp(page, url, `axe-${width}-${scheme}@example.com`)
      await fund(page)
      for (const [name, path] of Object.entries(pages)) {
        await goWithin(page, path)
        await check(name)
      }
      expect(violations).toEqual({})
      expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
      await context.close()
    },
    90_000,
  )

  /** Something to see on the pages, by the session of the browser. */
  const fund = (page: Page): Promise<unknown> =>
    page.evaluate(`(async () => {
      const headers = { 'X-Florin-Console': '1', 'Content-Type': 'application/json' }
      const { data } = await (await fetch('/api/v2/accounts', { headers })).json()
      for (const [amount, asset_code] of [['1250.50', 'USD'], ['300.00', 'EUR']])
        await fetch('/api/v2/accounts/' + data[0].uuid + '/deposit', {
          method: 'POST', headers, body: JSON.stringify({ amount, asset_code }),
        })
    })()`)
})
