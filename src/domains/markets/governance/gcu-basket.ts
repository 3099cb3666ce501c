// The basket that is voted on: the GCU, as the baskets domain keeps it. There is one for both
// environments, so what the sandbox decides about it stays a decision.
import { applyComposition, currentComposition } from '../baskets/index.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import type { BasketPort } from './composition.ts'
import { toPercents } from './percent.ts'

export const gcuBasket = (rateUpdater: RateUpdater): BasketPort => ({
  async currentComposition(tx) {
    const percents = await currentComposition(tx)
    return Object.fromEntries(
      Object.entries(percents).map(([code, percent]) => [code, Math.round(percent * 100)]),
    )
  },
  async applyComposition(ctx, composition) {
    if (ctx.caller.environment === 'sandbox')
      return { applied: false, note: 'The sandbox changes nothing about the live basket.' }
    const { adjustments } = await applyComposition(ctx, toPercents(composition), rateUpdater)
    return { applied: true, adjustments }
  },
})
