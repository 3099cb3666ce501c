// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const at = '2026-03-01T12:00:00.000Z'
const id = '0199d3a2-7c00-7000-8000-000000000001'

const figures = {
  balance: '125000.0000',
  ledger_balance: '125000.0000',
  journal_balance: '0.0000',
  total_balance: '125000.0000',
}

const balances = [{ currency: 'USD', ...figures }]

const deposits = {
  code: '2100',
  name: 'Customer Deposits',
  type: 'liability',
  normal_side: 'credit',
  parent_code: '2000',
  currency: 'USD',
  is_active: true,
  description: 'All accounts of customers.',
  feed: 'customers',
  ...figures,
  balances,
  created_at: at,
  updated_at: at,
}

const nothing = {
  balance: '0.0000',
  ledger_balance: '0.0000',
  journal_balance: '0.0000',
  total_balance: '0.0000',
}

const rent = {
  ...deposits,
  code: '5310',
  name: 'Rent',
  type: 'expense',
  normal_side: 'debit',
  parent_code: '5300',
  description: 'Offices and branches.',
  feed: null,
  ...nothing,
  balances: [],
}

const item = {
  id,
  entry_number: 'JE-00000001',
  description: 'Rent for March',
  source_domain: 'facilities',
  kind: 'manual',
  status: 'posted',
  posted_at: at,
  totals: [{ currency: 'USD', amount: '4200.0000' }],
  reverses: null,
  reversed_by: null,
  reason: null,
  period_id: null,
  source_event: null,
  posted_by: null,
  created_at: at,
}

const line = (account_code: string, debit: string, credit: string, narrative: string | null) => ({
  account_code,
  currency: 'USD',
  debit,
  credit,
  narrative,
})

const entry = {
  ...item,
  lines: [
    line('5300', '4200.0000', '0.0000', 'Head office'),
    line('1110', '0.0000', '4200.0000', null),
  ],
}

const period = {
  id,
  name: 'February 2026',
  starts_on: '2026-02-01',
  ends_on: '2026-02-28',
  status: 'open',
  created_at: at,
  closed_at: null,
  reopened_at: null,
  reopen_reason: null,
}

const report = {
  period: null,
  domain: 'customers',
  account_code: '2100',
  currency: 'USD',
  gl_balance: '125000.0000',
  domain_balance: '125000.0000',
  adjustments: '0.0000',
  closed_to_equity: '0.0000',
  variance: '0.0000',
  status: 'matched',
  resolution: null,
}

const rule = {
  id,
  name: 'Cost of text messages',
  trigger_event: 'sms.sent',
  debit_account: '5100',
  credit_account: '2200',
  amount_expression: '0.05',
  currency_expression: 'USD',
  priority: 100,
  is_active: true,
  status: 'active',
  created_at: at,
  updated_at: at,
}

const total = { currency: 'USD', debit: '125000.0000', credit: '125000.0000', balanced: true }

export const examples = defineExamples({
  'ledger_account.list': { output: onePage(deposits, 100) },
  'ledger_account.create': {
    input: {
      code: '5310',
      name: 'Rent',
      type: 'expense',
      parent_code: '5300',
      currency: 'USD',
      description: 'Offices and branches.',
    },
    output: rent,
    other: { code: '5311' },
  },
  'ledger_account.get': { input: { code: '2100' }, output: deposits, isShared: true },
  'ledger_account.update': {
    input: { code: '5310', name: 'Rent and heating', is_active: true },
    output: { ...rent, name: 'Rent and heating' },
    other: { name: 'Rent' },
    isShared: true,
  },
  'ledger_account.balance': {
    input: { code: '2100' },
    output: {
      account_code: '2100',
      amount: '125000.0000',
      currency: 'USD',
      ledger_balance: '125000.0000',
      journal_balance: '0.0000',
      total_balance: '125000.0000',
      balances,
      date: '2026-03-01',
    },
    isShared: true,
  },
  'ledger_account.history': {
    input: { code: '5300' },
    output: {
      ...onePage({
        entry_id: id,
        entry_number: 'JE-00000001',
        description: 'Rent for March',
        status: 'posted',
        posted_at: at,
        currency: 'USD',
        debit_amount: '4200.0000',
        credit_amount: '0.0000',
        narrative: 'Head office',
        running_balance: '4200.0000',
      }),
      account_code: '5300',
      from: '2026-01-31',
      to: '2026-03-01',
      currencies: [
        {
          currency: 'USD',
          opening_balance: '0.0000',
          ledger_movement: '0.0000',
          journal_movement: '4200.0000',
          closing_balance: '4200.0000',
        },
      ],
    },
    isShared: true,
  },
  'journal_entry.create': {
    input: {
      description: 'Rent for March',
      source_domain: 'facilities',
      lines: [
        { account_code: '5300', debit: '4200.00', credit: '0', narrative: 'Head office' },
        { account_code: '1110', debit: '0', credit: '4200.00' },
      ],
    },
    output: entry,
    other: { description: 'Rent for April' },
  },
  'journal_entry.list': { output: onePage(item) },
  'journal_entry.get': { input: { id }, output: entry, isShared: true },
  'journal_entry.reverse': {
    input: { id, reason: 'Paid twice' },
    output: {
      ...entry,
      entry_number: 'JE-00000002',
      description: 'Reversal of JE-00000001',
      kind: 'reversal',
      reverses: id,
      reason: 'Paid twice',
      lines: [
        line('5300', '0.0000', '4200.0000', 'Head office'),
        line('1110', '4200.0000', '0.0000', null),
      ],
    },
    other: { reason: 'Wrong account' },
    isShared: true,
  },
  'trial_balance.get': {
    output: {
      ...onePage(
        {
          account_code: '2100',
          name: 'Customer Deposits',
          type: 'liability',
          currency: 'USD',
          debit: '0.0000',
          credit: '125000.0000',
          balance: '125000.0000',
          opening_balance: '0.0000',
          closing_balance: '125000.0000',
        },
        100,
      ),
      from: null,
      to: '2026-03-01',
      totals: { ...total, currencies: [total] },
    },
  },
  'balance_sheet.get': {
    output: {
      date: '2026-03-01',
      currency: 'USD',
      assets: [{ account_code: '1110', name: 'Operating Account', amount: '125000.0000' }],
      liabilities: [{ account_code: '2100', name: 'Customer Deposits', amount: '125000.0000' }],
      equity: [],
      current_earnings: '0.0000',
      total_assets: '125000.0000',
      total_liabilities: '125000.0000',
      total_equity: '0.0000',
      balanced: true,
    },
  },
  'income_statement.get': {
    output: {
      from: '2026-01-01',
      to: '2026-03-01',
      currency: 'USD',
      revenue: [],
      expenses: [{ account_code: '5300', name: 'Operational Costs', amount: '4200.0000' }],
      total_revenue: '0.0000',
      total_expenses: '4200.0000',
      net_income: '-4200.0000',
    },
  },
  'ledger_reconciliation.list': {
    input: { domain: 'customers' },
    output: onePage(report, 100),
    isShared: true,
  },
  'ledger_reconciliation.resolve': {
    input: { domain: 'cash', currency: 'USD', variance: '-4200.00', note: 'Rent paid in cash' },
    output: {
      ...report,
      domain: 'cash',
      account_code: '1110',
      gl_balance: '120800.0000',
      adjustments: '-4200.0000',
      variance: '-4200.0000',
      status: 'resolved',
      resolution: { note: 'Rent paid in cash', resolved_at: at },
    },
    other: { note: 'Rent' },
    isShared: true,
  },
  'ledger_period.create': {
    input: { name: 'February 2026', starts_on: '2026-02-01', ends_on: '2026-02-28' },
    output: period,
    other: { name: 'Another period' },
  },
  'ledger_period.list': { output: onePage(period) },
  'ledger_period.get': { input: { id }, output: period, isShared: true },
  'ledger_period.close': {
    input: { id, close_result: false },
    output: { ...period, status: 'closed', closed_at: at },
    other: { close_result: true },
    isShared: true,
  },
  'ledger_period.reopen': {
    input: { id, reason: 'An invoice came late' },
    output: { ...period, reopened_at: at, reopen_reason: 'An invoice came late' },
    other: { reason: 'A mistake' },
    as: 'operator',
  },
  'posting_rule.create': {
    input: {
      name: 'Cost of text messages',
      trigger_event: 'sms.sent',
      debit_account: '5100',
      credit_account: '2200',
      amount_expression: '0.05',
      currency_expression: 'USD',
      priority: 100,
    },
    output: rule,
    other: { name: 'Another rule' },
    as: 'operator',
  },
  'posting_rule.list': { output: onePage(rule) },
  'posting_rule.deactivate': {
    input: { id },
    output: { ...rule, is_active: false, status: 'inactive' },
    as: 'operator',
  },
  'posting_rule.activate': { input: { id }, output: rule, as: 'operator' },
  'posting_rule.applications': {
    input: { id },
    output: onePage({
      event_id: 'evt_0000000000012c08',
      status: 'posted',
      entry_id: id,
      problem: null,
      amount: '0.05',
      currency: 'USD',
      occurred_at: at,
    }),
    isShared: true,
  },
})
