// Finding the way in the console, in a real browser: the sidebar with its groups, the palette and the keyboard shortcuts.
import type { Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { type ConsoleBank, goWithin, inspectBoth, signIn, startConsole, visit } from './support.ts'

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

  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
  const field = (page: Page) => palette(page).getByRole('combobox')
  const marked = (page: Page) => palette(page).getByRole('option', { selected: true })
  const find = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await field(page).fill(text)
  }
  const focused = (page: Page): Promise<string> =>
    page.evaluate<string>('document.activeElement.innerText || document.activeElement.tagName')

  it('finds pages, accounts, payments, actions and operations by the keyboard alone', async () => {
    const { bank } = running
    const person = await bank.person()
    const { body } = await bank.call('POST /api/v2/accounts', { name: 'Réserve' }, person)
    const cash = { amount: '12.50', asset_code: 'USD', reference: 'Lamp oil' }
    await bank.call(`POST /api/v2/accounts/${body.data.uuid}/deposit`, cash, person)
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await signIn(page, bank.url, person)
    const button = page.getByRole('button', { name: 'Search pages, accounts and actions' })
    expect(loaded.filter((url) => /palette|openapi|docs\/index/.test(url))).toEqual([])

    await button.focus()
    await page.keyboard.press('Enter')
    await palette(page).getByRole('option', { name: 'Réserve' }).waitFor()
    expect(await palette(page).getByRole('option', { name: 'Compliance' }).count()).toBe(0)
    expect(await inspectBoth(page, 'palette')).toEqual([])
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toContain('Search')

    await find(page, 'reserve')
    await expect.poll(() => marked(page).textContent()).toContain('Réserve')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Réserve' }).waitFor()

    await find(page, 'lamp oil')
    await palette(page).getByRole('option', { name: 'Lamp oil' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Deposit' }).waitFor()

    // Opened again before the browser has told that it closed.
    await find(page, 'histo')
    await page.evaluate(`(async () => {
      const press = (target, key, ctrlKey) =>
        target.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
      press(document.activeElement, 'Enter', false)
      await Promise.resolve()
      press(window, 'k', true)
    })()`)
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })

    await find(page, 'account')
    await palette(page).getByRole('option').getByText('API', { exact: true }).first().waitFor()
    const first = await marked(page).textContent()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => marked(page).textContent()).not.toBe(first)
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await marked(page).getAttribute('id'),
    )
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => marked(page).textContent()).toBe(first)
    await field(page).fill('open an acc')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Open an account' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toBe(`${bank.url}/accounts`)

    await find(page, 'colours')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Colours: light. Change' }).waitFor()

    await find(page, 'no such thing')
    await palette(page).getByText('Nothing was found.').waitFor()
    await field(page).fill('api_key.revoke')
    await palette(page).getByRole('option').getByText('API', { exact: true }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${bank.url}/api/docs/operations/api_key.revoke`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('finds users and accounts for an operator, and no late answer replaces a newer one', async () => {
    const { bank } = running
    const [operator, zoe] = await Promise.all([
      bank.operator(),
      bank.person({ name: 'Zoe Marsh' }),
      bank.person({ name: 'Zachary Reed' }),
    ])
    await bank.call('POST /api/v2/accounts', { name: 'Lighthouse' }, zoe)
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, operator)
    const LATE = /search=za/
    const late: Route[] = []
    await page.route(LATE, (route) => void late.push(route))
    let ended = 0
    const note = (request: Request): void => {
      if (LATE.test(request.url())) ended++
    }
    page.on('requestfinished', note)
    page.on('requestfailed', note)
    await find(page, 'za')
    await expect.poll(() => late.length).toBe(3)
    await field(page).fill('zoe')
    const user = palette(page).getByRole('option', { name: 'Zoe Marsh' })
    await user.first().waitFor()
    await Promise.all(late.map((route) => route.continue()))
    await expect.poll(() => ended).toBe(3)
    expect(await palette(page).getByText('Zachary Reed').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Zoe Marsh' }).waitFor()

    await find(page, 'lighthouse')
    await palette(page).getByRole('option', { name: 'Lighthouse, Zoe Marsh' }).click()
    await page.getByRole('dialog', { name: 'Account' }).getByText('Zoe Marsh').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toBe(`${bank.url}/customers`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('has shortcuts, which are listed, and silent where something is typed', async () => {
    const { bank } = running
    const { page, context, complaints } = await visit(browser, bank.url, 'desktop')
    await signIn(page, bank.url, await bank.operator())
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await press('g', 'u')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await press('/')
    await expect.poll(() => focused(page)).toBe('INPUT')
    await press('g', 'a', '?', '/')
    expect(await page.getByLabel('User', { exact: true }).inputValue()).toBe('ga?/')
    await press('Control+k')
    await palette(page).waitFor()
    await press('g', 'a')
    expect(await field(page).inputValue()).toBe('ga')
    await press('Escape')
    await palette(page).waitFor({ state: 'hidden' })

    await page.getByRole('heading', { level: 1 }).click()
    await press('?')
    await list.waitFor()
    expect(await inspectBoth(page, 'shortcuts')).toEqual([])
    const rows = await list.locator('dd').allTextContents()
    expect(rows).toEqual(expect.arrayContaining(['Ctrl + k', '/', '?', 'g then u']))
    expect(new Set(rows).size).toBe(rows.length)

    await list.getByRole('checkbox').uncheck()
    await press('Escape')
    await list.waitFor({ state: 'hidden' })
    await press('g', 'a', '?')
    await press('Control+k')
    await palette(page).waitFor()
    expect(await list.isVisible()).toBe(false)
    expect(page.url()).toBe(`${bank.url}/people`)
    expect(complaints).toEqual([])
    await context.close()
  })
})
