// The travel rule as a pure function: whether a transfer carries the data that its jurisdiction asks for. The
// same input and facts under the same rules give the same answer at any time.
import { findJurisdiction, type Jurisdiction, jurisdictionOfCurrency } from '../jurisdictions.ts'
import type { RuleSet } from '../rules.ts'
import { type DollarRates, inDollars, reachesThreshold, unitsOf } from '../amounts.ts'

export interface Party {
  readonly name?: string | undefined
  readonly [field: string]: string | undefined
}

export interface TravelRuleInput {
  readonly form: 'check' | 'transfer'
  readonly transfer_id: string
  readonly originator: Party
  readonly beneficiary: Party
  readonly amount: string
  readonly currency: string
  readonly asset_type?: string | undefined
  readonly purpose?: string | undefined
  readonly jurisdiction?: string | undefined
}

export interface TravelRuleFacts {
  readonly dollar_rates: DollarRates
  /** Whether the currency is a crypto-asset of this bank. */
  readonly is_crypto: boolean
  readonly originator_cleared: boolean
  readonly beneficiary_cleared: boolean
  readonly list_version: string | null
}

export interface Issue {
  readonly code: string
  readonly description: string
}

export type RiskLevel = 'low' | 'medium' | 'high' | 'critical'

export interface TravelRuleOutcome {
  readonly is_compliant: boolean
  readonly risk_level: RiskLevel
  readonly applicable_jurisdiction: string
  readonly applicable_regulations: string[]
  readonly originator_verified: boolean
  readonly beneficiary_verified: boolean
  readonly threshold_analysis: {
    readonly amount_usd: string | null
    readonly exceeds_threshold: boolean
    readonly threshold_amount: number
    readonly threshold_currency: string
    readonly full_identification_required: boolean
  }
  readonly compliance_issues: Issue[]
  readonly recommendations: string[]
}

const sides = ['originator', 'beneficiary'] as const
type Side = (typeof sides)[number]

/** The jurisdiction whose rule counts, or undefined when the one that was named has no rule here. */
export function chooseJurisdiction(
  { jurisdiction, currency }: Pick<TravelRuleInput, 'jurisdiction' | 'currency'>,
  { travel_rule }: RuleSet,
): Jurisdiction | undefined {
  if (jurisdiction === undefined) return jurisdictionOfCurrency(currency) ?? travel_rule.fallback
  const code = jurisdiction.toUpperCase()
  return findJurisdiction(code) ?? travel_rule.aliases[code]
}

/** An amount whose value is unknown counts as above every threshold. */
export function appliesTo(
  transfer: Pick<TravelRuleInput, 'amount' | 'currency'>,
  jurisdiction: Jurisdiction,
  rates: DollarRates,
  { travel_rule }: RuleSet,
): boolean {
  return reachesThreshold(transfer, travel_rule.thresholds[jurisdiction], rates) ?? true
}

export const isMissing = (party: Party, field: string): boolean =>
  (party[field] ?? '').trim() === ''

/** Whether both parties are identified in full. */
export const isIdentified = (input: TravelRuleInput, { travel_rule }: RuleSet): boolean =>
  sides.every((side) =>
    travel_rule.required[input.form][side].every((field) => !isMissing(input[side], field)),
  )

export function evaluateTravelRule(
  input: TravelRuleInput,
  facts: TravelRuleFacts,
  rules: RuleSet,
): TravelRuleOutcome {
  const { travel_rule } = rules
  const found = chooseJurisdiction(input, rules)
  // Where a jurisdiction has no rule here, the strictest decides what is asked for.
  const jurisdiction = found ?? travel_rule.fallback
  const threshold = travel_rule.thresholds[jurisdiction]
  const applies = appliesTo(input, jurisdiction, facts.dollar_rates, rules)
  const amount_usd = inDollars(input.amount, input.currency, facts.dollar_rates)
  const gaps = sides.flatMap((side) => findGaps(input, side, rules))
  const cleared = { originator: facts.originator_cleared, beneficiary: facts.beneficiary_cleared }
  const hits = sides.filter((side) => !cleared[side]).map(hitOf)
  const unsupported = found ? [] : [unsupportedIssue(input.jurisdiction!)]
  const compliance_issues = [...unsupported, ...(applies ? gaps : []), ...hits]
  const isVerified = (side: Side): boolean =>
    cleared[side] && findGaps(input, side, rules).length === 0
  const isLarge =
    amount_usd === null || unitsOf(amount_usd) > unitsOf(String(travel_rule.enhanced_from_usd))
  const risk_level = chooseRisk({
    isHit: hits.length > 0,
    isMissingData: applies && gaps.length > 0,
    isUnsupported: !found,
    isLarge,
    isVerified: sides.every(isVerified),
  })
  return {
    is_compliant: compliance_issues.length === 0,
    risk_level,
    applicable_jurisdiction: found ?? input.jurisdiction!.toUpperCase(),
    applicable_regulations: found
      ? [...threshold.codes, ...(isCrypto(input, facts) ? threshold.crypto_codes : [])]
      : [],
    originator_verified: isVerified('originator'),
    beneficiary_verified: isVerified('beneficiary'),
    threshold_analysis: {
      amount_usd,
      exceeds_threshold: applies,
      threshold_amount: threshold.threshold,
      threshold_currency: threshold.currency,
      full_identification_required: applies,
    },
    compliance_issues,
    recommendations: [
      ...(isLarge
        ? [`Enhanced due diligence is advised above ${travel_rule.enhanced_from_usd} USD.`]
        : []),
      ...(amount_usd === null
        ? [`There is no rate for ${input.currency}; the amount counts as above the threshold.`]
        : []),
      ...(applies ? recommendExtras(input, threshold.extras, jurisdiction) : []),
    ],
  }
}

const chooseRisk = (found: {
  readonly isHit: boolean
  readonly isMissingData: boolean
  readonly isUnsupported: boolean
  readonly isLarge: boolean
  readonly isVerified: boolean
}): RiskLevel => {
  if (found.isHit) return 'critical'
  if (found.isMissingData) return 'high'
  if (found.isUnsupported) return 'medium'
  return !found.isLarge || found.isVerified ? 'low' : 'medium'
}

const words = (field: string): string => field.replaceAll('_', ' ')

function findGaps(input: TravelRuleInput, side: Side, { travel_rule }: RuleSet): Issue[] {
  return travel_rule.required[input.form][side]
    .filter((field) => isMissing(input[side], field))
    .map((field) => ({
      code: `${side}_${field}_missing`.toUpperCase(),
      description: `The ${words(field)} of the ${side} is missing.`,
    }))
}

const hitOf = (side: Side): Issue => ({
  code: `SANCTIONS_MATCH_${side.toUpperCase()}`,
  description: `The name of the ${side} needs a review before money may move.`,
})

const unsupportedIssue = (jurisdiction: string): Issue => ({
  code: 'JURISDICTION_UNSUPPORTED',
  description: `There is no travel rule for ${jurisdiction.toUpperCase()} here; name US, EU, UK or SG.`,
})

const isCrypto = ({ asset_type }: TravelRuleInput, { is_crypto }: TravelRuleFacts): boolean =>
  asset_type === undefined ? is_crypto : !/^(fiat|cash|e-?money)$/i.test(asset_type)

const recommendExtras = (
  { originator }: TravelRuleInput,
  extras: readonly string[],
  jurisdiction: string,
): string[] => {
  const missing = extras.filter((field) => isMissing(originator, field)).map(words)
  return missing.length === 0
    ? []
    : [`${jurisdiction} also asks for the originator’s ${missing.join(' and ')}.`]
}
