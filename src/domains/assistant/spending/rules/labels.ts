// Labels transactions by a user's own rules. A rule names words of the reference, a counterparty, or both, and gives
// a category, a merchant, or both. Words are compared whole and in lower case, one lookup for each, so no rule can be
// slow: there are no patterns.
import {
  categoryOfSubtype,
  labelReference,
  NO_MERCHANT,
  OWN_TRANSFERS,
  UNCATEGORIZED,
} from '../categories.ts'

export interface Rule {
  /** In lower case; the reference must have all of them. */
  readonly words: readonly string[]
  readonly counterparty: string | null
  readonly category: string | null
  readonly merchant: string | null
}

/** The rules of one user, in the order of application, and the sums that were made under them. */
export interface View {
  readonly id: string
  readonly rules: readonly Rule[]
}

export const NIL = '00000000-0000-0000-0000-000000000000'

/** The view of all users without rules. */
export const PLAIN: View = { id: NIL, rules: [] }

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFC').toLowerCase().match(WORD) ?? []

export interface RuleLabel {
  readonly category: string | undefined
  readonly merchant: string | undefined
}

const noLabel: RuleLabel = { category: undefined, merchant: undefined }

/** The first matching rule that gives a category, and the first that gives a merchant. */
export function applyRules(
  rules: readonly Rule[],
  { reference, counterparty }: { reference: string | null; counterparty: string | null },
): RuleLabel {
  if (rules.length === 0) return noLabel
  const words = new Set(reference === null ? [] : wordsOf(reference))
  const matching = rules.filter(
    (rule) =>
      (rule.counterparty === null || rule.counterparty === counterparty) &&
      rule.words.every((word) => words.has(word)),
  )
  const give = (field: 'category' | 'merchant') =>
    matching.find((rule) => rule[field] !== null)?.[field] ?? undefined
  return { category: give('category'), merchant: give('merchant') }
}

/** The counterparties that rules name. */
export const counterpartiesOf = ({ rules }: View): string[] => [
  ...new Set(rules.flatMap(({ counterparty }) => counterparty ?? [])),
]

/** Categories and merchants as SQL looks them up; what has no label is absent. */
export interface Labels {
  /** By reference, from the table of words. */
  readonly categories: Readonly<Record<string, string>>
  readonly merchants: Readonly<Record<string, string>>
  /** By counterparty and reference, from the user's rules. */
  readonly ruledCategories: Readonly<Record<string, string>>
  readonly ruledMerchants: Readonly<Record<string, string>>
}

export const noLabels: Labels = {
  categories: {},
  merchants: {},
  ruledCategories: {},
  ruledMerchants: {},
}

/** The same key as SQL makes; the counterparty is given only if a rule names it. */
const keyOf = (counterparty: string | null, reference: string | null): string =>
  `${counterparty ?? ''} ${reference ?? ''}`

export interface Different {
  readonly reference: string | null
  /** Null unless a rule names it. */
  readonly counterparty: string | null
}

/** Collects labels, one distinct pair of reference and counterparty after the other. */
export class LabelMaker {
  private readonly rules: readonly Rule[]
  private readonly found = {
    categories: [] as [string, string][],
    merchants: [] as [string, string][],
    ruledCategories: [] as [string, string][],
    ruledMerchants: [] as [string, string][],
  }

  constructor({ rules }: View) {
    this.rules = rules
  }

  add({ reference, counterparty }: Different): void {
    if (reference !== null) {
      const { category, merchant } = labelReference(reference)
      if (category !== undefined) this.found.categories.push([reference, category])
      if (merchant !== undefined) this.found.merchants.push([reference, merchant])
    }
    const { category, merchant } = applyRules(this.rules, { reference, counterparty })
    const key = keyOf(counterparty, reference)
    if (category !== undefined) this.found.ruledCategories.push([key, category])
    if (merchant !== undefined) this.found.ruledMerchants.push([key, merchant])
  }

  finish(): Labels {
    const { categories, merchants, ruledCategories, ruledMerchants } = this.found
    return {
      categories: Object.fromEntries(categories),
      merchants: Object.fromEntries(merchants),
      ruledCategories: Object.fromEntries(ruledCategories),
      ruledMerchants: Object.fromEntries(ruledMerchants),
    }
  }
}

interface Unlabelled {
  readonly subtype: string | null
  readonly reference: string | null
  readonly other_account: string
  readonly noted_category: string | null
  readonly noted_merchant: string | null
  readonly is_own: boolean
}

/** The category and merchant of one transaction, in the same order as SQL finds them. */
export function labelOne(row: Unlabelled, { rules }: View) {
  const { reference, other_account: counterparty } = row
  const ruled = applyRules(rules, { reference, counterparty })
  const said = reference === null ? noLabel : labelReference(reference)
  return {
    category:
      (row.subtype === null ? undefined : categoryOfSubtype[row.subtype]) ??
      ruled.category ??
      row.noted_category ??
      (row.is_own ? OWN_TRANSFERS : undefined) ??
      said.category ??
      UNCATEGORIZED,
    merchant: ruled.merchant ?? row.noted_merchant ?? said.merchant ?? NO_MERCHANT,
  }
}
