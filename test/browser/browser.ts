// A real browser for tests: Chromium from an npm package where that package has one for this
// machine, otherwise the machine's own. A private folder, because the package unpacks itself.
import { access, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

let unpacked: Promise<{ path: string; args: string[] }> | undefined

/**
 * The package holds a program for Linux on x64 and nothing else. It unpacks itself where temporary files
 * go, so that place is changed for a moment; test files share a process, and this is done once in each.
 */
async function unpackChromium(): Promise<{ path: string; args: string[] }> {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'florin-chromium-'))
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return { path: await packaged.executablePath(), args: packaged.args }
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

/** Undefined when this machine has no browser that could be started. */
export async function findBrowser(): Promise<{ path: string; args: string[] } | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') return (unpacked ??= unpackChromium())
  const path = await findInstalled()
  return path === undefined ? undefined : { path, args: [] }
}

export const startBrowser = (found: { path: string; args: string[] }): Promise<Browser> =>
  chromium.launch({
    executablePath: found.path,
    args: [...found.args, '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
