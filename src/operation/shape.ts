// What is not declared does not pass: a schema is compiled once into a function that copies exactly
// the declared fields, at every depth. Used both ways: unknown input is ignored, a stray column or
// secret cannot leave.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { describeProblems } from './problems.ts'

// All problems of a request are reported at once; the bound keeps a hostile one cheap.
Settings.Set({ maxErrors: 64 })

/** The parts of JSON Schema that our schemas use. */
export interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly default?: unknown
}

type Copy = (value: unknown) => unknown
const keep: Copy = (value) => value

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const allowsNull = (schema: JsonSchema): boolean =>
  schema.type === 'null' ||
  (schema.type === undefined && (schema.anyOf === undefined || schema.anyOf.some(allowsNull)))

/** Compiles the copy of one schema. Free-form values (records, unknown) are passed as they are. */
function compileCopy(schema: JsonSchema): Copy {
  if (schema.anyOf) return copyUnion(schema.anyOf)
  if (schema.type === 'array' && schema.items) {
    const copyItem = compileCopy(schema.items)
    return (value) => (Array.isArray(value) ? value.map(copyItem) : value)
  }
  if (schema.type !== 'object' || !schema.properties) return keep
  const fields = Object.entries(schema.properties).map(([name, inner]) => ({
    name,
    copy: compileCopy(inner),
    fallback: inner.default,
    // An optional field sent as null is a field not sent, unless null means something there.
    dropNull: !schema.required?.includes(name) && !allowsNull(inner),
  }))
  return (value) => {
    if (!isObject(value)) return value
    const out: Record<string, unknown> = {}
    for (const { name, copy, fallback, dropNull } of fields) {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined
      if (inner === undefined || (inner === null && dropNull)) {
        if (fallback !== undefined) out[name] = fallback
      } else out[name] = copy(inner)
    }
    return out
  }
}

function copyUnion(branches: readonly JsonSchema[]): Copy {
  const choices = branches.map((branch) => ({
    check: Compile(branch as TSchema),
    copy: compileCopy(branch),
  }))
  const only = choices.filter((_, index) => branches[index]!.type !== 'null')
  // The common case, a thing or null, needs no check to tell which.
  if (only.length === 1) return (value) => (value === null ? null : only[0]!.copy(value))
  return (value) => {
    const choice = choices.find(({ check, copy }) => check.Check(copy(value)))
    return choice ? choice.copy(value) : value
  }
}

export interface Shape {
  /** The declared fields of the value, with defaults for what is missing. */
  pick(value: unknown): unknown
  isValid(value: unknown): boolean
  /** Field → sentences, for a value that is not valid. */
  problems(value: unknown): Record<string, string[]>
}

const shapes = new WeakMap<TSchema, Shape>()

/** Compiled on first use and kept: start-up does not pay for what nobody calls. */
export function shapeOf(schema: TSchema): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const checker = Compile(schema)
  const shape: Shape = {
    pick: compileCopy(schema),
    isValid: (value) => checker.Check(value),
    problems: (value) => describeProblems(checker.Errors(value)),
  }
  shapes.set(schema, shape)
  return shape
}

/** Path and query arrive as text and are read as what the schema declares; a JSON body never is. */
export function readText(schema: JsonSchema | undefined, text: string | string[]): unknown {
  if (schema?.type === 'array') {
    const parts = Array.isArray(text) ? text : text.split(',')
    return parts.map((part) => readText(schema.items, part))
  }
  if (Array.isArray(text)) return text
  const type = schema?.anyOf?.find((branch) => branch.type !== 'null')?.type ?? schema?.type
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text))
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === '1')) return true
  if (type === 'boolean' && (text === 'false' || text === '0')) return false
  return text
}
