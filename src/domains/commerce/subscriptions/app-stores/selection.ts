// Chooses real or simulated stores from the settings. A store that is not configured is simulated in the
// sandbox and switched off in production.
import type { Clock } from '../../../../kernel/clock.ts'
import type { Values } from '../../../../platform/settings.ts'
import { chainReader, simulatedReader } from './apple-reader.ts'
import { APPLE_ROOT_G3 } from './apple-root-certificate.ts'
import { googleReader } from './google-reader.ts'
import type { settings } from '../settings.ts'
import { simulatedGoogle } from './simulated-google.ts'

interface Runtime {
  readonly production: boolean
  readonly clock: Clock
  readonly connections: number
}

export function selectAppStores(
  values: Values<(typeof settings)['variables']>,
  { production, clock, connections }: Runtime,
) {
  const { APPLE_BUNDLE_ID: bundleId, GOOGLE_PLAY_PACKAGE: packageName } = values
  const apple =
    values.APPLE_APP_ID > 0
      ? chainReader({
          bundleId,
          appId: values.APPLE_APP_ID,
          roots: [values.APPLE_ROOT_CERTIFICATE || APPLE_ROOT_G3],
          asksOnline: values.APPLE_ONLINE_CHECKS,
        })
      : undefined
  const google =
    values.GOOGLE_PLAY_SERVICE_ACCOUNT === ''
      ? undefined
      : googleReader({
          url: values.GOOGLE_PLAY_URL,
          packageName,
          serviceAccount: values.GOOGLE_PLAY_SERVICE_ACCOUNT,
          clock,
          atOnceMax: Math.max(1, Math.floor(connections / 3)),
        })
  return {
    apple: apple ?? (production ? undefined : simulatedReader({ bundleId })),
    google: google ?? (production ? undefined : simulatedGoogle),
    packageName,
    production,
  }
}
