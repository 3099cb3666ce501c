// A customer trades in a real browser: GCU with a quote and a vote, an order on the exchange, a swap and a bridge of
// tokens.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import {
  type ConsoleBank,
  findOverflows,
  picture,
  signIn,
  startConsole,
  visit,
  type Visit,
} from './support.ts'

const found = await findBrowser()

describe.skipIf(!found)('trading in the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  let visited: Visit
  let page: Page
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
    const { bank } = running
    const person = await bank.person()
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    const uuid = body.data[0].uuid as string
    for (const [amount, asset_code] of [
      ['5000.00', 'USD'],
      ['2000.00', 'USDC'],
    ])
      await bank.call(`POST /api/v2/accounts/${uuid}/deposit`, { amount, asset_code }, person)
    visited = await visit(browser, bank.url, 'desktop')
    page = visited.page
    await signIn(page, bank.url, person, '/gcu')
    await page.getByRole('heading', { name: 'GCU', exact: true }).waitFor()
  })
  afterAll(async () => {
    expect(visited.complaints).toEqual([])
    await Promise.all([running.bank.stop(), browser.close()])
  })

  const look = async (name: string): Promise<void> => {
    await picture(page, name)
    expect(await findOverflows(page)).toEqual([])
  }

  const open = (path: string) => page.goto(running.bank.url + path)

  it('buys GCU at a price that was shown, and votes with it', async () => {
    await page.getByLabel('Amount to pay').fill('500')
    await page.getByRole('button', { name: 'See the price' }).click()
    await page.getByText('You get').waitFor()
    await look('gcu-quote')
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.getByRole('status').getByText(/GCU/).waitFor()
    await page.getByRole('button', { name: /^For/ }).first().click()
    await page.getByRole('listitem').getByRole('status').getByText(/vote/i).waitFor()
    await page.getByText(/^You voted “For” with [\d.]+ GCU\.$/).waitFor()
    await page.getByText('You have voted on all of them').waitFor()
    const votes = page.getByRole('table', { name: 'Your votes' })
    await votes.getByText('not counted yet').waitFor()
    await page.getByRole('button', { name: /^Against/, pressed: false }).click()
    await votes.getByText('Against').waitFor()
    await page.getByRole('button', { name: /^Against/, pressed: true }).waitFor()
    await look('gcu-bought')
  })

  it('splits GCU into its parts and composes it again', async () => {
    for (const [way, amount, done] of [
      ['Split', '100', '100 GCU were split'],
      ['Compose', '50', '50 GCU were composed'],
    ] as const) {
      await page.getByRole('radio', { name: way }).click()
      await page.getByLabel('Amount', { exact: true }).fill(amount)
      await page.getByRole('button', { name: way, exact: true }).click()
      await look(`gcu-${way}`)
      await page.getByRole('button', { name: `${way} now` }).click()
      await page.getByText(done).waitFor()
    }
  })

  it('places an order and takes it back', async () => {
    await open('/exchange?pair=BTC/USD')
    await page.getByLabel('Amount').fill('0.01')
    await page.getByRole('textbox', { name: 'Price' }).fill('30000')
    await page.getByRole('button', { name: 'Review order' }).click()
    await page.getByText('Waits in the book').waitFor()
    await look('exchange-review')
    await page.getByRole('button', { name: 'Buy BTC' }).click()
    const order = page
      .getByRole('table', { name: 'Orders' })
      .getByRole('row', { name: /Buy BTC\/USD/ })
    await order.waitFor()
    await page
      .getByRole('img', { name: /^Depth of BTC\/USD, from 30000\.00 to 30000\.00/ })
      .waitFor()
    await look('exchange-order')
    await order.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('No open orders').waitFor()
  })

  it('shows its own trade among the last ones, and as a candle', async () => {
    await open('/exchange?pair=EUR/USD')
    await page.getByRole('radio', { name: 'Market' }).click()
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: 'Review order' }).click()
    await page.getByText('Worst case', { exact: true }).waitFor()
    await look('exchange-market-review')
    await page.getByRole('button', { name: 'Buy EUR' }).click()
    await page.getByText('The order is filled.').waitFor()
    const trades = page.getByRole('table', { name: 'Last trades of EUR/USD' })
    await trades.getByText('25.00').first().waitFor()
    await page.getByRole('radio', { name: 'Minutes', exact: true }).click()
    await page.getByRole('img', { name: /^Prices of EUR\. 1 candle/ }).waitFor()
    await look('exchange-traded')
  })

  it.each(['/swaps', '/bridges'])(
    '%s takes nothing before the accounts are known',
    async (path) => {
      const answered = Promise.withResolvers<void>()
      await page.route('**/api/v2/accounts?*', async (route) => {
        await answered.promise
        await route.continue()
      })
      await open(path)
      await page.getByRole('status', { name: 'Loading' }).first().waitFor()
      const see = page.getByRole('button', { name: 'See the price' })
      expect(await see.count()).toBe(0)
      answered.resolve()
      await see.waitFor()
      expect(await page.getByLabel('From account').inputValue()).not.toBe('')
      await page.unrouteAll({ behavior: 'wait' })
    },
  )

  it('swaps a token, and bridges one', async () => {
    await open('/swaps')
    await page.getByLabel('Amount to give').fill('500')
    await page.getByRole('button', { name: 'See the price' }).click()
    await page.getByText('Price impact').waitFor()
    await look('swap-price')
    await page.getByRole('button', { name: 'Swap now' }).click()
    await page.getByRole('table', { name: 'Swaps' }).getByText('USDC to WETH').waitFor()
    await look('swaps-one')
    await open('/bridges')
    await page.getByLabel('Amount').fill('200')
    await page.getByRole('button', { name: 'See the price' }).click()
    await page.getByRole('button', { name: 'Bridge now' }).click()
    await page.getByRole('table', { name: 'Bridges' }).getByText('Ethereum to Polygon').waitFor()
    await look('bridges-one')
  })
})
