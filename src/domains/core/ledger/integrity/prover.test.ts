// Tests the prover against PostgreSQL: a sound ledger is found sound during any activity, and each way of
// breaking it is named, puts the accounts in quarantine, and is resolved only by a repair.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import type { Horizon } from '../../../../operation/horizon.ts'
import { describeIntegrity } from './service.ts'
import type { InvariantName } from './invariants.ts'
import type { Prover } from './prover.ts'
import { PROVER_LOCK } from './store.ts'
import { makeProver, openWorkbench, type Fixture } from '../test-support.ts'

let bank: Bank
let bench: Fixture
let horizon: Horizon
let prover: Prover
let ada: Person
let operator: Person

beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
  ;({ horizon, prover } = makeProver(bank, bench))
  ada = await bank.person()
  operator = await bank.operator()
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

/** Until everything that has been written is verified, by us or by the bank's own prover. */
async function passUntilDone(patienceMs = 60_000): Promise<void> {
  // This also waits for open transactions of other tests on the same server.
  await horizon.settle(patienceMs)
  await expect.poll(() => prover.pass(), { timeout: 120_000, interval: 5 }).toBe('done')
}

async function readIntegrity(person = operator) {
  const { status, body } = await bank.call('GET /api/v2/ledger/integrity', undefined, person)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

async function recheck() {
  const route = 'POST /api/v2/ledger/integrity/recheck'
  const { status, body } = await bank.call(route, {}, operator)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

interface Listed {
  readonly name: InvariantName
  readonly status: string
  readonly violations: { account_uuid: string | null }[]
}

const brokenOf = (integrity: { invariants: Listed[] }) =>
  integrity.invariants.filter((one) => one.status === 'broken').map((one) => one.name)

const accountsOf = (integrity: { invariants: Listed[] }) =>
  [
    ...new Set(
      integrity.invariants.flatMap((one) => one.violations.map((found) => found.account_uuid)),
    ),
  ].filter((id) => id !== null)

async function expectSound(): Promise<void> {
  const integrity = await readIntegrity()
  expect(brokenOf(integrity)).toEqual([])
  expect(integrity).toMatchObject({ status: 'sound', quarantined_accounts: 0, lag_moves: 0 })
}

/** Deposits, withdrawals and transfers of all kinds, some of which are refused. */
async function trade(accounts: readonly string[], count: number, seed: number): Promise<void> {
  const index = fc.nat(accounts.length - 1)
  const cents = fc.integer({ min: 1, max: 3_000 }).map((n) => (n / 100).toFixed(2))
  const command = fc.tuple(
    fc.constantFrom('deposit', 'withdraw', 'now', 'later'),
    index,
    index,
    cents,
  )
  const commands = fc.sample(command, { numRuns: count, seed })
  const answers = await Promise.all(
    commands.map(([kind, from, to, amount]) => {
      const money = { amount, asset_code: 'USD' }
      if (kind === 'deposit' || kind === 'withdraw')
        return bank.call(`POST /api/v2/accounts/${accounts[from]}/${kind}`, money, ada)
      const between = { from_account: accounts[from], to_account: accounts[to] }
      const workflow_enabled = kind === 'later'
      return bank.call('POST /api/v2/transfers', { ...money, ...between, workflow_enabled }, ada)
    }),
  )
  const strange = answers.filter(({ status }) => ![200, 201, 422].includes(status))
  expect(strange).toEqual([])
}

const openSome = (count: number) =>
  Promise.all(Array.from({ length: count }, () => bench.openAccount(ada, 5_000)))

/** A hold of ten dollars of which three are captured; the rest stays open or is released. */
async function captureInPart(from: string, to: string, release: boolean): Promise<string> {
  const book = (account: string) => ({ account, asset: 'USD' })
  const hold = await bench.decide({
    books: [book(from)],
    decide: (ledger) =>
      ledger.reserve({ purpose: 'test', account: from, to, asset: 'USD', units: 1_000n }).id,
  })
  await bench.decide({
    books: [book(from), book(to)],
    holds: [hold],
    decide(ledger) {
      ledger.capture({ hold, type: 'transfer', credits: 'returned', moves: [{ to, units: 300n }] })
      if (release) ledger.release(hold, 'no longer wanted')
    },
  })
  return hold
}

async function reverse(entry: string, from: string, to: string, units: bigint): Promise<string> {
  const entryId = await bench.decide({
    books: [from, to].map((account) => ({ account, asset: 'USD' })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        credits: 'returned',
        subtype: 'reversal',
        link: { kind: 'reversal_of', to: entry },
        moves: [{ from, to, asset: 'USD', units }],
      }).id,
  })
  return entryId
}

describe('a sound ledger', () => {
  it('is found sound while money moves, by passes and by a full proof', async () => {
    const accounts = await openSome(8)
    const over = new AbortController()
    const traffic = Promise.all(
      [1, 2, 3, 4].map(async (seed) => {
        for (let turn = 0; turn < rounds(1, 4); turn++) await trade(accounts, 40, seed * 100 + turn)
      }),
    ).finally(() => over.abort())
    while (!over.signal.aborted) {
      await prover.pass()
      expect((await prover.proveAll()).findings).toEqual([])
      expect(brokenOf(await readIntegrity())).toEqual([])
    }
    await traffic
    await captureInPart(accounts[0]!, accounts[1]!, false)
    await captureInPart(accounts[1]!, accounts[2]!, true)
    const { body } = await bench.transfer(ada, accounts[0]!, accounts[1]!, '10.00')
    await reverse(body.data.uuid, accounts[1]!, accounts[0]!, 400n)
    await reverse(body.data.uuid, accounts[1]!, accounts[0]!, 600n)
    await passUntilDone()
    const { findings, counts } = await prover.proveAll()
    expect(findings).toEqual([])
    await expectSound()
    const [real] = await bank.sql<{ counts: typeof counts }>(`select jsonb_build_object(
      'accounts', (select count(*) from ledger.accounts), 'balances', (select count(*) from ledger.balances),
      'moves', (select count(*) from ledger.moves), 'holds', (select count(*) from ledger.holds)) as counts`)
    expect(real!.counts.moves).toBeGreaterThan(rounds(75, 300))
    expect(counts).toEqual(real!.counts)
    expect((await readIntegrity()).counts).toEqual(real!.counts)
    const [proofs] = await bank.sql<{ n: number }>(`
      select count(*)::int as n from ledger.balances b left join ledger.proofs p using (account_id, asset)
      where b.seq > 0 and (p.seq, p.units, p.moved_at) is distinct from (b.seq, b.units, b.moved_at)`)
    expect(proofs!.n).toBe(0)
  })

  it('is verified no further than the oldest transaction that is still open', async () => {
    const [slow, fast, other] = await openSome(3)
    await passUntilDone()
    const { counts: before, verified_position } = await readIntegrity()
    const move = (from: string, to: string) => ({
      books: [from, to].map((account) => ({ account, asset: 'USD' })),
      decide: (ledger: Parameters<Parameters<Fixture['decide']>[0]['decide']>[0]) =>
        ledger.post({
          type: 'transfer',
          credits: 'returned',
          moves: [{ from, to, asset: 'USD', units: 1n }],
        }),
    })
    await bench.database.write.transaction().execute(async (tx) => {
      await bench.decideIn(tx, move(slow!, other!))
      // Later in the log, and committed while the one before it is not.
      expect((await bench.transfer(ada, fast!, (await openSome(1))[0]!, '1.00')).status).toBe(201)
      await passUntilDone(100)
      const meanwhile = await readIntegrity()
      expect(meanwhile).toMatchObject({ verified_position, counts: { moves: before.moves } })
      expect(meanwhile.lag_moves).toBeGreaterThanOrEqual(2)
      expect(meanwhile.newest_position).toBeGreaterThan(verified_position)
    })
    await passUntilDone()
    const after = await readIntegrity()
    expect(after.counts.moves).toBe(before.moves + 3)
    expect(after.verified_position).toBe(after.newest_position)
    await expectSound()
  })

  it('shows customers counts and operators details, and the bank is ready', async () => {
    const forCustomer = await readIntegrity(ada)
    expect(forCustomer.invariants).toHaveLength(11)
    expect(forCustomer.invariants[0]).not.toHaveProperty('violations')
    expect((await readIntegrity()).invariants[0]).toHaveProperty('violations', [])
    expect((await bank.call('GET /health/ready')).status).toBe(200)
  })

  it('is unknown when the last check is too old', async () => {
    const later = new Date(bank.clock.now().getTime() + 3_600_000)
    const integrity = await describeIntegrity(bench.database.read, later, false)
    expect(integrity.status).toBe('unknown')
  })

  it('is exported as metrics', async () => {
    const read = async () => (await bank.call('GET /metrics')).body as string
    await expect
      .poll(read, { timeout: 120_000 })
      .toMatch(/^florin_ledger_verified_position [1-9]\d*$/m)
    const text = await read()
    expect(text).toMatch(/^florin_ledger_sound 1$/m)
    expect(text).toMatch(/^florin_ledger_lag_moves \d+$/m)
    expect(text).toMatch(/^florin_ledger_violations 0$/m)
    expect(text).toMatch(/^florin_ledger_quarantined_accounts 0$/m)
    expect(text).toMatch(/^florin_ledger_batch_size_count [1-9]\d*$/m)
    expect(text).toMatch(/^florin_ledger_locked_batches_total \d+$/m)
  })
})

/** Two accounts, and of the three transfers from the first to the second the one in the middle. */
interface Scene {
  readonly from: string
  readonly to: string
  readonly entry: string
}

interface Damage {
  readonly what: string
  readonly breaks: readonly InvariantName[]
  readonly of: 'from' | 'both'
  /** Whether a pass finds it without a full proof. */
  readonly live?: true
  readonly damage: (scene: Scene) => Promise<string>
}

const byTampering =
  (statements: (scene: Scene) => readonly [damage: string, repair: string]) =>
  async (scene: Scene): Promise<string> => {
    const [damage, repair] = statements(scene)
    await bench.tamper(damage)
    return repair
  }

const damages: readonly Damage[] = [
  {
    what: 'a changed balance',
    breaks: ['zero_sum', 'balance'],
    of: 'from',
    live: true,
    damage: byTampering(({ from }) => [
      `update ledger.balances set units = units + 1 where account_id = '${from}'`,
      `update ledger.balances set units = units - 1 where account_id = '${from}'`,
    ]),
  },
  {
    what: 'a changed sum of holds',
    breaks: ['held'],
    of: 'from',
    live: true,
    damage: byTampering(({ from }) => [
      `update ledger.balances set held = held + 7 where account_id = '${from}'`,
      `update ledger.balances set held = held - 7 where account_id = '${from}'`,
    ]),
  },
  {
    what: 'a deleted move',
    breaks: ['balance', 'sequence'],
    of: 'both',
    damage: byTampering(({ entry }) => [
      `create table kept as select * from ledger.moves where entry_id = '${entry}';
       delete from ledger.moves where entry_id = '${entry}'`,
      'insert into ledger.moves select * from kept; drop table kept',
    ]),
  },
  {
    what: 'changed units',
    breaks: ['balance', 'chain'],
    of: 'both',
    damage: byTampering(({ entry }) => [
      `update ledger.moves set units = units + 1 where entry_id = '${entry}'`,
      `update ledger.moves set units = units - 1 where entry_id = '${entry}'`,
    ]),
  },
  {
    what: 'a changed balance after a move',
    breaks: ['chain'],
    of: 'from',
    damage: byTampering(({ entry }) => [
      `update ledger.moves set from_after = from_after + 1 where entry_id = '${entry}'`,
      `update ledger.moves set from_after = from_after - 1 where entry_id = '${entry}'`,
    ]),
  },
  {
    what: 'a gap in the numbers',
    breaks: ['sequence'],
    of: 'from',
    damage: byTampering(({ from }) => {
      const last = `from_account = '${from}' and from_seq =
        (select max(from_seq) from ledger.moves where from_account = '${from}')`
      return [
        `update ledger.moves set from_seq = from_seq + 1 where ${last}`,
        `update ledger.moves set from_seq = from_seq - 1 where ${last}`,
      ]
    }),
  },
  {
    what: 'a balance that counts one move too many',
    breaks: ['sequence'],
    of: 'from',
    live: true,
    damage: byTampering(({ from }) => [
      `update ledger.balances set seq = seq + 1 where account_id = '${from}'`,
      `update ledger.balances set seq = seq - 1 where account_id = '${from}'`,
    ]),
  },
  {
    what: 'time that goes back',
    breaks: ['time'],
    of: 'both',
    damage: byTampering(({ entry }) => [
      `update ledger.moves set created_at = created_at - interval '1 hour' where entry_id = '${entry}'`,
      `update ledger.moves set created_at = created_at + interval '1 hour' where entry_id = '${entry}'`,
    ]),
  },
  {
    what: 'a foreign environment',
    breaks: ['environment'],
    of: 'both',
    damage: byTampering(({ entry }) => [
      `update ledger.moves set environment = 'sandbox' where entry_id = '${entry}'`,
      `update ledger.moves set environment = 'live' where entry_id = '${entry}'`,
    ]),
  },
  {
    what: 'a reversal of more than was moved',
    breaks: ['reversals'],
    of: 'both',
    live: true,
    async damage({ from, to, entry }) {
      const reversal = await reverse(entry, to, from, 101n)
      return `update ledger.moves set link = null, linked_to = null where entry_id = '${reversal}'`
    },
  },
  {
    what: 'a hold that does not know what was captured of it',
    breaks: ['captures'],
    of: 'from',
    async damage({ from, to }) {
      const hold = await captureInPart(from, to, true)
      await bench.tamper(`update ledger.holds set captured = captured - 1 where id = '${hold}'`)
      return `update ledger.holds set captured = captured + 1 where id = '${hold}'`
    },
  },
  {
    what: 'a captured hold without a move',
    breaks: ['captures'],
    of: 'from',
    async damage({ from }) {
      const hold = '0197a000-0000-7000-8000-000000000000'
      await bench.tamper(`insert into ledger.holds (id, environment, purpose, account_id, asset, units,
        captured, status, created_at, closed_at)
        values ('${hold}', 'live', 'test', '${from}', 'USD', 5, 5, 'captured', now(), now())`)
      return `delete from ledger.holds where id = '${hold}'`
    },
  },
  {
    what: 'a deleted balance',
    breaks: ['zero_sum', 'balance', 'sequence'],
    of: 'from',
    damage: byTampering(({ from }) => [
      `create table kept as select * from ledger.balances where account_id = '${from}';
       delete from ledger.balances where account_id = '${from}'`,
      `delete from ledger.balances where account_id = '${from}';
       insert into ledger.balances select * from kept; drop table kept`,
    ]),
  },
]

async function setScene(): Promise<Scene> {
  const [from, to] = await openSome(2)
  const entries: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    bank.clock.advance(1)
    const { status, body } = await bench.transfer(ada, from!, to!, '1.00')
    expect(status, JSON.stringify(body)).toBe(201)
    entries.push(body.data.uuid)
  }
  await passUntilDone()
  await expectSound()
  return { from: from!, to: to!, entry: entries[1]! }
}

describe.each(damages)('$what', ({ breaks, of, live, damage }) => {
  it('is reported, quarantines the accounts concerned, and is resolved by a repair', async () => {
    const scene = await setScene()
    const [quiet] = await openSome(1)
    const repair = await damage(scene)

    if (live) {
      await passUntilDone()
      expect(breaks).toEqual(expect.arrayContaining(brokenOf(await readIntegrity())))
      expect(brokenOf(await readIntegrity())).not.toEqual([])
    }
    const { findings } = await prover.proveAll()
    expect([...new Set(findings.map((found) => found.invariant))].toSorted()).toEqual(
      breaks.toSorted(),
    )
    const integrity = await readIntegrity()
    const concerned = of === 'both' ? [scene.from, scene.to] : [scene.from]
    expect(integrity.status).toBe('broken')
    // The bank's own prover verifies old moves on its tours, and may report violations that follow from this one.
    expect(brokenOf(integrity)).toEqual(expect.arrayContaining([...breaks]))
    expect(accountsOf(integrity).toSorted()).toEqual(concerned.toSorted())
    expect(integrity.quarantined_accounts).toBe(concerned.length)

    const refused = await bench.transfer(ada, scene.from, quiet!, '1.00')
    expect(refused, JSON.stringify(refused.body)).toMatchObject({
      status: 503,
      body: { error: { code: 'ACCOUNT_QUARANTINED' } },
    })
    const others = await bench.transfer(ada, quiet!, (await openSome(1))[0]!, '1.00')
    expect(others.status).toBe(201)
    // It is the state of these accounts, and not of the node.
    expect((await bank.call('GET /health/ready')).status).toBe(200)

    const first = await recheck()
    expect(first).toMatchObject({ lifted: [], integrity: { status: 'broken' } })
    expect(first.still_quarantined.toSorted()).toEqual(concerned.toSorted())

    await bench.tamper(repair)
    const second = await recheck()
    expect(second.still_quarantined).toEqual([])
    expect(second.lifted.toSorted()).toEqual(concerned.toSorted())
    expect((await bench.transfer(ada, scene.from, quiet!, '1.00')).status).toBe(201)
    await passUntilDone()
    expect((await prover.proveAll()).findings).toEqual([])
    await expectSound()
  })
})

describe('a broken account', () => {
  it('is quarantined on every node at once, by notification', async () => {
    const scene = await setScene()
    const neighbour = await startBank({ address: bank.address, clock: bank.clock })
    try {
      const pay = (at: Bank) =>
        at.call(
          'POST /api/v2/transfers',
          { from_account: scene.from, to_account: scene.to, amount: '1.00', asset_code: 'USD' },
          ada,
        )
      expect((await pay(neighbour)).status).toBe(201)
      await expect.poll(() => prover.pass()).toBe('done')
      await bench.tamper(
        `update ledger.balances set units = units - 1 where account_id = '${scene.from}'`,
      )
      await passUntilDone()
      for (const node of [bank, neighbour]) {
        expect((await pay(node)).body.error.code).toBe('ACCOUNT_QUARANTINED')
        expect((await node.call('GET /health/ready')).status).toBe(200)
        await expect
          .poll(async () => (await node.call('GET /metrics')).body, { timeout: 120_000 })
          .toMatch(/^florin_ledger_quarantined_accounts 1$/m)
      }
      await bench.tamper(
        `update ledger.balances set units = units + 1 where account_id = '${scene.from}'`,
      )
      expect((await recheck()).lifted).toEqual([scene.from])
      for (const node of [bank, neighbour]) expect((await pay(node)).status).toBe(201)
    } finally {
      await neighbour.stop()
    }
  })

  it('is released by operators only, and the audit trail names them', async () => {
    const route = 'POST /api/v2/ledger/integrity/recheck'
    expect((await bank.call(route, {}, ada)).body.error.code).toBe('INSUFFICIENT_SCOPE')
    const { headers } = await bank.call(route, {}, operator)
    const rows = await bank.sql(
      'select operation, user_uuid from platform.audit where request_id = $1',
      [headers.get('x-request-id')],
    )
    expect(rows).toEqual([{ operation: 'ledger.recheck', user_uuid: operator.uuid }])
  })
})

describe('a long history', () => {
  /** Moves money back and forth between the two, this many times. */
  async function moveBackAndForth(a: string, b: string, times: number): Promise<void> {
    const there = { from: a, to: b, asset: 'USD', units: 1n }
    const back = { from: b, to: a, asset: 'USD', units: 1n }
    await bench.decide({
      books: [a, b].map((account) => ({ account, asset: 'USD' })),
      decide(ledger) {
        for (let n = 0; n < times / 100; n++) {
          const moves = Array.from({ length: 50 }, () => [there, back]).flat()
          ledger.post({ type: 'transfer', credits: 'returned', moves })
        }
      },
    })
  }

  const find = async () =>
    (await prover.proveAll()).findings.map(({ invariant, account_id, seq }) => ({
      invariant,
      account_id,
      seq,
    }))

  it('is verified stretch by stretch and walked segment by segment', async () => {
    const [a, b] = await openSome(2)
    await passUntilDone()
    // The bank's own prover is locked out until all of it is verified; this one holds the lock itself.
    const passes = await bench.database.write.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${PROVER_LOCK})`.execute(connection)
      for (let n = 0; n < 6; n++) await moveBackAndForth(a!, b!, 9_000)
      const alone = makeProver(bank, bench, connection)
      await alone.horizon.settle(10_000)
      const made: string[] = []
      while (made.at(-1) !== 'done') made.push(await alone.prover.pass())
      await sql`select pg_advisory_unlock(${PROVER_LOCK})`.execute(connection)
      return made
    })
    expect(passes).toContain('more')
    await expectSound()

    // In the middle of a segment, and the last one of a segment.
    const after = (by: string) =>
      `update ledger.moves set from_after = from_after ${by} where from_account = '${a}' and from_seq = 30000`
    await bench.tamper(after('+ 1'))
    expect(await find()).toEqual([{ invariant: 'chain', account_id: a, seq: 30_000 }])
    await bench.tamper(after('- 1'))
    const isSecond = `from_account = '${a}' and from_seq = 20000`
    await bench.tamper(`create table kept as select * from ledger.moves where ${isSecond};
      delete from ledger.moves where ${isSecond}`)
    const gaps = (await find()).filter((found) => found.account_id === a)
    expect(gaps).toContainEqual({ invariant: 'sequence', account_id: a, seq: 20_001 })
    expect(gaps).toContainEqual({ invariant: 'balance', account_id: a, seq: null })
    expect((await recheck()).lifted).toEqual([])
    await bench.tamper('insert into ledger.moves select * from kept; drop table kept')
    expect((await recheck()).lifted.toSorted()).toEqual([a!, b!].toSorted())
    expect(await find()).toEqual([])
  })
})

describe('ledger.prove', () => {
  it('proves everything once a day', async () => {
    expect(bank.getJob('ledger.prove').cron).toMatch(/^\d+ \d+ \* \* \*$/)
    bank.clock.advance(60)
    await bank.runJob('ledger.prove')
    expect((await readIntegrity()).full_checked_at).toBe(bank.clock.now().toISOString())
  })
})
