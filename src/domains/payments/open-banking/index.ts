// Open banking: account holders give third parties access to accounts by consent, and third parties initiate
// payments that account holders authorize.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import type { Context } from '../../../operation/operation.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { oauth } from '../../people/oauth/index.ts'
import { type Carrier, CarrierRegistry, type Progress } from './payments/carrier.ts'
import { makeConsentOperations } from './consents/operations.ts'
import { listDueConsents } from './consents/store.ts'
import { CONSENT_JOB, expireConsent } from './consents/service.ts'
import { Continuations } from './account-information/continuations.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { consentAccess } from './consents/given-consents.ts'
import { makeInformationOperations } from './account-information/operations.ts'
import { ownTransfers } from './payments/own-transfers.ts'
import { makePaymentOperations } from './payments/operations.ts'
import { listDuePayments, lockCarried } from './payments/store.ts'
import { pollPayment, PAYMENT_JOB, recordCarrierStatus } from './payments/service.ts'
import { personalData } from './personal-data.ts'

export const openBanking = defineDomain({
  name: 'open-banking',
  summary: 'Account data and payments for third parties, with the consent of the account holder.',
  graphql: 'open-banking',
  events,
  examples,
  personalData,
  needs: { accountNumbers, accounts, assets, identity, ledger, oauth, transactions, transfers },
  setUp(bank, _settings, needs) {
    needs.identity.sessionlessAccess.add(consentAccess)
    const { directory } = needs.accountNumbers
    const carriers = extensionPoint<Carrier>()
    carriers.add(ownTransfers(directory, needs.transfers.options))
    const { baseUrl, jobs, work } = bank
    const options = {
      baseUrl,
      jobs,
      work,
      directory,
      carriers: new CarrierRegistry(carriers),
      assets: needs.assets.catalogue,
      continuations: new Continuations(bank.sealer),
    }
    return {
      exports: {
        /** Called for payments to creditors that no carrier before it reaches, such as those at other banks. */
        carriers,
        /** Locks a payment, for a carrier that is about to move the money back. */
        lockCarried: async (carrier: string, id: string, { tx }: Context) =>
          void (await lockCarried(tx, carrier, id)),
        reportCarried: (carrier: string, id: string, progress: Progress, ctx: Context) =>
          recordCarrierStatus(carrier, id, progress, ctx, options),
      },
      operations: [
        ...makeConsentOperations(options),
        ...makeInformationOperations(options),
        ...makePaymentOperations(options),
      ],
      jobs: [
        ...dueJobs({ bank, name: CONSENT_JOB, list: listDueConsents, settle: expireConsent }),
        ...dueJobs({
          bank,
          name: PAYMENT_JOB,
          list: listDuePayments,
          settle: (id, ctx) => pollPayment(id, ctx, options),
        }),
      ],
    }
  },
})

export type { PaymentQuery, Carrier, Progress } from './payments/carrier.ts'
