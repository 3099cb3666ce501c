// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const at = '2026-03-02T12:00:00.000Z'
const operatorUuid = '0199d3a2-7c00-7000-8000-000000000009'
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

const record = {
  record_id: 'trt_0199d3a27c0070008000000000000032',
  transfer_id: 'withdrawal-7',
  status: 'submitted',
  is_compliant: true,
  threshold_exceeded: true,
  jurisdiction: 'EU',
  issues: [],
  simulated: true,
  created_at: at,
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

const reportState = {
  status: 'pending',
  message: 'The report was submitted and waits for the regulator.',
  details: {
    reference: 'FINCEN-20260302-K7M2QX9P',
    report_type: 'CTR',
    jurisdiction: 'US',
    regulator: 'FINCEN',
    submitted_at: at,
    reporting_deadline: null,
    simulated: true,
  },
}

const counts = {
  total_scheduled: 8,
  upcoming_deadlines: 3,
  overdue_filings: 0,
  next_deadline: '2026-03-03T22:59:59.000Z',
  demo_mode: true,
  adapters_registered: 4,
}

const framework = { enabled: true, status: 'operational', last_checked: at }
const standing = (jurisdiction: string) => ({
  jurisdiction,
  status: 'operational',
  last_checked: at,
})

const hit = {
  hit_id: '0199d3a2-7c00-7000-8000-000000000041',
  name: 'Viktor Exemplar',
  entry_id: 'SAMPLE-1',
  entry_name: 'Victor Exemplar',
  program: 'SAMPLE',
  score: 0.9429,
  list_version: 'c0ffee'.repeat(10),
  source: 'request',
  status: 'open',
  seen_times: 1,
  decided_by: null,
  decided_at: null,
  reason: null,
  created_at: at,
  last_seen_at: at,
}

const decided = {
  ...hit,
  status: 'cleared',
  decided_by: operatorUuid,
  decided_at: at,
  reason: 'Born in another century.',
}

const exception = {
  exception_id: '0199d3a2-7c00-7000-8000-000000000042',
  hit_id: hit.hit_id,
  name: hit.name,
  entry_id: hit.entry_id,
  reason: 'Born in another century.',
  author: operatorUuid,
  active: true,
  expires_at: '2026-05-31T12:00:00.000Z',
  revoked_by: null,
  revoked_at: null,
  created_at: at,
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

const applies = (jurisdiction: string | null, description: string) => ({
  applies: jurisdiction !== null,
  jurisdiction,
  description,
})

const threshold = (amount: number, currency: string, regulation: string, applies_to: string) => ({
  threshold: amount,
  currency,
  regulation,
  applies_to,
})

export const examples = defineExamples({
  'mifid.report': {
    input: { transaction_id: 'trade-77', report_type: 'transaction', jurisdiction: 'EU' },
    other: { transaction_id: 'trade-78' },
    output: {
      report_id: '0199d3a2-7c00-7000-8000-000000000033',
      reference: 'ESMA-20260302-K7M2QX9P',
      transaction_id: 'trade-77',
      report_type: 'transaction',
      jurisdiction: 'EU',
      status: 'submitted',
      reporting_deadline: '2026-03-03T22:59:59.000Z',
      submitted_at: at,
      estimated_review: '24-48 hours',
    },
  },
  'mica.check': {
    input: { asset_type: 'e-money-token', issuer_id: 'Florin Tokens', whitepaper_hash },
    other: { issuer_id: 'Another Issuer' },
    output: {
      check_id: 'mica_0199d3a27c0070008000000000000034',
      asset_type: 'e-money-token',
      issuer_id: 'Florin Tokens',
      is_compliant: true,
      requirements: [
        {
          code: 'ISSUER_CLEARED',
          passed: true,
          description: 'The issuer is on no sanctions list.',
        },
        {
          code: 'WHITEPAPER_PUBLISHED',
          passed: true,
          description: 'A white paper was published, and its hash is known.',
        },
        {
          code: 'WHITEPAPER_HASH_VALID',
          passed: true,
          description: 'The hash is written as sha256: and 64 hexadecimal digits.',
        },
        {
          code: 'RESERVE_RATIO',
          passed: true,
          description: 'Reserves cover the tokens in full; by the ledger the ratio is 1.0000.',
        },
      ],
      reserve_ratio_required: 1,
      casp_authorization: false,
      rule_version,
      checked_at: at,
    },
  },
  'travel_rule.submit': { input: recordInput, other: { amount: '2600.00' }, output: record },
  'travel_rule.records': { input: { page: 1, per_page: 20 }, output: onePage(record) },
  'travel_rule.check': {
    input: checkInput,
    other: { transfer_id: 'invoice-1043' },
    output: check,
  },
  'travel_rule.thresholds': {
    output: {
      US: threshold(
        3000,
        'USD',
        '31 CFR 1010.410 (FinCEN)',
        'Transfers of funds and of virtual assets',
      ),
      EU: threshold(
        1000,
        'EUR',
        'Regulation 2023/1114 (MiCA)',
        'Transfers of funds and of crypto-assets',
      ),
      UK: threshold(
        1000,
        'GBP',
        'MLR 2017 as amended (FCA)',
        'Transfers of funds and of crypto-assets',
      ),
      SG: threshold(
        1500,
        'SGD',
        'MAS Notice PSN02',
        'Transfers of funds and of digital payment tokens',
      ),
    },
  },
  'regulatory.status': {
    output: {
      overall_status: 'operational',
      frameworks: { mifid: framework, mica: framework, travel_rule: framework },
      jurisdictions: ['US', 'EU', 'UK', 'SG'].map(standing),
      ...counts,
    },
  },
  'mica.status': {
    output: {
      casp_authorized: false,
      art_reserve_ratio: 1,
      emt_reserve_ratio: 1,
      reserve_audit_frequency: 'monthly',
      custodian_required: true,
      reserves_compliant: true,
      rule_version,
    },
  },
  'mica.reserves': {
    output: {
      total_liabilities: '2500.00',
      total_reserves: '2500.00',
      currency: 'USD',
      reserve_ratio: '1.0000',
      required_ratio: '1.0000',
      compliant: true,
      tokens: [
        {
          asset_code: 'USDC',
          kind: 'emt',
          outstanding: '2500.000000',
          liabilities: '2500.00',
          reserves: '2500.00',
          reserve_ratio: '1.0000',
          compliant: true,
        },
      ],
    },
  },
  'mica.validate_whitepaper': {
    input: {
      issuer_legal_name: 'Florin Tokens AG',
      publication_date: '2026-02-01',
      page_count: 3,
      sections: { issuer_info: 'Florin Tokens AG, Vilnius' },
    },
    output: {
      valid: false,
      errors: ['The section project_description is missing.'],
      warnings: ['A white paper of 3 pages is unusually short.'],
    },
  },
  'regulatory_report.file': {
    as: 'operator',
    input: reportInput,
    other: { report_data: { ...reportInput.report_data, transaction_amount: '13000.00' } },
    output: {
      reference: reportState.details.reference,
      details: {
        report_type: 'CTR',
        jurisdiction: 'US',
        regulator: 'FINCEN',
        status: 'pending',
        submitted_at: at,
        simulated: true,
      },
    },
  },
  'regulatory_report.list': {
    as: 'operator',
    input: { page: 1, per_page: 20, jurisdiction: 'US' },
    output: onePage(reportState),
  },
  'regulatory_report.status': {
    input: { reference: 'ESMA-20260302-K7M2QX9P' },
    output: {
      ...reportState,
      details: {
        ...reportState.details,
        reference: 'ESMA-20260302-K7M2QX9P',
        report_type: 'MiFID_Transaction',
        jurisdiction: 'EU',
        regulator: 'ESMA',
        reporting_deadline: '2026-03-03T22:59:59.000Z',
      },
    },
  },
  'regulatory.summary': {
    input: { jurisdiction: 'EU' },
    output: { ...counts, total_scheduled: 4, jurisdiction: 'EU', warnings: [] },
  },
  'regulatory.adapters': {
    output: {
      adapters: [
        {
          key: 'fincen',
          name: 'FinCEN BSA E-Filing',
          jurisdiction: 'US',
          report_types: ['CTR', 'SAR', 'CMIR', 'FBAR'],
          available: true,
          sandbox: true,
        },
      ],
      total: 4,
      demo_mode: true,
    },
  },
  'regulatory.applicable': {
    input: { amount: '12000.00', currency: 'EUR', transaction_type: 'transfer', is_crypto: false },
    output: {
      regulations: {
        ctr: applies('US', 'Currency transaction report from 10,000 USD on.'),
        mifid: applies(
          'EU',
          'Transactions in the EU and the UK are reported by the end of the next weekday.',
        ),
        mica_travel_rule: applies(
          null,
          'Transfers of crypto-assets in the EU carry data of both parties.',
        ),
      },
      jurisdiction: 'EU',
    },
  },
  'mifid.status': {
    output: {
      enabled: true,
      best_execution: {
        rts27_enabled: true,
        rts28_enabled: true,
        arm_provider: null,
        analysis: { reports: 1, last_report_at: at },
      },
      instrument_reference_data: {
        firds_enabled: false,
        anna_dsb_enabled: false,
        last_sync: null,
        instruments_count: 7,
        status: 'own_instruments_only',
      },
    },
  },
  'sanctions.screen': {
    as: 'operator',
    input: { name: 'Viktor Exemplar' },
    other: { name: 'Somebody Else' },
    output: {
      name: 'Viktor Exemplar',
      cleared: false,
      list_version: hit.list_version,
      threshold: 0.88,
      hits: [hit],
      screened_at: at,
    },
  },
  'sanctions.list_state': {
    as: 'operator',
    output: {
      configured: true,
      version: hit.list_version,
      entries: 5,
      loaded_at: at,
      threshold: 0.88,
      problem: null,
    },
  },
  'sanctions.hits': {
    as: 'operator',
    input: { page: 1, per_page: 20 },
    output: onePage(hit),
  },
  'sanctions.decide': {
    as: 'operator',
    input: { id: hit.hit_id, decision: 'cleared', reason: 'Born in another century.' },
    other: { reason: 'Another person of that name.' },
    output: decided,
  },
  'sanctions.exceptions': {
    as: 'operator',
    input: { page: 1, per_page: 20 },
    output: onePage(exception),
  },
  'sanctions.revoke_exception': {
    as: 'operator',
    input: { id: exception.exception_id, reason: 'The passport was forged.' },
    other: { reason: 'Another reason.' },
    output: { ...exception, active: false, revoked_by: operatorUuid, revoked_at: at },
  },
  'regulatory_decision.list': {
    as: 'operator',
    input: { page: 1, per_page: 20, kind: 'travel_rule_check' },
    output: onePage(decision),
  },
  'regulatory_decision.get': {
    as: 'operator',
    input: { id: decision.decision_id },
    output: decision,
  },
  'regulatory_decision.replay': {
    as: 'operator',
    input: { id: decision.decision_id },
    output: {
      decision_id: decision.decision_id,
      kind: decision.kind,
      subject: decision.subject,
      rule_version,
      current_rule_version: rule_version,
      same: true,
      same_under_current_rules: true,
      differing_fields: [],
      stored: outcome,
      replayed: outcome,
      replayed_at: at,
    },
  },
  'travel_rule.enforcement': {
    as: 'operator',
    output: {
      enabled: false,
      environment: 'live',
      reason: null,
      changed_by: null,
      changed_at: null,
    },
  },
  'travel_rule.enforce': {
    as: 'operator',
    input: { enabled: false, reason: 'Not before the audit.' },
    other: { reason: 'Not yet.' },
    output: {
      enabled: false,
      environment: 'live',
      reason: 'Not before the audit.',
      changed_by: operatorUuid,
      changed_at: at,
    },
  },
})
