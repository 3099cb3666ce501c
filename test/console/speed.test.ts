// How heavy and how fast the console is. Sizes are asserted; times depend on the machine and are printed.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser, type TestBrowser, useBrowser } from '../browser/browser.ts'
import { type ConsoleBank, startConsole, visit } from './support.ts'

const found = await findBrowser()
const FIRST_VIEW_BYTES_MAX = 200_000
const PAINT_MS_WANTED = 1_000

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const bar = (share: number): string =>
  '█'.repeat(Math.round(Math.min(share, 1) * 30)).padEnd(30, '·')

/** The files that are loaded before something can be shown: the parts of the frame, and all that they import. */
function filesOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    files.add(manifest[key]!.file)
    for (const next of manifest[key]!.imports ?? []) add(next)
  }
  for (const key of keys) add(key)
  return files
}

describe.skipIf(!found)('the weight of the console (needs Chromium)', () => {
  let running: ConsoleBank
  let browser: TestBrowser
  beforeAll(async () => {
    ;[running, browser] = await Promise.all([startConsole(), useBrowser(found!)])
  })
  afterAll(() => Promise.all([running.bank.stop(), browser.close()]))

  it('is below 200 KB of compressed JavaScript for every page', async () => {
    const manifest = JSON.parse(
      await readFile(join(running.folder, 'manifest.json'), 'utf8'),
    ) as Manifest
    const entry = 'index.html'
    const pages = Object.keys(manifest).filter((key) =>
      /^src\/pages\/[\w-]+\/index\.tsx$/.test(key),
    )
    expect(pages.length).toBeGreaterThan(8)
    const lines: string[] = []
    for (const page of pages) {
      const frame = page.includes('sign-in') ? [] : ['src/shell/frame.tsx']
      const files = filesOf(manifest, [entry, ...frame, page])
      const sizes = await Promise.all(
        [...files].map(async (file) => (await stat(join(running.folder, `${file}.br`))).size),
      )
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      const name = page.split('/')[2]!
      lines.push(
        `${name.padEnd(12)} ${bar(bytes / FIRST_VIEW_BYTES_MAX)} ${(bytes / 1000).toFixed(0)} KB`,
      )
      expect(bytes, name).toBeLessThan(FIRST_VIEW_BYTES_MAX)
    }
    process.stdout.write(
      `\nCompressed JavaScript of a first view (bar: 200 KB)\n${lines.join('\n')}\n`,
    )
  })

  it('paints soon', async () => {
    const { page, context } = await visit(browser, running.bank.url, 'desktop')
    await page.goto(`${running.bank.url}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const [painted, usable] = await page.evaluate<[number, number]>(
      '[performance.getEntriesByName("first-contentful-paint")[0].startTime, performance.now()]',
    )
    const line = (name: string, ms: number): string =>
      `${name.padEnd(24)} ${bar(ms / PAINT_MS_WANTED)} ${ms.toFixed(0)} ms\n`
    process.stdout.write(
      `\nFirst start (bar: 1 s)\n${line('First contentful paint', painted)}${line('Form can be used', usable)}`,
    )
    expect(painted).toBeGreaterThan(0)
    await context.close()
  })
})
