// The moves behind the balance of an account of the chart, and the reports as files.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../transactions/test-support.ts'
import { ok, openBooks, type TestBooks } from './test-support.ts'

let bank: Bank
let books: TestBooks
let teller: Teller
let operator: Person
let ada: Person
let bob: Person
let account: string
let payment: string
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  books = openBooks(bank)
  teller = tellerOf(bank)
  operator = await teller.operator()
  ada = await teller.person({ name: 'Ada Lovelace' })
  bob = await teller.person({ name: 'Bob Byrne' })
  account = await teller.open(ada, 100_000)
  const to = await teller.open(bob)
  payment = (await teller.transfer(ada, account, to, '50.00', { reference: 'Rent' })).uuid
  await teller.withdraw(ada, account, '200.00')
})
afterAll(() => bank.stop())

interface Movement {
  readonly payment_uuid: string
  readonly debit: string
  readonly credit: string
}

const list = async (code: string, query = '') =>
  (await ok(books.get(`/accounts/${code}/movements${query}`, operator))) as {
    readonly data: readonly Movement[]
    readonly next: string | null
  }

describe('ledger_account.movements', () => {
  it('shows each leg between the account and the others, and its payment', async () => {
    expect((await list('4100')).data).toEqual([
      {
        payment_uuid: payment,
        line: 1,
        kind: 'fee',
        bank_account: 'fees',
        other_bank_account: null,
        customer_name: 'Ada Lovelace',
        currency: 'USD',
        debit: '0.0000',
        credit: '0.5000',
        reference: expect.anything(),
        created_at: expect.any(String),
      },
    ])
    expect((await list('1110')).data).toMatchObject([
      { kind: 'withdrawal', debit: '0.0000', credit: '200.0000', customer_name: 'Ada Lovelace' },
      { kind: 'deposit', debit: '1000.0000', credit: '0.0000' },
    ])
    // What customers pay each other changes what the bank owes them by nothing.
    expect((await list('2100')).data).toMatchObject([
      { kind: 'withdrawal', debit: '200.0000' },
      { kind: 'fee', debit: '0.5000' },
      { kind: 'deposit', credit: '1000.0000' },
    ])
    // An account that no part of the ledger core appears in.
    expect((await list('5300')).data).toEqual([])
  })

  it('adds up to what the history of the account says, page by page', async () => {
    for (const code of ['1110', '2100', '4100']) {
      const sums = { debit: 0, credit: 0 }
      let before: string | null = null
      do {
        const page = await list(code, `?limit=1${before === null ? '' : `&before=${before}`}`)
        for (const { debit, credit } of page.data) {
          sums.debit += Number(debit)
          sums.credit += Number(credit)
        }
        before = page.next
      } while (before !== null)
      const { data } = await ok(books.get(`/trial-balance?currency=USD`, operator))
      const row = data.find((one: { account_code: string }) => one.account_code === code)
      expect(sums.debit - sums.credit, code).toBeCloseTo(Number(row.debit) - Number(row.credit), 4)
    }
  })

  it('keeps to the period and the asset', async () => {
    const today = bank.clock.now().toISOString().slice(0, 10)
    expect((await list('1110', `?from=${today}&to=${today}`)).data).toHaveLength(2)
    expect((await list('1110', '?from=2026-01-01&to=2026-01-31')).data).toEqual([])
    expect((await list('1110', '?currency=EUR')).data).toEqual([])
    const { status, body } = await books.get('/accounts/1110/movements?from=2099-01-01', operator)
    expect([status, body.errors]).toEqual([422, { from: [expect.any(String)] }])
  })

  it('is for operators only, and of known accounts', async () => {
    expect((await books.get('/accounts/1110/movements', ada)).status).toBe(403)
    expect((await books.get('/accounts/none/movements', operator)).status).toBe(404)
  })
})

describe('the general ledger as CSV', () => {
  const read = async (path: string): Promise<string[]> => {
    const response = await fetch(`${bank.url}/api/v1/ledger${path}`, {
      headers: { Authorization: `Bearer ${operator.token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return (await response.text()).trimEnd().split('\r\n')
  }

  it('has the trial balance, of one type if asked for', async () => {
    const [head, ...lines] = await read('/trial-balance?format=csv')
    expect(head).toBe('account,name,type,currency,opening_balance,debit,credit,closing_balance')
    expect(lines).toContain('4100,Transaction Fees,revenue,USD,0.0000,0.0000,0.5000,0.5000')
    expect(await read('/trial-balance?format=csv&type=revenue')).toHaveLength(2)
    const { data, totals } = await ok(books.get('/trial-balance?type=revenue', operator))
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['revenue'])
    expect(totals).toMatchObject({ balanced: true, debit: '800.0000' })
  })

  it('has the moves of an account', async () => {
    const [head, ...lines] = await read('/accounts/4100/movements?format=csv')
    expect(head).toBe(
      'date,payment_id,kind,bank_account,counterparty,reference,currency,debit,credit',
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`,${payment},fee,fees,Ada Lovelace,`)
  })
})
