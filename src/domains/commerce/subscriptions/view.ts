// The view of a subscription for apps: nine fields, the same for every store.
import type { Value } from '../../../kernel/value.ts'
import type { Projection } from './schema.ts'
import { isLive, isLapsed } from './state.ts'
import type { SubscriptionRow } from './store.ts'

type Shown = Value<typeof Projection>

const free: Shown = {
  tier: 'free',
  status: null,
  source: null,
  plan: null,
  currentPeriodEnd: null,
  trialEndsAt: null,
  cancelledAtPeriodEnd: false,
  pausedUntil: null,
  reactivated: false,
}

const toText = (date: Date | null): string | null => date?.toISOString() ?? null

export function toProjection(
  row: SubscriptionRow | undefined,
  now: Date,
  reactivated = false,
): Shown {
  if (!row) return free
  const { source, plan, state } = row
  const live = isLive(state, now)
  return {
    tier: live ? 'pro' : 'free',
    // The period may have ended before the sweep has recorded it.
    status: isLapsed(state, now) ? 'expired' : state.status,
    source,
    plan,
    currentPeriodEnd: toText(state.current_period_ends_at),
    trialEndsAt: toText(state.trial_ends_at),
    cancelledAtPeriodEnd: live && state.cancel_at_period_end,
    pausedUntil: live ? toText(state.paused_until) : null,
    reactivated,
  }
}
