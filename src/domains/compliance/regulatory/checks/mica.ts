// The checks of MiCA as pure functions: whether a token may be offered, and whether a white paper is complete.
import type { RuleSet } from '../rules.ts'

export interface MicaInput {
  readonly asset_type: string
  readonly issuer_id: string
  readonly whitepaper_hash?: string | undefined
}

export interface MicaFacts {
  readonly casp_authorized: boolean
  readonly issuer_cleared: boolean
  readonly list_version: string | null
  /** The ratio of the bank's own tokens at that moment, by its ledger. */
  readonly reserve_ratio: string
  readonly reserves_compliant: boolean
}

export interface Requirement {
  readonly code: string
  readonly passed: boolean
  readonly description: string
}

export interface MicaOutcome {
  readonly is_compliant: boolean
  readonly requirements: Requirement[]
  readonly casp_authorization: boolean
}

export function evaluateMica(input: MicaInput, facts: MicaFacts, { mica }: RuleSet): MicaOutcome {
  const hash = input.whitepaper_hash?.trim() ?? ''
  const requirements: Requirement[] = [
    {
      code: 'ISSUER_CLEARED',
      passed: facts.issuer_cleared,
      description: 'The issuer is on no sanctions list.',
    },
    {
      code: 'WHITEPAPER_PUBLISHED',
      passed: hash !== '',
      description: 'A white paper was published, and its hash is known.',
    },
    {
      code: 'WHITEPAPER_HASH_VALID',
      passed: mica.whitepaper_hash.test(hash),
      description: 'The hash is written as sha256: and 64 hexadecimal digits.',
    },
    ...(mica.reserved_types.includes(input.asset_type)
      ? [
          {
            code: 'RESERVE_RATIO',
            passed: facts.reserves_compliant,
            description: `Reserves cover the tokens in full; by the ledger the ratio is ${facts.reserve_ratio}.`,
          },
        ]
      : []),
  ]
  return {
    is_compliant: requirements.every(({ passed }) => passed),
    requirements,
    casp_authorization: facts.casp_authorized,
  }
}

export interface Whitepaper {
  readonly issuer_legal_name?: string | undefined
  readonly publication_date?: string | undefined
  readonly page_count?: number | undefined
  readonly sections?: Readonly<Record<string, unknown>> | undefined
}

export function validateWhitepaper(paper: Whitepaper, { mica }: RuleSet) {
  const pages = paper.page_count
  const isEmpty = (value: unknown): boolean =>
    value === undefined ||
    value === null ||
    value === false ||
    (typeof value === 'string' && value.trim() === '')
  const errors = [
    ...(isEmpty(paper.issuer_legal_name) ? ['The legal name of the issuer is missing.'] : []),
    ...(isEmpty(paper.publication_date) ? ['The date of publication is missing.'] : []),
    ...mica.sections
      .filter((section) => isEmpty(paper.sections?.[section]))
      .map((section) => `The section ${section} is missing.`),
    ...(pages !== undefined && pages > mica.pages_max
      ? [`The white paper has ${pages} pages; at most ${mica.pages_max} are allowed.`]
      : []),
  ]
  const warnings = [
    ...(pages === undefined ? ['The number of pages is not known.'] : []),
    ...(pages !== undefined && pages < mica.pages_few
      ? [`A white paper of ${pages} pages is unusually short.`]
      : []),
  ]
  return { valid: errors.length === 0, errors, warnings }
}
