// Disputes: a customer objects to a payment, the bank hears the parties and decides, and the payer is refunded or not.
import { defineDomain } from '../../../operation/domain.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import { assets } from '../assets/index.ts'
import { funding } from '../funding/index.ts'
import { ledger } from '../ledger/index.ts'
import { transactions } from '../transactions/index.ts'
import { mayDispute } from './actions.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { listMoments } from './moments.ts'
import { makeOperations } from './operations.ts'
import type { DisputeOptions } from './options.ts'
import { personalData } from './personal-data.ts'
import { expireIfDue } from './service.ts'
import { settings } from './settings.ts'
import { countUndecided, listUnanswered, lockDispute, sumRefundsByBank } from './store.ts'

export const disputes = defineDomain({
  name: 'disputes',
  summary: 'Disputes of payments between customers: messages, decisions and refunds.',
  graphql: 'transaction',
  settings,
  events,
  examples,
  personalData,
  needs: { assets, funding, ledger, transactions },
  setUp(bank, values, needs) {
    const options: DisputeOptions = {
      assets: needs.assets.catalogue,
      reversing: needs.transactions.reversing,
      periodDays: values.DISPUTE_PERIOD_DAYS,
      decisionDays: values.DISPUTE_DECISION_DAYS,
      answerDays: values.DISPUTE_ANSWER_DAYS,
    }
    needs.transactions.refunds.add((move, { tx }) => sumRefundsByBank(tx, move))
    needs.transactions.actions.add(async (payment, ctx) =>
      (await mayDispute(payment, ctx, options)) ? ['dispute'] : [],
    )
    needs.transactions.moments.add(listMoments)
    return {
      operations: makeOperations(options),
      queues: [
        {
          name: 'open_disputes',
          title: 'Disputes to decide',
          advice: 'Hear the parties, and accept or reject each before its deadline.',
          page: '/dispute-queue',
          count: countUndecided,
        },
      ],
      jobs: dueJobs({
        bank,
        name: 'disputes.expire',
        list: listUnanswered,
        async settle(id, ctx) {
          const row = await lockDispute(ctx.tx, ctx.caller.environment, id)
          if (row) await expireIfDue(row, ctx, options)
        },
      }),
    }
  },
})
