// An overloaded bank rejects calls through every transport, and answers operators and monitoring.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Bank, startBank } from '../harness/bank.ts'
import { holdTransaction } from '../harness/held.ts'

/** More than the bank answers in a second before the test begins. */
const CALLS = 60

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { CALLS_UNDER_WAY_MIN: '1', WEBHOOK_ALLOW_PRIVATE: 'true' } })
})
afterAll(() => bank.stop())

function expectRefusal({ status, headers, body }: Answer): void {
  expect(status).toBe(503)
  expect(headers.get('Retry-After')).toBe('1')
  expect(JSON.stringify(body)).toContain('OVERLOADED')
}

it('rejects excess calls until the calls in progress are done', async () => {
  const [anna, operator] = [await bank.person(), await bank.operator()]
  const held = await holdTransaction(bank.address)
  try {
    await held.query('lock table webhooks.webhooks in exclusive mode')
    const webhook = { url: 'http://127.0.0.1:9/', events: ['transfer.completed'] }
    const create = () => bank.call('POST /api/v2/webhooks', webhook, anna)
    const created = Array.from({ length: CALLS }, create)
    // Admitted calls wait for the table, so only refusals are answered now.
    const list = () => bank.call('GET /api/v2/webhooks', undefined, anna)
    expectRefusal(await Promise.race(created))
    expectRefusal(await list())
    expectRefusal(await bank.call('POST /api/graphql', { query: '{ __typename }' }, anna))
    expect((await bank.call('GET /api/auth/user', undefined, operator)).status).toBe(200)
    for (const path of ['/health/live', '/health/ready', '/api/health', '/metrics'])
      expect((await fetch(bank.url + path)).status).toBe(200)

    await held.commit()
    const statuses = (await Promise.all(created)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 503]))
    // The bank takes calls again by itself, and those that were refused did nothing.
    expect((await list()).status).toBe(200)
    const [made] = await bank.sql<{ count: number }>(
      'select count(*)::int as count from webhooks.webhooks',
    )
    expect(made!.count).toBe(statuses.filter((status) => status === 201).length)
  } finally {
    await held.commit().catch(() => {})
  }
})
