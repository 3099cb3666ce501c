// Tests posting rules: which are accepted, and that every event makes exactly one entry for each rule.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { ok, openAccount, openBooks, type TestBooks } from '../test-support.ts'

let bank: Bank
let node: Bank
let books: TestBooks
let ada: Person
let operator: Person
let from: string
let to: string

beforeAll(async () => {
  bank = await startBank()
  // Two nodes read the log; each event still makes one entry.
  node = await startBank({ address: bank.address, clock: bank.clock })
  books = openBooks(bank)
  ada = await bank.person()
  operator = await bank.operator()
  from = await openAccount(bank, ada, 1_000_000)
  to = await openAccount(bank, ada)
})
afterAll(async () => {
  await node.stop()
  await bank.stop()
})

const good = {
  name: 'Cost of transfers',
  trigger_event: 'transfer.completed',
  debit_account: '5100',
  credit_account: '2200',
  amount_expression: 'event.amount',
  currency_expression: 'event.asset_code',
}

const create = (rule: object, who: Person = operator) =>
  books.send('/posting-rules', { ...good, ...rule }, who)

const act = (id: string, action: string) =>
  books.send(`/posting-rules/${id}/${action}`, {}, operator)

const transfer = (amount: string, at = bank, account = from) =>
  ok(
    at.call(
      'POST /api/v2/transfers',
      {
        from_account: account,
        to_account: to,
        amount,
        asset_code: 'USD',
        workflow_enabled: false,
      },
      ada,
    ),
  )

const applicationsOf = async (id: string) =>
  (await ok(books.get(`/posting-rules/${id}/applications?per_page=100`, ada))).data

function expectRefused(answer: Answer, status: number, code: string, field?: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
  if (field !== undefined) expect(Object.keys(answer.body.errors)).toEqual([field])
}

describe('a posting rule', () => {
  it.each([
    [{ trigger_event: 'no.such' }, 'trigger_event'],
    [{ trigger_event: 'journal_entry.posted', amount_expression: '1' }, 'trigger_event'],
    [{ amount_expression: 'event.nothing' }, 'amount_expression'],
    [{ amount_expression: '0', currency_expression: 'USD' }, 'amount_expression'],
    [{ amount_expression: '-1' }, 'amount_expression'],
    [{ amount_expression: 'constructor' }, 'amount_expression'],
    [{ currency_expression: 'XQZ' }, 'currency_expression'],
    [{ debit_account: '9999' }, 'debit_account'],
    [{ debit_account: '1110' }, 'debit_account'],
    [{ credit_account: '2100' }, 'credit_account'],
    [{ credit_account: '5100' }, 'credit_account'],
  ])('is refused with %j', async (wrong, field) => {
    expectRefused(await create(wrong), 422, 'VALIDATION_ERROR', field)
  })

  it('is made by operators only', async () => {
    expectRefused(await create({}, ada), 403, 'INSUFFICIENT_SCOPE')
  })

  it('makes one entry for every event while it is active, on any node', async () => {
    await transfer('1.00')
    bank.clock.advance(1)
    const { data: rule } = await ok(create({}))
    expectRefused(await create({}), 409, 'POSTING_RULE_EXISTS')
    const second = await ok(
      create({ name: 'Flat', amount_expression: '0.01', currency_expression: 'USD', priority: 1 }),
    )
    for (const [n, at] of [bank, node, bank].entries()) await transfer(`${n + 2}.50`, at)
    await expect
      .poll(
        async () => (await applicationsOf(rule.id)).map((one: { status: string }) => one.status),
        {
          timeout: 120_000,
        },
      )
      .toEqual(['posted', 'posted', 'posted'])
    await expect
      .poll(async () => (await books.account('5100', ada)).balance, { timeout: 120_000 })
      .toBe('10.5300')
    expect((await books.account('2200', ada)).journal_balance).toBe('10.5300')
    // A reader that starts again from the beginning adds nothing.
    await bank.sql(`update platform.readers set position = 0 where name = 'posting-rules'`)
    await transfer('1000.00')
    await expect
      .poll(async () => (await books.account('5100', ada)).balance, { timeout: 120_000 })
      .toBe('1010.5400')
    const [, newest] = await applicationsOf(rule.id)
    const { data: entry } = await ok(books.get(`/entries/${newest.entry_id}`, operator))
    expect(entry).toMatchObject({
      kind: 'rule',
      description: 'Cost of transfers',
      source_domain: 'transfer',
      source_event: newest.event_id,
      posted_by: operator.uuid,
      totals: [{ currency: 'USD', amount: '4.5000' }],
    })
    expect((await ok(act(rule.id, 'deactivate'))).data.is_active).toBe(false)
    expectRefused(await act(rule.id, 'deactivate'), 409, 'POSTING_RULE_STATE_CONFLICT')
    await transfer('9.00')
    await expect
      .poll(async () => (await applicationsOf(second.data.id)).length, { timeout: 120_000 })
      .toBe(5)
    expect(await applicationsOf(rule.id)).toHaveLength(4)
    await ok(act(second.data.id, 'deactivate'))
  })

  it('sees only events of its own environment', async () => {
    const { data: rule } = await ok(create({ name: 'Live only' }))
    const key = await bank.sandboxKey(ada)
    const played = [await openAccount(bank, key, 1_000), await openAccount(bank, key)]
    const body = {
      from_account: played[0],
      to_account: played[1],
      amount: '3.00',
      asset_code: 'USD',
      workflow_enabled: false,
    }
    await ok(bank.call('POST /api/v2/transfers', body, key))
    await transfer('0.07')
    await expect
      .poll(
        async () => (await applicationsOf(rule.id)).map((one: { amount: string }) => one.amount),
        {
          timeout: 120_000,
        },
      )
      .toEqual(['0.07'])
    expect((await books.get(`/posting-rules/${rule.id}/applications`, key)).status).toBe(404)
    await ok(act(rule.id, 'deactivate'))
  })

  it('records why it made no entry', async () => {
    const { data: account } = await ok(
      books.send('/accounts', { code: 'R1', name: 'Short-lived', type: 'expense' }, ada),
    )
    const { data: rule } = await ok(create({ name: 'Broken', debit_account: account.code }))
    await ok(bank.call('PATCH /api/v1/ledger/accounts/R1', { is_active: false }, ada))
    await transfer('1.00')
    await expect
      .poll(async () => (await applicationsOf(rule.id))[0], { timeout: 120_000 })
      .toMatchObject({
        status: 'failed',
        entry_id: null,
        problem: 'The account R1 is not active.',
      })
    await ok(act(rule.id, 'deactivate'))
  })
})
