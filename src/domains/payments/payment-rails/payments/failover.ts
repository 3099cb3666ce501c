// Fails over to the next rail if the network of the rail that the bank chose is offline. Only a rejection with that
// reason counts: after a timeout the first network might still deliver, and the creditor would be paid twice.
import type { Context } from '../../../../operation/operation.ts'
import { RailPaymentRerouted } from '../events.ts'
import { isOpen } from '../rails/hours.ts'
import { paymentLife } from '../life-cycle.ts'
import { moveToRail } from './postings.ts'
import { type RailOptions, schedule, initialStatusOf, toExternalId } from './service.ts'
import { type Rail, railOf } from '../rails/catalogue.ts'
import { isOffline } from '../reasons.ts'
import type { Refusal } from '../schemes/scheme.ts'
import { countOutcome } from '../rails/statistics.ts'
import * as store from './store.ts'
import type { PaymentRow } from './store.ts'
import { emitPaymentEvent } from './view.ts'

/** The first open rail of the alternatives, or the first if all are closed; undefined if the payment fails. */
export function findNextRail(
  row: Pick<PaymentRow, 'direction' | 'rail' | 'routing' | 'attempts'>,
  { code }: Refusal,
  now: Date,
): Rail | undefined {
  const wasChosen = row.direction === 'outgoing' && row.routing !== null
  if (!wasChosen || row.attempts.length > 0 || !railOf(row.rail).instant || !isOffline(code))
    return undefined
  const next = row.routing.failover.map(railOf)
  return next.find((rail) => isOpen(rail, now)) ?? next[0]
}

/** Keeps the fee that the customer was shown. */
export async function takeNextRail(
  row: PaymentRow,
  outcome: Refusal,
  rail: Rail,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  await moveToRail(ctx, row, rail)
  await countOutcome(ctx.tx, row, outcome, ctx.now)
  const { status, ...start } = initialStatusOf(rail, options.schemes.find(row)!, ctx.now)
  paymentLife.checkBetween(row.status, status)
  const attempt = {
    rail: row.rail,
    external_id: row.external_id,
    code: outcome.code,
    reason: outcome.reason,
    submitted_at: row.submitted_at,
    ended_at: ctx.now.toISOString(),
  }
  const changed = await store.updatePayment(ctx.tx, row.id, {
    submitted_at: null,
    ...start,
    status,
    rail: rail.id,
    external_id: toExternalId(rail, row.id),
    attempts: [...row.attempts, attempt],
    code: outcome.code,
    reason: `${railOf(row.rail).name} is not available: ${outcome.reason} The payment continues over ${rail.name}.`,
    answer: null,
    updated_at: ctx.now,
  })
  emitPaymentEvent(ctx, RailPaymentRerouted, changed, options.assets)
  await schedule(changed, ctx, options)
  return changed
}
