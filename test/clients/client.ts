// Tests of clients that others wrote, each at a pinned version. `npm run test:clients` runs them all and writes what
// came of it to docs/clients.md (test/report/clients.ts).
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'

/** What one client does at the bank; the titles of its tests say the rest. */
export interface ClientTest {
  /** As its users call it, usually the name of its package. */
  readonly client: string
  /** The version that was run; `undefined` if the client is not installed here. */
  readonly version: string | undefined
  /** The part of the bank that it talks to, such as 'agent protocol'. */
  readonly part: string
  /** What would have to be installed; only for clients that `npm ci` does not bring. */
  readonly needs?: string
}

declare module 'vitest' {
  interface TaskMeta {
    client?: { readonly name: string; readonly version: string | null; readonly part: string }
  }
}

export function describeClient(test: ClientTest, tests: () => void): void {
  const { client: name, version, part, needs } = test
  const meta = { client: { name, version: version ?? null, part } }
  if (version !== undefined) describe(`${name} ${version}`, { meta }, tests)
  else if (needs === undefined) throw new Error(`${name} is not installed`)
  else describe.skip(`${name} (needs ${needs})`, { meta }, tests)
}

/** The installed version of a package, as it is found from an address. */
export function versionOf(name: string, from: string = import.meta.url): string | undefined {
  for (let folder = new URL('.', from); ; folder = new URL('..', folder)) {
    const manifest = new URL(`node_modules/${name}/package.json`, folder)
    if (existsSync(fileURLToPath(manifest)))
      return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
    if (folder.pathname === '/' || new URL('..', folder).href === folder.href) return undefined
  }
}
