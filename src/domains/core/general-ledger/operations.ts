// All operations of the general ledger. Read this file first.
import { makeAccountOperations } from './accounts/operations.ts'
import { makeEntryOperations } from './entries/operations.ts'
import { makePeriodOperations } from './periods/operations.ts'
import { makeReportOperations } from './reports/operations.ts'
import { makeRuleOperations } from './rules/operations.ts'
import type { RuleOptions } from './rules/service.ts'

export const makeOperations = (options: RuleOptions) => [
  ...makeAccountOperations(options),
  ...makeEntryOperations(options),
  ...makeReportOperations(options),
  ...makePeriodOperations(options),
  ...makeRuleOperations(options),
]
