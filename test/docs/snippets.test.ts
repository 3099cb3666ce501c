// Runs the commands of the documentation: every block of a page, in its order and in one shell; all pages at one bank,
// one after another in a random order, as a reader does who tries one page after another. DOCS_SEED repeats an order. A
// command that fails, an answer of 400 or more and a name that nothing defines are failures. A block that
// cannot be run says so, and why, behind its language:
// ```sh no-run: needs a browser
// and is in the list below, so that none is dropped unnoticed.
import { execFile } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../harness/bank.ts'
import { type Fence, readFences } from './fences.ts'
import {
  checkout,
  cleanUp,
  findOnPath,
  machinePath,
  makeFolder,
  pinnedNode,
} from '../process/support.ts'

const notRun = [
  'README.md: sh: the bank of the snippets is running already',
  'README.md: text: what the screen shows',
  'README.md: json: an answer',
  'README.md: sh: it goes on until it is stopped',
  'README.md: text: what comes through the stream',
  'README.md: json: an answer',
  'docs/backup.md: sh: it makes the key of a bank',
  'docs/backup.md: sh: needs a bank',
  'docs/backup.md: sh: needs a bank',
  'docs/backup.md: sh: needs a backup',
  'docs/backup.md: text: a file of pgBackRest',
  'docs/backup.md: text: settings of PostgreSQL',
  'docs/backup.md: sh: needs pgBackRest',
  'docs/backup.md: sh: it restores a server',
  'docs/cards.md: text: the platform signs it with a key of its own',
  'docs/clients.md: sh: it takes minutes, and writes this page',
  'docs/data.md: sh: it needs the database of a bank',
  'docs/data.md: sh: it needs the database of a bank',
  'docs/demo.md: sh: it is a program of the checkout, and takes the address of a bank that runs',
  'docs/deployment.md: sh: it writes into the checkout',
  'docs/deployment.md: sh: it installs packages',
  'docs/deployment.md: sh: it writes into the checkout',
  'docs/deployment.md: sh: needs Docker',
  'docs/deployment.md: sh: needs Docker',
  'docs/deployment.md: sh: needs a cluster and Helm',
  'docs/deployment.md: sh: it changes the machine',
  'docs/high-availability.md: text: a picture',
  'docs/high-availability.md: sh: it changes three machines',
  'docs/high-availability.md: sh: it makes the secrets of a cluster',
  'docs/high-availability.md: sh: it changes three machines',
  'docs/high-availability.md: sh: it changes three machines',
  'docs/high-availability.md: sh: it changes three machines',
  'docs/high-availability.md: sh: it changes three machines',
  'docs/high-availability.md: sh: it needs the three machines',
  'docs/high-availability.md: sh: it needs the three machines',
  'docs/high-availability.md: ini: settings of PgBouncer',
  'docs/keys.md: sh: changes the secret of a bank',
  'docs/keys.md: sh: needs a package registry',
  'docs/mandates.md: json: a part of an answer',
  'docs/mobile.md: sh: the code is in a mail',
  'docs/monitoring.md: sh: needs promtool',
  'docs/nodes.md: sh: needs standbys',
  'docs/oauth.md: sh: a user connects the client in a browser',
  'docs/releasing.md: sh: it writes into the checkout',
  'docs/subscriptions.md: text: the receipt comes from a store',
  'docs/terminal.md: text: what the screen shows',
  'docs/terminal.md: text: what the screen shows',
  'docs/tools.md: ts: a user allows it in a browser',
  'docs/webhooks.md: json: an event',
  'docs/webhooks.md: sh: needs a program that receives',
  'docs/webhooks.md: sh: it goes on until it is stopped',
]

const run = promisify(execFile)
const MINUTES = 600_000

const pages = [
  'README.md',
  ...(await readdir(join(checkout, 'docs')))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => `docs/${name}`),
]
/** A diagram is drawn, not run. */
const isCode = ({ language }: Fence): boolean => language !== 'mermaid'
const fencesOf = new Map<string, Fence[]>(
  await Promise.all(
    pages.map(
      async (page) => [page, (await readFences(join(checkout, page))).filter(isCode)] as const,
    ),
  ),
)

const NO_RUN = /^no-run: (.+)$/
const isRun = ({ remark }: Fence): boolean => !NO_RUN.test(remark)

it('leaves out only what is listed', () => {
  const left = [...fencesOf].flatMap(([page, fences]) =>
    fences
      .filter((fence) => !isRun(fence))
      .map(({ language, remark }) => `${page}: ${language}: ${NO_RUN.exec(remark)![1]}`),
  )
  expect(left).toEqual(notRun)
})

it('knows how to run every other block', () => {
  const unknown = [...fencesOf].flatMap(([page, fences]) =>
    fences
      .filter((fence) => isRun(fence))
      .filter(({ language, remark }) => !['sh', 'js', 'ts'].includes(language) || remark !== '')
      .map(({ line, language, remark }) => `${page}:${line}: ${language} ${remark}`),
  )
  expect(unknown).toEqual([])
})

/** Everything that the checkout has installed, and the SDK as its package has it. */
async function addModules(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@florin'), { recursive: true })
  const from = join(checkout, 'node_modules')
  // The packages of the checkout itself are there as links to their sources.
  for (const name of await readdir(from))
    if (!name.startsWith('.') && name !== '@florin')
      await symlink(join(from, name), join(modules, name))
  await mkdir(join(modules, '.bin'))
  await symlink(join(checkout, 'bin/florin.js'), join(modules, '.bin/florin'))
  const sdk = join(modules, '@florin/agent')
  await mkdir(sdk)
  await symlink(join(checkout, 'sdk/agent/package.json'), join(sdk, 'package.json'))
  const compiler = join(checkout, 'node_modules/.bin/tsc')
  await run(compiler, ['-p', join(checkout, 'sdk/agent'), '--outDir', join(sdk, 'dist')])
}

/** The operator is the one of the bank; all other people belong to a page. */
const OPERATORS = '@florin.local'

/** The addresses in the commands of a page; what a shell or a program puts in stays as it is written. */
const addressesOf = (page: string): ReadonlySet<string> =>
  new Set(
    fencesOf
      .get(page)!
      .filter(isRun)
      .flatMap(({ text }) => text.match(/[\w.+${}-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [])
      .filter((address) => !address.endsWith(OPERATORS)),
  )

it('has people of its own on every page, because all are typed in at one bank', () => {
  const pagesOf = new Map<string, string[]>()
  for (const page of pages)
    for (const address of addressesOf(page))
      pagesOf.set(address, [...(pagesOf.get(address) ?? []), page])
  expect([...pagesOf].filter(([, named]) => named.length > 1)).toEqual([])
  expect(pagesOf.size).toBeGreaterThan(20)
})

const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body --no-progress-meter "$@"; }
`

type Operator = Awaited<ReturnType<Bank['operator']>>

/** The same order for a seed. */
const shuffle = (items: readonly string[], seed: number): string[] =>
  items
    .map((item) => ({ item, rank: createHash('sha256').update(`${seed} ${item}`).digest('hex') }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item)

const bash = findOnPath('bash')
const canRun = bash !== undefined && findOnPath('curl') !== undefined

describe.skipIf(!canRun)('typed in (needs bash and curl)', () => {
  let folder: string
  let bank: Bank
  let operator: Operator
  beforeAll(async () => {
    ;[folder, bank] = await Promise.all([makeFolder(), startBank()])
    operator = await bank.operator()
    await addModules(folder)
    process.stdout.write(`Order of the pages: DOCS_SEED=${seed}\n`)
  }, MINUTES)
  afterAll(async () => {
    await bank.stop()
    await cleanUp()
  })

  async function writeScript(page: string): Promise<string> {
    const place = (text: string): string => text.replaceAll('http://localhost:8080', bank.url)
    const parts: string[] = []
    for (const [index, { line, language, text }] of fencesOf.get(page)!.filter(isRun).entries()) {
      parts.push(`echo "--- ${page}:${line}" >&2`)
      if (language === 'sh') parts.push(place(text))
      else {
        const name = `${page.replace(/\W/g, '-')}-${index}.${language === 'ts' ? 'mts' : 'mjs'}`
        await writeFile(join(folder, name), place(text))
        parts.push(`${pinnedNode} ${name}`)
      }
    }
    const script = join(folder, `${page.replace(/\W/g, '-')}.sh`)
    await writeFile(script, PRELUDE + parts.join('\n'))
    return script
  }

  const seed = Number(process.env.DOCS_SEED ?? randomInt(2 ** 31))
  const withBlocks = shuffle(
    pages.filter((page) => fencesOf.get(page)!.some(isRun)),
    seed,
  )

  it.each(withBlocks)('%s', { timeout: MINUTES }, async (page) => {
    const script = await writeScript(page)
    const env = {
      PATH: [join(folder, 'node_modules/.bin'), machinePath, dirname(pinnedNode)].join(delimiter),
      HOME: folder,
      ADMIN_EMAIL: operator.email,
      ADMIN_PASSWORD: operator.password,
    }
    const { failure } = await run(bash!, [script], { cwd: folder, env }).then(
      () => ({ failure: '' }),
      (error: { stdout: string; stderr: string }) => ({ failure: error.stderr + error.stdout }),
    )
    expect(failure).toBe('')
  })
})
