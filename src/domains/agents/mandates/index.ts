// AP2 mandates: permissions and promises between agents, as publicly verifiable credentials.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { identity } from '../../people/identity/index.ts'
import { agents } from '../agents/index.ts'
import { agentPayments, findPaymentById } from '../payments/index.ts'
import { reputation } from '../reputation/index.ts'
import { CredentialIssuer } from './credential.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { expireMandates } from './expiry.ts'
import { makeOperations } from './operations.ts'
import { issuedMandates } from './authority.ts'
import { personalData } from './personal-data.ts'

export const mandates = defineDomain({
  name: 'mandates',
  summary: 'AP2 mandates: carts, intents and payments as signed credentials with a life cycle.',
  graphql: 'agent-protocol',
  events,
  examples,
  personalData,
  needs: { agentPayments, agents, assets, identity, reputation },
  setUp(bank, _settings, needs) {
    needs.identity.sessionlessAccess.add(issuedMandates)
    return {
      operations: makeOperations({
        assets: needs.assets.catalogue,
        findPayment: findPaymentById,
        issuer: new CredentialIssuer(bank.signers),
        standing: needs.identity.standing,
      }),
      jobs: [
        {
          name: 'mandates.expire',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => expireMandates(db, bank),
        },
      ],
    }
  },
})

export type { PaymentSummary } from './ports.ts'
