// An upgrade and the way back, under load: a node of the version before serves, the next version migrates the database
// and serves beside it, the old node starts anew, and the new one is stopped for good. The version before is the newest
// release, or these sources where there is none; the next version is these sources with more migrations.
// UPGRADE_SEED=… repeats the choices of the load.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, eventStream } from '../../sdk/client/index.ts'
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { rounds } from '../harness/rounds.ts'
import { copyCheckout, copyRelease, findRelease } from './checkout.ts'
import { type Florin, run, stop } from './florin.ts'
import { checkBooks, Load, makeRandom, setStage } from './ledger-load.ts'
import { type SharedDatabase, startSharedDatabase } from './shared-nodes.ts'
import { checkout, cleanUp, findPort, makeFolder, waitFor, within } from './support.ts'

const given = process.env.UPGRADE_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
const release = findRelease()
process.stdout.write(
  `upgrade from ${release ?? 'these sources'}, seed: ${seed} (UPGRADE_SEED=${seed} runs it again)\n`,
)

const REQUESTS = rounds(25, 300)

/** What a next version may do to tables that are written at every moment, and new ones. */
const EXPANSIONS = {
  '9001_moves': `alter table ledger.moves add column later text not null default 'later'`,
  '9002_balances': `alter table ledger.balances add column later text not null default 'later'`,
  '9003_holds': 'alter table ledger.holds add column later bigint',
  '9004_accounts': 'alter table ledger.accounts add column later text',
  '9005_events': `alter table platform.events add column later text not null default 'later'`,
  '9006_replies': 'alter table platform.replies add column later text',
  '9007_later': `create schema later;
    create table later.notes (id uuid primary key, account uuid not null references ledger.accounts)`,
  '9008_rewrite': `-- rewrites: platform.audit: each row gets a number of its own
    alter table platform.audit add column later uuid not null default gen_random_uuid()`,
}
const CONTRACTION = `-- contract: drops ledger.moves.type, which nothing uses since 99.0.0
  alter table ledger.moves drop column type`

const NEWER =
  /[Tt]he database was migrated by a newer Florin: \d+ migrations up to 9008_rewrite\.sql; this version works with it/

let database: SharedDatabase
/** Where the two versions are. */
let before: string
let next: string

beforeAll(async () => {
  const folder = await makeFolder()
  next = join(folder, 'next')
  await copyCheckout(next)
  // Nodes of different builds do not forward to each other; both write.
  const version = join(next, 'src/kernel/version.ts')
  const text = await readFile(version, 'utf8')
  await writeFile(version, text.replace(`'${SOFTWARE_VERSION}'`, `'98.0.0'`))
  await addMigrations(EXPANSIONS)
  if (release === undefined) before = checkout
  else {
    before = join(folder, 'before')
    await mkdir(before)
    await copyRelease(before, release)
  }
  // A release makes its own schema; the template has that of these sources.
  database = await startSharedDatabase(release === undefined ? undefined : 'template0')
})
afterAll(cleanUp)

async function addMigrations(migrations: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, sql] of Object.entries(migrations))
    await writeFile(join(next, 'migrations', `${name}.sql`), sql)
}

/** Follows an account at one address, whatever node answers there. */
function follow(url: string, token: string, account_uuid: string) {
  const over = new AbortController()
  const { signal } = over
  const ids: string[] = []
  const client = createClient({ baseUrl: url, token })
  const wanted = { account_uuid, after: 'evt_0000000000000000' }
  const following = (async () => {
    for await (const { id } of eventStream(client, wanted, { signal })) ids.push(id)
  })().catch((error: unknown) => signal.aborted || Promise.reject(error as Error))
  return {
    ids,
    end: async () => {
      over.abort()
      await following
    },
  }
}

async function listEvents(node: Florin, token: string, account: string): Promise<string[]> {
  const ids: string[] = []
  for (let after = 'evt_0000000000000000'; ; after = ids.at(-1)!) {
    const route = `GET /api/v2/events?account_uuid=${account}&limit=500&after=${after}`
    const { body } = await node.call(route, undefined, { token })
    if (body.data.length === 0) return ids
    ids.push(...body.data.map(({ id }: { id: string }) => id))
  }
}

/** The lines in the log of a node about a statement that does not fit the schema, in a call or in the background. */
const misfitsOf = (node: Florin): string[] =>
  node
    .screen()
    .split('\n')
    .filter((line) => /"code":"(?:42|0A)/.test(line))

it('goes forth and back, and nothing is lost or done twice', async () => {
  const { sql } = database
  const port = await findPort()
  const startOld = (env?: Record<string, string>): Promise<Florin> =>
    database.begin('old', { port, cwd: before, ...(env && { env }) })
  const first = await startOld()
  const stage = await setStage(first.url, 6)
  const followed = stage.accounts[5]!
  let serving = [first]
  const load = new Load({
    urls: () => serving.map(({ url }) => url),
    stage,
    clients: 4,
    // Starts take long on a busy machine, and the load must not take the rest of it.
    pauseMs: 400,
    random: makeRandom(seed),
    reads: [
      `GET /api/v2/accounts/${stage.accounts[0]}/balances`,
      `GET /api/v2/accounts/${stage.accounts[1]}/transactions`,
      'GET /api/v2/accounts',
    ],
  })
  const stream = follow(first.url, stage.token, followed)
  const goOn = (what: string): Promise<unknown> => {
    const enough = load.sent.length + REQUESTS
    return waitFor(`requests ${what}`, () => load.sent.length >= enough, { everyMs: 50 })
  }

  await goOn('at the version before')
  const later = await database.begin('next', { cwd: next })
  const rows = await sql<{ name: string }>('select name from platform.migrations')
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(EXPANSIONS).map((name) => `${name}.sql`)),
  )
  serving = [first, later]
  await goOn('at both versions')
  // An event of a type that only the next version has.
  await sql(
    `insert into platform.events (id, type, version, environment, account_uuid, data, operation, request_id, created_at)
     select $1, 'account.later', 1, environment, id, '{}', 'account.later', $2, now() from ledger.accounts where id = $3`,
    [randomUUID(), randomUUID(), followed],
  )

  first.signalGroup('SIGKILL')
  await within('the killed to be gone', first.ended)
  await goOn('at the next version')
  const again = await startOld({ LOG_LEVEL: 'info' })
  await waitFor('the line about the newer version', () => NEWER.test(again.screen()))
  serving = [again, later]
  await goOn('at both versions again')

  expect((await stop(later)).code).toBe(0)
  serving = [again]
  await goOn('back at the version before')
  await within('every request to be answered', load.end())
  const { accepted } = await checkBooks(load, stage, again.url, sql)
  expect(accepted).toBeGreaterThan(REQUESTS)
  const events = await listEvents(again, stage.token, followed)
  await waitFor('the stream to have everything', () => stream.ids.length >= events.length)
  await stream.end()
  expect(stream.ids).toEqual(events)
  const [late] = await sql<{ count: string }>(
    `select count(*) from platform.events where type = 'account.later'`,
  )
  expect(late).toEqual({ count: '1' })
  expect([first, later, again].flatMap(misfitsOf)).toEqual([])

  const verified = await run(database.launchOf('old', { cwd: before, command: ['verify'] }))
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toMatch(NEWER)
  expect((await stop(again)).code).toBe(0)
})

it('does not go back once something is removed', async () => {
  await addMigrations({ '9009_contraction': CONTRACTION })
  const migrated = await run(database.launchOf('next', { cwd: next, command: ['migrate'] }))
  expect(migrated).toMatchObject({ code: 0, stdout: 'Applied 9009_contraction.sql.\n' })
  const { code, stderr } = await run(database.launchOf('old', { cwd: before }))
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^florin: The database was migrated by a newer Florin, and 9009_contraction\.sql removed what version \S+ uses \(drops ledger\.moves\.type, which nothing uses since 99\.0\.0\); start 99\.0\.0 or a later one\.\n$/,
  )
})
