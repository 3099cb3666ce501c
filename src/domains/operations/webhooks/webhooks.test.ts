// Webhooks through HTTP: what can be set up, what arrives at a real receiver, and what a bad receiver
// costs.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { holdTransaction } from '../../../../test/harness/held.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import { isSigned, type Received, type Receiver, startReceiver } from './test-support.ts'

/** Retries at once, without a rate limit, and keeps few successful deliveries. */
let bank: Bank
/** Retries after a minute of its clock, and delivers at most five times a minute. */
let patient: Bank
const receivers: Receiver[] = []

beforeAll(async () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  const eager = {
    ...env,
    WEBHOOK_RETRY_SECONDS: '0',
    WEBHOOK_DELIVERIES_PER_MINUTE: '0',
    WEBHOOK_DELIVERED_KEEP: '10',
  }
  ;[bank, patient] = await Promise.all([
    startBank({ env: eager }),
    startBank({ env: { ...env, WEBHOOK_DELIVERIES_PER_MINUTE: '5' } }),
  ])
})
afterAll(() => Promise.all([bank.stop(), patient.stop()]))
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receive(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

const on = (other: Bank | undefined) => other ?? bank

async function hook(person: Person, wanted: Record<string, unknown>, other?: Bank) {
  const request = { events: ['*'], ...wanted }
  const { status, body } = await on(other).call('POST /api/v2/webhooks', request, person)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

async function openAccount(person: Person, cents = 0, other?: Bank): Promise<string> {
  const account = { user_uuid: person.uuid, name: 'Purse', initial_balance: cents }
  const { body } = await on(other).call('POST /api/accounts', account, person)
  return body.data.uuid
}

const deposit = (person: Person, account: string, amount: string, other?: Bank) =>
  on(other).call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code: 'USD' }, person)

const show = async (person: Person, id: string, other?: Bank) =>
  (await on(other).call(`GET /api/v2/webhooks/${id}`, undefined, person)).body.data

const deliveriesOf = async (person: Person, id: string, query = '', other?: Bank) =>
  (
    await on(other).call(
      `GET /api/v2/webhooks/${id}/deliveries?per_page=100${query}`,
      undefined,
      person,
    )
  ).body.data

const typesOf = (received: readonly Received[]) => received.map((one) => one.body.event_type)
const poll = <T>(look: () => T | Promise<T>) => expect.poll(look, { interval: 20 })

describe('webhook.create', () => {
  it('shows the secret once, and never again', async () => {
    const person = await bank.person()
    const created = await hook(person, {
      url: 'https://example.com/hook',
      events: ['transfer.completed', 'account.*'],
      description: 'Books',
      name: 'Main',
      headers: { Authorization: 'Bearer x' },
    })
    expect(created).toMatchObject({
      url: 'https://example.com/hook',
      events: ['transfer.completed', 'account.*'],
      is_active: true,
      description: 'Books',
      retry_attempts: 3,
      timeout_seconds: 30,
    })
    expect(created.secret).toMatch(/^whsec_\w{40}$/)
    const rows = await bank.sql<{ secret: Buffer }>('select secret from webhooks.webhooks')
    expect(rows.map((row) => row.secret.toString('latin1')).join()).not.toContain(created.secret)
    const list = await bank.call('GET /api/v2/webhooks', undefined, person)
    expect(list.body.data).toMatchObject([{ id: created.id, last_triggered_at: null }])
    expect(JSON.stringify(list.body)).not.toContain('whsec_')
    expect(JSON.stringify(await show(person, created.id))).not.toContain('whsec_')
  })

  it('takes the caller’s own secret, and `active` for is_active', async () => {
    const person = await bank.person()
    const wanted = { url: 'https://example.com', secret: 'mine-and-only-mine', active: false }
    const created = await hook(person, wanted)
    expect(created).toMatchObject({ secret: 'mine-and-only-mine', is_active: false, active: false })
  })

  it.each([
    ['no events', { events: [] }, 'events'],
    ['an unknown event', { events: ['account.created', 'account.flown'] }, 'events'],
    ['a short secret', { secret: 'short' }, 'secret'],
    ['a long secret', { secret: 'x'.repeat(256) }, 'secret'],
    ['no address', { url: 'example.com/hook' }, 'url'],
    ['another protocol', { url: 'ftp://example.com' }, 'url'],
    ['a password in the address', { url: 'https://me:secret@example.com' }, 'url'],
    ['a long description', { description: 'x'.repeat(256) }, 'description'],
    ['too many retries', { retry_attempts: 11 }, 'retry_attempts'],
    ['too little patience', { timeout_seconds: 4 }, 'timeout_seconds'],
    ['a header of ours', { headers: { 'X-Florin-Signature': 'me' } }, 'headers'],
    ['a header of the convention', { headers: { 'Webhook-Id': 'me' } }, 'headers'],
    ['a broken header', { headers: { 'X-A': 'a\r\nb: c' } }, 'headers'],
  ])('refuses %s', async (_what, wrong, field) => {
    const person = await bank.person()
    const request = { url: 'https://example.com', events: ['*'], ...wrong }
    const { status, body } = await bank.call('POST /api/v2/webhooks', request, person)
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(Object.keys(body.errors)).toEqual([field])
    expect((await bank.call('GET /api/v2/webhooks', undefined, person)).body.data).toEqual([])
  })

  it('has a limit', async () => {
    const person = await bank.person()
    await bank.sql(
      `insert into webhooks.webhooks (id, user_uuid, environment, url, events, secret, position, wanted,
         created_at, updated_at)
       select gen_random_uuid(), $1, 'live', 'https://example.com', '{*}', '', 0, 0, now(), now()
       from generate_series(1, 100)`,
      [person.uuid],
    )
    const request = { url: 'https://example.com', events: ['*'] }
    const { status, body } = await bank.call('POST /api/v2/webhooks', request, person)
    expect([status, body.error.code]).toEqual([422, 'TOO_MANY_WEBHOOKS'])
    await bank.sql('delete from webhooks.webhooks where user_uuid = $1', [person.uuid])
  })

  it('waits for another that may reach the limit', async () => {
    const person = await bank.person()
    const first = await holdTransaction(bank.address)
    await first.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `webhooks/${person.uuid}`,
    ])
    await first.query(
      `insert into webhooks.webhooks (id, user_uuid, environment, url, events, secret, position, wanted,
         created_at, updated_at)
       select gen_random_uuid(), $1, 'live', 'https://example.com', '{*}', '', 0, 0, now(), now()
       from generate_series(1, 100)`,
      [person.uuid],
    )
    const request = { url: 'https://example.com', events: ['*'] }
    const second = bank.call('POST /api/v2/webhooks', request, person)
    await first.untilWaitedFor(second)
    await first.commit()
    expect((await second).body.error.code).toBe('TOO_MANY_WEBHOOKS')
    await bank.sql('delete from webhooks.webhooks where user_uuid = $1', [person.uuid])
  })
})

describe('webhook.events', () => {
  it('lists every declared event by group, without authentication', async () => {
    const { status, body } = await bank.call('GET /api/v2/webhooks/events')
    expect(status).toBe(200)
    expect(Object.values(body.data).flat().toSorted()).toEqual(
      bank.app.registry.events.map((event) => event.type).toSorted(),
    )
    expect(body.data.transfer).toEqual([
      'transfer.completed',
      'transfer.created',
      'transfer.failed',
      'transfer.initiated',
    ])
    expect(body.data.test).toEqual(['test.webhook'])
  })
})

describe('a delivery', () => {
  it('is signed over the raw bytes and has the ids of the log', async () => {
    const person = await bank.person()
    const receiver = await receive()
    const { id, secret } = await hook(person, {
      url: receiver.url,
      headers: { 'X-Shop': '7' },
    })
    const account = await openAccount(person, 2_500)
    await poll(() => receiver.received.length).toBe(4)
    expect(typesOf(receiver.received)).toEqual([
      'account.created',
      'transaction.created',
      'account.balance_updated',
      'transaction.completed',
    ])
    for (const one of receiver.received) {
      expect(isSigned(one, secret)).toBe(true)
      expect(isSigned(one, `${secret}x`)).toBe(false)
      expect(Object.keys(one.body)).toEqual(['event_type', 'data', 'id', 'created_at'])
      expect(one.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Florin-Webhook/1.0',
        'x-webhook-id': id,
        'x-webhook-event': one.body.event_type,
        'x-shop': '7',
      })
    }
    const listed = await bank.call(`GET /api/v2/events?account_uuid=${account}`, undefined, person)
    expect(receiver.received.map((one) => one.body)).toEqual(listed.body.data)
    await poll(async () => (await show(person, id)).statistics.total_deliveries).toBe(4)
    const rows = await deliveriesOf(person, id)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatchObject({
      webhook_uuid: id,
      status: 'delivered',
      attempt_number: 1,
      response_status: 200,
      response_body: 'noted',
      error_message: null,
    })
    expect(new Set(rows.map((row: { uuid: string }) => row.uuid))).toEqual(
      new Set(receiver.received.map((one) => one.headers['x-webhook-delivery'])),
    )
  })

  it('contains only subscribed events of the owner, while the webhook is on', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const [some, off, theirs] = [await receive(), await receive(), await receive()]
    await hook(person, { url: some.url, events: ['account.created', 'balance.*'] })
    await hook(person, { url: off.url, is_active: false })
    await hook(other, { url: theirs.url })
    const account = await openAccount(person, 500)
    await poll(() => typesOf(some.received)).toEqual(['account.created', 'balance.low'])
    await openAccount(other)
    await poll(() => typesOf(theirs.received)).toEqual(['account.created'])
    expect(JSON.stringify(theirs.received.map((one) => one.body))).not.toContain(account)
    expect(off.received).toEqual([])
  })

  it('hides what looks like a secret in what a customer wrote', async () => {
    const person = await bank.person()
    const receiver = await receive()
    const from = await openAccount(person, 5_000)
    const to = await openAccount(person)
    await hook(person, { url: receiver.url, events: ['transfer.completed'] })
    const metadata = {
      api_key: 'k',
      pin: 1,
      company: 'ACME',
      nested: { accessToken: 't', order: 7 },
    }
    await bank.call(
      'POST /api/v2/transfers',
      { from_account: from, to_account: to, amount: '1.00', asset_code: 'USD', metadata },
      person,
    )
    await poll(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]!.body.data.metadata).toEqual({
      api_key: '[redacted]',
      pin: '[redacted]',
      company: 'ACME',
      nested: { accessToken: '[redacted]', order: 7 },
    })
  })

  it('is repeated until it succeeds, each attempt a row of its own', async () => {
    const person = await bank.person()
    let calls = 0
    const receiver = await receive(() => (++calls < 3 ? 500 : 204))
    const { id } = await hook(person, { url: receiver.url, events: ['account.created'] })
    await openAccount(person)
    await poll(async () => (await show(person, id)).statistics.successful_deliveries).toBe(1)
    expect(new Set(receiver.received.map((one) => one.body.id)).size).toBe(1)
    const rows = await deliveriesOf(person, id)
    expect(
      rows.map((row: Record<string, unknown>) => [
        row.attempt_number,
        row.status,
        row.response_status,
      ]),
    ).toEqual([
      [3, 'delivered', 204],
      [2, 'failed', 500],
      [1, 'failed', 500],
    ])
    expect((await show(person, id)).consecutive_failures).toBe(0)
    expect(await deliveriesOf(person, id, '&status=success')).toHaveLength(1)
    expect(await deliveriesOf(person, id, '&status=failed')).toHaveLength(2)
  })

  it('is given up after its retries, and can be sent again by hand', async () => {
    const person = await bank.person()
    const receiver = await receive(() => 503)
    const { id } = await hook(person, {
      url: receiver.url,
      events: ['account.created'],
      retry_attempts: 1,
    })
    await openAccount(person)
    await poll(async () => (await show(person, id)).statistics.failed_deliveries).toBe(2)
    const [last] = await deliveriesOf(person, id)
    expect(last).toMatchObject({
      status: 'failed',
      attempt_number: 2,
      next_retry_at: null,
      error_message: 'The receiver answered 503.',
    })
    receiver.answer = () => 200
    const again = await bank.call(
      `POST /api/v2/webhooks/${id}/deliveries/${last.uuid}/redeliver`,
      {},
      person,
    )
    expect([again.status, again.body.data.status]).toEqual([202, 'pending'])
    await poll(async () => (await show(person, id)).statistics.successful_deliveries).toBe(1)
    const path = `GET /api/v2/webhooks/${id}/statistics?days=3`
    const days = (await bank.call(path, undefined, person)).body.data
    expect(days).toHaveLength(3)
    expect(days.at(-1)).toEqual({
      date: bank.clock.now().toISOString().slice(0, 10),
      delivered: 1,
      failed: 2,
    })
    expect(days[0]).toMatchObject({ delivered: 0, failed: 0 })
    expect((await bank.call(path, undefined, await bank.person())).status).toBe(404)
    expect(new Set(receiver.received.map((one) => one.raw.toString())).size).toBe(1)
  })
})

describe('order and patience', () => {
  /** Jobs go by the database's clock, so a test that moves its own has to wake the deliveries. */
  const later = async (seconds: number, person: Person, id: string) => {
    patient.clock.advance(seconds)
    await patient.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
  }

  it('lets nothing about an account pass what failed about it, and everything else', async () => {
    const person = await patient.person()
    const [slow, quick] = [
      await openAccount(person, 0, patient),
      await openAccount(person, 0, patient),
    ]
    let fails = 1
    const receiver = await receive((one) =>
      one.body.data.account_uuid === slow && fails-- > 0 ? 500 : 200,
    )
    const { id } = await hook(
      person,
      { url: receiver.url, events: ['account.balance_updated'] },
      patient,
    )
    const balances = (account: string, accepted: readonly number[] = [200, 500]) =>
      receiver.received
        .filter((one) => one.body.data.account_uuid === account && accepted.includes(one.answered))
        .map((one) => one.body.data.balance)
    for (const account of [slow, slow, quick, slow, quick])
      await deposit(person, account, '1.00', patient)
    await poll(() => balances(quick)).toEqual([100, 200])
    await poll(async () => (await show(person, id, patient)).statistics.pending_deliveries).toBe(3)
    expect(balances(slow)).toEqual([100])
    await later(30, person, id)
    await poll(() =>
      typesOf(receiver.received).filter((type) => type === 'test.webhook'),
    ).toHaveLength(1)
    expect(balances(slow)).toEqual([100])
    await later(61, person, id)
    await poll(() => balances(slow, [200])).toEqual([100, 200, 300])
  })

  it('sends no more than the limit a minute; the rest waits and is not lost', async () => {
    const person = await patient.person()
    const account = await openAccount(person, 0, patient)
    const receiver = await receive()
    const { id } = await hook(
      person,
      { url: receiver.url, events: ['account.balance_updated', 'test.webhook'] },
      patient,
    )
    for (let i = 0; i < 8; i++) await deposit(person, account, '1.00', patient)
    await poll(() => receiver.received.length).toBe(5)
    await poll(async () => {
      const { statistics } = await show(person, id, patient)
      return [
        statistics.total_deliveries,
        statistics.is_behind || statistics.pending_deliveries > 0,
      ]
    }).toEqual([5, true])
    await later(30, person, id)
    for (let i = 0; i < 3; i++) await later(0, person, id)
    expect(receiver.received).toHaveLength(5)
    // However often it was woken in vain, only an earlier hour than the one set needs another job.
    const waiting = async () =>
      (
        await patient.sql(
          `select 1 from jobs.job where name = 'webhooks.deliver' and state = 'created'
             and start_after > now() and data->>'webhook' = $1`,
          [id],
        )
      ).length
    expect(await waiting()).toBe(2)
    // Deliveries that the customer requested go first, and use up the limit of the next minute.
    await later(31, person, id)
    await poll(() => receiver.received.length).toBe(10)
    await later(61, person, id)
    await poll(() => receiver.received.length).toBe(14)
    const balances = receiver.received.flatMap((one) => one.body.data.balance ?? [])
    expect(balances).toEqual([100, 200, 300, 400, 500, 600, 700, 800])
  })

  it('probes one that fails instead of sending it everything, and switches it off after ten', async () => {
    const person = await patient.person()
    const receiver = await receive(() => 500)
    const events = ['account.created', 'test.webhook']
    const { id } = await hook(person, { url: receiver.url, events }, patient)
    await Promise.all(Array.from({ length: 20 }, () => openAccount(person, 0, patient)))
    await poll(
      async () => (await show(person, id, patient)).consecutive_failures,
    ).toBeGreaterThanOrEqual(3)
    // The last round before it is suspect may have had two deliveries in progress. A delivery can arrive twice if the
    // machine stalls for longer than a lease lasts.
    const sent = new Set(receiver.received.map((one) => one.headers['x-webhook-delivery']))
    expect([3, 4]).toContain(sent.size)
    for (let i = 0; i < 12 && (await show(person, id, patient)).is_active; i++) {
      const before = (await show(person, id, patient)).consecutive_failures
      await later(901, person, id)
      await poll(async () => {
        const now = await show(person, id, patient)
        return !now.is_active || now.consecutive_failures > before
      }).toBe(true)
    }
    const off = await show(person, id, patient)
    expect(off).toMatchObject({ is_active: false, consecutive_failures: 10 })
    expect(off.disabled_reason).toBe(
      '10 deliveries in a row failed; the last: The receiver answered 500.',
    )
    expect(off.disabled_at <= patient.clock.now().toISOString()).toBe(true)
    expect(off.statistics.pending_deliveries).toBe(0)
    const test = await patient.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
    expect([test.status, test.body.error.code]).toEqual([409, 'WEBHOOK_INACTIVE'])
  })
})

describe('the record of deliveries', () => {
  it('has the newest successes, every failure, and the count of all', async () => {
    const person = await bank.person()
    const receiver = await receive((one) => (one.body.data.name === 'Bad' ? 500 : 200))
    const { id } = await hook(person, {
      url: receiver.url,
      events: ['account.created'],
      retry_attempts: 1,
    })
    const total = async () => (await show(person, id)).statistics.total_deliveries
    const open = async (name: string, attempts: number) => {
      const before = await total()
      // What is recorded at the same time is deleted together.
      bank.clock.advance(1)
      await bank.call('POST /api/accounts', { user_uuid: person.uuid, name }, person)
      await poll(total).toBe(before + attempts)
    }
    await open('Bad', 2)
    for (let i = 0; i < 14; i++) await open(`Purse ${i}`, 1)
    const kept = await deliveriesOf(person, id)
    const namesOf = (rows: readonly { payload: { data: { name: string } } }[]) =>
      rows.map((row) => row.payload.data.name)
    const newest = Array.from({ length: 10 }, (_, ago) => `Purse ${13 - ago}`)
    expect(namesOf(kept)).toEqual([...newest, 'Bad', 'Bad'])
    const { statistics } = await show(person, id)
    expect(statistics).toMatchObject({ successful_deliveries: 14, failed_deliveries: 2 })
    const days = `GET /api/v2/webhooks/${id}/statistics?days=1`
    expect((await bank.call(days, undefined, person)).body.data).toMatchObject([
      { delivered: 14, failed: 2 },
    ])

    const first = receiver.received.find((one) => one.body.data.name === 'Purse 0')!
    const path = `/api/v2/webhooks/${id}/deliveries/${String(first.headers['x-webhook-delivery'])}`
    expect((await bank.call(`GET ${path}`, undefined, person)).status).toBe(404)
    expect((await bank.call(`POST ${path}/redeliver`, {}, person)).status).toBe(404)
    const replay = { from_event_id: first.body.id }
    await bank.call(`POST /api/v2/webhooks/${id}/replay`, replay, person)
    await poll(() => receiver.received.length).toBe(2 + 14 + 14)
    await poll(total).toBe(2 + 14 + 14)

    bank.clock.advance(86_401)
    await deleteOldRows(bank)
    expect(namesOf(await deliveriesOf(await again(person), id))).toEqual(['Bad', 'Bad'])
    bank.clock.advance(29 * 86_400)
    await deleteOldRows(bank)
    expect(await deliveriesOf(await again(person), id)).toEqual([])
  })

  /** The user, signed in anew after a day. */
  const again = async (person: Person): Promise<Person> => {
    const { email, password } = person
    const { body } = await bank.call('POST /api/auth/login', { email, password })
    return { ...person, token: body.data.access_token }
  }
})

describe('webhook.update', () => {
  it('switches a webhook that was given up on again, from then on', async () => {
    const person = await bank.person()
    const receiver = await receive(() => 500)
    const { id } = await hook(person, {
      url: receiver.url,
      events: ['account.created'],
      retry_attempts: 10,
    })
    await openAccount(person)
    await poll(async () => (await show(person, id)).is_active).toBe(false)
    expect(receiver.received).toHaveLength(10)
    await openAccount(person)
    receiver.answer = () => 200
    const { status, body } = await bank.call(
      `PUT /api/v2/webhooks/${id}`,
      { is_active: true, events: ['account.created', 'account.updated'], description: null },
      person,
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      is_active: true,
      disabled_reason: null,
      consecutive_failures: 0,
    })
    const account = await openAccount(person)
    await poll(() => receiver.received.length).toBe(11)
    expect(receiver.received.at(-1)!.body.data.account_uuid).toBe(account)
  })

  it('refuses what create refuses', async () => {
    const person = await bank.person()
    const { id } = await hook(person, { url: 'https://example.com' })
    for (const wrong of [{ url: 'gopher://x' }, { events: ['x.y'] }, { events: [] }]) {
      const { status } = await bank.call(`PUT /api/v2/webhooks/${id}`, wrong, person)
      expect(status).toBe(422)
    }
    expect(await show(person, id)).toMatchObject({ url: 'https://example.com', events: ['*'] })
  })
})

describe('webhook.replay', () => {
  it('sends everything again from an event or an instant on, with the same ids', async () => {
    const person = await bank.person()
    const receiver = await receive()
    const { id } = await hook(person, { url: receiver.url, events: ['account.created'] })
    for (let i = 0; i < 3; i++) {
      await openAccount(person)
      bank.clock.advance(3_600)
    }
    await poll(() => receiver.received.length).toBe(3)
    const ids = () => receiver.received.map((one) => one.body.id)
    const [first, second, third] = ids()
    const replay = (request: object) =>
      bank.call(`POST /api/v2/webhooks/${id}/replay`, request, person)
    expect((await replay({ from_event_id: second })).status).toBe(202)
    await poll(ids).toEqual([first, second, third, second, third])
    const from_time = new Date(bank.clock.now().getTime() - 4_000_000).toISOString()
    expect((await replay({ from_time })).status).toBe(202)
    await poll(ids).toEqual([first, second, third, second, third, third])
  })

  it.each<[what: string, request: object, expected?: number]>([
    ['nothing', {}],
    ['both', { from_event_id: 'evt_0000000000000100', from_time: '2026-01-01T00:00:00Z' }],
    ['what is no event', { from_event_id: 'evt_x' }],
    ['an event to come', { from_event_id: 'evt_00ffffffffffff00' }, 410],
    ['what is no time', { from_time: 'then' }],
  ])('refuses %s', async (_what, request, expected = 422) => {
    const person = await bank.person()
    const { id } = await hook(person, { url: 'https://example.com' })
    const { status } = await bank.call(`POST /api/v2/webhooks/${id}/replay`, request, person)
    expect(status).toBe(expected)
  })
})

describe('webhook.rotate_secret', () => {
  it('signs with both secrets until the overlap is over', async () => {
    const person = await bank.person()
    const receiver = await receive()
    const { id, secret: old } = await hook(person, { url: receiver.url })
    const { status, body } = await bank.call(
      `POST /api/v2/webhooks/${id}/rotate-secret`,
      { overlap_seconds: 600 },
      person,
    )
    expect(status).toBe(200)
    expect(body.data.secret).not.toBe(old)
    await bank.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
    await poll(() => receiver.received.length).toBe(1)
    const [during] = receiver.received
    expect(isSigned(during!, body.data.secret)).toBe(true)
    expect(isSigned(during!, old, 'x-florin-signature-previous')).toBe(true)
    bank.clock.advance(601)
    await bank.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
    await poll(() => receiver.received.length).toBe(2)
    const after = receiver.received[1]!
    expect(isSigned(after, body.data.secret)).toBe(true)
    expect(after.headers['x-florin-signature-previous']).toBeUndefined()
  })
})

describe('webhook.test', () => {
  it('sends what the caller wants under a known name', async () => {
    const person = await bank.person()
    const receiver = await receive()
    const { id, secret } = await hook(person, { url: receiver.url, events: ['account.created'] })
    const test = (request: object) => bank.call(`POST /api/v2/webhooks/${id}/test`, request, person)
    const first = await test({})
    expect([first.status, first.body.data.status]).toEqual([202, 'pending'])
    await test({ event_type: 'transfer.completed', data: { amount: '1.00' } })
    await poll(() => receiver.received.length).toBe(2)
    expect(typesOf(receiver.received)).toEqual(['test.webhook', 'transfer.completed'])
    expect(receiver.received[1]!.body.data).toEqual({ amount: '1.00' })
    expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
    expect((await test({ event_type: 'no.such' })).status).toBe(422)
    const large = await test({ data: { text: 'x'.repeat(300_000) } })
    expect([large.status, large.body.message]).toEqual([413, expect.stringContaining('262144')])
    expect((await test({ data: { text: 'x'.repeat(250_000) } })).status).toBe(202)
    expect((await test({ data: 'text' })).status).toBe(422)
  })
})

describe('a webhook of another user', () => {
  it('is not found', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const { id } = await hook(person, { url: 'https://example.com' })
    const calls: [string, object?][] = [
      [`GET /api/v2/webhooks/${id}`],
      [`PUT /api/v2/webhooks/${id}`, { name: 'Mine' }],
      [`DELETE /api/v2/webhooks/${id}`],
      [`GET /api/v2/webhooks/${id}/deliveries`],
      [`POST /api/v2/webhooks/${id}/test`, {}],
      [`POST /api/v2/webhooks/${id}/replay`, { from_time: '2026-01-01T00:00:00Z' }],
      [`POST /api/v2/webhooks/${id}/rotate-secret`, {}],
    ]
    for (const [route, body] of calls)
      expect((await bank.call(route, body, other)).status, route).toBe(404)
    expect((await bank.call('GET /api/v2/webhooks', undefined, other)).body.data).toEqual([])
    expect(await show(person, id)).toMatchObject({ name: null, is_active: true })
  })
})

describe('webhook.delete', () => {
  it('deletes it and its deliveries', async () => {
    const person = await bank.person()
    const receiver = await receive()
    const { id } = await hook(person, { url: receiver.url })
    await bank.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
    await poll(async () => (await show(person, id)).statistics.successful_deliveries).toBe(1)
    expect((await bank.call(`DELETE /api/v2/webhooks/${id}`, undefined, person)).status).toBe(204)
    const left = await bank.sql('select 1 from webhooks.deliveries where webhook_id = $1', [id])
    expect(left).toEqual([])
    await openAccount(person)
    expect((await bank.call(`GET /api/v2/webhooks/${id}`, undefined, person)).status).toBe(404)
  })
})

describe('a bad receiver', () => {
  const bad: [what: string, answer: Parameters<typeof startReceiver>[0], error: RegExp][] = [
    [
      'sends on elsewhere',
      (_one, response) => void response.writeHead(301, { Location: 'http://127.0.0.1:1/' }).end(),
      /answered 301/,
    ],
    ['hangs', () => undefined, /no answer within 5 s/],
    ['resets', (_one, response) => void response.socket!.destroy(), /socket hang up|ECONNRESET/],
    [
      'talks without end',
      (_one, response) => {
        response.writeHead(500)
        const talk = setInterval(() => response.write('x'.repeat(1_000)), 1)
        response.on('close', () => clearInterval(talk))
        return undefined
      },
      /answered 500/,
    ],
    [
      'answers ten megabytes',
      (_one, response) => void response.writeHead(418).end('x'.repeat(10_000_000)),
      /answered 418/,
    ],
    [
      'answers with headers that have no end',
      (_one, response) => void response.writeHead(200, { 'X-Long': 'x'.repeat(50_000) }).end(),
      /./,
    ],
  ]
  it.each(bad)('that %s costs its own delivery and nothing else', async (_what, answer, error) => {
    const person = await bank.person()
    const [worse, good] = [await receive(answer), await receive()]
    const wanted = { events: ['account.created'], retry_attempts: 0, timeout_seconds: 5 }
    const { id } = await hook(person, { ...wanted, url: worse.url })
    await hook(person, { ...wanted, url: good.url })
    await openAccount(person)
    await poll(() => good.received.length).toBe(1)
    await poll(async () => (await show(person, id)).statistics.failed_deliveries).toBe(1)
    const [delivery] = await deliveriesOf(person, id)
    expect(delivery).toMatchObject({ status: 'failed' })
    expect(delivery.error_message).toMatch(error)
    expect((delivery.response_body ?? '').length).toBeLessThanOrEqual(4_096)
  })

  it('that is slow does not hold up the delivery to others', async () => {
    const person = await bank.person()
    let answer = () => {}
    const slow = await receive((_one, response) => {
      answer = () => void response.writeHead(200).end()
      return undefined
    })
    const good = await receive()
    const wanted = { events: ['account.created'], retry_attempts: 0, timeout_seconds: 300 }
    const { id } = await hook(person, { ...wanted, url: slow.url })
    await hook(person, { ...wanted, url: good.url })
    await openAccount(person)
    await poll(() => [slow.received.length, good.received.length]).toEqual([1, 1])
    expect((await show(person, id)).statistics.successful_deliveries).toBe(0)
    answer()
    await poll(async () => (await show(person, id)).statistics.successful_deliveries).toBe(1)
  })

  it('whose answer cannot be stored unchanged is still recorded', async () => {
    const person = await bank.person()
    const receiver = await receive(
      (_one, response) => void response.writeHead(200).end(Buffer.from([0x61, 0x00, 0xff, 0x62])),
    )
    const { id } = await hook(person, { url: receiver.url })
    await bank.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
    await poll(async () => (await show(person, id)).statistics.successful_deliveries).toBe(1)
  })
})

describe('addresses inside the bank’s own network', () => {
  let strict: Bank
  beforeAll(async () => {
    strict = await startBank()
  })
  afterAll(() => strict.stop())

  it.each([
    'http://example.com/hook',
    'https://localhost/hook',
    'https://127.0.0.1/hook',
    'https://127.1/hook',
    'https://0x7f000001/hook',
    'https://2130706433/hook',
    'https://10.1.2.3/hook',
    'https://192.168.0.1:8443/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://100.100.100.200/',
    'https://metadata.google.internal/computeMetadata',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://[fd00::1]/hook',
    'https://0.0.0.0/hook',
  ])('%s is refused', async (url) => {
    const person = await strict.person()
    const { status, body } = await strict.call(
      'POST /api/v2/webhooks',
      { url, events: ['*'] },
      person,
    )
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']])
  })

  it('is not called either when a name leads there later', async () => {
    const person = await strict.person()
    const { id } = await hook(person, { url: 'https://example.com', retry_attempts: 0 }, strict)
    // As if the name had been given another address after it was accepted.
    await strict.sql("update webhooks.webhooks set url = 'https://localhost:1/' where id = $1", [
      id,
    ])
    await strict.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
    await poll(async () => (await show(person, id, strict)).statistics.failed_deliveries).toBe(1)
    const [delivery] = await deliveriesOf(person, id, '', strict)
    expect(delivery.error_message).toBe('localhost leads to an address that is not public')
  })
})
