// Receives a provider's webhooks. The signature is verified over the raw body before it is parsed.
// Events may arrive late, twice, or in any order; the life cycle decides which of them take effect.
import type { Logger } from 'pino'
import type { Context } from '../../../../operation/operation.ts'
import { Unavailable } from '../../../../operation/error.ts'
import { InvalidWebhook, UnknownProvider } from '../errors.ts'
import type { Providers } from './provider.ts'
import { applyProviderStatus } from '../settlement.ts'
import { checkSignature } from './signature.ts'
import { lockSession } from '../store.ts'
import { readStripeSession } from './stripe-bridge.ts'

export interface WebhookOptions {
  readonly providers: Providers
  /** Two while the secret is changed; if empty, all webhooks are refused. */
  readonly webhookSecrets: readonly string[]
  readonly log: Logger
}

export interface WebhookCall {
  readonly provider: string
  readonly signature?: string
  readonly body: string
}

export async function receiveWebhook(
  { provider, signature, body }: WebhookCall,
  ctx: Context,
  { providers, webhookSecrets, log }: WebhookOptions,
) {
  // A webhook carries no credential, so it concerns live sessions; sandbox sessions are only polled.
  const { environment } = ctx.caller
  if (!providers.find({ provider, environment })) throw UnknownProvider({ provider })
  if (webhookSecrets.length === 0)
    throw Unavailable({
      reason: 'Webhooks cannot be verified, because RAMP_WEBHOOK_SECRET is not set.',
    })
  checkSignature(signature, body, webhookSecrets, ctx.now)
  const session = readEvent(body)
  const row = await lockSession(ctx.tx, { provider, named: session.id })
  // An unknown session is acknowledged, because sending the webhook again would not help.
  if (row?.environment !== environment) return { received: true, session_id: null, status: null }
  const { id, status } = await applyProviderStatus(row, session.observed, ctx, log)
  return { received: true, session_id: id, status }
}

/** `{type, data: {object: session}}`. */
function readEvent(body: string) {
  const event = tryRead(body) as { data?: { object?: unknown } } | null | undefined
  const session = readStripeSession(event?.data?.object)
  if (!session) throw InvalidWebhook({})
  return session
}

function tryRead(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
