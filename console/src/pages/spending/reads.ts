// What the page reads of spending. The bank computes each in a worker thread.
import {
  spendingAnalysis,
  spendingBudgetList,
  spendingRecurringList,
  transactionQuery,
} from '../../../../sdk/client/operations.ts'
import { inTurn } from '../../in-turn.ts'

export const readSpending = inTurn(spendingAnalysis)
export const readPayments = inTurn(transactionQuery)
export const readBudgets = inTurn(spendingBudgetList)
export const readRecurring = inTurn(spendingRecurringList)
