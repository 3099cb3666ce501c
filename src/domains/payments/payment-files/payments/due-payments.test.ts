// Tests of scheduled payments: they are executed on their day with the balance and permissions of that day, and can be
// cancelled before.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../../test/harness/bank.ts'
import { balanceOf, execute, openPair, pain001, type TestAccount } from '../test-support.ts'

let bank: Bank
let ada: Person
let from: TestAccount
let to: TestAccount

beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())
beforeEach(async () => {
  ;({ ada, from, to } = await openPair(bank, '10'))
})

const DAY = 86_400
const dayAhead = (days: number): string =>
  new Date(bank.clock.now().getTime() + days * DAY * 1000).toISOString().slice(0, 10)

const send = async (days: number, amounts: readonly string[], by: CallOptions = ada) => {
  const payments = amounts.map((amount, index) => ({ to: to.iban, amount, id: `P${index}` }))
  const xml = pain001([{ from: from.iban, date: dayAhead(days), payments }])
  return (await execute(bank, xml, by)).body.data
}

const read = async (id: string) =>
  (await bank.call(`GET /api/v1/iso20022/messages/${id}`, undefined, ada)).body.data
const payment = async (id: string) =>
  (await bank.call(`GET /api/v1/iso20022/payments/${id}`, undefined, ada)).body.data
/** A login lasts a day. */
async function signInAgain(): Promise<void> {
  const login = { email: ada.email, password: ada.password }
  const { body } = await bank.call('POST /api/auth/login', login)
  ada = { ...ada, token: body.data.access_token }
}

const runDue = () => bank.runJob('payment_files.execute_due')
const cancel = (id: string, by: CallOptions = ada) =>
  bank.call(`DELETE /api/v1/iso20022/payments/${id}`, undefined, by)

describe('a payment for a later day', () => {
  it('waits until its day begins, and is then executed in the order of the file', async () => {
    const file = await send(2, ['6.00', '5.00', '4.00'])
    expect(file).toMatchObject({ status: 'scheduled', group_status: 'PDNG', scheduled: 3 })
    expect(file.payments[0]).toMatchObject({
      iso_status: 'PDNG',
      due_at: `${dayAhead(2)}T00:00:00.000Z`,
    })
    expect(file.xml).toContain('<TxSts>PDNG</TxSts>')
    bank.clock.advance(DAY)
    await runDue()
    expect(await balanceOf(bank, from)).toBe(1000n)
    bank.clock.advance(DAY)
    await runDue()
    await signInAgain()
    expect(await balanceOf(bank, from)).toBe(0n)
    expect(await read(file.id)).toMatchObject({
      status: 'partly_settled',
      group_status: 'PART',
      settled: 2,
      rejected: 1,
      scheduled: 0,
    })
    expect(await payment(file.payments[1].id)).toMatchObject({
      status: 'rejected',
      reason_code: 'AM04',
      due_at: null,
    })
    await runDue()
    expect(await balanceOf(bank, to)).toBe(1000n)
  })

  it('is executed once by concurrent nodes', async () => {
    const file = await send(1, ['3.00'])
    bank.clock.advance(DAY)
    await Promise.all([runDue(), runDue(), runDue()])
    expect(await balanceOf(bank, to)).toBe(300n)
    await signInAgain()
    expect(await read(file.id)).toMatchObject({ status: 'settled', group_status: 'ACSC' })
  })

  it('of the past or of today is executed at once, and one too far ahead is rejected', async () => {
    expect(await send(-40, ['1.00'])).toMatchObject({ status: 'settled' })
    expect(await send(0, ['1.01'])).toMatchObject({ status: 'settled' })
    const far = await send(400, ['1.02'])
    expect(far.payments[0]).toMatchObject({ status: 'rejected', reason_code: 'DT01' })
  })

  it('uses no check of the travel rule up when it is rejected', async () => {
    const enforce = async (enabled: boolean) => {
      const change = { enabled, reason: 'Test' }
      const path = 'PUT /api/regtech/travel-rule/enforcement'
      expect((await bank.call(path, change, await bank.operator())).status).toBe(200)
    }
    const party = ({ iban }: TestAccount) => ({
      name: 'Ada Lovelace',
      account_number: iban,
      institution_name: 'Florin',
      institution_country: 'LT',
    })
    const file = await send(1, ['5000.00'])
    bank.clock.advance(DAY)
    await signInAgain()
    await enforce(true)
    const checked = await bank.call(
      'POST /api/v1/regtech/travel-rule/check',
      {
        transfer_id: 'tx-1',
        originator: party(from),
        beneficiary: party(to),
        transfer_details: {
          amount: '5000.00',
          currency: 'USD',
          asset_type: 'crypto',
          purpose: 'x',
        },
      },
      ada,
    )
    expect(checked.status, JSON.stringify(checked.body)).toBeLessThan(300)
    await runDue()
    await enforce(false)
    expect(await payment(file.payments[0].id)).toMatchObject({ reason_code: 'AM04' })
    const used = 'select used_by from regulatory.travel_rule_checks'
    expect(await bank.sql(used)).toEqual([{ used_by: null }])
  })

  it('is a duplicate of a scheduled one', async () => {
    await send(1, ['1.00'])
    expect((await send(1, ['1.00'])).payments[0]).toMatchObject({ reason_code: 'AM05' })
  })

  it('is rejected at once when the account is not the sender’s', async () => {
    const otherUser = await bank.person()
    expect((await send(1, ['1.00'], otherUser)).payments[0]).toMatchObject({ reason_code: 'AC02' })
  })

  it('is rejected on its day if the account is frozen, or the key of the sender was revoked', async () => {
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Payroll', permissions: ['read', 'write'] },
      ada,
    )
    const byKey = await send(1, ['1.00'], { token: made.body.data.api_key })
    await bank.call(`DELETE /api/v2/api-keys/${made.body.data.uuid}`, undefined, ada)
    const byPerson = await send(1, ['2.00'])
    bank.clock.advance(DAY)
    await signInAgain()
    await bank.call(`POST /api/accounts/${from.uuid}/freeze`, { reason: 'Lost' }, ada)
    await runDue()
    expect(await payment(byKey.payments[0].id)).toMatchObject({
      reason_code: 'AG01',
      reason: 'The key with which it was allowed has been revoked.',
    })
    expect(await payment(byPerson.payments[0].id)).toMatchObject({ reason_code: 'AC06' })
    expect(await balanceOf(bank, to)).toBe(0n)
  })

  it('is rejected on its day while its sender is suspended, and not retried', async () => {
    const file = await send(1, ['1.00'])
    const act = async (action: string) =>
      bank.call(
        `POST /api/v2/users/${ada.uuid}/${action}`,
        { reason: 'Check' },
        await bank.operator(),
      )
    expect((await act('suspend')).status).toBe(200)
    bank.clock.advance(DAY)
    await runDue()
    expect((await act('reinstate')).status).toBe(200)
    await runDue()
    await signInAgain()
    expect(await payment(file.payments[0].id)).toMatchObject({
      status: 'rejected',
      reason_code: 'AG01',
      reason: 'The customer who allowed it is suspended.',
    })
    expect(await balanceOf(bank, to)).toBe(0n)
  })

  it('is counted when its sender signs out everywhere, and cancelled with everything else', async () => {
    const file = await send(1, ['1.00', '2.00'])
    const out = async (body: object) =>
      (await bank.call('POST /api/auth/logout-all', body, ada)).body.data.still_active
    expect((await out({})).scheduled_payments).toBe(2)
    await signInAgain()
    expect((await out({ end_everything: true })).scheduled_payments).toBe(0)
    bank.clock.advance(DAY)
    await runDue()
    await signInAgain()
    expect(await read(file.id)).toMatchObject({ status: 'cancelled', cancelled: 2, scheduled: 0 })
    expect(await balanceOf(bank, to)).toBe(0n)
    // A cancelled payment can be sent again.
    expect((await send(1, ['1.00'])).payments[0]).toMatchObject({ status: 'scheduled' })
  })
})

describe('file_payment.cancel', () => {
  it('cancels a payment, which can then be sent again', async () => {
    const file = await send(1, ['1.00', '2.00'])
    const [first, second] = file.payments
    const cancelled = await cancel(first.id)
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', iso_status: 'CANC' })
    expect(await read(file.id)).toMatchObject({ status: 'scheduled', group_status: 'PART' })
    expect((await send(1, ['1.00'])).payments[0]).toMatchObject({ status: 'scheduled' })
    await cancel(second.id)
    expect(await read(file.id)).toMatchObject({ status: 'cancelled', group_status: 'CANC' })
  })

  it('is refused once the payment is executed, and for another user’s payment', async () => {
    const file = await send(1, ['1.00'])
    expect((await cancel(file.payments[0].id, await bank.person())).status).toBe(404)
    bank.clock.advance(DAY)
    await runDue()
    await signInAgain()
    const { status, body } = await cancel(file.payments[0].id)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'FILE_PAYMENT_NOT_CANCELLABLE',
      details: { status: 'settled' },
    })
  })

  it('and concurrent execution: one of the two wins', async () => {
    const file = await send(1, ['1.00'])
    bank.clock.advance(DAY - 1)
    await signInAgain()
    bank.clock.advance(2)
    const [answer] = await Promise.all([cancel(file.payments[0].id), runDue()])
    const { status } = await payment(file.payments[0].id)
    expect([answer.status, status, await balanceOf(bank, to)]).toEqual(
      answer.status === 200 ? [200, 'cancelled', 0n] : [409, 'settled', 100n],
    )
  })
})
