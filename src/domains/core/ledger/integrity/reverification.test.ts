// Tests the prover's tours, which verify old data again: the owners of accounts, their overdrafts, and moves
// that were verified long ago. The running prover and the full proof both name each manipulation and put the
// account in quarantine; undoing the manipulation resolves it.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import type { Horizon } from '../../../../operation/horizon.ts'
import type { Db } from '../../../../platform/database.ts'
import { checkOwners } from '../../accounts/index.ts'
import { proveAll } from './full-proof.ts'
import type { Finding, InvariantName } from './invariants.ts'
import { proveStretchAgain, proveLatestMoves } from './proof-store.ts'
import type { Prover } from './prover.ts'
import { makeProver, openWorkbench, type Fixture } from '../test-support.ts'

let bank: Bank
let bench: Fixture
let horizon: Horizon
let prover: Prover
let ada: Person
let bob: Person
let operator: Person

beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
  ;({ horizon, prover } = makeProver(bank, bench))
  ada = await bank.person()
  bob = await bank.person()
  operator = await bank.operator()
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

async function passUntilDone(): Promise<void> {
  await horizon.settle(60_000)
  await expect.poll(() => prover.pass(), { timeout: 120_000, interval: 5 }).toBe('done')
}

/** The violations of an account as the bank reports them. */
async function brokenOf(account: string): Promise<InvariantName[]> {
  const { body } = await bank.call('GET /api/v2/ledger/integrity', undefined, operator)
  return body.data.invariants
    .filter((one: { violations: { account_uuid: string }[] }) =>
      one.violations.some((found) => found.account_uuid === account),
    )
    .map((one: { name: InvariantName }) => one.name)
}

/** A pass and the full proof detect it; money stops; undoing it releases the account. */
async function expectNoticed(
  account: string,
  invariant: InvariantName,
  breaking: string,
  repairing: string,
): Promise<void> {
  await passUntilDone()
  expect(await brokenOf(account)).toEqual([])
  await bench.tamper(breaking)
  await passUntilDone()
  expect(await brokenOf(account)).toContain(invariant)
  const { findings } = await proveAll(bench.database.read, { ownerChecks: [checkOwners] })
  const named = findings.filter((found) => found.account_id === account)
  expect(named.map((found) => found.invariant)).toContain(invariant)
  const [row] = await bank.sql<{ quarantine: string | null }>(
    'select quarantine from ledger.accounts where id = $1',
    [account],
  )
  expect(row!.quarantine).toContain(invariant)
  const recheck = () => bank.call('POST /api/v2/ledger/integrity/recheck', {}, operator)
  expect((await recheck()).body.data.still_quarantined).toContain(account)
  await bench.tamper(repairing)
  expect((await recheck()).body.data.lifted).toContain(account)
  await passUntilDone()
  expect(await brokenOf(account)).toEqual([])
}

describe('the running prover detects', () => {
  it.each([['null'], ['50000']])('a customer with the overdraft %s', async (overdraft) => {
    const account = await bench.openAccount(ada, 1_000)
    const set = (to: string) =>
      `update ledger.balances set overdraft = ${to}, version = version + 1 where account_id = '${account}'`
    await expectNoticed(account, 'overdraft', set(overdraft), set('0'))
  })

  it('an overdraft, which lends nothing meanwhile', async () => {
    const account = await bench.openAccount(ada, 1_000)
    await bank.sql(
      'update ledger.balances set overdraft = null, version = version + 1 where account_id = $1',
      [account],
    )
    const route = `POST /api/v2/accounts/${account}/withdraw`
    const { body } = await bank.call(route, { amount: '1000000.00', asset_code: 'USD' }, ada)
    expect(['INSUFFICIENT_BALANCE', 'ACCOUNT_QUARANTINED']).toContain(body.error.code)
    await bank.sql('update ledger.balances set overdraft = 0 where account_id = $1', [account])
    await passUntilDone()
    await bank.call('POST /api/v2/ledger/integrity/recheck', {}, operator)
  })

  it.each([
    ['ledger.accounts', 'id'],
    ['accounts.accounts', 'uuid'],
  ])('another owner, manager or environment in %s', async (table, id) => {
    const account = await bench.openAccount(ada, 1_000)
    const set = (what: string) => `update ${table} set ${what} where ${id} = '${account}'`
    const owner = (person: Person) => set(`user_uuid = '${person.uuid}'`)
    await expectNoticed(account, 'owner', owner(bob), owner(ada))
    const managed = set(`manager_uuid = '${bob.uuid}'`)
    await expectNoticed(account, 'owner', managed, set('manager_uuid = null'))
    const turned = set(`environment = 'sandbox'`)
    await expectNoticed(account, 'environment', turned, set(`environment = 'live'`))
  })

  it('a sandbox account turned live', async () => {
    const key = await bank.sandboxKey(ada)
    const opened = await bank.call('POST /api/v2/accounts', { name: 'Play' }, key)
    const account: string = opened.body.data.uuid
    const turn = (environment: string) =>
      `update ledger.accounts set environment = '${environment}' where id = '${account}'`
    await expectNoticed(account, 'environment', turn('live'), turn('sandbox'))
  })

  it('a customer turned into the bank, and an opening that is gone', async () => {
    const account = await bench.openAccount(ada, 1_000)
    await expectNoticed(
      account,
      'owner',
      `update ledger.accounts set user_uuid = null, code = 'mine' where id = '${account}'`,
      `update ledger.accounts set user_uuid = '${ada.uuid}', code = null where id = '${account}'`,
    )
    await expectNoticed(
      account,
      'owner',
      `create table kept as select * from ledger.openings where account_id = '${account}';
       delete from ledger.openings where account_id = '${account}'`,
      'insert into ledger.openings select * from kept; drop table kept',
    )
  })

  it('changed and deleted moves that it had verified, the last of an account included', async () => {
    const [from, to] = [await bench.openAccount(ada, 10_000), await bench.openAccount(ada, 0)]
    for (let n = 0; n < 4; n++) await bench.transfer(ada, from, to, '1.00')
    const move = (seq: number) => `from_account = '${from}' and from_seq = ${seq}`
    const change = (what: string, seq = 3) => `update ledger.moves set ${what} where ${move(seq)}`
    const remove = (seq: number) =>
      `create table kept as select * from ledger.moves where ${move(seq)};
       delete from ledger.moves where ${move(seq)}`
    const restore = 'insert into ledger.moves select * from kept; drop table kept'
    await expectNoticed(from, 'chain', change('units = units + 7'), change('units = units - 7'))
    const later = change(`created_at = created_at - interval '1 hour'`)
    const earlier = change(`created_at = created_at + interval '1 hour'`)
    await expectNoticed(to, 'time', later, earlier)
    await expectNoticed(to, 'sequence', remove(3), restore)
    await expectNoticed(from, 'sequence', remove(5), restore)
    // As if another account had paid.
    const other = await bench.openAccount(bob, 10_000)
    const back = `update ledger.moves set from_account = '${from}', from_seq = 4 where to_account = '${to}'
      and to_seq = 3`
    await expectNoticed(
      other,
      'sequence',
      change(`from_account = '${other}', from_seq = 2`, 4),
      back,
    )
  })
})

describe('reverification of old moves', () => {
  /** All findings of the tours, in a transaction that is rolled back. */
  async function findAfter(tampering: string | undefined, accounts: readonly string[]) {
    const over = new Error('over')
    let findings: Finding[] = []
    const look = async (tx: Db) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      if (tampering !== undefined) await sql.raw(tampering).execute(tx)
      const names = accounts.map((account_id) => ({ account_id, asset: 'USD' }))
      findings = [
        ...(await proveStretchAgain(tx, { after: '0', until: '9223372036854775807' })),
        ...(await proveLatestMoves(tx, names)),
      ]
      throw over
    }
    await bench.database.write
      .transaction()
      .execute(look)
      .catch((error: unknown) => {
        if (error !== over) throw error
      })
    return findings
  }

  it('finds any one number that was changed, any move that is gone, and nothing else', async () => {
    const accounts = [await bench.openAccount(ada, 10_000), await bench.openAccount(ada, 10_000)]
    const [a, b] = accounts as [string, string]
    for (let n = 0; n < 6; n++)
      await bench.transfer(ada, n % 3 === 0 ? b : a, n % 3 === 0 ? a : b, `${n + 1}.00`)
    expect(await findAfter(undefined, accounts)).toEqual([])
    const moves = await bank.sql<{ position: string }>(
      `select position from ledger.moves
       where $1 in (from_account, to_account) or $2 in (from_account, to_account)`,
      accounts,
    )
    expect(moves).toHaveLength(8)
    const columns = ['units', 'from_after', 'to_after', 'from_seq', 'to_seq'] as const
    const tampering = fc.oneof(
      fc.constant(undefined),
      fc.record({
        column: fc.constantFrom(...columns),
        by: fc.integer({ min: 1, max: 1_000_000 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(moves.length - 1), tampering, async (n, change) => {
        const where = `where position = ${moves[n]!.position}`
        const statement = change
          ? `update ledger.moves set ${change.column} = ${change.column} + ${change.by} * 1000 ${where}`
          : `delete from ledger.moves ${where}`
        expect((await findAfter(statement, accounts)).length).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })
})
