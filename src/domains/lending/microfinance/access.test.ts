// A production bank: operators lend, declare dividends and move cash; customers only apply and repay.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { base, must, terms } from './test-support.ts'

let bank: Bank
let operator: Person
let organiser: Person
let member: Person
let group: string
beforeAll(async () => {
  bank = await startBank({ env: { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) } })
  operator = await bank.operator()
  organiser = await bank.person()
  member = await bank.person()
  const members = [member.uuid, 'a', 'b', 'c', 'd']
  group = (await must(post('/groups', { name: 'G', members }, organiser))).id
  await must(post(`/groups/${group}/activate`, {}, organiser))
})
afterAll(() => bank.stop())

const post = (path: string, body: object, by: { readonly token: string }) =>
  bank.call(`POST ${base}${path}`, body, by)

function expectRefusal(answer: Answer, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(403)
  expect(answer.body.error.code).toBe(code)
}

it('lets no organiser spend the bank’s money', async () => {
  const { id } = await must(post('/loans', { ...terms, group_id: group }, member))
  for (const step of ['approve', 'reject', 'disburse'])
    expectRefusal(await post(`/loans/${id}/${step}`, {}, organiser), 'LENDING_NOT_ALLOWED')
  expectRefusal(
    await post(`/groups/${group}/dividends`, { amount_per_share: '1.00' }, organiser),
    'LENDING_NOT_ALLOWED',
  )
  expectRefusal(await post('/field-officers', { name: 'X' }, organiser), 'LENDING_NOT_ALLOWED')
  await must(post(`/loans/${id}/approve`, {}, operator))
  await must(post(`/loans/${id}/disburse`, {}, operator))
  await must(post(`/loans/${id}/repayments`, { amount: '100.00' }, member))
})

it('lets no customer bring cash in, by teller or by collection sheet', async () => {
  const cash = { type: 'deposit', amount: '10.00', currency: 'USD' }
  expectRefusal(await post('/teller/transactions', cash, member), 'FUNDING_NOT_ALLOWED')
  const { id: officer_id } = await must(
    post('/field-officers', { name: 'Y', user_id: organiser.uuid }, operator),
  )
  const { id } = await must(post('/collection-sheets', { officer_id, group_id: group }, operator))
  const [loan] = (await bank.call(`GET ${base}/loans`, undefined, member)).body.data
  const body = { lines: [{ loan_id: loan.id, amount: '1.00' }] }
  expectRefusal(
    await post(`/collection-sheets/${id}/collections`, body, organiser),
    'FUNDING_NOT_ALLOWED',
  )
  await must(bank.call('POST /api/v2/tellers', { user_uuid: organiser.uuid }, operator))
  await must(post(`/collection-sheets/${id}/collections`, body, organiser))
  await must(bank.call(`DELETE /api/v2/tellers/${organiser.uuid}`, undefined, operator))
  expectRefusal(
    await post(`/collection-sheets/${id}/collections`, body, organiser),
    'FUNDING_NOT_ALLOWED',
  )
})

it('lets sandbox keys do everything', async () => {
  const key = { name: 'Play', environment: 'sandbox', permissions: ['read', 'write'] }
  const { api_key: token } = await must(bank.call('POST /api/v2/api-keys', key, organiser))
  const players = [organiser.uuid, 'a', 'b', 'c', 'd']
  const { id } = await must(post('/groups', { name: 'Play', members: players }, { token }))
  await must(post(`/groups/${id}/activate`, {}, { token }))
  const body = { user_uuid: organiser.uuid, name: 'Play' }
  await must(bank.call('POST /api/accounts', body, { token }))
  const loan = await must(post('/loans', { ...terms, group_id: id }, { token }))
  await must(post(`/loans/${loan.id}/approve`, {}, { token }))
  await must(post(`/loans/${loan.id}/disburse`, {}, { token }))
})
