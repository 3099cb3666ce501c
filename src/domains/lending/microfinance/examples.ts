// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const ID = '0199d3a2-7c00-7000-8000-000000000041'
const USER = '0199d3a2-7c00-7000-8000-000000000001'

const member = {
  user_id: USER,
  role: 'member',
  joined_at: '2026-03-01',
  left_at: null,
  is_active: true,
}

const summary = {
  id: ID,
  name: 'Sunrise',
  liability_type: 'joint',
  status: 'pending',
  meeting_frequency: 'weekly',
  meeting_day: 'Monday',
  center_name: 'North market',
  organiser_id: USER,
  activation_date: null,
  member_count: 5,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const group = { ...summary, members: [member] }
const active = { ...group, status: 'active', activation_date: '2026-03-01' }

const meeting = {
  id: '0199d3a2-7c00-7000-8000-000000000042',
  group_id: ID,
  meeting_date: '2026-03-01',
  attendees_count: 2,
  total_members: 5,
  attendees: [USER, 'customer-2'],
  next_meeting_date: '2026-03-08',
  minutes: 'Two loans were discussed.',
  created_at: '2026-03-01T12:00:00.000Z',
}

const LOAN = '0199d3a2-7c00-7000-8000-000000000043'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000003'
const AT = '2026-03-01T12:00:00.000Z'

const loanSummary = {
  id: LOAN,
  group_id: ID,
  user_id: USER,
  account_id: ACCOUNT,
  currency: 'USD',
  principal: '500.00',
  annual_rate_basis_points: 2400,
  term: 10,
  frequency: 'weekly',
  method: 'declining',
  purpose: 'Seeds',
  status: 'applied',
  outstanding_amount: '0.00',
  next_due_date: null,
  days_overdue: 0,
  reason: null,
  applied_at: AT,
  approved_at: null,
  disbursed_at: null,
  closed_at: null,
}

const loan = {
  ...loanSummary,
  total_interest: '12.66',
  payoff_amount: '0.00',
  guarantors: [],
}

const approved = {
  ...loan,
  status: 'approved',
  approved_at: AT,
  guarantors: [{ user_id: 'customer-2', amount: '500.00' }],
}

const disbursed = {
  ...approved,
  status: 'disbursed',
  outstanding_amount: '500.00',
  payoff_amount: '502.30',
  next_due_date: '2026-03-08',
  disbursed_at: AT,
}

const repayment = {
  repayment_id: '0199d3a2-7c00-7000-8000-000000000044',
  loan_id: LOAN,
  amount: '52.30',
  currency: 'USD',
  penalty: '0.00',
  interest: '2.30',
  principal: '50.00',
  interest_waived: '0.00',
  account_id: ACCOUNT,
  teller_id: null,
  created_at: AT,
}

const provision = {
  loan_id: LOAN,
  category: 'standard',
  days_overdue: 0,
  outstanding_amount: '500.00',
  rate: '0.0100',
  provision_amount: '5.00',
  booked_amount: '0.00',
  currency: 'USD',
  stage: 1,
  review_date: '2026-03-01',
}

const TELLER = '0199d3a2-7c00-7000-8000-000000000045'

const teller = {
  id: TELLER,
  name: 'Counter 1',
  branch: 'North',
  currency: 'USD',
  vault_balance: '0.00',
  vaults: [{ currency: 'USD', balance: '0.00', minimum: '0.00', limit: '10000.00' }],
  user_id: null,
  last_reconciled_at: null,
  created_at: AT,
}

const transaction = {
  transaction_id: '0199d3a2-7c00-7000-8000-000000000046',
  type: 'deposit',
  amount: '100.00',
  currency: 'USD',
  target_amount: null,
  target_currency: null,
  account_id: ACCOUNT,
  teller_id: TELLER,
  other_teller_id: null,
  vault_balance: '100.00',
  status: 'completed',
  created_at: AT,
}

const reconciliation = {
  reconciliation_id: '0199d3a2-7c00-7000-8000-000000000047',
  teller_id: TELLER,
  currency: 'USD',
  booked: '100.00',
  counted: '99.50',
  difference: '-0.50',
  status: 'short',
  note: 'Counted twice',
  created_at: AT,
}

const OFFICER = '0199d3a2-7c00-7000-8000-000000000048'

const officer = {
  id: OFFICER,
  name: 'Grace Hopper',
  territory: 'North',
  user_id: null,
  client_count: 0,
  is_active: true,
  last_sync_at: null,
  created_at: AT,
}

const SHEET = '0199d3a2-7c00-7000-8000-000000000049'

const sheetSummary = {
  id: SHEET,
  officer_id: OFFICER,
  group_id: ID,
  collection_date: '2026-03-08',
  currency: 'USD',
  expected_amount: '52.30',
  collected_amount: '0.00',
  status: 'pending',
  notes: null,
  created_at: AT,
  completed_at: null,
}

const sheet = {
  ...sheetSummary,
  lines: [{ loan_id: LOAN, user_id: USER, expected_amount: '52.30', collected_amount: '0.00' }],
}

const SHARES = '0199d3a2-7c00-7000-8000-000000000050'

const shareAccount = {
  id: SHARES,
  account_number: 'SHA-00000001',
  user_id: USER,
  group_id: ID,
  currency: 'USD',
  shares_purchased: 0,
  nominal_value: '100.00',
  total_value: '0.00',
  dividend_balance: '0.00',
  status: 'active',
  last_moved_at: AT,
  created_at: AT,
}

export const examples = defineExamples({
  'microfinance_group.create': {
    input: {
      name: 'Sunrise',
      members: [USER, 'customer-2', 'customer-3', 'customer-4', 'customer-5'],
      liability_type: 'joint',
      frequency: 'weekly',
      meeting_day: 'Monday',
      center: 'North market',
    },
    output: group,
    other: { name: 'Sunset' },
  },
  'microfinance_group.list': { output: onePage(summary) },
  'microfinance_group.get': { input: { id: ID }, output: group },
  'microfinance_group.activate': { input: { id: ID }, output: active },
  'microfinance_group.close': { input: { id: ID }, output: { ...active, status: 'closed' } },
  'group_member.add': {
    input: { id: ID, user_id: 'customer-6', role: 'treasurer' },
    output: { ...member, user_id: 'customer-6', role: 'treasurer' },
    other: { role: 'member' },
  },
  'group_member.list': { input: { id: ID }, output: onePage(member) },
  'group_member.change': {
    input: { id: ID, user_id: 'customer-2', role: 'leader' },
    output: { ...member, user_id: 'customer-2', role: 'leader' },
    other: { role: 'secretary' },
  },
  'group_member.remove': {
    input: { id: ID, user_id: 'customer-2' },
    output: { ...member, user_id: 'customer-2', left_at: '2026-03-01', is_active: false },
  },
  'group_meeting.record': {
    input: {
      id: ID,
      attendees_count: 2,
      attendees: [USER, 'customer-2'],
      minutes: 'Two loans were discussed.',
      meeting_date: '2026-03-01',
    },
    output: meeting,
    other: { minutes: 'Nothing was discussed.' },
  },
  'group_meeting.list': { input: { id: ID }, output: onePage(meeting) },
  'group_attendance.list': {
    input: { id: ID },
    output: onePage({ user_id: USER, role: 'member', meetings: 4, attended: 3 }),
  },
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
    output: loan,
    other: { term: 12 },
  },
  'microfinance_loan.list': { output: onePage(loanSummary) },
  'microfinance_loan.get': { input: { id: LOAN }, output: loan },
  'microfinance_loan.schedule': {
    input: { id: LOAN },
    output: onePage({
      number: 1,
      due_date: '2026-03-08',
      principal: '50.00',
      interest: '2.30',
      penalty: '0.00',
      total: '52.30',
      paid: '0.00',
      due: '52.30',
      status: 'due',
    }),
  },
  'microfinance_loan.approve': { input: { id: LOAN }, output: approved },
  'microfinance_loan.reject': {
    input: { id: LOAN, reason: 'Too much at once' },
    output: { ...loan, status: 'rejected', reason: 'Too much at once', closed_at: AT },
    other: { reason: 'Another' },
  },
  'microfinance_loan.cancel': {
    input: { id: LOAN, reason: 'Not needed' },
    output: { ...loan, status: 'cancelled', reason: 'Not needed', closed_at: AT },
    other: { reason: 'Another' },
  },
  'microfinance_loan.disburse': { input: { id: LOAN }, output: disbursed },
  'microfinance_loan.write_off': {
    input: { id: LOAN, reason: 'The borrower moved away' },
    output: {
      ...disbursed,
      status: 'written_off',
      outstanding_amount: '0.00',
      payoff_amount: '0.00',
      next_due_date: null,
      reason: 'The borrower moved away',
      closed_at: AT,
    },
    other: { reason: 'Another' },
    as: 'operator',
  },
  'microfinance_loan.repay': {
    input: { id: LOAN, amount: '52.30', account_id: ACCOUNT },
    output: {
      ...repayment,
      outstanding_amount: '450.00',
      payoff_amount: '450.00',
      loan_status: 'disbursed',
    },
    other: { amount: '1.00' },
  },
  'microfinance_loan.repayments': { input: { id: LOAN }, output: onePage(repayment) },
  'microfinance_loan.provision': { input: { id: LOAN }, output: provision },
  'provisioning.summary': {
    output: {
      standard: '5.00',
      substandard: '0.00',
      doubtful: '0.00',
      loss: '0.00',
      total: '5.00',
      outstanding_amount: '500.00',
      loans: 1,
      currency: 'USD',
      as_of: '2026-03-01',
    },
  },
  'provisioning.list': {
    input: { category: 'standard' },
    output: onePage(provision),
    pathIsChoice: true,
  },
  'provisioning.run': {
    output: { review_date: '2026-03-01', reviewed: 1, adjusted: 1, remaining: 0 },
    as: 'operator',
  },
  'cash_teller.create': {
    input: { name: 'Counter 1', branch: 'North', currency: 'USD', vault_limit: '10000.00' },
    output: teller,
    other: { name: 'Counter 2' },
    as: 'operator',
  },
  'cash_teller.list': { output: onePage(teller) },
  'cash_teller.get': { input: { id: TELLER }, output: teller },
  'cash_teller.set_vault': {
    input: { id: TELLER, currency: 'USD', vault_limit: '20000.00', vault_minimum: '100.00' },
    output: {
      ...teller,
      vaults: [{ currency: 'USD', balance: '0.00', minimum: '100.00', limit: '20000.00' }],
    },
    other: { vault_minimum: '0' },
    as: 'operator',
  },
  'cash_teller.reconcile': {
    input: { id: TELLER, counted: '99.50', currency: 'USD', note: 'Counted twice' },
    output: reconciliation,
    other: { counted: '100.00' },
  },
  'cash_teller.reconciliations': { input: { id: TELLER }, output: onePage(reconciliation) },
  'teller_transaction.create': {
    input: { type: 'deposit', amount: '100.00', currency: 'USD', account_id: ACCOUNT },
    output: transaction,
    other: { amount: '101.00' },
  },
  'teller_transaction.list': { output: onePage(transaction) },
  'vault_transfer.create': {
    input: { to_teller_id: TELLER, amount: '500.00', currency: 'USD' },
    output: {
      transactions: [
        {
          ...transaction,
          type: 'vault_in',
          amount: '500.00',
          vault_balance: '500.00',
          account_id: null,
        },
      ],
    },
    other: { amount: '501.00' },
    as: 'operator',
  },
  'field_officer.create': {
    input: { name: 'Grace Hopper', territory: 'North' },
    output: officer,
    other: { territory: 'South' },
  },
  'field_officer.list': { output: onePage(officer) },
  'field_officer.get': { input: { id: OFFICER }, output: officer },
  'field_officer.change': {
    input: { id: OFFICER, territory: 'South', is_active: false },
    output: { ...officer, territory: 'South', is_active: false },
    other: { territory: 'West' },
  },
  'collection_sheet.create': {
    input: { officer_id: OFFICER, group_id: ID, collection_date: '2026-03-08', currency: 'USD' },
    output: sheet,
    other: { collection_date: '2026-03-15' },
  },
  'collection_sheet.list': { output: onePage(sheetSummary) },
  'collection_sheet.get': { input: { id: SHEET }, output: sheet },
  'collection_sheet.collect': {
    input: { id: SHEET, lines: [{ loan_id: LOAN, amount: '20.00' }] },
    output: {
      ...sheet,
      status: 'in_progress',
      collected_amount: '20.00',
      lines: [
        { loan_id: LOAN, user_id: USER, expected_amount: '52.30', collected_amount: '20.00' },
      ],
    },
    other: { lines: [{ loan_id: LOAN, amount: '21.00' }] },
  },
  'collection_sheet.complete': {
    input: { id: SHEET, notes: 'Two members were ill' },
    output: { ...sheet, status: 'completed', notes: 'Two members were ill', completed_at: AT },
    other: { notes: 'Another' },
  },
  'share_account.open': {
    input: { group_id: ID, currency: 'USD' },
    output: shareAccount,
    other: { currency: 'EUR' },
  },
  'share_account.list': { output: onePage(shareAccount) },
  'share_account.get': { input: { id: SHARES }, output: shareAccount },
  'share_account.movements': {
    input: { id: SHARES },
    output: onePage({
      id: '0199d3a2-7c00-7000-8000-000000000051',
      type: 'purchase',
      shares: 1,
      amount: '100.00',
      created_at: AT,
    }),
  },
  'share_account.purchase': {
    input: { id: SHARES, shares: 1, account_id: ACCOUNT },
    output: { ...shareAccount, shares_purchased: 1, total_value: '100.00' },
    other: { shares: 2 },
  },
  'share_account.redeem': {
    input: { id: SHARES, shares: 1, account_id: ACCOUNT },
    output: shareAccount,
    other: { shares: 2 },
  },
  'share_account.withdraw_dividends': {
    input: { id: SHARES, account_id: ACCOUNT },
    output: { ...shareAccount, shares_purchased: 1, total_value: '100.00' },
  },
  'share_account.close': {
    input: { id: SHARES },
    output: { ...shareAccount, status: 'closed' },
  },
  'dividend.declare': {
    input: { id: ID, amount_per_share: '1.50', currency: 'USD' },
    output: {
      dividend_id: '0199d3a2-7c00-7000-8000-000000000052',
      group_id: ID,
      currency: 'USD',
      amount_per_share: '1.50',
      total_amount: '1.50',
      shares: 1,
      accounts: 1,
      created_at: AT,
    },
    other: { amount_per_share: '1.60' },
  },
})
