// Payments for single requests, without an account: challenges, proofs, receipts.
import type { Source } from '../../../kernel/page.ts'
import { byName } from '../../../operation/by-name.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { Db } from '../../../platform/database.ts'
import { assets } from '../../core/assets/index.ts'
import { AcceptedPayments } from './accepted.ts'
import type { PricedPath } from './book.ts'
import { examples } from './examples.ts'
import { PaymentGate } from './gate.ts'
import { makeOperations, type SoldResource } from './operations.ts'
import { deleteAnswers } from './resource-store.ts'
import { ResourceBook, RESOURCES_CHANGED } from './resources.ts'
import { settings } from './settings.ts'
import { ResourceTolls } from './toll.ts'
import { makeTools } from './tools.ts'

/** For so long whoever paid may ask again. */
const ANSWERS_KEPT_MS = 86_400_000

/** What another domain sells for payments of this kind. */
interface Seller {
  /** Whether a path is sold there, even if it is switched off. */
  isSoldAt(tx: Db, at: PricedPath): Promise<boolean>
  list(tx: Db): Source<SoldResource>
}

export const machinePayments = defineDomain({
  name: 'machine-payments',
  summary: 'Paying for a single request: rails, challenges, proofs that count once, receipts.',
  settings,
  examples,
  needs: { assets },
  setUp(bank, values, needs) {
    const { sealer, baseUrl, clock } = bank
    const { catalogue } = needs.assets
    const accepted = new AcceptedPayments({
      ...bank,
      facilitatorUrl: values.X402_FACILITATOR_URL,
      payTo: values.X402_PAY_TO,
      db: bank.detached,
    })
    const gate = new PaymentGate({
      accepted,
      challenges: true,
      sealer,
      baseUrl,
      db: bank.detached,
      clock,
    })
    const book = new ResourceBook(bank.database.read)
    const sellers: Seller[] = []
    const operations = makeOperations({
      ...bank,
      gate,
      assets: catalogue,
      async isSoldElsewhere(tx, at) {
        for (const seller of sellers) if (await seller.isSoldAt(tx, at)) return true
        return false
      },
      listSold: (tx) => sellers.map((seller) => seller.list(tx)),
    })
    return {
      face: {
        gate,
        accepted,
        addSeller: (seller: Seller) => void sellers.push(seller),
      },
      operations,
      tools: makeTools(byName(operations)),
      jobs: [
        {
          name: 'machine_payments.prune_answers',
          cron: '23 * * * *',
          retries: 0,
          run: (_payload, db) =>
            deleteAnswers(db, new Date(clock.now().getTime() - ANSWERS_KEPT_MS)),
        },
      ],
      caches: [
        { topic: RESOURCES_CHANGED, forget: () => book.forget(), forgetAll: () => book.forget() },
      ],
      paywalls: [new ResourceTolls({ book, gate: gate.options, assets: catalogue, sealer })],
    }
  },
})

export type { AcceptedPayments } from './accepted.ts'

export { addressesOf, alikesOf, PriceBook, type PricedPath, SEGMENTS, trimPath } from './book.ts'
export { findPathFault, isForSale, type Seller } from './for-sale.ts'
export {
  PaymentApprovalRequired,
  PaymentMethodUnsupported,
  PaymentRequired,
  PaymentsUnavailable,
  SettlementUnknown,
  SpendingLimitExceeded,
} from './errors.ts'
export { PaymentGate, type Proofs, type Verified } from './gate.ts'
export { type Offer } from './offer.ts'
export {
  DEFAULT_NETWORK,
  findNetwork,
  getNetwork,
  networks,
  USDC_DECIMALS,
  USDC_VERSION,
} from './networks.ts'
export { type SoldResource } from './operations.ts'
export { toReceipt, toX402Response } from './receipt.ts'
export { isResourceAt } from './resources.ts'
export { lockPrices } from './resource-store.ts'
export { proofInput, receiptHeaders, receiptOutput } from './schema.ts'
export { x402Rail } from './rails.ts'
