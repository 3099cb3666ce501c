// The commands beside start, on a database that is not there yet, and on one that is.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { listVariables } from '../../src/describe.ts'
import { invariantNames } from '../../src/domains/core/ledger/index.ts'
import { VERSION } from '../../src/kernel/version.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest } from './database.ts'
import { launch, run, start, stop } from './florin.ts'
import { checkout, cleanUp, findOnPath, findPort, machineNode, makeFolder } from './support.ts'

afterEach(cleanUp)

it('help names every command and every environment variable, and no command means help', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const program = [machineNode, 'bin/florin.js']
  const help = await run({ dataDir, program, command: ['help'] })
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const name of [
    'start',
    'migrate',
    'verify',
    'operator',
    'demo',
    'help',
    ...Object.keys(listVariables()),
  ]) {
    expect(help.stdout).toMatch(new RegExp(`^ +${name} +\\S`, 'm'))
  }
  const nothing = await run({ dataDir, command: [] })
  expect(nothing).toMatchObject({ code: 0, stderr: '', stdout: help.stdout })
  expect(await readdir(join(dataDir, '..'))).toEqual([])
})

it('the usual words for help and version do what they say, and unknown ones are refused', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const ask = (...command: string[]) => run({ dataDir, command })
  const help = await ask('help')
  for (const word of ['--help', '-h'])
    expect(await ask(word)).toMatchObject({ code: 0, stderr: '', stdout: help.stdout })
  for (const word of ['--version', '-v'])
    expect(await ask(word)).toMatchObject({ code: 0, stderr: '', stdout: `florin ${VERSION}\n` })
  expect((await ask('start', '--help')).stdout).toMatch(/^florin start: Start the bank/)
  const unknown = await ask('start', '--port', '8081')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/^florin: "florin start" takes no "--port"; .*\.\n$/)
  expect((await ask('--nothing')).stderr).toMatch(/^florin: There is no command "--nothing"/)
  expect(await readdir(join(dataDir, '..'))).toEqual([])
})

it('verify refuses before migrate and agrees after it, and start finds nothing left to do', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const migrations = (await readdir(join(checkout, 'migrations'))).toSorted()

  const before = await run({ dataDir, command: ['verify'] })
  expect(before.code).toBe(1)
  expect(before.stderr).toMatch(/^florin: [^\n]*lacks \d+ migration[^\n]*florin migrate[^\n]*\.\n$/)
  expect(before.stdout).toBe('')

  const migrated = await run({ dataDir, command: ['migrate'] })
  const applied = `Applied ${migrations.join(', ')}.\n`
  expect(migrated).toMatchObject({ code: 0, stderr: '', stdout: applied })
  const again = await run({ dataDir, command: ['migrate'] })
  expect(again).toMatchObject({ code: 0, stderr: '', stdout: 'Nothing to migrate.\n' })
  const after = await run({ dataDir, command: ['verify'] })
  expect(after).toMatchObject({ code: 0, stderr: '' })
  expect(after.stdout).toMatch(/^The database .*\.\n/)
  expect(after.stdout).toMatch(/^Proving the ledger: 244 of 244 accounts$/m)
  for (const name of invariantNames)
    expect(after.stdout).toMatch(new RegExp(`^ +${name} +sound +\\S`, 'm'))
  await expectDatabaseAtRest(dataDir)

  const florin = await start({ dataDir })
  expect(await florin.showScreen()).toMatch(/Florin is ready \(\d+\.\d s\)\n/)
  expect((await florin.call('POST /api/auth/register', newPerson())).status).toBe(201)
  const meanwhile = launch({ dataDir, port: await findPort(), command: ['verify'] })
  expect((await meanwhile.ended).stderr).toMatch(/^florin: [^\n]*in use[^\n]*\.\n$/)
  expect(await stop(florin)).toMatchObject({ code: 0 })
})

it('operator adds and lists operators, and says what is missing', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const operator = (...args: string[]) => run({ dataDir, command: ['operator', ...args] })
  expect((await operator('add')).stderr).toMatch(/^florin: Say what to do: [^\n]*\.\n$/)
  const unready = await operator('list')
  expect(unready.stderr).toMatch(/^florin: [^\n]*florin migrate[^\n]*\.\n$/)
  await run({ dataDir, command: ['migrate'] })
  const added = await operator('add', 'ops@example.com')
  expect(added).toMatchObject({ code: 0, stderr: '' })
  const password = /^Password \(shown once\): (\S+)$/m.exec(added.stdout)![1]!
  const listed = await operator('list')
  expect(listed.stdout).toMatch(/^ops@example\.com {2}since [\d-]+ {2}password only\n$/)
  await expectDatabaseAtRest(dataDir)

  const florin = await start({ dataDir })
  const login = await florin.call('POST /api/auth/login', { email: 'ops@example.com', password })
  expect(login.body.data.user.roles).toEqual(['admin'])
  expect(await stop(florin)).toMatchObject({ code: 0 })
})

it('verify proves the ledger, says where it is broken, and ends with 1', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const florin = await start({ dataDir })
  const registered = await florin.call('POST /api/auth/register', newPerson())
  const token = registered.body.data.access_token
  const listed = await florin.call('GET /api/accounts', undefined, { token })
  const account = listed.body.data[0].uuid
  const money = { amount: '12.50', asset_code: 'USD' }
  const route = `POST /api/v2/accounts/${account}/deposit`
  expect((await florin.call(route, money, { token })).status).toBe(200)
  await stop(florin)

  const npm = findOnPath('npm')
  const program = npm === undefined ? undefined : [npm, 'run', '--silent', 'florin', '--']
  const verify = { dataDir, command: ['verify'], ...(program && { program }) }
  const sound = await run(verify)
  expect(sound).toMatchObject({ code: 0, stderr: '' })
  expect(sound.stdout).toMatch(/^Verified 245 accounts, \d+ balances, 1 moves and 0 holds\.$/m)

  const postgres = await startEmbeddedPostgres({ dataDir })
  const { socketDir: host, port, user } = postgres
  const client = new pg.Client({ host, port, user, database: 'postgres' })
  await client.connect()
  const change = (what: string) => client.query(`update ledger.${what} = $1`, [account])
  await change('balances set units = units + 1, overdraft = null where account_id')
  await change(`accounts set user_uuid = gen_random_uuid(), environment = 'sandbox' where id`)
  await client.end()
  await postgres.stop()

  const broken = await run(verify)
  expect(broken.code).toBe(1)
  expect(broken.stderr).toMatch(/^florin: The ledger is broken in 8 places; [^\n]*\.\n$/)
  expect(broken.stdout).toMatch(/^ +zero_sum +BROKEN in 2 +\S/m)
  expect(broken.stdout).toMatch(/^ +environment +BROKEN in 3 +\S/m)
  for (const name of ['balance', 'owner', 'overdraft'])
    expect(broken.stdout).toMatch(new RegExp(`^ +${name} +BROKEN in 1 +\\S`, 'm'))
  expect(broken.stdout).toMatch(/^ +chain +sound +\S/m)
  expect(broken.stdout).toContain(`balance: account ${account}, USD: should be 1250, is 1251`)
  await expectDatabaseAtRest(dataDir)
})

it('demo fills a running bank, once, and the ledger is sound afterwards', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const demo = (port: number, ...words: string[]) =>
    run({ dataDir, port, command: ['demo', ...words] })
  const florin = await start({ dataDir })
  const nobody = await demo(await findPort())
  expect(nobody).toMatchObject({ code: 1, stdout: '' })
  expect(nobody.stderr).toMatch(/^florin: There is no bank at [^\n]*npm start[^\n]*\.\n$/)
  expect((await demo(1, '--help')).stdout).toMatch(/^florin demo \[--url URL\]\n[^]*sandbox/)

  const loaded = await demo(florin.port)
  expect(loaded).toMatchObject({ code: 0, stderr: '' })
  expect(loaded.stdout).toMatch(/^ +10 of 10 {2}\S[^]*\nThe demo data is loaded\.\n/m)
  const [, email, password] = /^ +(rosa@\S+) +(\S+) +Rosa/m.exec(loaded.stdout)!
  expect((await florin.call('POST /api/auth/login', { email, password })).status).toBe(200)
  const again = await demo(1, `--url=${florin.url}/`)
  expect(again.stdout).toContain('\nThe demo data was there already.\n')

  await stop(florin)
  const proved = await run({ dataDir, command: ['verify'] })
  expect(proved).toMatchObject({ code: 0, stderr: '' })
  expect(proved.stdout).toMatch(
    /^Verified \d+ accounts, \d+ balances, \d{3} moves and \d+ holds\.$/m,
  )
})
