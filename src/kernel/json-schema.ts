// Helpers that read JSON Schema, shared by all that show schemas to clients.
import type { TSchema } from 'typebox'

/** A JSON Schema as a plain object: the keywords that are read here, and any other. */
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

/** Any other JSON object in a generated document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A TypeBox schema is a JSON Schema object, although its type does not show it. */
export const toSchema = (schema: TSchema): Schema => schema as Schema

/** A field with a default is filled in before validation, so it is not required. */
export const requiredOf = ({ required = [], properties = {} }: Schema): string[] =>
  required.filter((name) => properties[name]?.default === undefined)

/** The common schema of a list's items; undefined for a tuple. */
export const itemsOf = ({ items = {} }: Schema): Schema | undefined =>
  isTuple(items) ? undefined : items

const isTuple = (items: Schema | readonly Schema[]): items is readonly Schema[] =>
  Array.isArray(items)

/** The branches of a union without null; any other schema is its own only branch. */
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

/**
 * Turns the $id of each schema into its title, because the validators of clients refuse two schemas with the
 * same $id.
 */
export function toPlainSchema(schema: Schema): Schema {
  const { $id, properties, patternProperties, anyOf, allOf, ...rest } = schema
  return {
    ...($id === undefined ? {} : { title: $id }),
    ...rest,
    ...(rest.required ? { required: requiredOf(schema) } : {}),
    ...(properties ? { properties: mapFields(properties) } : {}),
    ...(patternProperties ? { patternProperties: mapFields(patternProperties) } : {}),
    ...(rest.items ? { items: toPlainSchema(itemsOf(schema) ?? {}) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(toPlainSchema) } : {}),
    ...(allOf ? { allOf: allOf.map(toPlainSchema) } : {}),
  }
}

const mapFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toPlainSchema(field)]))
