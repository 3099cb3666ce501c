// Bundles the bank and the libraries it uses into a few files, because loading thousands of them is most of the work of a
// start, and because the package of the bank then needs few libraries. The folder appears under its name only when it is
// complete, so that two builds at once do no harm. One older program is kept: a bank that runs may still load parts of it.
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { listPrograms, versionOf } from '../bin/program.js'
import { embeddedFaces } from '../src/domains/core/transactions/statements/faces.ts'
import { COPIES } from '../src/platform/library-files.ts'
import { findPackage, LICENCES, notePackages, writeLicences } from './third-party-licences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const builds = join(root, 'dist')
const KEPT = 2
/** From a file of the program. */
const TO_ROOT = '../'.repeat(2)
/** The files the program depends on beside its modules; the lock file represents the libraries. */
const OTHERS = ['tools/build-program.ts', 'package.json', 'package-lock.json']

/**
 * Libraries that stay as they are: they are native, start threads, read files beside their own, or must exist once where
 * Node chooses one of their two forms (graphql). They are the dependencies of the package; all others are
 * needed to build it only.
 */
const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
/** Libraries that others load if they are there; they are not. */
const ABSENT = ['@node-rs/xxhash']

/** Folders of libraries that the bundled code of these finds beside itself. */
const FOLDERS = [{ from: 'altair-static/build/dist', to: 'dist' }]

/** Our own modules find files from their own address, so they keep it. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (!isOwn(id) || !code.includes('import.meta.url')) return undefined
    const address = `new URL(${JSON.stringify(TO_ROOT + toPath(id))}, import.meta.url).href`
    return {
      code: code
        .replaceAll(MODULE_ADDRESS, (_all, path: string) =>
          toThreadModule(resolve(dirname(id), path)),
        )
        .replaceAll('import.meta.url', address)
        .replaceAll(HERE, 'import.meta.url'),
      map: null,
    }
  },
}

/** A module that is not imported but loaded by its address: a worker thread, or a task in it. Comments name some, too. */
const MODULE_ADDRESS =
  /(?<!^\s*(?:\*|\/\/).*)new URL\(['"](\.[^'"]+\.ts)['"], import\.meta\.url\)/gm
const HERE = '__ADDRESS_IN_THE_PROGRAM__'
const threadModules = new Map<string, string>()

/** Has the module bundled, too, and returns the code for its address there. */
function toThreadModule(id: string): string {
  const name = `thread-${toPath(id)
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-')}`
  threadModules.set(name, id)
  return `new URL('./${name}.js', ${HERE})`
}

const versions = new Map<string, string>()
/** A module's version is noted before it is read, so that a change during the build is not missed. */
const noteVersions: Plugin = {
  name: 'note-versions',
  load(id) {
    if (isOwn(id)) versions.set(toPath(id), versionOf(toPath(id)))
  },
}

const isOwn = (id: string): boolean => id.startsWith(root) && !id.includes('/node_modules/')
const toPath = (id: string): string => relative(root, id)

const packages = new Set<string>()

const startedAt = performance.now()
await mkdir(builds, { recursive: true })
const draft = await mkdtemp(join(builds, 'draft-'))
try {
  for (const path of OTHERS) versions.set(path, versionOf(path))
  await bundle({ main: join(root, 'src/main.ts') })
  // By itself, so that a thread loads no more than its tasks need. Its modules may name further ones.
  for (let count = 0; count < threadModules.size; ) {
    count = threadModules.size
    await bundle(Object.fromEntries(threadModules))
  }
  await copyLibraryFiles()
  await writeFile(join(draft, LICENCES), await writeLicences(packages))
  const sources = [...versions].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const manifest = JSON.stringify(Object.fromEntries(sources), undefined, 1)
  await writeFile(join(draft, 'sources.json'), manifest)
  const name = `program-${createHash('sha256').update(manifest).digest('hex').slice(0, 16)}`
  // The user that runs the bank must read it; temporary folders are closed to others.
  await chmod(draft, 0o755)
  // Another build of the same sources may have been faster.
  await rename(draft, join(builds, name)).catch(() => {})
  await removeOld(name)
} finally {
  await rm(draft, { recursive: true, force: true })
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
process.stdout.write(`The program is bundled (${seconds} s).\n`)

async function bundle(input: Readonly<Record<string, string>>): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepAddresses, noteVersions, notePackages(packages)],
    define: { __dirname: 'import.meta.dirname' },
    ssr: { noExternal: true, external: [...Object.keys(dependencies), ...ABSENT] },
    build: {
      ssr: true,
      outDir: draft,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Some libraries rely on what a module before them has set up.
          strictExecutionOrder: true,
        },
      },
    },
  })
}

async function copyLibraryFiles(): Promise<void> {
  const { resolve: locate } = createRequire(import.meta.url)
  for (const path of Object.values(embeddedFaces).flat()) {
    await cp(locate(path), join(draft, COPIES, path))
    packages.add(findPackage(locate(path))!)
  }
  for (const { from, to } of FOLDERS)
    await cp(join(root, 'node_modules', from), join(draft, to), { recursive: true })
}

async function removeOld(newest: string): Promise<void> {
  const others = listPrograms().filter((name) => name !== newest)
  const made = await Promise.all(
    others.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })),
  )
  for (const { name } of made.toSorted((a, b) => b.at - a.at).slice(KEPT - 1))
    await rm(join(builds, name), { recursive: true })
}
