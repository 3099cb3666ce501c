// Checks the size of input before its values: lists, texts and free-form objects that are longer than their schema
// allows. A validator still checks every item of a list that is too long, and compares all pairs of items that must
// differ, so that one request could keep the bank busy for minutes. The work here is linear in the input.
import { boundsRule } from '../kernel/schema.ts'
import type { JsonSchema } from './shape.ts'

interface SizedSchema extends JsonSchema {
  readonly items?: SizedSchema
  readonly properties?: Readonly<Record<string, SizedSchema>>
  readonly anyOf?: readonly SizedSchema[]
  readonly enum?: readonly unknown[]
  readonly maxItems?: number
  readonly maxLength?: number
  readonly 'x-bytes-max'?: number
  readonly 'x-levels-max'?: number
}

/** What is too long, and what it must be. */
export interface TooLong {
  readonly path: readonly (string | number)[]
  readonly rule: string
}

export type FindTooLong = (value: unknown) => TooLong | undefined

/** A visible character has a few code units; a text with more than this many per character is an attack. */
const UNITS_PER_CHARACTER = 32
/** The most that a text without a bound of its own may have, such as a date or a UUID. */
const PLAIN_LENGTH_MAX = 65_536

/** Compiles the search for the first value that is too long; undefined when there is nothing to search. */
export function compileSizes(schema: SizedSchema): FindTooLong | undefined {
  if (schema.anyOf) return ofUnion(schema.anyOf)
  if (schema['x-bytes-max'] !== undefined) return ofRecord(schema)
  if (schema.type === 'array') return ofArray(schema)
  if (schema.type === 'string') return ofText(schema)
  return schema.type === 'object' ? ofObject(schema) : undefined
}

function ofText({ maxLength }: SizedSchema): FindTooLong {
  const units = maxLength === undefined ? PLAIN_LENGTH_MAX : maxLength * UNITS_PER_CHARACTER
  const rule = `must be at most ${maxLength ?? PLAIN_LENGTH_MAX} characters`
  return (value) =>
    typeof value === 'string' && value.length > units ? { path: [], rule } : undefined
}

function ofArray({ items, maxItems = Infinity }: SizedSchema): FindTooLong {
  const ofItem = items && compileSizes(items)
  const rule = `must have at most ${maxItems} item${maxItems === 1 ? '' : 's'}`
  return (value) => {
    if (!Array.isArray(value)) return undefined
    if (value.length > maxItems) return { path: [], rule }
    for (const [index, item] of ofItem ? value.entries() : []) {
      const found = ofItem?.(item)
      if (found) return { ...found, path: [index, ...found.path] }
    }
    return undefined
  }
}

function ofObject({ properties = {} }: SizedSchema): FindTooLong | undefined {
  const fields = Object.entries(properties).flatMap(([name, inner]) => {
    const find = compileSizes(inner)
    return find ? [{ name, find }] : []
  })
  if (fields.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined
    for (const { name, find } of fields) {
      const found = Object.hasOwn(value, name) ? find(Reflect.get(value, name)) : undefined
      if (found) return { ...found, path: [name, ...found.path] }
    }
    return undefined
  }
}

/** The bytes are counted before the names, which each have a pattern to match. */
function ofRecord(schema: SizedSchema): FindTooLong {
  const bytesMax = schema['x-bytes-max']!
  const rule = boundsRule({ bytesMax, levelsMax: schema['x-levels-max']! })
  return (value) =>
    typeof value === 'object' && value !== null && JSON.stringify(value).length > bytesMax
      ? { path: [], rule }
      : undefined
}

/** Too long for a union is what is too long for every branch that takes such a value. */
function ofUnion(branches: readonly SizedSchema[]): FindTooLong | undefined {
  const choices = branches.map((branch) => ({ branch, find: compileSizes(branch) }))
  if (choices.every(({ find }) => !find)) return undefined
  return (value) => {
    const taking = choices.filter(({ branch }) => takes(branch, value))
    const found = taking.map(({ find }) => find?.(value))
    return found.every((one) => one !== undefined) ? found[0] : undefined
  }
}

/** Whether a value of this type may belong to the schema. */
function takes(schema: SizedSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((branch) => takes(branch, value))
  if (schema.enum) return schema.enum.includes(value)
  switch (schema.type) {
    case 'string':
      return typeof value === 'string'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case undefined:
      return true
    default:
      return typeof value !== 'object' && typeof value !== 'string'
  }
}
