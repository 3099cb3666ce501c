// Grants of connected clients through the API, and as the MCP transport reads them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { ANY_WAITING } from '../../../../test/harness/held.ts'
import { lockGrant } from './index.ts'
import { askForTokens, authorize, openVerifier } from './test-support.ts'

let bank: Bank
let person: Person
let verifier: ReturnType<typeof openVerifier>
beforeAll(async () => {
  bank = await startBank()
  verifier = openVerifier(bank)
})
afterAll(async () => {
  await verifier.close()
  await bank.stop()
})

const list = async (who: Person) => (await bank.call('GET /api/v1/grants', undefined, who)).body

/** A connected client and its grant. */
async function connect(limit?: string) {
  person = await bank.person()
  const wish = { scopes: ['accounts:read', 'payments:write'], ...(limit && { limit }) }
  const tokens = await authorize(bank, person, wish)
  const { grant_id } = (await verifier.verify(tokens.access_token))!
  return { tokens, grant_id: grant_id! }
}

const refresh = (tokens: Awaited<ReturnType<typeof connect>>['tokens']) =>
  askForTokens(bank, tokens.client, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  })

describe('grant.list', () => {
  it('shows what is connected, to its owner', async () => {
    const { tokens, grant_id } = await connect()
    const now = bank.clock.now()
    expect((await list(person)).data).toEqual([
      {
        uuid: grant_id,
        client_id: tokens.client.client_id,
        client_name: 'Test agent',
        scopes: ['accounts:read', 'payments:write'],
        daily_limit_minor: 50_000,
        daily_limit_currency: 'USD',
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
      },
    ])
    expect((await list(await bank.person())).data).toEqual([])
  })

  it('shows when a grant was last used, and hides expired ones', async () => {
    const { tokens } = await connect()
    bank.clock.advance(3_000)
    expect((await refresh(tokens)).status).toBe(200)
    const { body } = await bank.call('POST /api/auth/login', {
      email: person.email,
      password: person.password,
    })
    expect((await list(person)).data[0].last_used_at).toBe(bank.clock.now().toISOString())
    bank.clock.advance(30 * 86_400)
    const later = await bank.call('POST /api/auth/login', {
      email: person.email,
      password: person.password,
    })
    expect(body.access_token).not.toBe(later.body.access_token)
    expect((await list({ ...person, token: later.body.access_token })).data).toEqual([])
  })
})

describe('grant.revoke', () => {
  it('ends all its tokens at once', async () => {
    const { tokens, grant_id } = await connect()
    const other = await authorize(bank, person)
    const answer = await bank.call(`DELETE /api/v1/grants/${grant_id}`, undefined, person)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('"Test agent" is disconnected.')
    expect(await verifier.verify(tokens.access_token)).toBeUndefined()
    expect((await refresh(tokens)).body.error).toBe('invalid_grant')
    expect(await verifier.verify(other.access_token)).toBeDefined()
    expect((await list(person)).data).toHaveLength(1)
    const again = await bank.call(`DELETE /api/v1/grants/${grant_id}`, undefined, person)
    expect(again.status).toBe(404)
  })

  it('is for the owner only', async () => {
    const { tokens, grant_id } = await connect()
    const stranger = await bank.person()
    const answer = await bank.call(`DELETE /api/v1/grants/${grant_id}`, undefined, stranger)
    expect(answer.status).toBe(404)
    expect(await verifier.verify(tokens.access_token)).toBeDefined()
  })
})

describe('grant.update', () => {
  const update = (grant_id: string, daily_limit_minor: unknown, who: Person = person) =>
    bank.call(`PATCH /api/v1/grants/${grant_id}`, { daily_limit_minor }, who)

  it('changes the daily limit, and a refresh does not change it back', async () => {
    const { tokens, grant_id } = await connect('5000')
    const { status, body } = await update(grant_id, 7_500)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ uuid: grant_id, daily_limit_minor: 7_500 })
    await refresh(tokens)
    expect((await list(person)).data[0].daily_limit_minor).toBe(7_500)
    expect((await update(grant_id, null)).body.data.daily_limit_minor).toBeNull()
  })

  it('refuses an invalid limit, and other users', async () => {
    const { grant_id } = await connect()
    for (const wrong of [-1, 1.5, '100', undefined])
      expect((await update(grant_id, wrong)).status).toBe(422)
    expect((await update(grant_id, 1, await bank.person())).status).toBe(404)
  })

  it('is for signed-in users, not for keys', async () => {
    const { grant_id } = await connect()
    const key = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Key', permissions: ['*'] },
      person,
    )
    const { status } = await bank.call(
      `PATCH /api/v1/grants/${grant_id}`,
      { daily_limit_minor: 1 },
      { token: key.body.data.api_key },
    )
    expect(status).toBe(403)
  })
})

describe('the spending policy', () => {
  it('is read with its grant, and ends with it', async () => {
    const { write } = verifier.database
    const { grant_id } = await connect('200000')
    expect(await lockGrant(write, grant_id)).toEqual({
      daily_limit_minor: 200_000n,
      currency: 'USD',
    })
    const unlimited = await connect('none')
    expect(await lockGrant(write, unlimited.grant_id)).toEqual({
      daily_limit_minor: null,
      currency: 'USD',
    })
    await bank.call(`DELETE /api/v1/grants/${unlimited.grant_id}`, undefined, person)
    expect(await lockGrant(write, unlimited.grant_id)).toBeUndefined()
  })

  it('can be locked until a transaction ends', async () => {
    const { write } = verifier.database
    const { grant_id } = await connect()
    const order: string[] = []
    let second: Promise<void> | undefined
    await write.transaction().execute(async (tx) => {
      expect(await lockGrant(tx, grant_id)).toMatchObject({ daily_limit_minor: 50_000n })
      second = write.transaction().execute(async (other) => {
        await lockGrant(other, grant_id)
        order.push('second')
      })
      // The second waits in the database before the first continues.
      await expect.poll(() => bank.sql(ANY_WAITING)).toHaveLength(1)
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second'])
  })
})
