// Before the examples of passkeys: a passkey, a device, a phone that signs in by biometrics.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'
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
} from './test-support.ts'

const ofDevice: Prepare = async ({ bank, person }) => ({
  id: (await registerDevice(bank, person)).id,
})

const ofBiometricDevice: Prepare = async ({ bank, person }) => ({
  device_id: (await enableBiometrics(bank, person)).device_id,
})

export const preparations: Preparations = {
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
  async 'passkey.list_of_user'({ bank }) {
    const person = await bank.person()
    await registerPasskey(bank, person)
    return { uuid: person.uuid }
  },
  async 'passkey.remove_of_user'({ bank }) {
    const person = await bank.person()
    return { uuid: person.uuid, id: (await registerPasskey(bank, person)).id }
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
