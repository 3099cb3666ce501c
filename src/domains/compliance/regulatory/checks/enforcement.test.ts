// Enforcement of the travel rule: while it is on, transfers to other parties from the threshold on need a check.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { systemCaller } from '../../../../operation/caller.ts'
import { openDatabase } from '../../../../platform/database.ts'
import type { AssetRecord } from '../../../core/assets/index.ts'
import { Enforcement } from './enforcement.ts'
import { checkTransfer, type Customer, customer, party, pay } from '../test-support.ts'

let bank: Bank
let operator: Person
let ada: Customer
let bob: Customer

const enforce = (enabled: boolean) =>
  bank.call('PUT /api/regtech/travel-rule/enforcement', { enabled, reason: 'Test' }, operator)

beforeAll(async () => {
  bank = await startBank()
  operator = await bank.operator()
  ada = await customer(bank, { USD: '1000000.00', EUR: '100000.00', GBP: '10000.00', BTC: '5' })
  bob = await customer(bank)
})
afterAll(() => bank.stop())
beforeEach(() => enforce(true))

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? status

describe('travel_rule.enforce', () => {
  it('is off until an operator switches it on, separately in each environment', async () => {
    await enforce(false)
    expect((await pay(bank, ada, bob, '5000.00')).status).toBe(201)
    expect((await enforce(true)).body.data).toMatchObject({
      enabled: true,
      environment: 'live',
      reason: 'Test',
    })
    expect(codeOf(await pay(bank, ada, bob, '5000.00'))).toBe('TRAVEL_RULE_CHECK_REQUIRED')
    const { body } = await bank.call(
      'GET /api/regtech/travel-rule/enforcement',
      undefined,
      operator,
    )
    expect(body.data).toMatchObject({ enabled: true, changed_by: operator.uuid })
    const change = { enabled: false, reason: 'Mine' }
    expect((await bank.call('PUT /api/regtech/travel-rule/enforcement', change, ada)).status).toBe(
      403,
    )
  })

  it.each([
    ['USD', '2999.99', 201],
    ['USD', '3000.00', 'TRAVEL_RULE_CHECK_REQUIRED'],
    ['USD', '3000.01', 'TRAVEL_RULE_CHECK_REQUIRED'],
    ['EUR', '999.99', 201],
    ['EUR', '1000.00', 'TRAVEL_RULE_CHECK_REQUIRED'],
    ['GBP', '999.99', 201],
    ['GBP', '1000.00', 'TRAVEL_RULE_CHECK_REQUIRED'],
    // Another asset is valued in euros.
    ['BTC', '0.0001', 201],
    ['BTC', '1', 'TRAVEL_RULE_CHECK_REQUIRED'],
  ])('%s %s: %s', async (asset_code, amount, expected) => {
    expect(codeOf(await pay(bank, ada, bob, amount, { asset_code }))).toBe(expected)
  })

  it('moves nothing when it refuses, and says what to do', async () => {
    const balance = async () =>
      (await bank.call(`GET /api/accounts/${ada.account}/balances`, undefined, ada)).body
    const before = await balance()
    const { status, body } = await pay(bank, ada, bob, '4000.00')
    expect(status).toBe(422)
    expect(body).toMatchObject({
      success: false,
      error: {
        code: 'TRAVEL_RULE_CHECK_REQUIRED',
        message: expect.stringContaining('POST /api/v1/regtech/travel-rule/check'),
        details: { jurisdiction: 'US', threshold: '3000 USD' },
      },
    })
    expect(await balance()).toEqual(before)
  })

  it('allows a checked transfer once, in whatever form the accounts are written', async () => {
    const numbers = (
      await bank.call(`GET /api/v2/accounts/${bob.account}/identifiers`, undefined, bob)
    ).body.data
    await checkTransfer(bank, ada, { account: numbers.iban }, '4000.00')
    expect((await pay(bank, ada, bob, '4000.00')).status).toBe(201)
    expect(codeOf(await pay(bank, ada, bob, '4000.00'))).toBe('TRAVEL_RULE_CHECK_REQUIRED')
    await checkTransfer(bank, ada, bob, '4000')
    expect((await pay(bank, ada, bob, '4000.00', { workflow_enabled: true })).status).toBe(201)
  })

  it('one check allows one of many transfers at the same time', async () => {
    await checkTransfer(bank, ada, bob, '4100.00')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(bank, ada, bob, '4100.00')),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(codeOf))).toEqual(new Set([201, 'TRAVEL_RULE_CHECK_REQUIRED']))
  })

  it('a retry with the same key repeats the answer and uses no check', async () => {
    await checkTransfer(bank, ada, bob, '4200.00')
    const first = await pay(bank, ada, bob, '4200.00', {}, 'travel-rule-retry')
    expect(first.status).toBe(201)
    await checkTransfer(bank, ada, bob, '4200.00')
    const again = await pay(bank, ada, bob, '4200.00', {}, 'travel-rule-retry')
    expect(again.body).toEqual(first.body)
    expect((await pay(bank, ada, bob, '4200.00')).status).toBe(201)
  })

  it('a transfer that fails for another reason releases its check', async () => {
    const poor = await customer(bank, { USD: '10.00' })
    await checkTransfer(bank, poor, bob, '5000.00')
    expect(codeOf(await pay(bank, poor, bob, '5000.00'))).toBe('INSUFFICIENT_FUNDS')
    await bank.call(
      `POST /api/v2/accounts/${poor.account}/deposit`,
      { amount: '5000.00', asset_code: 'USD' },
      poor,
    )
    expect((await pay(bank, poor, bob, '5000.00')).status).toBe(201)
  })

  it('a simulated transfer needs a check and does not use it', async () => {
    expect(codeOf(await pay(bank, ada, bob, '4300.00', { simulate: true }))).toBe(
      'TRAVEL_RULE_CHECK_REQUIRED',
    )
    await checkTransfer(bank, ada, bob, '4300.00')
    expect((await pay(bank, ada, bob, '4300.00', { simulate: true })).body.data.simulated).toBe(
      true,
    )
    expect((await pay(bank, ada, bob, '4300.00')).status).toBe(201)
  })

  it.each([
    ['another amount', (to: Customer) => checkTransfer(bank, ada, to, '4400.01')],
    ['another currency', (to: Customer) => checkTransfer(bank, ada, to, '4400.00', 'EUR')],
    ['another beneficiary', () => checkTransfer(bank, ada, ada, '4400.00')],
    [
      'another user',
      (to: Customer) => checkTransfer(bank, { ...bob, account: ada.account }, to, '4400.00'),
    ],
    [
      'another environment',
      async (to: Customer) =>
        checkTransfer(bank, { ...ada, ...(await bank.sandboxKey(ada)) }, to, '4400.00'),
    ],
    [
      'a milder jurisdiction and without data',
      (to: Customer) =>
        checkTransfer(bank, ada, to, '4400.00', 'USD', {
          originator: { account_number: ada.account },
          jurisdiction: 'EU',
        }),
    ],
  ])('a check of %s does not count', async (_of, make) => {
    await make(bob)
    expect(codeOf(await pay(bank, ada, bob, '4400.00'))).not.toBe(201)
  })

  it('an incomplete check below the threshold of another jurisdiction does not count', async () => {
    // 2,000 EUR are below 3,000 USD, so the US requires nothing; for euros the rule of the EU applies.
    const { body } = await checkTransfer(bank, ada, bob, '2000.00', 'EUR', {
      jurisdiction: 'US',
      originator: { account_number: ada.account },
    })
    expect(body.data.is_compliant).toBe(true)
    const { status, body: refused } = await pay(bank, ada, bob, '2000.00', { asset_code: 'EUR' })
    expect([status, refused.error.code]).toEqual([422, 'TRAVEL_RULE_CHECK_REQUIRED'])
  })

  it('a check expires after thirty minutes', async () => {
    await checkTransfer(bank, ada, bob, '4500.00')
    bank.clock.advance(30 * 60)
    expect(codeOf(await pay(bank, ada, bob, '4500.00'))).toBe('TRAVEL_RULE_CHECK_REQUIRED')
  })

  it('a blocked check stops the transfer', async () => {
    await checkTransfer(bank, ada, bob, '4600.00', 'USD', {
      beneficiary: party('Victor Exemplar', bob.account),
    })
    const { status, body } = await pay(bank, ada, bob, '4600.00')
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: 'TRANSFER_BLOCKED',
      details: { issues: ['SANCTIONS_MATCH_BENEFICIARY'] },
    })
  })

  it('an invented name does not help an account holder who is on the list', async () => {
    const victor = await customer(bank, {}, { name: 'Viktor Exemplar' })
    expect((await checkTransfer(bank, ada, victor, '4700.00')).body.data.is_compliant).toBe(true)
    expect(codeOf(await pay(bank, ada, victor, '4700.00'))).toBe('TRANSFER_BLOCKED')
  })

  it('the hit that blocked a payment is recorded for operators, for a mobile payment too', async () => {
    const listed = await customer(bank, {}, { name: 'Viktor Exemplarr' })
    const p2p = { to_user: listed.uuid, amount: '5000.00', currency: 'USD' }
    const { body } = await bank.call('POST /api/v2/mobile/transfers/p2p', p2p, ada)
    expect(body.error.code).toBe('TRANSFER_BLOCKED')
    const hits = await bank.sql<{ source: string }>(
      `select source from regulatory.sanctions_hits where name = 'Viktor Exemplarr'`,
    )
    expect(hits).toEqual([{ source: 'transfer' }])
  })

  it('runs no query for two owners who were screened before, until the list may have changed', async () => {
    const asked: string[] = []
    const transfer = {
      id: 't',
      from: 'a',
      to: 'b',
      leaves: false,
      asset: { code: 'USD', precision: 2 } as AssetRecord,
      units: 100n,
    }
    const list = { freshVersion: 'v1' as string | undefined }
    const enforcement = new Enforcement({
      byDefault: true,
      assets: { findValidRate: () => undefined } as never,
      directory: {} as never,
      detached: {} as never,
      list: {
        get freshVersion() {
          return list.freshVersion
        },
        screen: async (name: string) => {
          asked.push(name)
          return { matches: [], version: 'v1' }
        },
      } as never,
    })
    const at = bank.clock.now()
    expect(enforcement.concerns(transfer, at)).toBe(true)
    const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => {} })
    const ctx = { tx: database.read, caller: systemCaller('live'), now: at }
    const known = { ...transfer, payer: ada.uuid, payee: bob.uuid, stage: 'order' } as const
    expect(await enforcement.judge(ctx, known, true)).toBe(undefined)
    expect(asked).toHaveLength(2)
    expect(enforcement.concerns(transfer, at)).toBe(false)
    list.freshVersion = 'v2'
    expect(enforcement.concerns(transfer, at)).toBe(true)
    list.freshVersion = undefined
    expect(enforcement.concerns(transfer, at)).toBe(true)
    await database.close()
  })

  it('own accounts are exempt', async () => {
    const opened = await bank.call(
      'POST /api/accounts',
      { user_uuid: ada.uuid, name: 'Savings' },
      ada,
    )
    const savings = { account: opened.body.data.uuid as string }
    expect((await pay(bank, ada, savings, '50000.00')).status).toBe(201)
  })

  it('bulk transfers are judged one by one, and only those that were made use their check', async () => {
    await checkTransfer(bank, ada, bob, '4800.00')
    const one = (amount: string) => ({
      from_account: ada.account,
      to_account: bob.account,
      amount,
      asset_code: 'USD',
    })
    const bulk = (mode: string, ...amounts: string[]) =>
      bank.call('POST /api/v2/transfers/bulk', { transfers: amounts.map(one), mode }, ada)
    const whole = await bulk('all_or_nothing', '4800.00', '4900.00')
    expect(whole.body.error).toMatchObject({
      code: 'BULK_TRANSFER_REJECTED',
      details: { index: 1, code: 'TRAVEL_RULE_CHECK_REQUIRED' },
    })
    const each = await bulk('each', '4800.00', '4900.00', '1.00')
    expect(each.body.data.results.map((item: { status: string }) => item.status)).toEqual([
      'completed',
      'refused',
      'completed',
    ])
    expect(codeOf(await pay(bank, ada, bob, '4800.00'))).toBe('TRAVEL_RULE_CHECK_REQUIRED')
  })
})
