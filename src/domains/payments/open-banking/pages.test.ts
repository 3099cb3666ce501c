// The pages at which account holders decide, by plain forms over real HTTP.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { Browser, type FormPage, readForm } from '../../people/oauth/test-support.ts'
import { askFor, authorize, dayIn, OB, openAccount, read, statusOf } from './test-support.ts'

let bank: Bank
let tpp: Person
let psu: Person
let account: { uuid: string; iban: string }
beforeAll(async () => {
  bank = await startBank()
  tpp = await bank.person({ name: 'Budget <App>' })
  psu = await bank.person({ name: 'Ada Lovelace' })
  account = await openAccount(bank, psu)
})
afterAll(() => bank.stop())

const pageOf = (id: string, kind = 'consents') => `${bank.url}/open-banking/${kind}/${id}/authorize`

/** On the page that asks, signed in. */
async function reach(id: string, person: Person, kind = 'consents') {
  const browser = new Browser(bank.url)
  const page = await browser.submit(await browser.open(pageOf(id, kind)), { ...person })
  return { browser, page }
}

const countLogins = async (person: Person): Promise<number> => {
  const [row] = await bank.sql<{ n: number }>(
    `select count(*)::int as n from identity.credentials
     where user_uuid = $1 and kind = 'access' and revoked_at is null`,
    [person.uuid],
  )
  return row!.n
}

async function startPayment(): Promise<string> {
  const to = await openAccount(bank, tpp, 0)
  const { body } = await bank.call(
    `POST ${OB}/payments`,
    {
      creditor_iban: to.iban,
      creditor_name: 'The <b>Shop</b>',
      amount: '12.50',
      currency: 'USD',
      debtor_account: account.iban,
      reference: 'Order 7',
    },
    { token: tpp.token, headers: { 'TPP-Redirect-URI': 'https://shop.example/thanks?order=7' } },
  )
  return body.data.payment_id
}

describe('every page', () => {
  it('loads no scripts, frames or foreign resources, and is not cached', async () => {
    const id = await askFor(bank, tpp)
    const { page } = await reach(id, psu)
    for (const one of [await new Browser(bank.url).open(pageOf(id)), page]) {
      expect(one.status).toBe(200)
      expect(one.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      )
      expect(one.headers.get('x-frame-options')).toBe('DENY')
      expect(one.headers.get('cache-control')).toBe('no-store')
      expect(one.text).not.toMatch(/<script|<style|style=|onclick|https?:\/\//)
      for (const [, field] of one.text.matchAll(/ for="([^"]+)"/g))
        expect(one.text).toContain(`id="${field}"`)
    }
  })

  it('discloses nothing before sign-in', async () => {
    const id = await askFor(bank, tpp, { access: { accounts: [account.uuid] } })
    const unknown = '0197a000-0000-7000-8000-000000000000'
    const [known, other] = await Promise.all(
      [id, unknown].map((one) => new Browser(bank.url).open(pageOf(one))),
    )
    const plain = ({ text }: FormPage) =>
      text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|value="\w{32}"/g, '')
    expect(plain(known!)).toBe(plain(other!))
  })

  it('keeps its visit in a cookie of its own path that no script or other site can use', async () => {
    const id = await askFor(bank, tpp)
    const browser = new Browser(bank.url)
    await browser.open(pageOf(id))
    expect(browser.given[0]).toMatch(
      new RegExp(
        `^florin_approval=[\\w-]+; Path=/open-banking/consents/${id}/authorize; Max-Age=900; HttpOnly; SameSite=Lax$`,
      ),
    )
  })

  it('accepts only its own form, from the browser in which it was opened', async () => {
    const id = await askFor(bank, tpp)
    const { browser, page } = await reach(id, psu)
    for (const form_token of [undefined, '', 'guess'])
      expect((await browser.submit(page, { form_token, decision: 'approve' })).status).toBe(400)
    expect((await new Browser(bank.url).submit(page, { decision: 'approve' })).status).toBe(400)
    // The token of the sign-in form is not that of the decision.
    const fresh = new Browser(bank.url)
    const first = await fresh.open(pageOf(id))
    const old = readForm(first.text).values.get('form_token')!
    const second = await fresh.submit(first, { ...psu })
    expect((await fresh.submit(second, { form_token: old, decision: 'approve' })).status).toBe(400)
    expect(await statusOf(bank, tpp, id)).toBe('received')
  })

  it('rejects a visit that belongs to another page', async () => {
    const [one, two] = [await askFor(bank, tpp), await askFor(bank, tpp)]
    const { browser, page } = await reach(one, psu)
    const cookie = browser.cookiesFor(new URL(pageOf(one)).pathname)
    const response = await fetch(pageOf(two), {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        form_token: readForm(page.text).values.get('form_token')!,
        decision: 'approve',
      }).toString(),
    })
    expect(response.status).toBe(400)
    expect(await statusOf(bank, tpp, two)).toBe('received')
  })

  it('expires after 15 minutes, and rejects forms above 16 KB', async () => {
    const id = await askFor(bank, tpp)
    const { browser, page } = await reach(id, psu)
    const large = await browser.submit(page, { decision: 'x'.repeat(20_000) })
    expect(large.status).toBe(413)
    bank.clock.advance(900)
    expect((await browser.submit(page, { decision: 'approve' })).status).toBe(400)
    expect(await statusOf(bank, tpp, id)).toBe('received')
  })
})

describe('signing in', () => {
  it('reports a wrong e-mail or password', async () => {
    const { page } = await reach(await askFor(bank, tpp), { ...psu, password: 'Wr0ng-password' })
    expect(page.status).toBe(401)
    expect(page.text).toContain('role="alert"')
    expect(page.text).toContain('Sign in to Florin')
  })

  it('asks for the second factor of users who have one', async () => {
    const person = await bank.person()
    const { token } = person
    const enabled = await bank.call('POST /api/auth/2fa/enable', {}, { token })
    const totp = new TOTP({ secret: enabled.body.data?.secret ?? enabled.body.secret })
    const code = (): string => totp.generate({ timestamp: bank.clock.now().getTime() })
    const confirmed = await bank.call('POST /api/auth/2fa/confirm', { code: code() }, { token })
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
    const id = await askFor(bank, tpp)
    const { browser, page } = await reach(id, person)
    expect(page.text).toContain('Two-factor code')
    const approve = await browser.submit(page, { decision: 'approve' })
    expect(approve.status).toBeGreaterThanOrEqual(400)
    bank.clock.advance(30)
    const asked = await browser.submit(page, { code: code() })
    expect(asked.text).toContain('Share account data')
    expect(await statusOf(bank, tpp, id)).toBe('received')
  })
})

describe('a consent', () => {
  it('is authorized for the accounts that stay ticked, and the login ends with it', async () => {
    const other = await openAccount(bank, psu)
    const id = await askFor(bank, tpp)
    const before = await countLogins(psu)
    const { browser, page } = await reach(id, psu)
    expect(page.text).toContain('Share account data with Budget &lt;App&gt;?')
    expect(page.text).toContain(`up to 4 times a day until ${dayIn(bank, 30)}`)
    expect(page.text).toContain('details, balances and transactions')
    expect(page.text).toContain(account.iban)
    expect(page.text).toContain(`Signed in as ${psu.email}`)
    expect(await countLogins(psu)).toBe(before + 1)
    expect(readForm(page.text).values.getAll('account')).toContain(other.uuid)
    const done = await browser.submit(page, { decision: 'approve', account: [other.uuid] })
    expect(done.text).toContain('Authorized')
    expect(await countLogins(psu)).toBe(before)
    const { accounts } = (await read(bank, tpp, id)).body.data
    expect(accounts.map((one: { resourceId: string }) => one.resourceId)).toEqual([other.uuid])
    // A decision is final: the page starts again, and there is nothing left to decide.
    const again = await browser.submit(await browser.open(pageOf(id)), { ...psu })
    expect(again.status).toBe(409)
    expect(again.text).toContain('already decided')
  })

  it('needs at least one account, and rejects accounts of other users', async () => {
    const id = await askFor(bank, tpp)
    const thief = await bank.person()
    const { browser, page } = await reach(id, thief)
    for (const ticked of [[], [account.uuid], ['nonsense']]) {
      const answer = await browser.submit(page, { decision: 'approve', account: ticked })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('href="#accounts"')
    }
    expect(await statusOf(bank, tpp, id)).toBe('received')
  })

  it('is rejected, and another account can be used', async () => {
    const id = await askFor(bank, tpp, { access: { balances: [account.uuid] } })
    const { browser, page } = await reach(id, psu)
    expect(page.text).toContain('An account: balances')
    const signIn = await browser.submit(page, { decision: 'switch_account' })
    expect(signIn.text).toContain('Sign in to Florin')
    const asked = await browser.submit(signIn, { ...psu })
    const done = await browser.submit(asked, { decision: 'deny' })
    expect(done.text).toContain('Nothing is shared')
    expect(await statusOf(bank, tpp, id)).toBe('rejected')
  })

  it('is not shown to users whose accounts it does not name, nor kept in their login', async () => {
    const id = await askFor(bank, tpp, { access: { accounts: [account.uuid] } })
    const thief = await bank.person()
    const before = await countLogins(thief)
    const { page } = await reach(id, thief)
    expect(page.status).toBe(403)
    expect(page.text).not.toContain(account.iban)
    expect(await countLogins(thief)).toBe(before)
    const { page: none } = await reach('nonsense', thief)
    expect(none.status).toBe(404)
  })

  it('that was decided meanwhile is not decided again', async () => {
    const id = await askFor(bank, tpp, { access: { accounts: [account.uuid] } })
    const { browser, page } = await reach(id, psu)
    await authorize(bank, psu, id)
    await bank.call(`DELETE ${OB}/consents/${id}`, undefined, { token: psu.token })
    const late = await browser.submit(page, { decision: 'approve' })
    expect(late.status).toBe(409)
    expect(await statusOf(bank, tpp, id)).toBe('revokedByPsu')
  })
})

describe('a payment', () => {
  it('is shown with its details, paid, and links back to the third party', async () => {
    const id = await startPayment()
    const { browser, page } = await reach(id, psu, 'payments')
    for (const words of [
      'Pay 12.50 USD?',
      'The &lt;b&gt;Shop&lt;/b&gt;',
      account.iban,
      'Order 7',
      'Budget &lt;App&gt;',
    ])
      expect(page.text).toContain(words)
    const done = await browser.submit(page, { decision: 'approve' })
    expect(done.text).toContain('The payment is in progress')
    expect(done.text).toContain(
      '<a href="https://shop.example/thanks?order=7" rel="noreferrer">Continue to shop.example</a>',
    )
    const { body } = await bank.call(`GET ${OB}/payments/${id}/status`, undefined, {
      token: tpp.token,
    })
    expect(['ACSP', 'ACSC']).toContain(body.data.status_code)
  })

  it('is rejected, or not shown to others', async () => {
    const id = await startPayment()
    const { page: strange } = await reach(id, await bank.person(), 'payments')
    expect(strange.status).toBe(403)
    const { browser, page } = await reach(id, psu, 'payments')
    expect((await browser.submit(page, { decision: 'deny' })).text).toContain('Nothing is paid')
  })
})
