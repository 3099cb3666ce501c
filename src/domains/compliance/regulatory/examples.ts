// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const at = '2026-03-02T12:00:00.000Z'
const rule_version = '2026-11-01'

const party = (name: string, account_number: string) => ({
  name,
  account_number,
  institution_name: 'Florin',
  institution_country: 'LT',
})

const checkInput = {
  transfer_id: 'invoice-1042',
  originator: party('Ada Lovelace', '0199d3a2-7c00-7000-8000-000000000001'),
  beneficiary: party('Charles Babbage', '0199d3a2-7c00-7000-8000-000000000002'),
  transfer_details: { amount: '15000.00', currency: 'USD', asset_type: 'fiat', purpose: 'Invoice' },
  jurisdiction: 'EU',
}

const outcome = {
  is_compliant: true,
  risk_level: 'low',
  applicable_jurisdiction: 'EU',
  applicable_regulations: ['FATF_Recommendation_16', 'EU_Transfer_of_Funds_Regulation'],
  originator_verified: true,
  beneficiary_verified: true,
  threshold_analysis: {
    amount_usd: '15000.00',
    exceeds_threshold: true,
    threshold_amount: 1000,
    threshold_currency: 'EUR',
    full_identification_required: true,
  },
  compliance_issues: [],
  recommendations: [
    'Enhanced due diligence is advised above 10000 USD.',
    'EU also asks for the originator’s address and doc id.',
  ],
}

const check = {
  check_id: 'trc_0199d3a27c0070008000000000000031',
  transfer_id: 'invoice-1042',
  ...outcome,
  sanctions_screening: {
    originator_cleared: true,
    beneficiary_cleared: true,
    screening_provider: 'internal',
    list_version: null,
    screened_at: at,
  },
  rule_version,
  checked_at: at,
  valid_until: '2026-03-02T12:30:00.000Z',
}

const recordInput = {
  transfer_id: 'withdrawal-7',
  originator: { name: 'Ada Lovelace', account: '0199d3a2-7c00-7000-8000-000000000001' },
  beneficiary: { name: 'Charles Babbage', vasp_id: 'did:example:exchange' },
  amount: '2500.00',
  currency: 'USDC',
}

const whitepaper_hash = `sha256:${'ab'.repeat(32)}`

const reportInput = {
  report_type: 'CTR',
  jurisdiction: 'US',
  report_data: {
    entity_name: 'Florin',
    reporting_date: '2026-03-02',
    transaction_amount: '12000.00',
    transaction_type: 'deposit',
    financial_institution: 'Florin',
    conductor_info: 'Ada Lovelace',
  },
}

const hit = {
  hit_id: '0199d3a2-7c00-7000-8000-000000000041',
}

const exception = {
  exception_id: '0199d3a2-7c00-7000-8000-000000000042',
}

const decision = {
  decision_id: '0199d3a2-7c00-7000-8000-000000000031',
  kind: 'travel_rule_check',
  subject: check.check_id,
  user_uuid: '0199d3a2-7c00-7000-8000-000000000003',
  rule_version,
  input: {
    form: 'check',
    transfer_id: 'invoice-1042',
    originator: checkInput.originator,
    beneficiary: checkInput.beneficiary,
    ...checkInput.transfer_details,
    jurisdiction: 'EU',
  },
  facts: {
    dollar_rates: { USD: '1000000000000000000', EUR: '1080000000000000000' },
    is_crypto: false,
    originator_cleared: true,
    beneficiary_cleared: true,
    list_version: null,
  },
  output: outcome,
  created_at: at,
}

export const examples = defineExamples(answers, {
  'mifid.report': {
    input: { transaction_id: 'trade-77', report_type: 'transaction', jurisdiction: 'EU' },
    other: { transaction_id: 'trade-78' },
  },
  'mica.check': {
    input: { asset_type: 'e-money-token', issuer_id: 'Florin Tokens', whitepaper_hash },
    other: { issuer_id: 'Another Issuer' },
  },
  'travel_rule.submit': { input: recordInput, other: { amount: '2600.00' } },
  'travel_rule.records': { input: { page: 1, per_page: 20 } },
  'travel_rule.check': {
    input: checkInput,
    other: { transfer_id: 'invoice-1043' },
  },
  'travel_rule.thresholds': {},
  'regulatory.status': {},
  'mica.status': {},
  'mica.reserves': {},
  'mica.validate_whitepaper': {
    input: {
      issuer_legal_name: 'Florin Tokens AG',
      publication_date: '2026-02-01',
      page_count: 3,
      sections: { issuer_info: 'Florin Tokens AG, Vilnius' },
    },
  },
  'regulatory_report.file': {
    as: 'operator',
    input: reportInput,
    other: { report_data: { ...reportInput.report_data, transaction_amount: '13000.00' } },
  },
  'regulatory_report.list': {
    as: 'operator',
    input: { page: 1, per_page: 20, jurisdiction: 'US' },
  },
  'regulatory_report.status': { input: { reference: 'ESMA-20260302-K7M2QX9P' } },
  'regulatory.summary': { input: { jurisdiction: 'EU' } },
  'regulatory.adapters': {},
  'regulatory.applicable': {
    input: {
      amount: '12000.00',
      currency: 'EUR',
      transaction_type: 'transfer',
      is_crypto: false,
    },
  },
  'mifid.status': {},
  'sanctions.screen': {
    as: 'operator',
    input: { name: 'Viktor Exemplar' },
    other: { name: 'Somebody Else' },
  },
  'sanctions.list_state': { as: 'operator' },
  'sanctions.hits': {
    as: 'operator',
    input: { page: 1, per_page: 20 },
  },
  'sanctions.decide': {
    as: 'operator',
    input: { id: hit.hit_id, decision: 'cleared', reason: 'Born in another century.' },
    other: { reason: 'Another person of that name.' },
  },
  'sanctions.exceptions': {
    as: 'operator',
    input: { page: 1, per_page: 20 },
  },
  'sanctions.revoke_exception': {
    as: 'operator',
    input: { id: exception.exception_id, reason: 'The passport was forged.' },
    other: { reason: 'Another reason.' },
  },
  'regulatory_decision.list': {
    as: 'operator',
    input: { page: 1, per_page: 20, kind: 'travel_rule_check' },
  },
  'regulatory_decision.get': {
    as: 'operator',
    input: { id: decision.decision_id },
  },
  'regulatory_decision.replay': {
    as: 'operator',
    input: { id: decision.decision_id },
  },
  'travel_rule.enforcement': { as: 'operator' },
  'travel_rule.enforce': {
    as: 'operator',
    input: { enabled: false, reason: 'Not before the audit.' },
    other: { reason: 'Not yet.' },
  },
})
