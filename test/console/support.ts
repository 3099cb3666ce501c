// A bank with its console for browser tests, and a browser that notes what it should not do: requests to another
// host, errors, and violations of the policy of the pages.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { prepareConsole } from '../../src/console-build.ts'
import { type Bank, startBank, TestClock } from '../harness/bank.ts'

/** People look at these pages while time passes. */
class RealClock extends TestClock {
  override now(): Date {
    return new Date()
  }
}

export interface ConsoleBank {
  readonly bank: Bank
  readonly folder: string
}

export async function startConsole(
  env: Readonly<Record<string, string>> = {},
): Promise<ConsoleBank> {
  const { folder, problem } = await prepareConsole(() => {})
  expect(problem).toBeUndefined()
  return {
    bank: await startBank({ env, consoleFolder: folder!, clock: new RealClock() }),
    folder: folder!,
  }
}

export const WIDTHS = {
  desktop: { width: 1280, height: 860 },
  phone: { width: 390, height: 844 },
} as const
export type Width = keyof typeof WIDTHS

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Complaints of the browser; none are expected. */
  readonly complaints: string[]
}

export async function visit(
  browser: Browser,
  url: string,
  width: Width,
  colorScheme: 'light' | 'dark' = 'light',
  { hasTour = false } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: WIDTHS[width],
    colorScheme,
    locale: 'en-US',
  })
  // Shorter than a test may last, so that it says what it waited for.
  context.setDefaultTimeout(30_000)
  // Most walks are of people who know their way.
  if (!hasTour) await context.addInitScript(`localStorage.setItem('florin-tour', '*')`)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== url && protocol.startsWith('http'))
      complaints.push(`elsewhere: ${request.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, context, complaints }
}

const shots = fileURLToPath(new URL('../../dist/console-shots', import.meta.url))

/** Keeps a picture to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(shots, { recursive: true })
  await page.screenshot({
    fullPage: true,
    path: join(shots, `${name}.png`),
    animations: 'disabled',
  })
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
}

/** The small form: a browser reads it in half the time, and it is read on every page. */
const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds serious or critical on the page, with the first place of each. */
export async function findViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate('typeof axe === "object"')
  if (isLoaded !== true) await page.evaluate(await axe)
  // None of these rules looks at style sheets as text, so they are not loaded once more for them.
  const { violations } = await page.evaluate<AxeResult>(
    'axe.run({ preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] })',
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)} (${nodes[0]!.failureSummary})`)
}

/** What is wider than its place: the page itself, or something on a card. */
export const findOverflows = (page: Page): Promise<string[]> =>
  page.evaluate<
    string[]
  >(`[document.documentElement, ...document.querySelectorAll('main section, main li')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => 'too wide: ' + element.textContent.slice(0, 80))`)

export async function signUp(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByRole('link', { name: 'Open an account' }).click()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('Corr3ct-horse-9')
  await page.getByRole('button', { name: 'Open the account' }).click()
  await page.getByRole('heading', { name: 'Good day, Ada' }).waitFor()
}

export async function signIn(
  page: Page,
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: /^Good day/ }).waitFor()
}

/**
 * Goes to a page of the console as a link does, without loading the document again: what it has loaded stays, and so does
 * axe. The heading or the alert of the page before does not count.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    if (location.pathname === ${JSON.stringify(path)}) return
    for (const one of document.querySelectorAll('h1, [role=alert]')) one.dataset.before = ''
    history.pushState(null, '', ${JSON.stringify(path)})
  })()`)
  await page.locator(':is(h1, [role=alert]):not([data-before])').first().waitFor()
  const waiting = page.getByRole('status', { name: 'Loading' })
  await expect.poll(() => waiting.count(), { interval: 50 }).toBe(0)
}

/** Waits until nothing is on its way any more, keeps a picture, and returns what is wrong with the page. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
  await picture(page, name)
  const problems = [...(await findViolations(page)), ...(await findOverflows(page))]
  return problems.map((problem) => `${name}: ${problem}`)
}
