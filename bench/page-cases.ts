// Measures how soon the pages of the console and of the reference are painted by a browser on a slow line, and how much
// script each loads. The bank has the demo data.
import { people } from '../demo/people.ts'
import { runDemoCommand } from '../src/demo.ts'
import { findBrowser, startBrowser } from '../test/browser/browser.ts'
import type { Browser, Page } from 'playwright-core'
import type { Case, Group, PaintUse, Sample } from './case.ts'
import { startFlorin, type RunningFlorin } from './processes.ts'

/** 1.6 Mbit/s down, half of it up, and 150 ms for a round trip: a phone on a slow mobile network. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 800_000 / 8,
}
const PAINT_MS_MAX = 2_500
const SCRIPT_KB_MAX = 180
/** Nothing was requested for this long, so nothing larger will be painted. */
const QUIET_MS = 1_500
const OPERATOR = { email: 'operator@example.com', password: 'Wanderer-7-Kupferdach' }

type Visitor = 'guest' | 'customer' | 'operator'

interface PlannedPage {
  readonly name: string
  readonly path: string
  readonly as: Visitor
}

const PAGES: readonly PlannedPage[] = [
  { name: 'sign-in', path: '/sign-in', as: 'guest' },
  { name: 'overview', path: '/', as: 'customer' },
  { name: 'history', path: '/history', as: 'customer' },
  { name: 'exchange', path: '/exchange', as: 'customer' },
  { name: 'requests', path: '/requests', as: 'customer' },
  { name: 'dashboard', path: '/dashboard', as: 'operator' },
  { name: 'general-ledger', path: '/general-ledger', as: 'operator' },
  { name: 'reference', path: '/api/docs', as: 'guest' },
  { name: 'operation', path: '/api/docs/operations/transfer.create', as: 'guest' },
]

/** What the cases share; stopped with the bench. */
export interface PageStage {
  readonly florin: RunningFlorin
  readonly browser: Browser
  stop(): Promise<void>
}

/** Undefined where no browser can be started. */
export async function setPageStage(): Promise<PageStage | undefined> {
  const program = await findBrowser()
  if (program === undefined) return undefined
  const florin = await startFlorin({
    ADMIN_EMAIL: OPERATOR.email,
    ADMIN_PASSWORD: OPERATOR.password,
  })
  await runDemoCommand(florin.url, () => {})
  const browser = await startBrowser(program)
  const stop = async (): Promise<void> => void (await Promise.all([browser.close(), florin.stop()]))
  return { florin, browser, stop }
}

export function listPageGroups(stage: PageStage, quick: boolean): Group[] {
  const cases = PAGES.map(
    (planned): Case => ({
      name: `page-${planned.name}`,
      title: `page ${planned.path}, 1.6 Mbit/s and 150 ms`,
      bars: [
        { kind: 'paint', belowMs: PAINT_MS_MAX },
        { kind: 'script', belowKb: SCRIPT_KB_MAX },
      ],
      measure: () => measurePage(stage, planned),
    }),
  )
  return [{ cases, rounds: quick ? 1 : 3 }]
}

/** A first visit: nothing is in the browser's cache. */
async function measurePage(
  { browser, florin: { url } }: PageStage,
  { path, as }: PlannedPage,
): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    await context.addInitScript(`localStorage.setItem('florin-tour', '*')`)
    if (as !== 'guest') {
      const { email, password } = as === 'operator' ? OPERATOR : people[0]!
      const signedIn = await context.request.post(`${url}/console/session`, {
        headers: { 'X-Florin-Console': '1', 'Sec-Fetch-Site': 'same-origin' },
        data: { email, password },
      })
      if (!signedIn.ok()) throw new Error(`signing in was answered ${signedIn.status()}`)
    }
    const page = await context.newPage()
    const paint = await paintPage(page, url + path)
    return { perSecond: 1_000 / paint.largestMs, paint }
  } finally {
    await context.close()
  }
}

async function paintPage(page: Page, address: string): Promise<PaintUse> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  const types = new Map<string, string>()
  const bytes = { script: 0, all: 0 }
  let lastAt = performance.now()
  devtools.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = performance.now()
    bytes.all += encodedDataLength
    if (types.get(requestId) === 'Script') bytes.script += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 10)
  const largestMs = await page.evaluate<number>(`new Promise((done) =>
    new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`)
  return {
    largestMs: Math.round(largestMs),
    scriptKb: Math.round(bytes.script / 1_000),
    loadedKb: Math.round(bytes.all / 1_000),
  }
}
