// The filters that a sentence or a request may name.
export const accountTypes = [
  'checking',
  'savings',
  'main',
  'business',
  'personal',
  'investment',
  'trading',
  'escrow',
  'loan',
] as const
export type AccountType = (typeof accountTypes)[number]

export const sorts = ['newest', 'oldest', 'largest', 'smallest'] as const
export type Sort = (typeof sorts)[number]

/** Holds only filters that were named. Days are UTC days; amounts are decimal text. */
export interface Filters {
  readonly date_from?: string
  readonly date_to?: string
  readonly amount_min?: string
  readonly amount_max?: string
  readonly category?: string
  readonly asset_code?: string
  readonly account_type?: AccountType
  readonly recipient?: string
  readonly direction?: 'debit' | 'credit'
  /** Categories, assets and counterparties that are left out: "everything except rent". */
  readonly category_not?: readonly string[]
  readonly asset_not?: readonly string[]
  readonly recipient_not?: readonly string[]
  readonly sort?: Sort
  /** The number of transactions to show: "the five largest". */
  readonly limit?: number
  /**
   * Leaves out the deposits and withdrawals of the customer, movements between own accounts, and trades. A question for
   * payments in an order of size means this, because such rows would come first.
   */
  readonly payments_only?: true
  /** The period that the sums are compared with: "more than last month". */
  readonly compare_from?: string
  readonly compare_to?: string
}
