// Payment rails: payments to and from other banks over ACH, Fedwire, RTP, FedNow, SEPA and SWIFT.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs, sweepDue } from '../../../operation/due-jobs.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import type { Context } from '../../../operation/operation.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { batchPayments } from './ach/service.ts'
import { makeAchOperations } from './ach/operations.ts'
import { iso20022 } from '../iso20022/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { personalData } from './personal-data.ts'
import { fileScheme } from './schemes/file-scheme.ts'
import { type PaymentListener, PaymentListeners } from './payments/listeners.ts'
import { Inbox } from './inbox/inbox.ts'
import { listMoments } from './payments/moments.ts'
import { makeMandateOperations } from './mandates/operations.ts'
import { expireMandates, mandateAccess } from './mandates/service.ts'
import { makeOperations } from './operations.ts'
import {
  findPaymentState,
  quote,
  type RailOptions,
  send,
  type SendRequest,
  SETTLE_JOB,
} from './payments/service.ts'
import { makeSchemes } from './schemes/scheme.ts'
import { settings } from './settings.ts'
import { settleDue } from './payments/settlement.ts'
import { simulatedScheme } from './schemes/simulated-scheme.ts'
import { countRecovering, findPayment, listDuePayments, lockPayment } from './payments/store.ts'

const byMandate = { asks: 'Whether the debtor of a collection still authorizes the mandate.' }

export const paymentRails = defineDomain({
  name: 'payment-rails',
  summary: 'Payments to and from other banks over payment rails, and direct debits.',
  graphql: 'payment-rails',
  schemas: ['payment_rails'],
  settings,
  events,
  examples,
  personalData,
  needs: { accountNumbers, assets, identity, iso20022, ledger, transactions, transfers },
  setUp(bank, values, needs) {
    const isReal = values.PAYMENT_RAILS_SCHEME === 'files'
    const paymentOutcomes = extensionPoint<PaymentListener>()
    needs.identity.sessionlessAccess.add(mandateAccess)
    needs.transactions.moments.add(listMoments)
    const options: RailOptions = {
      assets: needs.assets.catalogue,
      jobs: bank.jobs,
      schemes: makeSchemes({
        simulated: simulatedScheme(values.PAYMENT_RAILS_SIMULATED_SECONDS),
        real: isReal
          ? fileScheme({ outbox: values.PAYMENT_RAILS_OUTBOX, assets: needs.assets.catalogue })
          : undefined,
        production: bank.production,
      }),
      directory: needs.accountNumbers.directory,
      listeners: new PaymentListeners(paymentOutcomes),
      guards: needs.transfers.guardCheck,
      standing: needs.identity.standing,
      feeWithin: needs.transfers.feeWithin,
      chargesCost: values.PAYMENT_RAILS_FEES === 'cost',
      production: bank.production,
      achDestination: values.PAYMENT_RAILS_ACH_DESTINATION,
    }
    const { log, work } = bank
    const inbox = new Inbox({ log, work, inbox: values.PAYMENT_RAILS_INBOX }, options)
    return {
      exports: {
        /** Sends a payment inside the caller's transaction; the caller has checked who may spend. */
        send: (ctx: Context, request: SendRequest) => send(ctx, request, options),
        /** Returns the fee of a payment; refuses one that could not be sent. */
        quote: (ctx: Context, request: SendRequest) => quote(ctx, request, options),
        find: findPaymentState,
        /** Called for the final state of payments, each listener for those of its origin. */
        paymentOutcomes,
      },
      operations: [
        ...makeOperations(options),
        ...makeMandateOperations(options),
        ...makeAchOperations(options, bank),
      ],
      jobs: [
        ...dueJobs({
          bank,
          name: SETTLE_JOB,
          spends: byMandate,
          list: listDuePayments,
          async settle(uuid, ctx) {
            const known = await findPayment(ctx.tx, uuid)
            // The first due payment of a batch creates the file for all of them.
            if (known?.rail === 'ach' && known.status === 'pending' && known.answer === null)
              return void (await batchPayments('due', ctx, options))
            const row = await lockPayment(ctx.tx, uuid)
            if (row) await settleDue(row, ctx, options)
          },
        }),
        {
          name: 'payment_rails.read_inbox',
          cron: '* * * * *',
          retries: 0,
          spends: byMandate,
          run: () => (isReal ? inbox.read() : Promise.resolve()),
        },
        {
          name: 'payment_rails.expire_mandates',
          cron: '41 2 * * *',
          retries: 0,
          run: (_payload, db) =>
            sweepDue(db, bank, 'payment_rails.expire_mandates', expireMandates),
        },
      ],
      queues: [
        {
          name: 'uncovered_returns',
          title: 'Returned collections without cover',
          advice: 'The bank takes what arrives. Ask the customer to pay in the rest.',
          page: '/customers',
          count: countRecovering,
        },
      ],
    }
  },
})

export type { PaymentState, PaymentListener } from './payments/listeners.ts'
