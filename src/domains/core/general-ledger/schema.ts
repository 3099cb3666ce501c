// Wire shapes of the general ledger.
import { Type } from 'typebox'
import { PageOf, RowsOf } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { ASSETS_MAX, AssetCode, AmountInput } from '../assets/index.ts'
import { ACCOUNTS_MAX, accountTypes, feedNames } from './chart.ts'
import { Day } from './days.ts'
import { entryLife, periodLife, ruleLife } from './life-cycle.ts'
import { LINES_MAX } from './entries/service.ts'

const Decimal = Type.String({
  description: 'Decimal, with four places or as many as the asset has where it has more.',
})
const Currency = Type.String()

export const AccountTypeSchema = Type.Enum([...accountTypes], {
  $id: 'LedgerAccountType',
  description:
    'Assets and expenses have their balance on the debit side, the others on the credit side.',
})

/** A balance is positive on the normal side of its account. */
const figures = {
  balance: described(Decimal, 'The balance: the two parts that follow.'),
  ledger_balance: described(Decimal, 'The money of the ledger core that appears in this account.'),
  journal_balance: described(Decimal, 'The sum of its journal lines.'),
  total_balance: described(Decimal, 'The balance with those of all accounts below it.'),
}

const Balances = Type.Array(
  Type.Object({ currency: Currency, ...figures }, { $id: 'LedgerBalance' }),
  { maxItems: ASSETS_MAX },
)

export const LedgerAccount = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    type: AccountTypeSchema,
    normal_side: Type.Enum(['debit', 'credit']),
    parent_code: Nullable(Type.String()),
    currency: Currency,
    is_active: Type.Boolean({ description: 'Whether journal lines may name it.' }),
    description: Nullable(Type.String()),
    feed: Nullable(
      Type.Enum([...feedNames], {
        $id: 'LedgerFeed',
        description: 'The part of the ledger core that appears in it.',
      }),
    ),
    ...figures,
    balances: Balances,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'LedgerAccount' },
)

export const AccountCode = Type.String({
  minLength: 1,
  maxLength: 20,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$',
  description: 'The code of an account of the chart: letters, digits, dots and hyphens.',
})

export const newAccount = {
  code: AccountCode,
  name: Type.String({ ...plainText(255), description: 'The display name of the account.' }),
  type: AccountTypeSchema,
  parent_code: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Null()], {
      description: 'The account above it, of the same type.',
    }),
  ),
  currency: Type.String({
    ...AssetCode,
    default: 'USD',
    description: 'The asset in which its balance is shown first.',
  }),
  description: Type.Optional(
    Type.Union([Type.String(plainText(500)), Type.Null()], { description: 'What belongs in it.' }),
  ),
}

export const accountChange = {
  name: Type.Optional(
    Type.String({ ...plainText(255), description: 'The display name of the account.' }),
  ),
  description: Type.Optional(
    Type.Union([Type.String(plainText(500)), Type.Null()], { description: 'What belongs in it.' }),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'Whether journal lines may name it.' })),
}

export const AccountBalance = Type.Object(
  {
    account_code: Type.String(),
    amount: described(Decimal, 'The balance in the currency of the account.'),
    currency: Currency,
    ledger_balance: figures.ledger_balance,
    journal_balance: figures.journal_balance,
    total_balance: figures.total_balance,
    balances: Balances,
    date: Day,
  },
  { $id: 'LedgerAccountBalance' },
)

export const EntryStatus = entryLife.schema({
  $id: 'JournalEntryStatus',
  description: `What may happen to an entry in each state. ${entryLife.summarize()}.`,
})

const HistoryRow = Type.Object(
  {
    entry_id: Uuid,
    entry_number: Type.String(),
    description: Type.String(),
    status: EntryStatus,
    posted_at: DateTime,
    currency: Currency,
    debit_amount: Decimal,
    credit_amount: Decimal,
    narrative: Nullable(Type.String()),
    running_balance: described(Decimal, 'The journal part of the balance after this line.'),
  },
  { $id: 'LedgerHistoryRow' },
)

const { data: historyRows, meta: historyMeta } = PageOf(HistoryRow).properties

export const AccountHistory = Type.Object(
  {
    data: historyRows,
    meta: historyMeta,
    account_code: Type.String(),
    from: Day,
    to: Day,
    currencies: Type.Array(
      Type.Object(
        {
          currency: Currency,
          opening_balance: described(Decimal, 'The balance before the first day.'),
          ledger_movement: described(Decimal, 'How the ledger core changed it.'),
          journal_movement: described(Decimal, 'How the journal changed it.'),
          closing_balance: described(Decimal, 'The balance at the end of the last day.'),
        },
        { $id: 'LedgerHistoryCurrency' },
      ),
      { maxItems: ASSETS_MAX },
    ),
  },
  { $id: 'LedgerAccountHistory' },
)

const Movement = Type.Object(
  {
    payment_uuid: described(Uuid, 'The payment of which it is a leg; payment.get has all of them.'),
    line: Type.Integer({ description: 'The number of the leg.' }),
    kind: Type.String({ description: 'The subtype of the leg, or else its type.' }),
    bank_account: Type.String({ description: 'The account of the bank in the ledger core.' }),
    other_bank_account: Nullable(
      Type.String({ description: 'The other account, if it is the bank’s too.' }),
    ),
    customer_name: Nullable(
      Type.String({ description: 'The holder of the other account, if it is a customer’s.' }),
    ),
    currency: Currency,
    debit: Decimal,
    credit: Decimal,
    reference: Nullable(Type.String()),
    created_at: DateTime,
  },
  { $id: 'LedgerMovement' },
)

export const Movements = Type.Object(
  {
    account_code: Type.String(),
    from: Day,
    to: Day,
    data: RowsOf(Movement),
    next: Nullable(
      Type.String({ description: 'Send this as `before` to go on; null at the end.' }),
    ),
  },
  { $id: 'LedgerMovements' },
)

const zero = (side: string) =>
  Type.Union([...AmountInput.anyOf], {
    default: '0',
    description: `The amount on the ${side} side; each line has one side.`,
  })

const LineInput = Type.Object(
  {
    account_code: Type.String({ minLength: 1, maxLength: 20, description: 'An active account.' }),
    debit: zero('debit'),
    credit: zero('credit'),
    currency: Type.Optional(
      described(
        AssetCode,
        'The asset; default: the currency of the account. Every one must balance.',
      ),
    ),
    narrative: Type.Optional(
      Type.Union([Type.String(plainText(255)), Type.Null()], {
        description: 'What the line is for.',
      }),
    ),
  },
  { $id: 'JournalLineInput' },
)

export const newEntry = {
  description: Type.String({ ...plainText(500), description: 'What the entry is for.' }),
  source_domain: Type.Optional(
    Type.Union([Type.String(plainText(100)), Type.Null()], {
      description: 'Which part of the business it comes from.',
    }),
  ),
  posted_at: Type.Optional(
    Type.Union([DateTime, Day], {
      description:
        'The time or day (UTC) it counts for; default: now. Never in the future, and not in or before a closed period.',
    }),
  ),
  lines: Type.Array(LineInput, {
    minItems: 2,
    maxItems: LINES_MAX,
    description: 'At least two; debits and credits are equal in every currency.',
  }),
}

const Line = Type.Object(
  {
    account_code: Type.String(),
    currency: Currency,
    debit: Decimal,
    credit: Decimal,
    narrative: Nullable(Type.String()),
  },
  { $id: 'JournalLine' },
)

const entryFields = {
  id: Uuid,
  entry_number: Type.String({ description: 'JE- and a number without gaps.' }),
  description: Type.String(),
  source_domain: Nullable(Type.String()),
  kind: Type.Enum(['manual', 'reversal', 'closing', 'rule']),
  status: EntryStatus,
  posted_at: DateTime,
  totals: Type.Array(
    Type.Object({ currency: Currency, amount: Decimal }, { $id: 'JournalEntryTotal' }),
    { maxItems: LINES_MAX },
  ),
  reverses: Nullable(Uuid),
  reversed_by: Nullable(Uuid),
  reason: Nullable(Type.String({ description: 'Why it reverses another entry.' })),
  period_id: Nullable(Type.String({ format: 'uuid', description: 'The period that it closed.' })),
  source_event: Nullable(
    Type.String({ description: 'The event for which a posting rule posted it.' }),
  ),
  posted_by: Nullable(
    Type.String({ format: 'uuid', description: 'Shown only to operators and to this user.' }),
  ),
  created_at: DateTime,
}

export const JournalEntryItem = Type.Object(entryFields, { $id: 'JournalEntryItem' })

export const JournalEntry = Type.Object(
  { ...entryFields, lines: Type.Array(Line, { maxItems: LINES_MAX }) },
  { $id: 'JournalEntry' },
)

const total = {
  currency: Currency,
  debit: Decimal,
  credit: Decimal,
  balanced: Type.Boolean({ description: 'Whether debits and credits are equal.' }),
}

const TrialBalanceRow = Type.Object(
  {
    account_code: Type.String(),
    name: Type.String(),
    type: AccountTypeSchema,
    currency: Currency,
    debit: described(Decimal, 'By how much debits exceed credits in the range.'),
    credit: described(Decimal, 'By how much credits exceed debits in the range.'),
    balance: described(Decimal, 'The same on the normal side of the account.'),
    opening_balance: described(Decimal, 'The balance before the first day.'),
    closing_balance: described(Decimal, 'The balance at the end of the last day.'),
  },
  { $id: 'TrialBalanceRow' },
)

const { data: trialRows, meta: trialMeta } = PageOf(TrialBalanceRow).properties

export const TrialBalance = Type.Object(
  {
    data: trialRows,
    meta: trialMeta,
    from: Nullable(Day),
    to: Day,
    totals: Type.Object(
      {
        ...total,
        balanced: Type.Boolean({
          description: 'Whether debits and credits are equal in every currency.',
        }),
        currencies: Type.Array(Type.Object(total, { $id: 'TrialBalanceTotal' }), {
          maxItems: ASSETS_MAX,
        }),
      },
      { $id: 'TrialBalanceTotals' },
    ),
  },
  { $id: 'TrialBalance' },
)

const Section = Type.Array(
  Type.Object(
    { account_code: Type.String(), name: Type.String(), amount: Decimal },
    { $id: 'LedgerReportRow' },
  ),
  { maxItems: ACCOUNTS_MAX },
)

export const BalanceSheet = Type.Object(
  {
    date: Day,
    currency: Currency,
    assets: Section,
    liabilities: Section,
    equity: Section,
    current_earnings: described(Decimal, 'Revenue less expenses that no closing moved to equity.'),
    total_assets: Decimal,
    total_liabilities: Decimal,
    total_equity: described(Decimal, 'With the current earnings.'),
    balanced: Type.Boolean({ description: 'Whether assets equal liabilities and equity.' }),
  },
  { $id: 'BalanceSheet' },
)

export const IncomeStatement = Type.Object(
  {
    from: Day,
    to: Day,
    currency: Currency,
    revenue: Section,
    expenses: Section,
    total_revenue: Decimal,
    total_expenses: Decimal,
    net_income: Decimal,
  },
  { $id: 'IncomeStatement' },
)

export const PeriodStatus = periodLife.schema({
  $id: 'LedgerPeriodStatus',
  description: `What may happen to a period in each state. ${periodLife.summarize()}.`,
})

export const Period = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    starts_on: Day,
    ends_on: described(Day, 'The last day, included.'),
    status: PeriodStatus,
    created_at: DateTime,
    closed_at: Nullable(DateTime),
    reopened_at: Nullable(DateTime),
    reopen_reason: Nullable(Type.String()),
  },
  { $id: 'LedgerPeriod' },
)

export const Reconciliation = Type.Object(
  {
    period: Nullable(Type.String({ description: 'The name of the period; none: as of now.' })),
    domain: Type.String({ description: 'The part of the ledger core.' }),
    account_code: Type.String(),
    currency: Currency,
    gl_balance: described(Decimal, 'The general ledger, before closings.'),
    domain_balance: described(Decimal, 'The ledger core itself, added up.'),
    adjustments: described(Decimal, 'Journal lines on the account.'),
    closed_to_equity: described(Decimal, 'What closings of periods moved to retained earnings.'),
    variance: described(Decimal, 'The general ledger less the ledger core.'),
    status: Type.Enum(['pending', 'matched', 'discrepancy', 'resolved'], {
      description:
        'pending: the period is open; resolved: a bookkeeper explained exactly this variance.',
    }),
    resolution: Nullable(
      Type.Object(
        { note: Type.String(), resolved_at: DateTime },
        { $id: 'LedgerVarianceResolution' },
      ),
    ),
  },
  { $id: 'LedgerReconciliation' },
)

export const PostingRuleStatus = ruleLife.schema({
  $id: 'PostingRuleStatus',
  description: `What may happen to a rule in each state. ${ruleLife.summarize()}.`,
})

export const PostingRule = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    trigger_event: Type.String(),
    debit_account: Type.String(),
    credit_account: Type.String(),
    amount_expression: Type.String(),
    currency_expression: Type.String(),
    priority: Type.Integer(),
    is_active: Type.Boolean(),
    status: PostingRuleStatus,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'PostingRule' },
)

export const ApplicationStatus = Type.Enum(['pending', 'posted', 'failed'], {
  $id: 'RuleApplicationStatus',
  description:
    'pending: the entry is posted shortly; failed: there is no entry, for the reason given.',
})

export const RuleApplication = Type.Object(
  {
    event_id: Type.String(),
    status: ApplicationStatus,
    entry_id: Nullable(Uuid),
    problem: Nullable(Type.String()),
    amount: Nullable(Type.String()),
    currency: Nullable(Type.String()),
    occurred_at: DateTime,
  },
  { $id: 'RuleApplication' },
)
