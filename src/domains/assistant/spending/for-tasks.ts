// What tasks in worker threads use of this domain. They load nothing else of it.
export {
  EXCHANGE,
  NO_MERCHANT,
  OWN_TRANSFERS,
  UNCATEGORIZED,
  categoryWords,
  findCategory,
  locateCategory,
  locateMerchant,
  merchantWords,
  toCategory,
} from './categories.ts'
export {
  dayIn,
  dayOf,
  endOf,
  goBack,
  monthOf,
  readDay,
  startOf,
  unitAround,
  writeDay,
  yearOf,
} from './days.ts'
export { labelAll, labelledRows } from './sums/labelled-store.ts'
export { columns } from './sums/label-expressions.ts'
export { findRecurring } from './recurring-payments/service.ts'
export { labelOne, noLabels } from './rules/labels.ts'
export { coverageOf, selectParts } from './sums/store.ts'
export { findView } from './rules/store.ts'
