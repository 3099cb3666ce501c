// What the projections need to know about a schema, read in one way by all of them.
import type { TSchema } from 'typebox'

/** A JSON Schema as the plain object it is: the keywords that we read, and any other. */
export interface Schema {
  readonly $id?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Fields
  readonly required?: readonly string[]
  readonly items?: Schema | readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Fields
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number | boolean
  readonly exclusiveMaximum?: number | boolean
  readonly [keyword: string]: unknown
}

export type Fields = Readonly<Record<string, Schema>>

/** Any other JSON object that a projection is made of. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A TypeBox schema is JSON Schema; its type just does not say so. */
export const toSchema = (schema: TSchema): Schema => schema as Schema

/** A missing field with a default is filled in before it is judged, so nobody has to send it. */
export const requiredOf = ({ required = [], properties = {} }: Schema): string[] =>
  required.filter((name) => properties[name]?.default === undefined)

/** The schema of every item of a list; a tuple, which has one for each, has none. */
export const itemsOf = ({ items = {} }: Schema): Schema | undefined =>
  isTuple(items) ? undefined : items

const isTuple = (items: Schema | readonly Schema[]): items is readonly Schema[] =>
  Array.isArray(items)

/** The branches of a union apart from null; a schema that is no union is its own only branch. */
export function splitNull(schema: Schema): {
  readonly branches: readonly Schema[]
  readonly nullable: boolean
} {
  const all = schema.anyOf ?? [schema]
  const branches = all.filter((branch) => branch.type !== 'null')
  return { branches, nullable: branches.length < all.length }
}

/** The values of an enumeration, written as one or as a union of literals. */
export function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if (schema.enum) return schema.enum
  const { branches } = splitNull(schema)
  const isLiteral = (branch: Schema) => 'const' in branch && branch.$id === undefined
  return branches.length > 0 && branches.every(isLiteral)
    ? branches.map((branch) => branch.const)
    : undefined
}
