// Webhooks received with the libraries of Standard Webhooks: real deliveries of a bank, checked as their documentation
// says, with the secret as the bank has shown it.
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAccount } from '../../src/domains/operations/events/test-support.ts'
import { signatureHeaders } from '../../src/domains/operations/webhooks/signature.ts'
import {
  type Received,
  type Receiver,
  startReceiver,
} from '../../src/domains/operations/webhooks/test-support.ts'
import { listen, readListenCommand } from '../../src/listen.ts'
import { type Bank, type Person, startBank, TestClock } from '../harness/bank.ts'
import { describeClient, versionOf } from './client.ts'

const WEBHOOKS = '/api/v2/webhooks'
/** Far more than the five minutes that the libraries tolerate. */
const LONG_AGO_SECONDS = 3_600

let bank: Bank
let receiver: Receiver
beforeAll(async () => {
  // The libraries compare the time of a delivery with the time of the receiver.
  const clock = new TestClock(new Date().toISOString())
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_SECONDS: '0' }
  bank = await startBank({ clock, env })
})
afterAll(() => bank.stop())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
})

async function hook(person: Person, wanted: object = {}) {
  const request = { url: receiver.url, events: ['*'], ...wanted }
  const { status, body } = await bank.call(`POST ${WEBHOOKS}`, request, person)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as { readonly id: string; readonly secret: string }
}

/** Sends a test, and returns what arrived. */
async function deliver(person: Person, id: string, data: object = {}): Promise<Received> {
  const before = receiver.received.length
  await bank.call(`POST ${WEBHOOKS}/${id}/test`, { data }, person)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  return receiver.received[before]!
}

const clients = [
  { client: 'standardwebhooks', Webhook: StandardWebhook },
  { client: 'svix', Webhook: SvixWebhook },
] as const

for (const { client, Webhook } of clients)
  describeClient({ client, version: versionOf(client, import.meta.url), part: 'webhooks' }, () => {
    const verify = (
      { raw, headers }: Pick<Received, 'raw' | 'headers'>,
      secret: string,
      options?: { format: 'raw' },
    ): unknown =>
      new Webhook(secret, options).verify(
        raw.toString('utf8'),
        headers as Readonly<Record<string, string>>,
      )

    it('takes a delivery with the secret that the bank has shown', async () => {
      const person = await bank.person()
      const { id, secret } = await hook(person)
      const received = await deliver(person, id, { name: 'Zoë 😀' })
      verify(received, secret)
      expect(received.headers['webhook-id']).toBe(received.body.id)
    })

    it('refuses a changed body, another id, another secret, and a time too long ago', async () => {
      const person = await bank.person()
      const { id, secret } = await hook(person)
      const received = await deliver(person, id)
      const { raw, headers } = received
      const changed = Buffer.from(raw.toString().replace('test', 'text'))
      const refused = /No matching signature/
      expect(() => verify({ raw: changed, headers }, secret)).toThrow(refused)
      const other = { raw, headers: { ...headers, 'webhook-id': 'evt_0000000000000100' } }
      expect(() => verify(other, secret)).toThrow(refused)
      const { secret: foreign } = await hook(person)
      expect(() => verify(received, foreign)).toThrow(refused)
      const sentAt = Number(headers['webhook-timestamp'])
      const later = { raw, headers: { ...headers, 'webhook-timestamp': String(sentAt + 1) } }
      expect(() => verify(later, secret)).toThrow(refused)
      // Signed at a bank whose clock is behind that of the receiver.
      bank.clock.advance(-LONG_AGO_SECONDS)
      const old = await deliver(person, id).finally(() => bank.clock.advance(LONG_AGO_SECONDS))
      expect(() => verify(old, secret)).toThrow(/too old/)
    })

    it('sees the same id and a time of its own at every attempt, and when an event is replayed', async () => {
      const person = await bank.person()
      const { id, secret } = await hook(person, { events: ['account.created'] })
      receiver.answer = () => {
        bank.clock.advance(2)
        return receiver.received.length === 0 ? 500 : 200
      }
      await openAccount(bank, person)
      await expect.poll(() => receiver.received.length).toBe(2)
      const eventId = receiver.received[0]!.body.id
      const replayed = await bank.call(
        `POST ${WEBHOOKS}/${id}/replay`,
        { from_event_id: eventId },
        person,
      )
      expect(replayed.status).toBe(202)
      await expect.poll(() => receiver.received.length).toBe(3)
      for (const received of receiver.received) {
        verify(received, secret)
        expect(received.headers['webhook-id']).toBe(eventId)
      }
      const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
      expect(new Set(times).size).toBe(3)
      expect(times).toEqual(times.toSorted((one, next) => one - next))
    })

    it('takes both secrets while one is replaced, and only the new one afterwards', async () => {
      const person = await bank.person()
      const { id, secret: old } = await hook(person)
      const rotated = await bank.call(
        `POST ${WEBHOOKS}/${id}/rotate-secret`,
        { overlap_seconds: 60 },
        person,
      )
      const { secret } = rotated.body.data
      const during = await deliver(person, id)
      verify(during, secret)
      verify(during, old)
      bank.clock.advance(61)
      const after = await deliver(person, id)
      verify(after, secret)
      expect(() => verify(after, old)).toThrow(/No matching signature/)
    })

    it('takes a secret of the customer, in Base64 or as a raw text', async () => {
      const person = await bank.person()
      const encoded = `whsec_${Buffer.from('a key of the customer').toString('base64')}`
      const own = await hook(person, { secret: encoded })
      verify(await deliver(person, own.id), encoded)
      const text = 'not-Base64:a-text!'
      const raw = await hook(person, { secret: text })
      verify(await deliver(person, raw.id), text, { format: 'raw' })
    })

    it('finds the key of the bank in any secret', () => {
      const message = { id: 'evt_0000000000012c08', at: new Date(), body: '{}' }
      const byLibrary = (secret: string, options?: { format: 'raw' }): string | undefined => {
        try {
          return new Webhook(secret, options).sign(message.id, message.at, message.body)
        } catch {
          return undefined
        }
      }
      const secrets = fc.oneof(
        fc.stringMatching(/^[!-~]{8,60}$/),
        fc.stringMatching(/^[A-Za-z0-9+/]{8,60}={0,2}$/),
        fc
          .uint8Array({ minLength: 1, maxLength: 60 })
          .map((bytes) => Buffer.from(bytes).toString('base64')),
      )
      fc.assert(
        fc.property(fc.constantFrom('', 'whsec_'), secrets, (prefix, text) => {
          const secret = prefix + text
          const signed = signatureHeaders(message, { secret, previous: undefined })
          expect(signed['Webhook-Signature']).toBe(
            byLibrary(secret) ?? byLibrary(secret, { format: 'raw' }),
          )
        }),
        { numRuns: 300 },
      )
    })

    it('takes what florin listen forwards, with the secret that it prints', async () => {
      const person = await bank.person()
      const { token } = await bank.apiKey(person, { permissions: ['read'] })
      await openAccount(bank, person)
      const stop = new AbortController()
      const said: string[] = []
      const request = readListenCommand(
        ['--url', bank.url, '--forward', receiver.url, '--after', 'evt_0000000000000000'],
        { FLORIN_TOKEN: token },
        bank.url,
      )
      const running = listen(request, { say: (text) => said.push(text), signal: stop.signal })
      await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
      stop.abort()
      await running
      verify(receiver.received[0]!, /whsec_\w+/.exec(said[0]!)![0])
    })
  })
