// The products sold in the stores, their plans, and the statuses of a subscription.

export const sources = ['apple_iap', 'google_play'] as const
export type Source = (typeof sources)[number]

export const plans = ['monthly_pro', 'annual_pro'] as const
export type Plan = (typeof plans)[number]

const planOfProduct: Readonly<Record<string, Plan>> = {
  zelta_pro_monthly: 'monthly_pro',
  zelta_pro_annual: 'annual_pro',
}

export const productIds = Object.keys(planOfProduct)

export const findPlan = (product_id: string): Plan | undefined =>
  Object.hasOwn(planOfProduct, product_id) ? planOfProduct[product_id] : undefined

/** A subscription with one of these statuses entitles to the tier pro. */
export const liveStatuses = ['active', 'trialing', 'past_due', 'grace_period', 'paused'] as const
export type LiveStatus = (typeof liveStatuses)[number]

export const endStatuses = ['cancelled', 'expired', 'refunded'] as const
export type EndStatus = (typeof endStatuses)[number]

export type Status = LiveStatus | EndStatus

export const isLiveStatus = (status: Status): status is LiveStatus =>
  (liveStatuses as readonly string[]).includes(status)
