// Derived fields, which no single element holds: they are computed from others when a message is read, and converted
// back when one is written.
import { toUnits } from './formats.ts'

type AnyRecord = Record<string, unknown>
interface Balance {
  readonly type: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly credit_debit: string | null
}

/** The derived fields of a statement. */
export interface StatementSummary {
  readonly currency: string | null
  /** Negative for an account that is overdrawn. */
  readonly opening_balance: string | null
  readonly closing_balance: string | null
}

export interface EntrySummary {
  /** The unstructured remittance information of all details. */
  readonly description: string | null
}

/** Adds the derived fields to a record of a list, once it is complete. */
export function derive(list: string, record: AnyRecord): void {
  if (list === 'entries') record.description = describe(record.details as readonly AnyRecord[])
  else if (list === 'statements') Object.assign(record, summarize(record))
}

function describe(details: readonly AnyRecord[]): string | null {
  const texts = details.flatMap(({ remittance_info }) => (remittance_info as string | null) ?? [])
  return texts.length > 0 ? texts.join('\n') : null
}

function summarize(record: AnyRecord): StatementSummary {
  const balances = record.balances as readonly Balance[]
  // The closing balance of the previous day is the opening balance.
  const opening = byType(balances, 'OPBD') ?? byType(balances, 'PRCD')
  const closing = byType(balances, 'CLBD')
  return {
    currency:
      opening?.currency ??
      closing?.currency ??
      balances[0]?.currency ??
      (record.account_currency as string | null),
    opening_balance: signed(opening),
    closing_balance: signed(closing),
  }
}

const byType = (balances: readonly Balance[], type: string): Balance | undefined =>
  balances.find((balance) => balance.type === type)

function signed(balance: Balance | undefined): string | null {
  if (!balance || balance.amount === null) return null
  const isNegative = balance.credit_debit === 'DBIT' && toUnits(balance.amount) !== 0n
  return isNegative ? `-${balance.amount}` : balance.amount
}
