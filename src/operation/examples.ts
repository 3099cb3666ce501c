// An example of an operation: a request and its answer. It is written once, in the domain's folder; the
// OpenAPI document shows it, and the contract tests send it to a running bank.
import type { Page } from '../kernel/page.ts'

export interface Example {
  /** Input fields of path, query, headers and body. Ids are of records that a test has to create first. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The output without the envelope of a route; absent for an empty answer. */
  readonly output?: unknown
  /** Fields of a second valid request that differs from the first and so is no retry of it. */
  readonly other?: Readonly<Record<string, unknown>>
  /** The call is made by an operator, not by a customer. */
  readonly as?: 'operator'
  /** The call revokes the credential it is made with, so it cannot be repeated. */
  readonly endsSession?: true
  /** The path parameter is one of a fixed set of words, not the id of a user's record. */
  readonly pathIsChoice?: true
  /** The path names something that all users share, such as a poll. */
  readonly isShared?: true
}

/** By the name of the operation. */
export type Examples = Readonly<Record<string, Example>>

export const defineExamples = (examples: Examples): Examples => Object.freeze(examples)

/** A page with one row. */
export const onePage = <Row>(row: Row, perPage = 20): Page<Row> => ({
  data: [row],
  meta: { current_page: 1, last_page: 1, per_page: perPage, total: 1, from: 1, to: 1 },
})
