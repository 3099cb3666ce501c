// The facts about a purchase, in one shape for all stores.
import { isStorableText } from '../../../../kernel/json.ts'
import type { LiveStatus, Source } from '../products.ts'

export interface StoreFacts {
  readonly source: Source
  /** The store's id of the purchase; it stays the same through all renewals. */
  readonly store_id: string
  /** The purchase that this one replaced. */
  readonly linked_id: string | null
  readonly store_environment: string | null
  readonly product_id: string
  readonly transaction_id: string | null
  /** `ended`: the store declares the purchase ended, whatever `ends_at` says. */
  readonly status: LiveStatus | 'ended'
  readonly ends_at: Date | null
  readonly trial_ends_at: Date | null
  readonly paused_until: Date | null
  /** Undefined when the receipt does not say. */
  readonly auto_renews: boolean | undefined
  readonly family_shared: boolean
  /** True when the purchase is bound to this user or to no user at all. */
  isFor(user_uuid: string): boolean
  /** When the store made this statement. */
  readonly as_of: Date
  readonly currency: string | null
  readonly price_milliunits: string | null
}

export type Claims = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A non-empty text that can be stored; anything else is undefined. */
export const readName = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 2_000 && isStorableText(value)
    ? value
    : undefined

const TIME_MAX = 253_402_300_799_999

/** Milliseconds since 1970, up to the year 9999. */
export const readMs = (value: unknown): Date | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= TIME_MAX
    ? new Date(value)
    : undefined

/** RFC 3339. */
export const readTime = (value: unknown): Date | undefined =>
  typeof value === 'string' && value.length <= 50 ? readMs(Date.parse(value)) : undefined

export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
