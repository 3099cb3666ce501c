// Tests of payment files through the API: what is executed, what is rejected and why, and what happens when a file
// is sent again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import {
  balanceOf,
  execute,
  openAccount,
  pain001,
  short,
  type TestAccount,
} from './test-support.ts'

let bank: Bank
let ada: Person
let from: TestAccount
let to: TestAccount

beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
  const grace = await bank.person()
  from = await openAccount(bank, ada, '1000')
  to = await openAccount(bank, grace)
})
afterAll(() => bank.stop())

describe('payment_file.execute', () => {
  it('makes a transfer of each payment and reports it as settled', async () => {
    const before = await balanceOf(bank, to)
    const xml = pain001([
      {
        from: from.iban,
        payments: [
          { to: to.iban, amount: '10.00', id: 'RENT', remittance: 'Rent of March' },
          { to: short(to.uuid), amount: '2.5' },
        ],
      },
    ])
    const { status, body } = await execute(bank, xml, ada)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ status: 'settled', group_status: 'ACSC', settled: 2 })
    expect(await balanceOf(bank, to)).toBe(before + 1250n)
  })
})
