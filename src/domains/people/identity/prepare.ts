// Before the examples of identity: users, their second factor, their mail.
import { TOTP } from 'otpauth'
import type { Bank, Person } from '../../../../test/harness/bank.ts'
import type { Preparations, Prepare, Scene } from '../../../../test/contract/prepare/scene.ts'

let registrations = 0

const codeOf = (bank: Bank, secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })

async function confirmTwoFactor({ bank, make, send }: Scene): Promise<string> {
  const { secret } = await make('two_factor.enable')
  await send('two_factor.confirm', { code: codeOf(bank, secret) })
  bank.clock.advance(30)
  return secret
}

/** In the sandbox of the tests every user is confirmed at once. */
const unconfirm = (bank: Bank, { uuid }: Person) =>
  bank.sql('update identity.users set email_verified_at = null where uuid = $1', [uuid])

/** Another user, for what operators do. */
const ofAnotherUser: Prepare = async ({ bank }) => ({ uuid: (await bank.person()).uuid })

export const preparations: Preparations = {
  'user.list': async ({ bank }) => ({ search: (await bank.person()).email }),
  'user.show': ofAnotherUser,
  'user.suspend': ofAnotherUser,
  async 'user.reinstate'({ bank, send }) {
    const { uuid } = await bank.person()
    await send('user.suspend', { uuid })
    return { uuid }
  },
  'user.end_sessions': ofAnotherUser,
  'user.confirm_email': ofAnotherUser,
  async 'auth_session.end_of_user'({ bank, send }) {
    const { uuid } = await bank.person()
    const { data } = await send('user.show', { uuid })
    return { uuid, id: data.sessions[0].id }
  },
  'auth.register': () => ({ email: `contract${++registrations}@example.com` }),
  'auth.login': ({ person: { email, password } }) => ({ email, password }),
  'auth.refresh': ({ person }) => ({ refresh_token: person.refreshToken }),
  async 'auth_session.end'({ bank, person: { uuid, email, password } }) {
    // Another session than the one that calls, which goes on.
    const [user] = await bank.sql<{ tenant_uuid: string | null }>(
      'select tenant_uuid from identity.users where uuid = $1',
      [uuid],
    )
    const headers: Record<string, string> =
      user!.tenant_uuid === null ? {} : { 'X-Tenant-ID': user!.tenant_uuid }
    const login = await bank.call('POST /api/auth/login', { email, password }, { headers })
    const token = login.body.access_token
    const { data } = (await bank.call('GET /api/auth/sessions', undefined, { token })).body
    return { id: data.find((session: { is_current: boolean }) => session.is_current).id }
  },
  'auth.change_password': ({ person }) => ({ current_password: person.password }),
  'auth.forgot_password': ({ person: { email } }) => ({ email }),
  async 'auth.reset_password'({ bank, person: { uuid, email } }) {
    // The token travels by mail; the test puts one of its own into its place.
    const token = `a-token-for-${uuid}`
    await bank.sql(
      `insert into identity.password_resets (hash, user_uuid, created_at, expires_at)
       values (sha256($1), $2, $3, $3::timestamptz + interval '1 hour')
       on conflict (user_uuid) do nothing`,
      [token, uuid, bank.clock.now()],
    )
    return { token, email }
  },
  'auth.prove': ({ person: { password } }) => ({ password }),
  async 'user.reset_two_factor'({ bank }) {
    const { uuid } = await bank.person()
    await bank.sql(
      'update identity.users set two_factor_confirmed_at = created_at where uuid = $1',
      [uuid],
    )
    return { uuid }
  },
  async 'auth.resend_verification'({ bank, person }) {
    await unconfirm(bank, person)
    return {}
  },
  async 'auth.verify_email'({ bank, person }) {
    await unconfirm(bank, person)
    // The code travels by mail; the test puts one of its own into its place.
    const code = `a-code-for-${person.uuid}`
    await bank.sql(
      `insert into identity.email_confirmations (hash, user_uuid, created_at, expires_at)
       values (sha256($1), $2, $3, $3::timestamptz + interval '1 hour')
       on conflict (user_uuid) do nothing`,
      [code, person.uuid, bank.clock.now()],
    )
    return { code }
  },
  'two_factor.confirm': async ({ bank, make }) => ({
    code: codeOf(bank, (await make('two_factor.enable')).secret),
  }),
  'two_factor.verify': async (scene) => ({
    code: codeOf(scene.bank, await confirmTwoFactor(scene)),
  }),
  'two_factor.disable': ({ person: { password } }) => ({ password }),
  async 'two_factor.recovery_codes'(scene) {
    await confirmTwoFactor(scene)
    return {}
  },
}
