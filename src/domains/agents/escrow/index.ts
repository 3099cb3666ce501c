// Escrows: money reserved between two agents until the agreed conditions are met.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { agents } from '../agents/index.ts'
import { dueJobs } from '../../../operation/due-jobs.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { expireIfDue } from './expiry.ts'
import type { EscrowOptions } from './parties.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { EXPIRY_JOB } from './service.ts'
import { settings } from './settings.ts'
import { listDueEscrows, lockEscrow } from './store.ts'

export const escrow = defineDomain({
  name: 'escrow',
  summary: 'Money reserved between two agents until the agreed conditions are met.',
  graphql: 'escrow',
  settings,
  events,
  examples,
  personalData,
  needs: { agents, assets, ledger, transfers },
  setUp(bank, { ESCROW_FEE_BASIS_POINTS }, needs) {
    const options: EscrowOptions = {
      assets: needs.assets.catalogue,
      jobs: bank.jobs,
      guards: needs.transfers.guardCheck,
      feeWithin: needs.transfers.feeWithin,
      feeBasisPoints: ESCROW_FEE_BASIS_POINTS,
    }
    return {
      exports: { options },
      operations: makeOperations(options),
      jobs: dueJobs({
        bank,
        name: EXPIRY_JOB,
        list: listDueEscrows,
        async settle(uuid, ctx) {
          const row = await lockEscrow(ctx.tx, uuid)
          if (row) await expireIfDue(row, ctx, options)
        },
      }),
    }
  },
})

export { WrongParty } from './errors.ts'
export { closeUnfundedEscrow, fundAndRelease } from './payment-escrow.ts'
export {
  type AgentAmountRequest,
  AgentCurrency,
  agentAmountInput,
  booksOfPayout,
  booksOfReservation,
  checkGuards,
  feeOn,
  getAgentAccount,
  refund,
  moneyErrors,
  payOut,
  readAgentAmount,
  reserve,
  type Shortfall,
  showAmount,
} from './money.ts'
export type { EscrowOptions } from './parties.ts'
export { toEscrowId, toTransactionName } from './schema.ts'
export { openEscrow } from './service.ts'
export { findEscrowByEitherId } from './store.ts'
