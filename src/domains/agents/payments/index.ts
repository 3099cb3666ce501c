// Payments between agents: started, then confirmed or cancelled.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { agents } from '../agents/index.ts'
import { escrow } from '../escrow/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { EXPIRY_JOB, expireIfDue, type PaymentOptions } from './service.ts'
import { settings } from './settings.ts'
import { listDuePayments, lockPayment } from './store.ts'

export const agentPayments = defineDomain({
  name: 'agent-payments',
  summary: 'Payments from agent to agent: reserved, then confirmed or cancelled.',
  graphql: 'agent-payment',
  settings,
  events,
  examples,
  personalData,
  needs: { agents, assets, escrow, ledger, transfers },
  setUp(bank, values, needs) {
    const options: PaymentOptions = {
      escrow: needs.escrow.options,
      feeBasisPoints: values.AGENT_PAYMENT_FEE_BASIS_POINTS,
      expirySeconds: values.AGENT_PAYMENT_EXPIRY_SECONDS,
    }
    return {
      operations: makeOperations(options),
      jobs: dueJobs({
        bank,
        name: EXPIRY_JOB,
        list: listDuePayments,
        async settle(uuid, ctx) {
          const row = await lockPayment(ctx.tx, uuid)
          if (row) await expireIfDue(row, ctx, options)
        },
      }),
    }
  },
})

export { findPaymentById, pastTransactionFinder } from './past-transactions.ts'
