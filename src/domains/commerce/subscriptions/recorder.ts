// Saves the state of a subscription and emits the event that follows from the change.
import type { Context } from '../../../operation/operation.ts'
import {
  SubscriptionChanged,
  SubscriptionEnded,
  SubscriptionReactivated,
  SubscriptionRefunded,
  SubscriptionRenewed,
  SubscriptionStarted,
} from './events.ts'
import { findPlan, isLiveStatus } from './products.ts'
import type { State } from './state.ts'
import * as store from './store.ts'
import type { SubscriptionRow } from './store.ts'

type SavingContext = Pick<Context, 'tx' | 'now' | 'emit'>

export async function recordNew(
  row: store.NewSubscription,
  ctx: SavingContext,
): Promise<SubscriptionRow> {
  await store.insertSubscription(ctx.tx, row, ctx.now)
  ctx.emit(SubscriptionStarted, toData(row), { user_uuid: row.user_uuid })
  return row
}

/** Saves a new state; the caller must hold the row's lock. */
export async function recordState(
  row: SubscriptionRow,
  state: State,
  ctx: SavingContext,
  verified = false,
): Promise<SubscriptionRow> {
  const plan = findPlan(state.product_id) ?? row.plan
  await store.updateSubscription(ctx.tx, row.id, { state, plan, verified, now: ctx.now })
  const saved = { ...row, plan, state }
  const event = eventOf(row.state, state)
  if (event) ctx.emit(event, toData(saved), { user_uuid: row.user_uuid })
  return saved
}

function eventOf(before: State, after: State) {
  const was = isLiveStatus(before.status)
  if (!isLiveStatus(after.status))
    return after.status === before.status
      ? undefined
      : after.status === 'refunded'
        ? SubscriptionRefunded
        : SubscriptionEnded
  if (!was || endOf(after) > endOf(before)) return SubscriptionRenewed
  if (before.cancel_at_period_end && !after.cancel_at_period_end) return SubscriptionReactivated
  const isSame =
    before.status === after.status &&
    before.cancel_at_period_end === after.cancel_at_period_end &&
    before.product_id === after.product_id
  return isSame ? undefined : SubscriptionChanged
}

const endOf = ({ current_period_ends_at }: State): number => current_period_ends_at?.getTime() ?? 0

const toData = ({
  id,
  source,
  plan,
  state,
}: Pick<SubscriptionRow, 'id' | 'source' | 'plan' | 'state'>) => ({
  subscription_id: id,
  source,
  plan,
  status: state.status,
  current_period_end: state.current_period_ends_at?.toISOString() ?? null,
  cancelled_at_period_end: state.cancel_at_period_end,
})
