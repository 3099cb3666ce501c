// What a provider says by itself. The signature is judged over the very bytes before anything is read
// from them. Events come late, twice, or in any order: the life cycle alone decides what follows.
import type { Logger } from 'pino'
import type { Context } from '../../../operation/operation.ts'
import { Unavailable } from '../../../operation/error.ts'
import { InvalidWebhook, UnknownProvider } from './errors.ts'
import type { Providers } from './provider.ts'
import { follow } from './settling.ts'
import { checkSignature } from './signature.ts'
import { lockSession } from './store.ts'
import { readStripeSession } from './stripe-bridge.ts'

export interface WebhookOptions {
  readonly providers: Providers
  /** Empty: none is set, and nothing is believed. */
  readonly webhookSecret: string
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
  { providers, webhookSecret, log }: WebhookOptions,
) {
  // A call carries no credential, so it is about live sessions; sandbox ones are only asked about.
  const { environment } = ctx.caller
  if (!providers.find({ provider, environment })) throw UnknownProvider({ provider })
  if (webhookSecret === '')
    throw Unavailable({ reason: 'RAMP_WEBHOOK_SECRET is not set: calls cannot be checked.' })
  checkSignature(signature, body, webhookSecret, ctx.now)
  const said = readEvent(body)
  const row = await lockSession(ctx.tx, { provider, named: said.id })
  // Of a session that is not ours there is nothing to do, and nothing to gain by sending it again.
  if (row?.environment !== environment) return { received: true, session_id: null, status: null }
  const { id, status } = await follow(row, said.observed, ctx, log)
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
