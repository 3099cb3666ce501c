// The rule that decides who keeps the books: who may write the journal and read more than the chart.
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { JournalNotAllowed } from './errors.ts'

export type JournalMode = 'open' | 'operators'

/** Throws unless the caller is an operator, or a user outside a tenant in the sandbox or with an open journal. */
export function requireBookkeeper(mode: JournalMode, caller: Caller): void {
  if (isOperator(caller)) return
  if (caller.tenant === undefined && (mode === 'open' || caller.environment === 'sandbox')) return
  throw JournalNotAllowed({})
}
