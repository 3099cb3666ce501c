// How an operation appears in GraphQL. The manifest of a domain names the schema of its operations, and a field is named
// by rule, so most operations declare nothing; `graphql` on an operation states what differs.
import type { OperationName } from './operation.ts'

export interface GraphqlField {
  /** The schema, if it is not that of the domain. */
  readonly schema?: string
  /** The name of the root field, if it is not the one that the rule gives. */
  readonly field?: string
  /** Arguments with another name than in REST: the name in GraphQL → the name in REST. */
  readonly args?: Readonly<Record<string, string>>
  /** A write takes its fields as arguments of their own, or all of them as one argument `input`. */
  readonly form?: 'flat' | 'input'
  /** Values for fields that are required in REST and optional here. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Makes a read a mutation. */
  readonly root?: 'mutation'
  /** A write answers with the record that this read finds by the same ids. */
  readonly answers?: OperationName
  /** Amounts that are numbers here, where REST also takes text. */
  readonly numbers?: readonly string[]
  /** Further root fields for the same operation, each with its own names of arguments. */
  readonly also?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** On an operation that answers for many keys at once: fields of other types that are loaded through it. */
  readonly relations?: readonly Relation[]
}

/** A field of a record that is loaded for all records of an answer together. */
export interface Relation {
  /** The types that have the field. */
  readonly types: readonly string[]
  readonly field: string
  readonly description: string
  /** The field of the record that holds the key. */
  readonly by: string
  /** The input of the operation that takes the keys, and the field of a row that holds the key. */
  readonly keys: readonly [input: string, row: string]
  /** The field of the row to show; the row itself by default. */
  readonly show?: string
  /** How many rows of each record are shown, by default and at most. */
  readonly first?: { readonly usual: number; readonly most: number }
}

/** The root field of a subscription, in the schema of its domain. */
export interface GraphqlSubscription {
  readonly field: string
  /** The argument that selects what to follow, and the input of the operation that takes it. */
  readonly argument: {
    readonly name: string
    readonly input: string
    readonly type: 'ID' | 'String'
  }
  /** Whether no update can follow this one. */
  readonly isLast?: (data: unknown) => boolean
}

export interface NotInGraphql {
  /** Why the operation has no root field. */
  readonly omit: string
}

export type Graphql = GraphqlField | GraphqlSubscription | NotInGraphql
