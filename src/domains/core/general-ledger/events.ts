// The events of the general ledger; the user who caused one sees it, and operators see all of them.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const account = Type.Object({
  code: Type.String(),
  name: Type.String(),
  type: Type.String(),
  currency: Type.String(),
  is_active: Type.Boolean(),
})

export const LedgerAccountCreated = defineEvent({
  type: 'ledger_account.created',
  version: 1,
  summary: 'An account was added to the chart of accounts.',
  data: account,
})

export const LedgerAccountUpdated = defineEvent({
  type: 'ledger_account.updated',
  version: 1,
  summary: 'An account of the chart was renamed, described anew, activated or deactivated.',
  data: account,
})

const entry = {
  id: Uuid,
  entry_number: Type.String(),
  description: Type.String(),
  kind: Type.String(),
  source_domain: Nullable(Type.String()),
  posted_at: DateTime,
  totals: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() })),
}

export const JournalEntryPosted = defineEvent({
  type: 'journal_entry.posted',
  version: 1,
  summary: 'An entry was posted to the journal.',
  data: Type.Object(entry),
})

export const JournalEntryReversed = defineEvent({
  type: 'journal_entry.reversed',
  version: 1,
  summary: 'An entry was reversed by a mirrored one, which was posted too.',
  data: Type.Object({
    id: Uuid,
    entry_number: Type.String(),
    reversed_by: Uuid,
    reason: Type.String(),
  }),
})

const period = {
  id: Uuid,
  name: Type.String(),
  starts_on: Type.String(),
  ends_on: Type.String(),
  status: Type.String(),
}

export const PeriodOpened = defineEvent({
  type: 'ledger_period.opened',
  version: 1,
  summary: 'An accounting period was created.',
  data: Type.Object(period),
})

export const PeriodClosedEvent = defineEvent({
  type: 'ledger_period.closed',
  version: 1,
  summary: 'An accounting period was closed; its balances are final.',
  data: Type.Object(period),
})

export const PeriodReopened = defineEvent({
  type: 'ledger_period.reopened',
  version: 1,
  summary: 'An operator reopened an accounting period.',
  data: Type.Object({ ...period, reason: Type.String() }),
})

export const VarianceResolved = defineEvent({
  type: 'ledger_variance.resolved',
  version: 1,
  summary: 'A difference between the general ledger and the ledger core was explained.',
  data: Type.Object({
    domain: Type.String(),
    currency: Type.String(),
    variance: Type.String(),
    note: Type.String(),
  }),
})

const rule = { id: Uuid, name: Type.String(), trigger_event: Type.String() }

export const PostingRuleCreated = defineEvent({
  type: 'posting_rule.created',
  version: 1,
  summary: 'A rule was added that posts journal entries for events.',
  data: Type.Object(rule),
})

export const PostingRuleActivated = defineEvent({
  type: 'posting_rule.activated',
  version: 1,
  summary: 'A posting rule was activated again.',
  data: Type.Object(rule),
})

export const PostingRuleDeactivated = defineEvent({
  type: 'posting_rule.deactivated',
  version: 1,
  summary: 'A posting rule was deactivated.',
  data: Type.Object(rule),
})

export const PostingRuleFailed = defineEvent({
  type: 'posting_rule.failed',
  version: 1,
  summary: 'A posting rule could not post an entry for an event; the problem says why.',
  data: Type.Object({
    id: Uuid,
    name: Type.String(),
    event_id: Type.String(),
    problem: Type.String(),
  }),
})
