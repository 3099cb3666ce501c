// Every page of the navigation in a real browser, without a barrier that axe finds serious, in light and dark, on a
// desktop and on a phone. Pages are mostly empty here; the walks of the other files inspect them with content.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import { someOf } from '../harness/rounds.ts'
import { type ConsoleBank, goWithin, inspectBoth, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

const VIEWS = [
  { width: 'phone', scheme: 'dark' },
  { width: 'desktop', scheme: 'light' },
  { width: 'phone', scheme: 'light' },
  { width: 'desktop', scheme: 'dark' },
] as const

/** No account has this id. */
const NOWHERE = '/accounts/0199d3a2-7c00-7000-8000-000000000071'

/** The addresses that the navigation shows to the signed-in user. The API reference has tests of its own. */
const readNavigation = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`Array.from(
    document.querySelectorAll('nav[aria-label="Pages"] a:not([href^="/api/"])'),
    (link) => link.getAttribute('href'),
  )`)

/** The address of the first object that the page lists, if objects have pages of their own. */
const findDetail = (page: Page, path: string): Promise<string | null> =>
  page.evaluate<string | null>(
    `document.querySelector('main a[href^="${path}/"]')?.getAttribute('href') ?? null`,
  )

const toName = (path: string): string => path.slice(1) || 'overview'

describe.skipIf(!found)('the pages of the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  it.each(someOf(VIEWS, 1))(
    'have no barriers, at both widths and in both colours: $width, $scheme first',
    async ({ width, scheme }) => {
      const { bank } = running
      const { page, context, complaints } = await visit(browser, bank.url, width, scheme)
      const problems: string[] = []
      const check = async (name: string): Promise<void> => {
        problems.push(...(await inspectBoth(page, `${name}-${width}-${scheme}`)))
      }
      const open = async (path: string): Promise<void> => {
        await goWithin(page, path)
        await check(toName(path))
        const detail = await findDetail(page, path === '/history' ? '/payments' : path)
        if (detail === null) return
        await goWithin(page, detail)
        await check(`${toName(path)}-detail`)
      }
      await page.goto(`${bank.url}/sign-in`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await check('sign-in')
      await signIn(page, bank.url, await personWithMoney())
      const shown = await readNavigation(page)
      expect(shown).toContain('/accounts')
      for (const path of shown) await open(path)
      await goWithin(page, NOWHERE)
      await check('nowhere')

      // An operator sees further pages.
      await signIn(page, bank.url, await bank.operator())
      const all = await readNavigation(page)
      expect(all.length).toBeGreaterThan(shown.length)
      for (const path of all.filter((one) => !shown.includes(one))) await open(path)
      expect(problems).toEqual([])
      expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
      await context.close()
    },
  )

  /** A customer with an account that has money. */
  async function personWithMoney(): Promise<Person> {
    const person = await running.bank.person()
    const { body } = await running.bank.call('GET /api/v2/accounts', undefined, person)
    const route = `POST /api/v2/accounts/${body.data[0].uuid}/deposit`
    for (const [amount, asset_code] of [
      ['1250.50', 'USD'],
      ['300.00', 'EUR'],
    ])
      await running.bank.call(route, { amount, asset_code }, person)
    return person
  }
})
