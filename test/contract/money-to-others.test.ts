// A rule belongs to the movement of money, not to the way by which it was asked for: whatever pays another customer of
// the bank asks the guards of transfers. The ledger refuses an entry that credits a customer without saying why it may
// (core/ledger/core.test.ts); here each way of paying meets the rules.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { execute, pain001 } from '../../src/domains/rails/payment-files/test-support.ts'
import { customer, numbersOf, runJob } from '../../src/domains/rails/payment-rails/test-support.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { type Answer, type Bank, type Person, startBank, TestClock } from '../harness/bank.ts'
import { askAll } from './ask-all.ts'

interface Payee extends Person {
  readonly account: string
  readonly iban: string
}

let bank: Bank
let operator: Person
let database: Database
let ada: Payee
beforeAll(async () => {
  // A Tuesday morning in Frankfurt.
  bank = await startBank({ clock: new TestClock('2026-03-03T08:00:00.000Z') })
  operator = await bank.operator()
  database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  ada = await payee('Ada Lovelace', { EUR: '1000.00' })
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

async function payee(name: string, money: Readonly<Record<string, string>> = {}): Promise<Payee> {
  const known = await customer({ ...bank, person: () => bank.person({ name }) }, money)
  return { ...known, iban: (await numbersOf(bank, known)).iban }
}

const AMOUNT = '0.50'
/** Its fee comes out of the amount. */
const ofInterledger = 1
const asAda = (route: string, body: object) => bank.call(route, body, ada)
const euros = { amount: AMOUNT, currency: 'EUR' }

interface Way {
  readonly at: string
  pay(to: Payee): Promise<Answer>
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
  for (const job of [...jobs, 'interledger.sweep']) await runJob(bank, database, job)
}

const unitsOf = async ({ account }: Payee): Promise<number> => {
  const [row] = await bank.sql<{ units: number }>(
    `select units::int from ledger.balances where account_id = $1 and asset = 'EUR'`,
    [account],
  )
  return row?.units ?? 0
}

describe('whatever pays another customer', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    await turn(true)
    await enforce(false)
  })

  it('is stopped by the switch of transfers', async () => {
    const bob = await payee('Bob')
    await turn(false)
    await askAll(ways, async ({ pay, isStored }) => {
      const { status, body } = await pay(bob)
      if (!isStored)
        expect([status, body.error?.message]).toEqual([
          503,
          expect.stringContaining('Under repair.'),
        ])
    })
    await goOn(120)
    expect(await unitsOf(bob)).toBe(0)
    await turn(true)
    await goOn(120)
    // The payment of the file has waited.
    expect(await unitsOf(bob)).toBe(50)
  })

  it('is screened, however little it is', async () => {
    const victor = await payee('Victor Exemplar')
    await enforce(true)
    await askAll(ways, async ({ pay, isStored }) => {
      const { body } = await pay(victor)
      expect(JSON.stringify(body)).toContain(isStored ? 'Compliance' : 'TRANSFER_BLOCKED')
    })
    await goOn(120)
    expect(await unitsOf(victor)).toBe(0)
  })

  it('arrives otherwise, and once transfers are on again where it was under way', async () => {
    const bob = await payee('Bob')
    await enforce(true)
    await askAll(ways, async ({ pay }) => {
      const { status, body } = await pay(bob)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    })
    await turn(false)
    const before = await unitsOf(bob)
    expect(before).toBeGreaterThan(0)
    await goOn(60)
    // What was reserved before the switch is completed within a moment.
    await expect.poll(() => unitsOf(bob)).toBeLessThan(ways.length * 50 - ofInterledger)
    await turn(true)
    await goOn(120)
    await expect.poll(() => unitsOf(bob)).toBe(ways.length * 50 - ofInterledger)
  })
})

it('only the guards clear: nothing else says that they were asked', () => {
  const makers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|test-support/.test(file))
    .filter((file) => readFileSync(`src/${file}`, 'utf8').includes('new Cleared('))
  expect(makers).toEqual(['domains/core/transfers/guards.ts'])
})
