// Tests of revoking a single access of a user, as an operator: an API key, a connected app, a passkey, a session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { authorize } from '../../oauth/test-support.ts'
import { assert, askToLogIn, registerPasskey } from '../../passkeys/test-support.ts'

let bank: Bank
let operator: Person
beforeAll(async () => {
  bank = await startBank()
  operator = await bank.operator()
})
afterAll(() => bank.stop())

const at = ({ uuid }: Person, what: string): string => `/api/v2/users/${uuid}/${what}`
const end = (person: Person, what: string, by: Person = operator) =>
  bank.call(`DELETE ${at(person, what)}`, undefined, by)
const isIn = async (token: string): Promise<boolean> =>
  (await bank.call('GET /api/v2/accounts', undefined, { token })).status === 200
const newestAudit = async ({ uuid }: Person) =>
  (await bank.call(`GET /api/v2/audit?target_uuid=${uuid}&limit=1`, undefined, operator)).body
    .data[0]

/** Only operators revoke it, and only of its owner; a second time it is not there. */
async function expectEnded(person: Person, what: string, again: number): Promise<void> {
  const other = await bank.person()
  expect((await end(person, what, other)).status).toBe(403)
  expect((await end(other, what)).status).toBe(404)
  const { status, body } = await end(person, what)
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await end(person, what)).status).toBe(again)
}

describe('api_key.revoke_of_user', () => {
  it('stops the key at once, tells its owner, and is audited with what changed', async () => {
    const person = await bank.person()
    const { data } = (await bank.call('POST /api/v2/api-keys', { name: 'Key' }, person)).body
    expect(await isIn(data.api_key)).toBe(true)
    await expectEnded(person, `api-keys/${data.uuid}`, 409)
    expect(await isIn(data.api_key)).toBe(false)
    const events = await bank.call('GET /api/v2/events?types=api_key.revoked', undefined, person)
    expect(events.body.data).toHaveLength(1)
    expect(await newestAudit(person)).toMatchObject({
      operation: 'api_key.revoke_of_user',
      by_operator: true,
      changes: [{ field: 'is_active', before: 'true', after: 'false' }],
    })
  })
})

describe('grant.revoke_of_user', () => {
  it('disconnects the client', async () => {
    const person = await bank.person()
    await authorize(bank, person)
    const list = () => bank.call(`GET ${at(person, 'grants')}`, undefined, operator)
    const [grant] = (await list()).body.data
    await expectEnded(person, `grants/${grant.uuid}`, 404)
    expect((await list()).body.data).toEqual([])
    const { changes } = await newestAudit(person)
    expect(changes).toContainEqual({
      field: 'client_name',
      before: grant.client_name,
      after: null,
    })
  })
})

describe('auth_session.end_of_user', () => {
  it('ends that session and no other', async () => {
    const person = await bank.person()
    bank.clock.advance(60)
    const login = await bank.call('POST /api/auth/login', person)
    const { token } = { token: login.body.data.access_token as string }
    const { data } = (await bank.call(`GET ${at(person, '')}`.slice(0, -1), undefined, operator))
      .body
    const [newest] = data.sessions
    await expectEnded(person, `sessions/${newest.id}`, 404)
    expect(await isIn(token)).toBe(false)
    expect(await isIn(person.token)).toBe(true)
  })
})

describe('passkey.list_of_user and passkey.remove_of_user', () => {
  it('show a passkey to operators, and remove it', async () => {
    const person = await bank.person()
    const passkey = await registerPasskey(bank, person)
    const list = (by: Person) => bank.call(`GET ${at(person, 'passkeys')}`, undefined, by)
    expect((await list(person)).status).toBe(403)
    expect((await list(operator)).body.data).toMatchObject([{ id: passkey.id }])
    await expectEnded(person, `passkeys/${passkey.id}`, 404)
    expect((await list(operator)).body.data).toEqual([])
    const challenge = await askToLogIn(bank)
    const login = await bank.call(
      'POST /api/v2/mobile/auth/passkey/verify',
      assert(passkey, { challenge }),
    )
    expect(login.status).toBe(401)
    const { changes } = await newestAudit(person)
    expect(JSON.stringify(changes)).toContain(passkey.id)
  })
})
