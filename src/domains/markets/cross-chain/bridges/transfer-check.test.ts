// Bridges while the travel rule is enforced: the transfer guards apply to bridges to others, not to bridges to oneself.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, type CallOptions, startBank } from '../../../../../test/harness/bank.ts'
import { callAs, onboard } from '../../../people/partners/test-support.ts'
import { readBridgeId } from '../ids.ts'
import {
  bridge,
  type Holder,
  fund,
  makeHolder,
  OUTSIDE,
  quoteId,
  initiate,
  unitsOf,
} from '../test-support.ts'

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

it('to an address outside needs a check, which is valid once', async () => {
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

it('is no question for a transfer of tokens whose accounts cannot exist', async () => {
  const token = { amount: '5000', asset_code: 'USDC' }
  for (const workflow_enabled of [true, false])
    for (const wrong of [{ to_account: 'acct_123' }, { from_account: 'acct_123' }]) {
      const accounts = { from_account: ada.account, to_account: ada.account, ...wrong }
      const { status, body } = await bank.call(
        'POST /api/v2/transfers',
        { ...accounts, ...token, workflow_enabled },
        ada,
      )
      expect([status, body.errors]).toEqual([
        422,
        Object.fromEntries(
          Object.keys(wrong).map((side) => [side, ['There is no such account: acct_123.']]),
        ),
      ])
    }
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

it('to an address that a customer gets only afterwards still goes outside', async () => {
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

/** A customer of a new tenant, who has used a chain. */
async function makeTenantCustomer() {
  const partner = await onboard(bank)
  const tenant = await callAs(bank, partner, 'POST /api/v2/partner/tenants', {
    name: 'Elsewhere',
    plan: 'enterprise',
  })
  const person = { name: 'Grace Hopper', email: 'grace@tenant.test', password: 'Corr3ct-horse' }
  const headers = { 'X-Tenant-ID': String(tenant.body.data.tenant_id) }
  const { body } = await bank.call('POST /api/auth/register', person, { headers })
  const caller: CallOptions = { token: body.data.access_token }
  await fund(bank, caller, body.data.user.uuid, { USDC: '10' })
  expect((await bridge(bank, caller, { amount: '10', protocol: 'demo' })).status).toBe(201)
  bank.clock.advance(5)
  const read = async () =>
    (await bank.call('GET /api/v2/crosschain/portfolio', undefined, caller)).body.data
  return { address: (await read()).wallet_address, read, uuid: body.data.user.uuid as string }
}

it('to a customer of another tenant goes to an address outside, at the start and at settlement', async () => {
  const grace = await makeTenantCustomer()
  const small = { amount: '20', protocol: 'demo', recipient_address: grace.address }
  const { status, body } = await bridge(bank, ada, small)
  expect(status).toBe(201)
  const ofBridge = async (id: string) =>
    bank.sql(`select credited_user from cross_chain.bridges where id = $1`, [id])
  const id = readBridgeId(body.data.bridge_tx_id)!
  expect(await ofBridge(id)).toEqual([{ credited_user: null }])
  // A bridge that was started before the start applied the guards.
  await bank.sql(`update cross_chain.bridges set credited_user = $2 where id = $1`, [
    id,
    grace.uuid,
  ])
  bank.clock.advance(10)
  await bank.call('GET /api/v2/crosschain/portfolio', undefined, ada)
  expect((await grace.read()).balances[0].balance).toBe('9.990000')
})

it('is the only way to a chain: a transfer to an account on it is refused, to oneself as to others', async () => {
  const eve = await makeHolder(bank, { USDC: '100' })
  const carried = async (destination_chain: string) => {
    const { body } = await bridge(bank, eve, { amount: '20', protocol: 'demo', destination_chain })
    return body.data.metadata.destination_account_uuid as string
  }
  const [polygon, base] = [await carried('polygon'), await carried('base')]
  bank.clock.advance(10)
  await bank.call('GET /api/v2/crosschain/portfolio', undefined, eve)
  const before = [await unitsOf(bank, polygon), await unitsOf(bank, base)]
  const move = (from: string, to: string, by: CallOptions = eve) =>
    bank.call(
      'POST /api/transfers',
      { from_account: from, to_account: to, amount: '1', asset_code: 'USDC' },
      by,
    )
  for (const refused of [
    await move(polygon, base),
    await move(eve.account, base),
    await move(ada.account, base, ada),
  ])
    expect([refused.status, refused.body.error.code]).toEqual([422, 'BRIDGE_REQUIRED'])
  const bulk = {
    transfers: [{ from_account: polygon, to_account: base, amount: '1', asset_code: 'USDC' }],
  }
  const { body } = await bank.call('POST /api/v2/transfers/bulk', bulk, eve)
  expect(body.error.details.code).toBe('BRIDGE_REQUIRED')
  expect([await unitsOf(bank, polygon), await unitsOf(bank, base)]).toEqual(before)
  // A transfer from an account on a chain to an ordinary account is no bridge.
  expect((await move(polygon, eve.account)).status).toBe(201)
})

it('to oneself needs none', async () => {
  expect((await bridge(bank, ada, { amount })).status).toBe(201)
})
