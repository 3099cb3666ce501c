// Notices: a partner receives the events about itself, signed with its own secret.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, startBank, TEST_SECRET } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { makeSealer } from '../../../platform/key-ring.ts'
import type { LoggedEvent } from '../../../operation/event-log.ts'
import { deliver, type Notice, noticeReader } from './notices.ts'
import { onboard } from './test-support.ts'

let bank: Bank
let database: Database
beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 1, onError: () => undefined })
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

const eventOf = (type: string, data: object): LoggedEvent => ({
  id: 'evt_1',
  position: 1,
  slot: 0,
  event: { type: type as 'a.b', version: 1 },
  environment: 'live',
  users: [],
  is_public: false,
  accounts: [],
  created_at: '2026-03-01T12:00:00.000Z',
  data: () => data,
})

const noticesFor = async (...events: LoggedEvent[]): Promise<Notice[]> => {
  const sent: Notice[] = []
  const reader = noticeReader({
    send: async (_tx, _name, payload) => void sent.push(payload as Notice),
  })
  const log = {
    read: async () => ({ events, place: { position: 1, slot: 255 } }),
    count: () => Promise.reject(new Error('not asked')),
    findPlaceAt: () => Promise.reject(new Error('not asked')),
  }
  const stretch = { after: { position: 0, slot: 0 }, until: 1, rows: 10 }
  await reader.read(database.write, log, stretch)
  return sent
}

it('are made for partners with an address, about themselves only', async () => {
  const listening = await onboard(bank, { webhook_url: 'https://acme.example/events' })
  const deaf = await onboard(bank)
  const about = (partner_id: string) => ({ partner_id })
  const sent = await noticesFor(
    eventOf('partner.changed', about(listening.id)),
    eventOf('tenant.created', about(deaf.id)),
    eventOf('transfer.completed', about(listening.id)),
    eventOf('partner_invoice.issued', about(listening.id)),
  )
  expect(sent.map(({ partner, event }) => [partner, event.event_type])).toEqual([
    [listening.id, 'partner.changed'],
    [listening.id, 'partner_invoice.issued'],
  ])
})

it('are signed with the secret of the partner, and retried when a delivery fails', async () => {
  const { id, webhookSecret } = await onboard(bank, { webhook_url: 'https://acme.example/events' })
  const [notice] = await noticesFor(eventOf('partner.changed', { partner_id: id }))
  const posted: { url: string; body: string; headers: Readonly<Record<string, string>> }[] = []
  const sealer = makeSealer(TEST_SECRET)
  const answering = (status: number) => ({
    sealer,
    outbound: {
      post: async (request: (typeof posted)[number]) => {
        posted.push(request)
        return { status, headers: {}, body: '' }
      },
    },
  })
  await deliver(notice!, database.write, answering(204))
  const [{ url, body, headers }] = posted as [(typeof posted)[number]]
  expect(url).toBe('https://acme.example/events')
  expect(JSON.parse(body)).toMatchObject({
    event_type: 'partner.changed',
    data: { partner_id: id },
  })
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
  expect(headers['X-Florin-Signature']).toBe(signature)
  await expect(deliver(notice!, database.write, answering(500))).rejects.toThrow('500')
})
