// Takes the pictures of the README anew: the console with the demo data, in light and dark. It needs a bank in sandbox
// mode, best a new one, and a Chromium: `node tools/take-pictures.ts http://127.0.0.1:8080`.
import { mkdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { loadDemo } from '../demo/load.ts'
import { people } from '../demo/people.ts'
import { findBrowser, startBrowser } from '../test/browser/browser.ts'

const SIZE = { width: 1280, height: 960 }
const BYTES_MAX = 200_000
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function signIn(page: Page, url: string): Promise<void> {
  const { email, password } = people.find(({ id }) => id === 'amara')!
  await page.goto(`${url}/`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('table', { name: 'Recent activity' }).waitFor()
  // All of the activity is of one day, so one balance is a better picture than the total of all accounts by day.
  await page.getByLabel('Account and asset').selectOption({ label: 'Main account, USD' })
  await page.getByRole('img', { name: /^Balance in USD/ }).waitFor()
}

const [url = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const found = await findBrowser()
if (!found) throw new Error('There is no Chromium; install one, or use Linux on x64.')
await loadDemo({ baseUrl: url })
await mkdir(folder, { recursive: true })
const browser = await startBrowser(found)
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, locale: 'en-US' })
  await signIn(page, url)
  const path = `${folder}console-${colorScheme}.png`
  await page.screenshot({ path, animations: 'disabled' })
  const { size } = await stat(path)
  if (size > BYTES_MAX) throw new Error(`${path} has ${size} bytes, more than ${BYTES_MAX}.`)
  say(`${path}  ${Math.round(size / 1000)} KB`)
}
await browser.close()
