// Which stores can be asked, and whose purchases count where.
import type { Environment } from '../../../operation/caller.ts'
import { readAppleReceipt } from './apple.ts'
import type { AppleReader } from './apple-reader.ts'
import { refuse } from './errors.ts'
import type { StoreFacts } from './facts.ts'
import { toGoogleFacts } from './google.ts'
import type { GoogleReader } from './google-reader.ts'
import type { Source } from './products.ts'

export interface Stores {
  /** Undefined where none is configured and nothing may be simulated. */
  readonly apple: AppleReader | undefined
  readonly google: GoogleReader | undefined
  /** The name of the app at Google Play. */
  readonly packageName: string
  readonly production: boolean
}

/**
 * A store's test purchases cost nothing: in production they count in the sandbox only, and real ones
 * nowhere else than live.
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

/** What the store says of a receipt; throws when it does not stand by it. */
export async function readReceipt(
  request: ReceiptRequest,
  stores: Stores,
  environment: Environment,
  now: Date,
): Promise<StoreFacts> {
  const facts =
    request.platform === 'apple_iap'
      ? await readApple(request, stores, now)
      : await readGoogle(request, stores, now)
  if (facts.product_id !== request.productId) throw refuse('The receipt is for another product.')
  if (!environmentsOf(facts.store_environment, stores.production).includes(environment))
    throw refuse(
      environment === 'live'
        ? 'The receipt is from the store’s test environment.'
        : 'The receipt is a real one; the sandbox takes test purchases only.',
    )
  return facts
}

const unavailable = (store: string) =>
  refuse(`Purchases at ${store} cannot be verified here: no credentials are configured.`)

async function readApple(request: ReceiptRequest, stores: Stores, now: Date): Promise<StoreFacts> {
  if (!stores.apple) throw unavailable('the App Store')
  const facts = await readAppleReceipt(stores.apple, request.receipt, now)
  const named = request.originalTransactionId ?? facts.store_id
  if (named !== facts.store_id) throw refuse('The receipt is for another transaction.')
  return facts
}

async function readGoogle(request: ReceiptRequest, stores: Stores, now: Date): Promise<StoreFacts> {
  if (!stores.google) throw unavailable('Google Play')
  const product_id = request.productId
  const purchase = await stores.google.read(request.receipt, { product_id, now })
  return toGoogleFacts(purchase, product_id, now)
}
