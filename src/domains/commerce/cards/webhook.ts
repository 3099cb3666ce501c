// Receives the platform's calls. The signature is verified over the exact bytes before they are parsed. Each
// event counts once. An event that cannot be applied is stored and retried here, since the platform could
// only send the same event again.
import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE_MS } from '../../../kernel/durations.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Bank } from '../../../operation/bank.ts'
import { type Db, isRetryable, isUnavailable } from '../../../platform/database.ts'
import { applyEvent } from './event-handler.ts'
import { readEvent } from './payload.ts'
import { checkSignature, type Signatures } from './signature.ts'
import * as store from './store.ts'
import type { OpenEvent } from './store.ts'
import { findEffect } from './effects.ts'

export interface WebhookOptions {
  readonly key: KeyObject | undefined
  readonly clock: Clock
  readonly log: Logger
  readonly work: Bank['work']
}

const PROVIDER = 'cardplatform'

export async function receiveEvent(
  { body, ...signatures }: Signatures & { readonly body: string },
  ctx: Context,
  { key, log }: WebhookOptions,
): Promise<void> {
  checkSignature(signatures, body, key)
  const { event_id, event_type, facts } = readEvent(body)
  const effect = findEffect(event_type)
  const hasEffect = effect !== undefined && effect.about !== 'nothing'
  const id = uuidv7(ctx.now)
  const { environment } = ctx.caller
  const isNew = await store.insertEvent(ctx.tx, {
    id,
    provider: PROVIDER,
    event_id,
    event_type,
    environment,
    facts: hasEffect ? facts : undefined,
    received_at: ctx.now,
  })
  const about = { event_id, event_type }
  if (!isNew) return log.info(about, 'a card event was received again and ignored')
  if (!effect) log.warn(about, 'a card event of an unknown type was ignored')
  else if (!hasEffect) log.info(about, 'a card event without effect was recorded')
  else await processEvent({ id, event_type, environment, facts, attempts: 0 }, ctx, log)
}

const ATTEMPTS_MAX = 10

async function processEvent(event: OpenEvent, ctx: Context, log: Logger): Promise<void> {
  try {
    const announcements = await store.inSavepoint(ctx.tx, () => applyEvent(event, ctx))
    for (const announce of announcements) announce(ctx)
    await store.markProcessed(ctx.tx, event.id, ctx.now)
  } catch (error) {
    // A failure of the database rolls everything back; the call is repeated by the bank or by the platform.
    if (isUnavailable(error) || isRetryable(error)) throw error
    const attempts = event.attempts + 1
    const isGivenUp = attempts >= ATTEMPTS_MAX
    log.error(
      { err: error, event: event.id, event_type: event.event_type, attempts },
      isGivenUp
        ? 'a card event could not be applied and will not be retried'
        : 'a card event could not be applied and will be retried',
    )
    await store.markFailed(ctx.tx, event.id, {
      attempts,
      error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      next_attempt_at: isGivenUp
        ? null
        : new Date(ctx.now.getTime() + MINUTE_MS * 2 ** (attempts - 1)),
    })
  }
}

export const RETRY_JOB = 'cards.retry'
const RETRIED_AT_ONCE = 200

export async function retryEvents(db: Db, { clock, log, work }: WebhookOptions): Promise<void> {
  const now = clock.now()
  for (const { id, environment } of await store.listDue(db, now, RETRIED_AT_ONCE)) {
    await work(environment, RETRY_JOB, async (ctx) => {
      const event = await store.lockOpen(ctx.tx, id)
      if (event) await processEvent(event, ctx, log)
    })
  }
}
