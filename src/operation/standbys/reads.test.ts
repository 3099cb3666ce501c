// Queries answered by a standby: what a caller has written and seen is never taken back, whichever server answers.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type CallOptions, type Person, startBank } from '../../../test/harness/bank.ts'
import { type Database, type DatabaseAddress, openDatabase } from '../../platform/database.ts'
import { LOG_START, type LogPosition, readLogPosition } from '../../platform/log-position.ts'
import { migrate } from '../../platform/migrations.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/postgres/embedded-postgres.ts'
import {
  type RunningStandby,
  startStandby,
  withClient,
} from '../../platform/postgres/standby-test-support.ts'
import { cleanUp, fast, makeFolder } from '../../platform/postgres/test-support.ts'
import { readLogEnd } from './store.ts'
import { Standbys, type StandbysOptions } from './standbys.ts'

let primary: EmbeddedPostgres
let standby: RunningStandby
let database: Database
let bank: Bank

const urlOf = ({ socketDir, port, user }: Omit<EmbeddedPostgres, 'stop'>): string =>
  `postgres:///postgres?host=${encodeURIComponent(socketDir)}&port=${port}&user=${user}`

const onStandby = <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  withClient(standby, async (client) => (await client.query<Row>(text)).rows)

const pause = () => onStandby('select pg_wal_replay_pause()')
const resume = () => onStandby('select pg_wal_replay_resume()')

beforeAll(async () => {
  const dataDir = join(await makeFolder(), 'bank')
  primary = await startEmbeddedPostgres({ dataDir, settings: fast, log: () => {} })
  const { socketDir: host, port, user } = primary
  const address = { host, port, user, database: 'postgres' }
  await migrate(address)
  standby = await startStandby(primary, dataDir)
  const env = { DATABASE: '', DATABASE_URL: urlOf(primary), STANDBY_URLS: urlOf(standby) }
  bank = await startBank({ address, env })
  database = bank.app.bank.database
})
afterAll(async () => {
  await bank.stop()
  await standby.stop()
  await primary.stop()
  await cleanUp()
})

describe('a query with the position of an earlier answer', () => {
  let person: Person

  /** A client that sends the position of its last answer with each call. */
  function follow(caller: CallOptions) {
    let position = '0/0'
    return async (route: string, body?: unknown) => {
      const answer = await bank.call(route, body, {
        ...caller,
        headers: { 'florin-position': position },
      })
      const next = answer.headers.get('florin-position')!
      expect(readLogPosition(next)!).toBeGreaterThanOrEqual(readLogPosition(position)!)
      position = next
      return answer
    }
  }

  const webhook = (name: string) => ({
    url: `https://example.com/${name}`,
    events: ['account.balance_updated'],
  })
  type Body = { readonly data: readonly { readonly url: string }[] }
  const namesOf = ({ data }: Body): string[] =>
    data.map(({ url }) => url.slice('https://example.com/'.length)).toSorted()

  /** How many connections to the standby have been asked for something else than how far it is. */
  async function countOnStandby(): Promise<number> {
    const [row] = await onStandby<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()
         and query !~ 'pg_last_wal_replay_lsn|pg_postmaster_start_time'`,
    )
    return row!.count
  }

  const isUsable = async (): Promise<boolean> => {
    const { body } = await bank.call('GET /metrics', undefined, await bank.operator())
    return /^florin_standby_usable\{[^}]*\} 1$/m.test(body)
  }

  it('is answered by the standby once that has replayed the log so far', async () => {
    person = await bank.person()
    await expect.poll(isUsable).toBe(true)
    await bank.call('GET /api/v2/webhooks', undefined, person)
    expect(await countOnStandby()).toBe(0)
    const call = follow(person)
    await call('POST /api/v2/webhooks', webhook('first'))
    await expect
      .poll(async () => {
        expect(namesOf((await call('GET /api/v2/webhooks')).body)).toEqual(['first'])
        return countOnStandby()
      })
      .toBeGreaterThan(0)
  })

  it('shows what the caller has written, also while the standby is behind', async () => {
    const call = follow(person)
    const stale = { ...person, headers: { 'florin-position': '0/0' } }
    await expect.poll(isUsable).toBe(true)
    await pause()
    try {
      await call('POST /api/v2/webhooks', webhook('second'))
      expect(namesOf((await call('GET /api/v2/webhooks')).body)).toEqual(['first', 'second'])
      const graph = await bank.call(
        'POST /api/graphql',
        { query: '{ webhooks { url } }' },
        { ...person, headers: { 'florin-position': 'FFFFFFFF/0' } },
      )
      expect(graph.body.data.webhooks).toHaveLength(2)
    } finally {
      await resume()
    }
    await expect
      .poll(async () => namesOf((await bank.call('GET /api/v2/webhooks', undefined, stale)).body))
      .toEqual(['first', 'second'])
  })

  it('needs a credential that is valid now', async () => {
    const key = { name: 'Key', permissions: ['*'] }
    const made = (await bank.call('POST /api/v2/api-keys', key, person)).body.data
    const holder = { token: made.api_key }
    const call = follow(holder)
    expect((await call('GET /api/v2/webhooks')).status).toBe(200)
    await pause()
    try {
      const revoked = await bank.call(`DELETE /api/v2/api-keys/${made.uuid}`, undefined, person)
      expect(revoked.status).toBe(200)
      const caller = { ...holder, headers: { 'florin-position': '0/0' } }
      expect((await bank.call('GET /api/v2/webhooks', undefined, caller)).status).toBe(401)
    } finally {
      await resume()
    }
  })

  it('is refused with a position of another form', async () => {
    for (const position of ['', '1', '0/', 'x/1', '123456789/0', '0/0, 0/0']) {
      const caller = { ...person, headers: { 'florin-position': position } }
      const { status, body } = await bank.call('GET /api/v2/webhooks', undefined, caller)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual(['Florin-Position'])
    }
  })

  it('is answered by the primary while the standby is gone', async () => {
    const call = follow(person)
    await standby.stop()
    for (let times = 0; times < 3; times++)
      expect(namesOf((await call('GET /api/v2/webhooks')).body)).toEqual(['first', 'second'])
    expect((await call('GET /api/v2/webhooks/none')).status).toBe(404)
    standby = await standby.startAgain()
    await expect.poll(isUsable).toBe(true)
  })
})

describe('a standby', () => {
  let now = 0
  const opened: Standbys[] = []

  function open(options: Pick<StandbysOptions, 'urls'> & Partial<StandbysOptions>): Standbys {
    const standbys = new Standbys({
      primary: database.read,
      connectionsMax: 2,
      log: pino({ level: 'silent' }),
      elapsedMs: () => now,
      ...options,
    })
    opened.push(standbys)
    return standbys
  }

  /** Twice: the first time it learns which server there is. */
  async function openKnown(...urls: string[]): Promise<Standbys> {
    const standbys = open({ urls })
    await standbys.look()
    await standbys.look()
    return standbys
  }

  async function writeSomething(): Promise<LogPosition> {
    await withClient(primary, (client) =>
      client.query('create table if not exists public.marks (); drop table public.marks'),
    )
    return readLogEnd(database.read)
  }

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })

  it('is chosen as soon as it has replayed what the caller has seen', async () => {
    const standbys = await openKnown(urlOf(standby))
    await expect.poll(() => standbys.look().then(() => standbys.find(LOG_START))).toBeDefined()
    await pause()
    try {
      const seen = await writeSomething()
      await standbys.look()
      expect(await standbys.find(LOG_START)).toBeDefined()
      expect(await standbys.find(seen)).toBeUndefined()
      await resume()
      await expect.poll(() => standbys.look().then(() => standbys.find(seen))).toBeDefined()
      expect(await (await standbys.find(seen))!.readPosition()).toBeGreaterThanOrEqual(seen)
    } finally {
      await resume()
    }
  })

  it('is not chosen for a position that no server has reached', async () => {
    const standbys = await openKnown(urlOf(standby))
    await expect.poll(() => standbys.look().then(() => standbys.find(LOG_START))).toBeDefined()
    expect(await standbys.find(1n << 63n)).toBeUndefined()
  })

  it('is not chosen when what it shows is a second old, or when nothing is known of the primary', async () => {
    const standbys = await openKnown(urlOf(standby))
    await expect.poll(() => standbys.look().then(() => standbys.find(LOG_START))).toBeDefined()
    await pause()
    try {
      await writeSomething()
      await standbys.look()
      now += 1_000
      await standbys.look()
      expect(await standbys.find(LOG_START)).toBeDefined()
      now += 1
      expect(await standbys.find(LOG_START)).toBeUndefined()
      expect(standbys.usable()).toMatchObject([{ isUsable: false }])
    } finally {
      await resume()
    }
    await expect.poll(() => standbys.look().then(() => standbys.find(LOG_START))).toBeDefined()
    now += 1_001
    expect(await standbys.find(LOG_START)).toBeUndefined()
  })

  it('is not the primary itself', async () => {
    const standbys = await openKnown(urlOf(primary), urlOf(standby))
    await expect
      .poll(() => standbys.look().then(() => standbys.usable().map((one) => one.isUsable)))
      .toEqual([false, true])
  })

  it('belongs to this bank, not to another one or to a copy with a history of its own', async () => {
    await withClient(primary, (client) => client.query('create database other'))
    const other = { ...database.address, database: 'other' } as DatabaseAddress
    const stranger = openDatabase(other, { connectionsMax: 2, onError: () => {} })
    await stranger.write.transaction().execute(async (tx) => {
      await sql`create schema platform`.execute(tx)
      await sql`create table platform.epochs as select 1 as number, now() as started_at`.execute(tx)
    })
    try {
      const ours = await openKnown(urlOf(standby))
      const seen = await readLogEnd(database.read)
      await expect.poll(() => ours.look().then(() => ours.find(seen))).toBeDefined()
      const standbys = open({ urls: [urlOf(standby)], primary: stranger.read })
      for (let looks = 0; looks < 5; looks++) {
        await standbys.look()
        expect(await standbys.find(LOG_START)).toBeUndefined()
      }
    } finally {
      await stranger.close()
    }
  })

  it('gives way while its server is gone, and is used again when it is back', async () => {
    const standbys = await openKnown(urlOf(standby))
    const isUsable = () => standbys.look().then(() => standbys.usable()[0]!.isUsable)
    await expect.poll(isUsable).toBe(true)
    const one = (await standbys.find(LOG_START))!
    await standby.stop()
    await standbys.look()
    expect(await standbys.find(LOG_START)).toBeUndefined()
    await expect(one.readPosition()).rejects.toThrow(/connect/)
    standby = await standby.startAgain()
    await expect.poll(isUsable).toBe(true)
  })

  it('is reached by its own address: connections to another server are refused', async () => {
    const folder = await makeFolder()
    const ways = [standby, primary]
    const proxy = createServer((socket) => {
      const { socketDir, port } = ways.length > 1 ? ways.shift()! : ways[0]!
      const onward = connect(`${socketDir}/.s.PGSQL.${port}`)
      socket.pipe(onward).pipe(socket)
      socket.on('error', () => onward.destroy())
      onward.on('error', () => socket.destroy())
    })
    proxy.listen(`${folder}/.s.PGSQL.${standby.port}`)
    await once(proxy, 'listening')
    const warnings: unknown[] = []
    const log = pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line)) })
    try {
      const standbys = open({ urls: [urlOf({ ...standby, socketDir: folder })], log })
      await standbys.look()
      // Its connections are replaced now, and the next one leads elsewhere.
      await standbys.look()
      expect(await standbys.find(LOG_START)).toBeUndefined()
      expect(warnings).toMatchObject([
        { msg: expect.stringContaining('name each standby in STANDBY_URLS') },
        { problem: `${folder} leads to another server than before` },
      ])
    } finally {
      proxy.close()
    }
  })
})
