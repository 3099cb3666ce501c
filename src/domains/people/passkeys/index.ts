// Signing in without a password: by passkeys, and by the biometrics of a phone.
import { defineDomain } from '../../../operation/domain.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { keepHours, keepUntil, noShorter } from '../../../operation/retention.ts'
import { identity } from '../identity/index.ts'
import { makeBiometricOperations } from './biometric-operations.ts'
import { makeDeviceOperations } from './device-operations.ts'
import type { DeviceRegistrationHook } from './devices.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { deviceAccess, passkeyAccess } from './sessionless-access.ts'
import { settings } from './settings.ts'

export const passkeys = defineDomain({
  name: 'passkeys',
  summary: 'Signing in with passkeys, and by the biometrics of a registered device.',
  graphql: 'mobile',
  settings,
  events,
  examples,
  personalData,
  needs: { identity },
  setUp(bank, { WEBAUTHN_ORIGINS }, needs) {
    const { baseUrl, sealer } = bank
    needs.identity.sessionlessAccess.add(passkeyAccess)
    needs.identity.sessionlessAccess.add(deviceAccess)
    const deviceRegistered = extensionPoint<DeviceRegistrationHook>()
    return {
      exports: {
        /** Called for every new device, in the transaction that registers it. */
        deviceRegistered,
      },
      operations: [
        ...makeOperations({ baseUrl, sealer, origins: WEBAUTHN_ORIGINS }),
        ...makeBiometricOperations(sealer),
        ...makeDeviceOperations(deviceRegistered),
      ],
      retention: [
        noShorter(
          keepHours(
            'passkeys.failures',
            'updated_at',
            1,
            'Longer than the window in which failures count, and longer than a block.',
          ),
        ),
        keepUntil(
          'passkeys.used_challenges',
          'expires_at',
          'A challenge works once; expired challenges are rejected in any case.',
        ),
        keepUntil(
          'passkeys.sessions',
          'expires_at',
          'Users see the sessions in which their devices are signed in.',
        ),
      ],
    }
  },
})

export { forgetPushToken, listPushTokens } from './device-store.ts'
