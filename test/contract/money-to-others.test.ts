// A rule belongs to the movement of money, not to the operation that requests it: every payment to another customer of
// the bank passes the guards of transfers. The ledger refuses an entry that credits a customer without a reason
// (core/ledger/postings/core.test.ts); here each kind of payment is checked against the rules.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { execute, pain001 } from '../../src/domains/payments/payment-files/test-support.ts'
import { customer, numbersOf } from '../../src/domains/payments/payment-rails/test-support.ts'
import { type Answer, type Bank, type Person, startBank, TestClock } from '../harness/bank.ts'
import { isTestOnly } from '../harness/places.ts'
import { askAll } from './ask-all.ts'

interface Payee extends Person {
  readonly account: string
  readonly iban: string
}

let bank: Bank
let operator: Person
let ada: Payee
beforeAll(async () => {
  // A Tuesday morning in Frankfurt.
  bank = await startBank({
    clock: new TestClock('2026-03-03T08:00:00.000Z'),
    env: { TRANSFER_FEE_BASIS_POINTS: '25', MOBILE_NETWORK_FEES: 'estimate' },
  })
  operator = await bank.operator()
  ada = await payee('Ada Lovelace', { EUR: '1000.00', USDC: '10' })
})
afterAll(() => bank.stop())

async function payee(name: string, money: Readonly<Record<string, string>> = {}): Promise<Payee> {
  const known = await customer({ ...bank, person: () => bank.person({ name }) }, money)
  return { ...known, iban: (await numbersOf(bank, known)).iban }
}

const AMOUNT = '0.50'
const asAda = (route: string, body: object) => bank.call(route, body, ada)
const euros = { amount: AMOUNT, currency: 'EUR' }

interface Way {
  readonly at: string
  readonly pay: (to: Payee) => Promise<Answer>
  /** It is no call of the payer's that could be refused: the order waits, or is answered with a report. */
  readonly isStored?: true
}

let count = 0
const transferTo = (to: Payee) => ({
  from_account: ada.account,
  to_account: to.account,
  amount: AMOUNT,
  asset_code: 'EUR',
})
const ways: readonly Way[] = [
  { at: 'a transfer', pay: (to) => asAda('POST /api/transfers', transferTo(to)) },
  {
    at: 'a bulk transfer',
    pay: (to) => asAda('POST /api/v2/transfers/bulk', { transfers: [transferTo(to)] }),
  },
  {
    at: 'a transfer between people',
    pay: (to) => asAda('POST /api/v2/mobile/transfers/p2p', { ...euros, to_user: to.uuid }),
  },
  {
    at: 'a payment intent',
    async pay(to) {
      const intents = '/api/v2/mobile/payments/intents'
      const made = await asAda(`POST ${intents}`, { ...euros, recipient: to.account })
      return asAda(`POST ${intents}/${made.body.data.intentId}/submit`, {})
    },
  },
  {
    at: 'a payment rail',
    pay: (to) =>
      asAda('POST /api/v1/payment-rails/payments', {
        ...euros,
        rail: 'sct_inst',
        creditor_account: to.iban,
      }),
  },
  {
    at: 'a direct debit',
    async pay(to) {
      const national = String(++count).padStart(11, '0')
      const check = 98n - (BigInt(`${national}131400`) % 97n)
      const terms = {
        mandate_id: `M-${count}`,
        creditor_id: `DE${String(check).padStart(2, '0')}ZZZ${national}`,
        creditor_name: 'Gym',
        debtor_name: 'Ada',
      }
      const mandates = 'POST /api/v1/payment-rails/mandates'
      await bank.call(mandates, { ...terms, role: 'debtor', creditor_iban: to.iban }, ada)
      const { body } = await bank.call(mandates, { ...terms, debtor_iban: ada.iban }, to)
      const collection = { mandate: body.data.id, amount: AMOUNT }
      return bank.call('POST /api/v1/payment-rails/collections', collection, to)
    },
  },
  {
    at: 'a payment file',
    isStored: true,
    pay: (to) => {
      const payments = [{ to: to.iban, ...euros }]
      return execute(bank, pain001([{ from: ada.iban, payments, date: '2026-03-03' }]), ada)
    },
  },
  {
    at: 'open banking',
    pay: (to) =>
      asAda('POST /api/v1/open-banking/payments', {
        ...euros,
        creditor_iban: to.iban,
        debtor_account: ada.account,
      }),
  },
  {
    at: 'interledger',
    async pay(to) {
      const quote = await asAda('POST /api/v1/interledger/quotes', {
        send_amount: AMOUNT,
        send_currency: 'EUR',
        receive_currency: 'EUR',
        receiver: `g.florin.user.${to.account}`,
      })
      return asAda('POST /api/v1/interledger/payments', {
        quote_id: quote.body.data.quote_id,
        wallet_address: ada.account,
      })
    },
  },
]

const turn = (on: boolean) =>
  bank.call('PUT /api/v2/features/transfers', { on, reason: 'Under repair.' }, operator)
const enforce = (enabled: boolean) =>
  bank.call('PUT /api/regtech/travel-rule/enforcement', { enabled, reason: 'Test' }, operator)

/** Lets time pass, and does what the bank does by the clock. */
async function goOn(seconds: number): Promise<void> {
  bank.clock.advance(seconds)
  const jobs = ['payment_rails.settle', 'mobile.settle_intents', 'payment_files.execute_due']
  for (const job of [...jobs, 'interledger.sweep']) await bank.runJob(job)
}

const unitsOf = async (account: string): Promise<number> => {
  const [row] = await bank.sql<{ units: number }>(
    `select b.units::int from ledger.balances b join ledger.accounts a on a.id = b.account_id
     where (a.id::text = $1 or (a.code = $1 and a.environment = 'live')) and b.asset = 'EUR'`,
    [account],
  )
  return row?.units ?? 0
}

describe('a payment to another customer', () => {
  beforeEach(async () => {
    await turn(true)
    await enforce(false)
  })

  it('is stopped by the switch of transfers', async () => {
    const bob = await payee('Bob', { EUR: '1.00' })
    await turn(false)
    await askAll(ways, async ({ pay, isStored }) => {
      const { status, body } = await pay(bob)
      if (isStored) return
      expect([status, body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(body.error.message).toContain('Under repair.')
    })
    await goOn(120)
    expect(await unitsOf(bob.account)).toBe(100)
    await turn(true)
    await goOn(120)
    // The payment of the file has waited.
    expect(await unitsOf(bob.account)).toBe(150)
  })

  it('is screened, however little it is', async () => {
    const victor = await payee('Victor Exemplar', { EUR: '1.00' })
    await enforce(true)
    await askAll(ways, async ({ pay, isStored }) => {
      const { body } = await pay(victor)
      expect(JSON.stringify(body)).toContain(isStored ? 'Compliance' : 'TRANSFER_BLOCKED')
    })
    await goOn(120)
    expect(await unitsOf(victor.account)).toBe(100)
  })

  it('costs what a transfer costs, arrives, and stays pending while transfers are switched off', async () => {
    const bob = await payee('Bob', { EUR: '1.00' })
    await enforce(true)
    const [mine, fees] = [await unitsOf(ada.account), await unitsOf('fees')]
    const sum = async () => (await unitsOf(ada.account)) + (await unitsOf(bob.account))
    await askAll(ways, async ({ pay }) => {
      const { status, body } = await pay(bob)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    })
    await turn(false)
    await goOn(60)
    // What was reserved before the switch is completed within a moment; the rest is on its way.
    expect(await sum()).toBeLessThan(mine + 100 - ways.length)
    await turn(true)
    await goOn(120)
    // 0.25 % of 0.50 is less than a cent, and costs a cent.
    await expect.poll(sum).toBe(mine + 100 - ways.length)
    expect((await unitsOf('fees')) - fees).toBe(ways.length)
    expect(await unitsOf(bob.account)).toBe(100 + ways.length * 50 - 2)
  })

  it('costs nothing if it does not arrive', async () => {
    const bob = await payee('Bob')
    const before = [await unitsOf(ada.account), await unitsOf('fees')]
    const p2p = '/api/v2/mobile/transfers/p2p'
    const sent = await asAda(`POST ${p2p}`, { ...euros, to_user: 'nobody@example.com' })
    expect(sent.body.data.fee).toBe('0.01')
    const underWay = ways.filter(({ at }) => /intent|rail/.test(at))
    await askAll(underWay, async ({ pay }) => expect((await pay(bob)).status).toBeLessThan(300))
    expect(await unitsOf('fees')).toBe(before[1]! + 3)
    await bank.call(`POST /api/accounts/${bob.account}/freeze`, { reason: 'Test' }, operator)
    await goOn(60)
    await asAda(`POST ${p2p}/${sent.body.data.transfer_id}/cancel`, {})
    expect([await unitsOf(ada.account), await unitsOf('fees')]).toEqual(before)
  })

  it('costs the fee of the cheapest network where it pays a merchant over none', async () => {
    const shop = { displayName: 'Coffee', acceptedNetworks: ['ethereum', 'TRON'] }
    const { body } = await bank.call('POST /api/v1/payments/merchants', shop, await payee('Bob'))
    const intent = { amount: '1', currency: 'USDC', recipient: body.data.merchantId }
    const made = await asAda('POST /api/v2/mobile/payments/intents', intent)
    expect(made.body.data.fee).toBe('0.500000')
  })
})

it('only the guards clear: nothing else says that they were asked', () => {
  const makers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !isTestOnly(`src/${file}`))
    .filter((file) => readFileSync(`src/${file}`, 'utf8').includes('new Cleared('))
  expect(makers).toEqual(['domains/core/transfers/guards.ts'])
})
