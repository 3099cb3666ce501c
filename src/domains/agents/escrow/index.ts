// Escrows: money reserved between two agents until what was agreed has happened.
import { defineDomain } from '../../../operation/domain.ts'
import { type DueOptions, dueJobs } from './due.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { expireIfDue } from './expiring.ts'
import type { EscrowOptions } from './opened.ts'
import { makeOperations } from './operations.ts'
import { EXPIRY_JOB } from './service.ts'
import { listDueEscrows, lockEscrow } from './store.ts'

export const escrow = (options: EscrowOptions & DueOptions) =>
  defineDomain({
    name: 'escrow',
    rank: 3,
    summary: 'Money reserved between two agents until what was agreed has happened.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: dueJobs({
      ...options,
      name: EXPIRY_JOB,
      list: listDueEscrows,
      async settle(uuid, ctx) {
        const row = await lockEscrow(ctx.tx, uuid)
        if (row) await expireIfDue(row, ctx, options)
      },
    }),
  })

export { type Due, type DueOptions, dueJobs, sendWhenDue } from './due.ts'
export { NotTheirPart } from './errors.ts'
export { dropEscrow, fundAndRelease } from './for-payments.ts'
export {
  type AgentAmountRequest,
  AgentCurrency,
  agentAmountInput,
  booksOfPayout,
  booksOfReservation,
  feeOn,
  getPurse,
  giveBack,
  moneyErrors,
  payOut,
  readAgentAmount,
  reserve,
  showAmount,
} from './money.ts'
export type { EscrowOptions } from './opened.ts'
export { toEscrowId, toTransactionName } from './schema.ts'
export { openEscrow } from './service.ts'
export { defineLifeCycle } from './steps.ts'
export { findDealtEscrow } from './store.ts'
