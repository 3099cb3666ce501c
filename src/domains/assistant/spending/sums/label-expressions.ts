// SQL expressions that give a move its category and merchant. The same ones label the moves that are searched, those
// that are folded into sums, and those that are not folded yet. They name no table.
import { type RawBuilder, sql } from 'kysely'
import type { MoveFilter } from '../../../core/ledger/index.ts'
import {
  categoryNames,
  categoryOfSubtype,
  EXCHANGE,
  NO_MERCHANT,
  OWN_TRANSFERS,
  UNCATEGORIZED,
} from '../categories.ts'
import { counterpartiesOf, type Labels, type View } from '../rules/labels.ts'

/** Whose moves are read, and how they are labelled. */
export interface Scope extends MoveFilter {
  readonly view: View
  /** The owner of each account of the caller, by account. */
  readonly owners: Readonly<Record<string, string>>
  /** The same for the accounts that the question is about. */
  readonly askedOwners: Readonly<Record<string, string>>
  /** Exchanges and transfers between own accounts count as spending, because the question names them. */
  readonly countsAll: boolean
}

/** A condition on single moves `s`, and JSON objects that it looks things up in, as fields of `k`. */
export interface Narrow {
  readonly where: RawBuilder<unknown>
  readonly known: Readonly<Record<string, object>>
}

/** A non-blank text field of the metadata, or null. */
const metadataText = (key: string, length: number): RawBuilder<unknown> =>
  sql`case when jsonb_typeof(s.metadata -> ${sql.lit(key)}) = 'string'
    then nullif(btrim(left(s.metadata ->> ${sql.lit(key)}, ${sql.lit(length)})), '') end`

const rawCategory = sql`lower(${metadataText('category', 50)})`
const notedCategory = sql`coalesce(k.names ->> ${rawCategory}, ${rawCategory})`
const notedMerchant = sql`coalesce(${metadataText('merchant', 100)}, ${metadataText('merchant_name', 100)})`

const isOwn = sql`coalesce((k.owners ->> s.other_account::text) = s.owner::text, false)`

const isExchange = sql`coalesce(k.subtypes ->> s.subtype = ${sql.lit(EXCHANGE)}, false)`

const labelKey = sql`(case when k.counterparties ? s.other_account::text then s.other_account::text else '' end
  || ' ' || coalesce(s.reference, ''))`

/** In order: the bank's subtype, the user's rules, the category in the metadata. */
const firmCategory = sql`coalesce(k.subtypes ->> s.subtype,
  case when k.has_rules then k.ruled_categories ->> ${labelKey} end, ${notedCategory})`

/** Then a transfer to oneself, and the words of the reference. */
const category = sql`coalesce(${firmCategory}, case when ${isOwn} then ${sql.lit(OWN_TRANSFERS)} end,
  k.categories ->> s.reference, ${sql.lit(UNCATEGORIZED)})`

const merchant = sql`coalesce(case when k.has_rules then k.ruled_merchants ->> ${labelKey} end, ${notedMerchant}, k.merchants ->> s.reference,
  ${sql.lit(NO_MERCHANT)})`

const kind = sql`case when k.counts_all then 'counted' when ${isExchange} then 'exchange'
  when (k.asked ->> s.other_account::text) = s.owner::text then 'own' else 'counted' end`

const utcDay = sql`(s.booked_at at time zone 'UTC')::date`

/** Columns over `s` and `k`. */
export const columns = {
  category,
  firmCategory,
  isExchange,
  isOwn,
  kind,
  labelKey,
  merchant,
  notedCategory,
  notedMerchant,
  notedRecipient: metadataText('recipient', 100),
  utcDay,
  wordCategory: sql`coalesce(k.categories ->> s.reference, ${sql.lit(UNCATEGORIZED)})`,
} as const

/**
 * One row with the lookup tables. They are JSON objects rather than joined tables, because the planner's choice of a
 * join depends on a guess at the number of rows.
 */
export function lookUp(scope: Scope, labels: Labels, known: Narrow['known'] = {}) {
  const fields = {
    owners: scope.owners,
    asked: scope.askedOwners,
    subtypes: categoryOfSubtype,
    names: categoryNames,
    categories: labels.categories,
    merchants: labels.merchants,
    ruled_categories: labels.ruledCategories,
    ruled_merchants: labels.ruledMerchants,
    counterparties: Object.fromEntries(counterpartiesOf(scope.view).map((id) => [id, true])),
    ...known,
  }
  return sql`(select ${scope.countsAll}::boolean as counts_all, ${scope.view.rules.length > 0}::boolean as has_rules,
    ${sql.join(
      Object.entries(fields).map(
        ([name, value]) => sql`${JSON.stringify(value)}::jsonb as ${sql.ref(name)}`,
      ),
    )})`
}
