// The activity feed, transactions as the app shows them, receipts and their links, and the configuration of the app.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import {
  after,
  create,
  type Customer,
  customer,
  merchant,
  payMerchant,
  send,
  submit,
} from '../test-support.ts'
import { isOlder } from '../operations.ts'

let bank: Bank
let ada: Customer
let bob: Customer
let payment: string
beforeAll(async () => {
  bank = await startBank()
  ada = await customer(bank, { USD: '100.00', USDC: '50' })
  bob = await customer(bank, {})
  const shop = await merchant(bank)
  bank.clock.advance(1)
  payment = (await payMerchant(bank, ada, shop.id, { shield: true })).body.data.intentId
  await submit(bank, ada, payment)
  await after(bank, 5)
  for (const amount of ['1.00', '2.00', '3.00']) {
    bank.clock.advance(1)
    await send(bank, ada, bob.uuid, { amount })
  }
  bank.clock.advance(1)
  await send(bank, bob, ada.uuid, { amount: '4.00' })
})
afterAll(() => bank.stop())

type Item = Readonly<Record<string, string | null>>

describe('mobile.activity and mobile.feed', () => {
  const amounts = async (route: string): Promise<string[]> => {
    const { body } = await bank.call(`GET ${route}`, undefined, ada)
    const items = (body.data.items ?? body.data) as Item[]
    return items.map(({ amount }) => amount!)
  }

  it('marks payments to merchants, with their registered names', async () => {
    const { body } = await bank.call('GET /api/v2/mobile/activity', undefined, ada)
    const item = body.data.find(({ asset }: Item) => asset === 'USDC')
    expect(item).toMatchObject({
      type: 'merchant_payment',
      amount: '-4.500000',
      merchantName: 'Corner Coffee',
      protected: true,
      fromAddress: ada.account,
    })
  })

  it('a sender cannot pretend to be a merchant', async () => {
    const eve = await customer(bank)
    const request = { from_account: eve.account, to_account: bob.account, amount: '1.00' }
    const metadata = { merchant_name: 'Florin refunds', protected: true }
    const more = { asset_code: 'USD', workflow_enabled: false, metadata }
    await bank.call('POST /api/v2/transfers', { ...request, ...more }, eve)
    const { body } = await bank.call('GET /api/v2/mobile/activity?per_page=1', undefined, bob)
    expect(body.data[0]).toMatchObject({ type: 'transfer_in', merchantName: null })
    expect(body.data[0].protected).toBe(false)
  })

  it('filters incoming and outgoing money, and counts it', async () => {
    const income = await amounts('/api/v2/mobile/activity?filter=income')
    const expenses = await amounts('/api/v2/mobile/activity?filter=expenses')
    expect(income).toEqual(['4.00', expect.any(String), expect.any(String)])
    expect(expenses).toEqual(['-3.00', '-2.00', '-1.00', '-4.500000'])
    const { body } = await bank.call(
      'GET /api/v2/mobile/activity?filter=expenses&per_page=2&page=2',
      undefined,
      ada,
    )
    expect(body.meta).toMatchObject({ total: 4, last_page: 2 })
    expect(body.data.map(({ amount }: Item) => amount)).toEqual(['-1.00', '-4.500000'])
  })

  it.each(['all', 'income', 'expenses'])('goes on from a cursor: %s', async (filter) => {
    const whole = await amounts(`/api/v2/mobile/activity?filter=${filter}`)
    const read: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 10; pages++) {
      const { body } = await bank.call(
        `GET /api/v1/activity?limit=2&filter=${filter}${cursor}`,
        undefined,
        ada,
      )
      read.push(...body.data.items.map(({ amount }: { amount: string }) => amount))
      expect(body.data.has_more).toBe(body.data.next_cursor !== null)
      if (!body.data.has_more) break
      cursor = `&cursor=${body.data.next_cursor}`
    }
    expect(read).toEqual(whole)
    expect((await bank.call('GET /api/v1/activity?cursor=x', undefined, ada)).status).toBe(422)
  })
})

describe('receipts', () => {
  const path = (id: string) => `/api/v1/transactions/${id}/receipt`

  it('are for confirmed payments of the caller', async () => {
    const { status, body } = await bank.call(`GET ${path(payment)}`, undefined, ada)
    expect([status, body.data]).toMatchObject([
      200,
      {
        receiptId: expect.stringMatching(/^rcpt_[0-9a-f]{24}$/),
        merchantName: 'Corner Coffee',
        amount: '4.500000',
        asset: 'USDC',
        networkFee: '0.000000',
        sharePayload: null,
      },
    ])
    const waiting = (await create(bank, ada, { recipient: bob.uuid })).body.data.intentId
    const early = await bank.call(`GET ${path(waiting)}`, undefined, ada)
    expect([early.status, early.body.error.code]).toEqual([404, 'RECEIPT_UNAVAILABLE'])
    const play = await bank.sandboxKey({ token: ada.login })
    for (const caller of [bob, play])
      for (const call of ['GET', 'POST']) {
        const { body: refused } = await bank.call(`${call} ${path(payment)}`, undefined, caller)
        expect(refused.error.code).toBe('TRANSACTION_NOT_FOUND')
      }
  })

  it('are also for transactions, each party its own', async () => {
    const { body } = await bank.call('GET /api/v2/transactions?per_page=1', undefined, ada)
    const { uuid } = body.data[0]
    const details = await bank.call(`GET /api/v1/transactions/${uuid}`, undefined, ada)
    expect(details.body.data).toMatchObject({
      type: 'transfer_in',
      amount: '4.00',
      referenceId: expect.stringMatching(/^#[0-9A-F]{8}$/),
    })
    expect((await bank.call(`GET ${path(uuid)}`, undefined, ada)).status).toBe(200)
    for (const route of [`GET ${path(uuid)}`, `GET /api/v1/transactions/${uuid}`]) {
      const refused = await bank.call(route, undefined, bob)
      expect([refused.status, refused.body.error.code]).toEqual([404, 'TRANSACTION_NOT_FOUND'])
    }
  })

  it('are PDF files', async () => {
    const token = { Authorization: `Bearer ${ada.token}` }
    const answer = await fetch(`${bank.url}${path(payment)}?format=pdf`, { headers: token })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('are shown by a public link until it is replaced, revoked or expired', async () => {
    const share = async () =>
      (await bank.call(`POST ${path(payment)}`, undefined, ada)).body.data.sharePayload as string
    const look = async (link: string) => {
      const answer = await fetch(link)
      return { status: answer.status, body: (await answer.json()) as { data: object } }
    }
    const first = await share()
    expect(first).toMatch(/\/api\/v1\/receipts\/[A-Za-z0-9]{40}$/)
    const seen = await look(first)
    expect(Object.keys(seen.body.data).toSorted()).toEqual([
      'amount',
      'asset',
      'dateTime',
      'merchantName',
      'networkFee',
      'receiptId',
      'status',
    ])
    expect(JSON.stringify(seen.body)).not.toContain(ada.account)
    const second = await share()
    expect((await look(first)).status).toBe(404)
    expect((await look(second)).status).toBe(200)
    expect((await bank.call(`DELETE ${path(payment)}`, undefined, ada)).status).toBe(200)
    expect((await look(second)).status).toBe(404)
    expect((await bank.call(`DELETE ${path(payment)}`, undefined, ada)).status).toBe(404)
    const third = await share()
    bank.clock.advance(30 * 86_400)
    expect((await look(third)).status).toBe(404)
    const [row] = await bank.sql<{ links: number }>(
      `select count(*)::int as links from mobile.receipt_links where revoked_at is null`,
    )
    expect(row).toEqual({ links: 1 })
  })

  it('have one link at a time, also under concurrent requests', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => bank.call(`POST ${path(payment)}`, undefined, ada)),
    )
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const links = made.map(({ body }) => body.data.sharePayload as string)
    const statuses = await Promise.all(links.map(async (link) => (await fetch(link)).status))
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404])
  })
})

describe('queries of the app', () => {
  it('its configuration without a login', async () => {
    const { body } = await bank.call('GET /api/mobile/config?app_version=0.9')
    expect(body.data).toMatchObject({
      min_app_version: '1.0.0',
      force_update: true,
      maintenance_mode: false,
      p2p_claim_days: 7,
      websocket: { protocol: 'graphql-transport-ws' },
    })
    const status = await bank.call('GET /api/v1/app/status')
    expect(status.body.data).toMatchObject({ status: 'operational', force_update: false })
  })

  it('compares versions number by number', () => {
    expect(isOlder('1.9', '1.10')).toBe(true)
    expect(isOlder('1.10.0', '1.10')).toBe(false)
    expect(isOlder('2', '1.99.99')).toBe(false)
  })

  it('networks, address checks, quotes and recent recipients', async () => {
    const list = await bank.call('GET /api/v1/networks/status', undefined, ada)
    expect(list.body.data).toHaveLength(6)
    const one = await bank.call('GET /api/v1/networks/solana/status', undefined, ada)
    expect(one.body.data).toMatchObject({ id: 'SOLANA', status: 'active', simulated: true })
    const wrong = await bank.call('GET /api/v1/networks/moon/status', undefined, ada)
    expect(wrong.body.error.code).toBe('WRONG_NETWORK')
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    const check = async (query: string) =>
      (await bank.call(`GET /api/v1/wallet/validate-address?${query}`, undefined, ada)).body.data
    expect(await check(`address=${address}&network=base`)).toMatchObject({ valid: true })
    expect(await check(`address=${address}&network=TRON`)).toMatchObject({ valid: false })
    expect((await check(`address=${address}`)).networks).toHaveLength(4)
    const quote = (body: object) => bank.call('POST /api/v1/wallet/quote', body, ada)
    const asked = { network: 'TRON', asset: 'USDC', amount: '10' }
    expect((await quote(asked)).body.data).toMatchObject({ estimated_fee: '0.50' })
    expect((await quote({ ...asked, asset: 'BTC' })).body.error.code).toBe('QUOTE_FAILED')
    expect((await quote({ ...asked, amount: '1000001' })).status).toBe(422)
    const recent = await bank.call('GET /api/v1/wallet/recent-recipients', undefined, ada)
    expect(recent.body.data).toEqual([
      { recipient: bob.uuid, type: 'user', last_sent_at: expect.any(String), times: 3 },
    ])
  })
})
