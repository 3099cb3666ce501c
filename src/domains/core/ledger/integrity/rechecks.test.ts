// Tests the recheck of many accounts: a job that releases the sound ones, shows its progress, and goes on after a stop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { checkOwners } from '../../accounts/index.ts'
import { makeProver, openWorkbench, type Fixture } from '../test-support.ts'
import { Rechecks } from './rechecks.ts'

let bank: Bank
let bench: Fixture
let ada: Person
let operator: Person

beforeAll(async () => {
  // Its jobs stay where they are sent, as on a node that stops before it runs them.
  bank = await startBank({ jobs: 'none' })
  bench = openWorkbench(bank)
  ada = await bank.person()
  operator = await bank.operator()
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

const start = (body: object = { covers: 'all' }, person = operator) =>
  bank.call('POST /api/v2/ledger/integrity/rechecks', body, person)

const startOf = (...account_uuids: readonly string[]) => start({ covers: 'listed', account_uuids })

const read = async (uuid: string) => {
  const route = `GET /api/v2/ledger/integrity/rechecks/${uuid}`
  const { status, body } = await bank.call(route, undefined, operator)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const change = (accounts: readonly string[], by: string) =>
  bank.sql(`update ledger.balances set units = units ${by} where account_id = any($1)`, [accounts])

const listQuarantined = async (): Promise<string[]> => {
  const rows = await bank.sql<{ id: string }>(
    'select id from ledger.accounts where quarantine is not null order by id',
  )
  return rows.map(({ id }) => id)
}

/** Accounts of which each has a cent too many, in quarantine. */
async function breakSome(count: number): Promise<string[]> {
  const accounts = await Promise.all(
    Array.from({ length: count }, () => bench.openAccount(ada, 1_000)),
  )
  const { prover, horizon } = makeProver(bank, bench)
  await horizon.settle(60_000)
  await change(accounts, '+ 1')
  await expect
    .poll(async () => (await prover.pass()) === 'done' && listQuarantined(), { timeout: 120_000 })
    .toEqual(accounts.toSorted())
  return accounts.toSorted()
}

/** A node of this bank, which proves two accounts at a time. */
const makeRechecks = () =>
  new Rechecks({
    db: bench.database.write,
    jobs: bank.app.bank.jobs,
    log: bank.app.bank.log,
    work: bank.app.bank.work,
    ownerChecks: { handlers: [checkOwners] },
    batchMax: 2,
  })

const finish = () => bank.runJob('ledger.recheck')

describe('ledger_recheck.start', () => {
  it('proves all accounts in quarantine, shows how far it is, and goes on at another node', async () => {
    const accounts = await breakSome(5)
    const [first, ...others] = accounts as [string, ...string[]]
    const stillBroken = accounts.slice(3)
    await change(accounts.slice(0, 3), '- 1')

    const { status, body } = await start()
    expect(status, JSON.stringify(body)).toBe(202)
    const { uuid } = body.data
    expect(body.data).toMatchObject({
      covers: 'all',
      status: 'running',
      total: 5,
      checked: 0,
      released: 0,
      still_broken: 0,
      ended_at: null,
    })
    // Often enough for PostgreSQL to plan the statements once for all values.
    for (let times = 0; times < 8; times++) expect((await start()).body.data.uuid).toBe(uuid)
    expect((await startOf(first)).body.error).toMatchObject({
      code: 'RECHECK_IN_PROGRESS',
      details: { recheck_uuid: uuid },
    })

    expect(await makeRechecks().advance()).toBe(true)
    expect(await read(uuid)).toMatchObject({ status: 'running', checked: 2, released: 2 })
    expect(await listQuarantined()).toEqual(others.slice(1))
    expect((await bench.transfer(ada, first, others[0]!, '1.00')).status).toBe(201)

    const node = await startBank({ address: bank.address, clock: bank.clock })
    try {
      await expect
        .poll(async () => (await read(uuid)).status, { timeout: 120_000, interval: 20 })
        .toBe('done')
    } finally {
      await node.stop()
    }
    const done = await read(uuid)
    expect(done).toMatchObject({ total: 5, checked: 5, released: 3, still_broken: 2 })
    expect(done.ended_at).toBe(bank.clock.now().toISOString())
    expect(await listQuarantined()).toEqual(stillBroken)
    const shown = await bank.call('GET /api/v2/ledger/integrity', undefined, operator)
    expect(shown.body.data).toMatchObject({ quarantined_accounts: 2, last_recheck: { uuid } })
    const toCustomer = await bank.call('GET /api/v2/ledger/integrity', undefined, ada)
    expect(toCustomer.body.data).not.toHaveProperty('last_recheck')

    // The sum of the two cents is still wrong, and a new recheck begins.
    await change(stillBroken, '- 1')
    const again = (await start()).body.data
    expect(again.uuid).not.toBe(uuid)
    await finish()
    expect(await read(again.uuid)).toMatchObject({ status: 'done', checked: 2, released: 2 })
    expect(await listQuarantined()).toEqual([])
    const integrity = await bank.call('GET /api/v2/ledger/integrity', undefined, operator)
    expect(integrity.body.data.status).toBe('sound')
  })

  it('proves the accounts of a list only, all of which are in quarantine', async () => {
    const [listed, other] = (await breakSome(2)) as [string, string]
    await change([listed, other], '- 1')
    const sound = await bench.openAccount(ada)
    const refused = await startOf(listed, sound)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({
      'account_uuids.1': [`The account ${sound} is not in quarantine.`],
    })
    for (const body of [{ covers: 'listed' }, { covers: 'all', account_uuids: [listed] }])
      expect((await start(body)).body.errors).toHaveProperty('account_uuids')
    const { uuid } = (await startOf(listed, listed)).body.data
    // A recheck of a list does not cover all accounts.
    expect((await start()).status).toBe(409)
    await finish()
    expect(await read(uuid)).toMatchObject({ covers: 'listed', total: 1, checked: 1, released: 1 })
    expect(await listQuarantined()).toEqual([other])
    const { body } = await bank.call('POST /api/v2/ledger/integrity/recheck', {}, operator)
    expect(body.data.lifted).toEqual([other])
  })

  it('is for operators, and ends at once when no account is in quarantine', async () => {
    expect((await start({ covers: 'all' }, ada)).status).toBe(403)
    const { uuid } = (await start()).body.data
    await finish()
    expect(await read(uuid)).toMatchObject({ status: 'done', total: 0, checked: 0 })
    expect(await makeRechecks().advance()).toBe(false)
  })
})

describe('ledger_recheck.get', () => {
  it('knows no other recheck, and is for operators', async () => {
    const route = 'GET /api/v2/ledger/integrity/rechecks/0197a000-0000-7000-8000-000000000000'
    expect((await bank.call(route, undefined, operator)).status).toBe(404)
    expect((await bank.call(route, undefined, ada)).status).toBe(403)
  })
})
