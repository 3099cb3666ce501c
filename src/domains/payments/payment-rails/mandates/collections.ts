// Collects money by direct debit: a customer who is the creditor of a mandate debits the debtor's account. The amount
// is credited when the collection settles, a business day later, and debited again if it is returned.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import { costOf } from '../rails/costs.ts'
import { CollectionNotAllowed, IdentityCheckRequired } from '../errors.ts'
import * as events from '../events.ts'
import { isBusinessDay } from '../rails/calendar.ts'
import { findMandateFault } from './rules.ts'
import { lockOwnMandate } from './service.ts'
import { takeFee } from '../payments/postings.ts'
import { findOtherSide } from '../own-accounts.ts'
import { unknownParty } from '../party.ts'
import { type RailOptions, schedule, initialStatusOf, toExternalId } from '../payments/service.ts'
import { railOf } from '../rails/catalogue.ts'
import { describeLimits, limitsOf } from '../rails/routing.ts'
import { findUser } from '../../../people/identity/index.ts'
import * as store from '../payments/store.ts'
import type { PaymentRow } from '../payments/store.ts'
import { emitPaymentEvent } from '../payments/view.ts'
import { toInstant, toWallTime } from '../rails/zoned-time.ts'

export interface CollectionRequest {
  /** The id of the mandate at this bank. */
  readonly mandate: string
  readonly amount: string | number
  readonly collection_date?: string
  readonly memo?: string | null
}

const DAYS_AHEAD_MAX = 90

export async function collect(
  request: CollectionRequest,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  const rail = railOf('sepa_direct_debit')
  const scheme = options.schemes.choose(ctx.caller.environment)
  const asset = options.assets.get('EUR')
  const units = readUnits(request.amount, asset)
  const limits = limitsOf(rail, asset)
  if (units > limits.max)
    throw Invalid({ errors: { amount: [`${rail.name} carries ${describeLimits(rail, asset)}.`] } })
  const mandate = await lockOwnMandate(request.mandate, ctx)
  if (mandate.role !== 'creditor')
    throw CollectionNotAllowed({
      reason: 'You are the debtor of this mandate; only its creditor can collect.',
    })
  if (options.production && ctx.caller.environment === 'live') {
    const user = await findUser(ctx.tx, mandate.user_uuid)
    if (user?.kyc_status !== 'approved') throw IdentityCheckRequired({})
  }
  const fault = await findMandateFault(mandate, units, ctx)
  if (fault) throw CollectionNotAllowed({ reason: fault.reason })
  const debtor = await findOtherSide(ctx.tx, options.directory, {
    party: { ...unknownParty, iban: mandate.debtor_iban },
    account_id: mandate.account_id,
  })
  if (debtor.is === 'missing')
    throw CollectionNotAllowed({
      reason:
        'This bank has no open account with the debtor’s IBAN; ask the debtor for another one.',
    })
  const earliest = readDay(request.collection_date, ctx.now)
  const id = uuidv7(ctx.now)
  const external_id = toExternalId(rail, id)
  const cost = options.chargesCost ? costOf(rail.cost, units, asset) : 0n
  if (debtor.is === 'ours') {
    const ordered = { id, from: debtor.account.id, to: mandate.account_id, leaves: false }
    await options.guards.mayTransfer(ctx, { ...ordered, asset, units })
  }
  const row = await store.insertPayment(ctx.tx, {
    id,
    environment: ctx.caller.environment,
    user_uuid: mandate.user_uuid,
    account_id: mandate.account_id,
    direction: 'incoming',
    type: 'direct_debit',
    rail: rail.id,
    scheme: scheme.name,
    asset: asset.code,
    units,
    fee_units: debtor.is === 'ours' ? options.feeWithin(units, cost) : cost,
    party: { ...unknownParty, name: mandate.debtor_name, iban: mandate.debtor_iban },
    memo: request.memo ?? null,
    end_to_end_id: external_id,
    external_id,
    origin: 'api',
    urgency: 'normal',
    routing: null,
    mandate: mandate.id,
    ...initialStatusOf(rail, scheme, ctx.now, earliest),
    created_at: ctx.now,
  })
  await takeFee(ctx, row)
  await schedule(row, ctx, options)
  emitPaymentEvent(
    ctx,
    row.status === 'pending' ? events.RailPaymentCreated : events.RailPaymentSubmitted,
    row,
    options.assets,
  )
  return row
}

/** The instant from which the collection may be submitted. */
function readDay(day: string | undefined, now: Date): Date {
  if (day === undefined) return now
  const { hours } = railOf('sepa_direct_debit')
  if (hours === 'always') return now
  const refuse = (sentence: string) => Invalid({ errors: { collection_date: [sentence] } })
  if (day < toWallTime(now, hours.zone).day) throw refuse('The collection date is in the past.')
  if (!isBusinessDay(hours.calendar, day))
    throw refuse('The collection date is a weekend or a holiday of TARGET; choose a business day.')
  const start = toInstant({ day, minute: 0 }, hours.zone)
  if (start.getTime() - now.getTime() > DAYS_AHEAD_MAX * DAY_MS)
    throw refuse(`The collection date may be at most ${DAYS_AHEAD_MAX} days ahead.`)
  return start > now ? start : now
}
