// Payments for single requests, without an account: priced paths, challenges, proofs of payment, receipts, and
// the spending limits of agents.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { keepDays, noShorter } from '../../../operation/retention.ts'
import { assets } from '../../core/assets/index.ts'
import { PaymentAcceptance } from './payments/acceptance.ts'
import { StoredResponses } from './paywall/stored-responses.ts'
import { makeEndpointOperations } from './endpoints/operations.ts'
import { endpointPrice } from './endpoints/price.ts'
import { expirePayments, listActive } from './endpoints/store.ts'
import { ENDPOINTS_CHANGED, isEndpointAt } from './endpoints/service.ts'
import { examples as endpointExamples } from './endpoints/examples.ts'
import { examples } from './examples.ts'
import { makeEndpointLimitOperations } from './limits/operations.ts'
import { makeOperations } from './operations.ts'
import { Payments } from './payments/service.ts'
import { PathPaywall } from './paywall/path-paywall.ts'
import { PriceList } from './paywall/price-list.ts'
import { personalData } from './personal-data.ts'
import { resourcePrice } from './resources/price.ts'
import { listResources } from './resources/store.ts'
import { RESOURCES_CHANGED } from './resources/service.ts'
import { settings } from './settings.ts'
import type { OtherSeller } from './paywall/catalogue.ts'
import { makeTools } from './tools.ts'
import { makeX402Operations } from './x402/operations.ts'

/** Longer than any authorization is valid. */
const EXPIRES_MS = 600_000

export const machinePayments = defineDomain({
  name: 'machine-payments',
  summary:
    'Paying for single requests: priced paths, rails, challenges, proofs that count once, receipts, spending limits of agents.',
  graphql: 'x402',
  schemas: ['machine_payments', 'x402'],
  settings,
  examples: { ...examples, ...endpointExamples },
  personalData,
  needs: { assets },
  setUp(bank, values, needs) {
    const { baseUrl, clock, isServed, production, sealer, detached: db } = bank
    const { catalogue } = needs.assets
    const sellers = extensionPoint<OtherSeller>()
    const accepted = new PaymentAcceptance({
      clock,
      production,
      sealer,
      sellers,
      facilitatorUrl: values.X402_FACILITATOR_URL,
      payTo: values.X402_PAY_TO,
      db,
    })
    const payments = new Payments({ baseUrl, clock, sealer, accepted, challenges: true, db })
    const answers = new StoredResponses({ clock, sealer, db })
    const terms = { isServed, accepted, payments, assets: catalogue }
    const prices = new PriceList(bank.database.read, async (tx) => [
      ...(await listActive(tx)).map((endpoint) => endpointPrice(endpoint, terms)),
      ...(await listResources(tx)).map((resource) => resourcePrice(resource, terms)),
    ])
    const operations = makeOperations({
      baseUrl,
      sealer,
      payments,
      assets: catalogue,
      sellers,
      async isSoldElsewhere(tx, at) {
        if (await isEndpointAt(tx, at)) return true
        for (const seller of sellers.handlers) if (await seller.isSoldAt(tx, at)) return true
        return false
      },
    })
    return {
      exports: {
        payments,
        accepted,
        /** Called for the list of what is sold, and before a price is set for a path. */
        sellers,
      },
      sealed: [sealedColumn('machine_payments.answers', 'sealed')],
      operations: [
        ...operations,
        ...makeX402Operations({ accepted, baseUrl }),
        ...makeEndpointOperations(bank),
        ...makeEndpointLimitOperations(),
      ],
      tools: makeTools(byName(operations)),
      jobs: [
        {
          name: 'x402.expire',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, tx) => expirePayments(tx, new Date(clock.now().getTime() - EXPIRES_MS)),
        },
      ],
      retention: [
        noShorter(
          keepDays(
            'machine_payments.answers',
            'created_at',
            1,
            'Buyers may repeat a paid request for a day and get the stored answer.',
          ),
        ),
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
export { type Offer } from './payments/offer.ts'
export { type Payments, type Proofs } from './payments/service.ts'
export { toReceipt, toX402Response } from './payments/receipt.ts'
export { proofInput, receiptHeaders, receiptOutput } from './schema.ts'
