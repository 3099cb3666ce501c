// Concurrent trades at one node and at two: they share transactions, and each is decided separately.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { openAccount, sumOfEverything, unitsOf } from '../baskets/test-support.ts'

let nodes: readonly [Bank, Bank]
beforeAll(async () => {
  const first = await startBank({ isNode: true })
  nodes = [first, await startBank({ isNode: true, address: first.address, clock: first.clock })]
})
afterAll(async () => {
  await nodes[1].stop()
  await nodes[0].stop()
})

const buy = (
  person: Person,
  body: object,
  { node = 0, key }: { node?: number; key?: string } = {},
) =>
  nodes[node]!.call(
    'POST /api/v2/gcu/buy',
    { amount: '100.00', currency: 'USD', ...body },
    { token: person.token, ...(key !== undefined && { key }) },
  )

const codesOf = (answers: readonly Answer[]): string[] =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : body.error.code)).toSorted()

const tradesOf = async (account: string): Promise<number> => {
  const [row] = await nodes[0].sql<{ n: number }>(
    'select count(*)::int as n from gcu.trades where account_uuid = $1',
    [account],
  )
  return row!.n
}

describe('concurrent trades', () => {
  it('are refused, answered and recorded separately', async () => {
    const [bank] = nodes
    const [rich, poor, outsider] = [await bank.person(), await bank.person(), await bank.person()]
    const wealthy = await openAccount(bank, rich, { USD: '1000.00' })
    const empty = await openAccount(bank, poor, {})
    const answers = await Promise.all([
      buy(rich, { account_uuid: wealthy }),
      buy(poor, { account_uuid: empty }),
      buy(outsider, { account_uuid: wealthy }),
      buy(outsider, {}),
      buy(rich, { account_uuid: 'nothing' }),
      buy(rich, { account_uuid: wealthy }, { node: 1 }),
      buy(rich, {}),
    ])
    expect(answers.map(({ body }) => body.error?.code)).toEqual([
      undefined,
      'INSUFFICIENT_FUNDS',
      'FORBIDDEN',
      // Every user's default account is empty.
      'INSUFFICIENT_FUNDS',
      'NOT_FOUND',
      undefined,
      'INSUFFICIENT_FUNDS',
    ])
    expect(await tradesOf(wealthy)).toBe(2)
    expect(await tradesOf(empty)).toBe(0)
    expect(await unitsOf(bank, wealthy)).toMatchObject({ USD: 80_000n })
    const emitted = await bank.sql(
      `select count(*)::int as n from platform.events where account_uuid = $1 and type like 'gcu.%'`,
      [wealthy],
    )
    const audited = await bank.sql(
      `select count(*)::int as n from platform.audit where user_uuid = $1 and operation = 'gcu.buy'`,
      [rich.uuid],
    )
    expect([emitted, audited]).toEqual([[{ n: 2 }], [{ n: 2 }]])
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('use a quote once, on any nodes', async () => {
    const [bank] = nodes
    const person = await bank.person()
    const account_uuid = await openAccount(bank, person, { USD: '5000.00' })
    const asked = await bank.call(
      'GET /api/v2/gcu/quote?operation=buy&amount=100.00&currency=USD',
      undefined,
      person,
    )
    const { quote_id } = asked.body.data
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        buy(person, { account_uuid, quote_id }, { node: at % 2 }),
      ),
    )
    expect(codesOf(answers).filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codesOf(answers)).size).toBe(2)
    expect(await unitsOf(bank, account_uuid)).toMatchObject({ USD: 490_000n })
  })

  it('respect the limits of a user and the balance', async () => {
    const [bank] = nodes
    const person = await bank.person()
    const account_uuid = await openAccount(bank, person, { USD: '1000.50' })
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, at) => buy(person, { account_uuid }, { node: at % 2 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await unitsOf(bank, account_uuid)).toMatchObject({ USD: 50n })
    expect(await sumOfEverything(bank)).toEqual([])
  })

  it('run once for an Idempotency-Key, on both nodes', async () => {
    const [bank] = nodes
    const person = await bank.person()
    const account_uuid = await openAccount(bank, person, { USD: '1000.00' })
    const first = await buy(person, { account_uuid }, { key: 'once' })
    const again = await Promise.all([
      buy(person, { account_uuid }, { key: 'once' }),
      buy(person, { account_uuid }, { key: 'once', node: 1 }),
    ])
    for (const answer of again) {
      // Of two concurrent calls with one key, the second may get a conflict.
      if (answer.status === 409) expect(answer.body.error.code).toBe('REQUEST_IN_PROGRESS')
      else expect(answer.body).toEqual(first.body)
    }
    const other = await buy(person, { account_uuid, amount: '200.00' }, { key: 'once' })
    expect(other.status).toBe(409)
    expect(await tradesOf(account_uuid)).toBe(1)
  })
})
