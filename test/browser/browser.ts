// A real browser for tests: Chromium from an npm package where that package has one for this
// machine, otherwise the machine's own. A private folder, because the package unpacks itself.
import { access, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

let unpacked: Promise<string> | undefined

/**
 * The package holds a program for Linux on x64 and nothing else. It unpacks itself where temporary files
 * go, so that place is changed for a moment; test files share a process, and this is done once in each.
 * The package's own arguments are not used: `--single-process` makes the browser exit with its first page, and
 * `--disable-web-security` switches off the same-origin policy.
 */
async function unpackChromium(): Promise<string> {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'florin-chromium-'))
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  for (const path of folders.flatMap((folder) => names.map((name) => join(folder, name)))) {
    const found = await access(path).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return undefined
}

/** The program of the browser; undefined when this machine has none that could be started. */
export const findBrowser = async (): Promise<string | undefined> =>
  process.platform === 'linux' && process.arch === 'x64'
    ? (unpacked ??= unpackChromium())
    : findInstalled()

export const startBrowser = (program: string): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
