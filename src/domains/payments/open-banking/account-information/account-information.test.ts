// Account information: exactly what a consent covers, as often a day as it allows, and nothing after its end.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { permissions } from '../consents/access.ts'
import {
  askFor,
  authorize,
  give,
  goToDay,
  OB,
  openAccount,
  read,
  signIn,
  statusOf,
} from '../test-support.ts'

let bank: Bank
let tpp: Person
let psu: Person
beforeAll(async () => {
  bank = await startBank()
  tpp = await bank.person({ name: 'Budget App' })
  psu = await bank.person({ name: 'Ada Lovelace' })
})
beforeEach(async () => {
  ;[tpp, psu] = [await signIn(bank, tpp), await signIn(bank, psu)]
})
afterAll(() => bank.stop())

const often = { frequencyPerDay: 1_000 }
/** The path of the next page, if there is one. */
const nextOf = ({ _links: links }: { _links: { next?: { href: string } } }): string | undefined =>
  links.next?.href.split('/open-banking')[1]
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? 'OK'}`

/** Runs `meanwhile` while the work waits for a table lock, and returns the result of the work. */
async function whileBlocked<Output>(
  table: string,
  work: () => Promise<Output>,
  meanwhile: () => Promise<unknown>,
): Promise<Output> {
  const holder = new pg.Client(bank.address)
  await holder.connect()
  // Readers of the event log would wait, too, with all the connections that `meanwhile` needs.
  const endPause = bank.app.bank.pause.begin()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    const running = work()
    await expect
      .poll(async () => {
        const [row] = await bank.sql<{ n: number }>(
          `select count(*)::int as n from pg_locks where not granted and relation = '${table}'::regclass`,
        )
        return row!.n
      })
      .toBeGreaterThan(0)
    await meanwhile()
    await holder.query('commit')
    return await running
  } finally {
    endPause()
    await holder.end()
  }
}

describe('account_information.accounts', () => {
  it('lists the accounts with the names of the standard', async () => {
    const { uuid, iban } = await openAccount(bank, psu)
    const id = await give(bank, tpp, psu, { access: { accounts: [iban] } })
    const { body } = await read(bank, tpp, id)
    expect(body.data).toMatchObject({
      total: 1,
      accounts: [
        {
          resourceId: uuid,
          iban,
          bban: iban.slice(4),
          currency: 'USD',
          name: 'An account',
          ownerName: 'Ada Lovelace',
          cashAccountType: 'CACC',
          usage: 'PRIV',
          status: 'enabled',
        },
      ],
    })
  })

  it('comes in pages, with a link to the next', async () => {
    const holder = await bank.person()
    for (let i = 0; i < 2; i++) await openAccount(bank, holder)
    const id = await give(bank, tpp, holder, often)
    const first = (await read(bank, tpp, id, '/accounts?per_page=2')).body.data
    expect(first.accounts).toHaveLength(2)
    const second = await read(bank, tpp, id, nextOf(first))
    expect(second.body.data.accounts).toHaveLength(1)
    expect(nextOf(second.body.data)).toBeUndefined()
  })

  it('leaves out accounts that were closed, and shows frozen ones as blocked', async () => {
    const holder = await bank.person()
    const [closed, frozen] = [await openAccount(bank, holder, 0), await openAccount(bank, holder)]
    const access = { accounts: [closed.uuid, frozen.uuid], balances: [closed.uuid] }
    const id = await give(bank, tpp, holder, { access, ...often })
    const { token } = holder
    await bank.call(`DELETE /api/v2/accounts/${closed.uuid}`, undefined, { token })
    await bank.call(`POST /api/v2/accounts/${frozen.uuid}/freeze`, { reason: 'Lost' }, { token })
    const { accounts } = (await read(bank, tpp, id)).body.data
    expect(accounts).toMatchObject([{ resourceId: frozen.uuid, status: 'blocked' }])
    for (const path of [`/accounts/${closed.uuid}`, `/accounts/${closed.uuid}/balances`])
      expect(codeOf(await read(bank, tpp, id, path))).toBe('404 NOT_FOUND')
  })
})

describe('account_information.account', () => {
  it('is found by uuid and by IBAN, and shows several currencies as XXX', async () => {
    const { uuid, iban } = await openAccount(bank, psu)
    await bank.call(
      `POST /api/v2/accounts/${uuid}/deposit`,
      { amount: '5.00', asset_code: 'EUR' },
      { token: psu.token },
    )
    const id = await give(bank, tpp, psu, { access: { accounts: [uuid] }, ...often })
    for (const name of [uuid, iban, iban.toLowerCase()])
      expect((await read(bank, tpp, id, `/accounts/${name}`)).body.data).toMatchObject({
        resourceId: uuid,
        currency: 'XXX',
      })
  })
})

describe('account_information.balances', () => {
  it('shows what is booked and what can be spent', async () => {
    const [{ uuid }, other] = [await openAccount(bank, psu), await openAccount(bank, psu, 0)]
    const id = await give(bank, tpp, psu, { access: { balances: [uuid] }, ...often })
    const { data } = (await read(bank, tpp, id, `/accounts/${uuid}/balances`)).body
    const today = bank.clock.now().toISOString().slice(0, 10)
    const amount = { currency: 'USD', amount: '100.00' }
    const common = { balanceAmount: amount, referenceDate: today, creditLimitIncluded: false }
    expect(data.balances).toEqual([
      { balanceType: 'closingBooked', ...common },
      { balanceType: 'interimAvailable', ...common },
    ])
    expect(codeOf(await read(bank, tpp, id, `/accounts/${other.uuid}/balances`))).toBe(
      '404 NOT_FOUND',
    )
  })
})

describe('account_information.transactions', () => {
  const transfer = (from: string, to: string, amount: string, by: Person, more = {}) =>
    bank.call(
      'POST /api/v2/transfers',
      {
        from_account: from,
        to_account: to,
        amount,
        asset_code: 'USD',
        workflow_enabled: false,
        ...more,
      },
      { token: by.token },
    )

  it('shows both directions, who paid, and what it was for', async () => {
    const payer = await bank.person({ name: 'Charles Babbage' })
    const [mine, theirs] = [await openAccount(bank, psu, 0), await openAccount(bank, payer)]
    await transfer(theirs.uuid, mine.uuid, '20.00', payer, { reference: 'Rent' })
    await transfer(mine.uuid, theirs.uuid, '5.00', psu, { reference: 'Too much' })
    const id = await give(bank, tpp, psu, { access: { transactions: [mine.uuid] }, ...often })
    const { data } = (await read(bank, tpp, id, `/accounts/${mine.uuid}/transactions`)).body
    expect(data).toMatchObject({
      resourceId: mine.uuid,
      account: { iban: mine.iban },
      pending: [],
      booked: [
        {
          transactionAmount: { currency: 'USD', amount: '-5.00' },
          creditorAccount: { iban: theirs.iban },
          creditorName: 'Charles Babbage',
          remittanceInformationUnstructured: 'Too much',
        },
        {
          transactionAmount: { currency: 'USD', amount: '20.00' },
          debtorAccount: { iban: theirs.iban },
          debtorName: 'Charles Babbage',
          remittanceInformationUnstructured: 'Rent',
        },
      ],
    })
  })

  it('keeps to the requested days', async () => {
    const { uuid } = await openAccount(bank, psu)
    const id = await give(bank, tpp, psu, { access: { transactions: [uuid] }, ...often })
    const today = bank.clock.now().toISOString().slice(0, 10)
    const count = async (query: string): Promise<number> =>
      (await read(bank, tpp, id, `/accounts/${uuid}/transactions?${query}`)).body.data.total
    expect(await count(`from_date=${today}&to_date=${today}`)).toBe(1)
    expect(await count(`dateFrom=${today}&dateTo=${today}&bookingStatus=booked`)).toBe(1)
    expect(await count('to_date=2026-02-01')).toBe(0)
    expect(await count('from_date=2099-01-01')).toBe(0)
    expect(await count('bookingStatus=pending')).toBe(0)
    const path = `/accounts/${uuid}/transactions?from_date=2026-03-02&to_date=2026-03-01`
    const { status, body } = await read(bank, tpp, id, path)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['to_date']])
  })

  it('has pages that are one access, and show the state at its beginning', async () => {
    const [from, to] = [await openAccount(bank, psu), await openAccount(bank, psu, 0)]
    for (const amount of ['1.00', '2.00', '3.00']) await transfer(from.uuid, to.uuid, amount, psu)
    bank.clock.advance(1)
    const access = { transactions: [to.uuid, from.uuid] }
    const id = await give(bank, tpp, psu, { access, frequencyPerDay: 1 })
    const first = await read(bank, tpp, id, `/accounts/${to.uuid}/transactions?per_page=1`)
    bank.clock.advance(1)
    await transfer(from.uuid, to.uuid, '9.00', psu)
    const amounts: string[] = []
    let page = first.body.data
    for (;;) {
      amounts.push(...page.booked.map((one: never) => one['transactionAmount']['amount']))
      const path = nextOf(page)
      if (path === undefined) break
      const next = await read(bank, tpp, id, path)
      expect(next.status, JSON.stringify(next.body)).toBe(200)
      page = next.body.data
    }
    expect(amounts).toEqual(['3.00', '2.00', '1.00'])
    // The token is valid for these pages only: not for the first, another account, other days, or for long.
    const next = nextOf(first.body.data)!
    const others = [
      next.replace('page=2', 'page=1'),
      next.replace(to.uuid, from.uuid),
      `${next}&from_date=2026-01-01`,
      next.replace('per_page=1', 'per_page=2'),
      next.replace(/continuation=\d{17}/, (mark) => `${mark.slice(0, -1)}0`),
    ]
    for (const path of others)
      expect(codeOf(await read(bank, tpp, id, path)), path).toMatch(/^(429|200)/)
    for (const path of others.slice(0, 4))
      expect(codeOf(await read(bank, tpp, id, path)), path).toBe('429 ACCESS_EXCEEDED')
    bank.clock.advance(601)
    expect(codeOf(await read(bank, tpp, id, next))).toBe('429 ACCESS_EXCEEDED')
  })

  it('shows no further page after the consent has ended', async () => {
    const { uuid } = await openAccount(bank, psu)
    await transfer(uuid, (await openAccount(bank, psu, 0)).uuid, '1.00', psu)
    const id = await give(bank, tpp, psu, { access: { transactions: [uuid] } })
    const { data } = (await read(bank, tpp, id, `/accounts/${uuid}/transactions?per_page=1`)).body
    await bank.call(`DELETE ${OB}/consents/${id}`, undefined, { token: psu.token })
    expect(codeOf(await read(bank, tpp, id, nextOf(data)))).toBe('403 CONSENT_INVALID')
  })

  it('shows nothing while the account holder is suspended, be it a first page or a next one', async () => {
    const eve = await bank.person()
    const { uuid } = await openAccount(bank, eve)
    await transfer(uuid, (await openAccount(bank, eve, 0)).uuid, '1.00', eve)
    const id = await give(bank, tpp, eve, { access: { transactions: [uuid] }, ...often })
    const path = `/accounts/${uuid}/transactions?per_page=1`
    const { body } = await read(bank, tpp, id, path)
    const operator = await bank.operator()
    const decide = (action: string) =>
      bank.call(`POST /api/v2/users/${eve.uuid}/${action}`, { reason: 'A look' }, operator)
    expect((await decide('suspend')).status).toBe(200)
    for (const page of [path, nextOf(body.data)])
      expect(codeOf(await read(bank, tpp, id, page))).toBe('403 CONSENT_INVALID')
    expect((await decide('reinstate')).status).toBe(200)
    expect(codeOf(await read(bank, tpp, id, path))).toBe('200 OK')
  })

  it('shows nothing when the consent ends while a page is being read, be it the first or a later one', async () => {
    const { uuid } = await openAccount(bank, psu)
    await transfer(uuid, (await openAccount(bank, psu, 0)).uuid, '1.00', psu)
    const list = `/accounts/${uuid}/transactions?per_page=1`
    for (const isFirst of [true, false]) {
      const id = await give(bank, tpp, psu, { access: { transactions: [uuid] }, ...often })
      const path = isFirst ? list : nextOf((await read(bank, tpp, id, list)).body.data)!
      const blocked = await whileBlocked(
        'ledger.moves',
        () => read(bank, tpp, id, path),
        () => bank.call(`DELETE ${OB}/consents/${id}`, undefined, { token: psu.token }),
      )
      expect(codeOf(blocked)).toBe('403 CONSENT_INVALID')
      expect(await statusOf(bank, psu, id)).toBe('revokedByPsu')
    }
  })

  it('serves concurrent requests for later pages, and counts none of them', async () => {
    const { uuid } = await openAccount(bank, psu)
    await transfer(uuid, (await openAccount(bank, psu, 0)).uuid, '1.00', psu)
    const id = await give(bank, tpp, psu, { access: { transactions: [uuid] }, frequencyPerDay: 1 })
    const { data } = (await read(bank, tpp, id, `/accounts/${uuid}/transactions?per_page=1`)).body
    const path = nextOf(data)
    const answers = await Promise.all([1, 2, 3, 4].map(() => read(bank, tpp, id, path)))
    expect(answers.map(codeOf)).toEqual(['200 OK', '200 OK', '200 OK', '200 OK'])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data.booked))).size).toBe(1)
    const [row] = await bank.sql<{ used_count: number }>(
      'select used_count from open_banking.consents where id = $1',
      [id],
    )
    expect(row!.used_count).toBe(1)
  })
})

describe('without a consent that covers it', () => {
  it('nothing is shown, and the error gives the reason', async () => {
    const { uuid } = await openAccount(bank, psu)
    const thief = await bank.person()
    const valid = await give(bank, tpp, psu, { access: { accounts: [uuid] }, ...often })
    const received = await askFor(bank, tpp)
    const refusals: [Promise<Answer>, string][] = [
      [read(bank, tpp, undefined), '403 CONSENT_MISSING'],
      [read(bank, tpp, ''), '403 CONSENT_MISSING'],
      [read(bank, tpp, 'nonsense'), '403 CONSENT_INVALID'],
      [read(bank, tpp, received), '403 CONSENT_INVALID'],
      // Another party's consent, even for the account holder, who did not request it.
      [read(bank, thief, valid), '403 CONSENT_INVALID'],
      [read(bank, psu, valid), '403 CONSENT_INVALID'],
      [read(bank, tpp, valid, `/accounts/${uuid}/balances`), '403 CONSENT_INVALID'],
      [read(bank, tpp, valid, `/accounts/${uuid}/transactions`), '403 CONSENT_INVALID'],
    ]
    for (const [answer, code] of refusals) {
      expect(codeOf(await answer)).toBe(code)
      const { body } = await answer
      expect(body.tppMessages).toEqual([
        { category: 'ERROR', code: body.error.code, text: body.message },
      ])
    }
  })

  it('an Idempotency-Key replays nothing after the end', async () => {
    const id = await give(bank, tpp, psu, often)
    const again = () =>
      bank.call(`GET ${OB}/accounts`, undefined, {
        token: tpp.token,
        key: 'again-and-again',
        headers: { 'X-Consent-ID': id },
      })
    expect((await again()).status).toBe(200)
    await bank.call(`DELETE ${OB}/consents/${id}`, undefined, { token: psu.token })
    expect(codeOf(await again())).toBe('403 CONSENT_INVALID')
  })
})

describe('frequencyPerDay', () => {
  it('is counted by calendar day, for successful reads only', async () => {
    const { uuid } = await openAccount(bank, psu)
    const id = await give(bank, tpp, psu, { access: { accounts: [uuid] }, frequencyPerDay: 2 })
    await read(bank, tpp, id, '/accounts/nonsense')
    await read(bank, tpp, id, `/accounts/${uuid}/balances`)
    expect((await read(bank, tpp, id)).status).toBe(200)
    expect((await read(bank, tpp, id, `/accounts/${uuid}`)).status).toBe(200)
    const refused = await read(bank, tpp, id)
    expect(codeOf(refused)).toBe('429 ACCESS_EXCEEDED')
    const midnight = Date.parse(`${bank.clock.now().toISOString().slice(0, 10)}T24:00:00.000Z`)
    const left = Math.ceil((midnight - bank.clock.now().getTime()) / 1000)
    expect(refused.headers.get('retry-after')).toBe(String(left))
    const shown = await bank.call(`GET ${OB}/consents/${id}`, undefined, { token: tpp.token })
    expect(shown.body.data.usedToday).toBe(2)
    bank.clock.advance(left - 1)
    tpp = await signIn(bank, tpp)
    expect(codeOf(await read(bank, tpp, id))).toBe('429 ACCESS_EXCEEDED')
    bank.clock.advance(1)
    expect((await read(bank, tpp, id)).status).toBe(200)
  })

  it('holds for concurrent reads', async () => {
    const id = await give(bank, tpp, psu, { frequencyPerDay: 5 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => read(bank, tpp, id)))
    const codes = answers.map(codeOf).toSorted()
    expect(codes.filter((code) => code === '200 OK')).toHaveLength(5)
    expect(codes.filter((code) => code === '429 ACCESS_EXCEEDED')).toHaveLength(35)
  })

  it('is not exceeded while the consent is being revoked', async () => {
    const id = await give(bank, tpp, psu, often)
    const reads = Array.from({ length: 20 }, () => read(bank, tpp, id))
    const revoked = await bank.call(`DELETE ${OB}/consents/${id}`, undefined, {
      token: psu.token,
    })
    expect(revoked.status).toBe(200)
    for (const answer of await Promise.all(reads))
      expect(['200 OK', '403 CONSENT_INVALID']).toContain(codeOf(answer))
    expect(codeOf(await read(bank, tpp, id))).toBe('403 CONSENT_INVALID')
  })
})

describe('a consent that is not recurring', () => {
  it('is used on one day, as often as it allows, and then ends', async () => {
    const id = await give(bank, tpp, psu, { recurringIndicator: false, frequencyPerDay: 4 })
    goToDay(bank, 1)
    ;[tpp, psu] = [await signIn(bank, tpp), await signIn(bank, psu)]
    for (let i = 0; i < 4; i++) expect((await read(bank, tpp, id)).status).toBe(200)
    const { body, headers } = await read(bank, tpp, id)
    expect(body.error.code).toBe('ACCESS_EXCEEDED')
    expect(body.message).toContain('ask for a new one')
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    goToDay(bank, 1)
    tpp = await signIn(bank, tpp)
    expect(await statusOf(bank, tpp, id)).toBe('expired')
    expect(codeOf(await read(bank, tpp, id))).toBe('403 CONSENT_INVALID')
  })
})

describe('for any consent and any request', () => {
  it('the answer contains exactly what the consent names', async () => {
    const holder = await bank.person()
    const own = [1, 2, 3].map(() => openAccount(bank, holder))
    const accounts = [...(await Promise.all(own)), await openAccount(bank, psu)]
    const mine = accounts.slice(0, 3)
    const list = fc.option(fc.subarray([0, 1, 2]), { nil: undefined })
    const written = fc.record({ accounts: list, balances: list, transactions: list })
    const calls = fc.array(
      fc.record({
        kind: fc.constantFrom(...permissions),
        account: fc.constantFrom(0, 1, 2, 3),
        byIban: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(written, calls, fc.boolean(), async (named, asked, byIban) => {
        const write = (indexes: number[] | undefined) =>
          indexes?.map((index) => (byIban ? mine[index]!.iban : mine[index]!.uuid))
        const access = {
          accounts: write(named.accounts),
          balances: write(named.balances),
          transactions: write(named.transactions),
        }
        const isNothing = Object.values(named).every((one) => (one ?? []).length === 0)
        if (isNothing) return
        const id = await askFor(bank, tpp, { access, ...often })
        expect((await authorize(bank, holder, id)).status).toBe(200)
        const listed = await read(bank, tpp, id)
        const shown = (listed.body.data?.accounts ?? []).map((one: never) => one['resourceId'])
        const opened = (named.accounts ?? []).map((index) => mine[index]!.uuid)
        expect(shown.toSorted()).toEqual(opened.toSorted())
        for (const { kind, account, byIban: asIban } of asked) {
          const { uuid, iban } = accounts[account]!
          const tail = { accounts: '', balances: '/balances', transactions: '/transactions' }[kind]
          const path = `/accounts/${asIban ? iban : uuid}${tail}`
          const answer = await read(bank, tpp, id, path)
          const isNamed = named[kind]?.includes(account) ?? false
          expect(answer.status === 200, `${path} ${codeOf(answer)}`).toBe(isNamed)
          if (isNamed) expect(answer.body.data.resourceId).toBe(uuid)
          else expect(answer.body).not.toHaveProperty('data')
        }
      }),
      { numRuns: rounds(6, 25) },
    )
  })
})
