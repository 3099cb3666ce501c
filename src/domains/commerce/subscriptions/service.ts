// Finds the caller's subscription, and verifies a receipt: the checks run in the order that the specification gives,
// then the subscription is saved. A refused receipt leaves no trace.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import { checkConsent, type Consenting } from './consent.ts'
import {
  type ConflictKind,
  CurrencyNotAccepted,
  refuseField,
  SubscriptionConflict,
} from './errors.ts'
import type { StoreFacts } from './app-stores/facts.ts'
import { recordNew, recordState } from './recorder.ts'
import { findPlan, isLiveStatus, type Plan, productIds, type Source } from './products.ts'
import { begin, end, applyChange, isLapsed, isOver, applyReceipt, type State } from './state.ts'
import * as store from './store.ts'
import type { SubscriptionRow } from './store.ts'
import { type ReceiptRequest, readReceipt, type AppStores } from './app-stores/receipts.ts'

export interface VerifyOptions {
  readonly stores: AppStores
  readonly sealer: Sealer
}

export interface VerifyRequest extends ReceiptRequest, Consenting {
  readonly currency?: string | null
}

export interface Verified {
  readonly row: SubscriptionRow
  readonly reactivated: boolean
}

/** Undefined for a user who has never subscribed. */
export const findSubscription = ({ tx, caller }: Context): Promise<SubscriptionRow | undefined> =>
  store.findSubscription(tx, { environment: caller.environment, user_uuid: caller.user! })

export async function verifyReceipt(
  request: VerifyRequest,
  ctx: Context,
  { stores, sealer }: VerifyOptions,
): Promise<Verified> {
  checkCurrency(request.currency ?? 'EUR')
  const plan = getPlan(request.productId)
  checkConsent(request)
  const { environment } = ctx.caller
  const who = { environment, user_uuid: ctx.caller.user! }
  const facts = await readReceipt(request, stores, environment, ctx.now)
  if (facts.family_shared) throw await conflict('family_sharing_unsupported', facts, ctx)
  if (!facts.isFor(who.user_uuid)) throw await conflict('different_zelta_user', facts, ctx)
  await lockAll(who, facts, ctx)
  const live = await findLive(who, ctx)
  if (live && live.source !== facts.source) throw conflictWith('two_stores_active', facts, live)
  const known = await findOwn(who, facts, ctx)
  const { row, reactivated } = known
    ? await updateKnown(known, live, facts, ctx)
    : await startNew({ ...who, plan }, live, facts, ctx)
  await store.insertReceipt(ctx.tx, {
    id: uuidv7(ctx.now),
    subscription_id: row.id,
    digest: hashSecret(request.receipt),
    transaction_id: facts.transaction_id,
    currency: facts.currency,
    price_milliunits: facts.price_milliunits,
    verified_at: ctx.now,
  })
  await saveConsent(request, row, ctx, sealer)
  return { row, reactivated }
}

function checkCurrency(given: string): void {
  const currency = given.toUpperCase()
  if (currency !== 'EUR') throw CurrencyNotAccepted({ currency })
}

function getPlan(product_id: string): Plan {
  const plan = findPlan(product_id)
  if (plan) return plan
  throw refuseField('productId', `The productId must be one of: ${productIds.join(', ')}.`)
}

/** Locks the user first, then the purchases in sorted order, to avoid deadlocks. */
async function lockAll(who: store.Subscriber, facts: StoreFacts, { tx }: Context): Promise<void> {
  await store.lockSubscriber(tx, who)
  const names = [facts.store_id, ...(facts.linked_id === null ? [] : [facts.linked_id])]
  for (const name of names.toSorted()) await store.lockPurchase(tx, facts.source, name)
}

/** The user's live subscription; one whose period has run out is saved as expired first. */
async function findLive(who: store.Subscriber, ctx: Context): Promise<SubscriptionRow | undefined> {
  const row = await store.lockLive(ctx.tx, who)
  if (!row || !isLapsed(row.state, ctx.now)) return row
  await recordState(row, end(row.state, 'expired'), ctx)
  return undefined
}

/** The purchase's row, if known; throws when it, or the purchase it replaced, belongs to another user. */
async function findOwn(
  who: store.Subscriber,
  facts: StoreFacts,
  ctx: Context,
): Promise<SubscriptionRow | undefined> {
  const { source, store_id, linked_id } = facts
  const purchase = { environment: who.environment, source }
  const row = await store.findPurchase(ctx.tx, { ...purchase, store_id })
  const before =
    linked_id === null
      ? undefined
      : await store.findPurchase(ctx.tx, { ...purchase, store_id: linked_id })
  const foreign = [row, before].find((one) => one && one.user_uuid !== who.user_uuid)
  if (foreign) throw conflictWith('different_zelta_user', facts, foreign)
  return row
}

async function updateKnown(
  known: SubscriptionRow,
  live: SubscriptionRow | undefined,
  facts: StoreFacts,
  ctx: Context,
): Promise<Verified> {
  const next = applyReceipt(known.state, facts, ctx.now)
  if (!next) throw conflictWith('stale_receipt', facts, known)
  await endReplaced(live, known.id, ctx)
  const row = await recordState(known, next, ctx, true)
  const reactivated = known.state.cancel_at_period_end && !next.cancel_at_period_end
  return { row, reactivated: reactivated && isLiveStatus(known.state.status) }
}

async function startNew(
  buyer: store.Subscriber & { readonly plan: Plan },
  live: SubscriptionRow | undefined,
  facts: StoreFacts,
  ctx: Context,
): Promise<Verified> {
  if (isOver(facts, ctx.now)) throw await conflict('stale_receipt', facts, ctx)
  const state = await catchUp(begin(facts), facts, buyer, ctx)
  if (!isLiveStatus(state.status) || isLapsed(state, ctx.now))
    throw await conflict('stale_receipt', facts, ctx)
  await endReplaced(live, undefined, ctx)
  const { source, store_id, store_environment } = facts
  const row = await recordNew(
    {
      ...buyer,
      id: uuidv7(ctx.now),
      plan: findPlan(state.product_id) ?? buyer.plan,
      source,
      store_id,
      store_environment,
      state,
    },
    ctx,
  )
  return { row, reactivated: false }
}

/** Applies notifications that arrived before the receipt. */
async function catchUp(
  begun: State,
  { source, store_id }: StoreFacts,
  { environment }: store.Subscriber,
  { tx, now }: Context,
): Promise<State> {
  let state = begun
  for (const { id, environments, change } of await store.listWaiting(tx, source, store_id)) {
    if (!environments.includes(environment)) continue
    const next = change && applyChange(state, change)
    if (next) state = next
    await store.settleNotification(tx, id, next ? 'applied' : 'late', now)
  }
  return state
}

/** Ends the live subscription when another purchase in the same store replaces it. */
async function endReplaced(
  live: SubscriptionRow | undefined,
  to: string | undefined,
  ctx: Context,
): Promise<void> {
  if (live && live.id !== to) await recordState(live, end(live.state, 'cancelled'), ctx)
}

/** Describes the purchase by its row or, if there is none, by the receipt. */
async function conflict(kind: ConflictKind, facts: StoreFacts, { tx, caller }: Context) {
  const { source, store_id } = facts
  const { environment } = caller
  const row = await store.findPurchase(tx, { environment, source, store_id })
  return row ? conflictWith(kind, facts, row) : toConflict(kind, source, source, facts.ends_at)
}

const conflictWith = (kind: ConflictKind, facts: StoreFacts, row: SubscriptionRow) =>
  toConflict(kind, facts.source, row.source, row.state.current_period_ends_at)

const toConflict = (kind: ConflictKind, attempted: Source, source: Source, ends_at: Date | null) =>
  SubscriptionConflict({
    kind,
    attemptedSource: attempted,
    existingSubscription: { source, currentPeriodEndsAt: ends_at?.toISOString() ?? null },
  })

async function saveConsent(
  { withdrawalConsent: consent, appVersion }: Consenting,
  row: SubscriptionRow,
  { tx, caller, now }: Context,
  sealer: Sealer,
): Promise<void> {
  if (!consent) return
  await store.insertConsent(tx, {
    id: uuidv7(now),
    subscription_id: row.id,
    environment: row.environment,
    user_uuid: row.user_uuid,
    given: consent.given,
    consent_text: consent.consentText,
    version: consent.version,
    shown_at: new Date(consent.shownAt),
    accepted_at: new Date(consent.acceptedAt),
    app_version: appVersion ?? null,
    address_digest: sealer.constantDigest(caller.address),
    created_at: now,
  })
}
