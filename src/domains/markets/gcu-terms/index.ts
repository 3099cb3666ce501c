// The terms that all ways to trade GCU share: the fee, and each user's limits.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'
import { personalData } from './personal-data.ts'

export const gcuTerms = defineDomain({
  name: 'gcu-terms',
  summary: 'The fee and the personal limits that apply to every way of trading GCU.',
  personalData,
  needs: { identity },
  setUp: () => ({ operations: [] }),
})

export { Allowances, useAllowance } from './allowances.ts'
export { LimitExceeded, ValueUnavailable } from './errors.ts'
export { limitsAt } from './limits.ts'
export type { Trader, TradeSide } from './store.ts'
export { FEE_PERCENT, feeOn, GCU, toEuroCents, traderOf } from './terms.ts'
