// The errors of the general ledger.
import { defineError } from '../../../operation/error.ts'

export const JournalNotAllowed = defineError(
  'JOURNAL_NOT_ALLOWED',
  403,
  () =>
    'At this bank only operators keep the books; ask one of them. The chart of accounts is open to everybody.',
)

export const LedgerAccountExists = defineError<{ code: string }>(
  'LEDGER_ACCOUNT_EXISTS',
  409,
  (d) => `The chart has an account ${d.code} already; choose another code.`,
)

export const ChartFull = defineError<{ most: number }>(
  'ACCOUNT_LIMIT_EXCEEDED',
  422,
  (d) => `The chart has ${d.most} accounts, as many as it may have; use one of them.`,
)

export const EntryNotReversible = defineError<{ entry_number: string; status: string }>(
  'ENTRY_NOT_REVERSIBLE',
  409,
  (d) => `The entry ${d.entry_number} is ${d.status}; only posted entries can be reversed.`,
)

export const ClosingEntry = defineError<{ entry_number: string }>(
  'CLOSING_ENTRY',
  409,
  (d) =>
    `The entry ${d.entry_number} closed a period; reopen the period instead, which takes the entry back.`,
)

export const PeriodClosed = defineError<{
  day: string
  name: string
  starts_on: string
  ends_on: string
}>(
  'PERIOD_CLOSED',
  422,
  (d) =>
    `The books are closed up to ${d.ends_on}: the period "${d.name}" (${d.starts_on} to ${d.ends_on}) is closed, and ${d.day} is not after it. Use a later date, or have the period reopened.`,
)

export const PeriodExists = defineError<{ name: string; starts_on: string; ends_on: string }>(
  'PERIOD_EXISTS',
  409,
  (d) =>
    `There is a period "${d.name}" from ${d.starts_on} to ${d.ends_on} already; periods have different names and share no day.`,
)

export const PeriodWrongState = defineError<{ name: string; status: string; action: string }>(
  'PERIOD_STATE_CONFLICT',
  409,
  (d) => `The period "${d.name}" is ${d.status}; it cannot be ${d.action}.`,
)

export const PeriodNotOver = defineError<{ name: string; ends_on: string }>(
  'PERIOD_NOT_OVER',
  409,
  (d) =>
    `The period "${d.name}" ends with ${d.ends_on} (UTC); close it a minute after that or later.`,
)

export const EarlierPeriodOpen = defineError<{ name: string; earlier: string }>(
  'EARLIER_PERIOD_OPEN',
  409,
  (d) => `Close "${d.earlier}" before "${d.name}": periods are closed in their order.`,
)

export const LaterPeriodClosed = defineError<{ name: string; later: string }>(
  'LATER_PERIOD_CLOSED',
  409,
  (d) => `Reopen "${d.later}" before "${d.name}": periods are reopened from the last one back.`,
)

export const VarianceChanged = defineError<{ domain: string; currency: string; variance: string }>(
  'VARIANCE_CHANGED',
  409,
  (d) =>
    `The variance of ${d.domain} in ${d.currency} is ${d.variance} now; look at the report again and resolve that.`,
)

export const PostingRuleExists = defineError<{ name: string }>(
  'POSTING_RULE_EXISTS',
  409,
  (d) => `There is a posting rule "${d.name}" already; choose another name.`,
)

export const TooManyPostingRules = defineError<{ most: number }>(
  'TOO_MANY_POSTING_RULES',
  422,
  (d) => `There are ${d.most} posting rules, as many as there may be.`,
)

export const PostingRuleWrongState = defineError<{ name: string; status: string }>(
  'POSTING_RULE_STATE_CONFLICT',
  409,
  (d) => `The posting rule "${d.name}" is ${d.status} already.`,
)
