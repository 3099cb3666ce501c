// Operators, as they are created by the environment and by the command line.
import { Readable } from 'node:stream'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../test/harness/bank.ts'
import { countOperators } from './domains/people/identity/store.ts'
import { openDatabase } from './platform/database.ts'
import type { Mail, MailProvider } from './platform/mail.ts'
import { readOperatorCommand, runOperatorCommand } from './operators.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const operator = (line: string, input = '') =>
  runOperatorCommand(
    readOperatorCommand(line.split(' ')),
    bank.address,
    Readable.from([input]),
    mail,
  )

const mails: Mail[] = []
const mail: MailProvider = {
  async deliver(sent) {
    if (sent.to === 'unreachable@example.com') throw new Error('no such mailbox')
    mails.push(sent)
  },
}

const signIn = (email: string, password: string, on = bank) =>
  on.call('POST /api/auth/login', { email, password })

const statusOf = async (token: string, on = bank) =>
  (await on.call('GET /api/auth/user', undefined, { token })).status

const shownIn = (text: string): string => /^Password \(shown once\): (\S+)$/m.exec(text)![1]!

describe('florin operator', () => {
  it('adds one who can sign in, and lists all', async () => {
    const password = shownIn(await operator('add first@example.com'))
    const { body } = await signIn('first@example.com', password)
    expect(body.data.user.roles).toEqual(['admin'])
    const given = await operator('add second@example.com --password-stdin', 'Given-passw0rd\n')
    expect(given).not.toContain('Given-passw0rd')
    expect((await signIn('second@example.com', 'Given-passw0rd')).status).toBe(200)
    const addresses = (await operator('list')).split('\n').map((line) => line.split(' ', 1)[0])
    expect(addresses).toEqual(
      expect.arrayContaining([bank.env.ADMIN_EMAIL!, 'first@example.com', 'second@example.com']),
    )
    const database = openDatabase(bank.address, { connectionsMax: 1, onError: () => {} })
    expect(await countOperators(database.read)).toBe(addresses.length)
    await database.close()
  })

  it('resets one: the old password, its sessions on a running node and a reset token end', async () => {
    const email = 'third@example.com'
    const old = shownIn(await operator(`add ${email}`))
    const { access_token } = (await signIn(email, old)).body
    expect(await statusOf(access_token)).toBe(200)
    await bank.sql(
      `insert into identity.password_resets (hash, user_uuid, created_at, expires_at)
       select sha256('token'), uuid, now(), now() + interval '1 hour' from identity.users where email = $1`,
      [email],
    )
    const anew = shownIn(await operator(`reset ${email}`))
    await expect.poll(() => statusOf(access_token), { timeout: 120_000, interval: 20 }).toBe(401)
    expect((await signIn(email, old)).status).toBe(401)
    expect((await signIn(email, anew)).status).toBe(200)
    expect(await bank.sql('select from identity.password_resets')).toEqual([])
  })

  it('removes the second factor with a reset, and informs the owner', async () => {
    for (const email of ['locked-out@example.com', 'unreachable@example.com']) {
      const { body } = await signIn(email, shownIn(await operator(`add ${email}`)))
      const token = body.access_token
      const setup = await bank.call('POST /api/auth/2fa/enable', {}, { token })
      const timestamp = bank.clock.now().getTime()
      const code = new TOTP({ secret: setup.body.secret }).generate({ timestamp })
      expect((await bank.call('POST /api/auth/2fa/confirm', { code }, { token })).status).toBe(200)
      const said = await operator(`reset ${email}`)
      const isTold = email === 'locked-out@example.com'
      expect(said).toContain(isTold ? 'informed by mail' : 'yourself (no such mailbox)')
      expect((await signIn(email, shownIn(said))).body.data.two_factor_required).toBe(false)
    }
    expect(mails.map(({ to }) => to)).toContain('locked-out@example.com')
  })

  it('removes one: nothing of theirs works any more on a running node, and operators cannot undo it', async () => {
    const email = 'leaver@example.com'
    const { body } = await signIn(email, shownIn(await operator(`add ${email}`)))
    const session = { token: body.access_token }
    const { uuid } = body.data.user
    const key = await bank.apiKey(session)
    const sandboxKey = await bank.sandboxKey(session)
    const all = [session, key, sandboxKey]
    const statuses = () => Promise.all(all.map(({ token }) => statusOf(token)))
    expect(await statuses()).not.toContain(401)
    expect(await operator(`remove ${email}`)).toContain('is no operator any more')
    await expect.poll(statuses, { timeout: 120_000, interval: 20 }).toEqual([401, 401, 401])
    const refreshed = await bank.call('POST /api/auth/refresh', {
      refresh_token: body.refresh_token ?? body.data.refresh_token,
    })
    expect(refreshed.status).toBe(401)
    expect(await operator('list')).toMatch(/leaver@example.com {2}since \S+ {2}removed/)
    await expect(operator(`remove ${email}`)).rejects.toThrow(/was removed; .*restore/)
    await expect(operator(`reset ${email}`)).rejects.toThrow(/was removed; .*restore/)
    await expect(operator(`add ${email}`)).rejects.toThrow(/was removed; .*restore/)
    const other = await bank.operator()
    const reinstate = { reason: 'They asked for it.' }
    const refused = await bank.call(`POST /api/v2/users/${uuid}/reinstate`, reinstate, other)
    expect(refused.body.error.message).toContain('florin operator restore')

    const password = shownIn(await operator(`restore ${email}`))
    expect((await signIn(email, password)).status).toBe(200)
    expect(await statuses()).toEqual([401, 401, 401])
    await expect(operator(`restore ${email}`)).rejects.toThrow(/no removed operator/)
  })

  it('resets one together with the keys that they made', async () => {
    const email = 'keys@example.com'
    const { body } = await signIn(email, shownIn(await operator(`add ${email}`)))
    const { token } = await bank.apiKey({ token: body.access_token })
    expect(await statusOf(token)).not.toBe(401)
    await operator(`reset ${email}`)
    await expect.poll(() => statusOf(token), { timeout: 120_000, interval: 20 }).toBe(401)
  })

  it('does not remove the last one', async () => {
    const lone = await startBank({ env: { ADMIN_EMAIL: 'lone@example.com' } })
    const request = readOperatorCommand(['remove', 'lone@example.com'])
    const removed = runOperatorCommand(request, lone.address, Readable.from(['']), mail)
    await expect(removed).rejects.toThrow(/is the last operator; add another/)
    await lone.stop()
  })

  it('makes no operator of a customer, and says what else is wrong', async () => {
    const { email } = await bank.person()
    await expect(operator(`add ${email}`)).rejects.toThrow(/is a customer/)
    await expect(operator(`reset ${email}`)).rejects.toThrow(/no operator/)
    await expect(operator(`add ${bank.env.ADMIN_EMAIL!}`)).rejects.toThrow(/operator already/)
    await expect(operator('add x@example.com --password-stdin', 'short\n')).rejects.toThrow(/8 to/)
    await expect(operator('add x@example.com --password-stdin', 'onlylower')).rejects.toThrow(
      /upper-case/,
    )
    for (const line of ['promote a@example.com', 'list a@example.com', 'add', 'add a@x b@x'])
      expect(() => readOperatorCommand(line.split(' '))).toThrow(/Say what to do/)
    expect(() => readOperatorCommand(['add', 'nobody'])).toThrow(/not an e-mail address/)
  })
})

describe('ADMIN_PASSWORD', () => {
  const startWith = (ADMIN_PASSWORD: string) =>
    startBank({ address: bank.address, clock: bank.clock, env: { ...given, ADMIN_PASSWORD } })
  const given = { ADMIN_EMAIL: 'given@example.com' }

  it('takes effect when it is changed, and undoes no password that was chosen since', async () => {
    const first = await startWith('First-passw0rd')
    const session = await signIn(given.ADMIN_EMAIL, 'First-passw0rd', first)
    const token = session.body.access_token
    expect(await statusOf(token)).toBe(200)
    await first.stop()

    const second = await startWith('Second-passw0rd')
    await expect.poll(() => statusOf(token), { timeout: 120_000, interval: 20 }).toBe(401)
    expect((await signIn(given.ADMIN_EMAIL, 'First-passw0rd', second)).status).toBe(401)
    const again = await signIn(given.ADMIN_EMAIL, 'Second-passw0rd', second)
    const changed = await second.call(
      'POST /api/auth/change-password',
      { current_password: 'Second-passw0rd', new_password: 'Chosen-passw0rd' },
      { token: again.body.access_token },
    )
    expect(changed.status).toBe(200)
    await second.stop()

    const third = await startWith('Second-passw0rd')
    expect((await signIn(given.ADMIN_EMAIL, 'Chosen-passw0rd', third)).status).toBe(200)
    expect((await signIn(given.ADMIN_EMAIL, 'Second-passw0rd', third)).status).toBe(401)
    await third.stop()
  })

  it('of an operator from before this was noted leaves the password as it is', async () => {
    await bank.sql('update identity.users set given_password_hash = null where email = $1', [
      given.ADMIN_EMAIL,
    ])
    const node = await startWith('Other-passw0rd')
    expect((await signIn(given.ADMIN_EMAIL, 'Chosen-passw0rd', node)).status).toBe(200)
    await node.stop()
    const next = await startWith('Fourth-passw0rd')
    expect((await signIn(given.ADMIN_EMAIL, 'Fourth-passw0rd', next)).status).toBe(200)
    await next.stop()
  })
})
