// Payments for single requests, without an account: priced paths, challenges, proofs of payment, receipts, and
// the spending limits of agents.
import { byName } from '../../../operation/by-name.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { AcceptedPayments } from './accepted.ts'
import { KeptAnswers } from './answers.ts'
import { makeEndpointOperations } from './endpoint-operations.ts'
import { endpointPrice } from './endpoint-price.ts'
import { expirePayments, listActive } from './endpoint-store.ts'
import { ENDPOINTS_CHANGED, isEndpointAt } from './endpoints.ts'
import { endpointExamples } from './endpoint-examples.ts'
import { examples } from './examples.ts'
import { makeEndpointLimitOperations } from './limit-operations.ts'
import { makeOperations } from './operations.ts'
import { Payments } from './payments.ts'
import { PathPaywall } from './paywall.ts'
import { PriceList } from './price-list.ts'
import { resourcePrice } from './resource-price.ts'
import { listResources } from './resource-store.ts'
import { RESOURCES_CHANGED } from './resources.ts'
import { settings } from './settings.ts'
import type { OtherSeller } from './sold.ts'
import { makeTools } from './tools.ts'
import { makeX402Operations } from './x402-operations.ts'

/** Longer than any authorization is valid. */
const EXPIRES_MS = 600_000

export const machinePayments = defineDomain({
  name: 'machine-payments',
  summary:
    'Paying for single requests: priced paths, rails, challenges, proofs that count once, receipts, spending limits of agents.',
  schemas: ['machine_payments', 'x402'],
  settings,
  examples: { ...examples, ...endpointExamples },
  needs: { assets },
  setUp(bank, values, needs) {
    const { clock, detached: db } = bank
    const { catalogue } = needs.assets
    const accepted = new AcceptedPayments({
      ...bank,
      facilitatorUrl: values.X402_FACILITATOR_URL,
      payTo: values.X402_PAY_TO,
      db,
    })
    const payments = new Payments({ ...bank, accepted, challenges: true, db })
    const answers = new KeptAnswers({ ...bank, db })
    const terms = { ...bank, accepted, payments, assets: catalogue }
    const prices = new PriceList(bank.database.read, async (tx) => [
      ...(await listActive(tx)).map((endpoint) => endpointPrice(endpoint, terms)),
      ...(await listResources(tx)).map((resource) => resourcePrice(resource, terms)),
    ])
    const others: OtherSeller[] = []
    const operations = makeOperations({
      ...terms,
      others,
      async isSoldElsewhere(tx, at) {
        if (await isEndpointAt(tx, at)) return true
        for (const seller of others) if (await seller.isSoldAt(tx, at)) return true
        return false
      },
    })
    return {
      face: {
        payments,
        accepted,
        addSeller: (seller: OtherSeller) => void others.push(seller),
      },
      operations: [
        ...operations,
        ...makeX402Operations(terms),
        ...makeEndpointOperations(bank),
        ...makeEndpointLimitOperations(),
      ],
      tools: makeTools(byName(operations)),
      jobs: [
        {
          name: 'machine_payments.prune_answers',
          cron: '23 * * * *',
          retries: 0,
          run: (_payload, tx) => answers.prune(tx),
        },
        {
          name: 'x402.expire',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, tx) => expirePayments(tx, new Date(clock.now().getTime() - EXPIRES_MS)),
        },
      ],
      caches: [RESOURCES_CHANGED, ENDPOINTS_CHANGED].map((topic) => ({
        topic,
        forget: () => prices.forget(),
        forgetAll: () => prices.forget(),
      })),
      paywalls: [new PathPaywall({ prices, answers })],
    }
  },
})

export {
  PaymentApprovalRequired,
  PaymentMethodUnsupported,
  PaymentRequired,
  PaymentsUnavailable,
  SettlementUnknown,
  SpendingLimitExceeded,
} from './errors.ts'
export { type Offer } from './offer.ts'
export { type Payments, type Proofs } from './payments.ts'
export { toReceipt, toX402Response } from './receipt.ts'
export { proofInput, receiptHeaders, receiptOutput } from './schema.ts'
