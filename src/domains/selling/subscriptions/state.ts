// What is known of a subscription, and how it follows from what stores say: pure, because receipts and
// notifications come in any order, late and more than once.
//
// - What a store said earlier than what is known changes nothing.
// - Whatever is over is begun again only by something newer.
import type { StoreFacts } from './facts.ts'
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

/** What a notification changes; what it does not name stays. */
export interface Change {
  readonly as_of: Date
  readonly status?: Status
  readonly product_id?: string
  readonly transaction_id?: string
  readonly ends_at?: Date
  readonly trial_ends_at?: Date | null
  readonly paused_until?: Date | null
  readonly cancel_at_period_end?: boolean
  /** Where it is about one paid period: when that ends. Older periods are history. */
  readonly of_period_until?: Date
}

const DAY_MS = 86_400_000
/** Stores try to collect for up to sixty days; whatever they do not say by then, they will not say. */
const PATIENCE_MS = 60 * DAY_MS

/** Nobody said that it is over, but its time has run out. */
export function isLapsed(state: State, now: Date): boolean {
  const { status, current_period_ends_at: ends, paused_until } = state
  if (!isLiveStatus(status) || ends === null) return false
  if (status === 'active' || status === 'trialing') return ends <= now
  const last = Math.max(ends.getTime(), paused_until?.getTime() ?? 0)
  return last + PATIENCE_MS <= now.getTime()
}

export const isLive = (state: State, now: Date): boolean =>
  isLiveStatus(state.status) && !isLapsed(state, now)

/** Over, for a reason; what the store said last is still what it said. */
export const end = (state: State, status: EndStatus): State => ({
  ...state,
  status,
  cancel_at_period_end: false,
  paused_until: null,
})

export const isOver = (facts: StoreFacts, now: Date): boolean =>
  facts.status === 'ended' || (facts.ends_at !== null && facts.ends_at <= now && !isOwing(facts))

/** Its period is over, and the store still tries to collect, or waits for somebody to come back. */
const isOwing = ({ status }: StoreFacts): boolean =>
  status === 'grace_period' || status === 'past_due' || status === 'paused'

/** A purchase that was not known. */
export function begin(facts: StoreFacts): State {
  const { status } = facts
  if (status === 'ended') throw new Error('what has ended cannot begin')
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
 * A purchase that is known and is shown again. Undefined when it is over, or when its end was told after
 * the receipt was written.
 */
export function showAgain(state: State, facts: StoreFacts, now: Date): State | undefined {
  const isKnownLive = isLive(state, now)
  // An old receipt of a subscription that went on since: what is known is newer.
  if (isOver(facts, now)) return isKnownLive && facts.status !== 'ended' ? state : undefined
  if (facts.as_of <= state.as_of && !isLiveStatus(state.status)) return undefined
  const isOlder = facts.as_of < state.as_of && isKnownLive
  const shown = isOlder ? state : begin(facts)
  return {
    ...shown,
    // Being shown again is how an app tells that somebody stays, unless the store says they do not.
    cancel_at_period_end: facts.auto_renews === false,
    renewal_as_of: later(state.renewal_as_of, facts.as_of),
    as_of: later(state.as_of, facts.as_of),
  }
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)

/** Undefined when it comes too late to change anything. */
export function follow(state: State, change: Change): State | undefined {
  const { as_of, status, cancel_at_period_end: cancel, of_period_until: until } = change
  const isRenewalOnly = status === undefined && change.ends_at === undefined
  if (isRenewalOnly && cancel !== undefined)
    return as_of < state.renewal_as_of || !isLiveStatus(state.status)
      ? undefined
      : { ...state, cancel_at_period_end: cancel, renewal_as_of: as_of }
  if (as_of < state.as_of) return undefined
  const { current_period_ends_at: ends } = state
  if (until && ends && until < ends) return undefined
  // How it ended stays: only money that is given back is told after the end.
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

/** By JSON and back: notifications wait in the database for their purchase. */
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
