// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const id = '0199d3a2-7c00-7000-8000-000000000001'

export const examples = defineExamples(answers, {
  'ledger_account.list': {},
  'ledger_account.create': {
    input: {
      code: '5310',
      name: 'Rent',
      type: 'expense',
      parent_code: '5300',
      currency: 'USD',
      description: 'Offices and branches.',
    },
    other: { code: '5311' },
  },
  'ledger_account.get': { input: { code: '2100' }, isShared: true },
  'ledger_account.update': {
    input: { code: '5310', name: 'Rent and heating', is_active: true },
    other: { name: 'Rent' },
    isShared: true,
  },
  'ledger_account.balance': {
    input: { code: '2100' },
    isShared: true,
  },
  'ledger_account.history': {
    input: { code: '5300' },
    isShared: true,
  },
  'ledger_account.movements': {
    input: { code: '1110' },
    as: 'operator',
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
    other: { description: 'Rent for April' },
  },
  'journal_entry.list': {},
  'journal_entry.get': { input: { id }, isShared: true },
  'journal_entry.reverse': {
    input: { id, reason: 'Paid twice' },
    other: { reason: 'Wrong account' },
    isShared: true,
  },
  'trial_balance.get': {},
  'balance_sheet.get': {},
  'income_statement.get': {},
  'ledger_reconciliation.list': {
    input: { domain: 'customers' },
    isShared: true,
  },
  'ledger_reconciliation.resolve': {
    input: { domain: 'cash', currency: 'USD', variance: '-4200.00', note: 'Rent paid in cash' },
    other: { note: 'Rent' },
    isShared: true,
  },
  'ledger_period.create': {
    input: { name: 'February 2026', starts_on: '2026-02-01', ends_on: '2026-02-28' },
    other: { name: 'Another period' },
  },
  'ledger_period.list': {},
  'ledger_period.get': { input: { id }, isShared: true },
  'ledger_period.close': {
    input: { id, close_result: false },
    other: { close_result: true },
    isShared: true,
  },
  'ledger_period.reopen': {
    input: { id, reason: 'An invoice came late' },
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
    other: { name: 'Another rule' },
    as: 'operator',
  },
  'posting_rule.list': {},
  'posting_rule.deactivate': {
    input: { id },
    as: 'operator',
  },
  'posting_rule.activate': { input: { id }, as: 'operator' },
  'posting_rule.applications': {
    input: { id },
    isShared: true,
  },
})
