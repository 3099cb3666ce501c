// All operations of the general ledger. Read this file first.
import { makeAccountOperations } from './account-operations.ts'
import { makeEntryOperations } from './entry-operations.ts'
import type { LedgerOptions } from './options.ts'
import { makePeriodOperations } from './period-operations.ts'
import { makeReportOperations } from './report-operations.ts'

export const makeOperations = (options: LedgerOptions) => [
  ...makeAccountOperations(options),
  ...makeEntryOperations(options),
  ...makeReportOperations(options),
  ...makePeriodOperations(options),
]
