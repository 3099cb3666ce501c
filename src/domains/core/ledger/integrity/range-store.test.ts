// Tests how the prover verifies new moves: its lean statement misses nothing that walking every balance finds, and
// its work is bounded when very much is broken.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Finding } from './invariants.ts'
import { type BalanceName, proveMovesOfStretch, proveRange } from './proof-store.ts'
import { PROVER_LOCK } from './store.ts'
import { checkRange } from './range-store.ts'
import { makeProver, openWorkbench, type Fixture } from '../test-support.ts'

let bank: Bank
let bench: Fixture
let ada: Person

beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
  ada = await bank.person()
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

interface Move {
  readonly entry_id: string
  readonly position: number
  readonly from_account: string
  readonly to_account: string
  readonly asset: string
  readonly units: number
  readonly from_seq: number
  readonly from_after: number
  readonly to_seq: number
  readonly to_after: number
  readonly created_at: string
}

interface State extends BalanceName {
  readonly seq: number
  readonly units: number
  readonly moved_at: string
}

interface History {
  readonly index: number
  readonly accounts: readonly string[]
  readonly moves: readonly Move[]
  /** The states before the stretch, which an earlier pass has proved, and at the end. */
  readonly proofs: readonly State[]
  readonly balances: readonly State[]
}

/** Positions that the bank itself will not reach in this test: of moves proved before, in the stretch, and after it. */
const BANDS = [1_000_000_000, 1_001_000_000, 1_002_000_000] as const
const STRETCH = { after: String(BANDS[1] - 1), until: String(BANDS[2] - 1) }
const MOVES_MAX = 24
const ACCOUNTS = 4
const ASSETS = ['USD', 'EUR'] as const

const transfer = fc.record({
  from: fc.nat(ACCOUNTS - 1),
  by: fc.integer({ min: 1, max: ACCOUNTS - 1 }),
  asset: fc.constantFrom(...ASSETS),
  units: fc.integer({ min: 1, max: 50 }),
  laterMs: fc.constantFrom(0, 0, 1, 1_000),
})

interface Planned {
  readonly transfers: readonly (typeof transfer extends fc.Arbitrary<infer T> ? T : never)[]
  readonly provedShare: number
  readonly beyond: number
}

const plan: fc.Arbitrary<Planned> = fc.record({
  transfers: fc.array(transfer, { minLength: 4, maxLength: MOVES_MAX }),
  provedShare: fc.double({ min: 0, max: 0.7, noNaN: true }),
  beyond: fc.nat(2),
})

const idOf = (kind: string, index: number, n: number): string =>
  `0197${kind}-0000-7000-8000-${String(index).padStart(6, '0')}${String(n).padStart(6, '0')}`

/** The history with this index among those that are verified together. */
function makeHistory(index: number, { transfers, provedShare, beyond }: Planned): History {
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => idOf('d000', index, n))
  const states = new Map<string, State>()
  const stateOf = (account_id: string, asset: string): State =>
    states.get(account_id + asset) ?? { account_id, asset, seq: 0, units: 0, moved_at: '-infinity' }
  const proved = Math.floor(transfers.length * provedShare)
  const end = Math.max(proved + 1, transfers.length - beyond)
  let time = Date.parse('2026-02-01T00:00:00Z')
  let proofs: State[] = []
  const moves = transfers.map(({ from, by, asset, units, laterMs }, n): Move => {
    if (n === proved) proofs = [...states.values()]
    time += laterMs
    const moved_at = new Date(time).toISOString()
    const move = (account: number, delta: number): State => {
      const before = stateOf(accounts[account]!, asset)
      const after = { ...before, seq: before.seq + 1, units: before.units + delta, moved_at }
      states.set(after.account_id + asset, after)
      return after
    }
    const payer = move(from, -units)
    const payee = move((from + by) % ACCOUNTS, units)
    return {
      entry_id: idOf('b000', index, n),
      position: BANDS[n < proved ? 0 : n < end ? 1 : 2] + index * 100 + n,
      from_account: payer.account_id,
      to_account: payee.account_id,
      asset,
      units,
      from_seq: payer.seq,
      from_after: payer.units,
      to_seq: payee.seq,
      to_after: payee.units,
      created_at: moved_at,
    }
  })
  return { index, accounts, moves, proofs, balances: [...states.values()] }
}

async function insertHistories(tx: Db, histories: readonly History[]): Promise<void> {
  const state = sql.raw(
    'account_id uuid, asset text, seq bigint, units numeric, moved_at timestamptz',
  )
  const all = (of: (history: History) => readonly unknown[]): string =>
    JSON.stringify(histories.flatMap(of))
  await sql`
    insert into ledger.accounts (id, environment, user_uuid, created_at)
    select id::uuid, 'live', ${ada.uuid}, '2026-01-01Z'
    from jsonb_array_elements_text(${all((history) => history.accounts)}) as a (id)`.execute(tx)
  await sql`
    insert into ledger.moves (line, environment, type, entry_id, position, from_account, to_account, asset,
      units, from_seq, from_after, to_seq, to_after, created_at)
    select 0, 'live', 'transfer', m.* from jsonb_to_recordset(${all((history) => history.moves)}) as m
      (entry_id uuid, position bigint, from_account uuid, to_account uuid, asset text, units numeric,
       from_seq bigint, from_after numeric, to_seq bigint, to_after numeric, created_at timestamptz)`.execute(
    tx,
  )
  await sql`
    insert into ledger.balances (account_id, asset, seq, units, moved_at, overdraft)
    select b.*, null from jsonb_to_recordset(${all((history) => history.balances)}) as b (${state})`.execute(
    tx,
  )
  await sql`
    insert into ledger.proofs (account_id, asset, seq, units, moved_at)
    select p.* from jsonb_to_recordset(${all((history) => history.proofs)}) as p (${state})`.execute(
    tx,
  )
}

/** One change of one row, as a statement. */
const corruption = fc
  .tuple(
    fc.constantFrom(
      ...['units', 'from_after', 'to_after', 'from_seq', 'to_seq'].flatMap((column) => [
        `update ledger.moves set ${column} = ${column} + $by where $move`,
        `update ledger.moves set ${column} = abs(${column} - $by) + 1 where $move`,
      ]),
      `update ledger.moves set created_at = created_at - interval '$by minutes' where $move`,
      `update ledger.moves set created_at = created_at + interval '$by minutes' where $move`,
      `update ledger.moves set from_account = '$account' where $move`,
      `update ledger.moves set to_account = '$account' where $move`,
      `update ledger.moves set asset = 'GBP' where $move`,
      `update ledger.moves set environment = 'sandbox' where $move`,
      `delete from ledger.moves where $move`,
      `insert into ledger.moves (line, environment, type, entry_id, position, from_account, to_account, asset,
         units, from_seq, from_after, to_seq, to_after, created_at)
       select 1, environment, type, entry_id, $beyond, to_account, from_account, asset, units, to_seq, to_after,
         from_seq, from_after, created_at from ledger.moves where $move`,
      `update ledger.moves m set from_seq = n.seq from (
         select position, from_account, asset, lead(from_seq, 1, from_seq + 1) over (
           partition by from_account, asset order by from_seq) as seq from ledger.moves
         where position >= ${BANDS[0]}) n where n.position = m.position and m.$move`,
      `update ledger.balances set units = units + $by where $balance`,
      `update ledger.balances set seq = seq + $by where $balance`,
      `update ledger.balances set seq = greatest(0, seq - 1) where $balance`,
      `update ledger.balances set moved_at = moved_at + interval '$by ms' where $balance`,
      `update ledger.balances set held = held + $by where $balance`,
      `delete from ledger.balances where $balance`,
      `update ledger.proofs set units = units - $by where $balance`,
      `update ledger.proofs set seq = seq + 1 where $balance`,
      `update ledger.proofs set seq = greatest(0, seq - 1) where $balance`,
      `update ledger.proofs set moved_at = moved_at + interval '$by hours' where $balance`,
      `delete from ledger.proofs where $balance`,
    ),
    fc.nat(MOVES_MAX - 1),
    fc.nat(ACCOUNTS - 1),
    fc.constantFrom(...ASSETS),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(
    ([statement, move, account, asset, by]) =>
      ({ index, accounts, moves }: History): string =>
        statement
          .replaceAll('$beyond', String(BANDS[1] + index * 100 + MOVES_MAX))
          .replace('$move', `position = ${moves[move % moves.length]!.position}`)
          .replace('$balance', `account_id = '${accounts[account]}' and asset = '${asset}'`)
          .replace('$account', accounts[account]!)
          .replaceAll('$by', String(by)),
  )

interface Verdict {
  readonly findings: readonly string[]
  readonly proofs: readonly State[]
}

/** Where something is wrong. Which of two moves with one number comes first is not defined, so the rest may differ. */
const placesOf = (findings: readonly Finding[]): string[] => [
  ...new Set(
    findings
      .map(({ account_id, asset, subject }) => `${account_id} ${asset} ${subject}`)
      .toSorted(),
  ),
]

const listProofs = async (tx: Db, accounts: readonly string[]): Promise<State[]> =>
  (
    await sql<State>`select account_id, asset, seq, units, moved_at::text as moved_at from ledger.proofs
      where account_id = any(${accounts}::uuid[]) order by account_id, asset`.execute(tx)
  ).rows

class Over extends Error {}

/** Tampers with the rows unless the database refuses, as it does for a number that is there already. */
async function tamper(tx: Db, statement: string): Promise<void> {
  await sql`savepoint before_tampering`.execute(tx)
  try {
    await sql.raw(statement).execute(tx)
  } catch (error) {
    if (!['23505', '23514'].includes((error as { code?: string }).code ?? '')) throw error
    await sql`rollback to before_tampering`.execute(tx)
  }
}

/** The findings of the lean statement and of walking every balance, in a transaction that is rolled back. */
async function judge(
  histories: readonly History[],
  tampering: readonly string[],
): Promise<{ lean: Verdict; full: Verdict; suspects: number }> {
  const accounts = histories.flatMap((history) => history.accounts)
  const names = accounts.flatMap((account_id) =>
    [...ASSETS, 'GBP'].map((asset) => ({ account_id, asset })),
  )
  let verdicts: Awaited<ReturnType<typeof judge>> | undefined
  const look = async (tx: Db): Promise<void> => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await insertHistories(tx, histories)
    for (const statement of tampering) await tamper(tx, statement)
    await sql`savepoint untouched`.execute(tx)
    const found = await checkRange(tx, STRETCH, { suspects: 1_000, withUnfinished: true })
    const walked = await proveRange(tx, STRETCH, found.suspects)
    const mixed = found.isMixed ? await proveMovesOfStretch(tx, STRETCH) : []
    const lean = {
      findings: placesOf([...walked, ...mixed]),
      proofs: await listProofs(tx, accounts),
    }
    await sql`rollback to untouched`.execute(tx)
    const all = [
      ...(await proveRange(tx, STRETCH, names)),
      ...(await proveMovesOfStretch(tx, STRETCH)),
    ]
    const full = { findings: placesOf(all), proofs: await listProofs(tx, accounts) }
    verdicts = { lean, full, suspects: found.suspects.length }
    throw new Over()
  }
  await bench.database.write
    .transaction()
    .execute(look)
    .catch((error: unknown) => {
      if (!(error instanceof Over)) throw error
    })
  return verdicts!
}

describe('the lean statement that verifies new moves', () => {
  /** Histories that are verified together, which costs as much as one. */
  const TOGETHER = 10

  it('finds sound histories sound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: TOGETHER }), async (plans) => {
        const { lean, full, suspects } = await judge(
          plans.map((planned, index) => makeHistory(index, planned)),
          [],
        )
        expect(suspects).toBe(0)
        expect(lean).toEqual(full)
        expect(lean.findings).toEqual([])
      }),
      { numRuns: rounds(3, 10) },
    )
  })

  it('has the same findings for each broken history as walking every balance', async () => {
    let broken = 0
    const numRuns = rounds(10, 40)
    const some = fc.array(fc.tuple(plan, corruption), { minLength: TOGETHER, maxLength: TOGETHER })
    await fc.assert(
      fc.asyncProperty(some, async (cases) => {
        const histories = cases.map(([planned], index) => makeHistory(index, planned))
        const tampering = cases.map(([, corrupt], index) => corrupt(histories[index]!))
        const { lean, full, suspects } = await judge(histories, tampering)
        expect(lean).toEqual(full)
        broken += suspects
      }),
      { numRuns },
    )
    expect(broken).toBeGreaterThan(5 * numRuns)
  })
})

describe('thousands of broken balances', () => {
  const BROKEN = rounds(2_000, 4_000)
  /** More than this a pass must not write at once, whatever it finds. */
  const AT_ONCE = 1_500

  const count = async (): Promise<{ violations: number; closed: number }> => {
    const [row] = await bank.sql<{ violations: number; closed: number }>(
      `select (select count(*)::int from ledger.violations
           where resolved_at is null and account_id is not null) as violations,
         (select count(*)::int from ledger.accounts where quarantine is not null) as closed`,
    )
    return row!
  }

  it('are all found and quarantined, some in each pass, while other accounts pay', async () => {
    const [payer, payee] = [await bench.openAccount(ada, 10_000), await bench.openAccount(ada)]
    await bench.database.write.connection().execute(async (connection) => {
      // The bank's own prover is locked out; this one holds the lock itself.
      await sql`select pg_advisory_lock(${PROVER_LOCK})`.execute(connection)
      await bench.tamper(`
        insert into ledger.accounts (id, environment, user_uuid, created_at)
        select ('0197c000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'live', '${ada.uuid}', now()
        from generate_series(1, ${2 * BROKEN}) n;
        insert into ledger.openings (account_id, environment, user_uuid, opened_at)
        select id, environment, user_uuid, created_at from ledger.accounts where id::text like '0197c000%';
        insert into ledger.balances (account_id, asset, units, seq, overdraft, moved_at)
        select id, 'USD', 1, 1, 0, '2026-02-01Z' from ledger.accounts where id::text like '0197c000%';
        insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset, units,
          from_seq, from_after, to_seq, to_after, created_at)
        select gen_random_uuid(), 0, 'live', 'transfer', ('0197c000-0000-7000-8000-' || lpad((2 * n)::text, 12, '0'))::uuid,
          ('0197c000-0000-7000-8000-' || lpad((2 * n - 1)::text, 12, '0'))::uuid, 'USD', 1, 1, -1, 1, 1, '2026-02-01Z'
        from generate_series(1, ${BROKEN}) n`)
      const alone = makeProver(bank, bench, connection)
      await alone.horizon.settle(10_000)
      const counts: { violations: number; closed: number }[] = [await count()]
      for (let outcome = ''; outcome !== 'done'; ) {
        // The bank's own prover may be adding up at the same time, which makes a pass busy.
        outcome = await alone.prover.pass()
        counts.push(await count())
        if (counts.length % 2 === 0)
          expect((await bench.transfer(ada, payer, payee, '0.01')).status).toBe(201)
        await alone.horizon.settle(10_000)
      }
      for (const [n, { violations, closed }] of counts.slice(1).entries()) {
        expect(violations - counts[n]!.violations).toBeLessThan(AT_ONCE)
        expect(closed - counts[n]!.closed).toBeLessThan(AT_ONCE)
      }
      // Each payer has a balance of one cent instead of minus one.
      expect(counts.at(-1)).toEqual({ violations: BROKEN, closed: BROKEN })
      await bank.sql(`update ledger.accounts set quarantine = null where id::text like '0197c000%'`)
      // The tours would need many more passes to reach all of them.
      for (let passes = 0; passes < 6; ) if ((await alone.prover.pass()) !== 'busy') passes++
      expect((await count()).closed).toBe(BROKEN)
      await sql`select pg_advisory_unlock(${PROVER_LOCK})`.execute(connection)
    })
    expect((await bench.transfer(ada, payer, payee, '0.01')).status).toBe(201)
  })
})
