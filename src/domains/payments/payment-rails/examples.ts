// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const counterparty = {
  name: null,
  iban: null,
  bic: null,
  routing_number: '021000021',
  account_number: '123456789',
}

const routing_decision = {
  recommended_rail: 'fednow',
  score: 0.9148,
  reasons: [
    'FedNow carries 0.01 to 500,000.00 USD.',
    '99.5 % of its payments succeed.',
    '95 % of its payments settle within 5 seconds.',
    'It costs the bank 0.045 USD.',
    'It is open now.',
    'It is faster than the urgency normal asks for.',
  ],
  alternatives: [
    {
      rail: 'rtp',
      score: 0.9148,
      reason: 'It scores the same, and FedNow is listed before it.',
    },
    { rail: 'sct_inst', score: null, reason: 'SCT Inst carries EUR, not USD.' },
  ],
  failover: ['rtp', 'fedwire', 'ach'],
}

const payment = {
  payment_id: '0199d3a2-7c00-7000-8000-000000000071',
  transaction_id: '0199d3a2-7c00-7000-8000-000000000071',
  account_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  direction: 'outgoing',
  type: 'credit_transfer',
  rail: 'fednow',
  status: 'processing',
  amount: '25.00',
  fee: '0.00',
  currency: 'USD',
  creditor_account: '021000021:123456789',
  counterparty,
  memo: 'Invoice 1042',
  external_id: 'FN-03FOGSDOT4K88MXJGONZHM6Y9',
  end_to_end_id: 'FN-03FOGSDOT4K88MXJGONZHM6Y9',
  mandate: null,
  urgency: 'normal',
  code: null,
  reason: null,
  simulated: true,
  routing_decision,
  attempts: [],
  scheduled_for: null,
  submitted_at: '2026-03-01T12:00:00.000Z',
  estimated_settlement: '2026-03-01T12:00:05.000Z',
  completed_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const waiting = {
  ...payment,
  rail: 'ach',
  status: 'pending',
  external_id: 'ACH-03FOGSDOT4K88MXJGONZHM6Y9',
  end_to_end_id: 'ACH-03FOGSDOT4K88MXJGONZHM6Y9',
  routing_decision: null,
  scheduled_for: '2026-03-02T21:30:00.000Z',
  submitted_at: null,
  estimated_settlement: '2026-03-03T13:30:00.000Z',
}

const euros = {
  name: 'Bakery Sonne',
  iban: 'DE89370400440532013000',
  bic: null,
  routing_number: null,
  account_number: null,
}

const rail = {
  id: 'ach',
  name: 'ACH',
  aliases: [],
  type: 'credit_transfer',
  currencies: ['USD'],
  min_amount: '0.01',
  max_amount: '25000000',
  instant: false,
  available: false,
  next_opening: '2026-03-02T05:00:00.000Z',
  next_cutoff: '2026-03-02T21:30:00.000Z',
  operating_hours: 'Monday to Friday 00:00–16:30 America/New_York, except holidays',
  cutoff_time: '16:30',
  time_zone: 'America/New_York',
  holidays: [{ date: '2026-05-25', name: 'Memorial Day' }],
  fee: '0.00',
  cost: '0.25',
  cost_percentage: null,
  cost_percentage_above: null,
  settlement: 'On the next business day at 08:30 America/New_York',
  estimated_settlement: '2026-03-03T13:30:00.000Z',
  success_rate: 0.975,
  p95_seconds: 172_800,
  failover: ['fedwire', 'swift'],
  simulated: true,
}

const mandate = {
  id: '0199d3a2-7c00-7000-8000-000000000072',
  mandate_id: 'M-2026-001',
  role: 'creditor',
  account_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  creditor_id: 'DE98ZZZ09999999999',
  creditor_name: 'Ada’s Gym',
  creditor_iban: 'LT979999900618033988',
  debtor_name: 'Bakery Sonne',
  debtor_iban: 'DE89370400440532013000',
  scheme: 'CORE',
  frequency: 'adhoc',
  max_amount: '100.00',
  currency: 'EUR',
  status: 'active',
  signed_at: '2026-03-01',
  last_used_at: null,
  expires_at: '2029-03-01T00:00:00.000Z',
  created_at: '2026-03-01T12:00:00.000Z',
}

const ofMandate = { id: '0199d3a2-7c00-7000-8000-000000000072' }

const content = [
  '101 061000146 9999999922603010700A094101FEDERAL RESERVE        FLORIN                        ',
  '5220FLORIN                              1999999992PPDPAYMENT         260302   1999999990000001',
  '62202100002112345678900000000250000               Ben Field               0999999990000001   ',
].join('\n')

const achFile = {
  batch_id: '0199d3a2-7c00-7000-8000-000000000073',
  kind: 'request',
  file_name: 'request-2026-03-01-000000000073.ach',
  entry_count: 1,
  total_debit: '0.00',
  total_credit: '25.00',
  entry_hash: '0002100002',
  effective_date: '2026-03-02',
  created_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'rail.list': { output: onePage(rail) },
  'rail.get': { input: { id: 'ach' }, output: rail, isShared: true },
  'rail.supported': {
    input: { country: 'US' },
    output: { country: 'US', rails: ['ach', 'fedwire', 'rtp', 'fednow'] },
    pathIsChoice: true,
  },
  'rail.route': {
    input: { amount: '25.00', currency: 'USD', creditor_account: '021000021:123456789' },
    output: {
      rail: 'fednow',
      amount: '25.00',
      currency: 'USD',
      fee: '0.00',
      total: '25.00',
      submit_at: '2026-03-01T12:00:00.000Z',
      estimated_settlement: '2026-03-01T12:00:05.000Z',
      routing_decision,
    },
  },
  'rail_payment.create': {
    input: {
      amount: '25.00',
      currency: 'USD',
      rail: 'auto',
      creditor_account: '021000021:123456789',
      memo: 'Invoice 1042',
    },
    output: payment,
    other: { amount: '26.00' },
  },
  'rail_payment.send': {
    input: {
      amount: '25.00',
      currency: 'USD',
      country: 'US',
      beneficiary: {
        name: 'Ben Field',
        routing_number: '021000021',
        account_number: '123456789',
      },
    },
    output: { ...payment, counterparty: { ...counterparty, name: 'Ben Field' }, memo: null },
    other: { amount: '26.00' },
  },
  'rail_payment.list': { output: onePage(payment) },
  'rail_payment.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000071' }, output: payment },
  'rail_payment.cancel': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000071' },
    output: {
      ...waiting,
      status: 'cancelled',
      reason: 'Cancelled by the sender.',
      scheduled_for: null,
    },
  },
  'rail_payment.receive': {
    input: {
      rail: 'fednow',
      amount: '75.00',
      currency: 'USD',
      account: '999999992:061803398873',
      counterparty: { name: 'Employer Inc.' },
      external_id: 'NET-20260301-1',
      memo: 'Salary',
    },
    output: {
      ...payment,
      direction: 'incoming',
      status: 'completed',
      amount: '75.00',
      creditor_account: null,
      counterparty: { ...counterparty, name: 'Employer Inc.' },
      memo: 'Salary',
      external_id: 'NET-20260301-1',
      end_to_end_id: 'NET-20260301-1',
      urgency: 'instant',
      routing_decision: null,
      submitted_at: null,
      completed_at: '2026-03-01T12:00:00.000Z',
    },
    other: { external_id: 'NET-20260301-2' },
    as: 'operator',
  },
  'direct_debit_mandate.create': {
    input: {
      role: 'creditor',
      mandate_id: 'M-2026-001',
      creditor_id: 'DE98ZZZ09999999999',
      creditor_name: 'Ada’s Gym',
      debtor_name: 'Bakery Sonne',
      debtor_iban: 'DE89370400440532013000',
      max_amount: '100.00',
    },
    output: mandate,
    other: { mandate_id: 'M-2026-002' },
  },
  'direct_debit_mandate.list': { output: onePage(mandate) },
  'direct_debit_mandate.get': { input: ofMandate, output: mandate },
  'direct_debit_mandate.suspend': {
    input: ofMandate,
    output: { ...mandate, status: 'suspended' },
  },
  'direct_debit_mandate.resume': { input: ofMandate, output: mandate },
  'direct_debit_mandate.cancel': {
    input: ofMandate,
    output: { ...mandate, status: 'cancelled' },
  },
  'direct_debit.collect': {
    input: {
      mandate: '0199d3a2-7c00-7000-8000-000000000072',
      amount: '40.00',
      memo: 'March',
    },
    output: {
      ...waiting,
      direction: 'incoming',
      type: 'direct_debit',
      rail: 'sepa_direct_debit',
      amount: '40.00',
      currency: 'EUR',
      creditor_account: null,
      counterparty: euros,
      memo: 'March',
      external_id: 'SDD-03FOGSDOT4K88MXJGONZHM6Y9',
      end_to_end_id: 'SDD-03FOGSDOT4K88MXJGONZHM6Y9',
      mandate: '0199d3a2-7c00-7000-8000-000000000072',
      scheduled_for: '2026-03-01T23:00:00.000Z',
      estimated_settlement: '2026-03-03T08:00:00.000Z',
    },
    other: { amount: '41.00' },
  },
  'ach_file.create': {
    input: {
      entries: [
        {
          routing_number: '021000021',
          account_number: '123456789',
          amount: '25.00',
          transaction_code: '22',
          name: 'Ben Field',
        },
      ],
      sec_code: 'PPD',
    },
    output: { ...achFile, content },
    other: { sec_code: 'CCD' },
  },
  'ach_file.list': { output: onePage(achFile) },
  'ach_file.get': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000073' },
    output: { ...achFile, content },
  },
  'ach_file.parse': {
    input: { content },
    output: {
      header: { immediate_destination: '061000146', immediate_origin: '999999992' },
      batches: [
        {
          header: { sec_code: 'PPD', company_name: 'FLORIN' },
          entries: [
            {
              line: 3,
              transaction_code: '22',
              routing_number: '021000021',
              account_number: '123456789',
              amount: '25.00',
              name: 'Ben Field',
              identification: '',
              trace_number: '999999990000001',
              addenda: [],
            },
          ],
          control: { entry_addenda_count: 1, total_credit: '25.00' },
        },
      ],
      control: { batch_count: 1, total_credit: '25.00' },
      warnings: [],
    },
  },
  'ach_file.batch': { output: { ...achFile, kind: 'batch', content }, as: 'operator' },
  'ach_return.process': {
    input: { content },
    output: {
      batch_id: '0199d3a2-7c00-7000-8000-000000000074',
      returned: 1,
      noted: 0,
      ignored: 0,
      results: [
        {
          trace_number: '999999990000001',
          code: 'R03',
          payment_id: '0199d3a2-7c00-7000-8000-000000000071',
          result: 'returned',
          reason: 'No such account, or not that of the person named.',
        },
      ],
    },
    as: 'operator',
  },
})
