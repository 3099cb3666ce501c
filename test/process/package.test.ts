// The package that `npm pack` makes: it has what a bank needs to run, and nothing of the checkout besides. The files and
// direct dependencies of the package are linked into a folder of their own, where a bank is started from them.
import { execFile } from 'node:child_process'
import { cp, link, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareConsole } from '../../src/console-build.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest } from './database.ts'
import { type Florin, start, stop } from './florin.ts'
import { checkout, cleanUp, findOnPath, makeFolder, pinnedNode } from './support.ts'

const run = promisify(execFile)
const MINUTES = 600_000

const manifest = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
const libraries = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })

const LOAD_ALL = `
  const failures = {}
  for (const part of process.argv.slice(1))
    await import(part).catch((error) => { failures[part] = error.message })
  process.stdout.write(JSON.stringify(failures))
  process.exit()`

/** As npm does; a library for another platform is not there. */
async function install(folder: string, files: readonly string[]): Promise<string> {
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'florin')
  for (const file of files) {
    const target = join(installed, file)
    await mkdir(dirname(target), { recursive: true })
    await link(join(checkout, file), target).catch(() => cp(join(checkout, file), target))
  }
  for (const name of libraries) {
    const path = join(modules, name)
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(checkout, 'node_modules', name), path)
  }
  return installed
}

describe.skipIf(findOnPath('npm') === undefined)('the package (needs npm)', () => {
  let files: readonly string[]
  let folder: string
  let installed: string
  let florin: Florin
  let token: string
  let account: string

  beforeAll(async () => {
    expect(await prepareConsole(() => {})).toEqual({
      folder: expect.any(String),
      problem: undefined,
    })
    await run(pinnedNode, ['tools/prepare-package.ts'], { cwd: checkout })
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], {
      cwd: checkout,
      maxBuffer: 10_000_000,
    })
    const [{ files: packed }] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }]
    files = packed.map(({ path }) => path)
    folder = await makeFolder()
    installed = await install(folder, files)
  }, MINUTES)
  afterAll(cleanUp)

  it('has one program, one console, all migrations and templates, and no tests or sources that are not read', async () => {
    const builds = new Set(files.map((file) => /^dist\/[^/]+/.exec(file)?.[0]))
    builds.delete(undefined)
    expect([...builds].map((name) => name?.replace(/-[0-9a-f]{16}$/, '')).toSorted()).toEqual([
      'dist/console',
      'dist/program',
    ])
    for (const name of ['migrations', 'sdk/generator/templates']) {
      const read = await readdir(join(checkout, name), { recursive: true, withFileTypes: true })
      const paths = read
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(checkout.length + 1))
      expect(files).toEqual(expect.arrayContaining(paths))
    }
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md']))
    const roots = ['bin', 'dist', 'migrations', 'sdk/client', 'sdk/generator/templates']
    const others = files.filter((file) => !roots.some((root) => file.startsWith(`${root}/`)))
    expect(others.toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      'src/transport/design/tokens.css',
    ])
    expect(files.filter((file) => /\.test\.ts$|test-support/.test(file))).toEqual([])
  })

  it('passes on the licences of the libraries in its builds', async () => {
    const lists = files.filter((file) => file.endsWith('/THIRD-PARTY-LICENCES.txt'))
    const texts = await Promise.all(
      lists.toSorted().map((file) => readFile(join(installed, file), 'utf8')),
    )
    const [ofConsole, ofProgram] = texts.map((text) =>
      [...text.matchAll(/^(\S+) \d\S*: \S/gm)].map(([, name]) => name),
    )
    expect(ofConsole).toEqual(expect.arrayContaining(['react', 'uplot']))
    expect(ofProgram).toEqual(
      expect.arrayContaining(['altair-static', 'dejavu-fonts-ttf', 'fastify']),
    )
  })

  it('has each part of the program, and all that it loads', async () => {
    const parts = files.filter((file) => /^dist\/program-[^/]+\/[^/]+\.js$/.test(file))
    const others = parts.filter((file) => !/\/(main|thread-platform-worker-thread)\.js$/.test(file))
    expect(others.length).toBeGreaterThan(20)
    const paths = others.map((file) => join(installed, file))
    const { stdout } = await run(
      pinnedNode,
      ['--input-type=module', '--eval', LOAD_ALL, ...paths],
      {
        cwd: folder,
      },
    )
    expect(JSON.parse(stdout)).toEqual({})
  })

  it('starts a bank in an empty folder', { timeout: MINUTES }, async () => {
    florin = await start({
      dataDir: join(folder, 'data'),
      cwd: folder,
      program: [pinnedNode, join(installed, 'bin/florin.js')],
    })
    const ada = { ...newPerson(), name: '山田 太郎' }
    ;({
      body: { access_token: token },
    } = await florin.call('POST /api/auth/register', ada))
    const accounts = await florin.call('GET /api/v2/accounts', undefined, { token })
    account = accounts.body.data[0].uuid
    expect(await florin.showScreen()).not.toContain('console')
  })

  it('which serves the console, the reference and the playground', async () => {
    for (const page of ['/', '/api/docs', '/api/graphql-playground']) {
      const { status, body } = await florin.call(`GET ${page}`)
      expect([page, status]).toEqual([page, 200])
      const base = page === '/api/graphql-playground' ? `${page}/` : page
      const scripts = [...body.matchAll(/<script[^>]* src="([^"]+)"/g)].map(
        ([, path]) => new URL(path, florin.url + base).pathname,
      )
      expect([page, scripts.length > 0]).toEqual([page, true])
      for (const path of scripts)
        expect([path, (await florin.call(`GET ${path}`)).status]).toEqual([path, 200])
    }
  })

  it('writes a statement with Japanese letters in a worker thread', async () => {
    const route = `GET /api/v2/accounts/${account}/statement?format=pdf`
    const { status, body } = await florin.call(route, undefined, { token })
    expect(status).toBe(200)
    expect(body).toMatch(/\/BaseFont \/\w+\+NotoSansJP/)
  })

  it('generates the SDK for TypeScript, in which files of its own client are', async () => {
    const [, email, password] = /Operator +(\S+) +(\S+)/.exec(florin.screen())!
    const operator = await florin.call('POST /api/auth/login', { email, password })
    const { body: partner } = await florin.call(
      'POST /api/v1/partner/onboard',
      { organization_name: 'Acme', contact_email: 'acme@example.com', tier: 'growth' },
      { token: operator.body.access_token },
    )
    const made = await fetch(`${florin.url}/api/v2/partner/sdk/generate`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${operator.body.access_token}`,
        'X-Partner-Key': partner.data.api_credentials.partner_key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ languages: ['typescript'], modules: ['accounts'] }),
    })
    const { data } = (await made.json()) as { data: { packages: { files: string[] }[] } }
    expect(data.packages[0]!.files).toContain('src/waiting.ts')
  })

  it('and stops', async () => {
    const { code, stderr } = await stop(florin)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expectDatabaseAtRest(florin.dataDir)
  })
})
