// Bridges while the travel rule is enforced: to somebody else they are asked what a transfer is asked, to oneself nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import {
  bridge,
  type Holder,
  makeHolder,
  OUTSIDE,
  quoteId,
  initiate,
  unitsOf,
} from './test-support.ts'

let bank: Bank
let ada: Holder
const amount = '5000'
beforeAll(async () => {
  bank = await startBank({ env: { TRAVEL_RULE_ENFORCEMENT: 'on' } })
  ada = await makeHolder(bank, { USDC: '50000' })
})
afterAll(() => bank.stop())

/** A check of a payment of Ada's to an address that is outside the bank. */
async function prove(): Promise<void> {
  const institution = { institution_name: 'Florin', institution_country: 'LT' }
  const { status, body } = await bank.call(
    'POST /api/v1/regtech/travel-rule/check',
    {
      transfer_id: 'bridge',
      originator: { name: 'Ada Lovelace', account_number: ada.account, ...institution },
      beneficiary: { name: 'Grace Hopper', account_number: OUTSIDE, ...institution },
      transfer_details: { amount: '5000.000000', currency: 'USDC' },
    },
    ada,
  )
  expect(status, JSON.stringify(body)).toBe(200)
}

const outwards = () => bridge(bank, ada, { amount, recipient_address: OUTSIDE })

it('to an address outside needs a check, which is good for one', async () => {
  const before = await unitsOf(bank, ada.account)
  expect((await outwards()).body.error.code).toBe('TRAVEL_RULE_CHECK_REQUIRED')
  const quoted = await initiate(bank, ada, await quoteId(bank, ada, { amount }))
  expect(quoted.body.error.code).toBe('TRAVEL_RULE_CHECK_REQUIRED')
  const swapped = await bank.call(
    'POST /api/v1/crosschain/swap/execute',
    {
      from_chain: 'ethereum',
      to_chain: 'polygon',
      from_token: 'USDC',
      to_token: 'WETH',
      amount,
      wallet_address: OUTSIDE,
    },
    ada,
  )
  expect(swapped.body.error.code).toBe('TRAVEL_RULE_CHECK_REQUIRED')
  expect(await unitsOf(bank, ada.account)).toBe(before)
  await prove()
  const answers = await Promise.all([outwards(), outwards(), outwards()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
})

it('to another customer screens that customer', async () => {
  const victor = await bank.person({ name: 'Victor Exemplar' })
  const { body } = await bank.call('GET /api/v2/accounts', undefined, victor)
  const account = body.data[0].uuid as string
  await bank.call(
    `POST /api/v2/accounts/${account}/deposit`,
    { amount: '10', asset_code: 'USDC' },
    victor,
  )
  expect((await bridge(bank, victor, { amount: '10', protocol: 'demo' })).status).toBe(201)
  const portfolio = await bank.call('GET /api/v2/crosschain/portfolio', undefined, victor)
  const recipient_address = portfolio.body.data.wallet_address as string
  const refused = await bridge(bank, ada, { amount, recipient_address })
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { code: 'TRANSFER_BLOCKED', details: { issues: ['SANCTIONS_MATCH_BENEFICIARY'] } },
  ])
})

it('to an address that a customer has only afterwards stays what was asked for: outside', async () => {
  const late = await makeHolder(bank, { USDC: '10' })
  const address = async () =>
    (await bank.call('GET /api/v2/crosschain/portfolio', undefined, late)).body.data
  const { wallet_address: recipient_address } = await address()
  const small = { amount: '20', protocol: 'demo', recipient_address }
  expect((await bridge(bank, ada, small)).status).toBe(201)
  expect((await bridge(bank, late, { amount: '10', protocol: 'demo' })).status).toBe(201)
  bank.clock.advance(5)
  await bank.call('GET /api/v2/crosschain/portfolio', undefined, ada)
  const [held] = (await address()).balances
  expect(held.balance).toBe('9.990000')
})

it('to oneself needs none', async () => {
  expect((await bridge(bank, ada, { amount })).status).toBe(201)
})
