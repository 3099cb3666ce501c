// Finding the way in the console, in a real browser: the sidebar with its groups.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { type ConsoleBank, goWithin, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

/** A small laptop. */
const LOW = { width: 1280, height: 800 }

describe.skipIf(!found)('the way in the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
  const group = (page: Page, name: string) =>
    sidebar(page).getByRole('button', { name, exact: true })
  const current = (page: Page): Promise<string[]> =>
    sidebar(page).locator('[aria-current=page]').allTextContents()
  const isInView = (page: Page, name: string): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const { top, bottom } = [...document.querySelectorAll('aside a, aside button')]
        .find((one) => one.textContent === ${JSON.stringify(name)} || one.title === ${JSON.stringify(name)})
        .getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })()`)

  it('has a sidebar that fits, with the current page and the foot in view', async () => {
    const { bank } = running
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await page.setViewportSize(LOW)
    await signIn(page, bank.url, await bank.operator())
    expect(await isInView(page, 'Agents')).toBe(false)
    await goWithin(page, '/agents')
    await expect.poll(() => isInView(page, 'Agents')).toBe(true)
    expect(await isInView(page, 'Sign out')).toBe(true)
    expect(await isInView(page, 'Guided tour')).toBe(true)
    expect(await current(page)).toEqual(['Agents'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('folds groups, which stay as they are, and opens the one of the current page', async () => {
    const { bank } = running
    const person = await bank.person()
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, person, '/security')
    const accounts = sidebar(page).getByRole('link', { name: 'Accounts' })
    await group(page, 'Money').click()
    await accounts.waitFor({ state: 'hidden' })
    await group(page, 'Markets').click()
    await group(page, 'Markets').click()
    await page.reload()
    await sidebar(page).getByRole('link', { name: 'Exchange' }).waitFor()
    expect(await group(page, 'Money').getAttribute('aria-expanded')).toBe('false')
    expect(await accounts.isVisible()).toBe(false)

    await goWithin(page, `/accounts/${body.data[0].uuid}`)
    await accounts.waitFor()
    expect(await group(page, 'Money').getAttribute('aria-expanded')).toBe('true')
    expect(await current(page)).toEqual(['Accounts'])
    await goWithin(page, '/security')
    await accounts.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
