// Who is named on the other side of a transaction, and who is not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from './test-support.ts'

let bank: Bank
let teller: Teller
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  ada = await teller.person({ name: 'Ada Lovelace' })
  bob = await teller.person({ name: 'Bob Byrne' })
})
afterAll(() => bank.stop())

interface Listed {
  readonly uuid: string
  readonly subtype: string | null
  readonly direction: string
  readonly status: string
  readonly counterparty_name: string | null
}

async function rowsOf(account: string, caller: CallOptions) {
  const path = `GET /api/accounts/${account}/transactions`
  const { status, body } = await bank.call(path, undefined, caller)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Listed[]
}

const named = async (account: string, caller: CallOptions) =>
  (await rowsOf(account, caller)).map(({ subtype, direction, counterparty_name }) => [
    subtype ?? direction,
    counterparty_name,
  ])

describe('the counterparty', () => {
  it('is named on both sides, in lists, single transactions, transfers, the activity and events', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    const { uuid } = await teller.transfer(ada, from, to, '30.00')
    const [got] = (await rowsOf(to, bob)) as [Listed]
    const answers = await Promise.all(
      [
        `/api/v2/transactions/${got.uuid}`,
        `/api/v2/transfers/${uuid}`,
        `/api/accounts/${from}/transfers`,
        '/api/v2/mobile/activity',
      ].map(async (path) => {
        const caller = path.includes(from) ? ada : bob
        return (await bank.call(`GET ${path}`, undefined, caller)).body.data
      }),
    )
    const names = { from_name: 'Ada Lovelace', to_name: 'Bob Byrne' }
    expect(answers).toMatchObject([
      { counterparty_name: 'Ada Lovelace' },
      names,
      [names],
      [{ counterpartyName: 'Ada Lovelace' }],
    ])
    const { body } = await bank.call('GET /api/v2/events?limit=500', undefined, bob)
    const seen = body.data.filter(
      ({ data }: { data: { uuid?: string } }) => data.uuid === uuid || data.uuid === got.uuid,
    )
    const about = seen.map((event: { event_type: string; data: Record<string, unknown> }) => [
      event.event_type,
      event.data['counterparty_name'] ?? event.data['to_name'],
    ])
    expect(about).toContainEqual(['transfer.completed', 'Bob Byrne'])
    expect(about).toContainEqual(['transaction.completed', 'Ada Lovelace'])
    // Nothing but the name: neither side learns an address of the other.
    expect(JSON.stringify([answers, seen])).not.toContain('@')
  })

  it('is the manager of a customer whom the bank does not know', async () => {
    const user_uuid = crypto.randomUUID()
    const opened = await bank.call('POST /api/accounts', { user_uuid, name: 'Savings' }, ada)
    const [own, managed] = [await teller.open(bob, 5_000), opened.body.data.uuid]
    await teller.transfer(bob, own, managed, '1.00')
    expect(await named(own, bob)).toContainEqual(['outgoing', 'Ada Lovelace'])
  })

  it('has an initial instead of a surname in the sandbox, where everybody can be paid for nothing', async () => {
    const keyOf = async (name: string) => bank.sandboxKey(await bank.person({ name }))
    const [payer, payee] = [await keyOf('Ada King Lovelace'), await keyOf('Bob Byrne')]
    const open = async (caller: CallOptions, initial_balance: number) =>
      (await bank.call('POST /api/v2/accounts', { name: 'Play', initial_balance }, caller)).body
        .data.uuid
    const [from, to] = [await open(payer, 10_000), await open(payee, 0)]
    const request = { from_account: from, to_account: to, amount: '1.00', asset_code: 'USD' }
    const transfer = { ...request, workflow_enabled: false }
    expect((await bank.call('POST /api/v2/transfers', transfer, payer)).body.data).toMatchObject({
      from_name: 'Ada L.',
      to_name: 'Bob B.',
    })
    expect(await named(from, payer)).toContainEqual(['outgoing', 'Bob B.'])
  })
})

describe('nobody is named', () => {
  it('to a payer whose money has not arrived, or who pays nothing', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    const request = { from_account: from, to_account: to, amount: '1.00', asset_code: 'USD' }
    const simulated = { ...request, simulate: true }
    const { body } = await bank.call('POST /api/v2/transfers', simulated, ada)
    expect(body.data).toMatchObject({ simulated: true, to_name: null })
    const id = `${(await teller.transfer(ada, from, to, '0.01')).uuid.slice(0, 24)}feedfeed0000`
    await bank.sql(
      `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee, created_at,
         status, reason, closed_at)
       values ($1, 'live', 'transfer', $2, $3, 'USD', 200, 10, $4, 'released', 'No.', $4)`,
      [id, from, to, bank.clock.now()],
    )
    const failed = async (account: string, caller: Person) =>
      (await rowsOf(account, caller)).filter(({ status }) => status === 'failed')
    expect(await failed(from, ada)).toMatchObject([
      { counterparty_name: null },
      { counterparty_name: null },
    ])
    // The payee knows who tried.
    expect(await failed(to, bob)).toMatchObject([{ counterparty_name: 'Ada Lovelace' }])
    expect(
      (await bank.call(`GET /api/v2/transfers/${id}`, undefined, ada)).body.data,
    ).toMatchObject({ status: 'failed', from_name: 'Ada Lovelace', to_name: null })
  })

  it('by the metadata that a customer sends, not even on the fee, which the bank receives', async () => {
    const [from, to] = [await teller.open(ada, 10_000), await teller.open(bob)]
    const metadata = { counterparty_name: 'Tax office', merchant_name: 'Tax office' }
    await teller.transfer(ada, from, to, '10.00', { metadata })
    expect(await named(from, ada)).toEqual([
      ['fee', null],
      ['outgoing', 'Bob Byrne'],
      ['incoming', null],
    ])
    expect(await named(to, bob)).toEqual([['incoming', 'Ada Lovelace']])
  })
})
