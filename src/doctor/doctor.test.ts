// `florin doctor` at set-ups that are really broken: each check names what is wrong, and says nothing where it is not.
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Bank, startBank, TEST_SECRET } from '../../test/harness/bank.ts'
import {
  createDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../test/harness/databases.ts'
import { API_VERSION, SOFTWARE_VERSION } from '../kernel/version.ts'
import { type DatabaseFacts, readDatabaseFacts } from '../platform/database-facts.ts'
import type { DatabaseAddress } from '../platform/database.ts'
import { bankCheck, judgeMetrics, judgeMode, metricsCheck, publicAddressCheck } from './bank.ts'
import type { Check, Finding, Situation } from './check.ts'
import { checks, describe as describeFindings, readSituation, runDoctor } from './command.ts'
import {
  judgeMigrations,
  judgeOwnership,
  judgeServer,
  migrationsCheck,
  ownershipCheck,
  serverCheck,
} from './database.ts'
import { dataDirCheck, diskCheck, judgeDisk, judgeNode, nodeCheck, portCheck } from './machine.ts'
import { mailCheck, outboundCheck, redisCheck } from './services.ts'
import { secretFilesCheck, settingsCheck } from './settings.ts'

let folder: string
/** Nothing listens there: no system gives away a port below 1024 by itself, as it would one that a test has closed. */
const closedPort = 2
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-doctor-'))
})
afterAll(() => rm(folder, { recursive: true }))

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function listenWith<S extends Server>(server: S): Promise<S> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function serve(server: Server): Promise<number> {
  await listenWith(server)
  onTestFinished(() => void server.close())
  return portOf(server)
}

type Env = Readonly<Record<string, string>>

const at = (env: Env, change: Partial<Situation> = {}): Situation => ({
  ...readSituation({ DATA_DIR: folder, ...env }),
  ...change,
})
const run = async (check: Check, env: Env, change: Partial<Situation> = {}) =>
  (await check.run(at(env, change))).map(({ state, message }) => `${state}: ${message}`)

const production = {
  FLORIN_MODE: 'production',
  FLORIN_SECRET: 'the secret this bank was set up with',
  DATABASE: 'embedded',
  SANCTIONS: 'off',
}

describe('the settings', () => {
  const wrong: readonly (readonly [Env, readonly RegExp[]])[] = [
    [{}, [/^ok: All settings are valid/]],
    [
      { PORT: 'abc', WORKERS: '0', SMS_PROVIDER: 'pigeons' },
      [/^problem: PORT must be/, /^problem: WORKERS must be/, /^problem: SMS_PROVIDER must be/],
    ],
    [{ DATABSE_URL: 'x' }, [/^warning: .*no setting DATABSE_URL; did you mean DATABASE_URL/]],
    [{ FLORIN_SECRET: 'short' }, [/^problem: FLORIN_SECRET must be at least 32/]],
    [
      { ...production, FLORIN_SECRET: '', PORT: 'x', PUBLIC_URL: 'http://bank.example' },
      [/^problem: PORT/, /^problem: PUBLIC_URL must start with https/, /^problem: FLORIN_SECRET/],
    ],
    [{ ...production, SMS_REPORT_SECRET: 'short' }, [/SMS_REPORT_SECRET must be at least 16/]],
    [{ FLORIN_SECRET_FILE: '/nowhere/secret' }, [/FLORIN_SECRET_FILE names .* cannot be read/]],
    // It is named once, and not again because its partner seems to be missing.
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD_FILE: '/nowhere' }, [/ADMIN_PASSWORD_FILE/]],
  ]

  it.each(wrong)('%j: each is named', async (env, sentences) => {
    const said = await run(settingsCheck, env)
    expect(said).toEqual(sentences.map((one) => expect.stringMatching(one)))
  })

  it('are judged by their defaults where one is invalid, and what needs it is not checked', async () => {
    const { config } = at({ ...production, PORT: 'x', HOST: '127.0.0.9' })
    expect(config).toMatchObject({ PORT: 8080, HOST: '127.0.0.9', production: true })
    const said: string[] = []
    await runDoctor({ json: false, outbound: false }, { DATA_DIR: folder, PORT: 'x' }, (text) =>
      said.push(text),
    )
    expect(said[0]).toMatch(/^ {2}skipped +port +It is checked when PORT is valid\.$/m)
  })
})

describe('a file with a secret', () => {
  it.each([
    [0o600, /^ok: Files with secrets are closed/],
    [0o644, /^warning: SMTP_URL_FILE names .* every user .* can read; run: chmod 600/],
    [0o622, /^problem: SMTP_URL_FILE names .* other users can change; run: chmod 600/],
  ])('with the mode %o', async (mode, sentence) => {
    const file = join(folder, 'smtp')
    await writeFile(file, 'smtp://mail.example')
    await chmod(file, mode)
    const said = await run(secretFilesCheck, { SMTP_URL_FILE: file })
    expect(said).toEqual([expect.stringMatching(sentence)])
  })

  it('is not spoken of where there is none', async () => {
    expect(await run(secretFilesCheck, {})).toEqual([])
  })
})

describe('the machine', () => {
  it('has a Node that is new enough', async () => {
    expect(judgeNode('22.11.0')).toMatchObject({ state: 'problem' })
    expect(judgeNode('24.0.0')).toMatchObject({ state: 'ok' })
    expect(await run(nodeCheck, {})).toEqual([`ok: Node is ${process.versions.node}.`])
  })

  it('has room on its disk', async () => {
    const judged = [100, 1_000, 9_000].map((free) => judgeDisk(free, '/data').state)
    expect(judged).toEqual(['problem', 'warning', 'ok'])
    expect(judgeDisk(1_234.5, '/data').message).toContain('/data has 1,234 MiB free')
    expect(await run(diskCheck, {})).toEqual([expect.stringContaining(`The disk of ${folder} has`)])
  })

  it('has a data folder, or can make one', async () => {
    const of = (DATA_DIR: string) => run(dataDirCheck, { DATA_DIR })
    expect(await of(folder)).toEqual([`ok: DATA_DIR ${folder} can be written.`])
    const later = join(folder, 'new/bank')
    expect(await of(later)).toEqual([`ok: DATA_DIR ${later} is made by the first start.`])
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'bank')])
      expect(await of(path)).toEqual([expect.stringMatching(/^problem: .*file is not a folder/)])
  })

  it('keeps the key to itself, and whole', async () => {
    const DATA_DIR = join(folder, 'keyed')
    const key = join(DATA_DIR, 'secret.key')
    await mkdir(DATA_DIR)
    await writeFile(key, 'x'.repeat(64), { mode: 0o600 })
    const key_said = async () => (await run(dataDirCheck, { DATA_DIR })).slice(1)
    expect(await key_said()).toEqual([])
    await chmod(key, 0o640)
    expect(await key_said()).toEqual([expect.stringMatching(/^problem: .*open to other users/)])
    await chmod(key, 0o600)
    await writeFile(key, 'short')
    expect(await key_said()).toEqual([expect.stringMatching(/^problem: .*damaged/)])
  })

  it('has a free port, or says who has it', async () => {
    const of = (port: number, HOST = '127.0.0.1') => run(portCheck, { PORT: String(port), HOST })
    expect(await of(0)).toEqual(['ok: PORT is 0: any free port.'])
    const port = await serve(createHttpServer((_request, response) => response.end('{}')))
    const owner = process.platform === 'linux' ? ` by \\S.* \\(process ${process.pid}\\)` : ''
    expect(await of(port)).toEqual([
      expect.stringMatching(
        new RegExp(`^problem: Port ${port} .* is used${owner}, which is no Florin`),
      ),
    ])
    expect(await of(0, '192.0.2.1')).toEqual([
      expect.stringMatching(/^problem: HOST "192\.0\.2\.1"/),
    ])
  })
})

const sound: DatabaseFacts = {
  version: '18.1',
  role: 'florin',
  inRecovery: false,
  readOnly: false,
  encoding: 'UTF8',
  fsync: true,
  fullPageWrites: true,
  synchronousCommit: 'on',
  connectionsMax: 100,
  connectionsReserved: 3,
  connectionLimits: [-1, -1],
  connectionsOpen: 5,
  mayCreate: true,
  unwritable: [],
  clockAheadMs: 3,
  clockErrorMs: 2,
}
const judge = (facts: Partial<DatabaseFacts>, wanted = { processes: 1, connections: 10 }) =>
  judgeServer({ ...sound, ...facts }, wanted).slice(1)

describe('a database server', () => {
  it('that is sound is named, and nothing else', () => {
    expect(judgeServer(sound, { processes: 1, connections: 10 })).toEqual([
      { state: 'ok', message: 'PostgreSQL 18.1 is reached as "florin".' },
    ])
  })

  it.each<[Partial<DatabaseFacts>, string, RegExp]>([
    [{ version: '14.9' }, 'problem', /14\.9 is too old/],
    [{ inRecovery: true, readOnly: true }, 'problem', /standby.*primary/],
    [{ readOnly: true }, 'problem', /read-only.*default_transaction_read_only/],
    [{ encoding: 'SQL_ASCII' }, 'problem', /encoding SQL_ASCII/],
    [{ fsync: false }, 'problem', /^fsync is off/],
    [{ fullPageWrites: false }, 'problem', /^full_page_writes is off/],
    [{ synchronousCommit: 'off' }, 'problem', /synchronous_commit is off.*loses payments/],
    [{ mayCreate: false }, 'problem', /may not create schemas/],
    [{ unwritable: ['ledger.moves'] }, 'problem', /may not read and write ledger\.moves:/],
    [{ unwritable: ['a.b', 'c.d'] }, 'problem', /a\.b and 1 more tables/],
    [{ connectionsMax: 42 }, 'warning', /up to 39 connections.*may need 40/],
    [{ connectionLimits: [30, -1] }, 'warning', /up to 30 connections/],
    [{ clockAheadMs: 5_000 }, 'warning', /5\.0 s ahead of/],
    [{ clockAheadMs: -90_000 }, 'problem', /90\.0 s behind/],
  ])('%j is found', (facts, state, sentence) => {
    expect(judge(facts)).toEqual([{ state, message: expect.stringMatching(sentence) }])
  })

  it('is not blamed for a slow network or for few processes', () => {
    expect(judge({ clockAheadMs: 1_400, clockErrorMs: 900 })).toEqual([])
    expect(judge({ connectionsMax: 43 })).toEqual([])
    expect(judge({}, { processes: 3, connections: 10 })).toHaveLength(1)
  })
})

const withoutHarness = (said: string[]): string[] =>
  // The server of the tests forgets on a crash, which is what these say.
  said.filter((one) => !/fsync|full_page_writes|synchronous_commit/.test(one))

describe('a database', () => {
  const databases: TestDatabase[] = []
  const keep = (database: TestDatabase): DatabaseAddress => {
    databases.push(database)
    return database.address
  }
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank()
  })
  afterAll(async () => {
    await bank.stop()
    for (const database of databases) await database.drop()
  })
  const own = (change: Env = {}): Env => ({ FLORIN_SECRET: TEST_SECRET, ...change })

  it('that a bank uses is sound and its own', async () => {
    const database = bank.address
    expect(withoutHarness(await run(serverCheck, {}, { database }))).toEqual([
      expect.stringMatching(/^ok: PostgreSQL \d/),
    ])
    expect(await run(migrationsCheck, {}, { database })).toEqual([
      'ok: The database has the schema of this version.',
    ])
    expect(await run(ownershipCheck, own(), { database })).toEqual([
      'ok: FLORIN_SECRET and FLORIN_MODE belong to this database.',
    ])
  })

  it('is refused to another key, to none, and to another mode', async () => {
    const { address: database } = bank
    const of = (env: Env) => run(ownershipCheck, env, { database })
    expect(await of({ FLORIN_SECRET: 'another secret that is long enough' })).toEqual([
      expect.stringMatching(/^problem: FLORIN_SECRET does not open/),
    ])
    expect(await of({})).toEqual([expect.stringMatching(/^problem: .*there is none here/)])
    expect(await of({ ...production, FLORIN_SECRET: TEST_SECRET })).toEqual([
      expect.stringMatching(/^problem: FLORIN_MODE is production.*FLORIN_MODE=sandbox/),
    ])
    expect(judgeOwnership({ openers: [], own: 'x', mode: undefined, wanted: 'sandbox' })).toEqual([
      { state: 'ok', message: 'No bank has used this database yet.' },
    ])
  })

  it('that is empty lacks migrations, and is left empty', async () => {
    const database = keep(await createEmptyDatabase())
    const all = [serverCheck, migrationsCheck, ownershipCheck]
    const said = await Promise.all(all.map((check) => run(check, own(), { database })))
    expect(said[1]).toEqual([expect.stringMatching(/^warning: The database lacks \d+ migration/)])
    expect(said[2]).toEqual([])
    const { unwritable } = await readDatabaseFacts(database)
    expect(unwritable).toEqual([])
    expect(await run(migrationsCheck, {}, { database })).toEqual(said[1])
  })

  it('that is newer is named, and one that was tampered with', async () => {
    expect(judgeMigrations({ missing: [], newer: ['9999_later.sql'] })).toEqual([
      { state: 'warning', message: expect.stringMatching(/^The database was migrated by a newer/) },
    ])
    const database = keep(await createDatabase())
    await query(database, `update platform.migrations set checksum = 'x' where name like '0001%'`)
    expect(await run(migrationsCheck, {}, { database })).toEqual([
      expect.stringMatching(/^problem: The migration 0001.* was changed/),
    ])
  })

  it('that is read-only, and a role without rights', async () => {
    const database = keep(await createDatabase())
    const { database: name } = database as { readonly database: string }
    const role = `doctor_${process.pid}`
    await query(
      database,
      `create role ${role} login password '${inject('server').password || role}' connection limit 7;
       grant usage on schema platform to ${role}; grant select on platform.migrations to ${role};
       alter database ${name} set default_transaction_read_only = on`,
    )
    onTestFinished(async () => {
      const admin = { ...inject('server'), database: 'postgres' }
      for (const text of [`drop database ${name} with (force)`, `drop role ${role}`])
        await query(admin, text)
    })
    const said = await run(
      serverCheck,
      {},
      { database: { ...database, user: role } as DatabaseAddress },
    )
    expect(withoutHarness(said)).toEqual([
      `ok: PostgreSQL ${(await readDatabaseFacts(database)).version} is reached as "${role}".`,
      expect.stringMatching(/^problem: Transactions of .* are read-only/),
      expect.stringMatching(/^problem: .* may not create schemas/),
      expect.stringMatching(/^problem: .* may not read and write .* and \d+ more tables/),
      expect.stringMatching(/^warning: .* up to 7 connections/),
    ])
  })

  it('that cannot be reached is said once', async () => {
    const env = { DATABASE_URL: `postgres://me:hidden@127.0.0.1:${closedPort}/bank` }
    const all = [serverCheck, migrationsCheck, ownershipCheck]
    const said = await Promise.all(all.map((check) => run(check, env)))
    expect(said).toEqual([
      [expect.stringMatching(/^problem: .*ECONNREFUSED.*DATABASE_URL/)],
      [],
      [],
    ])
    expect(JSON.stringify(said)).not.toContain('hidden')
  })

  it('that is embedded and does not run is not started', async () => {
    const said = await run(serverCheck, {})
    expect(said).toEqual([expect.stringMatching(/^skipped: The embedded database does not run/)])
  })

  it('is not needed for what a running bank says of itself', async () => {
    const change = { bankUrl: bank.url }
    expect(await run(bankCheck, {}, change)).toEqual([
      `ok: The bank at ${bank.url} is ready: API ${API_VERSION}, sandbox mode.`,
    ])
    expect(await run(metricsCheck, {}, change)).toEqual([
      'ok: It has no other nodes.',
      'ok: No webhook fails.',
    ])
    expect(await run(portCheck, { PORT: new URL(bank.url).port }, change)).toEqual([
      expect.stringMatching(/^ok: Port .* is used by a Florin/),
    ])
    const none = { bankUrl: `http://127.0.0.1:${closedPort}` }
    expect(await run(bankCheck, {}, none)).toEqual([expect.stringMatching(/^skipped: No bank/)])
    expect(await run(metricsCheck, {}, none)).toEqual([])
  })

  it('is behind the public address, or something else is', async () => {
    const of = (env: Env, bankUrl = bank.url) => run(publicAddressCheck, env, { bankUrl })
    expect(await of({})).toEqual([])
    expect(await of({ PUBLIC_URL: bank.url })).toEqual([
      expect.stringMatching(/^ok: A bank answers/),
    ])
    const port = await serve(
      createHttpServer((_request, response) => response.writeHead(404).end('Not here')),
    )
    const elsewhere = { PUBLIC_URL: `http://127.0.0.1:${port}` }
    expect(await of(elsewhere)).toEqual([
      expect.stringMatching(/^warning: .*\(something else answers 404 there\)/),
    ])
    const closed = { ...production, PUBLIC_URL: `http://127.0.0.1:${closedPort}` }
    expect(await of(closed)).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED/)])
    expect(await of(elsewhere, closed.PUBLIC_URL)).toEqual([expect.stringMatching(/^skipped/)])
  })
})

/** A statement for which the harness has no bank. */
async function query(address: DatabaseAddress, text: string): Promise<void> {
  const { openTestPool } = await import('../../test/harness/bank.ts')
  const pool = openTestPool(address)
  await pool.query(text)
  await pool.end()
}

describe('a bank', () => {
  it('of another version or mode is named', () => {
    const bank = { version: API_VERSION, mode: 'sandbox' }
    expect(judgeMode(bank, 'sandbox')).toEqual([])
    expect(judgeMode(bank, 'production')).toMatchObject([{ state: 'problem' }])
    const judged = (version: string) =>
      judgeMetrics(`florin_build_info{version="${version}",mode="sandbox"} 1`).map(
        ({ state, message }) => `${state}: ${message}`,
      )
    expect(judged(SOFTWARE_VERSION)).toEqual(['ok: No webhook fails.'])
    expect(judged('0.9.0')[0]).toMatch(/^warning: The bank that runs is version 0\.9\.0/)
  })

  it('that reaches no writer, and webhooks that fail, are named', () => {
    const text = `# HELP florin_node_role x
florin_node_role{role="writer"} 0
florin_node_role{role="seeking"} 1
florin_webhooks_failing 2
florin_webhooks_failing_total 9
`
    expect(judgeMetrics(text).map(({ state, message }) => `${state}: ${message}`)).toEqual([
      expect.stringMatching(/^problem: It reaches no node that writes/),
      expect.stringMatching(/^warning: The last delivery of 2 active/),
    ])
    expect(judgeMetrics('florin_webhooks_failing 0\nflorin_webhooks_behind 3\n')).toEqual([
      { state: 'ok', message: 'No webhook fails; 3 have events to come.' },
    ])
  })

  it('that is not ready, or hides its metrics, is named', async () => {
    const answers: Record<string, readonly [number, object]> = {
      '/api/health': [200, { status: 'ok', version: API_VERSION, mode: 'sandbox' }],
      '/health/ready': [503, { message: 'The database is not reachable.' }],
      '/metrics': [401, {}],
    }
    const port = await serve(
      createHttpServer(({ url }, response) => {
        const [status, body] = answers[url!]!
        response.writeHead(status).end(JSON.stringify(body))
      }),
    )
    const change = { bankUrl: `http://127.0.0.1:${port}` }
    expect(await run(bankCheck, {}, change)).toEqual([
      expect.stringMatching(/^problem: .* is not ready: The database is not reachable\.$/),
    ])
    expect(await run(metricsCheck, {}, change)).toEqual([expect.stringMatching(/METRICS_TOKEN/)])
  })
})

/** A mail server that greets, and refuses every sign-in. */
const refuseSignIn = (socket: Socket): void => {
  socket.on('error', () => {})
  socket.write('220 mail.example ESMTP\r\n')
  socket.on('data', (data) => {
    const [word] = data.toString().split(/\s/)
    const answers: Record<string, string> = {
      EHLO: '250-mail.example\r\n250 AUTH PLAIN\r\n',
      AUTH: '535 5.7.8 no\r\n',
      QUIT: '221 bye\r\n',
    }
    socket.write(answers[word!] ?? '250 ok\r\n')
  })
}

describe('a service', () => {
  it('Redis is reached, or named', async () => {
    expect(await run(redisCheck, {})).toEqual([])
    expect(await run(redisCheck, { WORKERS: '2' })).toEqual([expect.stringMatching(/^warning/)])
    const url = `redis://:hidden@127.0.0.1:${closedPort}`
    const said = await run(redisCheck, { REDIS_URL: url })
    expect(said).toEqual([expect.stringMatching(/^problem: Redis cannot be reached/)])
    expect(JSON.stringify(said)).not.toContain('hidden')
  })

  it('mail is sent, kept in a folder, or named', async () => {
    expect(await run(mailCheck, {})).toEqual([expect.stringMatching(/^ok: Mail is written to/)])
    expect(await run(mailCheck, production)).toEqual([expect.stringMatching(/^warning: SMTP_URL/)])
    const port = await serve(createServer(refuseSignIn))
    const said = await run(mailCheck, { SMTP_URL: `smtp://me:hidden@127.0.0.1:${port}` })
    expect(said).toEqual([expect.stringMatching(/^problem: .*535.*check SMTP_URL/)])
    expect(JSON.stringify(said)).not.toContain('hidden')
    const closed = await run(mailCheck, { SMTP_URL: `smtp://127.0.0.1:${closedPort}` })
    expect(closed).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED/)])
  })

  it('providers are called only when that is asked for', async () => {
    const seen: string[] = []
    const port = await serve(
      createHttpServer(({ method, url }, response) => {
        seen.push(`${method} ${url}`)
        response.writeHead(404).end()
      }),
    )
    const env = {
      SMS_PROVIDER_URL: `http://127.0.0.1:${port}/secret-path`,
      X402_FACILITATOR_URL: `http://127.0.0.1:${closedPort}`,
    }
    expect(await run(outboundCheck, env)).toEqual([])
    expect(seen).toEqual([])
    expect(await run(outboundCheck, env, { outbound: true })).toEqual(
      expect.arrayContaining([
        `ok: SMS_PROVIDER_URL: http://127.0.0.1:${port} answers.`,
        expect.stringMatching(/^problem: X402_FACILITATOR_URL: .* cannot be reached/),
      ]),
    )
    expect(seen).toEqual(['HEAD /'])
    expect(await run(outboundCheck, {}, { outbound: true })).toEqual([
      expect.stringMatching(/^ok: No setting names/),
    ])
  })
})

describe('the report', () => {
  const env = {
    PORT: '0',
    FLORIN_SECRET: 'a secret that must not be seen in a report',
    METRICS_TOKEN: 'a token that must not be seen',
    ADMIN_EMAIL: 'operator@example.com',
    ADMIN_PASSWORD: 'a password that must not be seen',
  }

  it('is JSON if that is asked for, says whether all is well, and holds no secret', async () => {
    const broken = {
      ...env,
      DATA_DIR: folder,
      REDIS_URL: `redis://me:unseen1@127.0.0.1:${closedPort}`,
      DATABASE_URL: `postgres://me:unseen2@127.0.0.1:${closedPort}/bank`,
      SMTP_URL: `smtp://me:unseen3@127.0.0.1:${closedPort}`,
    }
    let text = ''
    const isSound = await runDoctor({ json: true, outbound: true }, broken, (said) => (text = said))
    expect(isSound).toBe(false)
    const report = JSON.parse(text) as { readonly ok: boolean; readonly findings: Finding[] }
    expect(report.ok).toBe(false)
    expect(report.findings.filter(({ state }) => state === 'problem')).toHaveLength(3)
    expect(text).not.toMatch(/unseen|must not be seen/)
    expect(
      await runDoctor({ json: true, outbound: false }, { ...env, DATA_DIR: folder }, () => {}),
    ).toBe(true)
  })

  it('is a line for each finding and a sum', () => {
    const findings = [
      { check: 'a', state: 'ok', message: 'Fine.' },
      { check: 'bcd', state: 'problem', message: 'Bad: do this.' },
      { check: 'bcd', state: 'warning', message: 'Hm.' },
      { check: 'bcd', state: 'warning', message: 'Hm, hm.' },
    ] as const
    expect(describeFindings(findings)).toBe(`  ok       a    Fine.
  problem  bcd  Bad: do this.
  warning  bcd  Hm.
  warning  bcd  Hm, hm.

1 problem and 2 warnings.`)
    expect(describeFindings(findings.slice(0, 1))).toMatch(/\n\nNothing is wrong\.$/)
  })

  it('has every check once, each with a name of its own', () => {
    const names = checks.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(15)
  })
})
