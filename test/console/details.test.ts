// Regressions of the console in a real browser: a batch at a later time, screening without a list, an
// entry without accounts, cash that was booked, the second factor on and off, pages of a list that is narrowed, names
// without spaces, a search that is undone, days west of Greenwich, and the snippets of the first five minutes.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippets } from '../../console/src/pages/first-steps/snippets.ts'
import { onboard } from '../../src/domains/people/partners/test-support.ts'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import type { Person } from '../harness/bank.ts'
import {
  type ConsoleBank,
  findOverflows,
  goWithin,
  signIn,
  startConsole,
  visit,
  type Visit,
  WIDTHS,
} from './support.ts'

const found = await findBrowser()
const LONG = 'W'.repeat(255)
const HOUR_MS = 3_600_000

describe.skipIf(!found)('details of the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let person: Person
  let account: string
  let visited: Visit
  let page: Page

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const open = (path: string) => goWithin(page, path)

  /** Nothing is too wide on this page, on a phone and on a desktop. */
  async function expectRoom(path: string): Promise<void> {
    await open(path)
    for (const width of ['phone', 'desktop'] as const) {
      await page.setViewportSize(WIDTHS[width])
      // A chart takes a moment to follow.
      await expect.poll(() => findOverflows(page), { message: `${path}, ${width}` }).toEqual([])
    }
  }

  /** The browser of a user eight hours west of Greenwich. */
  const enter = async (who: Person): Promise<void> => {
    visited = await visit(browser, running.bank.url, 'desktop')
    page = visited.page
    const developerTools = await visited.context.newCDPSession(page)
    await developerTools.send('Emulation.setTimezoneOverride', {
      timezoneId: 'America/Los_Angeles',
    })
    await signIn(page, running.bank.url, who)
  }

  const leave = async (): Promise<void> => {
    expect(visited.complaints).toEqual([])
    await visited.context.close()
  }

  const rename = (name: string) =>
    running.bank.call(`PUT /api/v2/accounts/${account}`, { name }, person)

  beforeAll(async () => {
    ;[running, browser] = await Promise.all([
      startConsole({ SANCTIONS_LIST: '' }),
      useBrowser(found!),
    ])
    const { bank } = running
    person = await bank.person({ name: LONG })
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    account = body.data[0].uuid
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  describe('for an operator', () => {
    let operator: Person
    beforeAll(async () => {
      operator = await running.bank.operator()
      await enter(operator)
    })
    afterAll(leave)

    it('schedules a batch for a moment of the viewer’s zone', async () => {
      const due = new Date(Math.ceil((Date.now() + HOUR_MS) / 60_000) * 60_000)
      const local = due.toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' })
      await open('/batches')
      await press('Start a batch')
      await page.getByLabel('Name').fill('Tonight')
      await page.getByLabel('Not before').fill(local.slice(0, 16).replace(' ', 'T'))
      await press('Start')
      await page.getByRole('dialog').getByText('Scheduled').waitFor()
      const { body } = await running.bank.call(
        'GET /api/v2/batch-operations?limit=1',
        undefined,
        operator,
      )
      expect(body.data[0].scheduled_for).toBe(due.toISOString())
      await press('Close')
    })

    it('screens no name without a list', async () => {
      await open('/compliance')
      await page.getByText('Nothing can be screened').waitFor()
      expect(await page.getByRole('button', { name: 'Screen' }).count()).toBe(0)
    })

    it('posts no entry against its own account', async () => {
      await open('/general-ledger')
      await press('Post an entry')
      await page.getByLabel('What for').fill('Rent')
      await page.getByLabel('Amount').fill('10.00')
      expect(await page.getByLabel('Debit').inputValue()).toBe('')
      expect(await page.getByLabel('Credit').inputValue()).toBe('')
      await page.getByLabel('Debit').selectOption({ index: 1 })
      await page.getByLabel('Credit').selectOption({ index: 1 })
      await press('Post')
      await page.getByRole('alert').getByText('two different accounts').waitFor()
      await press('Close')
    })

    it('shows what is there after cash was booked, and is ready for the next', async () => {
      await open('/funding')
      const counter = page.locator('section', { hasText: 'Counter' })
      await counter.getByLabel('Account').fill(person.email)
      await counter.getByRole('button', { name: 'Main account' }).click()
      await page.getByLabel('Amount').fill('123.45')
      await press('Deposit')
      await press('Book it')
      const said = page.getByText('Deposit of 123.45 USD is booked.')
      await said.waitFor()
      await counter.getByText('123.45USD', { exact: true }).waitFor()
      expect(await page.getByLabel('Amount').inputValue()).toBe('')
      await page.getByRole('radio', { name: 'Withdraw' }).click()
      await said.waitFor({ state: 'hidden' })
    })

    it('shows every change again, the newest first', async () => {
      await Promise.all(Array.from({ length: 55 }, (_none, index) => rename(`Name ${index}`)))
      const route = 'GET /api/v2/audit?by_operator=false&limit=50'
      const hasOlder = async () => {
        const { body } = await running.bank.call(route, undefined, operator)
        return body.next !== null
      }
      await expect.poll(hasOlder).toBe(true)
      await open('/audit')
      const who = page.getByLabel('Changes by')
      await who.selectOption('others')
      await press('Search')
      await press('Older')
      const newer = page.getByRole('button', { name: 'Newer' })
      await expect.poll(() => newer.isEnabled()).toBe(true)
      await press('Show everything')
      await expect.poll(() => newer.isDisabled()).toBe(true)
      expect(await who.inputValue()).toBe('all')
    })

    it('has room for a partner without spaces', async () => {
      await onboard(running.bank, { organization_name: LONG })
      await expectRoom('/partners')
    })
  })

  describe('for a customer', () => {
    beforeAll(async () => {
      await rename(LONG)
      await running.bank.call('POST /api/v2/api-keys', { name: LONG }, person)
      const money = { amount: '1000.00', asset_code: 'USD', description: LONG }
      await running.bank.call(`POST /api/v2/accounts/${account}/deposit`, money, person)
      await enter(person)
    })
    afterAll(leave)

    it('has room for names without spaces', async () => {
      for (const path of ['/', '/keys', '/history']) await expectRoom(path)
    })

    it('says the day of the bank in a chart', async () => {
      const { body } = await running.bank.call('GET /api/v2/balances/history', undefined, person)
      const day = new Date(body.data.points.at(-1).date)
      await open('/')
      const chart = page.getByRole('img', { name: /^Total balance of all accounts/ })
      const { width, height } = (await chart.boundingBox())!
      await chart.hover({ position: { x: width - 30, y: height / 2 } })
      const said = day.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
      await expect.poll(() => chart.textContent()).toContain(said)
    })

    it('begins with the first page of the orders that are asked for', async () => {
      const order = {
        type: 'buy',
        order_type: 'limit',
        base_currency: 'EUR',
        quote_currency: 'USD',
      }
      for (let cents = 10; cents < 22; cents++)
        await running.bank.call(
          'POST /api/exchange/orders',
          { ...order, account_uuid: account, amount: '10.00', price: `0.${cents}` },
          person,
        )
      await open('/exchange')
      const cancel = page.getByRole('button', { name: /^Cancel the order .* buy 10.* at 0\.21/ })
      await expect.poll(() => cancel.count()).toBe(1)
      await page.getByRole('radio', { name: 'All', exact: true }).click()
      await press('Next')
      await page.getByText('Page 2 of 2').waitFor()
      await page.getByRole('radio', { name: 'Open', exact: true }).click()
      await page.getByText('Page 1 of 2').waitFor()
    })

    it('forgets the key of a second factor that is off again', async () => {
      await open('/security')
      await press('Set up two-factor authentication')
      const code = page.getByRole('img', { name: 'QR code' })
      const secret = (await code.locator('xpath=following-sibling::code').textContent())!
      await page.getByLabel('Code from the app').fill(new TOTP({ secret }).generate())
      await page.getByLabel('I have stored the recovery codes').check()
      await press('Turn on two-factor authentication')
      await page.getByLabel('Your password').fill(person.password)
      await press('Turn off two-factor authentication')
      await page.getByText('you enter a code from an authenticator app').waitFor()
      expect(await code.count()).toBe(0)
    })

    it('leads from the first steps to a key with the rights for them', async () => {
      await open('/first-steps')
      await page.getByRole('link', { name: 'Create a key' }).click()
      await page.getByLabel('Name').fill('First')
      await press('Create the key')
      const key = (await page.getByLabel('the API key', { exact: true }).textContent())!
      // A user without an account opens both.
      const { curl } = snippets({ url: running.bank.url, account: undefined, other: undefined })
      const script = [curl.key, curl.deposit, curl.transfer].join('\n')
      const run = promisify(execFile)
      const { stdout } = await run('sh', ['-c', script.replace('paste-your-key-here', key)])
      expect(stdout).toContain('"from_account"')
    })
  })
})
