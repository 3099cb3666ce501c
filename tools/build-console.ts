// Builds the web console into a folder of its own, with a compressed copy of every file and a list of what is there.
// The folder appears under its name only when it is complete, so that two builds at once do no harm.
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { guidePages, listGuideTexts } from '../console/guides.ts'
import { buildsIn, folderOfSources, listBuilds } from '../src/console-build.ts'
import { LICENCES, notePackages, writeLicences } from './third-party-licences.ts'

const builds = buildsIn(fileURLToPath(new URL('..', import.meta.url)))
const sources = fileURLToPath(new URL('../console', import.meta.url))
const COMPRESSED = /\.(js|css|svg|html)$/
const KEPT = 2

// The environment may have another value, such as that of the tests; the libraries read it.
process.env.NODE_ENV = 'production'

const startedAt = performance.now()
const folder = await folderOfSources()
await mkdir(builds, { recursive: true })
const draft = await mkdtemp(join(builds, 'draft-'))
try {
  const packages = new Set<string>()
  await build({
    configFile: join(sources, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [notePackages(packages)],
    build: { outDir: draft },
  })
  await describeBuild(draft)
  await writeFile(join(draft, LICENCES), await writeLicences(packages))
  // The user that runs the bank must read it; temporary folders are closed to others.
  await chmod(draft, 0o755)
  // Another build of the same sources may have been faster. Its files are served already, so they are left as they are.
  await rename(draft, folder).catch(() => {})
  for (const old of (await listBuilds()).slice(KEPT)) await removeWhole(old)
} finally {
  await rm(draft, { recursive: true, force: true })
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
process.stdout.write(`The console is built (${seconds} s): ${folder}\n`)

/** A folder with a name of a build is complete, also when this is interrupted. */
async function removeWhole(old: string): Promise<void> {
  const doomed = await mkdtemp(join(builds, 'draft-'))
  // Another process may remove it, too.
  await rename(old, join(doomed, 'old')).catch(() => {})
  await rm(doomed, { recursive: true, force: true })
}

/** Writes the list that the bank reads: the first segments of the console's addresses, its files, and the guides. */
async function describeBuild(into: string): Promise<void> {
  const files = (await readdir(into, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  await Promise.all(files.filter((file) => COMPRESSED.test(file)).map(compress))
  const pages = (await readdir(join(sources, 'src/pages'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  const assets = files
    .map((file) => file.slice(into.length + 1))
    .filter((file) => file.startsWith('assets/'))
    .map((file) => file.slice('assets/'.length))
  const guides = [...guidePages.keys()]
  await writeFile(join(into, 'build.json'), JSON.stringify({ pages, assets, guides }, null, 2))
  await writeFile(join(into, 'guides.json'), JSON.stringify(listGuideTexts()))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const [small, smaller] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  ])
  await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)])
}
