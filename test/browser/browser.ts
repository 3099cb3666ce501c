// A real browser for tests: Chromium from an npm package where that package has one for this
// machine, otherwise the machine's own. The files of a process share one browser, and each walk takes a context of its
// own.
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * The package holds a program for Linux on x64 and nothing else, compressed: 209 MB that take seconds to unpack. They are
 * unpacked once for each version, inside the checkout, because a folder that everyone can write could hold a foreign
 * program. The folder gets its name when it is complete, so that several tests that start at once do no harm.
 */
async function unpackChromium(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
  const folder = join(cache, `florin-chromium-${version}`)
  const program = join(folder, 'chromium')
  if (await exists(program)) return program
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(`${folder}-`)
  try {
    await unpackInto(unfinished)
    // Another test may have been faster.
    await rename(unfinished, folder).catch(async (error: unknown) => {
      if (!(await exists(program))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return program
}

/**
 * The package unpacks itself where temporary files go, so that place is changed for a moment.
 * Its own arguments are not used: `--single-process` makes the browser exit with its first page, and
 * `--disable-web-security` switches off the same-origin policy.
 */
async function unpackInto(folder: string): Promise<void> {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  for (const path of folders.flatMap((folder) => names.map((name) => join(folder, name))))
    if (await exists(path)) return path
  return undefined
}

let program: Promise<string | undefined> | undefined

/** The program of the browser; undefined when this machine has none that could be started. */
export const findBrowser = (): Promise<string | undefined> =>
  (program ??=
    process.platform === 'linux' && process.arch === 'x64' ? unpackChromium() : findInstalled())

export const startBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

export type TestBrowser = Pick<Browser, 'newContext' | 'close'>

let shared: Promise<Browser> | undefined

/** The browser of this process, which ends with the process. Closing it closes only the contexts of the caller. */
export async function useBrowser(executablePath: string): Promise<TestBrowser> {
  const isUp = (await shared)?.isConnected() ?? false
  if (!isUp) shared = startBrowser(executablePath)
  const browser = await shared!
  const contexts: BrowserContext[] = []
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}
