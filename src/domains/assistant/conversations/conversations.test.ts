// Conversations through HTTP: questions, what is carried over, keeping, listing, deleting and rating.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../../../../test/harness/bank.ts'
import { callAs, onboard } from '../../people/partners/test-support.ts'
import { tellerOf } from '../../core/transactions/test-support.ts'
import { chat, type Customer, customer, keyOf, talk } from './test-support.ts'

let bank: Bank
let ada: Customer
let bob: Customer
beforeAll(async () => {
  bank = await startBank()
  ada = await customer(bank)
  bob = await customer(bank)
  const teller = tellerOf(bank)
  await teller.deposit(ada, ada.main, '500.00', 'USD')
  const pay = (amount: string, description: string, asset_code = 'USD') =>
    teller.transfer(ada, ada.main, bob.main, amount, { description, asset_code })
  await pay('12.50', 'Lidl')
  await pay('30.00', 'Aldi')
  await pay('7.25', 'Lidl', 'EUR')
  await pay('200.00', 'Rent')
})
afterAll(() => bank.stop())

const list = async (as: { token: string }, query = '') =>
  (await bank.call(`GET /api/ai/conversations${query}`, undefined, as)).body
const read = (id: string, as: { token: string } = ada) =>
  bank.call(`GET /api/ai/conversations/${id}`, undefined, as)
const remove = (id: string, as: { token: string } = ada) =>
  bank.call(`DELETE /api/ai/conversations/${id}`, undefined, as)

describe('conversation.chat', () => {
  it('answers from the caller’s own data, with keys at the top level', async () => {
    const { status, body } = await chat(bank, ada, 'How much did I spend on groceries today?')
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual([
      'confidence',
      'context',
      'conversation_id',
      'message_id',
      'response',
      'tools_used',
    ])
    expect(body).toMatchObject({
      confidence: 0.9,
      tools_used: ['spending.analysis'],
      context: { understood: { topic: 'spending', filters: { category: 'groceries' } } },
    })
    expect(body.response).toMatch(/^You spent 50\.37 USD on 2026-03-01, in 3 transactions\./)
    const [bobs] = await talk(bank, bob, ['How much did I spend on groceries today?'])
    expect(bobs!.response).toMatch(/^You spent nothing on 2026-03-01\./)
  })

  it('carries over what was asked before', async () => {
    const answers = await talk(bank, ada, [
      'How much did I spend on groceries today?',
      'only euros',
      'show them',
      'and the day before?',
    ])
    expect(answers[1]!.response).toMatch(/^You spent 7\.25 EUR on 2026-03-01, in 1 transaction\./)
    expect(answers[2]!.response).toMatch(/- 2026-03-01: -7\.25 EUR Lidl/)
    expect(answers[2]!.tools_used).toEqual(['transactions.query'])
    expect(answers[3]!.response).toMatch(/^No transactions were found on 2026-02-28/)
    expect(answers[3]!.context.understood.filters).toEqual({
      category: 'groceries',
      direction: 'debit',
      asset_code: 'EUR',
      date_from: '2026-02-28',
      date_to: '2026-02-28',
    })
  })

  it('leaves deposits out of the largest payments, says so, and keeps to it until transactions are asked for', async () => {
    const answers = await talk(bank, ada, [
      'my two largest payments today',
      'and the newest?',
      'and the largest transactions?',
    ])
    const [largest, newest, all] = answers.map(({ response }) => response as string)
    expect(largest).toMatch(/^4 transactions .*- 2026-03-01: -200\.00 USD Rent.*-30\.00 USD Aldi/s)
    expect(largest).toContain('Deposits and withdrawals')
    expect(newest).toMatch(/^4 transactions /)
    expect(newest).toContain('Deposits and withdrawals')
    expect(answers[1]!.context.understood.filters).toMatchObject({ payments_only: true })
    expect(all).not.toMatch(/^4 transactions /)
    expect(all).not.toContain('Deposits and withdrawals')
    expect(answers[2]!.context.understood.filters).not.toHaveProperty('payments_only')
  })

  it('states a sum in another currency at the current rate, and continues in it', async () => {
    const answers = await talk(bank, ada, [
      'How much did I spend on groceries today?',
      'and in euros?',
      'and in all categories?',
      'what is that in pounds?',
      'only euros',
    ])
    const of = (at: number): string => answers[at]!.response
    expect(of(1)).toMatch(
      /^You spent 50\.37 USD on 2026-03-01, in 3 transactions\. That is 46\.42 EUR at the current rate, 0\.9216589862\./,
    )
    expect(answers[1]!.tools_used).toEqual(['spending.analysis', 'exchange.rate'])
    expect(answers[1]!.context.understood).toMatchObject({ shown_in: 'EUR', topic: 'spending' })
    expect(answers[1]!.context.understood.filters).not.toHaveProperty('asset_code')
    expect(of(2)).toMatch(/That is [\d.,]+ EUR at the current rate/)
    expect(of(3)).toMatch(/That is [\d.,]+ GBP at the current rate/)
    expect(of(4)).toMatch(/^You spent [\d.]+ EUR on 2026-03-01/)
    expect(of(4)).not.toContain('current rate')
  })

  it('goes back from the default period', async () => {
    const answers = await talk(bank, ada, ['what did I spend?', 'and the month before?'])
    expect(answers[0]!.response).toMatch(/from 2026-01-31 to 2026-03-01/)
    expect(answers[1]!.response).toMatch(/from 2026-01-01 to 2026-01-30/)
  })

  it('answers about balances, accounts, transfers and rates', async () => {
    const answers = await talk(bank, ada, [
      'what is my balance?',
      'and in euros?',
      'and savings?',
      'what accounts do I have?',
      'show my latest transfers',
      'what is GCU worth?',
      'how much is 100 EUR in USD?',
      'and in yen?',
    ])
    expect(answers[0]!.response).toBe(
      'Your balances:\n- Main account: 92.75 EUR, 257.50 USD\n- Savings: nothing\n' +
        'All currencies together are worth 358.13 USD at current rates.',
    )
    expect(answers[1]!.response).toMatch(
      /- Main account: 92\.75 EUR\n- Savings: no EUR\n.*worth 330\.07 EUR/,
    )
    expect(answers[2]!.response).toMatch(/^On your account Savings: no EUR\./)
    expect(answers[3]!.response).toMatch(
      /^You have 2 accounts: Main account \(personal\) and Savings/,
    )
    expect(answers[4]!.response).toMatch(
      /^The latest of 4 transfers.*sent 200\.00 USD, completed Rent/s,
    )
    expect(answers[5]!.response).toBe('1 GCU is worth 1 USD.')
    expect(answers[6]!.response).toBe('100.00 EUR is 108.50 USD at the current rate, 1.085.')
    expect(answers[7]!.response).toMatch(/^100\.00 EUR is [\d,]+ JPY at the current rate/)
    expect(answers.map(({ tools_used }) => tools_used.join(' '))).toEqual([
      'account.list account.balance',
      'account.list account.balance exchange.rate',
      'account.list account.balance exchange.rate',
      'account.list',
      'account.list transfers.list',
      'exchange.rate',
      'exchange.rate',
      'exchange.rate',
    ])
  })

  it('says what it cannot do and what it can', async () => {
    const answers = await talk(bank, ada, ['hello', 'can I get a loan?', 'purple elephants dance'])
    expect(answers[1]!.response).toMatch(/^I cannot do that\. I can tell you your balances/)
    expect(answers[2]!.response).toMatch(
      /^I did not understand that \("purple", "elephants", "dance"\)/,
    )
    expect(answers[2]!.confidence).toBe(0.2)
    const reading = await keyOf(bank, ada, { permissions: ['read'] })
    const [help] = await talk(bank, reading, ['help'])
    expect(help!.response).toMatch(/I cannot move money\.$/)
  })

  it('limits answers to the context, keeps and merges it', async () => {
    const context = { account_uuid: ada.savings, theme: 'dark', old: 1 }
    const [first] = await talk(bank, ada, ['what is my balance?'], { context })
    expect(first!.response).toMatch(/^On your account Savings: nothing\./)
    const { conversation_id } = first!
    const more = { conversation_id, context: { asset_code: 'EUR', old: null, understood: 'mine' } }
    const [second] = await talk(bank, ada, ['what is my balance?'], more)
    expect(second!.response).toMatch(/^On your account Savings: no EUR\./)
    expect(second!.context).toEqual({
      account_uuid: ada.savings,
      theme: 'dark',
      asset_code: 'EUR',
      understood: { topic: 'balance', filters: { asset_code: 'EUR' } },
    })
    const foreign = { context: { account_uuid: bob.main } }
    const answers = await talk(
      bank,
      ada,
      ['what is my balance?', 'what did I spend today?'],
      foreign,
    )
    expect(answers[0]!.response).toBe('You have no accounts.')
    expect(answers[1]!.response).toBe(
      'I could not answer that: You have no account with this uuid.',
    )
  })

  it.each([
    ['no message', { message: undefined }, 'message'],
    ['an empty message', { message: '' }, 'message'],
    ['a long message', { message: 'x'.repeat(4001) }, 'message'],
    ['a number', { message: 5 }, 'message'],
    ['another model', { model: 'gpt-5' }, 'model'],
    ['a temperature below zero', { temperature: -0.1 }, 'temperature'],
    ['a temperature above two', { temperature: 2.1 }, 'temperature'],
    ['a large context', { context: { a: 'x'.repeat(4100) } }, 'context'],
    ['a deep context', { context: { a: { b: { c: {} } } } }, 'context'],
    ['a context that is a list', { context: [] }, 'context'],
    ['a conversation id of another form', { conversation_id: 'mine' }, 'conversation_id'],
    ['a stream that is a word', { stream: 'yes' }, 'stream'],
  ])('refuses %s with 400', async (_what, change, field) => {
    const { status, body } = await chat(bank, ada, 'hello', change)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, error: { code: 'CHAT_INVALID' } })
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('takes 4000 characters, and every model and temperature that is specified', async () => {
    const long = `what is my balance? ${'x'.repeat(3980)}`
    const { status, body } = await chat(bank, ada, long)
    expect(status).toBe(200)
    expect(body.response).toMatch(/I read only its beginning\.$/)
    for (const model of ['gpt-4', 'gpt-3.5-turbo', 'claude-3'])
      for (const temperature of [0, 2])
        expect((await chat(bank, ada, 'hello', { model, temperature })).status).toBe(200)
  })

  it('refuses a conversation that is unknown, of another user or of another environment with 400', async () => {
    const [{ conversation_id } = { conversation_id: '' }] = await talk(bank, ada, ['hello'])
    const player = await keyOf(bank, ada, { environment: 'sandbox', permissions: ['read'] })
    const unknown = '0199d3a2-7c00-7000-8000-000000000000'
    const refusals: Answer[] = [
      await chat(bank, bob, 'hello', { conversation_id }),
      await chat(bank, player, 'hello', { conversation_id }),
      await chat(bank, ada, 'hello', { conversation_id: unknown }),
    ]
    for (const { status, body } of refusals) {
      expect(status).toBe(400)
      expect(body.error.code).toBe('UNKNOWN_CONVERSATION')
    }
    expect((await read(conversation_id)).body.message_count).toBe(2)
  })

  it('streams the answer in pieces, and then the same object', async () => {
    const answer = await chat(bank, ada, 'what accounts do I have?', { stream: true })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const frames = (answer.body as string)
      .trimEnd()
      .split('\n\n')
      .map((frame) => /^event: (\w+)\ndata: (.*)$/.exec(frame)!.slice(1) as [string, string])
      .map(([event, data]) => ({ event, data: JSON.parse(data) }))
    const whole = frames.at(-1)!
    expect(frames[0]!.event).toBe('start')
    expect(whole.event).toBe('done')
    expect(Object.keys(whole.data)).toContain('tools_used')
    const deltas = frames.filter(({ event }) => event === 'delta').map(({ data }) => data.delta)
    expect(deltas.length).toBeGreaterThan(5)
    expect(deltas.join('')).toBe(whole.data.response)
    const kept = await read(whole.data.conversation_id)
    expect(kept.body.messages[1].content).toBe(whole.data.response)
    expect((await chat(bank, ada, '', { stream: true })).status).toBe(400)
  })

  it('answers one message of a user at a time', async () => {
    const cy = await customer(bank)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => chat(bank, cy, 'what did I spend today?')),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body.error.code).toBe('CONVERSATION_BUSY')
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await chat(bank, cy, 'hello')).status).toBe(200)
    expect((await list(cy)).length).toBe(statuses.filter((status) => status === 200).length + 1)
  })

  it('continues after a turn that was never ended', async () => {
    const cy = await customer(bank)
    await bank.sql(`insert into conversations.turns values ('live', $1, gen_random_uuid(), $2)`, [
      cy.uuid,
      new Date(bank.clock.now().getTime() + 60_000),
    ])
    expect((await chat(bank, cy, 'hello')).status).toBe(429)
    bank.clock.advance(61)
    expect((await chat(bank, cy, 'hello')).status).toBe(200)
    bank.clock.advance(-61)
  })

  it('keeps a hundred messages in a conversation, and then asks for another', async () => {
    const cy = await customer(bank)
    const [{ conversation_id } = { conversation_id: '' }] = await talk(bank, cy, ['hello'])
    await bank.sql('update conversations.conversations set messages = 98 where id = $1', [
      conversation_id,
    ])
    await bank.sql(
      'update conversations.messages set number = number + 96 where conversation_id = $1',
      [conversation_id],
    )
    expect((await chat(bank, cy, 'hello', { conversation_id })).status).toBe(200)
    const full = await chat(bank, cy, 'hello', { conversation_id })
    expect(full.status).toBe(400)
    expect(full.body.error.code).toBe('CONVERSATION_FULL')
  })

  it('keeps the hundred most recently active conversations of a user', async () => {
    const cy = await customer(bank)
    const [first] = await talk(bank, cy, ['the oldest'])
    await bank.sql(
      `insert into conversations.conversations
         (id, environment, user_uuid, title, context, messages, created_at, updated_at)
       select gen_random_uuid(), 'live', $1, 'one of many', '{}', 0, $2, $2::timestamptz + interval '1 second'
       from generate_series(1, 99)`,
      [cy.uuid, bank.clock.now()],
    )
    bank.clock.advance(5)
    await talk(bank, cy, ['the newest'])
    expect((await list(cy, '?limit=100')).length).toBe(100)
    expect((await read(first!.conversation_id, cy)).status).toBe(404)
    bank.clock.advance(-5)
  })

  it('is kept once when it is sent again with the same key', async () => {
    const cy = await customer(bank)
    const send = () => bank.call('POST /api/ai/chat', { message: 'hello' }, { ...cy, key: 'one' })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect((await list(cy)).length).toBe(1)
  })
})

describe('conversation.list', () => {
  it('is a bare array, the most recently active first, ten by default', async () => {
    const cy = await customer(bank)
    const title = `what did I spend ${'on groceries '.repeat(10)}`
    const [old] = await talk(bank, cy, [title])
    for (let count = 0; count < 10; count++) {
      bank.clock.advance(1)
      await talk(bank, cy, [`hello ${count}`])
    }
    const ten = await list(cy)
    expect(ten).toHaveLength(10)
    expect(ten[0]).toMatchObject({ title: 'hello 9', message_count: 2 })
    const { body: last } = await bank.call(`GET /api/ai/conversations/${ten[0].id}`, undefined, cy)
    expect(ten[0].last_message).toBe(last.messages[1].content.slice(0, 200))
    bank.clock.advance(1)
    await talk(bank, cy, ['and now?'], { conversation_id: old!.conversation_id })
    const [newest] = await list(cy, '?limit=1')
    expect(newest).toMatchObject({ conversation_id: old!.conversation_id, message_count: 4 })
    expect(newest.title).toHaveLength(60)
    expect((await list(cy, '?limit=100')).length).toBe(11)
    for (const limit of ['0', '101', 'x'])
      expect(
        (await bank.call(`GET /api/ai/conversations?limit=${limit}`, undefined, cy)).status,
      ).toBe(422)
    expect(await list(await keyOf(bank, cy, { environment: 'sandbox' }))).toEqual([])
  })
})

describe('conversation.get and conversation.delete', () => {
  it('show all messages, and delete everything', async () => {
    const [{ conversation_id } = { conversation_id: '' }] = await talk(bank, ada, [
      'send 5 EUR to savings',
    ])
    const { body } = await read(conversation_id)
    expect(body).toMatchObject({
      id: conversation_id,
      conversation_id,
      title: 'send 5 EUR to savings',
      message_count: 2,
    })
    expect(body.messages).toMatchObject([
      {
        role: 'user',
        content: 'send 5 EUR to savings',
        confidence: null,
        timestamp: expect.stringMatching(/^\d{4}-/),
      },
      { role: 'assistant', confidence: 0.9, tools_used: expect.arrayContaining(['payment.check']) },
    ])
    expect((await remove(conversation_id)).status).toBe(204)
    expect((await remove(conversation_id)).status).toBe(404)
    expect((await read(conversation_id)).status).toBe(404)
    expect((await chat(bank, ada, 'confirm 5 EUR to savings', { conversation_id })).status).toBe(
      400,
    )
    for (const table of ['messages', 'proposals'])
      expect(
        await bank.sql(`select 1 from conversations.${table} where conversation_id = $1`, [
          conversation_id,
        ]),
      ).toEqual([])
  })

  it('are private: those of another user, environment or tenant are not found', async () => {
    const [{ conversation_id } = { conversation_id: '' }] = await talk(bank, ada, ['hello'])
    const player = await keyOf(bank, ada, {
      environment: 'sandbox',
      permissions: ['read', 'delete'],
    })
    const partner = await onboard(bank)
    const tenant = await callAs(bank, partner, 'POST /api/v2/partner/tenants', {
      name: 'There',
      plan: 'enterprise',
    })
    const headers = { 'X-Tenant-ID': String(tenant.body.data.tenant_id) }
    const customerOfTenant = await bank.call(
      'POST /api/auth/register',
      { name: 'Eve', email: 'eve@example.com', password: 'Corr3ct-horse' },
      { headers },
    )
    const eve = { token: customerOfTenant.body.data.access_token as string }
    const operator = await bank.operator()
    for (const other of [bob, player, eve, operator]) {
      expect((await read(conversation_id, other)).status).toBe(404)
      expect((await remove(conversation_id, other)).status).toBe(404)
      expect((await chat(bank, other, 'hello', { conversation_id })).status).toBe(400)
    }
    for (const id of ['nonsense', '0199d3a2-7c00-7000-8000-000000000000'])
      expect((await read(id)).status).toBe(404)
    expect((await read(conversation_id)).status).toBe(200)
  })
})

describe('conversation.rate', () => {
  const rate = (body: object, as: { token: string } = ada) =>
    bank.call('POST /api/ai/feedback', body, as)

  it('keeps the last rating of an answer of one’s own', async () => {
    const [{ conversation_id, message_id } = { conversation_id: '', message_id: '' }] = await talk(
      bank,
      ada,
      ['hello'],
    )
    const first = await rate({ message_id, rating: 2, feedback: 'Too short.' })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ message: 'Thank you for your feedback.' })
    expect((await rate({ message_id, rating: 5 })).status).toBe(200)
    const { messages } = (await read(conversation_id)).body
    expect(messages[1].rating).toBe(5)
    const question = { message_id: messages[0].message_id, rating: 5 }
    expect((await rate(question)).status).toBe(422)
    expect((await rate({ message_id, rating: 1 }, bob)).status).toBe(422)
    expect(
      (
        await rate(
          { message_id, rating: 1 },
          await keyOf(bank, ada, { environment: 'sandbox', permissions: ['read', 'write'] }),
        )
      ).status,
    ).toBe(422)
    const bad = [
      { rating: 0 },
      { rating: 6 },
      { rating: 2.5 },
      { rating: undefined },
      { message_id: 'x' },
      { feedback: 'x'.repeat(1001) },
    ]
    for (const change of bad)
      expect(
        (await rate({ message_id, rating: 3, ...change })).status,
        JSON.stringify(change),
      ).toBe(422)
    expect((await read(conversation_id)).body.messages[1].rating).toBe(5)
  })
})
