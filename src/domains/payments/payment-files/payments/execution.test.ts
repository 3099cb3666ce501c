// Tests that every payment is executed exactly once: when a file is sent many times concurrently, to two nodes, and
// when a node fails between the ledger and the record.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import {
  balanceOf,
  countMoves,
  execute,
  openPair,
  pain001,
  sendXml,
  type TestAccount,
} from '../test-support.ts'

let bank: Bank
let second: Bank
let ada: Person
let from: TestAccount
let to: TestAccount

beforeAll(async () => {
  bank = await startBank()
  second = await startBank({ address: bank.address, clock: bank.clock })
})
afterAll(async () => {
  await second.stop()
  await bank.stop()
})
beforeEach(async () => {
  ;({ ada, from, to } = await openPair(bank, '100000'))
})

/** Each payment has another amount, so that the sum shows which ones were executed. */
const file = (count: number, id?: string): string =>
  pain001(
    [
      {
        from: from.iban,
        payments: Array.from({ length: count }, (_, index) => ({
          to: to.iban,
          amount: `0.${String((index % 98) + 1).padStart(2, '0')}`,
          id: `E${index}`,
        })),
      },
    ],
    id === undefined ? {} : { id },
  )

const json = { Accept: 'application/json' }
const cents = (count: number): bigint =>
  Array.from({ length: count }, (_, index) => BigInt((index % 98) + 1)).reduce((a, b) => a + b, 0n)

async function expectOnce(count: number): Promise<void> {
  expect(await countMoves(bank, from)).toBe(count)
  expect(await balanceOf(bank, to)).toBe(cents(count))
  const [recorded] = await bank.sql<{ payments: number; entries: number }>(
    `select count(*)::int as payments, count(distinct entry_id)::int as entries
     from payment_files.payments where debtor_account = $1 and status = 'settled'`,
    [from.uuid],
  )
  expect(recorded).toEqual({ payments: count, entries: count })
}

describe('a file that is sent many times at once', () => {
  it('to one node is executed once, and all get the same answer', async () => {
    const xml = file(50)
    // A caller may have only three long requests at once.
    const answers = await Promise.all([1, 2, 3].map(() => execute(bank, xml, ada)))
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data).toMatchObject({ status: 'settled', settled: 50 })
    }
    expect(answers.filter(({ body }) => !body.data.replayed)).toHaveLength(1)
    await expectOnce(50)
  })

  it('to two nodes, in several parts, is executed once', async () => {
    const count = rounds(1_010, 2_300)
    const xml = file(count)
    const answers = await Promise.all([
      sendXml(bank, xml, ada, json),
      sendXml(second, xml, ada, json),
    ])
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data).toMatchObject({ status: 'settled', settled: count })
    }
    await expectOnce(count)
  })

  it('under two MsgIds executes each payment once; the other is a duplicate', async () => {
    const answers = await Promise.all([
      execute(bank, file(100, 'RACE-A'), ada),
      execute(second, file(100, 'RACE-B'), ada),
    ])
    const sums = answers.map(({ body }) => body.data)
    expect(sums[0].settled + sums[1].settled).toBe(100)
    expect(sums[0].rejected + sums[1].rejected).toBe(100)
    const codes = sums.flatMap(({ payments }) =>
      payments.flatMap((one: { reason_code: string | null }) => one.reason_code ?? []),
    )
    expect(new Set(codes)).toEqual(new Set(['AM05']))
    await expectOnce(100)
  })
})

describe('a node that fails between the ledger and the record', () => {
  /** The record fails from this position on, as if the node had ended there. */
  async function failingFrom(position: number, work: () => Promise<void>): Promise<void> {
    await bank.sql(`create function payment_files.fail() returns trigger language plpgsql as $$
      begin raise exception 'the node has ended'; end $$`)
    await bank.sql(`create trigger fail before insert on payment_files.payments for each row
      when (new.position >= ${position}) execute function payment_files.fail()`)
    try {
      await work()
    } finally {
      await bank.sql('drop trigger fail on payment_files.payments')
      await bank.sql('drop function payment_files.fail()')
    }
  }

  const statusOf = async (): Promise<unknown> =>
    (
      await bank.sql('select status, decided from payment_files.messages where user_uuid = $1', [
        ada.uuid,
      ])
    )[0]

  it.each([
    ['by the job, on another node', () => second.runJob('payment_files.resume')],
    ['by sending the file again', undefined],
  ])('leaves a file that is completed %s', async (_name, resume) => {
    const xml = file(1_010)
    await failingFrom(1_001, async () => {
      expect((await sendXml(bank, xml, ada, json)).status).toBe(500)
    })
    expect(await countMoves(bank, from)).toBe(1_010)
    expect(await statusOf()).toEqual({ status: 'processing', decided: 1_000 })
    bank.clock.advance(60)
    if (resume) await resume()
    const { body } = await sendXml(bank, xml, ada, json)
    expect(body.data).toMatchObject({ status: 'settled', settled: 1_010, replayed: true })
    await expectOnce(1_010)
  })

  it('is not paid again even after the stored answers have expired', async () => {
    const xml = file(1_010)
    await failingFrom(1, async () => {
      expect((await sendXml(bank, xml, ada, json)).status).toBe(500)
    })
    await bank.sql(`delete from platform.replies where operation = 'payment_files.part'`)
    bank.clock.advance(86_400 * 2)
    await second.runJob('payment_files.resume')
    expect(await statusOf()).toEqual({ status: 'settled', decided: 1_010 })
    await expectOnce(1_010)
  })

  it('executes nothing more once the key of the sender is revoked', async () => {
    const key = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Payroll', permissions: ['read', 'write'] },
      ada,
    )
    const xml = file(20)
    await bank.sql(`create function payment_files.stop() returns trigger language plpgsql as $$
      begin raise exception 'the node has ended'; end $$`)
    await bank.sql(`create trigger stop before insert on payment_files.claims
      execute function payment_files.stop()`)
    expect((await execute(bank, xml, { token: key.body.data.api_key })).status).toBe(500)
    await bank.sql('drop trigger stop on payment_files.claims')
    await bank.sql('drop function payment_files.stop()')
    await bank.call(`DELETE /api/v2/api-keys/${key.body.data.uuid}`, undefined, ada)
    bank.clock.advance(60)
    await bank.runJob('payment_files.resume')
    expect(await statusOf()).toEqual({ status: 'rejected', decided: 20 })
    expect(await countMoves(bank, from)).toBe(0)
  })
})
