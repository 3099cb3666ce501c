// Users and folders: an ordinary user, root with a home that is closed to other users, folders whose names need quoting
// in a shell.
import { chown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { becomeOrdinary, copyCheckout } from './checkout.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest } from './database.ts'
import { type Florin, run, start, stop } from './florin.ts'
import { cleanUp, isRoot, makeFolder } from './support.ts'

afterEach(cleanUp)

async function expectWorks(florin: Florin, dataDir: string): Promise<void> {
  const { email, password, name } = newPerson()
  const registered = await florin.call('POST /api/auth/register', { email, password, name })
  expect(registered.status).toBe(201)
  expect((await florin.call('POST /api/auth/login', { email, password })).status).toBe(200)
  expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
  await expectDatabaseAtRest(dataDir)
}

it('works as an ordinary user, in a home of its own', async () => {
  const home = await makeFolder()
  const user = await becomeOrdinary()
  if (user.ids) await chown(home, user.ids.uid, user.ids.gid)
  const dataDir = join(home, '.florin')
  const options = { ...user, dataDir, env: { HOME: home } }
  await expectWorks(await start(options), dataDir)
  expect((await stat(dataDir)).uid).toBe((await stat(home)).uid)
  const verified = await run({ ...options, command: ['verify'] })
  expect(verified).toMatchObject({ code: 0, stderr: '' })
})

it(`works${isRoot ? ' as root, which PostgreSQL refuses,' : ''} from a closed folder with spaces and quotes in its name, and keeps its data there`, async () => {
  // A double quote or a dollar sign would be too much: initdb passes its own path to a shell.
  const home = join(await makeFolder(), `Ada's (own) home & castle; #1`)
  await mkdir(home, { mode: 0o700 })
  await copyCheckout(join(home, 'the bank'))
  // Nothing said about DATA_DIR: it is .florin where Florin is called.
  const dataDir = join(home, '.florin')
  const program = [
    join(home, 'the bank/node_modules/.bin/node'),
    join(home, 'the bank/bin/florin.js'),
  ]
  const florin = await start({ dataDir, cwd: home, program, env: { DATA_DIR: '', HOME: home } })
  expect(await florin.showScreen()).toContain(`embedded PostgreSQL in ${dataDir}\n`)
  await expectWorks(florin, dataDir)
  expect((await stat(home)).mode & 0o777).toBe(0o700)
})

it('keeps its data in DATA_DIR, whatever the folder is called', async () => {
  const folder = await makeFolder()
  const dataDir = join(folder, `"the" $HOME of it's\n\\ \`money\``)
  await expectWorks(await start({ dataDir }), dataDir)
  expect(await readdir(folder)).toHaveLength(1)
})
