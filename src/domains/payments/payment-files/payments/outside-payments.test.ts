// Tests of payments to other banks: they are submitted to a rail, whose later report settles or rejects them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import type { Caller } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Database } from '../../../../platform/database.ts'
import { AssetCatalogue } from '../../../core/assets/index.ts'
import { post } from '../../../core/ledger/index.ts'
import { type Payable, planDecisions } from './decisions.ts'
import { settleOutcome } from './execution.ts'
import { newFileId, toPaymentId } from '../ids.ts'
import { recordRailOutcome, type SendToRail } from './outside-payments.ts'
import { reject } from '../reasons.ts'
import * as store from '../store.ts'
import { open, openAccount, type TestAccount } from '../test-support.ts'

const OUTSIDE = 'DE89370400440532013000'
const RAIL_ID = '0197a000-0000-7000-8000-000000000001'

let bank: Bank
let database: Database
let ada: Person
let from: TestAccount

beforeAll(async () => {
  bank = await startBank()
  database = open(bank)
  ada = await bank.person()
  from = await openAccount(bank, ada, '10')
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

const asAda = <Output>(work: (ctx: Context) => Promise<Output>): Promise<Output> => {
  const caller: Caller = { user: ada.uuid, scopes: new Set(), environment: 'live', address: 'test' }
  const invalidate = () => {}
  const cause = { now: bank.clock.now(), caller, operation: 'test', invalidate }
  const spends = { open: 'Ada asks for it.' }
  return runAsSystem({ db: database.write, ...cause, spends }, work)
}

const payable = (): Payable => ({
  id: toPaymentId(newFileId(bank.clock.now()), 1),
  end_to_end_id: 'OUT-1',
  uetr: null,
  debtor: from.iban,
  debtor_account: from.uuid,
  creditor: OUTSIDE,
  creditor_account: null,
  creditor_name: 'Somebody',
  creditor_bic: null,
  amount: '5.00',
  currency: 'EUR',
  remittance_info: null,
})

/** The decision on a payment with this rail. */
const decide = (send: SendToRail) =>
  asAda(async (ctx) => {
    const assets = new AssetCatalogue()
    await assets.load(ctx.tx, ctx.now)
    const options = { transfers: { assets, feeBasisPoints: 0 }, railSender: { handler: send } }
    const payment = payable()
    const [decision] = await post(ctx, planDecisions([{ payment }], ctx, options))
    return settleOutcome(payment, decision!, ctx, options)
  })

describe('a payment to another bank', () => {
  it('is submitted to the rail with the account that pays, or rejected with the reason of the rail', async () => {
    const handed: unknown[] = []
    const sent = await decide(async (payment, ctx) => {
      handed.push([payment.debtor_account, payment.creditor, payment.amount, ctx.caller.user])
      return { outside_id: RAIL_ID }
    })
    expect(sent).toMatchObject({ status: 'sent', outside_id: RAIL_ID, reason_code: null })
    expect(handed).toEqual([[from.uuid, OUTSIDE, '5.00', ada.uuid]])
    const refused = await decide(async () => reject('AM02', 'Too much for this rail.'))
    expect(refused).toMatchObject({ status: 'rejected', reason_code: 'AM02' })
  })
})

describe('the report of the rail', () => {
  /** A file with one payment that is on its way. */
  async function send(outside_id: string): Promise<string> {
    const id = newFileId(bank.clock.now())
    const now = bank.clock.now().toISOString()
    await bank.sql(
      `insert into payment_files.messages (id, environment, user_uuid, by_operator, request_id, message_type,
         message_name, message_id, digest, document, number_of_transactions, status, decided, sent,
         created_at, updated_at)
       values ($1, 'live', $2, false, 'test', 'pain.001', 'pain.001.001.09', $4, '', '', 1, 'scheduled', 1, 1,
         $3, $3)`,
      [id, ada.uuid, now, outside_id],
    )
    const claim = { claim: outside_id, position: 1 }
    await store.claimPayments(database.write, id, [claim])
    const row = {
      ...payable(),
      id: toPaymentId(id, 1),
      position: 1,
      line: 1,
      payment_information_id: null,
      instruction_id: null,
      requested_execution_date: null,
      due_at: null,
      status: 'sent' as const,
      reason_code: null,
      reason: null,
      entry_id: null,
      outside_id,
      claim: outside_id,
    }
    await store.insertPayments(database.write, id, [row], bank.clock.now())
    return id
  }
  const statesOf = async (id: string) =>
    (
      await bank.sql(
        `select m.status as file, p.status as payment, p.reason_code as code,
           (select count(*)::int from payment_files.claims c where c.message_uuid = m.id) as claims
         from payment_files.messages m join payment_files.payments p on p.message_uuid = m.id
         where m.id = $1`,
        [id],
      )
    )[0]

  it('settles the payment and completes the file', async () => {
    const outside_id = '0197a000-0000-7000-8000-000000000002'
    const id = await send(outside_id)
    await asAda((ctx) => recordRailOutcome(outside_id, { status: 'settled' }, ctx))
    expect(await statesOf(id)).toEqual({
      file: 'settled',
      payment: 'settled',
      code: null,
      claims: 1,
    })
    // The same report again changes nothing, and an impossible one is an error.
    await asAda((ctx) => recordRailOutcome(outside_id, { status: 'settled' }, ctx))
    expect(await statesOf(id)).toMatchObject({ file: 'settled', payment: 'settled' })
    await expect(
      asAda((ctx) => recordRailOutcome(outside_id, { status: 'cancelled' }, ctx)),
    ).rejects.toThrow()
    await asAda((ctx) =>
      recordRailOutcome(outside_id, { status: 'rejected', ...reject('AC04', 'Came back.') }, ctx),
    )
    expect(await statesOf(id)).toEqual({
      file: 'rejected',
      payment: 'rejected',
      code: 'AC04',
      claims: 0,
    })
  })

  it('rejects it, and then it may be sent again', async () => {
    const outside_id = '0197a000-0000-7000-8000-000000000003'
    const id = await send(outside_id)
    await asAda((ctx) =>
      recordRailOutcome(
        outside_id,
        { status: 'rejected', ...reject('AC04', 'Closed there.') },
        ctx,
      ),
    )
    expect(await statesOf(id)).toEqual({
      file: 'rejected',
      payment: 'rejected',
      code: 'AC04',
      claims: 0,
    })
  })

  it('about a payment that is not of a file changes nothing', async () => {
    await asAda((ctx) =>
      recordRailOutcome('0197a000-0000-7000-8000-000000000009', { status: 'settled' }, ctx),
    )
  })
})
