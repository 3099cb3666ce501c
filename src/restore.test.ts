// The drill: a bank is backed up while money moves, restored into an empty database, and serves again as it was.
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '../test/contract/schema-snapshot.ts'
import { type Bank, type Person, startBank, TEST_SECRET } from '../test/harness/bank.ts'
import { createEmptyDatabase, type TestDatabase } from '../test/harness/databases.ts'
import { checkBackup, listFolder, makeBackup, readBackupCommand } from './backup.ts'
import { readHoldCommand, runHoldCommand } from './hold.ts'
import { systemClock } from './kernel/clock.ts'
import { describeBank, findNewestBackup } from './operation/backup-store.ts'
import { toEventId } from './operation/event-log.ts'
import { packBackup, unpackBackup } from './platform/backup/backup-file.ts'
import { readBackupKey } from './platform/backup/backup-key.ts'
import { listRelations } from './platform/backup/catalog.ts'
import { type Dump, startDump } from './platform/backup/dump.ts'
import { readFrames, recordFrame, rowsFrame } from './platform/backup/frames.ts'
import type { BackupHead } from './platform/backup/head.ts'
import { loadBackup } from './platform/backup/load.ts'
import { writeToFolder } from './platform/backup/targets.ts'
import { statementsOn } from './platform/migrations.ts'
import { readRestoreCommand, restoreBackup } from './restore.ts'

const KEY = 'a key of backups that is only for tests'
/** Whatever a value may have in it that the format of the rows must not mistake. */
const AWKWARD = 'a\tb\nc\\N \\. \r é 漢 "\'\u0001'

let folder: string
let bank: Bank
let person: Person
let operator: Person
let accounts: readonly [string, string]
let webhookSecret: string

const shown: string[] = []
const screen = { isTTY: false, write: (text: string) => shown.push(text) > 0 }
const settings = { key: KEY, bank: 'bank.example', env: {}, clock: systemClock, screen }
const restoring = { key: KEY, secrets: [TEST_SECRET], withoutSecret: false, screen }

async function connect(address: object): Promise<pg.Client> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Ends with the money moved. */
async function transfer(at: Bank, amount: string): Promise<void> {
  const [from_account, to_account] = accounts
  const order = { from_account, to_account, amount, asset_code: 'USD', workflow_enabled: false }
  const { status, body } = await at.call('POST /api/v2/transfers', order, person)
  if (status !== 201) throw new Error(JSON.stringify(body))
}

/** The id of the newest event, of a move. */
async function newestEvent(at: Bank): Promise<string> {
  const [row] = await at.sql<{ position: string }>(
    'select max(position) as position from ledger.moves',
  )
  return toEventId({ position: Number(row!.position), slot: 0 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-drill-'))
  bank = await startBank()
  operator = await bank.operator()
  person = await bank.person()
  const [first] = (await bank.call('GET /api/v2/accounts', undefined, person)).body.data
  const other = await bank.call('POST /api/v2/accounts', { name: 'Savings' }, person)
  accounts = [first.uuid, other.body.data.uuid]
  const deposit = { amount: '1000.00', asset_code: 'USD' }
  await bank.call(`POST /api/v2/accounts/${accounts[0]}/deposit`, deposit, person)
  const webhook = await bank.call(
    'POST /api/v2/webhooks',
    { url: 'https://example.com/hook', events: ['transfer.*'] },
    person,
  )
  webhookSecret = webhook.body.data.secret
  await bank.apiKey(person)
  await bank.sql('insert into platform.settings (name, value) values ($1, $1)', [AWKWARD])
  await bank.sql(
    `insert into platform.writer (node, address, build, elected_at) values ('lost', 'lost 1', 'x', now())`,
  )
  await transfer(bank, '1.00')
})
afterAll(async () => {
  await bank.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The hash of the rows of every table, in whatever order they are stored. */
async function hashTables(client: pg.Client, names?: readonly string[]) {
  const tables =
    names ??
    (await listRelations(client)).filter(
      (name) => !/_seq$|\.(positions|traces)$|^jobs\.job$/.test(name),
    )
  const hashes = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t`,
    )
    hashes.set(table, rows[0]!.hash)
  }
  return hashes
}

/** The folder of the migrations, with one of a later version, or without the newest. */
async function otherMigrations(change: 'later' | 'earlier'): Promise<URL> {
  const to = join(folder, change)
  const from = new URL('../migrations/', import.meta.url)
  await mkdir(to)
  await cp(from, to, { recursive: true })
  if (change === 'later')
    await writeFile(
      join(to, '9999_later.sql'),
      'create table platform.later (id integer primary key);',
    )
  else await rm(join(to, (await readdir(to)).toSorted().at(-1)!))
  return pathToFileURL(`${to}/`)
}

describe('a backup made while money moves', () => {
  let source: pg.Client
  let target: TestDatabase
  let restored: Bank
  let file: string
  let head: BackupHead
  let lost: string
  let hashes: ReadonlyMap<string, string>

  beforeAll(async () => {
    source = await connect(bank.address)
    const beside = await connect(bank.address)
    const end = new AbortController()
    const moving = (async () => {
      for (let n = 1; !end.signal.aborted; n++) await transfer(bank, `0.${10 + (n % 80)}`)
    })()
    const dump: Dump = await startDump(source, {
      async describe(client) {
        // A second connection sees what the backup sees.
        const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
        await beside.query('begin isolation level repeatable read read only')
        await beside.query(`set transaction snapshot '${rows[0]!.id}'`)
        return describeBank(statementsOn(client))
      },
      onProgress: () => {},
      onNotice: () => {},
    })
    head = dump.head
    // Neither writes nor a change of the schema beside its tables wait for it, and none of them is in it.
    await transfer(bank, '7.00')
    await bank.sql('create table platform.beside (id integer)')
    await writeToFolder(folder, 'drill.backup', packBackup(dump.frames, KEY))
    file = join(folder, 'drill.backup')
    end.abort()
    await moving
    hashes = await hashTables(beside)
    await beside.end()
    await bank.sql('drop table platform.beside')
    lost = await newestEvent(bank)
    target = await createEmptyDatabase()
    await restoreBackup(file, target.address, {
      ...restoring,
      folder: await otherMigrations('later'),
    })
    restored = await startBank({ address: target.address, clock: bank.clock })
  })
  afterAll(async () => {
    await source.end()
    await restored?.stop()
    await target?.drop()
  })

  it('has the same rows in every table, and the same schema', async () => {
    const client = await connect(target.address)
    // What a restore changes on purpose, and what the bank that runs on it has written since.
    const touched =
      /^platform\.(epochs|events|settings|writer|links|heartbeat|readers|migrations|beside)$|^ledger\.(prover|proofs)$|^jobs\.|^webhooks\./
    const now = await hashTables(
      client,
      [...hashes.keys()].filter((name) => !touched.test(name)),
    )
    expect(now.size).toBeGreaterThan(200)
    for (const [table, hash] of now)
      expect(`${table} ${hash}`).toBe(`${table} ${hashes.get(table)}`)
    const seen = await bank.sql<{ name: string }>('select name from platform.settings order by 1')
    const kept = await restored.sql<{ name: string }>(
      `select name from platform.settings where name <> 'held' order by 1`,
    )
    expect(kept).toEqual(seen)
    expect(kept).toContainEqual({ name: AWKWARD })

    // Not the connection of the backup, which shows values in the formats of backups.
    const lookup = await connect(bank.address)
    const [before, after] = [await takeSnapshot(lookup), await takeSnapshot(client)]
    await lookup.end()
    // Without the files of the tables, and in any order.
    const described = ({ relations, ...rest }: typeof before) =>
      [
        ...[...relations.values()].map(({ name, kind }) => ({ name, kind })),
        ...Object.values(rest).flatMap((part: Iterable<unknown>) => [...part]),
      ]
        .map((part) => JSON.stringify(part))
        .filter((part) => !part.includes('platform.later'))
        .toSorted()
    expect(described(before).length).toBeGreaterThan(3_000)
    expect(described(after)).toEqual(described(before))
    const { rows } = await client.query(`select tgname from pg_trigger where tgenabled <> 'O'`)
    expect(rows).toEqual([])
    await client.end()
  })

  it('is migrated on from the version that made it', async () => {
    expect(shown.join('')).toContain('Applied 9999_later.sql.')
    expect(shown.join('')).toMatch(/^ {2}zero_sum +sound/m)
    const [{ there }] = (await restored.sql<{ there: boolean }>(
      `select to_regclass('platform.later') is not null as there`,
    )) as [{ there: boolean }]
    expect(there).toBe(true)
  })

  it('begins a new epoch: ids of lost events are not assigned again, and cursors at them are told', async () => {
    const epochs = await restored.sql<{ reason: string; previous_position: string }>(
      'select reason, previous_position from platform.epochs order by number desc',
    )
    expect(epochs).toHaveLength(2)
    expect(epochs[0]).toMatchObject({
      reason: `restored from the backup of ${head.taken_at}`,
      previous_position: String(head.bank.position),
    })
    const after = await restored.call(`GET /api/v2/events?after=${lost}`, undefined, person)
    expect(after.status).toBe(410)
    expect(after.body.error.code).toBe('EVENT_CURSOR_LOST')
    await transfer(restored, '2.00')
    const next = await restored.call(
      `GET /api/v2/events?after=${after.body.error.details.resume_after}`,
      undefined,
      person,
    )
    expect(next.body.data.length).toBeGreaterThan(0)
    for (const { id } of next.body.data) expect(id > lost, id).toBe(true)
  })

  it('knows users, credentials and sealed secrets', async () => {
    const login = { email: person.email, password: person.password }
    expect((await restored.call('POST /api/auth/login', login)).status).toBe(200)
    expect((await restored.call('GET /api/v2/accounts', undefined, person)).body.data).toHaveLength(
      2,
    )
    // With the next number of each sequence.
    expect((await restored.person()).uuid).not.toBe(person.uuid)
    const [row] = await restored.sql<{ secret: Buffer }>('select secret from webhooks.webhooks')
    expect(restored.app.bank.sealer.open(row!.secret)).toBe(webhookSecret)
  })

  it('forwards to no node of the lost bank', async () => {
    expect(await restored.sql('select * from platform.writer')).toEqual([])
  })

  it('is held: jobs wait until an operator ends it', async () => {
    const sweeps = async (state: string) =>
      (
        await restored.sql(
          `select from jobs.job where name = 'webhooks.sweep' and state = '${state}' and created_on > $1::timestamptz`,
          [head.taken_at],
        )
      ).length
    expect(restored.app.bank.pause.isOn).toBe(true)
    expect(await sweeps('created')).toBe(1)
    expect(await runHoldCommand(undefined, target.address)).toMatch(/^The bank is no longer held/)
    await expect.poll(() => sweeps('completed'), { timeout: 60_000 }).toBe(1)
    expect(restored.app.bank.pause.isOn).toBe(false)
    expect(await runHoldCommand(undefined, target.address)).toBe('The bank was not held.')
    expect(await runHoldCommand('Restored to Monday.', target.address)).toBe(
      'The bank is held from its next start on: Restored to Monday.',
    )
  })

  it('is found whole, and is refused with another key, changed, or without FLORIN_SECRET', async () => {
    const found = await checkBackup(file, KEY, screen)
    expect(found.head).toEqual(head)
    expect(found.rows).toBeGreaterThan(1_000)
    const empty = await createEmptyDatabase()
    const attempt = (change: object) =>
      restoreBackup(file, empty.address, { ...restoring, ...change })
    await expect(attempt({ key: `${KEY} ` })).rejects.toThrow(/sealed with another key/)
    await expect(attempt({ secrets: ['another secret, also of 32 characters'] })).rejects.toThrow(
      /^FLORIN_SECRET is another than that of the backup, [^\n]*\.$/,
    )
    await expect(attempt({ secrets: [] })).rejects.toThrow(/^FLORIN_SECRET is not set/)
    await expect(attempt({ folder: await otherMigrations('earlier') })).rejects.toThrow(
      /^The backup was made by a newer Florin \(it has \d{4}_\w+\.sql\); restore it with that version/,
    )
    const cut = join(folder, 'cut.backup')
    await cp(file, cut)
    await truncate(cut, 64 + 65_552)
    await expect(restoreBackup(cut, empty.address, restoring)).rejects.toThrow(
      /incomplete or was altered/,
    )
    await cp(file, cut)
    await appendFile(cut, 'x')
    await expect(checkBackup(cut, KEY, screen)).rejects.toThrow(/incomplete or was altered/)
    await expect(checkBackup(join(folder, 'none'), KEY, screen)).rejects.toThrow(
      /cannot be read \(ENOENT\)/,
    )
    const client = await connect(empty.address)
    expect(await listRelations(client)).toEqual([])
    await client.end()
    await empty.drop()
  })

  it('is restored nowhere but into an empty database', async () => {
    const before = await bank.sql('select count(*) from ledger.moves')
    await expect(restoreBackup(file, bank.address, restoring)).rejects.toThrow(
      /^The database is not empty \(it has \w+\.\w+\), and a restore never overwrites; [^\n]*\.$/,
    )
    expect(await bank.sql('select count(*) from ledger.moves')).toEqual(before)
  })

  it('leaves the database empty if it fails, and brings jobs over from queues of another version', async () => {
    const empty = await createEmptyDatabase()
    const client = await connect(empty.address)
    let jobs: unknown
    /** As if a library had made the queues that had a column more, and another version. */
    async function* changed(): AsyncGenerator<Buffer> {
      let table = ''
      for await (const frame of readFrames(unpackBackup(file, KEY))) {
        if (frame.kind === 'rows') {
          yield rowsFrame(frame.bytes)
          continue
        }
        const record = frame.record as { table?: string; columns?: string[]; jobs?: number }
        if (record.table !== undefined) table = record.table
        if (record.jobs !== undefined) record.jobs--
        if (table === 'jobs.queue' && record.columns)
          record.columns = record.columns.map((column) =>
            column === 'updated_on' ? 'gone' : column,
          )
        yield recordFrame(record)
      }
    }
    const loading = loadBackup(client, changed(), {
      onProgress: () => {},
      onNotice: () => {},
      async finish(connection) {
        jobs = (
          await connection.query('select name, policy, retry_limit from jobs.queue order by 1')
        ).rows
        throw new Error('in the last moment')
      },
    })
    await expect(loading).rejects.toThrow('in the last moment')
    expect(jobs).toEqual(
      await bank.sql('select name, policy, retry_limit from jobs.queue order by 1'),
    )
    await client.end()
    const after = await connect(empty.address)
    expect(await listRelations(after)).toEqual([])
    await after.end()
    await empty.drop()
  })
})

describe('florin backup', () => {
  const backups = () => bank.sql<{ made_by: string }>('select * from platform.backups')

  it('writes into a folder, is recorded for monitoring, and keeps so many', async () => {
    const to = join(folder, 'kept')
    await mkdir(to)
    const target = { action: 'to', folder: to, keep: 1 } as const
    // Without any backup, since the bank was set up.
    const { read } = bank.app.bank.database
    const before = (await findNewestBackup(read))!
    expect(before).toBeGreaterThan(0)
    shown.length = 0
    await writeFile(join(to, 'florin-bank.example-2020-01-01T00-00-00Z.backup'), '')
    const { name, bytes, head } = await makeBackup(target, bank.address, settings)
    expect(await readdir(to)).toEqual([name])
    expect(shown.join('')).toMatch(
      /^Wrote .*\.backup\n[^]*^Deleted florin-bank\.example-2020-01-01T00-00-00Z\.backup$[^]*florin restore florin-bank\.example-\S+ --into-empty/m,
    )
    expect(await backups()).toMatchObject([{ made_by: 'florin backup', bytes: String(bytes) }])
    const taken = Date.parse(head.taken_at) / 1000
    expect(before).toBeLessThan(taken)
    const scraped = (await bank.call('GET /metrics', undefined, operator)).body
    expect(scraped).toContain(`\nflorin_backup_taken_timestamp_seconds ${taken}\n`)
    shown.length = 0
    await writeFile(join(to, 'other.backup'), 'something else')
    await listFolder(to, KEY, screen)
    expect(shown.join('')).toMatch(
      /^florin-bank\.example-\S+ {2}[\d.]+ kB\n {2}Taken at .* sandbox, [^]*^other\.backup[^\n]*\n {2}The file is not a backup/m,
    )
  })

  it('that fails is not recorded', async () => {
    const known = await backups()
    const target = { action: 'command', command: 'cat > /dev/null; exit 1' } as const
    await expect(makeBackup(target, bank.address, settings)).rejects.toThrow(/ended with code 1/)
    await expect(
      makeBackup(
        { action: 'to', folder: join(folder, 'none'), keep: undefined },
        bank.address,
        settings,
      ),
    ).rejects.toThrow(/ENOENT/)
    expect(await backups()).toEqual(known)
    const empty = await createEmptyDatabase()
    await expect(
      makeBackup({ action: 'to', folder, keep: undefined }, empty.address, settings),
    ).rejects.toThrow('There is no bank in this database, so there is nothing to back up.')
    await empty.drop()
  })

  it('waits for a migration in progress, and says so', async () => {
    const migrating = await connect(bank.address)
    await migrating.query('select pg_advisory_lock(7160001)')
    shown.length = 0
    const target = { action: 'command', command: 'cat > /dev/null' } as const
    const made = makeBackup(target, bank.address, settings)
    await expect
      .poll(() => shown.join(''), { timeout: 60_000 })
      .toBe('Waiting for a migration of the database to end.\n')
    await migrating.end()
    await made
    expect(shown.join('')).toContain('Wrote ')
  })

  it('reads its key from a file or a setting, and refuses a short one', async () => {
    await writeFile(join(folder, 'key'), `${KEY}\n`)
    expect(await readBackupKey(join(folder, 'key'), 'unused')).toBe(KEY)
    expect(await readBackupKey(undefined, KEY)).toBe(KEY)
    await expect(readBackupKey(undefined, '')).rejects.toThrow(/openssl rand -hex 32/)
    await expect(readBackupKey(undefined, 'short')).rejects.toThrow(/at least 32 characters/)
    await expect(readBackupKey(join(folder, 'no-key'), KEY)).rejects.toThrow(
      /cannot be read \(ENOENT\)/,
    )
    expect(await readFile(join(folder, 'key'), 'utf8')).toContain(KEY)
  })
})

describe('the commands', () => {
  it('take what they document', () => {
    const keyFile = undefined
    expect(readBackupCommand(['--to', 'x', '--keep', '14'])).toEqual({
      action: 'to',
      folder: 'x',
      keep: 14,
      keyFile,
    })
    expect(readBackupCommand(['--command=cat > x', '--key-file', 'k'])).toEqual({
      action: 'command',
      command: 'cat > x',
      keyFile: 'k',
    })
    expect(readBackupCommand(['--check', 'f'])).toEqual({ action: 'check', file: 'f', keyFile })
    expect(readBackupCommand(['--list', 'f'])).toEqual({ action: 'list', folder: 'f', keyFile })
    expect(readRestoreCommand(['f', '--into-empty'])).toEqual({
      file: 'f',
      keyFile,
      withoutSecret: false,
    })
    expect(readHoldCommand(['To', 'Monday.'])).toBe('To Monday.')
    expect(readHoldCommand(['--end'])).toBeUndefined()
  })

  it.each([
    [readBackupCommand, [], /^Say florin backup --to FOLDER/],
    [readBackupCommand, ['--to', 'x', '--check', 'y'], /^Say florin backup/],
    [readBackupCommand, ['--to', 'x', 'y'], /^Say florin backup/],
    [readBackupCommand, ['--to', 'x', '--keep', '0'], /^--keep is the number/],
    [readBackupCommand, ['--check', 'x', '--keep', '3'], /^--keep is the number/],
    [readBackupCommand, ['--into', 'x'], /^Unknown option '--into'; say florin backup/],
    [readRestoreCommand, ['x'], /^Say what to restore/],
    [readRestoreCommand, ['--into-empty'], /^Say what to restore/],
    [readHoldCommand, [], /^Say why/],
    [readHoldCommand, ['--end', 'now'], /^Say why/],
  ] as const)('%o refuses %j', (read, words, message) => {
    expect(() => read(words)).toThrow(message)
  })
})
