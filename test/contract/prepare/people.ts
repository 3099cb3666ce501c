// Before the examples of people: users, keys, passkeys, devices and connected clients.
import { TOTP } from 'otpauth'
import { authorize } from '../../../src/domains/people/oauth/test-support.ts'
import {
  askToLogIn,
  askToRegister,
  assert,
  attest,
  enableBiometrics,
  logInByBiometrics,
  makeAuthenticator,
  newDevice,
  registerDevice,
  registerPasskey,
  signChallenge,
} from '../../../src/domains/people/passkeys/test-support.ts'
import type { Bank, Person } from '../../harness/bank.ts'
import type { Preparations, Prepare, Scene } from './scene.ts'

let registrations = 0

const codeOf = (bank: Bank, secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })

async function confirmTwoFactor({ bank, make, send }: Scene): Promise<string> {
  const { secret } = await make('two_factor.enable')
  await send('two_factor.confirm', { code: codeOf(bank, secret) })
  bank.clock.advance(30)
  return secret
}

const ofKey: Prepare = async ({ make }) => ({ id: (await make('api_key.create')).data.uuid })

/** A client that the user has connected. */
const ofGrant: Prepare = async ({ bank, person, make }) => {
  await authorize(bank, person)
  return { grant_id: (await make('grant.list')).data[0].uuid }
}

const ofDevice: Prepare = async ({ bank, person }) => ({
  id: (await registerDevice(bank, person)).id,
})

const ofBiometricDevice: Prepare = async ({ bank, person }) => ({
  device_id: (await enableBiometrics(bank, person)).device_id,
})

/** In the sandbox of the tests every user is confirmed at once. */
const unconfirm = (bank: Bank, { uuid }: Person) =>
  bank.sql('update identity.users set email_verified_at = null where uuid = $1', [uuid])

/** Another user, for what operators do. */
const ofAnotherUser: Prepare = async ({ bank }) => ({ uuid: (await bank.person()).uuid })

export const people: Preparations = {
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
  async 'api_key.list_of_user'({ bank, send }) {
    const person = await bank.person()
    await send('api_key.create', {}, person)
    return { uuid: person.uuid }
  },
  async 'grant.list_of_user'({ bank }) {
    const person = await bank.person()
    await authorize(bank, person)
    return { uuid: person.uuid }
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
  'api_key.get': ofKey,
  'api_key.update': ofKey,
  'api_key.revoke': ofKey,
  'api_key.regenerate': ofKey,
  'grant.update': ofGrant,
  'grant.revoke': ofGrant,
  async 'passkey.verify'({ bank, person }) {
    const passkey = await registerPasskey(bank, person)
    return assert(passkey, { challenge: await askToLogIn(bank) })
  },
  'passkey.register': async ({ bank, person }) => ({
    ...attest(makeAuthenticator(bank), { challenge: await askToRegister(bank, person) }),
    device_id: (await registerDevice(bank, person)).device_id,
  }),
  async 'passkey.list'({ bank, person }) {
    await registerPasskey(bank, person)
    return {}
  },
  'passkey.remove': async ({ bank, person }) => ({ id: (await registerPasskey(bank, person)).id }),
  'biometric.enable': async ({ bank, person }) => ({
    device_id: (await registerDevice(bank, person)).device_id,
    public_key: makeAuthenticator(bank).publicKey.export({ type: 'spki', format: 'pem' }),
  }),
  'biometric.disable': ofBiometricDevice,
  'biometric.challenge': ofBiometricDevice,
  'biometric.verify': async ({ bank, person }) =>
    signChallenge(bank, await enableBiometrics(bank, person)),
  async 'biometric_session.list'({ bank, person }) {
    await logInByBiometrics(bank, await enableBiometrics(bank, person))
    return {}
  },
  'biometric_session.revoke': async ({ bank, person }) => ({
    id: (await logInByBiometrics(bank, await enableBiometrics(bank, person))).session_id,
  }),
  async 'biometric_session.revoke_all'({ bank, person }) {
    await logInByBiometrics(bank, await enableBiometrics(bank, person))
    return {}
  },
  async 'device.list'({ bank, person }) {
    await registerDevice(bank, person)
    return {}
  },
  'device.register': () => ({ device_id: newDevice().device_id }),
  'device.get': ofDevice,
  'device.remove': ofDevice,
  async 'device.remove_all'({ bank, person }) {
    await registerDevice(bank, person)
    return {}
  },
  'device.set_token': ofDevice,
  'device.block': ofDevice,
  'device.unblock': ofDevice,
  'device.trust': ofDevice,
}
