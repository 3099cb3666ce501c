// Tests of statements and notifications: the balances add up for any bookings, the entries name the parties and the
// purpose, and hostile texts break nothing.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { hasOutsideFiles, NEEDS_OUTSIDE_FILES } from '../../../../../test/harness/outside.ts'
import { checkMessage, type MessageOf, readMessage } from '../../iso20022/index.ts'
import { validateAnyVersion, validateWherePossible } from '../../iso20022/test-support.ts'
import type { StatementPlan } from './service.ts'
import { summarize, writeSlice } from './tasks.ts'
import { execute, open, openAccount, openPair, pain001, type TestAccount } from '../test-support.ts'

let bank: Bank
let ada: Person
let grace: Person
let from: TestAccount
let to: TestAccount

beforeAll(async () => {
  bank = await startBank()
  ;({ ada, grace, from, to } = await openPair(bank, '1000'))
})
afterAll(() => bank.stop())

const get = (what: string, account: string, by: Person, query = '') =>
  bank.call(`GET /api/v1/iso20022/accounts/${account}/${what}${query}`, undefined, by)

async function statement(account: string, by: Person, query = ''): Promise<MessageOf<'camt.053'>> {
  const { status, body } = await get('statement', account, by, query)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(checkMessage(body)).toMatchObject({ valid: true, errors: [] })
  validateWherePossible(body)
  const message = readMessage(body)
  if (message.message_type !== 'camt.053') throw new Error(`it is a ${message.message_type}`)
  return message
}

const cents = (decimal: string | null): bigint => BigInt((decimal ?? '').replace('.', ''))
const signed = (entry: { readonly amount: string | null; readonly credit_debit: string | null }) =>
  entry.credit_debit === 'DBIT' ? -cents(entry.amount) : cents(entry.amount)

describe('account.iso_statement', () => {
  it('has the balances, the parties and the references of each entry', async () => {
    const payer = await openAccount(bank, ada, '50')
    const xml = pain001([
      {
        from: payer.iban,
        payments: [{ to: to.iban, amount: '12.50', id: 'INV-77', remittance: 'Invoice 77' }],
      },
    ])
    await execute(bank, xml, ada)
    const said = await statement(payer.iban, ada)
    expect(said).toMatchObject({
      account_iban: payer.iban,
      account_currency: 'USD',
      account_owner_name: 'Ada Lovelace',
      opening_balance: '0.00',
      closing_balance: '37.50',
      total_entries: 2,
      total_credit_sum: '50.00',
      total_debit_sum: '12.50',
    })
    expect(said.entries[1]).toMatchObject({
      amount: '12.50',
      credit_debit: 'DBIT',
      status: 'BOOK',
      booking_date: '2026-03-01',
      details: [
        {
          end_to_end_id: 'INV-77',
          debtor_name: 'Ada Lovelace',
          debtor_iban: payer.iban,
          creditor_name: 'Ada Lovelace',
          creditor_iban: to.iban,
          remittance_info: 'Invoice 77',
        },
      ],
    })
    const json = await get('statement', payer.uuid, ada, '?format=json')
    expect(json.body.data).toMatchObject({
      entries: 2,
      opening_balance: '0.00',
      closing_balance: '37.50',
      debit_sum: '12.50',
    })
  })

  it('adds up for any moves in any period, with any texts', async () => {
    const move = fc.record({
      isIn: fc.boolean(),
      amount: fc.integer({ min: 1, max: 5_000 }),
      seconds: fc.integer({ min: 0, max: 100_000 }),
      reference: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 1, maxLength: 8 }),
        fc.tuple(fc.nat(100), fc.nat(100)),
        async (moves, ends) => {
          const person = await bank.person()
          const account = await openAccount(bank, person, '1000')
          const start = bank.clock.now().getTime()
          for (const { isIn, amount, seconds, reference } of moves) {
            bank.clock.advance(seconds % 60)
            const cash = { amount: (amount / 100).toFixed(2), asset_code: 'USD', reference }
            const route = `POST /api/v2/accounts/${account.uuid}/${isIn ? 'deposit' : 'withdraw'}`
            const { status } = await bank.call(route, cash, person)
            // The bank takes no text that it could not show.
            expect([200, 201, 400, 422]).toContain(status)
          }
          const span = bank.clock.now().getTime() - start
          const [first, last] = ends
            .toSorted((a, b) => a - b)
            .map((part) => new Date(start + (span * part) / 100).toISOString())
          const said = await statement(account.uuid, person, `?from=${first}&to=${last}`)
          const change = said.entries.reduce((sum, entry) => sum + signed(entry), 0n)
          expect(cents(said.opening_balance) + change).toBe(cents(said.closing_balance))
          expect(said.total_entries).toBe(said.entries.length)
        },
      ),
      { numRuns: rounds(3, 12) },
    )
  })

  it('is not broken by the texts of a payer', async () => {
    const metadata = { end_to_end_id: 'a\tb', uetr: 'no uetr', x: { y: [1] } }
    const transfer = {
      from_account: from.uuid,
      to_account: to.uuid,
      amount: '1.00',
      asset_code: 'USD',
      reference: `<b>&amp; ]]> "quoted" ${'long '.repeat(40)}😀`,
      metadata,
      workflow_enabled: false,
    }
    expect((await bank.call('POST /api/v2/transfers', transfer, ada)).status).toBeLessThan(300)
    const said = await statement(to.uuid, grace)
    const [entry] = said.entries.slice(-1)
    expect(entry!.details[0]).toMatchObject({ end_to_end_id: 'NOTPROVIDED', uetr: null })
    expect(entry!.details[0]!.remittance_info).toContain('<b>&amp; ]]> "quoted"')
  })

  it('is the same document for any number of slices', async () => {
    const busy = await openAccount(bank, ada, '1000')
    const payments = Array.from({ length: 1_100 }, () => ({ to: to.iban, amount: '0.01' }))
    await execute(bank, pain001([{ from: busy.iban, payments }]), ada)
    const whole = await statement(busy.uuid, ada)
    expect(whole.entries).toHaveLength(1_101)
    expect(whole.closing_balance).toBe('989.00')
    const database = open(bank)
    const plan: StatementPlan = {
      kind: 'camt.053',
      id: whole.statement_id!,
      now: whole.creation_date_time!,
      account: busy.uuid,
      owner: 'Ada Lovelace',
      currency: 'USD',
      precision: 2,
      period: { from: whole.from_date!, to: whole.to_date! },
      after: 0,
      until: 1_101,
      opening: '0.00',
      closing: '989.00',
      identity: { code: 'LT99999', hasIbans: true, bic: 'FLORLT21XXX', routingNumber: null },
    }
    const tools = { db: database.read }
    const summary = await summarize(plan, tools)
    for (const length of [90, 400, 1_101, 5_000]) {
      const path = join(bank.dataDir, `slices-${length}.xml`)
      let next: number | undefined = plan.after
      while (next !== undefined)
        next = await writeSlice({ plan, summary, path, from: next, length }, tools)
      expect(readMessage(await readFile(path, 'utf8'))).toEqual(whole)
    }
    await database.close()
  })

  it('is one currency at a time', async () => {
    const both = await openAccount(bank, ada, '10')
    const euros = { amount: '5', asset_code: 'EUR' }
    await bank.call(`POST /api/v2/accounts/${both.uuid}/deposit`, euros, ada)
    const unclear = await get('statement', both.uuid, ada)
    expect(unclear.status).toBe(422)
    expect(unclear.body.errors.currency).toEqual([
      'The account has EUR, USD; name one of them as currency.',
    ])
    expect((await statement(both.uuid, ada, '?currency=EUR')).closing_balance).toBe('5.00')
    expect((await get('statement', both.uuid, ada, '?currency=GBP')).status).toBe(422)
  })

  it('is for the owner, the manager and operators of the same environment', async () => {
    expect((await get('statement', from.iban, grace)).status).toBe(403)
    expect((await get('statement', from.iban, await bank.operator())).status).toBe(200)
    const played = { ...ada, ...(await bank.sandboxKey(ada)) }
    expect((await get('statement', from.iban, played)).status).toBe(404)
  })
})

it.skipIf(!hasOutsideFiles)(
  `a report, a statement and a notification are valid by the schemas of ISO ${NEEDS_OUTSIDE_FILES}`,
  async () => {
    const payer = await openAccount(bank, ada, '20')
    const payments = [{ to: to.iban, amount: '7.25', id: 'INV-78', remittance: 'Invoice 78' }]
    const report = await execute(bank, pain001([{ from: payer.iban, payments }]), ada)
    validateAnyVersion(report.body.data.xml)
    for (const what of ['statement', 'notification'])
      validateAnyVersion((await get(what, payer.iban, ada)).body)
  },
)

describe('account.iso_notification', () => {
  it('has the entries of a period, or one transaction', async () => {
    const { body: transactions } = await bank.call(
      `GET /api/v2/accounts/${from.uuid}/transactions?per_page=1`,
      undefined,
      ada,
    )
    const [newest] = transactions.data
    const { status, body } = await get(
      'notification',
      from.iban,
      ada,
      `?transaction=${newest.uuid}`,
    )
    expect(status, JSON.stringify(body)).toBe(200)
    expect(checkMessage(body)).toMatchObject({ valid: true })
    validateWherePossible(body)
    const message = readMessage(body) as MessageOf<'camt.054'>
    expect(message).toMatchObject({ message_type: 'camt.054', account_iban: from.iban })
    expect(message.entries).toHaveLength(1)
    expect(message.entries[0]).toMatchObject({
      amount: newest.amount,
      reference: newest.uuid.replaceAll('-', ''),
    })
    const whole = readMessage(
      (await get('notification', from.iban, ada)).body,
    ) as MessageOf<'camt.054'>
    expect(whole.entries.length).toBeGreaterThan(1)
    const strange = await get('notification', to.iban, grace, `?transaction=${newest.uuid}`)
    expect(strange.status).toBe(422)
  })
})
