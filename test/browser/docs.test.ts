// What a person sees in a browser: the page without a console and the interactive reference, which must work
// against the running server and load nothing from anywhere else.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../harness/bank.ts'
import { findBrowser, startBrowser } from './browser.ts'

const found = await findBrowser()

describe.skipIf(!found)('in a browser (needs Chromium; npm brings one for Linux on x64)', () => {
  let bank: Bank
  let browser: Browser
  beforeAll(async () => {
    ;[bank, browser] = await Promise.all([startBank(), startBrowser(found!)])
  })
  afterAll(() => Promise.all([bank.stop(), browser.close()]))

  /** Opens a page and remembers every request that leaves for another host, and every complaint. */
  async function open(
    path: string,
  ): Promise<{ page: Page; elsewhere: string[]; errors: string[] }> {
    const context = await browser.newContext({ locale: 'en-US' })
    const page = await context.newPage()
    const elsewhere: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== bank.url && protocol.startsWith('http')) elsewhere.push(request.url())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(bank.url + path)
    return { page, elsewhere, errors }
  }

  it('the page of a bank without its console says how to build it, and leads to the reference', async () => {
    const { page, elsewhere } = await open('/')
    expect(await page.textContent('h1')).toContain('its console is not built')
    await page.click('text=Interactive reference')
    await page.waitForURL('**/api/docs*')
    expect(elsewhere).toEqual([])
  })

  it('the reference lists the operations and tries one with a bearer', async () => {
    const { token, email } = await bank.person()
    const { page, elsewhere, errors } = await open('/api/docs')
    await page.click('button.authorize')
    await page.fill('.auth-container input', token)
    await page.click('.auth-btn-wrapper .authorize')
    await page.click('.btn-done')
    await page.click('#operations-tag-identity')
    const operation = page.locator('.opblock', { hasText: '/api/auth/user' }).first()
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.try-out__btn').click()
    await operation.locator('button.execute').click()
    const answer = operation.locator('.responses-table.live-responses-table')
    await answer.locator('.response-col_status', { hasText: '200' }).first().waitFor()
    expect(await answer.textContent()).toContain(email)
    expect(elsewhere).toEqual([])
    expect(errors).toEqual([])
  })
})
