// An example of an operation: a request as a caller would write it, and the answer to it. Said once in
// the domain's folder; the OpenAPI document shows it, and the contract tests send it to a running bank.
import type { Page } from '../kernel/page.ts'

export interface Example {
  /** Input fields, wherever they travel. Ids stand for things that a running bank has to make first. */
  readonly input?: Readonly<Record<string, unknown>>
  /** The output of the operation, without the envelope of a route; absent where nothing is answered. */
  readonly output?: unknown
  /** Fields for another valid request, which must not pass for a retry of the first. */
  readonly other?: Readonly<Record<string, unknown>>
  /** The bank's operator calls it, not a customer. */
  readonly as?: 'operator'
  /** The call ends the credential that makes it, so it cannot be repeated with it. */
  readonly endsSession?: true
  /** The path holds a word to choose from, not the id of something that somebody owns. */
  readonly pathIsChoice?: true
  /** The path names something that belongs to everybody, such as a poll. */
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
