// An operator in a real browser, from the whole to the single: the overview of the bank with its open work, the
// payments of all customers, and the general ledger down to the legs of a payment.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import { type ConsoleBank, goWithin, inspectBoth, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

const VIEWS = [
  { width: 'desktop', scheme: 'light' },
  { width: 'phone', scheme: 'dark' },
] as const

describe.skipIf(!found)('the bank in the console for an operator (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
    await fill()
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  /** Two customers, of whom one paid the other, and a match on the sanctions list. */
  async function fill(): Promise<void> {
    const { bank } = running
    const [ada, bob] = [
      await bank.person({ name: 'Ada Lovelace' }),
      await bank.person({ name: 'Bob Byrne' }),
    ]
    const accountOf = async (person: Person): Promise<string> =>
      (await bank.call('GET /api/v2/accounts', undefined, person)).body.data[0].uuid
    const [from, to] = [await accountOf(ada), await accountOf(bob)]
    for (const [amount, asset_code] of [
      ['2500.00', 'USD'],
      ['300.00', 'EUR'],
    ])
      await bank.call(`POST /api/v2/accounts/${from}/deposit`, { amount, asset_code }, ada)
    const payment = {
      from_account: from,
      to_account: to,
      asset_code: 'USD',
      workflow_enabled: false,
    }
    for (const [amount, reference] of [
      ['120.00', 'Rent March'],
      ['35.50', 'Lunch'],
    ])
      await bank.call('POST /api/v2/transfers', { ...payment, amount, reference }, ada)
    const operator = await bank.operator()
    await bank.call('POST /api/regtech/sanctions/screen', { name: 'Victor Exemplar' }, operator)
  }

  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

  it.each(VIEWS)('leads from the overview to what waits: $width, $scheme', async (view) => {
    const { bank } = running
    const { width, scheme } = view
    const { page, context, complaints } = await visit(browser, bank.url, width, scheme)
    const problems: string[] = []
    const look = async (name: string): Promise<void> => {
      problems.push(...(await inspectBoth(page, `bank-${name}-${width}`)))
    }
    const operator = await bank.operator()
    // A reader of the log counts payments a moment after they happened.
    const countPayments = async () => {
      const { body } = await bank.call('GET /api/v2/bank/overview', undefined, operator)
      return body.data.assets[0]?.payments.count
    }
    await expect.poll(countPayments).toBe(2)
    await signIn(page, bank.url, operator)
    // An operator begins at the bank.
    await page.waitForURL(`${bank.url}/bank`)
    await page.getByText(/The ledger is sound|Not proved yet/).waitFor()
    await page.getByText('155.50').first().waitFor()
    const held = page.getByRole('table', { name: 'What the bank holds and owes' })
    await held.getByRole('row', { name: /EUR/ }).getByText('300.00').first().waitFor()
    await page.getByRole('img', { name: /Deposits per day/ }).waitFor()
    await look('overview')
    await page.getByRole('radio', { name: 'Payments' }).click()
    await page.getByRole('img', { name: /Payments per day/ }).waitFor()
    await page.getByRole('radio', { name: 'Movements' }).click()
    await page.getByRole('img', { name: /Movements per day/ }).waitFor()
    const work = page.getByRole('list', { name: 'Open work', exact: true })
    await work.getByText('1', { exact: true }).waitFor()
    await follow(page, 'Sanctions matches to decide')
    await page.waitForURL(`${bank.url}/compliance`)

    // A payment is found by its parties and its reference; the address keeps the filters.
    await goWithin(page, '/payments')
    const payments = page.getByRole('table', { name: 'Payments' })
    await payments.getByText('Lunch').waitFor()
    await look('payments')
    await page.getByLabel('Reference').fill('rent')
    await payments.getByText('Lunch').waitFor({ state: 'hidden' })
    await page.getByLabel('Party').fill('bob')
    await page.getByLabel('Amount from').fill('100')
    await page.getByLabel('Asset').selectOption('USD')
    await page.waitForURL(/party=bob/)
    await page.reload()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('Ada Lovelace')
    await page.getByLabel('Amount from').fill('1000')
    await page.getByText('No payments found').waitFor()
    await look('payments-none')
    await page.getByLabel('Amount from').fill('')
    await payments.getByRole('link', { name: /Ada Lovelace.*Bob Byrne/ }).click()
    await page.getByRole('table', { name: 'Entries' }).getByText('120.00').first().waitFor()
    await look('payment')
    await page.getByRole('link', { name: '← Payments' }).click()
    await payments.waitFor()

    // From a line of the trial balance to the entries behind it, and to all legs of one of them.
    await goWithin(page, '/general-ledger')
    await page.getByText('Debits and credits are equal.').waitFor()
    await look('general-ledger')
    await page.getByLabel('Type').selectOption('Assets')
    await page.waitForURL(/type=asset/)
    await page.getByRole('table', { name: 'Liabilities' }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Operating Account in USD' }).click()
    await page.getByRole('heading', { level: 1, name: '1110 Operating Account' }).waitFor()
    await page.getByRole('table', { name: 'Balance' }).getByText('2,500.00').first().waitFor()
    const entries = page.getByRole('table', { name: 'Entries of the ledger' })
    await entries.getByText('Ada Lovelace').waitFor()
    await look('ledger-account')
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(await readFile(await report.path(), 'utf8')).toContain('2500.0000')
    await entries.getByRole('link', { name: /Deposit/ }).click()
    await page.getByRole('table', { name: 'Entries' }).getByText('external:deposits').waitFor()

    expect(problems).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
