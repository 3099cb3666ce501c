// Consents: who requests, who decides, what is refused, and how they end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import {
  ask,
  askFor,
  authorize,
  dayIn,
  eventsOf,
  give,
  goToDay,
  keyOf,
  OB,
  openAccount,
  read,
  signIn,
  statusOf,
} from '../test-support.ts'

let bank: Bank
let tpp: Person
let psu: Person
let account: { uuid: string; iban: string }
beforeAll(async () => {
  bank = await startBank()
  tpp = await bank.person({ name: 'Budget App' })
  psu = await bank.person({ name: 'Ada Lovelace' })
  account = await openAccount(bank, psu)
})
afterAll(() => bank.stop())

const end = (by: Person, id: string) =>
  bank.call(`DELETE ${OB}/consents/${id}`, undefined, { token: by.token })
const reject = (by: Person, id: string) =>
  bank.call(`POST ${OB}/consents/${id}/reject`, {}, { token: by.token })
const list = async (by: Person, query = ''): Promise<string[]> => {
  const { body } = await bank.call(`GET ${OB}/consents${query}`, undefined, { token: by.token })
  return body.data.map((one: { consentId: string }) => one.consentId)
}

describe('consent.create', () => {
  it('accepts the body of the specification and answers in both vocabularies', async () => {
    const access = { accounts: [account.uuid], balances: [account.iban], transactions: 'all' }
    const { status, body } = await ask(bank, tpp, { access, recurringIndicator: false })
    expect(status).toBe(201)
    expect(body.success).toBe(true)
    const { consentId } = body.data
    expect(body.data).toMatchObject({
      consentStatus: 'received',
      status: 'awaiting_authorization',
      id: consentId,
      access,
      recurringIndicator: false,
      frequencyPerDay: 4,
      tpp_name: 'Budget App',
      granted: null,
      authorized_at: null,
      _links: {
        scaRedirect: { href: `${bank.url}/open-banking/consents/${consentId}/authorize` },
        self: { href: `${bank.url}${OB}/consents/${consentId}` },
        status: { href: `${bank.url}${OB}/consents/${consentId}/status` },
      },
    })
    expect(await eventsOf(bank, consentId)).toEqual([{ type: 'consent.received', user: tpp.uuid }])
  })

  it('accepts accounts in the forms of the standard', async () => {
    const written = account.iban.replaceAll(/(.{4})/g, '$1 ').toLowerCase()
    for (const access of [
      { accounts: [{ iban: account.iban }], balances: [{ resourceId: account.uuid }] },
      { accounts: ['all'] },
      { accounts: [written] },
      { availableAccounts: 'allAccounts' },
      { allPsd2: 'allAccounts' },
    ]) {
      const id = await give(bank, tpp, psu, { access })
      expect((await read(bank, tpp, id)).status).toBe(200)
    }
  })

  it('names only the requested permissions', async () => {
    const { body } = await ask(bank, tpp, { access: { balances: 'all' } })
    expect(body.data.permissions).toEqual(['ReadBalances'])
    expect((await ask(bank, tpp)).body.data.permissions).toHaveLength(5)
  })

  it('gives at most 90 days and says so', async () => {
    const { body } = await ask(bank, tpp, { validUntil: '9999-12-31' })
    expect(body.data.validUntil).toBe(dayIn(bank, 90))
    expect(body.data.expires_at).toBe(`${dayIn(bank, 91)}T00:00:00.000Z`)
  })

  it.each([
    ['access', { access: {} }],
    ['access', { access: { accounts: [] } }],
    ['access.accounts.0', { access: { accounts: ['nonsense'] } }],
    ['access.balances.1', { access: { balances: ['all'.repeat(3), 'x'] } }],
    ['validUntil', { validUntil: '2026-02-30' }],
    ['validUntil', { validUntil: '2020-01-01' }],
    ['frequencyPerDay', { frequencyPerDay: 0 }],
    ['frequencyPerDay', { frequencyPerDay: 1.5 }],
    ['frequencyPerDay', { frequencyPerDay: undefined }],
    ['recurringIndicator', { recurringIndicator: undefined }],
  ])('refuses a wrong %s', async (field, change) => {
    const { status, body } = await ask(bank, tpp, change)
    expect(status).toBe(422)
    const [first = ''] = Object.keys(body.errors)
    expect(field === first || first.startsWith(field.replace(/\d+$/, ''))).toBe(true)
  })

  it('refuses today, which is not in the future, and an IBAN with a wrong digit', async () => {
    expect((await ask(bank, tpp, { validUntil: dayIn(bank, 0) })).status).toBe(422)
    const wrong = account.iban.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    const { status, body } = await ask(bank, tpp, { access: { accounts: [wrong] } })
    expect(status).toBe(422)
    expect(body.errors['access.accounts.0'][0]).toContain(wrong)
  })

  it('does not reveal whether the accounts exist', async () => {
    const unknown = '0197a000-0000-7000-8000-000000000000'
    expect((await ask(bank, tpp, { access: { accounts: [unknown] } })).status).toBe(201)
  })

  it('accepts only safe redirect addresses', async () => {
    const send = (redirect: string) =>
      bank.call(
        `POST ${OB}/consents`,
        {
          access: { accounts: 'all' },
          recurringIndicator: true,
          validUntil: dayIn(bank, 3),
          frequencyPerDay: 4,
        },
        { token: tpp.token, headers: { 'TPP-Redirect-URI': redirect } },
      )
    expect((await send('https://tpp.example/done')).status).toBe(201)
    for (const bad of ['javascript:alert(1)', 'http://tpp.example', 'https://a:b@tpp.example', 'x'])
      expect((await send(bad)).status).toBe(422)
  })
})

describe('consent.authorize', () => {
  it('binds the consent to the account holder and grants what it names', async () => {
    const id = await askFor(bank, tpp, { access: { accounts: [account.iban] } })
    const { status, body } = await authorize(bank, psu, id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      consentStatus: 'valid',
      status: 'authorized',
      granted: {
        accounts: [{ resourceId: account.uuid, iban: account.iban }],
        balances: [],
        transactions: [],
      },
    })
    expect(body.data).not.toHaveProperty('_links.scaRedirect')
    expect(await eventsOf(bank, id)).toEqual([
      { type: 'consent.received', user: tpp.uuid },
      { type: 'consent.authorized', user: tpp.uuid },
      { type: 'consent.authorized', user: psu.uuid },
    ])
  })

  it('covers the chosen accounts, or all of them', async () => {
    const holder = await bank.person()
    const [one, two] = [await openAccount(bank, holder), await openAccount(bank, holder)]
    const chosen = await askFor(bank, tpp)
    const { body } = await authorize(bank, holder, chosen, [one.iban])
    expect(body.data.granted.balances).toEqual([{ resourceId: one.uuid, iban: one.iban }])
    const all = await authorize(bank, holder, await askFor(bank, tpp))
    const opened = all.body.data.granted.balances.map((each: { iban: string }) => each.iban)
    expect(opened).toHaveLength(3)
    expect(opened).toEqual(expect.arrayContaining([one.iban, two.iban]))
  })

  it('is refused to users who do not own every account that it names', async () => {
    const thief = await bank.person()
    const own = await openAccount(bank, thief)
    const mixed = { accounts: [own.uuid], balances: [account.uuid] }
    for (const access of [{ accounts: [account.uuid] }, mixed]) {
      const id = await askFor(bank, tpp, { access })
      for (const answer of [await authorize(bank, thief, id), await reject(thief, id)]) {
        expect(answer.status).toBe(403)
        expect(answer.body.error.code).toBe('FORBIDDEN')
      }
      expect(await statusOf(bank, tpp, id)).toBe('received')
    }
  })

  it('is refused to an operator, who owns none of them', async () => {
    const id = await askFor(bank, tpp, { access: { accounts: [account.uuid] } })
    expect((await authorize(bank, await bank.operator(), id)).status).toBe(403)
  })

  it('covers no account of another user, whatever is chosen', async () => {
    const thief = await bank.person()
    const id = await askFor(bank, thief)
    const { status, body } = await authorize(bank, thief, id, [account.iban])
    expect(status).toBe(422)
    expect(body.errors).toHaveProperty(['accounts.0'])
    expect(await statusOf(bank, thief, id)).toBe('received')
  })

  it('covers nothing beyond what the consent names, whatever is chosen', async () => {
    const other = await openAccount(bank, psu)
    const id = await askFor(bank, tpp, { access: { accounts: [account.uuid] } })
    const { status } = await authorize(bank, psu, id, [other.uuid])
    expect(status).toBe(422)
    const both = await authorize(bank, psu, id, [other.uuid, account.uuid])
    expect(both.body.data.granted.accounts).toHaveLength(1)
  })

  it('needs a login in the live environment, not just a key', async () => {
    const id = await askFor(bank, tpp, { access: { accounts: [account.uuid] } })
    const key = await keyOf(bank, psu, 'live')
    for (const answer of [await authorize(bank, key, id), await reject(key, id)]) {
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('when signed in')
    }
  })

  it('is for one account holder, once: of concurrent decisions one wins', async () => {
    const id = await askFor(bank, tpp)
    const people = await Promise.all([1, 2, 3, 4].map(() => bank.person()))
    const answers = await Promise.all(people.map((person) => authorize(bank, person, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 403]).toContain(status)
  })

  it('is impossible after a rejection, an end or expiry', async () => {
    const access = { accounts: [account.uuid] }
    const rejected = await askFor(bank, tpp, { access })
    await reject(psu, rejected)
    const ended = await askFor(bank, tpp, { access })
    await end(tpp, ended)
    const valid = await give(bank, tpp, psu, { access })
    for (const id of [rejected, ended, valid]) {
      const { status, body } = await authorize(bank, psu, id)
      expect(status).toBe(409)
      expect(body.error.code).toBe('STATUS_INVALID')
      expect(body.tppMessages).toEqual([
        { category: 'ERROR', code: 'STATUS_INVALID', text: body.message },
      ])
    }
  })

  it('covers at most a hundred accounts', async () => {
    const holder = await bank.person()
    await bank.sql(
      `with made as (
         insert into ledger.accounts (id, environment, user_uuid, created_at)
         select gen_random_uuid(), 'live', $1, now() from generate_series(1, 100) returning id)
       insert into accounts.accounts (uuid, environment, user_uuid, name, created_at, updated_at)
       select id, 'live', $1, 'One of many', now(), now() from made`,
      [holder.uuid],
    )
    const id = await askFor(bank, tpp)
    const { status, body } = await authorize(bank, holder, id)
    expect(status).toBe(422)
    expect(body.errors.accounts[0]).toContain('101 accounts')
    const some = await openAccount(bank, holder)
    expect((await authorize(bank, holder, id, [some.uuid])).status).toBe(200)
  })
})

describe('consent.review', () => {
  it('shows the account holder which access is requested, and by whom', async () => {
    const id = await askFor(bank, tpp, {
      access: { accounts: [account.uuid], balances: [account.iban] },
    })
    const path = `GET ${OB}/consents/${id}/authorization`
    const { body } = await bank.call(path, undefined, { token: psu.token })
    expect(body.data).toMatchObject({
      is_open: true,
      tpp_name: 'Budget App',
      warning: null,
      choosable: false,
      total: 1,
      accounts: [{ resourceId: account.uuid, details: true, balances: true, transactions: false }],
    })
    expect((await bank.call(path, undefined, { token: tpp.token })).status).toBe(403)
  })

  it('warns of names that look like the bank', async () => {
    const fake = await bank.person({ name: 'FIorin Security' })
    const id = await askFor(bank, fake)
    const { body } = await bank.call(`GET ${OB}/consents/${id}/authorization`, undefined, {
      token: psu.token,
    })
    expect(body.data.warning).toContain('looks like that of the bank')
  })
})

describe('consent.end', () => {
  it('revokes for the account holder, terminates for the third party, and notifies both', async () => {
    const revoked = await give(bank, tpp, psu)
    expect((await end(psu, revoked)).body.data).toMatchObject({
      consentStatus: 'revokedByPsu',
      status: 'revoked',
      revoked_at: bank.clock.now().toISOString(),
    })
    expect((await eventsOf(bank, revoked)).slice(-2)).toEqual([
      { type: 'consent.revoked', user: tpp.uuid },
      { type: 'consent.revoked', user: psu.uuid },
    ])
    const terminated = await give(bank, tpp, psu)
    expect((await end(tpp, terminated)).body.data.consentStatus).toBe('terminatedByTpp')
    for (const id of [revoked, terminated]) {
      expect((await end(psu, id)).status).toBe(409)
      expect((await read(bank, tpp, id)).status).toBe(403)
    }
  })

  it('happens once when both parties end it at the same time', async () => {
    const id = await give(bank, tpp, psu)
    const answers = await Promise.all([end(tpp, id), end(psu, id), end(tpp, id), end(psu, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })
})

describe('ending everything', () => {
  it('counts the consents of an account holder, and revokes them on request', async () => {
    const holder = await bank.person()
    const ids = [await give(bank, tpp, holder), await give(bank, tpp, holder)]
    const signOut = async (by: Person, body: object) =>
      (await bank.call('POST /api/auth/logout-all', body, { token: by.token })).body.data
    const kept = await signOut(holder, {})
    expect(kept.still_active.open_banking_consents).toBe(2)
    expect((await read(bank, tpp, ids[0])).status).toBe(200)
    const ended = await signOut(await signIn(bank, holder), { end_everything: true })
    expect(ended.still_active.open_banking_consents).toBe(0)
    for (const id of ids) {
      expect(await statusOf(bank, tpp, id)).toBe('revokedByPsu')
      expect((await read(bank, tpp, id)).status).toBe(403)
    }
  })
})

describe('consent.list', () => {
  it('shows what is active, by role; ended ones on request', async () => {
    const [app, holder] = [await bank.person(), await bank.person()]
    const received = await askFor(bank, app)
    const valid = await give(bank, app, holder)
    const ended = await give(bank, app, holder)
    await end(holder, ended)
    expect(await list(app)).toEqual([valid, received])
    expect(await list(app, '?status=revokedByPsu')).toEqual([ended])
    expect(await list(holder)).toEqual([])
    expect(await list(holder, '?role=psu')).toEqual([valid])
    expect(await list(holder, '?role=psu&status=revokedByPsu')).toEqual([ended])
    expect(await list(holder, '?role=psu&status=ended')).toEqual([ended])
    expect(await list(app, '?status=ended')).toEqual([ended])
    expect(await list(await bank.person(), '?role=psu&status=ended')).toEqual([])
    const path = `GET /api/v1/open-banking/consents/${ended}`
    const { body } = await bank.call(path, undefined, holder)
    expect(body.data.ended_at).toBe(bank.clock.now().toISOString())
  })
})

describe('the clock', () => {
  it('ends an undecided consent after a day', async () => {
    const id = await askFor(bank, tpp)
    bank.clock.advance(24 * 3_600)
    ;[tpp, psu] = [await signIn(bank, tpp), await signIn(bank, psu)]
    expect(await statusOf(bank, tpp, id)).toBe('expired')
    expect((await authorize(bank, psu, id)).status).toBe(409)
    expect(await list(tpp)).not.toContain(id)
    expect(await list(tpp, '?status=expired')).toContain(id)
    expect(await list(tpp, '?status=ended')).toContain(id)
  })

  it('ends a valid one after its last day, at once for reading and with an event soon', async () => {
    const id = await give(bank, tpp, psu, { validUntil: dayIn(bank, 1) })
    goToDay(bank, 2)
    bank.clock.advance(-1)
    ;[tpp, psu] = [await signIn(bank, tpp), await signIn(bank, psu)]
    expect((await read(bank, tpp, id)).status).toBe(200)
    await bank.runJob('open_banking.expire_consents')
    expect(await statusOf(bank, tpp, id)).toBe('valid')
    bank.clock.advance(1)
    const { status, body } = await read(bank, tpp, id)
    expect(status).toBe(403)
    expect(body.error.code).toBe('CONSENT_INVALID')
    expect(body.message).toContain('expired')
    expect((await end(psu, id)).status).toBe(409)
    await bank.runJob('open_banking.expire_consents')
    expect((await eventsOf(bank, id)).slice(-2)).toEqual([
      { type: 'consent.expired', user: tpp.uuid },
      { type: 'consent.expired', user: psu.uuid },
    ])
    await bank.runJob('open_banking.expire_consents')
    expect(await eventsOf(bank, id)).toHaveLength(5)
  })
})

describe('the two environments', () => {
  it('do not mix: not in requesting, deciding, reading or listing', async () => {
    const [app, holder] = [await bank.person(), await bank.person()]
    const [playApp, playHolder] = [
      await keyOf(bank, app, 'sandbox'),
      await keyOf(bank, holder, 'sandbox'),
    ]
    const live = await openAccount(bank, holder)
    const play = await openAccount(bank, playHolder)
    const liveConsent = await give(bank, app, holder)
    expect((await read(bank, playApp, liveConsent)).status).toBe(403)
    expect((await end(playHolder, liveConsent)).status).toBe(404)
    const asked = await askFor(bank, playApp)
    expect((await authorize(bank, holder, asked)).status).toBe(404)
    // A live account that is named in the sandbox cannot be authorized there.
    const crossed = await askFor(bank, playApp, { access: { accounts: [live.uuid] } })
    expect((await authorize(bank, playHolder, crossed)).status).toBe(403)
    expect((await authorize(bank, holder, crossed)).status).toBe(404)
    const { body } = await authorize(bank, playHolder, asked)
    expect(body.data.granted.accounts).toEqual([{ resourceId: play.uuid, iban: play.iban }])
    expect((await read(bank, app, asked)).status).toBe(403)
    expect((await read(bank, playApp, asked)).body.data.accounts).toHaveLength(1)
    expect(await list(app)).toEqual([liveConsent])
    expect(await list(playApp)).toContain(asked)
  })
})
