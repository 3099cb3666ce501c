// A registered address is not yet confirmed: what an account can do until it is, how it is confirmed, and that no
// access of an intruder who registered it first is left afterwards.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAll } from '../../../../test/contract/ask-all.ts'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { needsConfirmedEmail, parseRoute } from '../../../operation/operation.ts'
import { registerAgent, signIn as signInAgent } from '../../agents/agents/test-support.ts'
import { give } from '../../payments/open-banking/test-support.ts'
import { execute, openAccount, pain001 } from '../../payments/payment-files/test-support.ts'
import { authorize } from '../oauth/test-support.ts'
import { enableBiometrics, registerPasskey } from '../passkeys/test-support.ts'
import { bearerKinds, delegatedKinds } from './store.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { EMAIL_CONFIRMATION: 'mail', WEBHOOK_ALLOW_PRIVATE: 'true' } })
})
afterAll(() => bank.stop())

const setConfirmed = (uuid: string, at: Date | null) =>
  bank.sql('update identity.users set email_verified_at = $2 where uuid = $1', [uuid, at])

/** The last secret that was mailed to an address, once this many mails have arrived. */
async function mailed(email: string, what: 'code' | 'token', mails = 1): Promise<string> {
  const folder = join(bank.dataDir, 'outbox')
  const read = async () => {
    const files = (await readdir(folder).catch(() => [])).toSorted()
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const secret = new RegExp(`^${what}: (\\S+)`, 'm')
    return texts
      .filter((text) => text.includes(`To: ${email}`))
      .flatMap((text) => secret.exec(text)?.[1] ?? [])
  }
  await expect.poll(read, { timeout: 120_000, interval: 30 }).toHaveLength(mails)
  return (await read()).at(-1)!
}

const verify = (person: Pick<Person, 'token'>, code: string) =>
  bank.call('POST /api/auth/verify-email', { code }, person)

const makeKey = (by: Pick<Person, 'token'>) =>
  bank.call('POST /api/v2/api-keys', { name: 'Key', permissions: ['read'] }, by)

const signIn = async ({ email, password }: Pick<Person, 'email' | 'password'>) => ({
  token: (await bank.call('POST /api/auth/login', { email, password })).body.access_token as string,
})

async function resetByMail(email: string, password: string) {
  await bank.call('POST /api/auth/forgot-password', { email })
  const token = await mailed(email, 'token')
  return bank.call('POST /api/auth/reset-password', { token, email, password })
}

async function ok(route: string, body: unknown, by: object) {
  const answer = await bank.call(route, body, by)
  if (answer.status >= 300) throw new Error(`${route}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Authorizes everything that moves money without a further call. */
async function allowLaterMoney(person: Person, did: string) {
  const other = await registerAgent(bank, await confirmedPerson())
  const payload = { payer_did: did, payee_did: other.did, amount_cents: 700, currency: 'USD' }
  await ok('POST /api/agent-protocol/mandates', { type: 'payment', payload }, person)
  await ok(
    'POST /api/v1/payment-rails/mandates',
    {
      role: 'debtor',
      mandate_id: 'M-2',
      creditor_id: 'DE98ZZZ09999999999',
      creditor_name: 'Gym',
      creditor_iban: 'DE89370400440532013000',
      debtor_name: 'Ada',
    },
    person,
  )
  const [from, to] = [await openAccount(bank, person, '5'), await openAccount(bank, person)]
  const date = new Date(bank.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  await execute(
    bank,
    pain001([{ from: from.iban, date, payments: [{ to: to.iban, amount: '1.00' }] }]),
    person,
  )
  await ok(
    'POST /api/v2/standing-orders',
    {
      from_account: from.uuid,
      to_account: to.uuid,
      amount: '1.00',
      asset_code: 'USD',
      frequency: 'monthly',
      first_on: date,
    },
    person,
  )
  await ok(
    'POST /api/v1/issued-cards',
    { account_uuid: from.uuid, currency: 'USD', network: 'visa' },
    person,
  )
  // Only operators start batches, and an operator's address is always confirmed.
  await bank.sql(
    `insert into batches.batches (id, environment, name, status, retry_attempts, scheduled_for, user_uuid,
       request_id, created_at, touched_at)
     values (gen_random_uuid(), 'live', 'Fees', 'scheduled', 0, $2, $1, 'r', $2, $2)`,
    [person.uuid, new Date(bank.clock.now().getTime() + 86_400_000)],
  )
}

async function confirmedPerson(): Promise<Person> {
  const person = await bank.person()
  await setConfirmed(person.uuid, bank.clock.now())
  return person
}

/** Grants every kind of access; the answer counts it. */
async function giveAllAccess(person: Person) {
  const login = { token: person.token }
  await ok('POST /api/v2/api-keys', { name: 'Key', permissions: ['read', 'write'] }, login)
  const agent = await registerAgent(bank, person)
  const at = `/api/agent-protocol/agents/${agent.did}`
  await ok(`POST ${at}/api-keys`, { name: 'Agent key', scopes: ['agent:*'] }, login)
  await ok(`PUT ${at}/endpoints`, { endpoints: { message: 'http://127.0.0.1:9/' } }, login)
  await signInAgent(bank, agent)
  await ok('POST /api/v2/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] }, login)
  await authorize(bank, person)
  const account = (await ok('GET /api/accounts', undefined, login)).data[0].uuid
  const grant = { wallet_address: account, limit_amount: '5.00', currency: 'USD' }
  await ok('POST /api/v1/interledger/grants', grant, login)
  await registerPasskey(bank, person)
  await enableBiometrics(bank, person)
  const tpp = await bank.person()
  await give(bank, tpp, person)
  await allowLaterMoney(person, agent.did)
  await bank.call('POST /api/auth/2fa/enable', {}, login)
  await bank.sql('update identity.users set two_factor_confirmed_at = created_at where uuid = $1', [
    person.uuid,
  ])
}

const accessOf = async (person: Person): Promise<Record<string, number>> =>
  (await ok(`GET /api/v2/users/${person.uuid}`, undefined, await bank.operator())).data.access

const kindsOf = async (person: Person): Promise<string[]> =>
  (
    await bank.sql<{ kind: string }>(
      `select distinct kind from identity.credentials
       where user_uuid = $1 and revoked_at is null order by kind`,
      [person.uuid],
    )
  ).map(({ kind }) => kind)

describe('an account whose address is not confirmed', () => {
  it('is refused every operation that pays or gives lasting access', async () => {
    const person = await bank.person()
    const asked = bank.app.registry.operations.flatMap((op) => {
      const needs = op.auth === 'public' ? [] : op.auth
      // Operators and partners are refused for lack of their right.
      const isOpen = needs.every(({ by, scope }) => by === 'user' && scope !== 'admin')
      const route = op.rest[0]
      return needsConfirmedEmail(op) && isOpen && route ? [{ at: op.name, route }] : []
    })
    expect(asked.length).toBeGreaterThan(40)
    await askAll(asked, async ({ route }) => {
      const { method, path } = parseRoute(route.route)
      const { status, body } = await bank.call(
        `${method} ${path.replace(/:\w+/g, person.uuid)}`,
        {},
        person,
      )
      expect([status, body.error.code]).toEqual([403, 'EMAIL_NOT_CONFIRMED'])
      expect(body.message).toContain('POST /api/auth/verify-email')
    })
  })

  it('cannot authorize direct debits', async () => {
    const mandate = {
      role: 'debtor',
      mandate_id: 'M-1',
      creditor_id: 'DE98ZZZ09999999999',
      creditor_name: 'Gym',
      creditor_iban: 'DE89370400440532013000',
      debtor_name: 'Ada',
    }
    const route = 'POST /api/v1/payment-rails/mandates'
    const { body } = await bank.call(route, mandate, await bank.person())
    expect(body.error.code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('cannot authorize a client', async () => {
    await expect(authorize(bank, await bank.person())).rejects.toThrow()
  })

  it('can receive, be read, and change its password', async () => {
    const person = await bank.person()
    const user = await ok('GET /api/auth/user', undefined, person)
    expect(user.data.email_verified_at).toBeNull()
    const [account] = (await ok('GET /api/accounts', undefined, person)).data
    const payer = await bank.person()
    await setConfirmed(payer.uuid, bank.clock.now())
    const [from] = (await ok('GET /api/accounts', undefined, payer)).data
    await ok(
      `POST /api/v2/accounts/${from.uuid}/deposit`,
      { amount: '5.00', asset_code: 'USD' },
      payer,
    )
    const transfer = { from_account: from.uuid, to_account: account.uuid, amount: 1 }
    await ok(
      'POST /api/transfers',
      { ...transfer, asset_code: 'USD', workflow_enabled: false },
      payer,
    )
    const change = { current_password: person.password, new_password: 'N3w-password' }
    await ok('POST /api/auth/change-password', change, person)
  })
})

describe('auth.verify_email', () => {
  it('confirms by the mailed code, once, and ends the other sessions', async () => {
    const person = await bank.person()
    const code = await mailed(person.email, 'code')
    const other = await signIn(person)
    expect((await verify(person, 'wrong')).body.error.code).toBe('WRONG_SECRET')
    expect((await makeKey(person)).status).toBe(403)
    expect((await verify(person, code)).status).toBe(200)
    expect((await makeKey(person)).status).toBe(201)
    expect((await bank.call('GET /api/auth/user', undefined, other)).status).toBe(401)
    const user = await ok('GET /api/auth/user', undefined, person)
    expect(user.data.email_verified_at).toBe(bank.clock.now().toISOString())
    expect((await verify(person, code)).body.error.code).toBe('EMAIL_ALREADY_CONFIRMED')
    const again = await bank.call('POST /api/auth/resend-verification', {}, person)
    expect([again.status, again.body.error.code]).toEqual([400, 'EMAIL_ALREADY_CONFIRMED'])
  })

  it('rejects codes of another account, of an older mail or of an earlier day', async () => {
    const [person, intruder] = [await bank.person(), await bank.person()]
    const first = await mailed(person.email, 'code')
    expect((await verify(intruder, first)).status).toBe(422)
    await ok('POST /api/auth/resend-verification', {}, person)
    const second = await mailed(person.email, 'code', 2)
    expect((await verify(person, first)).status).toBe(422)
    bank.clock.advance(86_400)
    const login = await signIn(person)
    expect((await verify(login, second)).status).toBe(422)
  })

  it('limits guesses, and the mails of an hour', async () => {
    const person = await bank.person()
    const tries = await Promise.all(Array.from({ length: 14 }, () => verify(person, 'guess')))
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4)
    for (let i = 0; i < 7; i++) await ok('POST /api/auth/resend-verification', {}, person)
    await mailed(person.email, 'code', 5)
  })
})

describe('proving an address', () => {
  it('ends everything that an intruder had before, of every kind', async () => {
    const victim = await bank.person()
    await setConfirmed(victim.uuid, bank.clock.now())
    await giveAllAccess(victim)
    // As if all of it had been made before the address was proven.
    await setConfirmed(victim.uuid, null)
    const before = await accessOf(victim)
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
    const kinds = [...bearerKinds, ...delegatedKinds].filter((kind) => kind !== 'two_factor')
    expect(await kindsOf(victim)).toEqual(kinds.toSorted())

    expect((await resetByMail(victim.email, 'R3set-password')).status).toBe(200)
    const after = await accessOf(victim)
    expect(Object.entries(after).filter(([, count]) => count > 0)).toEqual([])
    expect(await kindsOf(victim)).toEqual([])
    const login = await bank.call('POST /api/auth/login', {
      email: victim.email,
      password: 'R3set-password',
    })
    expect(login.body.data).toMatchObject({
      two_factor_required: false,
      user: { email_verified_at: expect.any(String) },
    })
    expect((await makeKey({ token: login.body.access_token })).status).toBe(201)
  })

  it('is done once: a later reset keeps the access of its owner', async () => {
    const person = await bank.person()
    await verify(person, await mailed(person.email, 'code'))
    await makeKey(person)
    const { body } = await resetByMail(person.email, 'R3set-password')
    expect(body.still_active.api_keys).toBe(1)
  })

  it('leaves no session or access that is created concurrently', async () => {
    const person = await bank.person()
    await bank.call('POST /api/auth/forgot-password', { email: person.email })
    const token = await mailed(person.email, 'token')
    const reset = { token, email: person.email, password: 'R3set-password' }
    const [done, ...others] = await Promise.all([
      bank.call('POST /api/auth/reset-password', reset),
      ...Array.from({ length: 4 }, () => bank.call('POST /api/auth/login', person)),
      ...Array.from({ length: 2 }, () =>
        bank.call('POST /api/auth/refresh', { refresh_token: person.refreshToken }),
      ),
      ...Array.from({ length: 4 }, () => makeKey(person)),
    ])
    expect(done.status).toBe(200)
    for (const { body } of others) expect(body.data?.api_key).toBeUndefined()
    expect(await kindsOf(person)).toEqual([])
  })

  it('can be done by a signed-in operator', async () => {
    const person = await bank.person()
    const route = `POST /api/v2/users/${person.uuid}/confirm-email`
    expect((await bank.call(route, {}, person)).status).toBe(403)
    const confirmed = await ok(route, {}, await bank.operator())
    expect(confirmed.data.email_verified_at).toEqual(expect.any(String))
    expect((await bank.call('GET /api/auth/user', undefined, person)).status).toBe(401)
    expect((await makeKey(await signIn(person))).status).toBe(201)
  })
})

it('an operator counts as confirmed', async () => {
  expect((await makeKey(await bank.operator())).status).toBe(201)
})
