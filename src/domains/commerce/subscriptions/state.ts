// Computes the state of a subscription from receipts and notifications. They come in any order, late and
// repeatedly, so these functions are pure and follow two rules:
//
// - A statement of the store that is older than the known state changes nothing.
// - A subscription that has ended is resumed only by a newer statement.
import { DAY_MS } from '../../../kernel/durations.ts'
import type { StoreFacts } from './app-stores/facts.ts'
import { type EndStatus, findPlan, isLiveStatus, type Status } from './products.ts'

export interface State {
  readonly status: Status
  readonly product_id: string
  readonly transaction_id: string | null
  readonly current_period_ends_at: Date | null
  readonly trial_ends_at: Date | null
  readonly paused_until: Date | null
  readonly cancel_at_period_end: boolean
  readonly as_of: Date
  readonly renewal_as_of: Date
}

/** A change made by a notification; omitted fields keep their value. */
export interface Change {
  readonly as_of: Date
  readonly status?: Status
  readonly product_id?: string
  readonly transaction_id?: string
  readonly ends_at?: Date
  readonly trial_ends_at?: Date | null
  readonly paused_until?: Date | null
  readonly cancel_at_period_end?: boolean
  /** The end of the paid period that the change is about; changes to earlier periods are ignored. */
  readonly of_period_until?: Date
}

/** Stores retry a failed payment for up to sixty days; after that no notification is expected. */
const COLLECTION_MS = 60 * DAY_MS

/** True when the period has run out although the store has not reported an end. */
export function isLapsed(state: State, now: Date): boolean {
  const { status, current_period_ends_at: ends, paused_until } = state
  if (!isLiveStatus(status) || ends === null) return false
  if (status === 'active' || status === 'trialing') return ends <= now
  const last = Math.max(ends.getTime(), paused_until?.getTime() ?? 0)
  return last + COLLECTION_MS <= now.getTime()
}

export const isLive = (state: State, now: Date): boolean =>
  isLiveStatus(state.status) && !isLapsed(state, now)

/** Ends a subscription. `as_of` stays, because this is not a statement of the store. */
export const end = (state: State, status: EndStatus): State => ({
  ...state,
  status,
  cancel_at_period_end: false,
  paused_until: null,
})

export const isOver = (facts: StoreFacts, now: Date): boolean =>
  facts.status === 'ended' || (facts.ends_at !== null && facts.ends_at <= now && !isOwing(facts))

/** The period has ended, but the store still retries the payment or waits for the end of a pause. */
const isOwing = ({ status }: StoreFacts): boolean =>
  status === 'grace_period' || status === 'past_due' || status === 'paused'

/** The initial state of a new purchase. */
export function begin(facts: StoreFacts): State {
  const { status } = facts
  if (status === 'ended') throw new Error('a purchase that has ended cannot start a subscription')
  return {
    status,
    product_id: facts.product_id,
    transaction_id: facts.transaction_id,
    current_period_ends_at: facts.ends_at,
    trial_ends_at: facts.trial_ends_at,
    paused_until: facts.paused_until,
    cancel_at_period_end: facts.auto_renews === false,
    as_of: facts.as_of,
    renewal_as_of: facts.as_of,
  }
}

/**
 * Applies the receipt of a known purchase. Undefined when the purchase has ended, or when the store
 * reported its end after it signed the receipt.
 */
export function applyReceipt(state: State, facts: StoreFacts, now: Date): State | undefined {
  const isKnownLive = isLive(state, now)
  // An old receipt of a subscription that was renewed since: the known state is newer.
  if (isOver(facts, now)) return isKnownLive && facts.status !== 'ended' ? state : undefined
  if (facts.as_of <= state.as_of && !isLiveStatus(state.status)) return undefined
  const isOlder = facts.as_of < state.as_of && isKnownLive
  const shown = isOlder ? state : begin(facts)
  return {
    ...shown,
    // An app verifies again to withdraw a cancellation, unless the store says that it does not renew.
    cancel_at_period_end: facts.auto_renews === false,
    renewal_as_of: later(state.renewal_as_of, facts.as_of),
    as_of: later(state.as_of, facts.as_of),
  }
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)

/** Applies a notification; undefined when it is too old to change anything. */
export function applyChange(state: State, change: Change): State | undefined {
  const { as_of, status, cancel_at_period_end: cancel, of_period_until: until } = change
  const isRenewalOnly = status === undefined && change.ends_at === undefined
  if (isRenewalOnly && cancel !== undefined)
    return as_of < state.renewal_as_of || !isLiveStatus(state.status)
      ? undefined
      : { ...state, cancel_at_period_end: cancel, renewal_as_of: as_of }
  if (as_of < state.as_of) return undefined
  const { current_period_ends_at: ends } = state
  if (until && ends && until < ends) return undefined
  // The reason of an end is kept; only a refund may still follow.
  if (status === 'expired' && !isLiveStatus(state.status)) return undefined
  const next: State = {
    ...state,
    as_of,
    ...(status !== undefined && { status }),
    ...(change.product_id !== undefined &&
      findPlan(change.product_id) && { product_id: change.product_id }),
    ...(change.transaction_id !== undefined && { transaction_id: change.transaction_id }),
    ...(change.ends_at && { current_period_ends_at: change.ends_at }),
    ...(change.trial_ends_at !== undefined && { trial_ends_at: change.trial_ends_at }),
    paused_until: change.paused_until ?? (status === undefined ? state.paused_until : null),
    ...(cancel !== undefined && { cancel_at_period_end: cancel, renewal_as_of: as_of }),
  }
  return isLiveStatus(next.status) ? next : end(next, next.status)
}

/** Reads a change back from JSON, in which waiting notifications are stored. */
export function readChange(stored: unknown): Change {
  const { as_of, ends_at, trial_ends_at, paused_until, of_period_until, ...rest } =
    stored as Readonly<Record<string, string | null | undefined>>
  const date = (text: string | null | undefined) =>
    typeof text === 'string' ? new Date(text) : text
  return {
    ...rest,
    as_of: new Date(as_of!),
    ...(ends_at && { ends_at: new Date(ends_at) }),
    ...(trial_ends_at !== undefined && { trial_ends_at: date(trial_ends_at) }),
    ...(paused_until !== undefined && { paused_until: date(paused_until) }),
    ...(of_period_until && { of_period_until: new Date(of_period_until) }),
  } as Change
}
