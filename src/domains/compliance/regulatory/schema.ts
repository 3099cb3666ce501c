// The shapes of regulatory reporting: MiFID, MiCA, the travel rule, and reports to regulators.
import { Type } from 'typebox'
import {
  boundedRecord,
  DateTime,
  freeForm,
  MetadataInput,
  Nullable,
  Uuid,
} from '../../../kernel/schema.ts'
import { AmountInput } from '../../core/assets/index.ts'
import { described } from '../../../kernel/schema.ts'
import { jurisdictionCodes } from './jurisdictions.ts'
import { recordLife, reportLife } from './life-cycle.ts'

const text = (description: string, maxLength = 255) =>
  Type.String({ minLength: 1, maxLength, description })
const optionalText = (description: string, maxLength = 255) =>
  Type.Optional(Type.String({ maxLength, description }))

export const Currency = Type.String({
  pattern: '^[A-Z]{3,10}$',
  description: 'The currency or crypto-asset, in 3 to 10 capitals.',
})
export const JurisdictionCode = Type.Enum([...jurisdictionCodes])
const Jurisdiction = Type.String({ minLength: 1, maxLength: 20, description: 'US, EU, UK or SG.' })
export const jurisdictionInput = Jurisdiction
const TransferId = text('Your own id of the transfer.')

const RuleVersion = Type.String({ description: 'The version of the rules that decided.' })

export const mifidInput = {
  transaction_id: text('The id of the transaction, here or at a venue.'),
  report_type: Type.Enum(
    ['transaction', 'position', 'best_execution_rts27', 'best_execution_rts28'],
    { description: 'What is reported.' },
  ),
  jurisdiction: described(Jurisdiction, 'EU or UK, where MiFID applies.'),
}

export const MifidReport = Type.Object(
  {
    report_id: Uuid,
    reference: Type.String(),
    transaction_id: Type.String(),
    report_type: Type.String(),
    jurisdiction: Type.String(),
    status: Type.Literal('submitted'),
    reporting_deadline: DateTime,
    submitted_at: DateTime,
    estimated_review: Type.String(),
  },
  { $id: 'MifidReport' },
)

export const micaInput = {
  asset_type: Type.Enum(['e-money-token', 'asset-referenced-token', 'utility-token', 'other'], {
    description: 'The kind of token.',
  }),
  issuer_id: text('The issuer: its name, LEI or another id.'),
  whitepaper_hash: optionalText(
    'The hash of the white paper: sha256: and 64 hexadecimal digits.',
    200,
  ),
}

export const MicaCheck = Type.Object(
  {
    check_id: Type.String(),
    asset_type: Type.String(),
    issuer_id: Type.String(),
    is_compliant: Type.Boolean(),
    requirements: Type.Array(
      Type.Object({ code: Type.String(), passed: Type.Boolean(), description: Type.String() }),
      { maxItems: 20 },
    ),
    reserve_ratio_required: Type.Number(),
    casp_authorization: Type.Boolean(),
    rule_version: RuleVersion,
    checked_at: DateTime,
  },
  { $id: 'MicaCheck' },
)

export const whitepaperInput = {
  issuer_legal_name: optionalText('The legal name of the issuer.'),
  publication_date: Type.Optional(
    Type.String({ format: 'date', description: 'The day of publication.' }),
  ),
  page_count: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100_000, description: 'The number of pages.' }),
  ),
  sections: Type.Optional(
    boundedRecord(Type.Unknown(), {
      description: 'The sections by name: their text, or whether they are there.',
    }),
  ),
}

const Sentences = Type.Array(Type.String(), { maxItems: 50 })

export const WhitepaperValidation = Type.Object(
  { valid: Type.Boolean(), errors: Sentences, warnings: Sentences },
  { $id: 'WhitepaperValidation' },
)

export const MicaStatus = Type.Object(
  {
    casp_authorized: Type.Boolean(),
    art_reserve_ratio: Type.Number(),
    emt_reserve_ratio: Type.Number(),
    reserve_audit_frequency: Type.Literal('monthly'),
    custodian_required: Type.Boolean(),
    reserves_compliant: Type.Boolean(),
    rule_version: RuleVersion,
  },
  { $id: 'MicaStatus' },
)

export const MicaReserves = Type.Object(
  {
    total_liabilities: Type.String(),
    total_reserves: Type.String(),
    currency: Type.Literal('USD'),
    reserve_ratio: Type.String(),
    required_ratio: Type.String(),
    compliant: Type.Boolean({ description: 'Whether every single token is covered.' }),
    tokens: Type.Array(
      Type.Object({
        asset_code: Type.String(),
        kind: Type.Enum(['emt', 'art']),
        outstanding: Type.String({ description: 'In units of the token.' }),
        liabilities: Type.String({ description: 'In dollars.' }),
        reserves: Type.String({ description: 'In dollars.' }),
        reserve_ratio: Type.String(),
        compliant: Type.Boolean(),
      }),
      { maxItems: 20 },
    ),
  },
  { $id: 'MicaReserves' },
)

const Issues = Type.Array(Type.Object({ code: Type.String(), description: Type.String() }), {
  maxItems: 20,
})

const party = (who: string) =>
  Type.Object(
    {
      name: optionalText(`The name of the ${who}.`),
      account_number: optionalText(
        `The account of the ${who}: its uuid, IBAN or number at this bank, or as another bank writes it.`,
        100,
      ),
      institution_name: optionalText(`The bank or provider of the ${who}.`),
      institution_country: optionalText(`The country of that bank, as an ISO 3166-1 code.`, 100),
      address: optionalText(`The address of the ${who}.`, 500),
      doc_id: optionalText(`The number of a document that identifies the ${who}.`, 100),
    },
    { description: `The ${who}.` },
  )

export const checkInput = {
  transfer_id: TransferId,
  originator: party('originator'),
  beneficiary: party('beneficiary'),
  transfer_details: Type.Object(
    {
      amount: AmountInput,
      currency: Currency,
      asset_type: optionalText('The kind of asset, such as crypto or fiat.', 50),
      purpose: optionalText('The purpose of the transfer.'),
    },
    { description: 'The transfer itself.' },
  ),
  jurisdiction: Type.Optional(
    described(Jurisdiction, 'US, EU, UK or SG; by the currency when absent, and otherwise EU.'),
  ),
}

export const TravelRuleCheck = Type.Object(
  {
    check_id: Type.String(),
    transfer_id: Type.String(),
    is_compliant: Type.Boolean(),
    risk_level: Type.Enum(['low', 'medium', 'high', 'critical']),
    applicable_jurisdiction: Type.String(),
    applicable_regulations: Type.Array(Type.String(), { maxItems: 10 }),
    originator_verified: Type.Boolean(),
    beneficiary_verified: Type.Boolean(),
    threshold_analysis: Type.Object({
      amount_usd: Nullable(Type.String()),
      exceeds_threshold: Type.Boolean(),
      threshold_amount: Type.Number(),
      threshold_currency: Type.String(),
      full_identification_required: Type.Boolean(),
    }),
    sanctions_screening: Type.Object({
      originator_cleared: Type.Boolean(),
      beneficiary_cleared: Type.Boolean(),
      screening_provider: Type.Literal('internal'),
      list_version: Nullable(
        Type.String({ description: 'Null when the bank has no list and screens no names.' }),
      ),
      screened_at: DateTime,
    }),
    compliance_issues: Issues,
    recommendations: Sentences,
    rule_version: RuleVersion,
    checked_at: DateTime,
    valid_until: DateTime,
  },
  { $id: 'TravelRuleCheck' },
)

export const transferInput = {
  transfer_id: TransferId,
  originator: Type.Object(
    {
      name: text('The name of the originator.'),
      account: text('The account of the originator.', 100),
    },
    { description: 'The originator.' },
  ),
  beneficiary: Type.Object(
    {
      name: text('The name of the beneficiary.'),
      vasp_id: text('The provider of the beneficiary: its LEI, DID or another id.'),
    },
    { description: 'The beneficiary.' },
  ),
  amount: AmountInput,
  currency: Currency,
  jurisdiction: checkInput.jurisdiction,
}

export const TravelRuleRecord = Type.Object(
  {
    record_id: Type.String(),
    transfer_id: Type.String(),
    status: recordLife.schema(),
    is_compliant: Type.Boolean(),
    threshold_exceeded: Type.Boolean(),
    jurisdiction: Type.String(),
    issues: Issues,
    simulated: Type.Literal(true, {
      description: 'The provider of the beneficiary is simulated.',
    }),
    created_at: DateTime,
  },
  { $id: 'TravelRuleRecord' },
)

export const Thresholds = Type.Object(
  Object.fromEntries(
    jurisdictionCodes.map((code) => [
      code,
      Type.Object({
        threshold: Type.Number(),
        currency: Type.String(),
        regulation: Type.String(),
        applies_to: Type.String(),
      }),
    ]),
  ),
  { $id: 'TravelRuleThresholds' },
)

export const reportInput = {
  report_type: text('The type of the report, such as CTR.', 50),
  jurisdiction: Jurisdiction,
  report_data: freeForm({
    description:
      'The fields of the report; each type has its own required ones. A quarterly report names its quarter by the last day of the quarter as `reporting_date`, or by a `reporting_period` such as 2026-Q1; one that names none is about the oldest quarter that was not filed.',
  }),
  metadata: Type.Optional(MetadataInput),
}

export const FiledReport = Type.Object(
  {
    reference: Type.String(),
    details: Type.Object({
      report_type: Type.String(),
      jurisdiction: Type.String(),
      regulator: Type.String(),
      status: reportLife.schema(),
      submitted_at: DateTime,
      simulated: Type.Boolean(),
    }),
  },
  { $id: 'FiledReport' },
)

export const ReportState = Type.Object(
  {
    status: reportLife.schema(),
    message: Type.String(),
    details: Type.Object({
      reference: Type.String(),
      report_type: Type.String(),
      jurisdiction: Type.String(),
      regulator: Type.String(),
      submitted_at: DateTime,
      reporting_deadline: Nullable(DateTime),
      simulated: Type.Boolean(),
    }),
  },
  { $id: 'RegulatoryReportState' },
)

const counts = {
  total_scheduled: Type.Integer(),
  upcoming_deadlines: Type.Integer({ description: 'Within 30 days.' }),
  overdue_filings: Type.Integer(),
  next_deadline: Nullable(DateTime),
  demo_mode: Type.Boolean({ description: 'The regulators are simulated.' }),
  adapters_registered: Type.Integer(),
}

const Standing = Type.Enum(['operational', 'attention_required'])
const Framework = Type.Object({
  enabled: Type.Boolean(),
  status: Standing,
  last_checked: Nullable(DateTime),
})

export const RegulatoryStatus = Type.Object(
  {
    overall_status: Standing,
    frameworks: Type.Object({ mifid: Framework, mica: Framework, travel_rule: Framework }),
    jurisdictions: Type.Array(
      Type.Object({
        jurisdiction: JurisdictionCode,
        status: Standing,
        last_checked: Nullable(DateTime),
      }),
      { maxItems: 10 },
    ),
    ...counts,
  },
  { $id: 'RegulatoryStatus' },
)

export const ComplianceSummary = Type.Object(
  {
    ...counts,
    jurisdiction: Type.String({ description: 'The jurisdiction, or all.' }),
    warnings: Type.Array(
      Type.Object({
        report_type: Type.String(),
        jurisdiction: JurisdictionCode,
        due_at: DateTime,
        days_left: Type.Integer(),
      }),
      { maxItems: 50, description: 'Filings that are due in 7, 3 or 1 days.' },
    ),
  },
  { $id: 'ComplianceSummary' },
)

export const Adapters = Type.Object(
  {
    adapters: Type.Array(
      Type.Object({
        key: Type.String(),
        name: Type.String(),
        jurisdiction: JurisdictionCode,
        report_types: Type.Array(Type.String(), { maxItems: 20 }),
        available: Type.Boolean(),
        sandbox: Type.Boolean(),
      }),
      { maxItems: 10 },
    ),
    total: Type.Integer(),
    demo_mode: Type.Boolean(),
  },
  { $id: 'RegulatoryAdapters' },
)

const Applicable = Type.Object({
  applies: Type.Boolean(),
  jurisdiction: Nullable(Type.String()),
  description: Type.String(),
})

export const ApplicableRegulations = Type.Object(
  {
    regulations: Type.Object({ ctr: Applicable, mifid: Applicable, mica_travel_rule: Applicable }),
    jurisdiction: JurisdictionCode,
  },
  { $id: 'ApplicableRegulations' },
)

export const MifidStatus = Type.Object(
  {
    enabled: Type.Boolean(),
    best_execution: Type.Object({
      rts27_enabled: Type.Boolean(),
      rts28_enabled: Type.Boolean(),
      arm_provider: Nullable(Type.String()),
      analysis: Type.Object({ reports: Type.Integer(), last_report_at: Nullable(DateTime) }),
    }),
    instrument_reference_data: Type.Object({
      firds_enabled: Type.Boolean(),
      anna_dsb_enabled: Type.Boolean(),
      last_sync: Nullable(DateTime),
      instruments_count: Type.Integer(),
      status: Type.String(),
    }),
  },
  { $id: 'MifidStatus' },
)

export const EnforcementState = Type.Object(
  {
    enabled: Type.Boolean(),
    environment: Type.Enum(['live', 'sandbox']),
    reason: Nullable(Type.String()),
    changed_by: Nullable(Uuid),
    changed_at: Nullable(DateTime),
  },
  { $id: 'TravelRuleEnforcement' },
)

const Free = Type.Record(Type.String(), Type.Unknown())
const decisionKinds = ['travel_rule_check', 'travel_rule_transfer', 'mica_check', 'mifid_report']
export const DecisionKind = Type.Enum(
  ['travel_rule_check', 'travel_rule_transfer', 'mica_check', 'mifid_report'],
  { description: `The kind of decision: ${decisionKinds.join(', ')}.` },
)

export const Decision = Type.Object(
  {
    decision_id: Uuid,
    kind: DecisionKind,
    subject: Type.String({ description: 'The id under which the caller knows the result.' }),
    user_uuid: Uuid,
    rule_version: Type.String(),
    input: Free,
    facts: Free,
    output: Free,
    created_at: DateTime,
  },
  { $id: 'RegulatoryDecision' },
)

export const Replay = Type.Object(
  {
    decision_id: Uuid,
    kind: DecisionKind,
    subject: Type.String(),
    rule_version: Type.String(),
    current_rule_version: Type.String(),
    same: Type.Boolean({ description: 'Whether the rules of that version decide the same again.' }),
    same_under_current_rules: Type.Boolean(),
    differing_fields: Type.Array(Type.String(), { maxItems: 50 }),
    stored: Free,
    replayed: Free,
    replayed_at: DateTime,
  },
  { $id: 'DecisionReplay' },
)
