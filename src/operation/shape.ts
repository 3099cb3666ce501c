// Copies exactly the declared fields of a value, at every depth, with a function compiled once per schema. It
// serves input and output: unknown input fields are ignored, and no undeclared column or secret can leave.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { describeField, toValidationMessages } from './validation-messages.ts'
import { compileSizes } from './size-limits.ts'

// All problems of a request are reported together; the bound limits the cost of a hostile request.
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
    // An optional field sent as null counts as not sent, unless its schema allows null.
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
  // The common case of one type or null needs no validation to choose the branch.
  if (only.length === 1) return (value) => (value === null ? null : only[0]!.copy(value))
  return (value) => {
    const choice = choices.find(({ check, copy }) => check.Check(copy(value)))
    return choice ? choice.copy(value) : value
  }
}

/** Sentences by field, about values that are not as they should be. */
export type Problems = Record<string, string[]>

export interface Shape {
  /**
   * Reads input: the declared fields with their defaults, or the problems. The work is linear in the size of the value,
   * whatever it holds.
   */
  read(sent: unknown): { readonly value: unknown } | { readonly problems: Problems }
  /** Copies the declared fields of the value and fills in defaults. */
  pick(value: unknown): unknown
  isValid(value: unknown): boolean
  /** The problems of an invalid value: field → sentences. */
  problems(value: unknown): Problems
}

const shapes = new WeakMap<TSchema, Shape>()

/** Compiled on first use and kept, so that unused schemas do not slow down the start. */
export function shapeOf(schema: TSchema): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const checker = Compile(schema)
  const pick = compileCopy(schema)
  const findTooLong = compileSizes(schema)
  const problems = (value: unknown) => toValidationMessages(checker.Errors(value))
  const shape: Shape = {
    read(sent) {
      const long = findTooLong?.(sent)
      if (long) {
        const [field, sentence] = describeField(long.path.join('.'), long.rule)
        return { problems: { [field]: [sentence] } }
      }
      const value = pick(sent)
      return checker.Check(value) ? { value } : { problems: problems(value) }
    },
    pick,
    isValid: (value) => checker.Check(value),
    problems,
  }
  shapes.set(schema, shape)
  return shape
}

/** Converts the text of a path or query parameter to its declared type; JSON bodies are never converted. */
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
