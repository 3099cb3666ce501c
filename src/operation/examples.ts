// The example of an operation: a request, written once in the domain's folder, and the answer that a running bank gave to
// it. The OpenAPI document shows both; the contract tests send the request and compare the answer.
import type { Page } from '../kernel/page.ts'

export interface ExampleRequest {
  /** Input fields of path, query, headers and body. Ids are of records that a test has to create first. */
  readonly input?: Readonly<Record<string, unknown>>
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

/** The answer to a request, written by `npm run examples` into the `answers.ts` beside it. */
export interface RecordedAnswer {
  /** The output without the envelope of a route; absent for an empty answer. */
  readonly output?: unknown
  /** The fields, such as `rows.account_number`, that are different in every bank. */
  readonly varies?: readonly string[]
}

export interface Example extends ExampleRequest, RecordedAnswer {}

/** By the name of the operation. */
export type Requests = Readonly<Record<string, ExampleRequest>>
export type Answers = Readonly<Record<string, RecordedAnswer>>
export type Examples = Readonly<Record<string, Example>>

/** A new operation has no answer until it is recorded. */
export const defineExamples = (answers: Answers, requests: Requests): Examples =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(requests).map(([name, request]) => [name, { ...request, ...answers[name] }]),
    ),
  )

/** A page with one row. */
export const onePage = <Row>(row: Row, perPage = 20): Page<Row> => ({
  data: [row],
  meta: { current_page: 1, last_page: 1, per_page: perPage, total: 1, from: 1, to: 1 },
})
