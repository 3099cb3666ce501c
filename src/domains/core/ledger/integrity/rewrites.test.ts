// Tests that the prover believes no snapshot in which a table was rewritten: PostgreSQL shows such a table as empty. What
// is really broken is quarantined all the same, and a finding that only one snapshot has is dropped.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { LEDGER_REWRITE_LOCK } from '../../../../platform/advisory-locks.ts'
import type { Db } from '../../../../platform/database.ts'
import { makeProver, openWorkbench, type Fixture } from '../test-support.ts'
import { proveAll } from './full-proof.ts'
import type { Finding } from './invariants.ts'
import type { OwnerCheck } from './opening-proof.ts'
import type { Prover } from './prover.ts'
import { listRewrittenTables } from './snapshot-store.ts'
import { snapshotsOf } from './snapshots.ts'
import { PROVER_LOCK } from './store.ts'

let bank: Bank
let bench: Fixture
let ada: Person
let operator: Person
/** Moves between them are verified before each test. */
let accounts: readonly [string, string]

beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
  ada = await bank.person()
  operator = await bank.operator()
  accounts = [await bench.openAccount(ada, 10_000), await bench.openAccount(ada, 10_000)]
  for (let n = 0; n < 3; n++) await bench.transfer(ada, ...accounts, '1.00')
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

interface Alone {
  readonly prover: Prover
  /** The process of the server that runs the prover's statements. */
  readonly pid: number
  /** What the prover logged, in order. */
  readonly logged: readonly string[]
}

/** Keeps the bank's own prover out; the connection of the prover that is passed holds its lock. */
const alone = (work: (own: Alone) => Promise<void>, ownerChecks: readonly OwnerCheck[] = []) =>
  bench.database.write.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${PROVER_LOCK})`.execute(connection)
    try {
      const logged: string[] = []
      const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
      const { horizon, prover } = makeProver(bank, bench, connection, { log, ownerChecks })
      await horizon.settle(60_000)
      await passUntilDone(prover)
      logged.length = 0
      await work({ prover, logged, pid: await readPid(connection) })
    } finally {
      await sql`select pg_advisory_unlock(${PROVER_LOCK})`.execute(connection)
    }
  })

const readPid = async (connection: Db): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)).rows[0]!.pid

/** Another connection that proves the sum may make a pass busy. */
const passUntilDone = (prover: Prover) =>
  expect.poll(() => prover.pass(), { timeout: 120_000, interval: 5 }).toBe('done')

const REWRITES = [
  'alter table ledger.moves alter column units type numeric(38, 0) using units + 0',
  `alter table ledger.openings alter column environment type text using environment || ''`,
  'alter table ledger.balances alter column seq type bigint using seq + 0',
]

/** Begins the proof while a migration has the tables locked, and commits the migration when the proof waits for one. */
async function rewriteDuring(
  pid: number,
  statements: readonly string[],
  prove: () => Promise<unknown>,
): Promise<void> {
  await bench.database.write.connection().execute(async (migration) => {
    await sql`begin`.execute(migration)
    for (const statement of statements) await sql.raw(statement).execute(migration)
    const proving = prove()
    await expect.poll(() => isWaiting(pid), { timeout: 60_000, interval: 5 }).toBe(true)
    await sql`commit`.execute(migration)
    await proving
  })
}

const isWaiting = async (pid: number): Promise<boolean> =>
  (await bank.sql('select from pg_locks where pid = $1 and not granted', [pid])).length > 0

const countViolations = async (): Promise<number> => {
  const [row] = await bank.sql<{ n: number }>(
    'select count(*)::int as n from ledger.violations where resolved_at is null',
  )
  return row!.n
}

const recheck = () => bank.call('POST /api/v2/ledger/integrity/recheck', {}, operator)

describe('a table that is rewritten', () => {
  /** What a snapshot reads of a table on which these statements ran after it was taken, and what it says was rewritten. */
  async function readAfter(prepare: string, statements: readonly string[]) {
    await bank.sql(`drop table if exists kept, part; ${prepare}`)
    return bench.database.write
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx: Db) => {
        await sql`select 1`.execute(tx)
        for (const statement of statements) await bank.sql(statement)
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from kept`.execute(tx)
        return { rows: rows[0]!.n, rewritten: await listRewrittenTables(tx) }
      })
  }

  const ONE_ROW = 'create table kept (n integer); insert into kept values (1)'
  const PARTS = `create table kept (n integer, m integer) partition by range (n);
    create table part (n integer, m integer); insert into part values (1, 1)`
  const ATTACH = 'alter table kept attach partition part for values from (0) to (10)'

  it.each([
    ['changed by no one', ONE_ROW, [], { rows: 1, rewritten: [] }],
    ['written to', ONE_ROW, ['insert into kept values (2)'], { rows: 1, rewritten: [] }],
    [
      'rewritten',
      ONE_ROW,
      ['alter table kept alter column n type integer using n + 0'],
      { rows: 0, rewritten: ['kept'] },
    ],
    ['truncated', ONE_ROW, ['truncate kept'], { rows: 0, rewritten: ['kept'] }],
    [
      'created again',
      ONE_ROW,
      ['begin; drop table kept; create table kept as select 1 as n; commit'],
      { rows: 0, rewritten: ['kept'] },
    ],
    // These rows stay visible, but the prover need not know that.
    ['packed', ONE_ROW, ['vacuum full kept'], { rows: 1, rewritten: ['kept'] }],
    ['given a part', PARTS, [ATTACH], { rows: 1, rewritten: ['part'] }],
    [
      'deprived of a part',
      `${PARTS}; ${ATTACH}`,
      ['alter table kept detach partition part'],
      { rows: 0, rewritten: ['kept'] },
    ],
    [
      'rewritten in a part',
      `${PARTS}; ${ATTACH}`,
      ['alter table kept alter column m type bigint'],
      { rows: 0, rewritten: ['part'] },
    ],
  ])('is recognized when it was %s', async (_what, prepare, statements, expected) => {
    expect(await readAfter(prepare, statements)).toEqual(expected)
  })

  it('is read again in a new snapshot, a few times, and then named', async () => {
    await bank.sql(`drop table if exists kept, part; ${ONE_ROW}`)
    const notices: string[] = []
    const snapshots = snapshotsOf(bench.database.write, (text) => notices.push(text))
    let rewrites = 0
    const count = (times: number) => async (tx: Db) => {
      if (rewrites++ < times)
        await bank.sql('alter table kept alter column n type integer using n + 0')
      return (await sql<{ n: number }>`select count(*)::int as n from kept`.execute(tx)).rows[0]!.n
    }
    expect(await snapshots.read(count(2))).toBe(1)
    const notice = 'The table kept was rewritten while it was read; this part is proved again.'
    expect(notices).toEqual([notice, notice])
    rewrites = 0
    await expect(snapshots.read(count(100))).rejects.toThrow(
      'The table kept was rewritten while it was read',
    )
    expect(rewrites).toBe(5)
  })
})

describe('a migration that rewrites the ledger', () => {
  it('breaks no account for the pass that reads meanwhile', async () => {
    await alone(async ({ prover, logged, pid }) => {
      await rewriteDuring(pid, REWRITES, async () => {
        expect(await prover.pass()).toBe('more')
      })
      expect(logged).toEqual([
        expect.stringMatching(/ledger\.moves.* rewritten while they were read; .* proved again$/),
      ])
      await passUntilDone(prover)
      expect(await countViolations()).toBe(0)
      expect((await bench.transfer(ada, ...accounts, '1.00')).status).toBe(201)
    })
  })

  it('breaks nothing for a full proof, which says what happened', async () => {
    const notices: string[] = []
    await bench.database.write.connection().execute(async (connection) => {
      await rewriteDuring(await readPid(connection), REWRITES, async () => {
        const onNotice = (text: string): void => void notices.push(text)
        const { findings, counts } = await proveAll(connection, { onNotice })
        expect(findings).toEqual([])
        const [real] = await bank.sql<{ n: number }>(
          'select count(*)::int as n from ledger.balances',
        )
        expect(counts.balances).toBe(real!.n)
      })
    })
    expect(notices).toContainEqual(
      expect.stringMatching(/^The tables? .*ledger\.balances.* rewritten while/),
    )
  })

  it('and breaks an account is found out by the next passes', async () => {
    const [account] = accounts
    const breaking = `update ledger.balances set units = units + 1 where account_id = '${account}'`
    await alone(async ({ prover, pid }) => {
      await rewriteDuring(pid, [...REWRITES, breaking], () => prover.pass())
      await passUntilDone(prover)
      expect((await bench.transfer(ada, ...accounts, '1.00')).body.error.code).toBe(
        'ACCOUNT_QUARANTINED',
      )
      expect((await bank.call('GET /health/ready')).status).toBe(200)
    })
    await bank.sql('update ledger.balances set units = units - 1 where account_id = $1', [account])
    expect((await recheck()).body.data.lifted).toEqual([account])
  })

  it('keeps proofs out by its lock, and waits for those in progress', async () => {
    await alone(async ({ prover }) => {
      const notices: string[] = []
      const notified = Promise.withResolvers<void>()
      const onNotice = (text: string): void => {
        notices.push(text)
        notified.resolve()
      }
      const proof = await bench.database.write.connection().execute(async (migration) => {
        await sql`select pg_advisory_lock(${LEDGER_REWRITE_LOCK})`.execute(migration)
        expect(await prover.pass()).toBe('busy')
        const refused = await recheck()
        expect(refused.status).toBe(503)
        expect(refused.body.message).toContain('migration')
        const waiting = proveAll(bench.database.read, { onNotice })
        await notified.promise
        await sql`select pg_advisory_unlock(${LEDGER_REWRITE_LOCK})`.execute(migration)
        return waiting
      })
      expect(proof.findings).toEqual([])
      expect(new Set(notices)).toEqual(
        new Set(['A migration rewrites a table; the proof goes on after it.']),
      )
      expect(await prover.pass()).toBe('done')
      await snapshotsOf(bench.database.write, () => {}).read(async () => {
        const [row] = await bank.sql<{ locked: boolean }>(
          'select pg_try_advisory_xact_lock($1) as locked',
          [LEDGER_REWRITE_LOCK],
        )
        expect(row!.locked).toBe(false)
      })
    })
  })
})

describe('a finding', () => {
  const finding = (account_id: string): Finding => ({
    invariant: 'owner',
    environment: null,
    account_id,
    asset: null,
    subject: null,
    seq: null,
    expected: 'a',
    found: 'b',
  })

  it('of one snapshot only is dropped', async () => {
    let looks = 0
    const once: OwnerCheck = () => Promise.resolve(looks++ === 1 ? [finding(accounts[0])] : [])
    await alone(
      async ({ prover, logged }) => {
        expect(await prover.pass()).toBe('more')
        expect(await prover.pass()).toBe('done')
        expect(logged).toEqual(['1 findings are dropped: a second snapshot did not have them'])
        expect(await countViolations()).toBe(0)
      },
      [once],
    )
  })

  it('of two snapshots is recorded at once, whatever else the second one finds', async () => {
    const [first, second] = accounts
    let looks = 0
    const growing: OwnerCheck = () =>
      Promise.resolve([[], [first], [first, second]][Math.min(looks++, 2)]!.map(finding))
    await alone(
      async ({ prover, logged }) => {
        expect(await prover.pass()).toBe('more')
        expect(await countViolations()).toBe(0)
        expect(await prover.pass()).toBe('more')
        expect(await countViolations()).toBe(1)
        expect(await prover.pass()).toBe('done')
        expect(await countViolations()).toBe(2)
        await prover.pass()
        expect(logged.filter((text) => text === 'the ledger is broken: owner')).toHaveLength(2)
      },
      [growing],
    )
    expect((await recheck()).body.data.lifted.toSorted()).toEqual([...accounts].toSorted())
  })
})

describe('balances that do not add up to zero', () => {
  it('start a full proof once, wait for an operator, and leave the bank ready', async () => {
    const waiting = async () => {
      const { body } = await bank.call('GET /api/v2/bank/work-queues', undefined, operator)
      return body.data.find(({ name }: { name: string }) => name === 'unbalanced_sums').count
    }
    const change = (by: string) =>
      bank.sql(`update ledger.balances set units = units ${by} where account_id = $1`, [
        accounts[0],
      ])
    let started = 0
    const proveAllSoon = (): Promise<void> => Promise.resolve(void started++)
    await alone(async () => {
      await change('+ 1')
      for (let nodes = 0; nodes < 2; nodes++) {
        const { prover } = makeProver(bank, bench, bench.database.write, { proveAllSoon })
        prover.start()
        await prover.stop()
      }
      expect(started).toBe(1)
      expect(await waiting()).toBe(1)
      expect((await bank.call('GET /health/ready')).status).toBe(200)
      await change('- 1')
    })
    await recheck()
    expect(await waiting()).toBe(0)
  })
})
