// The pages of a customer beside accounts and payments, in a real browser at both widths: spending and budgets.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Teller, tellerOf } from '../../src/domains/core/transactions/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import {
  type ConsoleBank,
  goWithin,
  inspectBoth,
  signIn,
  startConsole,
  visit,
  type Visit,
} from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('the pages of a customer (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let teller: Teller
  let ada: Person
  let account: string
  let visited: Visit
  let page: Page
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
    teller = tellerOf(running.bank)
    ada = await teller.person()
    account = await teller.open(ada, 200_000)
    visited = await visit(browser, running.bank.url, 'desktop')
    page = visited.page
    await signIn(page, running.bank.url, ada)
  })
  afterAll(async () => {
    expect(visited.complaints).toEqual([])
    await Promise.all([running.bank.stop(), browser.close()])
  })

  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()
  const dialog = () => page.getByRole('dialog')

  it('shows where money goes, and keeps budgets', async () => {
    const shop = await teller.person()
    const till = await teller.open(shop)
    for (const [amount, description] of [
      ['90.00', 'Tesco groceries'],
      ['30.00', 'Lidl groceries'],
      ['40.00', 'Cinema'],
    ])
      await teller.transfer(ada, account, till, amount!, { description })
    await goWithin(page, '/spending')
    await page.getByText('160.00').first().waitFor()

    // The arrow keys go from month to month, and the months are a table, too.
    const months = page.getByRole('radiogroup', { name: 'Spending by month' })
    const now = months.getByRole('radio', { checked: true })
    expect(await now.getAttribute('aria-label')).toContain('160.00 USD')
    await now.focus()
    await page.keyboard.press('ArrowLeft')
    const focused = page.locator(':focus')
    expect(await focused.getAttribute('aria-label')).toContain(': 0.00 USD')
    await press(/^Show as a table/)
    await page.getByRole('table', { name: 'Spending by month' }).getByText('160.00 USD').waitFor()
    await press(/^Hide the table/)

    const categories = page.getByRole('list', { name: 'Categories' })
    await categories.getByRole('button', { name: /^Groceries.*2 payments/ }).click()
    await page.waitForURL(/category=groceries/)
    const payments = page.getByRole('table', { name: 'Payments for Groceries' })
    await payments.getByText('Tesco groceries').waitFor()
    expect(await payments.getByText('Cinema').count()).toBe(0)

    await press('Set a budget')
    await dialog().getByLabel('Amount').fill('125.00')
    expect(await dialog().getByLabel('Category').inputValue()).toBe('groceries')
    await dialog().getByRole('button', { name: 'Set the budget' }).click()
    const budget = page.getByRole('list', { name: 'Budgets' }).getByRole('listitem')
    await budget.getByText('Nearly spent').waitFor()
    await budget.getByText('5.00USD', { exact: true }).waitFor()
    expect(await inspectBoth(page, 'spending')).toEqual([])

    await press('More for Groceries, a month')
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await dialog().getByLabel('Amount').fill('100.00')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await budget.getByText('Exceeded').waitFor()
    await budget.getByText('too much').waitFor()
    await press('More for Groceries, a month')
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog().getByText('Spent in this period').waitFor()
    await dialog().getByRole('button', { name: 'Remove the budget' }).click()
    await page.getByText('No budgets yet').waitFor()

    // A counterparty leads to its payments of the month.
    await page.getByRole('link', { name: 'Tesco', exact: true }).click()
    await page.waitForURL(/\/history\?.*search=Tesco/)
    await page.getByRole('table', { name: 'Payments' }).getByText('Tesco groceries').waitFor()
  })

  it('reads a chart by the arrow keys, and as a table', async () => {
    await goWithin(page, '/gcu')
    const values = page.getByRole('slider', { name: /^Value of one GCU/ })
    await values.focus()
    const read = () => values.getAttribute('aria-valuetext')
    const last = await read()
    expect(last).toMatch(/^.+: [\d.]+ USD$/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(read).not.toBe(last)
    const before = (await read())!
    const [when, value] = before.split(': ') as [string, string]
    // The drawing shows what is read.
    await page.getByText(`${value} · ${when}`).waitFor()
    await page.keyboard.press('End')
    await expect.poll(read).toBe(last)
    await press(/^Show as a table/)
    const rows = page.getByRole('table', { name: 'Value of one GCU' }).getByRole('row')
    expect(await rows.nth(2).innerText()).toContain(value)
    expect(await inspectBoth(page, 'gcu-table')).toEqual([])
  })
})
