// A bank with its console for browser tests, and a browser that notes what it should not do: requests to another
// host, errors, and violations of the policy of the pages.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { prepareConsole } from '../../src/console-build.ts'
import type { TestBrowser } from '../browser/browser.ts'
import { type Bank, startBank, TestClock } from '../harness/bank.ts'

/** Time passes while these pages are open. */
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

/** Nothing moves or fades, so pages are inspected in their final state. Their policy allows no style element. */
const STILL = `{
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets.push(still)
}`

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors that the browser reports; none are expected. */
  readonly complaints: string[]
}

export async function visit(
  browser: TestBrowser,
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
  context.setDefaultTimeout(120_000)
  await context.addInitScript(STILL)
  // Most walks are of users who have seen the tour.
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

/** A visit with a device that answers for passkeys. */
export async function visitWithPasskeys(browser: TestBrowser, address: string) {
  const visited = await visit(browser, address, 'desktop')
  const devtools = await visited.context.newCDPSession(visited.page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { ...visited, url: address }
}

/** Every request waits as on a phone far from the bank. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

const shots = fileURLToPath(new URL('../../dist/console-shots', import.meta.url))

/** Keeps a picture to look at, if TEST_SHOTS=1 asks for pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.TEST_SHOTS !== '1') return
  await mkdir(shots, { recursive: true })
  await page.screenshot({ fullPage: true, path: join(shots, `${name}.png`) })
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

/** Rules whose answer depends on the colours; the others read the document, which is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']

/** The navigation of the console and of the reference. */
const FRAME = ['aside', 'nav[aria-label="Main pages"]', 'nav[aria-label="Contents"]']

interface AxeOptions {
  /** Tags or names of rules. */
  readonly rules?: readonly string[]
  /** The navigation is left out, which is the same on every page. */
  readonly withoutFrame?: boolean
}

/** What axe finds serious or critical on the page, with the first place of each. */
export async function findViolations(
  page: Page,
  { rules = ALL_RULES, withoutFrame = false }: AxeOptions = {},
): Promise<string[]> {
  const isLoaded = await page.evaluate('typeof axe === "object"')
  if (isLoaded !== true) await page.evaluate(await axe)
  const where = withoutFrame ? JSON.stringify({ exclude: FRAME }) : 'document'
  // None of these rules looks at style sheets as text, so they are not loaded once more for them.
  const how = { preload: false, runOnly: rules, resultTypes: ['violations'] }
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${where}, ${JSON.stringify(how)})`)
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

interface Login {
  readonly email: string
  readonly password: string
}

/** Fills in the sign-in form. */
export async function logIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the page with a session that the form would have made. */
export async function signIn(
  page: Page,
  url: string,
  { email, password }: Login,
  path = '/',
): Promise<void> {
  const answer = await page.context().request.post(`${url}/console/session`, {
    headers: { 'X-Florin-Console': '1', 'Sec-Fetch-Site': 'same-origin' },
    data: { email, password },
  })
  expect(await answer.json()).toEqual({ needs_code: false })
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
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

/** Whether the navigation is there, and no dialog in front of it. */
const HAS_FRAME = `document.querySelector('${FRAME.join()}') !== null && document.querySelector('dialog[open]') === null`
/** Pages whose navigation was looked at. */
const framed = new WeakSet<Page>()

/** Waits until nothing is on its way any more, keeps a picture, and returns what is wrong with the page. */
export async function inspect(page: Page, name: string): Promise<string[]> {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
  await picture(page, name)
  const withoutFrame = framed.has(page)
  if (await page.evaluate<boolean>(HAS_FRAME)) framed.add(page)
  const problems = [
    ...(await findViolations(page, { withoutFrame })),
    ...(await findOverflows(page)),
  ]
  return problems.map((problem) => `${name}: ${problem}`)
}

/** As `inspect`, and then in the other colours at the other width. */
export async function inspectBoth(page: Page, name: string): Promise<string[]> {
  const withoutFrame = framed.has(page)
  const problems = await inspect(page, name)
  const width = page.viewportSize()!.width === WIDTHS.phone.width ? 'phone' : 'desktop'
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  await turn(page, width === 'phone' ? 'desktop' : 'phone', !isDark)
  await picture(page, `${name}-turned`)
  const others = [
    ...(await findViolations(page, { rules: COLOUR_RULES, withoutFrame })),
    ...(await findOverflows(page)),
  ]
  await turn(page, width, isDark)
  return [...problems, ...others.map((problem) => `${name}, turned: ${problem}`)]
}

async function turn(page: Page, width: Width, isDark: boolean): Promise<void> {
  await page.setViewportSize(WIDTHS[width])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  // Charts follow in the next frame.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
}
