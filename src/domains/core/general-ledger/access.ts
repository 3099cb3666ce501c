// The rule that decides who keeps the books: who may write the journal and read more than the chart.
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { JournalNotAllowed } from './errors.ts'

export type JournalMode = 'open' | 'operators'

/** Throws unless the caller is an operator, the journal is open, or nothing is real. */
export function checkBookkeeper(mode: JournalMode, caller: Caller): void {
  if (isOperator(caller) || mode === 'open' || caller.environment === 'sandbox') return
  throw JournalNotAllowed({})
}
