// AP2 mandates: what one agent allows or promises another, as a credential that anybody can check.
import { defineDomain } from '../../../operation/domain.ts'
import type { Signer } from '../../../platform/secrets.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { CredentialIssuer } from './credential.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { expireMandates, type ExpiringOptions } from './expiring.ts'
import { makeOperations } from './operations.ts'
import type { FindPayment } from './ports.ts'

export interface MandatesDomainOptions extends ExpiringOptions {
  readonly assets: AssetCatalogue
  readonly signer: Signer
  readonly findPayment: FindPayment
}

export const mandates = (options: MandatesDomainOptions) =>
  defineDomain({
    name: 'mandates',
    rank: 4,
    summary: 'AP2 mandates: carts, intents and payments as signed credentials with a life cycle.',
    examples,
    operations: makeOperations({ ...options, issuer: new CredentialIssuer(options.signer) }),
    events: Object.values(events),
    jobs: [
      {
        name: 'mandates.expire',
        cron: '* * * * *',
        retries: 0,
        run: (_payload, db) => expireMandates(db, options),
      },
    ],
  })

export type { FindPayment, SeenPayment } from './ports.ts'
