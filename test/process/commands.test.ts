// The commands beside start, on a database that is not there yet, and on one that is.
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invariantNames } from '../../src/domains/core/ledger/integrity/invariants.ts'
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest } from './database.ts'
import { type Florin, run, start, stop } from './florin.ts'
import { checkout, cleanUp, findOnPath, findPort, machineNode, makeFolder } from './support.ts'

afterAll(cleanUp)

it('help names every command and the environment variables; the usual words for it and for the version work, and others are refused', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const ask = (...command: string[]) => run({ dataDir, command })
  const program = [machineNode, 'bin/florin.js']
  const help = await run({ dataDir, program, command: ['help'] })
  expect(help).toMatchObject({ code: 0, stderr: '' })
  // A variable of the process and one of a domain; src/terminal.test.ts has all of them.
  const variables = ['PORT', 'SMS_PROVIDER']
  for (const name of [
    'start',
    'migrate',
    'verify',
    'operator',
    'epoch',
    'backup',
    'restore',
    'hold',
    'demo',
    'listen',
    'api',
    'doctor',
    'help',
    ...variables,
  ]) {
    expect(help.stdout).toMatch(new RegExp(`^ +${name} +\\S`, 'm'))
  }
  for (const words of [[], ['--help'], ['-h']])
    expect(await ask(...words)).toMatchObject({ code: 0, stderr: '', stdout: help.stdout })
  for (const word of ['--version', '-v'])
    expect(await ask(word)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `florin ${SOFTWARE_VERSION}\n`,
    })
  expect((await ask('start', '--help')).stdout).toMatch(/^florin start: Start the bank/)
  expect((await ask('demo', '--help')).stdout).toMatch(/^florin demo \[--url URL\]\n[^]*sandbox/)
  expect((await ask('listen', '--help')).stdout).toMatch(/^florin listen --forward URL/)
  expect((await ask('listen')).stderr).toMatch(/^florin: Say where to post the events: [^\n]*\.\n$/)
  // Not understood, other than refused or found wanting.
  expect(await ask('api', '--nothing')).toMatchObject({ code: 2, stdout: '' })
  const unknown = await ask('start', '--port', '8081')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/^florin: "florin start" takes no "--port"; .*\.\n$/)
  expect((await ask('--nothing')).stderr).toMatch(/^florin: There is no command "--nothing"/)
  expect((await ask('epoch')).stderr).toMatch(/^florin: Say why: [^\n]*\.\n$/)
  expect((await ask('backup')).stderr).toMatch(/^florin: Say florin backup --to [^\n]*\.\n$/)
  expect((await ask('operator', 'add')).stderr).toMatch(/^florin: Say what to do: [^\n]*\.\n$/)
  expect(await readdir(join(dataDir, '..'))).toEqual([])
})

describe('from an empty folder', () => {
  let dataDir: string
  let florin: Florin
  /** What `florin operator add` showed. */
  let password: string
  beforeAll(async () => {
    dataDir = join(await makeFolder(), 'bank')
  })
  afterAll(cleanUp)

  it('verify and operator refuse before migrate and agree after it', async () => {
    const migrations = (await readdir(join(checkout, 'migrations'))).toSorted()
    for (const command of [['verify'], ['operator', 'list']]) {
      const before = await run({ dataDir, command })
      expect(before).toMatchObject({ code: 1, stdout: '' })
      expect(before.stderr).toMatch(
        /^florin: [^\n]*lacks \d+ migration[^\n]*florin migrate[^\n]*\.\n$/,
      )
    }
    const migrated = await run({ dataDir, command: ['migrate'] })
    const applied = `Applied ${migrations.join(', ')}.\n`
    expect(migrated).toMatchObject({ code: 0, stderr: '', stdout: applied })
    const again = await run({ dataDir, command: ['migrate'] })
    expect(again).toMatchObject({ code: 0, stderr: '', stdout: 'Nothing to migrate.\n' })
    const after = await run({ dataDir, command: ['verify'] })
    expect(after).toMatchObject({ code: 0, stderr: '' })
    expect(after.stdout).toMatch(/^The database .*\.\n/)
    expect(after.stdout).toMatch(/^Proving the ledger: (\d{3}) of \1 accounts$/m)
    for (const name of invariantNames)
      expect(after.stdout).toMatch(new RegExp(`^ +${name} +sound +\\S`, 'm'))
    await expectDatabaseAtRest(dataDir)
  })

  it('operator adds and lists operators', async () => {
    const operator = (...words: string[]) => run({ dataDir, command: ['operator', ...words] })
    const added = await operator('add', 'ops@example.com')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    password = /^Password \(shown once\): (\S+)$/m.exec(added.stdout)![1]!
    const listed = await operator('list')
    expect(listed.stdout).toMatch(/^ops@example\.com {2}since [\d-]+ {2}password only\n$/)
    await expectDatabaseAtRest(dataDir)
  })

  it('epoch begins a new epoch of event ids, for a reason', async () => {
    const epoch = (...words: string[]) => run({ dataDir, command: ['epoch', ...words] })
    const begun = await epoch('restored', 'from a copy')
    expect(begun).toMatchObject({ code: 0, stderr: '' })
    expect(begun.stdout).toMatch(
      /^Epoch 2 has begun. Events up to evt_[0-9a-f]{14}ff are in the log; the next have ids from evt_[0-9a-f]{14}00 on\.\n$/,
    )
    await expectDatabaseAtRest(dataDir)
  })

  it('start finds nothing left to do, lets the operator in and keeps verify out', async () => {
    florin = await start({ dataDir })
    expect(await florin.showScreen()).toMatch(/Florin is ready \(\d+\.\d s\)\n/)
    const login = await florin.call('POST /api/auth/login', { email: 'ops@example.com', password })
    expect(login.body.data.user.roles).toEqual(['admin'])
    const meanwhile = await run({ dataDir, command: ['verify'] })
    expect(meanwhile.stderr).toMatch(/^florin: [^\n]*in use[^\n]*\.\n$/)
  })

  it('backup takes the running bank to a command, which learns no secret, and restore makes a bank of it elsewhere', async () => {
    const place = await makeFolder()
    const env = { BACKUP_KEY: 'a key of backups, only for tests!', PLACE: place }
    const command = ['backup', '--command', 'cat > "$PLACE/$BACKUP_NAME"; env']
    const made = await run({ dataDir, command, env })
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toMatch(/^Wrote florin-localhost-[\dT-]+Z\.backup\n/m)
    expect(made.stderr).toContain(`PLACE=${place}\n`)
    expect(made.stderr).not.toContain(env.BACKUP_KEY)
    const [name] = await readdir(place)
    const other = join(place, 'other')
    await mkdir(other)
    await copyFile(join(dataDir, 'secret.key'), join(other, 'secret.key'))
    const restore = ['restore', join(place, name!), '--into-empty']
    const restored = await run({ dataDir: other, command: restore, env })
    expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout).toMatch(
      /^The bank is restored as it was at [^\n]*\n[^]*florin hold --end\n$/m,
    )
    await expectDatabaseAtRest(other)
  })

  it('demo fills the running bank, once', async () => {
    const demo = (port: number, ...words: string[]) =>
      run({ dataDir, port, command: ['demo', ...words] })
    const absent = await demo(await findPort())
    expect(absent).toMatchObject({ code: 1, stdout: '' })
    expect(absent.stderr).toMatch(/^florin: There is no bank at [^\n]*npm start[^\n]*\.\n$/)

    const loaded = await demo(florin.port)
    expect(loaded).toMatchObject({ code: 0, stderr: '' })
    expect(loaded.stdout).toMatch(/^ +(\d+) of \1 {2}\S[^]*\nThe demo data is loaded\.\n/m)
    const [, email, shown] = /^ +(rosa@\S+) +(\S+) +Rosa/m.exec(loaded.stdout)!
    expect((await florin.call('POST /api/auth/login', { email, password: shown })).status).toBe(200)
    const again = await demo(1, `--url=${florin.url}/`)
    expect(again.stdout).toMatch(/^The demo data was there already\.\nSign in at /)
  })

  it('verify proves the ledger, says where it is broken, and ends with 1', async () => {
    const registered = await florin.call('POST /api/auth/register', newPerson())
    const token = registered.body.data.access_token
    const listed = await florin.call('GET /api/accounts', undefined, { token })
    const account = listed.body.data[0].uuid
    const money = { amount: '12.50', asset_code: 'USD' }
    const route = `POST /api/v2/accounts/${account}/deposit`
    expect((await florin.call(route, money, { token })).status).toBe(200)
    expect(await stop(florin)).toMatchObject({ code: 0 })

    const npm = findOnPath('npm')
    const program = npm === undefined ? undefined : [npm, 'run', '--silent', 'florin', '--']
    const verify = { dataDir, command: ['verify'], ...(program && { program }) }
    const sound = await run(verify)
    expect(sound).toMatchObject({ code: 0, stderr: '' })

    const postgres = await startEmbeddedPostgres({ dataDir })
    const { socketDir: host, port, user } = postgres
    const client = new pg.Client({ host, port, user, database: 'postgres' })
    await client.connect()
    const count = async (table: string): Promise<number> =>
      (await client.query(`select count(*)::int as n from ledger.${table}`)).rows[0].n
    const [accounts, balances] = [await count('accounts'), await count('balances')]
    const [moves, holds] = [await count('moves'), await count('holds')]
    expect(moves).toBeGreaterThan(100)
    expect(sound.stdout.split('\n')).toContain(
      `Verified ${accounts} accounts, ${balances} balances, ${moves} moves and ${holds} holds.`,
    )
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
})
