// A real provider: Stripe's crypto onramp sessions. The user pays on Stripe's page, and Stripe sends the
// coins to the wallet; no money passes through the bank. Stripe only sells, and only USDC is offered.
import { isRecord, isStorableText } from '../../../../kernel/json.ts'
import { Unavailable } from '../../../../operation/error.ts'
import { SessionError } from '../errors.ts'
import type { SessionStatus } from '../life-cycle.ts'
import type { ProviderStatus, Order, RampProvider } from './provider.ts'

export interface StripeBridgeOptions {
  /** The base URL of the API: https://api.stripe.com. */
  readonly url: string
  readonly key: string
}

export const STRIPE_BRIDGE = 'stripe_bridge'

const TIMEOUT_MS = 5_000
/**
 * A call is made inside a transaction. More concurrent calls are refused, so that a provider that hangs
 * cannot use up the bank's database connections.
 */
const CONCURRENT_MAX = 2
const CHECK_AFTER_SECONDS = 60

/** Stripe's current and older statuses; an unknown status counts as processing. */
const statuses: Readonly<Record<string, SessionStatus>> = {
  initialized: 'pending',
  requires_payment: 'pending',
  payment_pending: 'processing',
  payment_complete: 'processing',
  fulfillment_processing: 'processing',
  fulfilled: 'completed',
  fulfillment_complete: 'completed',
  payment_failed: 'failed',
  rejected: 'failed',
  expired: 'expired',
}

export const toStatus = (providerStatus: string): SessionStatus =>
  Object.hasOwn(statuses, providerStatus) ? statuses[providerStatus]! : 'processing'

export interface StripeSession {
  readonly id: string
  readonly checkout_url: string | undefined
  readonly observed: ProviderStatus
}

/** Reads a session object from an answer or an event; undefined if it is not one. */
export function readStripeSession(value: unknown): StripeSession | undefined {
  if (!isRecord(value)) return undefined
  const { id, status, redirect_url, transaction_details: details } = value
  if (!isShortText(id) || !isShortText(status)) return undefined
  const amount = isRecord(details) ? details.destination_amount : undefined
  const mapped = toStatus(status)
  return {
    id,
    checkout_url: isWebAddress(redirect_url) ? redirect_url : undefined,
    observed: {
      provider_status: status,
      status: mapped,
      crypto_amount: typeof amount === 'string' ? amount : undefined,
      reason: mapped === 'failed' ? 'The provider could not complete the payment.' : undefined,
    },
  }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255 && isStorableText(value)

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

interface Call {
  readonly method: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly session: StripeSession | undefined
}

export function stripeBridge({ url, key }: StripeBridgeOptions): RampProvider {
  let concurrent = 0

  async function call(path: string, init: Call): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...init.headers, Authorization: `Bearer ${key}` },
    })
    const { status, ok } = response
    return { status, ok, session: ok ? readStripeSession(await response.json()) : undefined }
  }

  async function ask(order: Order): Promise<Answer> {
    if (concurrent >= CONCURRENT_MAX) throw unavailable('is busy')
    concurrent += 1
    try {
      return await call('/v1/crypto/onramp_sessions', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Idempotency-Key': order.id,
        },
        body: toForm(order).toString(),
      })
    } catch (error) {
      throw unavailable('does not answer', error)
    } finally {
      concurrent -= 1
    }
  }

  return {
    name: STRIPE_BRIDGE,
    test_mode: false,
    types: ['on'],
    coins: ['USDC'],
    payment_methods: ['card', 'bank_transfer'],
    checkAfterSeconds: CHECK_AFTER_SECONDS,
    async create(order) {
      const { status, ok, session } = await ask(order)
      if (status >= 500 || status === 429) throw unavailable('is busy')
      if (!ok)
        throw SessionError({
          reason: 'PROVIDER_REFUSED',
          sentence: 'The provider refused this session; check the amount and the wallet address.',
        })
      if (session?.checkout_url === undefined) throw unavailable('gave an unexpected answer')
      const { id, checkout_url, observed } = session
      return { provider_session_id: id, checkout_url, provider_status: observed.provider_status }
    },
    async read({ provider_session_id }) {
      const path = `/v1/crypto/onramp_sessions/${encodeURIComponent(provider_session_id)}`
      const { status, ok, session } = await call(path, { method: 'GET' })
      if (!ok) throw new Error(`the provider answered with status ${status}`)
      if (session?.id !== provider_session_id)
        throw new Error('the provider answered with another session')
      return session.observed
    },
  }
}

const unavailable = (how: string, cause?: unknown) =>
  Unavailable(
    { reason: `The provider ${how}; no session was started, try again shortly.` },
    { cause },
  )

const toForm = (order: Order): URLSearchParams =>
  new URLSearchParams({
    'wallet_addresses[ethereum]': order.wallet_address,
    lock_wallet_address: 'true',
    source_currency: order.fiat_currency.toLowerCase(),
    source_amount: order.fiat_amount,
    destination_currency: order.crypto_currency.toLowerCase(),
    destination_network: 'ethereum',
    'metadata[session_id]': order.id,
  })
