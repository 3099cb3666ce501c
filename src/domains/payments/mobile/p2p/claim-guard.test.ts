// Claims while the travel rule is enforced: the claimant is screened like the recipient of any transfer, and the
// check that the sender made at creation is not required again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import {
  after,
  claim,
  clearing,
  codeFor,
  create,
  type Customer,
  customer,
  readIntent,
  readTransfer,
  send,
  submit,
  unitsOf,
} from '../test-support.ts'

let bank: Bank
let ada: Customer
let victor: Person
beforeAll(async () => {
  bank = await startBank({ env: { TRAVEL_RULE_ENFORCEMENT: 'on' } })
  ada = await customer(bank, { USD: '100000.00' })
  // The sample list has this name.
  victor = await bank.person({ name: 'Victor Exemplar' })
})
afterAll(() => bank.stop())

const amount = '5000.00'
const WEEK = 7 * 86_400

/** A travel-rule check of a payment of Ada's, with a name for the holder of the account or the address. */
async function prove(to: string, name = 'Grace Hopper', caller: Person = ada): Promise<void> {
  const institution = { institution_name: 'Florin', institution_country: 'LT' }
  const { status } = await bank.call(
    'POST /api/v1/regtech/travel-rule/check',
    {
      transfer_id: 'claim',
      originator: { name: 'Ada Lovelace', account_number: ada.account, ...institution },
      beneficiary: { name, account_number: to, ...institution },
      transfer_details: { amount, currency: 'USD' },
    },
    caller,
  )
  expect(status).toBe(200)
}

const blocked = {
  code: 'TRANSFER_BLOCKED',
  details: { issues: ['SANCTIONS_MATCH_BENEFICIARY'] },
}

describe('p2p_transfer.claim', () => {
  it('by a user on the sanctions list is refused like a transfer to them; the money is returned', async () => {
    const known = await send(bank, ada, victor.uuid, { amount })
    expect([known.status, known.body.error]).toMatchObject([403, blocked])
    const before = await unitsOf(bank, ada.account, 'USD')
    await prove(victor.email)
    const { status, body } = await send(bank, ada, victor.email, { amount })
    expect(status, JSON.stringify(body)).toBe(201)
    const refused = await claim(bank, victor, await codeFor(bank, victor.email))
    expect([refused.status, refused.body.error]).toMatchObject([403, blocked])
    expect((await readTransfer(bank, ada, body.data.transfer_id)).status).toBe('pending')
    expect(await clearing(bank)).toBe(500_000n)
    await after(bank, WEEK)
    expect((await readTransfer(bank, ada, body.data.transfer_id)).status).toBe('returned')
    expect(await unitsOf(bank, ada.account, 'USD')).toBe(before)
  })

  it('of a transfer from a payment intent is refused as well', async () => {
    const listed = await bank.person({ name: 'Viktor Exemplar' })
    await prove(listed.email)
    const made = await create(bank, ada, { amount, recipient: listed.email })
    const id = made.body.data.intentId as string
    expect((await submit(bank, ada, id)).status).toBe(200)
    await after(bank, 2)
    expect((await readIntent(bank, ada, id)).status).toBe('CONFIRMED')
    const refused = await claim(bank, listed, await codeFor(bank, listed.email))
    expect([refused.status, refused.body.error]).toMatchObject([403, blocked])
    expect(await clearing(bank)).toBe(500_000n)
    await after(bank, WEEK)
    expect(await clearing(bank)).toBe(0n)
  })

  it('by any other user needs no check but the sender’s, which is used up and older by then', async () => {
    const grace = await customer(bank, {})
    expect((await send(bank, ada, grace.email, { amount })).body.error.code).toBe(
      'TRAVEL_RULE_CHECK_REQUIRED',
    )
    await prove(grace.email)
    expect((await send(bank, ada, grace.email, { amount })).status).toBe(201)
    bank.clock.advance(86_400)
    expect((await claim(bank, grace, await codeFor(bank, grace.email))).status).toBe(200)
    expect(await unitsOf(bank, grace.account, 'USD')).toBe(500_000n)
  })

  it('neither fails by a check of the claimant nor uses up one of the sender', async () => {
    const grace = await customer(bank, {})
    await prove(grace.email)
    expect((await send(bank, ada, grace.email, { amount })).status).toBe(201)
    await prove(grace.account, 'Victor Exemplar', grace)
    await prove(grace.account)
    expect((await claim(bank, grace, await codeFor(bank, grace.email))).status).toBe(200)
    expect((await send(bank, ada, grace.uuid, { amount })).status).toBe(201)
  })
})
