// An operator who switches a part of the bank off, sets limits and reads of it in the audit log; and a developer who
// finds a refused call of a key in the request log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { someOf } from '../harness/rounds.ts'
import { type ConsoleBank, goWithin, inspectBoth, signIn, startConsole, visit } from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('the console for operators and developers (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  const VIEWS = [
    { width: 'desktop', scheme: 'dark' },
    { width: 'phone', scheme: 'light' },
  ] as const

  it.each(someOf(VIEWS, 1))(
    'switches, limits and what is logged: $width, $scheme',
    async ({ width, scheme }) => {
      const { bank } = running
      const [operator, customer] = [await bank.operator(), await bank.person()]
      const { page, context, complaints } = await visit(browser, bank.url, width, scheme)
      const problems: string[] = []
      const look = async (name: string): Promise<void> => {
        problems.push(...(await inspectBoth(page, `control-${name}-${width}`)))
      }
      await signIn(page, bank.url, operator, '/switches')
      await page.getByRole('button', { name: 'Switch off exchange' }).click()
      await page.getByLabel('Reason').fill('The order book is being checked.')
      await page.getByRole('button', { name: 'Switch off', exact: true }).click()
      const exchange = page.getByRole('table', { name: 'Markets' })
      await exchange.getByText('The order book is being checked.').waitFor()
      await exchange.getByText('Switched off by Operator').waitFor()
      const refused = await bank.call('POST /api/exchange/orders', {}, customer)
      expect(refused.body.message).toContain('The order book is being checked.')
      await page.getByRole('button', { name: 'Set', exact: true }).click()
      await page.getByLabel('Calls a minute').fill('5000')
      await page.getByLabel('Reason').fill('A test')
      await page.getByRole('button', { name: 'Set the limits' }).click()
      await page.getByText('5,000').waitFor()
      await look('switches')
      await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it')
      await page.getByText('No such part').waitFor()
      await page.getByRole('searchbox', { name: 'Search' }).fill('')
      await page.getByRole('radio', { name: 'Switched off (1)' }).click()
      await page.getByRole('button', { name: 'Switch on exchange' }).click()
      await page.getByLabel('Reason').fill('It was checked.')
      await page.getByRole('button', { name: 'Switch on', exact: true }).click()
      await page.getByText('All parts are on').waitFor()
      await page.getByRole('radio', { name: 'All', exact: true }).click()
      await page.getByRole('button', { name: 'Switch off exchange' }).waitFor()

      await goWithin(page, '/audit')
      await page.getByLabel('Operation').fill('feature.switch')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('table', { name: 'Changes' }).getByText('exchange.on').first().waitFor()
      expect(await page.getByText('Rate limits set').count()).toBe(0)
      await look('audit')
      await page.getByRole('link', { name: 'Feature switch' }).last().click()
      const fields = page.getByRole('table', { name: 'Fields' })
      await fields.getByText('The order book is being checked.').waitFor()
      await look('audit-entry')
      await page.getByRole('link', { name: 'All changes by Operator' }).click()
      await page.getByRole('link', { name: 'Rate limits set' }).waitFor()
      await page.getByRole('button', { name: 'Choose another' }).click()
      await page.getByLabel('Operation').fill('feature.forget')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByText('No matching changes').waitFor()
      await context.close()

      const second = await visit(browser, bank.url, width, scheme)
      const key = await bank.apiKey(customer)
      const lost = await bank.call('GET /api/v2/transfers/none', undefined, key)
      await signIn(second.page, bank.url, customer, '/requests')
      const log = second.page.getByRole('table', { name: 'Calls' })
      const refusedCall = log.getByRole('link', { name: 'GET /api/v2/transfers/:uuid' })
      await log.getByText(lost.headers.get('x-request-id')!).waitFor()
      // The figures are of calls that were made: by the arrow keys, as a table, and for another period.
      await second.page.getByRole('img', { name: /^Errors over time/ }).waitFor()
      await second.page.getByRole('radio', { name: '3 days' }).click()
      await second.page.getByText('Calls per 45 minutes').waitFor()
      const errors = second.page.getByRole('slider', { name: /^Errors over time/ })
      expect(await errors.getAttribute('aria-valuetext')).toMatch(/: 1 errors$/)
      await second.page.getByRole('radio', { name: 'p50' }).click()
      await second.page.getByText('Half of the calls took at most as long').waitFor()
      // A call that is answered now appears by itself.
      const opening = { name: 'Savings', password: 'Corr3ct-horse' }
      await bank.call('POST /api/v2/accounts', opening, { ...key, key: 'first-savings' })
      const opened = log.getByRole('link', { name: 'POST /api/v2/accounts' })
      await opened.waitFor({ timeout: 120_000 })
      problems.push(...(await inspectBoth(second.page, `control-requests-${width}`)))
      await second.page.getByLabel('Status').selectOption('4xx')
      await opened.waitFor({ state: 'hidden' })
      expect(new URL(second.page.url()).searchParams.get('status')).toBe('4xx')
      await refusedCall.click()
      const region = (name: string) => second.page.getByRole('region', { name, exact: true })
      await region('Answer').getByText('NOT_FOUND').waitFor()
      await second.page.goBack()
      await refusedCall.waitFor()
      await second.page.getByLabel('Status').selectOption('')
      await opened.click()
      await region('Request body').getByText('[redacted]').waitFor()
      const sample = (await region('The same call').textContent())!
      expect(sample).toContain(`curl -X POST '${bank.url}/api/v2/accounts'`)
      expect(sample).toContain('"Authorization: Bearer $FLORIN_TOKEN"')
      expect(sample).toContain('Idempotency-Key: first-savings')
      expect(await second.page.content()).not.toContain(key.token)
      problems.push(...(await inspectBoth(second.page, `control-request-${width}`)))
      await second.context.close()
      problems.push(...second.complaints)
      expect([...problems, ...complaints, ...second.complaints]).toEqual([])
    },
  )
})
