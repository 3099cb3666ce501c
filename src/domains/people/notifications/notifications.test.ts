// Notices from the event log, whose they are, and how they are pushed.
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank, TestClock } from '../../../../test/harness/bank.ts'
import { type Customer, customer } from '../../payments/payment-rails/test-support.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { fcmPush } from './fcm.ts'
import { pushNotices } from './push-delivery.ts'
import { UNREGISTERED_SUFFIX, type PushResult } from './push-provider.ts'

let bank: Bank
let database: Database
beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

let devices = 0
async function addDevice(person: Pick<Person, 'token'>, push_token?: string) {
  // Payments from before the device are not notified.
  bank.clock.advance(1)
  const device = { device_id: `telephone-${++devices}`, platform: 'ios', app_version: '1.0' }
  const { body } = await bank.call('POST /api/mobile/devices', { ...device, push_token }, person)
  return body.data
}

const list = async (caller: Pick<Person, 'token'>, query = '') =>
  (await bank.call(`GET /api/v1/notifications${query}`, undefined, caller)).body.data

/** Waits until the reader of the log has written this many notices. */
async function noticesOf(caller: Pick<Person, 'token'>, count: number) {
  await vi.waitUntil(async () => (await list(caller)).total >= count, {
    timeout: 120_000,
    interval: 50,
  })
  return (await list(caller)).items as Readonly<Record<string, string>>[]
}

const settled = (caller: Pick<Person, 'token'>) =>
  vi.waitUntil(
    async () => {
      const { items } = await list(caller)
      return items.every(({ status }: { status: string }) => status !== 'pending')
    },
    { timeout: 120_000, interval: 50 },
  )

const pay = (from: Customer, to: string, amount = '20.00') =>
  bank.call('POST /api/v2/mobile/transfers/p2p', { to_user: to, amount, currency: 'USD' }, from)

describe('notifications', () => {
  it('begin with the first choice of preferences, also without a device', async () => {
    const ada = await customer(bank)
    expect(await list(ada)).toMatchObject({ is_open: false, total: 0 })
    // Her opening balance came before.
    bank.clock.advance(1)
    await bank.call('PUT /api/mobile/notifications/preferences', {}, ada)
    expect(await list(ada)).toMatchObject({ is_open: true })
    bank.clock.advance(1)
    await pay(ada, (await customer(bank, {})).uuid)
    expect(await noticesOf(ada, 1)).toMatchObject([{ type: 'transaction.sent' }])
  })

  it('are made for users with a device, about payments and the device', async () => {
    const [ada, bob] = [await customer(bank), await customer(bank, {})]
    await addDevice({ token: ada.login }, 'a-token')
    await addDevice({ token: bob.login })
    await pay(ada, bob.uuid)
    const sent = await noticesOf(ada, 2)
    expect(sent.map(({ type }) => type).toSorted()).toEqual([
      'security.device_added',
      'transaction.sent',
    ])
    expect(sent.find(({ type }) => type === 'transaction.sent')!.body).toContain('20.00 USD')
    const received = await noticesOf(bob, 2)
    expect(received.map(({ type }) => type)).toContain('transaction.received')
    await settled(ada)
    await settled(bob)
    expect(new Set((await list(ada)).items.map((one: { status: string }) => one.status))).toEqual(
      new Set(['sent']),
    )
    // Without a token, notices are only listed.
    expect(new Set((await list(bob)).items.map((one: { status: string }) => one.status))).toEqual(
      new Set(['delivered']),
    )
    expect((await list(ada, '?type=security')).items).toHaveLength(1)
    expect(await list(ada, '?limit=1&offset=1')).toMatchObject({ total: 2, has_more: false })
  })

  it('are read one by one or all at once, by their owner only', async () => {
    const ada = await customer(bank)
    await addDevice({ token: ada.login })
    await pay(ada, (await customer(bank, {})).uuid)
    const [one] = await noticesOf(ada, 2)
    await settled(ada)
    const others = [await customer(bank), await bank.sandboxKey({ token: ada.login })]
    for (const other of others) {
      for (const route of [
        `GET /api/v1/notifications/${one!.id}`,
        `POST /api/v1/notifications/${one!.id}/read`,
      ])
        expect((await bank.call(route, undefined, other)).status).toBe(404)
      await bank.call('POST /api/v1/notifications/read-all', {}, other)
    }
    const unread = async () =>
      (await bank.call('GET /api/v1/notifications/unread-count', undefined, ada)).body.data
    expect(await unread()).toEqual({ unread_count: 2 })
    const read = await bank.call(`POST /api/v1/notifications/${one!.id}/read`, {}, ada)
    expect(read.body.data).toMatchObject({ status: 'read', read_at: expect.any(String) })
    expect(await unread()).toEqual({ unread_count: 1 })
    const all = await bank.call('POST /api/v1/notifications/read-all', {}, ada)
    expect(all.body.data).toEqual({ marked: 1 })
    expect(await unread()).toEqual({ unread_count: 0 })
  })

  it('are not made for users with neither device nor preferences', async () => {
    const [ada, bob] = [await customer(bank), await customer(bank, {})]
    await bank.call('PUT /api/mobile/notifications/preferences', {}, bob)
    await pay(ada, bob.uuid)
    await noticesOf(bob, 1)
    expect((await list(ada)).total).toBe(0)
  })

  it('delete the token of a phone from which the app was removed', async () => {
    const ada = await customer(bank)
    const device = await addDevice({ token: ada.login }, `token${UNREGISTERED_SUFFIX}`)
    await noticesOf(ada, 1)
    await settled(ada)
    expect((await list(ada)).items[0].status).toBe('failed')
    const path = `/api/mobile/devices/${device.id}`
    const now = await bank.call(`GET ${path}`, undefined, { token: ada.login })
    expect(now.body.data.has_push_token).toBe(false)
    const renewed = await bank.call(
      `PATCH ${path}/token`,
      { push_token: 'fresh' },
      { token: ada.login },
    )
    expect(renewed.body.data.has_push_token).toBe(true)
  })

  it('follow the preferences of their owner', async () => {
    const ada = await customer(bank)
    const path = '/api/mobile/notifications/preferences'
    const before = await bank.call(`GET ${path}`, undefined, ada)
    expect(before.body.data).toMatchObject({
      marketing: { push_enabled: false, email_enabled: false },
      low_balance: { push_enabled: true, email_enabled: true },
      transaction_sent: { push_enabled: true, email_enabled: false },
    })
    bank.clock.advance(1)
    const change = { transaction_sent: { push_enabled: false } }
    const after = await bank.call(`PUT ${path}`, change, ada)
    expect(after.body.data.transaction_sent).toEqual({ push_enabled: false, email_enabled: false })
    await addDevice({ token: ada.login }, 'a-token')
    await pay(ada, (await customer(bank, {})).uuid)
    await noticesOf(ada, 2)
    await settled(ada)
    const { items } = await list(ada, '?type=transaction')
    expect(items[0].status).toBe('delivered')
  })

  it('are pushed once, whatever the provider does', async () => {
    const ada = await customer(bank)
    await addDevice({ token: ada.login }, 'a-token')
    const [one] = await noticesOf(ada, 1)
    await settled(ada)
    const sent: string[] = []
    const provider = {
      name: 'simulated' as const,
      send: async (token: string): Promise<PushResult> => {
        sent.push(token)
        return 'sent'
      },
    }
    const mailer = { isOn: false, send: async () => {}, job: { name: 'x', run: async () => {} } }
    const log = pino({ level: 'silent' })
    const options = { provider, mailer, clock: bank.clock, log } as unknown as Parameters<
      typeof pushNotices
    >[2]
    await pushNotices([one!.id!], database.write, options)
    expect(sent).toEqual([])
    await bank.sql(`update notifications.notices set status = 'pending' where id = $1`, [one!.id])
    await pushNotices([one!.id!], database.write, options)
    expect(sent).toEqual(['a-token'])
  })
})

describe('Firebase Cloud Messaging', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const message = { title: 'Money received', body: '7.00 USD came in.', data: { type: 'x' } }

  function provider(answers: (url: string) => { status: number; body: string }) {
    const calls: { url: string; headers: Readonly<Record<string, string>>; body: string }[] = []
    const clock = new TestClock()
    const fcm = fcmPush({
      project: 'florin-app',
      clientEmail: 'push@florin-app.example',
      key: privateKey,
      clock,
      outbound: {
        post: async (request) => {
          calls.push(request)
          return { headers: {}, ...answers(request.url) }
        },
      },
    })
    return { fcm, calls, clock }
  }
  const token = { status: 200, body: JSON.stringify({ access_token: 'at-1', expires_in: 3600 }) }
  const isToken = (url: string) => url.includes('oauth2')

  it('signs in with its key once an hour, and sends the message', async () => {
    const { fcm, calls, clock } = provider((url) =>
      isToken(url) ? token : { status: 200, body: '{}' },
    )
    expect(await fcm.send('telephone', message)).toBe('sent')
    expect(await fcm.send('telephone', message)).toBe('sent')
    expect(calls.map(({ url }) => isToken(url))).toEqual([true, false, false])
    const assertion = new URLSearchParams(calls[0]!.body).get('assertion')!
    const [head, claims, signature] = assertion.split('.')
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      createPublicKey(privateKey),
      Buffer.from(signature!, 'base64url'),
    )
    expect(isSigned).toBe(true)
    expect(calls[1]).toMatchObject({
      url: 'https://fcm.googleapis.com/v1/projects/florin-app/messages:send',
      headers: { Authorization: 'Bearer at-1' },
    })
    expect(JSON.parse(calls[1]!.body)).toEqual({
      message: {
        token: 'telephone',
        notification: { title: message.title, body: message.body },
        data: message.data,
      },
    })
    clock.advance(3_600)
    await fcm.send('telephone', message)
    expect(calls.filter(({ url }) => isToken(url))).toHaveLength(2)
  })

  it('distinguishes an unregistered token from a busy provider', async () => {
    const answer = (status: number) =>
      provider((url) => (isToken(url) ? token : { status, body: '{}' })).fcm.send('t', message)
    expect(await answer(404)).toMatchObject({ gone: true })
    expect(await answer(400)).toMatchObject({ gone: false })
    await expect(answer(503)).rejects.toThrow('503')
    const refused = provider(() => ({ status: 403, body: 'no' }))
    await expect(refused.fcm.send('t', message)).rejects.toThrow('403')
  })
})
