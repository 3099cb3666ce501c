// Payments for single requests, without an account: challenges, proofs, receipts.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { type MachinePaymentsOptions, makeOperations } from './operations.ts'
import { deleteAnswers } from './resource-store.ts'

/** For so long whoever paid may ask again. */
const ANSWERS_KEPT_MS = 86_400_000

export const machinePayments = (options: MachinePaymentsOptions) =>
  defineDomain({
    name: 'machine-payments',
    rank: 2,
    summary: 'Paying for a single request: rails, challenges, proofs that count once, receipts.',
    examples,
    operations: makeOperations(options),
    jobs: [
      {
        name: 'machine_payments.prune_answers',
        cron: '23 * * * *',
        retries: 0,
        run: (_payload, db) =>
          deleteAnswers(db, new Date(options.clock.now().getTime() - ANSWERS_KEPT_MS)),
      },
    ],
  })

export {
  addressesOf,
  alikesOf,
  PriceBook,
  type PricedPath,
  SEGMENTS,
  trimPath,
} from './book.ts'
export { findPathFault, isForSale, type Seller } from './for-sale.ts'
export {
  PaymentApprovalRequired,
  PaymentMethodUnsupported,
  PaymentRequired,
  PaymentsUnavailable,
  SettlementUnknown,
  SpendingLimitExceeded,
} from './errors.ts'
export { type Facilitator, httpFacilitator } from './facilitator.ts'
export { PaymentGate, type Proofs, type Verified } from './gate.ts'
export { type Offer } from './offer.ts'
export { localFacilitator } from './local-facilitator.ts'
export {
  DEFAULT_NETWORK,
  findNetwork,
  getNetwork,
  networks,
  USDC_DECIMALS,
  USDC_VERSION,
} from './networks.ts'
export { type SoldResource } from './operations.ts'
export { sandboxRails, x402Rail } from './rails.ts'
export { toReceipt, toX402Response } from './receipt.ts'
export { isResourceAt, ResourceBook, RESOURCES_CHANGED } from './resources.ts'
export { lockPrices } from './resource-store.ts'
export { proofInput, receiptHeaders, receiptOutput } from './schema.ts'
export { ResourceTolls } from './toll.ts'
