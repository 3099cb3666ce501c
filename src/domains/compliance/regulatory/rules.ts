// The rules as data, in versions. A decision is stored with the version it was made under; a version that was
// ever used stays here unchanged, and a change is a new version at the end of the list.
import type { Jurisdiction } from './jurisdictions.ts'

export interface TravelRuleThreshold {
  /** In whole units of the currency; the rule applies from this amount on. */
  readonly threshold: number
  readonly currency: string
  readonly regulation: string
  readonly applies_to: string
  readonly codes: readonly string[]
  /** Only for crypto-assets. */
  readonly crypto_codes: readonly string[]
  /** Data that the law of the jurisdiction asks for besides the required fields. */
  readonly extras: readonly string[]
}

export interface RuleSet {
  readonly version: string
  readonly travel_rule: {
    readonly thresholds: Readonly<Record<Jurisdiction, TravelRuleThreshold>>
    /** Codes of countries whose jurisdiction has another name. */
    readonly aliases: Readonly<Record<string, Jurisdiction>>
    /** Where neither the caller nor the currency says which; also the strictest. */
    readonly fallback: Jurisdiction
    readonly required: Readonly<Record<'check' | 'transfer', PartyFields>>
    /** In whole dollars; above it enhanced due diligence is advised. */
    readonly enhanced_from_usd: number
    readonly valid_minutes: number
  }
  readonly mica: {
    readonly whitepaper_hash: RegExp
    readonly reserved_types: readonly string[]
    readonly sections: readonly string[]
    readonly pages_max: number
    readonly pages_few: number
  }
  readonly mifid: { readonly deadline_weekdays: number }
}

export interface PartyFields {
  readonly originator: readonly string[]
  readonly beneficiary: readonly string[]
}

const everyField = ['name', 'account_number', 'institution_name', 'institution_country']

export const ruleSets: readonly [RuleSet, ...RuleSet[]] = [
  {
    version: '2026-11-01',
    travel_rule: {
      thresholds: {
        US: {
          threshold: 3_000,
          currency: 'USD',
          regulation: '31 CFR 1010.410 (FinCEN)',
          applies_to: 'Transfers of funds and of virtual assets',
          codes: ['FATF_Recommendation_16', 'US_31_CFR_1010_410'],
          crypto_codes: [],
          extras: ['address'],
        },
        EU: {
          threshold: 1_000,
          currency: 'EUR',
          regulation: 'Regulation 2023/1114 (MiCA)',
          applies_to: 'Transfers of funds and of crypto-assets',
          codes: ['FATF_Recommendation_16', 'EU_Transfer_of_Funds_Regulation'],
          crypto_codes: ['MiCA_Article_76'],
          extras: ['address', 'doc_id'],
        },
        UK: {
          threshold: 1_000,
          currency: 'GBP',
          regulation: 'MLR 2017 as amended (FCA)',
          applies_to: 'Transfers of funds and of crypto-assets',
          codes: ['FATF_Recommendation_16', 'UK_MLR_2017'],
          crypto_codes: [],
          extras: ['address'],
        },
        SG: {
          threshold: 1_500,
          currency: 'SGD',
          regulation: 'MAS Notice PSN02',
          applies_to: 'Transfers of funds and of digital payment tokens',
          codes: ['FATF_Recommendation_16', 'MAS_Notice_PSN02'],
          crypto_codes: [],
          extras: ['address', 'doc_id'],
        },
      },
      aliases: { GB: 'UK' },
      fallback: 'EU',
      required: {
        check: { originator: everyField, beneficiary: everyField },
        transfer: { originator: ['name', 'account'], beneficiary: ['name', 'vasp_id'] },
      },
      enhanced_from_usd: 10_000,
      valid_minutes: 30,
    },
    mica: {
      whitepaper_hash: /^sha256:[0-9a-f]{64}$/i,
      reserved_types: ['e-money-token', 'asset-referenced-token'],
      sections: [
        'issuer_info',
        'project_description',
        'token_mechanics',
        'rights_obligations',
        'risks',
        'technology',
        'environmental_impact',
      ],
      pages_max: 40,
      pages_few: 5,
    },
    mifid: { deadline_weekdays: 1 },
  },
]

export const currentRules: RuleSet = ruleSets.at(-1)!

export const findRules = (version: string): RuleSet | undefined =>
  ruleSets.find((rules) => rules.version === version)
