// Takes the pictures of the README and of docs anew, from a bank of its own with the demo data: `npm run pictures`. It
// needs a Chromium.
import { mkdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { startFlorin } from '../bench/processes.ts'
import { people } from '../demo/people.ts'
import { runDemoCommand } from '../src/demo.ts'
import { findBrowser, startBrowser } from '../test/browser/browser.ts'

const SIZE = { width: 1280, height: 960 }
const BYTES_MAX = 250_000
const OPERATOR = { email: 'operator@example.com', password: 'Wanderer-7-Kupferdach' }
const amara = people.find(({ id }) => id === 'amara')!

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Picture {
  readonly name: string
  readonly as: { readonly email: string; readonly password: string }
  readonly path: string
  readonly colorScheme?: 'dark'
  /** Brings the page into the state that is shown. */
  readonly prepare?: (page: Page) => Promise<void>
}

const hasChart = (page: Page): Promise<void> => page.locator('main canvas').first().waitFor()

const hasOverview = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Recent activity' }).waitFor()
  await hasChart(page)
}

const reviewOrder = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Market' }).click()
  await page.getByLabel('Amount').fill('0.01')
  await page.getByRole('button', { name: 'Review order' }).click()
  await page.getByText('Worst case', { exact: true }).waitFor()
  await hasChart(page)
}

const openPayment = async (page: Page): Promise<void> => {
  await page
    .getByRole('table')
    .getByRole('link', { name: /Noah Kim/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
}

const pictures: readonly Picture[] = [
  { name: 'console-light', as: amara, path: '/', prepare: hasOverview },
  { name: 'console-dark', as: amara, path: '/', colorScheme: 'dark', prepare: hasOverview },
  { name: 'payment', as: amara, path: '/history', prepare: openPayment },
  { name: 'exchange', as: amara, path: '/exchange?pair=BTC/EUR', prepare: reviewOrder },
  { name: 'operator', as: OPERATOR, path: '/bank', prepare: hasChart },
]

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { name, as, path, colorScheme = 'light', prepare } = picture
  const context = await browser.newContext({ viewport: SIZE, colorScheme, locale: 'en-US' })
  const { email, password } = as
  await context.addInitScript(`localStorage.setItem('florin-tour', '*')`)
  await context.request.post(`${url}/console/session`, {
    headers: { 'X-Florin-Console': '1', 'Sec-Fetch-Site': 'same-origin' },
    data: { email, password },
  })
  const page = await context.newPage()
  await page.goto(url + path)
  await prepare?.(page)
  // The live updates stay open, so the network is never idle.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
  const file = `${folder}${name}.png`
  await page.screenshot({ path: file, animations: 'disabled' })
  await context.close()
  const { size } = await stat(file)
  if (size > BYTES_MAX) throw new Error(`${file} has ${size} bytes, more than ${BYTES_MAX}.`)
  say(`docs/pictures/${name}.png  ${Math.round(size / 1000)} KB`)
}

const found = await findBrowser()
if (!found) throw new Error('There is no Chromium; install one, or use Linux on x64.')
const bank = await startFlorin({ ADMIN_EMAIL: OPERATOR.email, ADMIN_PASSWORD: OPERATOR.password })
const browser = await startBrowser(found)
try {
  await runDemoCommand(bank.url, say)
  await mkdir(folder, { recursive: true })
  for (const picture of pictures) await take(browser, bank.url, picture)
} finally {
  await browser.close()
  await bank.stop()
}
