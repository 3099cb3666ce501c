// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const ID = '0199d3a2-7c00-7000-8000-000000000041'
const USER = '0199d3a2-7c00-7000-8000-000000000001'

const LOAN = '0199d3a2-7c00-7000-8000-000000000043'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000003'
const TELLER = '0199d3a2-7c00-7000-8000-000000000045'

const OFFICER = '0199d3a2-7c00-7000-8000-000000000048'

const SHEET = '0199d3a2-7c00-7000-8000-000000000049'

const SHARES = '0199d3a2-7c00-7000-8000-000000000050'

export const examples = defineExamples(answers, {
  'microfinance_group.create': {
    input: {
      name: 'Sunrise',
      members: [USER, 'customer-2', 'customer-3', 'customer-4', 'customer-5'],
      liability_type: 'joint',
      frequency: 'weekly',
      meeting_day: 'Monday',
      center: 'North market',
    },
    other: { name: 'Sunset' },
  },
  'microfinance_group.list': {},
  'microfinance_group.get': { input: { id: ID } },
  'microfinance_group.activate': { input: { id: ID } },
  'microfinance_group.close': { input: { id: ID } },
  'group_member.add': {
    input: { id: ID, user_id: 'customer-6', role: 'treasurer' },
    other: { role: 'member' },
  },
  'group_member.list': { input: { id: ID } },
  'group_member.change': {
    input: { id: ID, user_id: 'customer-2', role: 'leader' },
    other: { role: 'secretary' },
  },
  'group_member.remove': { input: { id: ID, user_id: 'customer-2' } },
  'group_meeting.record': {
    input: {
      id: ID,
      attendees_count: 2,
      attendees: [USER, 'customer-2'],
      minutes: 'Two loans were discussed.',
      meeting_date: '2026-03-01',
    },
    other: { minutes: 'Nothing was discussed.' },
  },
  'group_meeting.list': { input: { id: ID } },
  'group_attendance.list': { input: { id: ID } },
  'microfinance_loan.apply': {
    input: {
      group_id: ID,
      account_id: ACCOUNT,
      principal: '500.00',
      currency: 'USD',
      annual_rate_basis_points: 2400,
      term: 10,
      frequency: 'weekly',
      method: 'declining',
      purpose: 'Seeds',
    },
    other: { term: 12 },
  },
  'microfinance_loan.list': {},
  'microfinance_loan.get': { input: { id: LOAN } },
  'microfinance_loan.schedule': { input: { id: LOAN } },
  'microfinance_loan.approve': { input: { id: LOAN } },
  'microfinance_loan.reject': {
    input: { id: LOAN, reason: 'Too much at once' },
    other: { reason: 'Another' },
  },
  'microfinance_loan.cancel': {
    input: { id: LOAN, reason: 'Not needed' },
    other: { reason: 'Another' },
  },
  'microfinance_loan.disburse': { input: { id: LOAN } },
  'microfinance_loan.write_off': {
    input: { id: LOAN, reason: 'The borrower moved away' },
    other: { reason: 'Another' },
    as: 'operator',
  },
  'microfinance_loan.repay': {
    input: { id: LOAN, amount: '52.30', account_id: ACCOUNT },
    other: { amount: '1.00' },
  },
  'microfinance_loan.repayments': { input: { id: LOAN } },
  'microfinance_loan.provision': { input: { id: LOAN } },
  'provisioning.summary': {},
  'provisioning.list': {
    input: { category: 'standard' },
    pathIsChoice: true,
  },
  'provisioning.run': { as: 'operator' },
  'cash_teller.create': {
    input: { name: 'Counter 1', branch: 'North', currency: 'USD', vault_limit: '10000.00' },
    other: { name: 'Counter 2' },
    as: 'operator',
  },
  'cash_teller.list': {},
  'cash_teller.get': { input: { id: TELLER } },
  'cash_teller.set_vault': {
    input: { id: TELLER, currency: 'USD', vault_limit: '20000.00', vault_minimum: '100.00' },
    other: { vault_minimum: '0' },
    as: 'operator',
  },
  'cash_teller.reconcile': {
    input: { id: TELLER, counted: '99.50', currency: 'USD', note: 'Counted twice' },
    other: { counted: '100.00' },
  },
  'cash_teller.reconciliations': { input: { id: TELLER } },
  'teller_transaction.create': {
    input: { type: 'deposit', amount: '100.00', currency: 'USD', account_id: ACCOUNT },
    other: { amount: '101.00' },
  },
  'teller_transaction.list': {},
  'vault_transfer.create': {
    input: { to_teller_id: TELLER, amount: '500.00', currency: 'USD' },
    other: { amount: '501.00' },
    as: 'operator',
  },
  'field_officer.create': {
    input: { name: 'Grace Hopper', territory: 'North' },
    other: { territory: 'South' },
  },
  'field_officer.list': {},
  'field_officer.get': { input: { id: OFFICER } },
  'field_officer.change': {
    input: { id: OFFICER, territory: 'South', is_active: false },
    other: { territory: 'West' },
  },
  'collection_sheet.create': {
    input: { officer_id: OFFICER, group_id: ID, collection_date: '2026-03-08', currency: 'USD' },
    other: { collection_date: '2026-03-15' },
  },
  'collection_sheet.list': {},
  'collection_sheet.get': { input: { id: SHEET } },
  'collection_sheet.collect': {
    input: { id: SHEET, lines: [{ loan_id: LOAN, amount: '20.00' }] },
    other: { lines: [{ loan_id: LOAN, amount: '21.00' }] },
  },
  'collection_sheet.complete': {
    input: { id: SHEET, notes: 'Two members were ill' },
    other: { notes: 'Another' },
  },
  'share_account.open': {
    input: { group_id: ID, currency: 'USD' },
    other: { currency: 'EUR' },
  },
  'share_account.list': {},
  'share_account.get': { input: { id: SHARES } },
  'share_account.movements': { input: { id: SHARES } },
  'share_account.purchase': {
    input: { id: SHARES, shares: 1, account_id: ACCOUNT },
    other: { shares: 2 },
  },
  'share_account.redeem': {
    input: { id: SHARES, shares: 1, account_id: ACCOUNT },
    other: { shares: 2 },
  },
  'share_account.withdraw_dividends': { input: { id: SHARES, account_id: ACCOUNT } },
  'share_account.close': { input: { id: SHARES } },
  'dividend.declare': {
    input: { id: ID, amount_per_share: '1.50', currency: 'USD' },
    other: { amount_per_share: '1.60' },
  },
})
