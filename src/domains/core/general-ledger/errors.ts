// The errors of the general ledger.
import { defineError } from '../../../operation/error.ts'

export const JournalNotAllowed = defineError(
  'JOURNAL_NOT_ALLOWED',
  403,
  () =>
    'At this bank only operators keep the books; ask one of them. Every user may read the chart of accounts.',
  {
    advice:
      'Use the credential of an operator. Users outside a tenant may also keep the books of the sandbox with a sandbox key, and those of both environments with the setting JOURNAL=open.',
  },
)

export const LedgerAccountExists = defineError<{ code: string }>(
  'LEDGER_ACCOUNT_EXISTS',
  409,
  (d) => `The chart has an account ${d.code} already; choose another code.`,
  {
    advice:
      'Choose a code that GET /api/v1/ledger/accounts does not list, or change the existing account by PATCH /api/v1/ledger/accounts/:code.',
  },
)

export const AccountLimitExceeded = defineError<{ most: number }>(
  'ACCOUNT_LIMIT_EXCEEDED',
  422,
  (d) => `The chart has ${d.most} accounts, its limit; use one of them.`,
  {
    advice:
      'Accounts of the chart are never deleted: rename an unused one of the same type by PATCH /api/v1/ledger/accounts/:code.',
  },
)

export const EntryNotReversible = defineError<{ entry_number: string; status: string }>(
  'ENTRY_NOT_REVERSIBLE',
  409,
  (d) => `The entry ${d.entry_number} is ${d.status}; only posted entries can be reversed.`,
  {
    advice:
      'Read `reversed_by` of the entry by GET /api/v1/ledger/entries/:id. To undo the reversal, reverse that entry.',
  },
)

export const ClosingEntry = defineError<{ entry_number: string }>(
  'CLOSING_ENTRY',
  409,
  (d) =>
    `The entry ${d.entry_number} closed a period; reopen the period instead, which reverses the entry.`,
  {
    advice:
      'Have an operator send POST /api/v1/ledger/periods/:id/reopen with the `period_id` of the entry.',
  },
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
  {
    advice:
      'Send a `posted_at` after the last closed day. Only an operator reopens a period, by POST /api/v1/ledger/periods/:id/reopen.',
  },
)

export const PeriodExists = defineError<{ name: string; starts_on: string; ends_on: string }>(
  'PERIOD_EXISTS',
  409,
  (d) =>
    `There is a period "${d.name}" from ${d.starts_on} to ${d.ends_on} already; periods have different names and share no day.`,
  {
    advice:
      'List the periods by GET /api/v1/ledger/periods; then choose another name, or days that no period covers.',
  },
)

export const PeriodStateConflict = defineError<{ name: string; status: string; action: string }>(
  'PERIOD_STATE_CONFLICT',
  409,
  (d) => `The period "${d.name}" is ${d.status}; it cannot be ${d.action}.`,
  {
    advice:
      'Read `status` by GET /api/v1/ledger/periods/:id: only an open period can be closed, and only a closed one reopened.',
  },
)

export const PeriodNotOver = defineError<{ name: string; ends_on: string }>(
  'PERIOD_NOT_OVER',
  409,
  (d) =>
    `The period "${d.name}" ends with ${d.ends_on} (UTC); close it a minute after that or later.`,
  {
    advice:
      'Retry one minute after the end of the last day (UTC) or later; transactions in progress at midnight need that minute to commit.',
  },
)

export const EarlierPeriodOpen = defineError<{ name: string; earlier: string }>(
  'EARLIER_PERIOD_OPEN',
  409,
  (d) => `Close "${d.earlier}" before "${d.name}": periods are closed in their order.`,
  {
    advice:
      'List the open periods by GET /api/v1/ledger/periods?status=open, and close the earliest first.',
  },
)

export const LaterPeriodClosed = defineError<{ name: string; later: string }>(
  'LATER_PERIOD_CLOSED',
  409,
  (d) => `Reopen "${d.later}" before "${d.name}": periods are reopened from the last one back.`,
  {
    advice:
      'Have an operator reopen the later periods, the last one first, by POST /api/v1/ledger/periods/:id/reopen; close them again afterwards, the earliest first.',
  },
)

export const VarianceChanged = defineError<{ domain: string; currency: string; variance: string }>(
  'VARIANCE_CHANGED',
  409,
  (d) =>
    `The variance of ${d.domain} in ${d.currency} is ${d.variance} now; read the report again and resolve that variance.`,
  {
    advice:
      'Read GET /api/v1/ledger/reconciliation/:domain again, and send its `variance` to the last digit, with a note that explains this figure.',
  },
)

export const PostingRuleExists = defineError<{ name: string }>(
  'POSTING_RULE_EXISTS',
  409,
  (d) => `There is a posting rule "${d.name}" already; choose another name.`,
  {
    advice:
      'Choose a name that GET /api/v1/ledger/posting-rules does not list. A rule cannot be changed: deactivate it and add one under another name.',
  },
)

export const TooManyPostingRules = defineError<{ most: number }>(
  'TOO_MANY_POSTING_RULES',
  422,
  (d) => `There are ${d.most} posting rules, the limit of one environment.`,
  {
    advice:
      'Rules are never deleted: reuse one by POST /api/v1/ledger/posting-rules/:id/activate, or post the entries by POST /api/v1/ledger/entries.',
  },
)

export const PostingRuleStateConflict = defineError<{ name: string; status: string }>(
  'POSTING_RULE_STATE_CONFLICT',
  409,
  (d) => `The posting rule "${d.name}" is ${d.status} already.`,
  {
    advice:
      'Send no second request; `status` in GET /api/v1/ledger/posting-rules shows which rules are active.',
  },
)
