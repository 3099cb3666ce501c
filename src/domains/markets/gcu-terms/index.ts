// The terms on which GCU is got and given, whatever the way: its fee, and everybody's limits.
import { defineDomain } from '../../../operation/domain.ts'
import { identity } from '../../people/identity/index.ts'

export const gcuTerms = defineDomain({
  name: 'gcu-terms',
  summary: 'What buying GCU costs and how much of it a person may buy, whatever the way.',
  needs: { identity },
  setUp: () => ({ face: {}, operations: [] }),
})

export { Allowances, useAllowance } from './allowances.ts'
export { LimitExceeded, ValueUnavailable } from './errors.ts'
export { limitsAt } from './limits.ts'
export type { Trader, TradeSide } from './store.ts'
export { FEE_PERCENT, feeOn, GCU, toEuroCents, traderOf } from './terms.ts'
