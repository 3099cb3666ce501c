// A customer in a real browser, on a desktop and on a phone: from signing up to the first payment.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { someOf } from '../harness/rounds.ts'
import { type ConsoleBank, picture, signUp, startConsole, visit } from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('the console for a customer (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const goTo = async (page: Page, name: string): Promise<void> => {
    const links = page.getByRole('navigation').getByRole('link', { name, exact: true })
    await links.filter({ visible: true }).first().click()
  }

  // Every other walk begins at a desk.
  it.each(someOf(['phone', 'desktop'] as const, 1))(
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

      await goTo(page, 'Overview')
      await page.getByRole('link', { name: 'Add money' }).click()
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
      await page.getByLabel('Recipient').fill('holi')
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
      const payments = page.getByRole('table', { name: 'Payments' })
      await payments.getByText('For the beach').waitFor()
      // Between own accounts it is one payment, not two.
      expect(await payments.getByText('40.25').count()).toBe(1)
      await page.getByLabel('Kind').selectOption('deposit')
      await payments.getByText('250.00').waitFor()
      expect(await payments.getByText('40.25').count()).toBe(0)
      await page.getByLabel('Kind').selectOption('')
      await page.getByLabel('Search').fill('beach')
      await page.waitForURL(/search=beach/)
      await payments.getByText('250.00').waitFor({ state: 'detached' })

      // The payment has a page, from which it is repeated; Back returns to the same list.
      await payments.getByRole('link', { name: 'Between your accounts' }).click()
      await page.getByRole('heading', { level: 1, name: 'Between your accounts' }).waitFor()
      await page.getByRole('table', { name: 'Entries' }).getByText('Holidays').waitFor()
      await page.getByRole('listitem').getByText('Booked', { exact: true }).waitFor()
      await picture(page, `payment-${width}`)
      const receipt = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Receipt' }).click()
      expect((await readFile(await (await receipt).path())).subarray(0, 5).toString()).toBe('%PDF-')
      await page.getByRole('link', { name: 'Send again' }).click()
      expect(await page.getByLabel('Recipient').inputValue()).toBe('Holidays')
      expect(await page.getByLabel('Amount').inputValue()).toBe('40.25')
      expect(await page.getByLabel('Message').inputValue()).toBe('For the beach')
      await page.goBack()
      await page.goBack()
      expect(await page.getByLabel('Search').inputValue()).toBe('beach')
      await payments.getByText('40.25').waitFor()
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV' }).click()
      const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(3)
      expect(lines.slice(1).every((line) => line.includes('For the beach'))).toBe(true)

      // An account is renamed and closed.
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
  )
})
