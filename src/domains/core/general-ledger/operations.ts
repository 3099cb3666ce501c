// All operations of the general ledger. Read this file first.
import { makeAccountOperations } from './account-operations.ts'
import { makeEntryOperations } from './entry-operations.ts'
import { makePeriodOperations } from './period-operations.ts'
import { makeReportOperations } from './report-operations.ts'
import { makeRuleOperations } from './rule-operations.ts'
import type { RuleOptions } from './rules.ts'

export const makeOperations = (options: RuleOptions) => [
  ...makeAccountOperations(options),
  ...makeEntryOperations(options),
  ...makeReportOperations(options),
  ...makePeriodOperations(options),
  ...makeRuleOperations(options),
]
