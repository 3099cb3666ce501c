// The journeys of a customer, a developer and an operator in a real browser, at both widths and over a slow line: what
// is pressed before an answer arrives must neither be lost nor done twice.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import {
  type ConsoleBank,
  findOverflows,
  goWithin,
  signIn,
  signUp,
  slowDown,
  startConsole,
  visit,
  type Width,
} from './support.ts'

const found = await findBrowser()
const widths = ['phone', 'desktop'] as const

describe.skipIf(!found)('over a slow line (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).first().click()

  /** Runs the steps, and expects no error and nothing wider than its place where they end. */
  async function walk(width: Width, go: (page: Page) => Promise<void>): Promise<void> {
    const { page, context, complaints } = await visit(browser, running.bank.url, width)
    await slowDown(page)
    await go(page)
    expect(await findOverflows(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  }

  async function fund(person: Person, amount: string): Promise<string> {
    const { bank } = running
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    const account: string = body.data[0].uuid
    const deposit = { amount, asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, person)
    return account
  }

  it.each(widths)('a customer pays once, and finds the payment again: %s', (width) =>
    walk(width, async (page) => {
      const { bank } = running
      const payee = await bank.person({ name: 'Grace Hopper' })
      await signUp(page, bank.url, `slow-${width}@example.com`)
      await page.getByRole('link', { name: 'Add money' }).click()
      await page.getByRole('dialog').getByLabel('Amount').fill('90.00')
      // Pressed twice before the answer arrives, it is one deposit.
      await page.getByRole('dialog').getByRole('button', { name: 'Deposit' }).dblclick()
      await page.getByRole('table', { name: 'Balances' }).getByText('90.00').first().waitFor()
      await goWithin(page, '/send')
      await page.getByLabel('Recipient').fill(await fund(payee, '1.00'))
      await page.getByLabel('Amount').fill('12.34')
      await page.getByLabel('Message').fill('For the lamp')
      await press(page, 'Continue')
      await page.getByRole('button', { name: 'Send now' }).dblclick()
      await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
      await goWithin(page, '/history')
      const payments = page.getByRole('table', { name: 'Payments' })
      await page.getByLabel('Search').fill('lamp')
      await page.waitForURL(/search=lamp/)
      await payments.getByText('12.34').first().waitFor()
      expect(await payments.getByText('12.34').count()).toBe(1)
      await payments.getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name: /Grace/ }).waitFor()
    }),
  )

  it.each(widths)('a customer sets up a standing order, and cancels it: %s', (width) =>
    walk(width, async (page) => {
      const { bank } = running
      const [payer, payee] = await Promise.all([bank.person(), bank.person()])
      await fund(payer, '50.00')
      await signIn(page, bank.url, payer, '/standing-orders')
      await press(page, 'New standing order')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Recipient').fill(await fund(payee, '1.00'))
      await dialog.getByLabel('Amount').fill('9.50')
      await dialog.getByLabel('Message').fill('Allowance')
      await dialog.getByLabel('How often').selectOption('every week')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByText('until you cancel it').waitFor()
      await dialog.getByRole('button', { name: 'Set it up' }).dblclick()
      const orders = page.getByRole('table', { name: 'Standing orders' })
      await orders.getByText('9.50').waitFor()
      expect(await orders.getByText('9.50').count()).toBe(1)
      await bank.runJob('standing_orders.execute')
      await page.reload()
      await orders.getByRole('button', { name: /Allowance/ }).click()
      await dialog.getByRole('link', { name: 'paid' }).waitFor()
      await page.keyboard.press('Escape')
      await goWithin(page, '/')
      await page.getByRole('list', { name: 'Upcoming payments' }).getByText('9.50').waitFor()
      await goWithin(page, '/standing-orders')
      await orders.getByRole('button', { name: /^Cancel/ }).click()
      await dialog.getByRole('button', { name: 'Cancel the standing order' }).click()
      await orders.getByText('cancelled').waitFor()
    }),
  )

  it.each(widths)('a developer makes a key, and sees the call it made: %s', (width) =>
    walk(width, async (page) => {
      const { bank } = running
      await signIn(page, bank.url, await bank.person(), '/keys')
      await press(page, 'Create a key')
      await page.getByLabel('Name').fill('Bookkeeping')
      await page.getByRole('button', { name: 'Create the key' }).dblclick()
      const token = await page.getByLabel('the API key', { exact: true }).textContent()
      await press(page, 'I have stored it')
      expect(await page.getByRole('button', { name: 'Revoke Bookkeeping' }).count()).toBe(1)
      const { status } = await bank.call('GET /api/v2/accounts', undefined, { token: token! })
      expect(status).toBe(200)
      await goWithin(page, '/requests')
      await page.getByText('/api/v2/accounts').first().waitFor()
    }),
  )

  it.each(widths)('an operator finds a payment, and reverses it once: %s', (width) =>
    walk(width, async (page) => {
      const { bank } = running
      const [payer, payee] = await Promise.all([bank.person(), bank.person({ name: 'Ben Field' })])
      const [from, to] = [await fund(payer, '50.00'), await fund(payee, '1.00')]
      const reference = `Chair ${width}`
      const transfer = { from_account: from, to_account: to, amount: '17.50', asset_code: 'USD' }
      await bank.call('POST /api/v2/transfers', { ...transfer, reference }, payer)
      await signIn(page, bank.url, await bank.operator(), '/payments')
      await page.getByLabel('Reference').fill(reference)
      await page
        .getByRole('link', { name: /Ben Field/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Timeline' }).waitFor()
      await press(page, 'Reverse')
      await page.getByLabel(/^Reason/).fill('Sent by mistake')
      await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).dblclick()
      const balance = async () => {
        const path = `GET /api/accounts/${from}/balance`
        return JSON.stringify((await bank.call(path, undefined, payer)).body)
      }
      await expect.poll(balance, { timeout: 120_000 }).toContain('5000')
    }),
  )
})
