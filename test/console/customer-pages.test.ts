// The pages of a customer beside accounts and payments, in a real browser at both widths: spending and budgets, direct
// debits, notifications, cards.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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
    await page.locator(':focus[aria-label*=": 0.00 USD"]').waitFor()
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

  it('gives a mandate, shows what is collected next, and revokes it', async () => {
    const { bank } = running
    const gym = await teller.person()
    const till = await teller.open(gym)
    const creditor_iban = await ibanOf(gym, till)
    const creditor_id = 'DE98ZZZ09999999999'
    await goWithin(page, '/direct-debits')
    await press('Give a mandate')
    const fill = (label: string, value: string) => dialog().getByLabel(label).fill(value)
    await fill('Name of the creditor', 'Riverside Gym')
    await fill('Creditor identifier', creditor_id)
    await fill('IBAN of the creditor', creditor_iban)
    await fill('Reference of the mandate', 'GYM-1')
    await dialog().getByLabel('Account to collect from').selectOption(account)
    await dialog().getByLabel('How often').selectOption('adhoc')
    await fill('At most', '50.00')
    await dialog().getByRole('button', { name: 'Give the mandate' }).click()
    const given = page.getByRole('table', { name: 'Mandates you gave' })
    await given.getByText('At any time, up to').waitFor()

    // The creditor orders a collection for a later day.
    const held = await bank.call(
      'POST /api/v1/payment-rails/mandates',
      {
        account: till,
        mandate_id: 'GYM-1',
        creditor_id,
        creditor_name: 'Riverside Gym',
        debtor_name: 'Ada',
        debtor_iban: await ibanOf(ada, account),
      },
      gym,
    )
    const order = (collection_date: string) =>
      bank.call(
        'POST /api/v1/payment-rails/collections',
        { mandate: held.body.data.id, amount: '29.90', memo: 'Membership', collection_date },
        gym,
      )
    // Weekends and holidays are no days to collect.
    for (let days = 7; (await order(dayAfter(days))).status !== 201; days++)
      expect(days).toBeLessThan(20)
    await page.reload()
    await page.getByRole('table', { name: 'Announced collections' }).getByText('29.90').waitFor()
    expect(await inspectBoth(page, 'direct-debits')).toEqual([])

    const choose = async (word: string): Promise<void> => {
      await press('More for Riverside Gym')
      await page.getByRole('menuitem', { name: word }).click()
    }
    await choose('Suspend')
    await dialog().getByRole('button', { name: 'Suspend the mandate' }).click()
    await given.getByText('Suspended').waitFor()
    await page.getByText('No collection is announced').waitFor()
    await choose('Resume')
    await given.getByText('Active').waitFor()
    await choose('Revoke')
    await dialog().getByText('GYM-1').waitFor()
    await dialog().getByRole('button', { name: 'Revoke the mandate' }).click()
    await given.getByText('Cancelled').waitFor()
  })

  it('turns notifications on, counts and reads them, and keeps how they are sent', async () => {
    const { bank } = running
    await goWithin(page, '/notifications')
    await press('Turn them on')
    await page.getByText('No notifications yet').waitFor()
    for (const amount of ['12.00', '13.00']) await teller.deposit(ada, account, amount)
    const route = '/api/v1/notifications/unread-count'
    await vi.waitUntil(async () => (await teller.get(ada, route)).body.data.unread_count >= 2, {
      timeout: 120_000,
      interval: 50,
    })
    await page.reload()
    const bell = page.getByRole('link', { name: /^Notifications, \d+ unread$/ })
    await bell.filter({ visible: true }).waitFor()
    const list = page.getByRole('list', { name: 'Notifications' })
    await list.getByText('13.00 USD came in').waitFor()
    expect(await inspectBoth(page, 'notifications')).toEqual([])
    await list
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .click()
    await page
      .getByRole('link', { name: /^Notifications, 1 unread$/, exact: true })
      .first()
      .waitFor()
    await press('Mark all as read')
    await page.getByRole('link', { name: 'Notifications', exact: true }).nth(1).waitFor()

    const offers = page.getByRole('checkbox', { name: 'Offers: E-mail' })
    await offers.check()
    await press('Save')
    await page.getByText('Your choice is saved.').waitFor()
    const kept = await bank.call('GET /api/mobile/notifications/preferences', undefined, ada)
    expect(kept.body.data.marketing).toEqual({ push_enabled: false, email_enabled: true })

    await goWithin(page, '/profile')
    await page.getByText('Not checked').waitFor()
    expect(await inspectBoth(page, 'profile')).toEqual([])
  })

  it('orders a card, pays with it, freezes and cancels it', async () => {
    await goWithin(page, '/cards')
    await press('Order a card')
    await dialog().getByLabel('Account to pay from').selectOption(account)
    await dialog().getByLabel('Name of the card').fill('Online')
    await dialog().getByRole('button', { name: 'Order the card' }).click()
    const cards = page.getByRole('list', { name: 'Your cards' })
    await cards.getByText('Online').waitFor()

    const payments = page.getByRole('table', { name: 'Payments by card' })
    const pay = async (shop: string, amount: string): Promise<void> => {
      await press('Try a payment')
      await dialog().getByLabel('Shop').fill(shop)
      await dialog().getByLabel('Amount').fill(amount)
      await dialog().getByRole('button', { name: 'Pay' }).click()
      await payments.getByText(shop).first().waitFor()
    }
    await pay('Corner Café', '12.50')
    await press('Capture Corner Café')
    await payments.getByText('Captured').waitFor()
    await press('Limits')
    await dialog().getByLabel('At most per payment').fill('20.00')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await pay('Bookshop', '20.01')
    await payments.getByText('The card pays at most 20.00 USD a payment.').waitFor()
    expect(await inspectBoth(page, 'cards')).toEqual([])

    await press('Freeze')
    await press('Unfreeze')
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
    await press('Refund Corner Café')
    await payments.getByText('Refunded').waitFor()
    await press('Cancel card')
    await dialog().getByRole('button', { name: 'Cancel the card' }).click()
    await cards.getByText('Cancelled').waitFor()
    await page.getByText('pays nothing any more').waitFor()
  })

  const ibanOf = async (person: Person, uuid: string): Promise<string> =>
    (await teller.get(person, `/api/v2/accounts/${uuid}/identifiers`)).body.data.iban

  const dayAfter = (days: number): string =>
    new Date(running.bank.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

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
    await press(/^Show as a table *: Value of/)
    const rows = page.getByRole('table', { name: 'Value of one GCU' }).getByRole('row')
    expect(await rows.nth(2).innerText()).toContain(value)
    const weights = page.getByRole('slider', { name: /^Weights over 90 days/ })
    await weights.focus()
    expect(await weights.getAttribute('aria-valuetext')).toMatch(/: USD [\d.]+ %, EUR [\d.]+ %,/)
    expect(await inspectBoth(page, 'gcu-table')).toEqual([])
  })
})
