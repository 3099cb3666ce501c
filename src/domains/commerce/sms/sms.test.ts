// Messages: sent once each despite failures; visible to their owner; statuses move forward only.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Inside, openInside, startVertex, type Vertex } from './test-support.ts'

const secret = 'what only the provider knows'

let bank: Bank
let inside: Inside
let ada: Person
beforeAll(async () => {
  bank = await startBank({ env: { SMS_REPORT_SECRET: secret } })
  inside = openInside(bank)
})
beforeEach(async () => {
  ada = await bank.person()
})
afterAll(async () => {
  await inside.close()
  await bank.stop()
})

const send = (to: string, change: object = {}, environment: 'live' | 'sandbox' = 'live') =>
  inside.run(
    'sms.send_prepaid',
    { to, message: 'Hello', ...change },
    { user: ada.uuid, environment },
  )

const stateOf = async (message_id: string, person = ada) =>
  (await bank.call(`GET /api/v1/sms/status/${message_id}`, undefined, person)).body.data

const callsOf = async (message_id: string): Promise<number> => {
  const rows = await bank.sql<{ calls: number }>(
    'select calls from sms.simulated where reference = $1',
    [message_id.slice('sms_'.length)],
  )
  return rows[0]?.calls ?? 0
}

const countSimulated = async (): Promise<number> =>
  (await bank.sql<{ n: number }>('select count(*)::int as n from sms.simulated'))[0]!.n

describe('sms.send_prepaid', () => {
  it('sends, and the message is delivered', async () => {
    const sent = await send('37060012345', { from: 'My Shop' })
    expect(sent).toEqual({
      message_id: expect.stringMatching(/^sms_[0-9a-f-]{36}$/),
      status: 'sent',
      parts: 1,
      price_usdc: '48438',
      country: 'LT',
      note: expect.stringContaining('Simulated'),
    })
    await expect.poll(() => stateOf(sent.message_id)).toMatchObject({ status: 'delivered' })
    expect(await stateOf(sent.message_id)).toEqual({
      message_id: sent.message_id,
      status: 'delivered',
      delivered_at: bank.clock.now().toISOString(),
      payment_status: 'pending',
      parts: 1,
      destination: '+37060012345',
      price_usdc: '48438',
      error_code: null,
      test_mode: true,
    })
    const events = await bank.sql<{ type: string }>(
      `select type from platform.events where user_uuid = $1 and type like 'sms.%' order by type`,
      [ada.uuid],
    )
    expect(events.map((event) => event.type)).toEqual(['sms.delivered', 'sms.sent'])
  })

  it('says what it would cost, and sends nothing', async () => {
    const before = await countSimulated()
    const input = { check_price_only: true, message: 'ж'.repeat(71) }
    expect(await send('+37060012345', input)).toMatchObject({
      message_id: null,
      status: null,
      parts: 2,
      price_usdc: '96876',
      country: 'LT',
    })
    expect(await countSimulated()).toBe(before)
  })

  it('is the same message when asked again within a minute', async () => {
    const first = await send('+37060012345')
    bank.clock.advance(59)
    expect((await send('37060012345')).message_id).toBe(first.message_id)
    expect((await send('+37060012345', { message: 'Hello!' })).message_id).not.toBe(
      first.message_id,
    )
    bank.clock.advance(2)
    expect((await send('+37060012345')).message_id).not.toBe(first.message_id)
  })

  it('is one message when asked many times at once', async () => {
    const before = await countSimulated()
    const sent = await Promise.all(Array.from({ length: 12 }, () => send('+37060099999')))
    expect(new Set(sent.map((one) => one.message_id)).size).toBe(1)
    expect(await countSimulated()).toBe(before + 1)
  })

  it('answers with the earlier reply to the same key', async () => {
    const input = { to: '+37060012399', message: 'Hello' }
    const first = await inside.run('sms.send_prepaid', input, { user: ada.uuid }, 'the-key')
    bank.clock.advance(120)
    const again = await inside.run('sms.send_prepaid', input, { user: ada.uuid }, 'the-key')
    expect(again).toEqual(first)
  })

  it('fails where the provider refuses, and may be tried again', async () => {
    await expect(send('+37060010000')).rejects.toThrow('The number does not exist.')
    await expect(send('+37060010000')).rejects.toThrow('The number does not exist.')
    const rows = await bank.sql<{ status: string; error_code: string }>(
      `select status, error_code from sms.messages where user_uuid = $1`,
      [ada.uuid],
    )
    expect(rows).toEqual([
      { status: 'failed', error_code: 'invalid_number' },
      { status: 'failed', error_code: 'invalid_number' },
    ])
  })

  it('is reported as failed where the phone is off', async () => {
    const sent = await send('+37060010001')
    expect(sent.status).toBe('sent')
    await expect
      .poll(() => stateOf(sent.message_id))
      .toMatchObject({ status: 'failed', error_code: 'absent_subscriber', delivered_at: null })
  })

  it('is delivered later where the network is slow', async () => {
    const sent = await send('+37060010002')
    await bank.runJob('sms.simulated_reports')
    expect((await stateOf(sent.message_id)).status).toBe('sent')
    bank.clock.advance(60)
    await bank.runJob('sms.simulated_reports')
    expect((await stateOf(sent.message_id)).status).toBe('delivered')
  })

  it.each(['+37060010003', '+37060010004'])(
    'is sent by the sweep where the first call failed: %s',
    async (to) => {
      const waiting = await send(to)
      expect(waiting.status).toBe('pending')
      await bank.runJob('sms.sweep')
      expect(await callsOf(waiting.message_id)).toBe(1)
      bank.clock.advance(3600)
      await bank.runJob('sms.sweep')
      expect((await stateOf(waiting.message_id)).status).toMatch(/sent|delivered/)
      expect(await callsOf(waiting.message_id)).toBe(2)
      bank.clock.advance(7200)
      await bank.runJob('sms.sweep')
      expect(await callsOf(waiting.message_id)).toBe(2)
    },
  )

  it('is resumed after a crash, but not while another sender holds the claim', async () => {
    const sent = await send('+37060012345')
    const id = sent.message_id.slice('sms_'.length)
    // As a process leaves it that ended between the provider's answer and its record.
    await bank.sql(
      `update sms.messages set status = 'pending', provider_id = null, delivered_at = null,
         claimed_until = $2, next_attempt_at = $2 where id = $1`,
      [id, new Date(bank.clock.now().getTime() + 60_000)],
    )
    await bank.runJob('sms.sweep')
    // A repeat of the request does not send it either.
    expect(await send('+37060012345')).toMatchObject({
      message_id: sent.message_id,
      status: 'pending',
    })
    expect(await callsOf(sent.message_id)).toBe(1)
    bank.clock.advance(61)
    await bank.runJob('sms.sweep')
    expect((await stateOf(sent.message_id)).status).toMatch(/sent|delivered/)
    const rows = await bank.sql('select 1 from sms.simulated where reference = $1', [id])
    expect(rows.length).toBe(1)
  })

  it('gives up after three days', async () => {
    const sent = await send('+37060010003')
    await bank.sql(`update sms.messages set provider = 'gone' where id = $1`, [
      sent.message_id.slice('sms_'.length),
    ])
    bank.clock.advance(259_201)
    await bank.runJob('sms.sweep')
    expect(await stateOf(sent.message_id, await bank.operator())).toMatchObject({
      status: 'failed',
      error_code: 'expired',
    })
  })

  it('takes only numbers and senders that networks take', async () => {
    await expect(send('0012345')).rejects.toThrow('dial code')
    await expect(send('+37060012345', { from: 'Ünï' })).rejects.toThrow('letters')
    await expect(send('+37060012345', { message: '' })).rejects.toThrow()
    await expect(send('+37060012345', { message: 'x'.repeat(1601) })).rejects.toThrow()
  })

  it('keeps sandbox and live apart', async () => {
    const sent = await send('+37060012345', {}, 'sandbox')
    const answer = await bank.call(`GET /api/v1/sms/status/${sent.message_id}`, undefined, ada)
    expect(answer.status).toBe(404)
    // The same text to the same number is another message where it is real.
    expect((await send('+37060012345')).message_id).not.toBe(sent.message_id)
    expect((await send('+37060012345', {}, 'sandbox')).message_id).toBe(sent.message_id)
  })
})

describe('sms.status', () => {
  it('is visible to the sender and to operators', async () => {
    const { message_id } = await send('+37060012345')
    const eve = await bank.person()
    const route = `GET /api/v1/sms/status/${message_id}`
    expect((await bank.call(route, undefined, eve)).status).toBe(404)
    expect((await bank.call(route, undefined, await bank.operator())).status).toBe(200)
    expect((await bank.call(route)).status).toBe(401)
  })
})

describe('sms.rates', () => {
  it('states the price of a part', async () => {
    const { status, body } = await bank.call('GET /api/v1/sms/rates?country=LT')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        country: 'Lithuania',
        country_code: 'LT',
        rate_eur: '0.0390',
        rate_usdc: '48438',
      },
    })
  })

  it.each(['ZZ', 'AQ', 'XX'])('knows nothing of %s', async (country) => {
    const { status, body } = await bank.call(`GET /api/v1/sms/rates?country=${country}`)
    expect(status).toBe(404)
    expect(body.message).toContain(country)
  })

  it.each(['', '?country=LTU', '?country=1', '?country='])('refuses "%s"', async (query) => {
    expect((await bank.call(`GET /api/v1/sms/rates${query}`)).status).toBe(422)
  })
})

describe('sms.info', () => {
  it('says that it is simulated', async () => {
    expect((await bank.call('GET /api/v1/sms/info')).body.data).toEqual({
      provider: 'mock',
      enabled: true,
      test_mode: true,
      networks: ['eip155:8453', 'eip155:1'],
    })
  })

  it('says that production without a provider has none, and sends nothing', async () => {
    const env = { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) }
    const production = await startBank({ env })
    const there = openInside(production)
    try {
      expect((await production.call('GET /api/v1/sms/info')).body.data).toMatchObject({
        provider: null,
        enabled: false,
        test_mode: false,
      })
      expect((await production.call('GET /api/v1/sms/rates?country=LT')).status).toBe(503)
      const input = { to: '+37060012345', message: 'Hello' }
      await expect(there.run('sms.send_prepaid', input, { user: ada.uuid })).rejects.toThrow(
        'no SMS provider configured',
      )
    } finally {
      await there.close()
      await production.stop()
    }
  })
})

describe('sms.report', () => {
  const report = (body: object, query = `?t=${encodeURIComponent(secret)}`) =>
    bank.call(`POST /api/v1/webhooks/sms/dlr${query}`, body)

  const sentLater = async () => {
    const { message_id } = await send('+37060010002')
    return { message_id, id: `mock_${message_id.slice('sms_'.length).replaceAll('-', '')}` }
  }

  it.each([
    [1, 'delivered'],
    ['3', 'delivered'],
    ['Delivered', 'delivered'],
    ['seen', 'delivered'],
    [2, 'failed'],
    ['16', 'failed'],
    ['undelivered', 'failed'],
    ['sent', 'sent'],
    ['whatever', 'sent'],
    ['__proto__', 'sent'],
    ['constructor', 'sent'],
  ])('%s means %s', async (status, meaning) => {
    const { id, message_id } = await sentLater()
    const answer = await report({ id, status, error: 7, mcc: 246, mnc: '02' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ received: true })
    expect((await stateOf(message_id)).status).toBe(meaning)
  })

  it('never reverts a status, whatever arrives later', async () => {
    const { id, message_id } = await sentLater()
    const delivered_at = '2026-03-01T12:00:05.000Z'
    await report({ id, status: 'delivered', delivered_at })
    for (const status of ['failed', 'sent', 'expired', 'delivered'])
      expect((await report({ id, status })).status).toBe(200)
    expect(await stateOf(message_id)).toMatchObject({ status: 'delivered', delivered_at })
  })

  it('is refused without the secret', async () => {
    const { id, message_id } = await sentLater()
    for (const query of ['', '?t=', '?t=guess', `?t=${secret}x`])
      expect((await report({ id, status: 'delivered' }, query)).status).toBe(401)
    expect((await stateOf(message_id)).status).toBe('sent')
  })

  it('may be signed instead, over its exact bytes', async () => {
    const { id, message_id } = await sentLater()
    const sign = (text: string, key = secret) =>
      createHmac('sha256', key).update(text).digest('hex')
    const text = `{ "id": "${id}",  "status": 1 }`
    const post = (body: string, signature: string, path = 'vertexsms') =>
      bank.call(`POST /api/v1/webhooks/${path}/dlr?t=${encodeURIComponent(secret)}`, body, {
        raw: true,
        headers: { 'Content-Type': 'application/json', 'X-VertexSMS-Signature': signature },
      })
    // A signature that is there must be right, whatever else is.
    for (const signature of [sign(`${text} `), sign(text, 'other'), 'nonsense', ''])
      expect((await post(text, signature)).status).toBe(401)
    expect((await stateOf(message_id)).status).toBe('sent')
    expect((await post('{', sign('{'))).status).toBe(422)
    expect((await post('[]', sign('[]'))).status).toBe(422)
    expect((await post(text, sign(text).toUpperCase())).status).toBe(200)
    expect((await stateOf(message_id)).status).toBe('delivered')
  })

  it('needs an id, and ignores those it does not know', async () => {
    expect((await report({ status: 'delivered' })).status).toBe(422)
    expect((await report({ id: 'nobody', status: 'delivered' })).status).toBe(200)
  })

  it('may come before the message is known to be sent', async () => {
    const { message_id } = await send('+37060010004')
    const id = `mock_${message_id.slice('sms_'.length).replaceAll('-', '')}`
    await report({ id, status: 'failed', error: 5 })
    expect((await stateOf(message_id)).status).toBe('pending')
    bank.clock.advance(3600)
    await bank.runJob('sms.sweep')
    expect(await stateOf(message_id)).toMatchObject({ status: 'failed', error_code: '5' })
  })
})

describe('a provider over HTTP', () => {
  let vertex: Vertex
  let real: Bank
  let there: Inside
  beforeAll(async () => {
    vertex = await startVertex('our-token-of-the-provider')
    real = await startBank({
      env: {
        FLORIN_MODE: 'production',
        FLORIN_SECRET: 'x'.repeat(32),
        SMS_PROVIDER: 'vertexsms',
        SMS_PROVIDER_URL: vertex.url,
        SMS_PROVIDER_TOKEN: 'our-token-of-the-provider',
        SMS_REPORT_SECRET: secret,
      },
    })
    there = openInside(real)
    payer = await makePayer('10.00')
  })
  afterAll(async () => {
    await there.close()
    await real.stop()
    await vertex.close()
  })

  let payer: Person
  const accountOf = async (person: Person): Promise<string> =>
    (await real.call('GET /api/accounts', undefined, person)).body.data[0].uuid
  /** A user whose account holds this much, deposited by an operator. */
  const makePayer = async (amount: string): Promise<Person> => {
    const person = await real.person()
    const route = `POST /api/v2/accounts/${await accountOf(person)}/deposit`
    const paid = await real.call(route, { amount, asset_code: 'USD' }, await real.operator())
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    return person
  }
  const balanceOf = async (person: Person) => {
    const [row] = await real.sql<{ units: number; held: number }>(
      `select coalesce(sum(units), 0)::int as units, coalesce(sum(held), 0)::int as held
       from ledger.balances b join ledger.accounts a on a.id = b.account_id
       where a.user_uuid = $1 and a.environment = 'live' and b.asset = 'USD'`,
      [person.uuid],
    )
    return row
  }

  const sendReal = (
    message: string,
    environment: 'live' | 'sandbox' = 'live',
    by: Person = payer,
    to = '+37060012345',
  ) => there.run('sms.send_prepaid', { to, message }, { user: by.uuid, environment })

  const sentTexts = () => [...vertex.messages.values()].map((one) => one.message)

  it('is asked for nothing that is not paid for', async () => {
    const before = vertex.calls.length
    const poor = await makePayer('0.04')
    await expect(sendReal('Free', 'live', poor)).rejects.toMatchObject({
      def: { code: 'INSUFFICIENT_FUNDS' },
    })
    const withoutAccount = { uuid: ada.uuid } as Person
    await expect(sendReal('Free', 'live', withoutAccount)).rejects.toMatchObject({
      def: { code: 'NO_ACCOUNT_TO_CHARGE' },
    })
    // More than the flat charge: another route charges the actual price.
    const long = 'ж'.repeat(71)
    await expect(sendReal(long)).rejects.toThrow('POST /api/v1/sms/send')
    expect(vertex.calls.length).toBe(before)
    expect(await balanceOf(poor)).toEqual({ units: 4, held: 0 })
  })

  it('is paid for by the sender’s account, each message once, and none that is refused', async () => {
    const sender = await makePayer('1.00')
    const before = vertex.messages.size
    await sendReal('Paid', 'live', sender)
    expect(await balanceOf(sender)).toEqual({ units: 95, held: 0 })
    // The same again within a minute is the same message.
    await Promise.all(Array.from({ length: 4 }, () => sendReal('Paid', 'live', sender)))
    await Promise.all(Array.from({ length: 4 }, () => sendReal('At once', 'live', sender)))
    expect(await balanceOf(sender)).toEqual({ units: 90, held: 0 })
    vertex.troubles.push('422')
    await expect(sendReal('Refused', 'live', sender)).rejects.toThrow('refused')
    expect(await balanceOf(sender)).toEqual({ units: 90, held: 0 })
    expect(vertex.messages.size).toBe(before + 2)
    // The sandbox is simulated and free.
    await sendReal('Simulated', 'sandbox', sender)
    expect(await balanceOf(sender)).toEqual({ units: 90, held: 0 })
  })

  it('is given the message with our token and reference', async () => {
    const sent = await sendReal('One')
    expect(sent).toMatchObject({ status: 'sent', note: 'On its way.' })
    const call = vertex.calls.at(-1)!
    expect(call).toMatchObject({
      path: '/sms',
      headers: {
        'x-vertexsms-token': 'our-token-of-the-provider',
        'idempotency-key': sent.message_id.slice('sms_'.length),
      },
      body: { to: '+37060012345', from: 'Florin', message: 'One', validity: 259_200 },
    })
  })

  it.each(['500', 'lost', 'nonsense'] as const)(
    'is asked again after %s, once',
    async (trouble) => {
      vertex.troubles.push(trouble)
      const text = `Trouble ${trouble}`
      expect((await sendReal(text)).status).toBe('pending')
      real.clock.advance(3600)
      await real.runJob('sms.sweep')
      expect(sentTexts().filter((one) => one === text)).toEqual([text])
      const [row] = await real.sql<{ status: string }>(
        'select status from sms.messages where message = $1',
        [text],
      )
      expect(row!.status).toBe('sent')
    },
  )

  it('may refuse', async () => {
    vertex.troubles.push('422')
    await expect(sendReal('Refused')).rejects.toThrow('Bad sender.')
    expect(sentTexts()).not.toContain('Refused')
  })

  it('reports to its own address', async () => {
    const sent = await sendReal('Reported')
    const id = [...vertex.messages.values()].find((one) => one.message === 'Reported')!.id
    const route = `POST /api/v1/webhooks/vertexsms/dlr?t=${encodeURIComponent(secret)}`
    expect((await real.call(route, { id, status: 1 })).status).toBe(200)
    const [row] = await real.sql<{ status: string }>(
      'select status from sms.messages where id = $1',
      [sent.message_id.slice('sms_'.length)],
    )
    expect(row!.status).toBe('delivered')
  })

  it('sets its own prices', async () => {
    await real.runJob('sms.refresh_rates')
    const { body } = await real.call('GET /api/v1/sms/rates?country=LT')
    expect(body.data).toMatchObject({ rate_eur: '0.0500', rate_usdc: '62100' })
  })

  it('never sees what belongs to the sandbox', async () => {
    const calls = vertex.calls.length
    expect((await sendReal('Sandbox', 'sandbox')).note).toContain('Simulated')
    expect(vertex.calls.length).toBe(calls)
  })
})
