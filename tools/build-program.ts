// Bundles the bank and the libraries it uses into a few files, because loading thousands of them is most of the work of a
// start. The folder appears under its name only when it is complete, so that two builds at once do no harm. One older
// program is kept: a bank that runs may still load parts of it.
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { listPrograms, versionOf } from '../bin/program.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const builds = join(root, 'dist')
const KEPT = 2
/** From a file of the program. */
const TO_ROOT = '../'.repeat(2)
/** The files the program depends on beside its modules; the lock file represents the libraries. */
const OTHERS = ['tools/build-program.ts', 'package-lock.json']

/**
 * Libraries that stay as they are: they are native, start threads, read files beside their own, depend on the order in
 * which their parts are loaded, or are loaded by few banks.
 */
const NOT_BUNDLED = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai-compatible',
  '@apple/app-store-server-library',
  '@node-rs/argon2',
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
  '@redis/client',
  '@simplewebauthn/server',
  'ai',
  'altair-static',
  'fastify',
  'fontkit',
  // It must exist once, and Node chooses one of its two forms.
  'graphql',
  'nodemailer',
  'oidc-provider',
  'pdfkit',
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
]

/** Our own modules find files from their own address, so they keep it. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (!isOwn(id) || !code.includes('import.meta.url')) return undefined
    const address = `new URL(${JSON.stringify(TO_ROOT + toPath(id))}, import.meta.url).href`
    return { code: code.replaceAll('import.meta.url', address), map: null }
  },
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
const toPath = (id: string): string => id.slice(root.length)

const startedAt = performance.now()
await mkdir(builds, { recursive: true })
const draft = await mkdtemp(join(builds, 'draft-'))
try {
  for (const path of OTHERS) versions.set(path, versionOf(path))
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [keepAddresses, noteVersions],
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: 'src/main.ts',
      outDir: draft,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
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

async function removeOld(newest: string): Promise<void> {
  const others = listPrograms().filter((name) => name !== newest)
  const made = await Promise.all(
    others.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })),
  )
  for (const { name } of made.toSorted((a, b) => b.at - a.at).slice(KEPT - 1))
    await rm(join(builds, name), { recursive: true })
}
