// The fields that a report must have before a regulator takes it.
import { parseDecimal } from '../../../../kernel/money.ts'
import type { Jurisdiction } from '../jurisdictions.ts'

export type ReportData = Readonly<Record<string, unknown>>
type Problems = Record<string, string[]>
type Rule = (data: ReportData, report: (field: string, problem: string) => void) => void

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const needs =
  (...fields: readonly string[]): Rule =>
  (data, report) => {
    for (const field of fields)
      if (isEmpty(data[field])) report(field, `The ${field.replaceAll('_', ' ')} is required.`)
  }

const needsOneOf =
  (...fields: readonly string[]): Rule =>
  (data, report) => {
    if (fields.every((field) => isEmpty(data[field])))
      report(fields[0]!, `One of ${fields.join(' and ')} is required.`)
  }

const MINIMUM = 10_000n
const CENTS = { code: 'USD', precision: 2 }

/** The amount must be a decimal number from 10,000 on. */
const atLeast =
  (field: string): Rule =>
  (data, report) => {
    const value = data[field]
    if (isEmpty(value)) return report(field, `The ${field.replaceAll('_', ' ')} is required.`)
    const money =
      typeof value === 'string' || typeof value === 'number'
        ? parseDecimal(String(value), CENTS)
        : undefined
    if (!money || money.units < MINIMUM * 100n)
      report(field, `The ${field.replaceAll('_', ' ')} must be at least 10000.`)
  }

const oneOf =
  (field: string, ...choices: readonly string[]): Rule =>
  (data, report) => {
    if (!choices.includes(String(data[field])))
      report(field, `The ${field.replaceAll('_', ' ')} must be one of ${choices.join(', ')}.`)
  }

const mifid = ['instrument_id', 'transaction_reference', 'executing_entity_id', 'quantity', 'price']

const rules: Readonly<Record<string, readonly Rule[]>> = {
  CTR: [
    atLeast('transaction_amount'),
    needs('transaction_type', 'financial_institution', 'conductor_info'),
  ],
  SAR: [needs('suspicious_activity_type', 'narrative', 'activity_date_range', 'subject_info')],
  CMIR: [
    atLeast('transport_amount'),
    needs('transport_direction'),
    needsOneOf('country_of_origin', 'country_of_destination'),
  ],
  FBAR: [needs('foreign_accounts', 'tax_year'), atLeast('max_account_value')],
  'MiFID_Transaction EU': [needs(...mifid, 'venue'), needsOneOf('buyer_id', 'seller_id')],
  'MiFID_Transaction UK': [needs(...mifid, 'firm_reference')],
  EMIR: [
    needs('counterparty_id', 'trade_id', 'derivative_type', 'notional_amount', 'maturity_date'),
    oneOf('action_type', 'new', 'modify', 'cancel'),
  ],
  SFTR: [
    needs('counterparty_id', 'collateral_info', 'principal_amount'),
    oneOf('sft_type', 'repo', 'securities_lending', 'margin_lending', 'buy_sell_back'),
  ],
  'REP-CRIM': [
    needs(
      'reporting_period',
      'total_sars_submitted',
      'aml_budget',
      'compliance_staff_count',
      'risk_assessment_date',
    ),
  ],
  SUP16: [needs('firm_reference', 'reporting_period', 'transaction_data', 'product_type')],
  MAS_Returns: [needs('return_type', 'reporting_period', 'institution_code', 'financial_data')],
  STR: [
    needs(
      'suspicious_activity_type',
      'narrative',
      'subject_info',
      'transaction_details',
      'reporting_institution',
      'grounds_for_suspicion',
    ),
  ],
}

const everywhere = needs('entity_name', 'reporting_date')

/** The problems by field, as `report_data.field`; empty when a regulator would take the report. */
export function findProblems(type: string, jurisdiction: Jurisdiction, data: ReportData): Problems {
  const problems: Problems = {}
  const report = (field: string, problem: string): void => {
    ;(problems[`report_data.${field}`] ??= []).push(problem)
  }
  const own = rules[type] ?? rules[`${type} ${jurisdiction}`] ?? []
  for (const rule of [everywhere, ...own]) rule(data, report)
  return problems
}
