// Signing in without a password: by passkeys, and by the biometrics of a telephone.
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { makeBiometricOperations } from './biometric-operations.ts'
import { deviceOperations } from './device-operations.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { PasskeyOptions } from './service.ts'
import { deleteExpired } from './store.ts'

export const passkeys = (options: PasskeyOptions & { readonly clock: Clock }) =>
  defineDomain({
    name: 'passkeys',
    rank: 2,
    summary: 'Signing in with passkeys, and by the biometrics of a registered device.',
    examples,
    operations: [
      ...makeOperations(options),
      ...makeBiometricOperations(options.sealer),
      ...deviceOperations,
    ],
    events: Object.values(events),
    jobs: [
      {
        name: 'passkeys.delete_expired',
        cron: '*/10 * * * *',
        retries: 0,
        run: (_payload, db) => deleteExpired(db, options.clock.now()),
      },
    ],
  })

export { waysIn } from './ways-in.ts'
