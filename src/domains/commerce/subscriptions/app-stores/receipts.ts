// Reads a receipt from its store, and decides in which environment a purchase counts.
import type { Environment } from '../../../../operation/caller.ts'
import { readAppleReceipt } from './apple.ts'
import type { AppleReader } from './apple-reader.ts'
import { refuse } from '../errors.ts'
import type { StoreFacts } from './facts.ts'
import { toGoogleFacts } from './google.ts'
import type { GoogleReader } from './google-reader.ts'
import type { Source } from '../products.ts'

export interface AppStores {
  /** Undefined when not configured in production, where nothing is simulated. */
  readonly apple: AppleReader | undefined
  readonly google: GoogleReader | undefined
  /** The package name of the app at Google Play. */
  readonly packageName: string
  readonly production: boolean
}

/**
 * A store's test purchases cost nothing, so on a production bank they count in the sandbox only, and real
 * purchases in live only.
 */
export function environmentsOf(
  store_environment: string | null | undefined,
  production: boolean,
): Environment[] {
  if (!production) return ['live', 'sandbox']
  return store_environment === 'Production'
    ? ['live']
    : store_environment === 'Sandbox'
      ? ['sandbox']
      : []
}

export interface ReceiptRequest {
  readonly platform: Source
  readonly receipt: string
  readonly productId: string
  readonly originalTransactionId?: string | null
}

/** Throws when the store does not confirm the receipt. */
export async function readReceipt(
  request: ReceiptRequest,
  stores: AppStores,
  environment: Environment,
  now: Date,
): Promise<StoreFacts> {
  const facts =
    request.platform === 'apple_iap'
      ? await readApple(request, stores, now)
      : await readGoogle(request, stores, now)
  if (facts.product_id !== request.productId)
    throw refuse(`The receipt is for the product ${facts.product_id}, not ${request.productId}.`)
  if (!environmentsOf(facts.store_environment, stores.production).includes(environment))
    throw refuse(
      environment === 'live'
        ? 'The receipt is from the store’s test environment, which counts in the sandbox only.'
        : 'The receipt is for a real purchase; the sandbox accepts test purchases only.',
    )
  return facts
}

const unavailable = (store: string) =>
  refuse(
    `Purchases at ${store} cannot be verified: this bank has no credentials configured for it.`,
  )

async function readApple(
  request: ReceiptRequest,
  stores: AppStores,
  now: Date,
): Promise<StoreFacts> {
  if (!stores.apple) throw unavailable('the App Store')
  const facts = await readAppleReceipt(stores.apple, request.receipt, now)
  const named = request.originalTransactionId ?? facts.store_id
  if (named !== facts.store_id) throw refuse('The receipt is for another transaction.')
  return facts
}

async function readGoogle(
  request: ReceiptRequest,
  stores: AppStores,
  now: Date,
): Promise<StoreFacts> {
  if (!stores.google) throw unavailable('Google Play')
  const product_id = request.productId
  const purchase = await stores.google.read(request.receipt, { product_id, now })
  return toGoogleFacts(purchase, product_id, now)
}
