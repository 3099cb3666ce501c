// Signing in without a password: by passkeys, and by the biometrics of a phone.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../identity/index.ts'
import { makeBiometricOperations } from './biometric-operations.ts'
import { makeDeviceOperations } from './device-operations.ts'
import type { DeviceRegistrationHook } from './devices.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { sessionlessAccess } from './sessionless-access.ts'
import { settings } from './settings.ts'
import { deleteExpired } from './store.ts'

export const passkeys = defineDomain({
  name: 'passkeys',
  summary: 'Signing in with passkeys, and by the biometrics of a registered device.',
  graphql: 'mobile',
  settings,
  events,
  examples,
  needs: { identity },
  setUp(bank, { WEBAUTHN_ORIGINS }, needs) {
    const { baseUrl, sealer } = bank
    needs.identity.addSessionlessAccess(...sessionlessAccess)
    const registrationHooks: DeviceRegistrationHook[] = []
    const onRegistered: DeviceRegistrationHook = async (user, ctx) => {
      for (const hook of registrationHooks) await hook(user, ctx)
    }
    return {
      exports: {
        /** Adds a hook that runs for every new device, in the transaction that registers it. */
        onDeviceRegistered: (hook: DeviceRegistrationHook) => void registrationHooks.push(hook),
      },
      operations: [
        ...makeOperations({ baseUrl, sealer, origins: WEBAUTHN_ORIGINS }),
        ...makeBiometricOperations(sealer),
        ...makeDeviceOperations(onRegistered),
      ],
      jobs: [
        {
          name: 'passkeys.delete_expired',
          cron: '*/10 * * * *',
          retries: 0,
          run: (_payload, db) => deleteExpired(db, bank.clock.now()),
        },
      ],
    }
  },
})

export { forgetPushToken, listPushTokens } from './device-store.ts'
