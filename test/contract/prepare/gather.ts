// Finds what the domains prepare for the examples of their operations: the `prepare.ts` files in their folders. A file
// may only be about operations of its own domain, and no two files about the same one.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { domainOf } from '../../harness/places.ts'
import type { LiveOnly, Preparations, PrepareModule, Rows } from './scene.ts'

interface DomainNames {
  readonly name: string
  readonly operations: readonly { readonly name: string }[]
}

const root = new URL('../../..', import.meta.url)

/** The modules, by their paths in the repository. */
export async function importPrepareModules(): Promise<ReadonlyMap<string, PrepareModule>> {
  const files = globSync('src/domains/**/prepare.ts', { cwd: fileURLToPath(root) }).toSorted()
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, root).href) as Promise<PrepareModule>),
  )
  return new Map(files.map((file, index) => [file, modules[index]!]))
}

export interface Gathered {
  readonly preparations: Preparations
  readonly rows: Rows
  readonly liveOnly: LiveOnly
}

/** What all modules export together. */
export function gather(
  modules: ReadonlyMap<string, PrepareModule>,
  domains: readonly DomainNames[],
): Gathered {
  const operationsOf = (file: string): ReadonlySet<string> => {
    const owner = domainOf(file, domains)
    const operations = domains.find(({ name }) => name === owner)?.operations ?? []
    return new Set(operations.map(({ name }) => name))
  }
  function merge<Entry>(
    kind: keyof PrepareModule,
    entriesOf: (module: PrepareModule) => Readonly<Record<string, Entry>> | undefined,
  ): Readonly<Record<string, Entry>> {
    const merged = new Map<string, { readonly file: string; readonly entry: Entry }>()
    for (const [file, module] of modules) {
      const own = operationsOf(file)
      for (const [name, entry] of Object.entries(entriesOf(module) ?? {})) {
        if (!own.has(name))
          throw new Error(
            `${file}: ${kind} has ${name}, which is not an operation of this domain; move it to the prepare.ts of the domain that owns it.`,
          )
        const other = merged.get(name)
        if (other) throw new Error(`${kind} has ${name} in two files: ${other.file} and ${file}.`)
        merged.set(name, { file, entry })
      }
    }
    return Object.fromEntries([...merged].map(([name, { entry }]) => [name, entry]))
  }
  return {
    preparations: merge('preparations', ({ preparations }) => preparations),
    rows: merge('rows', ({ rows }) => rows),
    liveOnly: merge('liveOnly', ({ liveOnly }) => liveOnly),
  }
}
