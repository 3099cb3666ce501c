// Batches through HTTP and PostgreSQL: the effect of each operation on every account, and the state after a
// crash, a failure or a cancellation.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAll } from '../../../../test/contract/ask-all.ts'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { AuthorityCheck } from '../../people/identity/index.ts'
import { AssetCatalogue } from '../assets/index.ts'
import { newEntryId, systemAccount } from '../ledger/index.ts'
import { batchLife } from './life-cycle.ts'
import { BatchRunner, type RunnerOptions } from './runner.ts'

let bank: Bank
let ada: Person
let operator: Person
let database: Database
let assets: AssetCatalogue

beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 2, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

/** Each test has a day and accounts of its own; the accounts of the ones before are emptied. */
beforeEach(async () => {
  bank.clock.advance(86_400)
  operator = await bank.operator()
  ada = await bank.person()
  assets = new AssetCatalogue()
  await assets.load(database.read, bank.clock.now())
  for (const { id, asset, units } of await listBalances())
    await bank.call(
      `POST /api/accounts/${id}/withdraw`,
      { amount: decimal(units), asset_code: asset },
      operator,
    )
})

const decimal = (cents: number): string => (cents / 100).toFixed(2)

const listBalances = () =>
  bank.sql<{ id: string; asset: string; units: number }>(
    `select a.id, b.asset, b.units::int as units from ledger.balances b
     join ledger.accounts a on a.id = b.account_id
     where a.code is null and a.status = 'active' and b.units > 0`,
  )

async function openAccount(cents: number, person = ada): Promise<string> {
  const { status, body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Test', initial_balance: cents },
    person,
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.uuid
}

/** Accounts that have had this much at the end of a day. */
const openAccounts = async (...cents: number[]): Promise<string[]> => {
  const ids: string[] = []
  for (const one of cents) ids.push(await openAccount(one))
  await overnight()
  return ids
}

const dayNow = (): string => bank.clock.now().toISOString().slice(0, 10)

/** A login lasts a day. */
async function overnight(): Promise<void> {
  bank.clock.advance(86_400)
  operator = await bank.operator()
  const { body } = await bank.call('POST /api/auth/login', ada)
  ada = { ...ada, token: body.access_token }
}

async function unitsOf(account: string, asset = 'USD'): Promise<number> {
  const [row] = await bank.sql<{ units: number }>(
    'select units::int as units from ledger.balances where account_id = $1 and asset = $2',
    [account, asset],
  )
  return row?.units ?? 0
}

const execute = (body: object, person: CallOptions = operator) =>
  bank.call('POST /api/batch-operations/execute', body, person)

const getStatus = async (batch_id: string) =>
  (await bank.call(`GET /api/batch-operations/${batch_id}/status`, undefined, operator)).body.data

/** Executed by the bank's own worker, to the end. */
async function runToEnd(...operations: object[]) {
  const { status, body } = await execute({ operations })
  expect(status, JSON.stringify(body)).toBe(202)
  const { batch_id } = body.data
  await expect
    .poll(async () => (await getStatus(batch_id)).completed_at, { timeout: 120_000, interval: 50 })
    .not.toBeNull()
  return getStatus(batch_id)
}

const DELAY_S = 300

/** One that the bank's own worker leaves alone: it is due by the test's clock only. */
async function schedule(body: object, by: CallOptions = operator): Promise<string> {
  const due = new Date(bank.clock.now().getTime() + DELAY_S * 1000).toISOString()
  const answer = await execute({ ...body, schedule_time: due.slice(0, 19).replace('T', ' ') }, by)
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  bank.clock.advance(DELAY_S)
  return answer.body.data.batch_id
}

/** A worker of the test's own: small steps, and what it would have sent to the queue. */
function makeRunner(extra: Partial<RunnerOptions> = {}) {
  const sent: { payload: object; afterSeconds: number | undefined }[] = []
  const runner = new BatchRunner({
    assets,
    standing: new AuthorityCheck({ handlers: [] }),
    clock: bank.clock,
    log: pino({ level: 'silent' }),
    invalidate: () => {},
    jobs: {
      send: async (_tx, _name, payload, when) => {
        sent.push({ payload, afterSeconds: when?.afterSeconds })
      },
    },
    chunkSize: 2,
    ...extra,
  })
  const idOf = (batch_id: string) => batch_id.slice('batch_'.length)
  return {
    sent,
    run: (batch_id: string) => runner.run(idOf(batch_id), database.write),
    resume: () => runner.resume(database.write),
  }
}

/** Throws at the step with this number, before it is committed. */
const failAt = (number: number, error: Error) => {
  let steps = 0
  return () => {
    if (++steps === number) throw error
  }
}

const lost = () => new Error('Connection terminated unexpectedly')

const interest = (rate: string | number, extra: object = {}) => ({
  type: 'account_interest',
  parameters: { rate, asset_code: 'USD', ...extra },
  priority: 9,
})

const fee = (amount: string, extra: object = {}) => ({
  type: 'fee_collection',
  parameters: { fee_type: 'Monthly fee', amount, asset_code: 'USD', ...extra },
})

const movesOf = (accounts: readonly string[], subtype: string) =>
  bank.sql<{ entry_id: string; linked_to: string | null; link: string | null; units: number }>(
    `select entry_id, link, linked_to, units::int as units from ledger.moves
     where subtype = $2 and (from_account = any($1) or to_account = any($1)) order by position`,
    [accounts, subtype],
  )

describe('batch.execute', () => {
  it('answers at once, names the batch after the day, and estimates its duration', async () => {
    const one = { type: 'report_generation', parameters: { report_type: 'trial_balance' } }
    const { status, body } = await execute({ operations: [one] })
    expect(status).toBe(202)
    expect(body).toEqual({
      message: 'The batch is in progress.',
      data: {
        batch_id: expect.stringMatching(/^batch_[0-9a-f-]{36}$/),
        status: 'initiated',
        operations_count: 1,
        batch_name: `EOD_${bank.clock.now().toISOString().slice(0, 10).replaceAll('-', '_')}`,
        estimated_duration: '5-10 minutes',
        started_at: bank.clock.now().toISOString(),
        scheduled_for: null,
        started_by: operator.uuid,
        retry_attempts: 3,
      },
    })
    const guesses = [3, 6, 7, 12, 13].map(async (count) => {
      const answer = await execute({ operations: Array.from({ length: count }, () => one) })
      return answer.body.data.estimated_duration
    })
    expect(await Promise.all(guesses)).toEqual([
      '15-30 minutes',
      '15-30 minutes',
      '30-60 minutes',
      '30-60 minutes',
      '1-2 hours',
    ])
  })

  const refusals: [what: string, operation: object, field: string][] = [
    ['an unknown type', { type: 'lottery' }, 'operations.0.type'],
    ['no rate', { type: 'account_interest' }, 'operations.0.parameters.rate'],
    ['a rate of zero', interest(0), 'operations.0.parameters.rate'],
    ['a negative rate', interest('-1'), 'operations.0.parameters.rate'],
    ['a rate in words', interest('two'), 'operations.0.parameters.rate'],
    ['a rate above 100', interest('100.01'), 'operations.0.parameters.rate'],
    ['an unknown asset', interest(1, { asset_code: 'XYZ' }), 'operations.0.parameters.asset_code'],
    ['a day that is none', interest(1, { date: '2026-02-30' }), 'operations.0.parameters.date'],
    ['a day to come', interest(1, { date: '2031-01-01' }), 'operations.0.parameters.date'],
    ['a fee of nothing', fee('0'), 'operations.0.parameters.amount'],
    ['a negative fee', fee('-1'), 'operations.0.parameters.amount'],
    ['too many places', fee('1.001'), 'operations.0.parameters.amount'],
    [
      'no type of fee',
      { type: 'fee_collection', parameters: { amount: '1', asset_code: 'USD' } },
      'operations.0.parameters.fee_type',
    ],
    [
      'unknown accounts',
      fee('1', { account_uuids: ['0197a000-0000-7000-8000-000000000000'] }),
      'operations.0.parameters.account_uuids',
    ],
    [
      'an account of the bank',
      fee('1', { account_uuids: [systemAccount('live', 'fees')] }),
      'operations.0.parameters.account_uuids',
    ],
    [
      'account ids that are not uuids',
      fee('1', { account_uuids: ['x'] }),
      'operations.0.parameters.account_uuids.0',
    ],
    ['no date', { type: 'balance_reconciliation' }, 'operations.0.parameters.date'],
    [
      'an unknown report',
      { type: 'report_generation', parameters: { report_type: 'gossip' } },
      'operations.0.parameters.report_type',
    ],
    [
      'an unknown task',
      { type: 'maintenance_tasks', parameters: { tasks: ['sleep'] } },
      'operations.0.parameters.tasks.0',
    ],
    ['a priority of 11', { ...fee('1'), priority: 11 }, 'operations.0.priority'],
  ]
  it('refuses invalid operations, and writes nothing', async () => {
    const before = await bank.sql('select id from batches.batches')
    const things = refusals.map(([at, operation, field]) => ({ at, operation, field }))
    await askAll(things, async ({ operation, field }) => {
      const { status, body } = await execute({ operations: [operation] })
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
    })
    for (const schedule_time of ['2026-02-30 12:00:00', '2026-01-01 12:00:00', 'tomorrow']) {
      const { status, body } = await execute({ operations: [interest(1)], schedule_time })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['schedule_time']])
    }
    expect(await bank.sql('select id from batches.batches')).toHaveLength(before.length)
  })

  it('names the operation that is wrong, and writes none of them', async () => {
    const before = await bank.sql('select id from batches.batches')
    const { body } = await execute({ operations: [interest(1), fee('0'), interest(-1)] })
    expect(Object.keys(body.errors).toSorted()).toEqual([
      'operations.1.parameters.amount',
      'operations.2.parameters.rate',
    ])
    expect(await bank.sql('select id from batches.batches')).toHaveLength(before.length)
  })
})

describe('account_interest', () => {
  it('pays a day’s interest on each positive balance, rounded half to even', async () => {
    // 3.65 % a year is a ten-thousandth a day.
    const cases: [balance: number, interest: number][] = [
      [10_000_000, 1_000],
      [5_000, 0], // half a cent, to the even 0
      [15_000, 2], // one and a half, to the even 2
      [25_000, 2], // two and a half, to the even 2
      [35_000, 4],
      [1_234_567, 123],
      [5_001, 1],
    ]
    const accounts = await openAccounts(...cases.map(([balance]) => balance))
    const bankBefore = await unitsOf(systemAccount('live', 'interest'))
    const batch = await runToEnd(interest('3.65'))
    for (const [index, [balance, expected]] of cases.entries())
      expect(await unitsOf(accounts[index]!), `on ${balance}`).toBe(balance + expected)
    expect(await unitsOf(systemAccount('live', 'interest'))).toBe(bankBefore - 1_132)
    expect(batch).toMatchObject({
      status: 'completed',
      progress: 100,
      operations_completed: 1,
      compensation: { status: 'none', payments: 6, reversed: 0, kept: 0 },
    })
    const [operation] = batch.operations
    expect(operation.result).toMatchObject({
      rate: '3.65',
      rounding: 'half-even',
      totals: [{ asset_code: 'USD', accounts: 6, amount: '11.32' }],
      skipped: [{ account_uuid: accounts[1], asset_code: 'USD', reason: expect.any(String) }],
    })
    const [move] = await movesOf([accounts[0]!], 'interest')
    const [row] = await bank.sql<{ user_uuid: string; type: string }>(
      'select user_uuid, type from ledger.moves where entry_id = $1',
      [move!.entry_id],
    )
    expect(row).toEqual({ user_uuid: operator.uuid, type: 'deposit' })
  })

  it('leaves out frozen accounts and other assets', async () => {
    const [active, frozen] = await openAccounts(1_000_000, 1_000_000)
    await bank.call(`POST /api/accounts/${frozen}/freeze`, { reason: 'Lost' }, ada)
    await bank.call(
      `POST /api/accounts/${active}/deposit`,
      { amount: '10000', asset_code: 'EUR' },
      ada,
    )
    await overnight()
    await runToEnd(interest('36.5'))
    expect(await unitsOf(active!)).toBe(1_001_000)
    expect(await unitsOf(active!, 'EUR')).toBe(1_000_000)
    expect(await unitsOf(frozen!)).toBe(1_000_000)
    await runToEnd({ type: 'account_interest', parameters: { rate: 36.5 } })
    expect(await unitsOf(active!, 'EUR')).toBe(1_001_000)
    // The dollars have had the interest of this day.
    expect(await unitsOf(active!)).toBe(1_001_000)
    await bank.call(`POST /api/accounts/${frozen}/unfreeze`, { reason: 'Found' }, operator)
  })

  it('uses the balance at the end of a past day', async () => {
    const [early] = await openAccounts(1_000_000)
    const date = dayNow()
    await overnight()
    const late = await openAccount(1_000_000, await bank.person())
    await bank.call(
      `POST /api/accounts/${early}/withdraw`,
      { amount: '9999.00', asset_code: 'USD' },
      operator,
    )
    await runToEnd(interest('36.5', { date }))
    expect(await unitsOf(early!)).toBe(100 + 1_000)
    expect(await unitsOf(late)).toBe(1_000_000)
  })

  it('pays once on money that moves ahead of the batch', async () => {
    const accounts = (await openAccounts(1, 1, 1)).toSorted()
    const paid = { amount: '10000', asset_code: 'USD' }
    await bank.call(`POST /api/accounts/${accounts[0]}/deposit`, paid, ada)
    await overnight()
    const move = async (from: number, to: number) => {
      const body = { from_account: accounts[from], to_account: accounts[to], amount: '10000.00' }
      const more = { asset_code: 'USD', workflow_enabled: false }
      const { status } = await bank.call('POST /api/v2/transfers', { ...body, ...more }, ada)
      expect(status).toBe(201)
    }
    const batch = await schedule({ operations: [interest('36.5')] })
    // One account a step; after each step the money goes on to the next account.
    for (const next of [1, 2]) {
      const { run } = makeRunner({ chunkSize: 1, onStep: failAt(2, lost()) })
      await expect(run(batch)).rejects.toThrow('Connection terminated')
      await move(next - 1, next)
    }
    await makeRunner({ chunkSize: 1 }).run(batch)
    expect((await movesOf(accounts, 'interest')).map(({ units }) => units)).toEqual([1_000])
  })

  it('pays a day once, however many batches pay it, concurrently or in turn', async () => {
    const accounts = await openAccounts(100_000, 100_000, 100_000)
    const first = await schedule({ operations: [interest('36.5')] })
    const second = await schedule({ operations: [interest('36.5'), interest('100')] })
    await Promise.all([makeRunner().run(first), makeRunner().run(second)])
    expect(await movesOf(accounts, 'interest')).toHaveLength(3)
    const again = await runToEnd(interest('36.5'))
    expect(again.operations[0].result).toMatchObject({
      totals: [],
      skipped: accounts
        .toSorted()
        .map((account_uuid) => ({ account_uuid, reason: expect.stringContaining('before') })),
    })
    expect(await movesOf(accounts, 'interest')).toHaveLength(3)
    await overnight()
    await runToEnd(interest('36.5'))
    expect(await movesOf(accounts, 'interest')).toHaveLength(6)
  })

  it('pays a day again whose payments were undone', async () => {
    const [account] = await openAccounts(100_000)
    const batch = await schedule({ operations: [interest('36.5')] })
    const { run } = makeRunner({ chunkSize: 1, onStep: failAt(2, lost()) })
    await expect(run(batch)).rejects.toThrow('Connection terminated')
    await bank.call(`POST /api/batch-operations/${batch}/cancel`, { compensate: true }, operator)
    await makeRunner().run(batch)
    expect(await unitsOf(account!)).toBe(100_000)
    await runToEnd(interest('36.5'))
    expect(await unitsOf(account!)).toBe(100_100)
  })

  it('is not paid for a day that has not ended', async () => {
    const { status, body } = await execute({ operations: [interest(1, { date: dayNow() })] })
    expect(status).toBe(422)
    expect(body.errors).toHaveProperty(['operations.0.parameters.date'])
  })

  it('pays no account twice when it crashes in the middle and continues', async () => {
    const accounts = await openAccounts(100_000, 100_000, 100_000, 100_000, 100_000)
    const batch = await schedule({ operations: [interest('36.5')] })
    const first = makeRunner({ onStep: failAt(2, lost()) })
    await expect(first.run(batch)).rejects.toThrow('Connection terminated')
    expect(await movesOf(accounts, 'interest')).toHaveLength(2)
    const half = await getStatus(batch)
    expect(half).toMatchObject({ status: 'processing', operations: [{ records_processed: 2 }] })
    expect(half.progress).toBeGreaterThan(0)
    expect(half.progress).toBeLessThan(100)

    const second = makeRunner()
    await second.resume()
    expect(second.sent, 'it is not given up yet').toEqual([])
    bank.clock.advance(61)
    await second.resume()
    expect(second.sent).toEqual([{ payload: { batch: batch.slice(6) }, afterSeconds: undefined }])
    await second.run(batch)
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual(
      accounts.map(() => 100_100),
    )
    expect(await movesOf(accounts, 'interest')).toHaveLength(5)
    expect(await getStatus(batch)).toMatchObject({
      status: 'completed',
      progress: 100,
      operations: [{ result: { totals: [{ accounts: 5, amount: '5.00' }] } }],
    })
    await second.run(batch)
    expect(await movesOf(accounts, 'interest')).toHaveLength(5)
  })

  it('pays no account twice when two workers run the same batch', async () => {
    const accounts = await openAccounts(...Array.from({ length: 9 }, () => 100_000))
    const batch = await schedule({ operations: [interest('36.5')] })
    await Promise.all([makeRunner().run(batch), makeRunner().run(batch)])
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual(
      accounts.map(() => 100_100),
    )
    // They took turns: neither failed because of the other.
    expect(await getStatus(batch)).toMatchObject({
      status: 'completed',
      operations: [{ attempts: 0, records_processed: 9, records_total: 9 }],
    })
  })

  it('is retried as often as requested, with exponential backoff', async () => {
    const accounts = await openAccounts(100_000, 100_000, 100_000)
    const batch = await schedule({ operations: [interest('36.5')], retry_attempts: 2 })
    const failing = makeRunner({ onStep: failAt(2, new Error('secret detail')) })
    await failing.run(batch)
    expect(failing.sent).toEqual([{ payload: { batch: batch.slice(6) }, afterSeconds: 2 }])
    const waiting = await getStatus(batch)
    expect(waiting).toMatchObject({ status: 'processing', operations: [{ attempts: 1 }] })
    expect(JSON.stringify(waiting)).not.toContain('secret detail')
    await failing.run(batch)
    expect(await getStatus(batch)).toMatchObject({
      status: 'completed',
      operations: [{ attempts: 1, error_message: null }],
    })
    expect(await movesOf(accounts, 'interest')).toHaveLength(3)
  })
})

describe('fee_collection', () => {
  it('takes the fee from accounts that can pay it, and records the reason for the others', async () => {
    const [rich, poor, frozen] = await openAccounts(1_000, 100, 1_000)
    await bank.call(`POST /api/accounts/${frozen}/freeze`, { reason: 'Lost' }, ada)
    const fees = await unitsOf(systemAccount('live', 'fees'))
    const batch = await runToEnd(
      fee('2.50', { account_uuids: [frozen, rich!.toUpperCase(), poor] }),
    )
    expect(await Promise.all([rich, poor, frozen].map((id) => unitsOf(id!)))).toEqual([
      750, 100, 1_000,
    ])
    expect(await unitsOf(systemAccount('live', 'fees'))).toBe(fees + 250)
    const [operation] = batch.operations
    expect(operation).toMatchObject({
      status: 'completed',
      records_total: 3,
      records_processed: 3,
      records_skipped: 2,
      result: {
        fee_type: 'Monthly fee',
        amount: '2.50',
        totals: [{ asset_code: 'USD', accounts: 1, amount: '2.50' }],
      },
    })
    const reasons = new Map(
      operation.result.skipped.map((one: { account_uuid: string; reason: string }) => [
        one.account_uuid,
        one.reason,
      ]),
    )
    expect(reasons.get(poor)).toMatch(/^Insufficient USD: \d+\.\d\d available, 2\.50 needed\.$/)
    expect(reasons.get(frozen)).toContain('is frozen')
    await bank.call(`POST /api/accounts/${frozen}/unfreeze`, { reason: 'Found' }, operator)
  })

  it('is taken from every account with the asset when none is named, in small steps', async () => {
    const accounts = await openAccounts(500, 500, 500, 500, 500)
    const batch = await schedule({ operations: [fee('1')] })
    await makeRunner().run(batch)
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual(accounts.map(() => 400))
    const [operation] = (await getStatus(batch)).operations
    expect(operation.records_total).toBe(operation.records_processed)
    expect(operation.result.totals).toEqual([{ asset_code: 'USD', accounts: 5, amount: '5.00' }])
  })
})

describe('the order of operations', () => {
  it('is by priority, then as given', async () => {
    const [account] = await openAccounts(100_000)
    const only = { account_uuids: [account] }
    // Half of it as a fee first would halve the interest.
    const batch = await runToEnd({ ...fee('500', only), priority: 1 }, interest('36.5'))
    expect(await unitsOf(account!)).toBe(50_100)
    expect(batch.operations.map((one: { type: string }) => one.type)).toEqual([
      'account_interest',
      'fee_collection',
    ])
  })
})

describe('a failure', () => {
  it('undoes what was paid, in reverse order', async () => {
    const accounts = await openAccounts(100_000, 100_000, 100_000)
    const only = { account_uuids: accounts }
    const batch = await schedule({
      operations: [interest('36.5'), fee('1.00', only), { ...fee('1.00'), priority: 1 }],
      retry_attempts: 0,
    })
    // Steps: two of interest, two of fees; the next one fails for good.
    await makeRunner({ onStep: failAt(5, new Error('broken')) }).run(batch)
    expect(await getStatus(batch)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('fee_collection'),
      operations_completed: 2,
      operations_failed: 1,
      compensation: { status: 'completed', payments: 6, reversed: 6, kept: 0 },
      operations: [
        { status: 'completed', compensation: { payments: 3, reversed: 3 } },
        { status: 'completed', compensation: { payments: 3, reversed: 3 } },
        { status: 'failed', compensation: { status: 'none', payments: 0 } },
      ],
    })
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual(
      accounts.map(() => 100_000),
    )
    const paid = [
      ...(await movesOf(accounts, 'interest')),
      ...(await movesOf(accounts, 'fee')),
    ].map((move) => move.entry_id)
    const reversals = await movesOf(accounts, 'reversal')
    expect(reversals.every((move) => move.link === 'reversal_of')).toBe(true)
    expect(reversals.map((move) => move.linked_to)).toEqual(paid.toReversed())
  })

  it('reports a payment that could not be undone', async () => {
    const accounts = await openAccounts(100_000, 100_000)
    const [spender, saver] = accounts as [string, string]
    const gone = {
      type: 'fee_collection',
      parameters: { ...fee('1').parameters, asset_code: 'GBP' },
    }
    const batch = await schedule({ operations: [interest('36.5'), gone], retry_attempts: 1 })
    await bank.sql(`update assets.assets set is_active = false where code = 'GBP'`)
    await assets.load(database.read, bank.clock.now())
    const runner = makeRunner()
    await runner.run(batch)
    expect(await getStatus(batch)).toMatchObject({
      status: 'processing',
      operations: [{ status: 'completed' }, { error_message: 'The asset GBP is not active.' }],
    })
    await bank.call(
      `POST /api/accounts/${spender}/withdraw`,
      { amount: '1001.00', asset_code: 'USD' },
      ada,
    )
    await bank.call(`POST /api/accounts/${saver}/freeze`, { reason: 'Lost' }, ada)
    await runner.run(batch)
    await bank.sql(`update assets.assets set is_active = true where code = 'GBP'`)
    expect(await getStatus(batch)).toMatchObject({
      status: 'failed',
      error_message: 'fee_collection: The asset GBP is not active.',
      compensation: { status: 'incomplete', payments: 2, reversed: 1, kept: 1 },
    })
    // A correction by the bank reaches a frozen account; money already spent is not taken from elsewhere.
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual([0, 100_000])
    const [kept] = await bank.sql<{ kept: string }>(
      'select kept from batches.payments where account_id = $1',
      [spender],
    )
    expect(kept!.kept).toMatch(/^Insufficient USD: \d+\.\d\d available, \d+\.\d\d needed\.$/)
    await bank.call(`POST /api/accounts/${saver}/unfreeze`, { reason: 'Found' }, operator)
  })

  it('continues undoing after a crash, and undoes nothing twice', async () => {
    const accounts = await openAccounts(100_000, 100_000, 100_000, 100_000)
    const batch = await schedule({ operations: [interest('36.5')], retry_attempts: 0 })
    let steps = 0
    const crashing = makeRunner({
      onStep: () => {
        // The third step of interest fails the batch; the second of undoing is cut off.
        if (++steps === 3) throw new Error('broken')
        if (steps === 5) throw lost()
      },
    })
    await expect(crashing.run(batch)).rejects.toThrow('Connection terminated')
    expect(await getStatus(batch)).toMatchObject({
      status: 'failed',
      compensation: { status: 'pending', payments: 4, reversed: 2 },
    })
    await makeRunner().run(batch)
    expect(await movesOf(accounts, 'reversal')).toHaveLength(4)
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual(
      accounts.map(() => 100_000),
    )
  })

  it('undoes only what is left of a payment that was reversed before', async () => {
    const [account] = await openAccounts(100_000)
    const batch = await schedule({ operations: [interest('36.5')] })
    const runner = makeRunner({ chunkSize: 1, onStep: failAt(2, lost()) })
    await expect(runner.run(batch)).rejects.toThrow('Connection terminated')
    const [paid] = await movesOf([account!], 'interest')
    // In one statement, so that the prover never finds a half of it.
    await bank.sql(
      `with returned as (update ledger.balances set units = units - 40, seq = seq + 1, version = version + 1
         where account_id = $4 and asset = 'USD'),
       received as (update ledger.balances set units = units + 40, seq = seq + 1, version = version + 1
         where account_id = $5 and asset = 'USD')
       insert into ledger.moves (entry_id, line, environment, type, subtype, from_account, to_account, asset,
         units, from_seq, from_after, to_seq, to_after, link, linked_to, created_at)
       select $1, 0, 'live', 'withdrawal', 'reversal', m.to_account, m.from_account, 'USD', 40,
         b.seq + 1, b.units - 40, s.seq + 1, s.units + 40, 'reversal_of', m.entry_id, $3
       from ledger.moves m
       join ledger.balances b on b.account_id = m.to_account and b.asset = 'USD'
       join ledger.balances s on s.account_id = m.from_account and s.asset = 'USD'
       where m.entry_id = $2`,
      [
        newEntryId(bank.clock.now()),
        paid!.entry_id,
        bank.clock.now(),
        account,
        systemAccount('live', 'interest'),
      ],
    )
    const cancelled = await bank.call(`POST /api/batch-operations/${batch}/cancel`, {}, operator)
    expect(cancelled.body.data.compensation_required).toBe(true)
    await expect
      .poll(async () => (await getStatus(batch)).compensation.status, { timeout: 120_000 })
      .toBe('completed')
    expect(await unitsOf(account!)).toBe(100_000)
    expect((await movesOf([account!], 'reversal')).map((move) => move.units)).toEqual([40, 60])
  })
})

describe('batch.cancel', () => {
  async function halfDone() {
    const accounts = await openAccounts(100_000, 100_000, 100_000, 100_000)
    const batch = await schedule({ operations: [interest('36.5')] })
    await expect(makeRunner({ onStep: failAt(2, lost()) }).run(batch)).rejects.toThrow()
    return { accounts, batch }
  }

  it('stops a batch in the middle and undoes what it paid', async () => {
    const { accounts, batch } = await halfDone()
    const { status, body } = await bank.call(
      `POST /api/v2/batch-operations/${batch}/cancel`,
      { reason: 'A wrong rate' },
      operator,
    )
    expect([status, body.data]).toEqual([
      200,
      {
        batch_id: batch,
        status: 'cancelled',
        cancelled_at: bank.clock.now().toISOString(),
        cancelled_by: operator.uuid,
        reason: 'A wrong rate',
        compensation_required: true,
        processed_before_cancel: 2,
      },
    ])
    // The bank's own worker undoes it.
    await expect
      .poll(async () => (await getStatus(batch)).compensation.status, { timeout: 120_000 })
      .toBe('completed')
    expect(await Promise.all(accounts.map((id) => unitsOf(id)))).toEqual(
      accounts.map(() => 100_000),
    )
    await makeRunner().run(batch)
    expect(await movesOf(accounts, 'interest')).toHaveLength(2)
    expect(await getStatus(batch)).toMatchObject({
      status: 'cancelled',
      operations: [{ status: 'failed', error_message: 'The batch was cancelled.' }],
    })
  })

  it('keeps the payments when compensate is false', async () => {
    const { accounts, batch } = await halfDone()
    const cancel = { compensate: false }
    const { body } = await bank.call(`POST /api/batch-operations/${batch}/cancel`, cancel, operator)
    expect(body.data.compensation_required).toBe(false)
    await makeRunner().run(batch)
    expect(await movesOf(accounts, 'interest')).toHaveLength(2)
    expect(await movesOf(accounts, 'reversal')).toHaveLength(0)
  })

  it('follows the table of states', async () => {
    const states = batchLife.states.map((at) => ({ at }))
    await askAll(states, async ({ at: status }) => {
      const batch = await schedule({ operations: [interest(1)] })
      await bank.sql('update batches.batches set status = $2 where id = $1', [
        batch.slice('batch_'.length),
        status,
      ])
      const answer = await bank.call(`POST /api/batch-operations/${batch}/cancel`, {}, operator)
      const next = batchLife.next(status, 'cancel')
      if (next) expect(answer.body.data).toMatchObject({ status: next })
      else expect([answer.status, answer.body.error.code]).toEqual([409, 'BATCH_NOT_CANCELLABLE'])
      expect((await getStatus(batch)).status).toBe(next ?? status)
    })
  })
})

describe('the table of states', () => {
  it('reaches a final state from every state', () => {
    const ends = ['completed', 'failed', 'cancelled'] as const
    expect(batchLife.ends).toEqual(ends)
    for (const status of batchLife.states)
      expect(ends.some((end) => batchLife.findWay(status, end))).toBe(true)
  })
})

describe('a batch of an operator', () => {
  const fees = (account: string) => ({
    operations: [
      {
        type: 'fee_collection',
        parameters: {
          fee_type: 'monthly',
          amount: '1.00',
          asset_code: 'USD',
          account_uuids: [account],
        },
      },
    ],
    retry_attempts: 3,
  })

  const anotherOperator = async (): Promise<Person> => {
    const person = await bank.person()
    await bank.sql(`update identity.users set roles = '{admin}' where uuid = $1`, [person.uuid])
    const { body } = await bank.call('POST /api/auth/login', person)
    return { ...person, token: body.access_token }
  }

  it('fails once they are no longer an operator, takes nothing and is not retried', async () => {
    const [account] = await openAccounts(10_000)
    const { sent, run } = makeRunner()
    const dismissed = await anotherOperator()
    const id = await schedule(fees(account!), dismissed)
    await bank.sql(`update identity.users set roles = '{}' where uuid = $1`, [dismissed.uuid])
    await run(id)
    expect(await getStatus(id)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('no longer an operator'),
    })
    expect([await unitsOf(account!), sent]).toEqual([10_000, []])
  })

  it('is cancelled before it starts when they end everything', async () => {
    const [account] = await openAccounts(10_000)
    const leaving = await anotherOperator()
    const id = await schedule(fees(account!), leaving)
    const { body } = await bank.call(
      'POST /api/auth/logout-all',
      { end_everything: true },
      { token: leaving.token },
    )
    expect(body.data.still_active.scheduled_batches).toBe(0)
    await makeRunner().run(id)
    expect(await getStatus(id)).toMatchObject({ status: 'cancelled' })
    expect(await unitsOf(account!)).toBe(10_000)
  })
})

describe('a schedule', () => {
  it('waits for its time: in the queue, and if the queue is early', async () => {
    const due = new Date(bank.clock.now().getTime() + 3_600_000)
    const { body } = await execute({
      operations: [interest(1)],
      batch_name: 'Nightly',
      schedule_time: due.toISOString().slice(0, 19).replace('T', ' '),
    })
    expect(body.data).toMatchObject({
      status: 'scheduled',
      batch_name: 'Nightly',
      started_at: null,
      scheduled_for: due.toISOString(),
    })
    const { batch_id } = body.data
    const [job] = await bank.sql<{ delay: number }>(
      `select extract(epoch from start_after - created_on)::int as delay from jobs.job
       where name = 'batches.run' and data ->> 'batch' = $1`,
      [batch_id.slice('batch_'.length)],
    )
    expect(job!.delay).toBe(3_600)
    bank.clock.advance(3_000)
    const runner = makeRunner()
    await runner.run(batch_id)
    expect(runner.sent).toMatchObject([{ afterSeconds: 600 }])
    expect((await getStatus(batch_id)).status).toBe('scheduled')
    bank.clock.advance(600)
    await runner.run(batch_id)
    expect(await getStatus(batch_id)).toMatchObject({
      status: 'completed',
      started_at: due.toISOString(),
    })
  })
})

describe('balance_reconciliation', () => {
  const today = () => bank.clock.now().toISOString().slice(0, 10)
  const reconcile = async (date = today()) => {
    bank.clock.advance(31)
    return (await runToEnd({ type: 'balance_reconciliation', parameters: { date } })).operations[0]
      .result
  }

  it('reports sound books as matched, with a sum of zero', async () => {
    await openAccounts(12_345)
    const result = await reconcile()
    expect(result).toMatchObject({ mismatches_total: 0, mismatches: [], is_sound: true })
    const [row] = await bank.sql<{ units: string; balances: number }>(
      `select (sum(b.units) filter (where a.code is null and b.asset = 'USD') / 100)::numeric(20,2)::text as units,
         count(*)::int as balances
       from ledger.balances b join ledger.accounts a on a.id = b.account_id where a.environment = 'live'`,
    )
    expect(result.balances_checked).toBe(row!.balances)
    expect(result.totals).toContainEqual({
      asset_code: 'USD',
      customers: row!.units,
      bank: `-${row!.units}`,
      sum: '0.00',
      balanced: true,
    })
  })

  it('checks the end of the requested day', async () => {
    const before = await reconcile()
    const date = today()
    bank.clock.advance(86_400)
    operator = await bank.operator()
    await openAccount(77_700, await bank.person())
    const customers = (result: { totals: { asset_code: string; customers: string }[] }) =>
      result.totals.find((one) => one.asset_code === 'USD')!.customers
    expect(customers(await reconcile(date))).toBe(customers(before))
    expect(Number(customers(await reconcile()))).toBe(Number(customers(before)) + 777)
  })

  it('lists each balance that differs from the sum of its moves and holds', async () => {
    const [account] = await openAccounts(1_000)
    const change = (units: number, held: number) =>
      bank.sql(
        `update ledger.balances set units = units + $2, held = held + $3
         where account_id = $1 and asset = 'USD'`,
        [account, units, held],
      )
    const result = await bank.withoutProver(async () => {
      await change(1, 5)
      const found = await reconcile()
      await change(-1, -5)
      return found
    })
    expect(result).toMatchObject({ is_sound: false, mismatches_total: 2 })
    expect(result.mismatches).toEqual([
      {
        account_uuid: account,
        asset_code: 'USD',
        what: 'balance',
        recorded: '10.01',
        computed: '10.00',
      },
      {
        account_uuid: account,
        asset_code: 'USD',
        what: 'reserved',
        recorded: '0.05',
        computed: '0.00',
      },
    ])
  })
})

describe('report_generation', () => {
  const report = async (report_type: string, extra: object = {}) =>
    (await runToEnd({ type: 'report_generation', parameters: { report_type, ...extra } }))
      .operations[0].result

  it('makes each report from the books', async () => {
    bank.clock.advance(86_400)
    operator = await bank.operator()
    const person = await bank.person()
    const from = await openAccount(10_000, person)
    const to = await openAccount(0, person)
    await bank.call(
      'POST /api/transfers',
      {
        from_account: from,
        to_account: to,
        amount: '25.00',
        asset_code: 'USD',
        workflow_enabled: false,
      },
      person,
    )
    const summary = await report('daily_summary')
    expect(summary).toMatchObject({
      report_type: 'daily_summary',
      // Their main account, and these two.
      accounts_opened: 3,
      rows: [
        { type: 'deposit', subtype: null, asset_code: 'USD', moves: 1, amount: '100.00' },
        { type: 'transfer', subtype: null, asset_code: 'USD', moves: 1, amount: '25.00' },
      ],
      totals: [{ asset_code: 'USD', moves: 2, amount: '125.00' }],
    })
    const transactions = await report('transactions')
    expect(transactions.totals).toEqual(summary.totals)
    expect(transactions.rows).toMatchObject([
      { type: 'transfer', from_account: from, to_account: to, amount: '25.00' },
      { type: 'deposit', to_account: from, amount: '100.00' },
    ])
    const balances = await report('balances')
    expect(balances.rows).toContainEqual({
      account_uuid: from,
      asset_code: 'USD',
      status: 'active',
      balance: '75.00',
      reserved: '0.00',
    })
    const trial = await report('trial_balance')
    expect(trial.totals.length).toBeGreaterThan(0)
    for (const total of trial.totals) expect(total).toMatchObject({ balanced: true })
    const customers = trial.rows.find(
      (row: { account: string; asset_code: string }) =>
        row.account === 'customers' && row.asset_code === 'USD',
    )
    const usd = balances.totals.find((row: { asset_code: string }) => row.asset_code === 'USD')
    expect(customers).toMatchObject({ debit: '0.00', credit: usd.balance })
    const date = new Date(bank.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)
    expect((await report('transactions', { date })).rows).not.toContainEqual(transactions.rows[0])
  })
})

describe('maintenance_tasks', () => {
  it('prunes old replies, releases expired holds, and analyzes', async () => {
    const [account] = await openAccounts(1_000)
    const now = bank.clock.now()
    await bank.sql(
      `with reserved as (
         update ledger.balances set held = 300, version = version + 1
         where account_id = $2 and asset = 'USD' returning 1)
       insert into ledger.holds (id, environment, purpose, account_id, asset, units, expires_at, created_at)
       select $1, 'live', 'escrow', $2, 'USD', 300, $3::timestamptz - interval '1 second', $3 from reserved`,
      [newEntryId(now), account, now],
    )
    await bank.sql(
      `insert into platform.replies (caller, operation, key, input_hash, reply, created_at)
       values ('x', 'x', 'old', '', '', $1::timestamptz - interval '25 hours'),
         ('x', 'x', 'new', '', '', $1::timestamptz - interval '23 hours')`,
      [now],
    )
    const batch = await runToEnd({ type: 'maintenance_tasks' })
    expect(batch.operations[0]).toMatchObject({ records_processed: 3, records_total: 3 })
    const { tasks } = batch.operations[0].result
    expect(tasks).toEqual([
      { task: 'prune_replies', deleted: expect.any(Number) },
      { task: 'expire_holds', due: 1, released: 1 },
      { task: 'analyze_ledger', analyzed: expect.arrayContaining(['ledger.moves']) },
    ])
    expect(tasks[0].deleted).toBeGreaterThan(0)
    const kept = await bank.sql<{ key: string }>(
      `select key from platform.replies where caller = 'x'`,
    )
    expect(kept).toEqual([{ key: 'new' }])
    const [hold] = await bank.sql(
      'select status, held::int from ledger.holds h join ledger.balances b using (account_id, asset) where account_id = $1',
      [account],
    )
    expect(hold).toEqual({ status: 'expired', held: 0 })
  })

  it('runs only the requested tasks', async () => {
    const tasks = ['analyze_ledger']
    const batch = await runToEnd({ type: 'maintenance_tasks', parameters: { tasks } })
    expect(batch.operations[0].result.tasks.map((one: { task: string }) => one.task)).toEqual(tasks)
  })
})

describe('batch.list', () => {
  it('lists by state and day, page by page', async () => {
    const list = async (query: string) =>
      (await bank.call(`GET /api/v2/batch-operations?${query}`, undefined, operator)).body
    const today = bank.clock.now().toISOString().slice(0, 10)
    const first = await schedule({ operations: [interest(1)], batch_name: 'First' })
    const second = await schedule({ operations: [interest(1)], batch_name: 'Second' })
    await bank.call(`POST /api/batch-operations/${first}/cancel`, {}, operator)
    const ids = (body: { data: { batch_id: string }[] }) => body.data.map((one) => one.batch_id)
    expect(ids(await list(`date_from=${today}`))).toEqual([second, first])
    expect(await list(`date_from=${today}&limit=1&offset=1`)).toMatchObject({
      data: [{ batch_id: first, batch_name: 'First', status: 'cancelled', operations_total: 1 }],
      pagination: { total: 2, limit: 1, offset: 1 },
    })
    expect(ids(await list(`date_from=${today}&status=scheduled`))).toEqual([second])
    expect(ids(await list(`date_from=${today}&date_to=${today}`))).toEqual([second, first])
    expect(ids(await list('date_to=2026-03-01'))).toEqual([])
    expect((await list('limit=101')).errors).toHaveProperty('limit')
  })
})
