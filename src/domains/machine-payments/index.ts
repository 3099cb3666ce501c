// Payments for single requests, without an account: challenges, proofs, receipts.
import { defineDomain } from '../../operation/domain.ts'
import { type MachinePaymentsOptions, makeOperations } from './operations.ts'

export const machinePayments = (options: MachinePaymentsOptions) =>
  defineDomain({
    name: 'machine-payments',
    rank: 2,
    summary: 'Paying for a single request: rails, challenges, proofs that count once, receipts.',
    operations: makeOperations(options),
  })

export {
  PaymentMethodUnsupported,
  PaymentRequired,
  PaymentsUnavailable,
  SettlementUnknown,
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
export { proofInput, receiptHeaders, receiptOutput } from './schema.ts'
