// Stored answers that contain tokens: which callers get them replayed by an idempotency key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const refresh = 'POST /api/auth/refresh'

async function makeKey(
  person: Person,
  permissions: readonly string[],
  environment = 'live',
): Promise<string> {
  const wish = { name: 'Key', permissions, environment }
  const { body } = await bank.call('POST /api/v2/api-keys', wish, person)
  return body.data.api_key
}

describe('a stored answer of auth.refresh', () => {
  it('is not for another credential of the same user', async () => {
    const person = await bank.person()
    const token = await makeKey(person, ['read'])
    const first = await bank.call(refresh, {}, { token: person.refreshToken, key: 'known' })
    expect(first.status).toBe(200)
    const stolen = await bank.call(refresh, {}, { token, key: 'known' })
    expect(stolen.status).toBe(409)
    expect(stolen.body.error.code).toBe('IDEMPOTENCY_CONFLICT')
    expect(JSON.stringify(stolen.body)).not.toContain(first.body.access_token)
  })
})

describe('a stored answer without a secret', () => {
  it('is recognised after a token refresh, and by another key of the user', async () => {
    const person = await bank.person()
    const open = (token: string) =>
      bank.call('POST /api/v2/accounts', { name: 'Savings' }, { token, key: 'account' })
    const first = await open(person.token)
    expect(first.status).toBe(201)
    const other = await makeKey(person, ['read', 'write'])
    const renewed = await bank.call(refresh, { refresh_token: person.refreshToken })
    for (const token of [renewed.body.access_token, other]) {
      const again = await open(token)
      expect(again.headers.get('x-idempotency-replayed')).toBe('true')
      expect(again.body).toEqual(first.body)
    }
  })

  it('of one environment is unknown in the other', async () => {
    const person = await bank.person()
    const played = await makeKey(person, ['read', 'write'], 'sandbox')
    const open = (token: string) =>
      bank.call('POST /api/v2/accounts', { name: 'Savings' }, { token, key: 'both' })
    const first = await open(person.token)
    const second = await open(played)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('x-idempotency-replayed')).toBe('false')
    expect(second.body.data.uuid).not.toBe(first.body.data.uuid)
    for (const [token, answer] of [
      [person.token, first],
      [played, second],
    ] as const)
      expect((await open(token)).body).toEqual(answer.body)
  })

  it('of an operator is not repeated to a key of theirs that has no such right', async () => {
    const operator = await bank.operator()
    const token = await makeKey(operator, ['read', 'write', 'delete'])
    const customer = await bank.person()
    const account = { user_uuid: customer.uuid, name: 'For a customer' }
    const first = await bank.call('POST /api/accounts', account, { ...operator, key: 'theirs' })
    expect(first.status).toBe(201)
    const again = await bank.call('POST /api/accounts', account, { token, key: 'theirs' })
    expect(again.status).toBe(409)
  })
})
