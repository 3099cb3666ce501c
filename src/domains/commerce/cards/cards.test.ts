// The card platform's calls, as it sends them: which are authentic, which count, and their effects.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Environment, readSettings } from '../../../platform/settings.ts'
import { settings } from './settings.ts'
import { readCents } from './cents.ts'
import {
  issueCard,
  platformKey,
  send,
  sendText,
  signEvent,
  toCardEvent,
  WEBHOOK,
} from './test-support.ts'
import { effects } from './effects.ts'

const read = (env: Environment) =>
  readSettings(settings, env, { production: env.FLORIN_MODE === 'production' })

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { CARD_PLATFORM_PUBLIC_KEY: platformKey } })
})
afterAll(() => bank.stop())

const accepted = ({ status, body }: Answer) => {
  expect([status, body]).toEqual([200, { success: true }])
}

const row = async <Row extends object>(table: string, column: string, value: string) =>
  (await bank.sql<Row>(`select * from cards.${table} where ${column} = $1`, [value]))[0]

interface CardRow {
  status: string
  last4: string | null
  balance_cents: string
  network: string | null
}
const cardOf = (id: string) => row<CardRow>('cards', 'card_id', id)
const walletOf = (id: string) =>
  row<{ balance_cents: string; currency: string | null }>('wallets', 'account_id', id)
const holderOf = (id: string) =>
  row<{ kyc_status: string; kyc_stage: string; kyc_reason: string }>('cardholders', 'holder_id', id)
const eventOf = (id: string) =>
  row<{ processed_at: Date | null; attempts: number; error: string | null; facts: object | null }>(
    'events',
    'event_id',
    id,
  )

const retry = () => bank.runJob('cards.retry')

describe('the signature', () => {
  const event = () => JSON.stringify(toCardEvent('create', { cardId: randomUUID() }))
  const cardIdOf = (body: string): string => JSON.parse(body).data.cardId

  it('is taken from either header, the first before the second', async () => {
    const first = event()
    accepted(await sendText(bank, first, { 'X-PLATFORM-SIGNATURE': signEvent(first) }))
    const second = event()
    accepted(await sendText(bank, second, { 'X-WSB-SIGNATURE': signEvent(second) }))
    const third = event()
    const both = { 'X-PLATFORM-SIGNATURE': signEvent('x'), 'X-WSB-SIGNATURE': signEvent(third) }
    expect((await sendText(bank, third, both)).status).toBe(401)
    const empty = { 'X-PLATFORM-SIGNATURE': '', 'X-WSB-SIGNATURE': signEvent(third) }
    accepted(await sendText(bank, third, empty))
  })

  it('is refused when it is missing, by another key, or over another body', async () => {
    const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const body = event()
    const good = signEvent(body)
    const wrong: Record<string, string>[] = [
      {},
      { 'X-PLATFORM-SIGNATURE': 'nonsense!' },
      { 'X-PLATFORM-SIGNATURE': signEvent(body, otherKey) },
      { 'X-PLATFORM-SIGNATURE': signEvent(`${body} `) },
      { 'X-PLATFORM-SIGNATURE': good.slice(4) },
      { 'X-PLATFORM-SIGNATURE': `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}` },
      { 'X-PLATFORM-SIGNATURE': Buffer.from(good, 'base64').toString('hex') },
      { 'X-PLATFORM-SIGNATURE': 'A'.repeat(8_000) },
      { 'X-SIGNATURE': good },
    ]
    for (const headers of wrong) {
      const answer = await sendText(bank, body, headers)
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED'])
      expect(answer.body.success).toBe(false)
    }
    expect(await cardOf(cardIdOf(body))).toBeUndefined()
    accepted(await sendText(bank, body))
  })

  it('is over the exact bytes: order, odd whitespace, escapes and any script', async () => {
    const cardId = randomUUID()
    const texts = [
      `\n\t{ "data" : {"cardId":"${cardId}" , "reason":"Ω≈ç√ 🎴 \\u00e9\\/"},\r\n "eventType":"create","orderNo":"ж-${cardId}"}  \n`,
      `{"orderNo":"\\u0031-${cardId}","type":"Freeze","data":{"cardId":"${cardId}"}}`,
    ]
    for (const text of texts) {
      // The same value in other bytes is another text.
      const other = JSON.stringify(JSON.parse(text))
      const headers = { 'X-PLATFORM-SIGNATURE': signEvent(text) }
      expect((await sendText(bank, other, headers)).status).toBe(401)
      accepted(await sendText(bank, text, headers))
    }
    expect(await cardOf(cardId)).toMatchObject({ status: 'frozen' })
    expect(await eventOf(`ж-${cardId}`)).toBeDefined()
    expect(await eventOf(`1-${cardId}`)).toBeDefined()
  })

  it('is verified before the body is parsed', async () => {
    for (const body of ['', 'no json', '{"eventType":', '[]', 'null', '{}']) {
      const unsigned = await sendText(bank, body, {})
      expect(unsigned.status).toBe(401)
    }
  })

  it('is over a body that comes in pieces, too', async () => {
    const body = event()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(
        new URL(WEBHOOK.split(' ')[1]!, bank.url),
        {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Transfer-Encoding': 'chunked',
            'X-PLATFORM-SIGNATURE': signEvent(body),
          },
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      request.on('error', reject)
      for (const char of body) request.write(char)
      request.end()
    })
    expect(status).toBe(200)
    expect(await cardOf(cardIdOf(body))).toBeDefined()
  })
})

describe('the key', () => {
  const base64 = Buffer.from(platformKey).toString('base64')
  it.each([
    ['PEM', platformKey],
    ['PEM on one line', platformKey.replaceAll('\n', '\\n')],
    ['base64 of PEM', base64],
  ])('may be %s', (_form, value) => {
    const { CARD_PLATFORM_PUBLIC_KEY: key } = read({ CARD_PLATFORM_PUBLIC_KEY: value })
    expect(key && key.export({ type: 'spki', format: 'pem' })).toBe(platformKey)
  })

  it.each([
    ['text', 'text'],
    ['a broken key', platformKey.slice(0, 80)],
    [
      'a private key',
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }) as string,
    ],
    [
      'no RSA key',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string,
    ],
  ])('may not be %s', (_form, value) => {
    expect(() => read({ CARD_PLATFORM_PUBLIC_KEY: value })).toThrow(
      /^CARD_PLATFORM_PUBLIC_KEY must be an RSA public key[^"]*$/,
    )
  })

  it('is required: without one every call is refused', async () => {
    const other = await startBank()
    try {
      const answer = await send(other, 'create', { cardId: 'x' })
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED'])
    } finally {
      await other.stop()
    }
  })
})

describe('what is no event', () => {
  it.each([
    ['no JSON', 'no json'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['no type', '{"orderNo":"1","data":{}}'],
    ['an empty type', '{"orderNo":"1","eventType":"","data":{}}'],
    ['no id', '{"eventType":"create","data":{"cardId":"1"}}'],
    ['empty ids', '{"eventType":"create","orderNo":"","id":null,"data":{"tradeNo":" "}}'],
    ['an id that is an object', '{"eventType":"create","orderNo":{"rawJSON":"1"}}'],
    ['an id that is too long', `{"eventType":"create","orderNo":"${'1'.repeat(256)}"}`],
    ['what cannot be stored', '{"eventType":"create","orderNo":"a\\u0000b"}'],
    [
      'what is nested too deep',
      `{"orderNo":"1","type":"x","data":${'['.repeat(100)}${']'.repeat(100)}}`,
    ],
  ])('%s: 400', async (_what, body) => {
    const { status, body: answer } = await sendText(bank, body)
    expect([status, answer.error.code]).toEqual([400, 'INVALID_PAYLOAD'])
  })
})

describe('the id of an event', () => {
  it.each([
    ['orderNo', { orderNo: 'A', tradeNo: 'B', eventId: 'C', id: 'D', data: { orderNo: 'E' } }, 'A'],
    ['tradeNo', { orderNo: '', tradeNo: 'B', eventId: 'C', id: 'D' }, 'B'],
    ['eventId', { orderNo: null, eventId: 'C', id: 'D' }, 'C'],
    ['id', { id: 'D', data: { orderNo: 'E' } }, 'D'],
    ['data.orderNo', { data: { orderNo: 'E', tradeNo: 'F' } }, 'E'],
    ['data.id', { data: { id: 7 } }, '7'],
  ])('is %s', async (_where, fields, expected) => {
    const type = `unknown ${randomUUID()}`
    accepted(await sendText(bank, JSON.stringify({ type, ...fields })))
    const rows = await bank.sql<{ event_id: string }>(
      'select event_id from cards.events where event_type = $1',
      [type],
    )
    expect(rows).toEqual([{ event_id: expected }])
  })

  it('stays exact when it is a long number', async () => {
    const cardId = randomUUID()
    const deposit = (id: string) =>
      `{"eventType":"deposit","orderNo":${id},"data":{"cardId":"${cardId}","amount":"1.00"}}`
    accepted(await sendText(bank, deposit('98765432109876543210')))
    accepted(await sendText(bank, deposit('98765432109876543211')))
    accepted(await sendText(bank, deposit('98765432109876543210')))
    expect(await cardOf(cardId)).toMatchObject({ balance_cents: '200' })
  })
})

describe('an event counts once', () => {
  it('one after the other, and at the same time', async () => {
    const accountId = randomUUID()
    const body = JSON.stringify(toCardEvent('DEPOSIT', { accountId, amount: '5.00' }))
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendText(bank, body)))
    answers.forEach(accepted)
    accepted(await sendText(bank, body))
    expect(await walletOf(accountId)).toMatchObject({ balance_cents: '500' })
  })

  it('by its type, too, to the letter: DEPOSIT is not deposit', async () => {
    const orderNo = randomUUID()
    const data = { accountId: randomUUID(), cardId: randomUUID(), amount: '3.00' }
    for (const type of ['DEPOSIT', 'deposit', 'DEPOSIT', 'deposit'])
      accepted(await send(bank, type, data, { orderNo }))
    expect(await walletOf(data.accountId)).toMatchObject({ balance_cents: '300' })
    expect(await cardOf(data.cardId)).toMatchObject({ balance_cents: '300' })
    for (const type of ['WITHDRAW', 'withdraw'])
      accepted(await send(bank, type, { ...data, amount: '1.00' }, { orderNo }))
    expect(await walletOf(data.accountId)).toMatchObject({ balance_cents: '200' })
    expect(await cardOf(data.cardId)).toMatchObject({ balance_cents: '200' })
  })

  it('many at once add up', async () => {
    const accountId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send(bank, index % 3 === 2 ? 'WITHDRAW' : 'DEPOSIT', { accountId, amount: '1.01' }),
      ),
    )
    answers.forEach(accepted)
    expect(await walletOf(accountId)).toMatchObject({ balance_cents: '404' })
  })
})

describe('holders', () => {
  it.each([
    ['wait_audit', { kyc_status: 'in_review', kyc_stage: 'admin', kyc_reason: null }],
    ['under_review', { kyc_status: 'in_review', kyc_stage: 'channel', kyc_reason: null }],
    ['pass_audit', { kyc_status: 'verified', kyc_stage: null, kyc_reason: null }],
    ['reject', { kyc_status: 'rejected', kyc_stage: null, kyc_reason: 'Blurred' }],
  ])('%s', async (type, expected) => {
    for (const [field, reason] of [
      ['holderId', 'reason'],
      ['cardholderId', 'rejectReason'],
    ] as const) {
      const id = randomUUID()
      accepted(await send(bank, type, { [field]: id, [reason]: 'Blurred' }))
      expect(await holderOf(id)).toMatchObject(expected)
    }
  })

  it('may be verified after they were rejected', async () => {
    const holderId = randomUUID()
    await send(bank, 'reject', { holderId, reason: 'Blurred' })
    await send(bank, 'pass_audit', { holderId })
    expect(await holderOf(holderId)).toMatchObject({ kyc_status: 'verified', kyc_reason: null })
  })
})

describe('wallets', () => {
  it('have the balance that the platform names, in cents', async () => {
    const accountId = randomUUID()
    await send(bank, 'DEPOSIT', { accountId, amount: '10.00', balance: '1234.5', currency: 'usd' })
    expect(await walletOf(accountId)).toMatchObject({ balance_cents: '123450', currency: 'USD' })
    await send(bank, 'WITHDRAW', { accountId, amount: '34.50' })
    expect(await walletOf(accountId)).toMatchObject({ balance_cents: '120000' })
    await send(bank, 'WITHDRAW', { accountId, amount: '1.00', balance: '-0.01' })
    expect(await walletOf(accountId)).toMatchObject({ balance_cents: '-1' })
    await send(bank, 'DEPOSIT', { accountId, amount: 0.5 })
    expect(await walletOf(accountId)).toMatchObject({ balance_cents: '49' })
  })

  it('are not in the ledger', async () => {
    const count = async () =>
      (await bank.sql<{ n: string }>('select count(*) as n from ledger.moves'))[0]!.n
    const before = await count()
    await send(bank, 'DEPOSIT', { accountId: randomUUID(), amount: '10.00' })
    expect(await count()).toBe(before)
  })
})

describe('cards', () => {
  const walk = async (...types: string[]) => {
    const cardId = randomUUID()
    for (const type of types) accepted(await send(bank, type, { cardId }))
    return (await cardOf(cardId))!.status
  }

  it('are created with their last digits and no more of their number', async () => {
    const cardId = randomUUID()
    const event = toCardEvent('create', {
      cardId,
      cardNo: '4111111111111234',
      cvv: '987',
      network: 'VISA',
    })
    accepted(await sendText(bank, JSON.stringify(event)))
    expect(await cardOf(cardId)).toMatchObject({ status: 'active', last4: '1234', network: 'visa' })
    const kept = JSON.stringify((await eventOf(event.orderNo))!.facts)
    expect(kept).not.toMatch(/411111|987/)
    const masked = randomUUID()
    await send(bank, 'create', { cardId: masked, last4: '9876', cardNo: '**** 5432' })
    expect(await cardOf(masked)).toMatchObject({ last4: '9876' })
  })

  it.each([
    [['create'], 'active'],
    [['create', 'Freeze'], 'frozen'],
    [['create', 'blocked'], 'frozen'],
    [['create', 'Freeze', 'UnFreeze'], 'active'],
    [['create', 'cancel'], 'cancelled'],
    [['create', 'Freeze', 'cancel'], 'cancelled'],
    // A cancelled card stays cancelled, and a creation may arrive late.
    [['create', 'cancel', 'UnFreeze'], 'cancelled'],
    [['create', 'cancel', 'Freeze'], 'cancelled'],
    [['Freeze', 'create'], 'frozen'],
    [['cancel', 'create'], 'cancelled'],
    // To the letter.
    [['create', 'freeze'], 'active'],
    [['create', 'Freeze', 'unfreeze'], 'frozen'],
    [['create', 'CANCEL'], 'active'],
  ])('%j: %s', async (types, status) => {
    expect(await walk(...types)).toBe(status)
  })

  it('have balances of their own, which do not touch their status', async () => {
    const cardId = randomUUID()
    await send(bank, 'deposit', { cardId, amount: '20.00' })
    expect(await cardOf(cardId)).toMatchObject({ status: 'pending', balance_cents: '2000' })
    await send(bank, 'create', { cardId })
    await send(bank, 'Freeze', { cardId })
    await send(bank, 'withdraw', { cardId, amount: '5.00' })
    expect(await cardOf(cardId)).toMatchObject({ status: 'frozen', balance_cents: '1500' })
    await send(bank, 'overdraft_statement', { cardId, amount: '7.25' })
    expect(await cardOf(cardId)).toMatchObject({ balance_cents: '-725' })
    await send(bank, 'overdraft_statement', { cardId, amount: '1.00', balance: '-8.25' })
    expect(await cardOf(cardId)).toMatchObject({ status: 'frozen', balance_cents: '-825' })
  })
})

describe('events without effect', () => {
  const silent = Object.entries(effects).flatMap(([type, { about }]) =>
    about === 'nothing' ? [type] : [],
  )
  it.each([...silent, 'monthly_fee', 'cross_border_Fee', 'something new', 'toString', '__proto__'])(
    '%s',
    async (type) => {
      const cardId = randomUUID()
      const event = { type, orderNo: randomUUID(), data: { cardId, otp: '123456', amount: '1.00' } }
      accepted(await sendText(bank, JSON.stringify(event)))
      expect(await cardOf(cardId)).toBeUndefined()
      expect(await eventOf(event.orderNo)).toMatchObject({
        facts: null,
        processed_at: expect.any(Date),
      })
    },
  )
})

describe('an event that cannot be applied', () => {
  it.each([
    ['DEPOSIT', { amount: '1.00' }, 'the event has no accountId'],
    ['deposit', { accountId: 'x', amount: '1.00' }, 'the event has no cardId'],
    ['pass_audit', {}, 'the event has no holderId'],
    ['DEPOSIT', { accountId: 'x' }, 'the event has neither an amount nor a balance'],
    [
      'DEPOSIT',
      { accountId: 'x', amount: 'much' },
      'the amount is not an amount with at most two decimals',
    ],
    [
      'DEPOSIT',
      { accountId: 'x', amount: '1.005' },
      'the amount is not an amount with at most two decimals',
    ],
    [
      'DEPOSIT',
      { accountId: 'x', amount: '1e3' },
      'the amount is not an amount with at most two decimals',
    ],
    ['DEPOSIT', { accountId: 'x', amount: '-1.00' }, 'the amount must be positive, not -1.00'],
    [
      'DEPOSIT',
      { accountId: 'x', amount: '1', balance: 'all' },
      'the balance is not an amount with at most two decimals',
    ],
  ])('%s %j is accepted, kept and tried again', async (type, data, error) => {
    const orderNo = randomUUID()
    accepted(await send(bank, type, data, { orderNo }))
    expect(await eventOf(orderNo)).toMatchObject({ processed_at: null, attempts: 1, error })
    expect(await walletOf('x')).toBeUndefined()
    accepted(await send(bank, type, data, { orderNo }))
    expect(await eventOf(orderNo)).toMatchObject({ attempts: 1 })
  })

  /** While a table takes no new row, what needs one fails. */
  const whileFull = async (table: string, work: () => Promise<void>): Promise<void> => {
    await bank.sql(`create function cards.fail() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`)
    await bank.sql(
      `create trigger fail before insert on cards.${table} for each row execute function cards.fail()`,
    )
    await work()
    await bank.sql('drop function cards.fail() cascade')
  }

  it('is applied once when the cause is gone', async () => {
    const cardId = randomUUID()
    const orderNo = randomUUID()
    await whileFull('cards', async () => {
      accepted(await send(bank, 'create', { cardId, last4: '1111' }, { orderNo }))
      expect(await eventOf(orderNo)).toMatchObject({
        processed_at: null,
        attempts: 1,
        error: 'the disk is full',
      })
      bank.clock.advance(60)
      await retry()
      expect(await eventOf(orderNo)).toMatchObject({ processed_at: null, attempts: 2 })
    })
    // The delay grows with each attempt.
    bank.clock.advance(60)
    await retry()
    expect(await eventOf(orderNo)).toMatchObject({ processed_at: null, attempts: 2 })
    bank.clock.advance(60)
    await Promise.all([retry(), retry()])
    expect(await eventOf(orderNo)).toMatchObject({ processed_at: expect.any(Date), error: null })
    expect(await cardOf(cardId)).toMatchObject({ status: 'active', last4: '1111' })
  })

  it.each([
    ['wallets', 'account_id', ['DEPOSIT', { balance: '5.00' }], ['DEPOSIT', { balance: '7.00' }]],
    ['cards', 'card_id', ['deposit', { balance: '5.00' }], ['deposit', { balance: '7.00' }]],
    ['cards', 'card_id', ['Freeze', {}], ['UnFreeze', {}]],
    ['cardholders', 'holder_id', ['reject', { reason: 'Blurred' }], ['pass_audit', {}]],
  ] as const)(
    'does not undo what came after it: %s by %s, %j and %j',
    async (table, column, [first, data], [second, otherData]) => {
      const id = randomUUID()
      const orderNo = randomUUID()
      const about = { accountId: id, cardId: id, holderId: id, amount: '5.00' }
      await whileFull(table, async () => {
        accepted(await send(bank, first, { ...about, ...data }, { orderNo }))
      })
      expect(await eventOf(orderNo)).toMatchObject({ processed_at: null })
      accepted(await send(bank, second, { ...about, ...otherData }))
      const { updated_at: _then, ...after } = (await row<{ updated_at: Date }>(table, column, id))!
      bank.clock.advance(60)
      await retry()
      expect(await eventOf(orderNo)).toMatchObject({ processed_at: expect.any(Date) })
      expect(await row(table, column, id)).toMatchObject(after)
    },
  )

  it('is given up after ten attempts', async () => {
    const orderNo = randomUUID()
    await send(bank, 'DEPOSIT', { accountId: 'x' }, { orderNo })
    for (let time = 0; time < 12; time++) {
      bank.clock.advance(60 * 2 ** time)
      await retry()
    }
    expect(await eventOf(orderNo)).toMatchObject({ processed_at: null, attempts: 10 })
  })
})

describe('what holders see', () => {
  let person: Person
  let uuid: string
  beforeAll(async () => {
    person = await bank.person()
    uuid = await issueCard(bank, person)
  })
  const get = (path: string, who: Person = person) =>
    bank.call(`GET /api/v1/${path}`, undefined, who)

  it('their cards, wallets and identity checks', async () => {
    const { body } = await get('cards')
    expect(body.data).toMatchObject([
      { uuid, status: 'active', last4: '1111', network: 'visa', balance: 0, currency: null },
    ])
    expect((await get(`cards/${uuid}`)).body.data).toEqual(body.data[0])
    expect((await get('cardholders')).body.data).toMatchObject([
      { user_uuid: person.uuid, kyc_status: 'verified' },
    ])
    expect((await get('card-wallets')).body.data).toMatchObject([{ balance: 100 }])
  })

  it('and not those of other users, not even in their own sandbox', async () => {
    const other = await bank.person()
    for (const list of ['cards', 'cardholders', 'card-wallets'])
      expect((await get(list, other)).body.data).toEqual([])
    expect((await get(`cards/${uuid}`, other)).status).toBe(404)
    const key = { name: 'Sandbox', environment: 'sandbox', permissions: ['*'] }
    const made = await bank.call('POST /api/v2/api-keys', key, person)
    expect((await get(`cards/${uuid}`, { ...person, token: made.body.data.api_key })).status).toBe(
      404,
    )
  })

  it('are notified of it', async () => {
    const rows = await bank.sql<{ type: string }>(
      "select type from platform.events where user_uuid = $1 and type like 'card%' order by id",
      [person.uuid],
    )
    expect(rows.map(({ type }) => type)).toEqual([
      'cardholder.kyc_changed',
      'card.status_changed',
      'card_wallet.balance_changed',
    ])
  })

  it('are linked by an operator, and the platform cannot change the link', async () => {
    const holderId = randomUUID()
    const link = { holder_id: holderId, user_uuid: person.uuid }
    const { status, body } = await bank.call(
      'POST /api/v1/cardholders',
      link,
      await bank.operator(),
    )
    expect([status, body.data.kyc_status]).toEqual([200, 'pending'])
    const other = await bank.person()
    await send(bank, 'pass_audit', { holderId, userId: other.uuid })
    expect((await get('cardholders', other)).body.data).toEqual([])
    const unknown = { ...link, user_uuid: randomUUID() }
    expect(
      (await bank.call('POST /api/v1/cardholders', unknown, await bank.operator())).status,
    ).toBe(422)
    await send(bank, 'pass_audit', { holderId: 'unlinked', userId: randomUUID() })
    expect(await row('cardholders', 'holder_id', 'unlinked')).toMatchObject({ user_uuid: null })
  })
})

describe('amounts in cents', () => {
  it.each([
    ['0', 0n],
    ['12', 1200n],
    ['12.3', 1230n],
    ['12.34', 1234n],
    ['12.3400', 1234n],
    ['12.000', 1200n],
    ['-0.01', -1n],
    ['99999999999999999999.99', 9999999999999999999999n],
  ])('%s', (text, expected) => {
    expect(readCents(text, 'amount')).toBe(expected)
  })
  it.each(['', '1.001', '1,00', '1e2', '0x10', 'NaN', ' 1', '+1', '.5'])('not "%s"', (text) => {
    expect(() => readCents(text, 'amount')).toThrow('not an amount')
  })
})
