// Compares two JSON schemas. What clients send may be bounded less than before, and what they receive more: so each rule
// depends on the direction. A value that is new in an answer breaks no client (docs/sdks.md); one that is gone does,
// because a client may wait for it.
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../src/kernel/json.ts'
import { breaking, type Change, compatible } from './change.ts'

export type Schema = Readonly<Record<string, unknown>>
export type Direction = 'sent' | 'received'

/** Finds what a $ref names. */
export type Resolve = (ref: string) => Schema

export class SchemaComparison {
  private readonly seen = new Map<string, true>()
  private readonly before: Resolve
  private readonly after: Resolve

  constructor(before: Resolve, after: Resolve) {
    this.before = before
    this.after = after
  }

  /** Schemas with a name are compared once for each direction, also where they contain themselves. */
  compare(where: string, before: unknown, after: unknown, direction: Direction): Change[] {
    const [old, now] = [asSchema(before), asSchema(after)]
    const name = refOf(now)
    const key = `${refOf(old)} ${name} ${direction}`
    if (refOf(old) !== undefined && name !== undefined) {
      if (this.seen.has(key)) return []
      this.seen.set(key, true)
      where = `${name.split('/').at(-1)} (${direction})`
    }
    return this.compareFlat(where, flatten(old, this.before), flatten(now, this.after), direction)
  }

  private compareFlat(where: string, old: Schema, now: Schema, direction: Direction): Change[] {
    const variants = [variantsOf(old), variantsOf(now)] as const
    if (variants[0].length > 1 || variants[1].length > 1)
      return this.compareVariants(where, ...variants, direction)
    const changes = [
      ...compareType(where, old, now, direction),
      ...compareValues(where, old, now, direction),
      ...compareBounds(where, old, now, direction),
      ...compareFormat(where, old, now, direction),
      ...compareDefault(where, old, now, direction),
    ]
    // Of another type, it has other parts as well.
    if (changes.some(({ what }) => what.startsWith('type '))) return changes
    return [
      ...changes,
      ...this.compareFields(where, old, now, direction),
      ...this.compareInside(`${where}[]`, old['items'], now['items'], direction),
      ...this.compareExtra(where, old, now, direction),
    ]
  }

  /** Each variant that clients use must still be one; each that they get must be one that they know. */
  private compareVariants(
    where: string,
    old: readonly Schema[],
    now: readonly Schema[],
    direction: Direction,
  ): Change[] {
    const fits = (one: Schema, other: Schema): boolean => {
      const trial = new SchemaComparison(this.before, this.after)
      const [from, to] = direction === 'sent' ? [one, other] : [other, one]
      return !trial.compare(where, from, to, direction).some(({ isBreaking }) => isBreaking)
    }
    const [must, may] = direction === 'sent' ? [old, now] : [now, old]
    const lost = must.filter((one) => !may.some((other) => fits(one, other)))
    if (lost.length > 0)
      return [
        breaking(
          where,
          direction === 'sent'
            ? `${lost.length} of ${old.length} variants are no longer accepted`
            : `${lost.length} of ${now.length} variants were not there before`,
        ),
      ]
    return old.length === now.length ? [] : [compatible(where, 'variants changed')]
  }

  private compareFields(where: string, old: Schema, now: Schema, direction: Direction): Change[] {
    const [oldFields, nowFields] = [fieldsOf(old), fieldsOf(now)]
    const [oldRequired, nowRequired] = [requiredOf(old), requiredOf(now)]
    const names = [...new Set([...Object.keys(oldFields), ...Object.keys(nowFields)])]
    return names.flatMap((name): Change[] => {
      const at = `${where}.${name}`
      const isNowRequired = nowRequired.has(name)
      if (!(name in nowFields)) return [breaking(at, 'removed')]
      if (!(name in oldFields))
        return [
          direction === 'sent' && isNowRequired
            ? breaking(at, 'new and required')
            : compatible(at, 'new'),
        ]
      const required: Change[] =
        isNowRequired === oldRequired.has(name)
          ? []
          : isNowRequired
            ? [(direction === 'sent' ? breaking : compatible)(at, 'required now')]
            : [(direction === 'sent' ? compatible : breaking)(at, 'no longer required')]
      return [...required, ...this.compare(at, oldFields[name], nowFields[name], direction)]
    })
  }

  private compareInside(where: string, old: unknown, now: unknown, direction: Direction): Change[] {
    return old === undefined || now === undefined ? [] : this.compare(where, old, now, direction)
  }

  /** Fields that are not named: none, any, or such as a schema says. */
  private compareExtra(where: string, old: Schema, now: Schema, direction: Direction): Change[] {
    const [before, after] = [
      old['additionalProperties'] ?? true,
      now['additionalProperties'] ?? true,
    ]
    if (isRecord(before) && isRecord(after))
      return this.compare(`${where}.*`, before, after, direction)
    if (direction === 'sent' && before !== false && after === false)
      return [breaking(where, 'further fields are refused')]
    return []
  }
}

const asSchema = (value: unknown): Schema => (isRecord(value) ? value : {})
const refOf = (schema: Schema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'] : undefined
const fieldsOf = (schema: Schema): Schema => asSchema(schema['properties'])
const requiredOf = (schema: Schema): ReadonlySet<unknown> => new Set(listOf(schema['required']))
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** One schema in place of those that it refers to or consists of. */
function flatten(schema: Schema, resolve: Resolve): Schema {
  const ref = refOf(schema)
  if (ref !== undefined) return flatten(resolve(ref), resolve)
  const { allOf, ...own } = schema
  const parts = [...listOf(allOf).map((one) => flatten(asSchema(one), resolve)), own]
  return parts.reduce<Schema>((merged, part) => mergeParts(merged, part), {})
}

function mergeParts(one: Schema, other: Schema): Schema {
  const fields: Record<string, unknown> = { ...fieldsOf(one) }
  for (const [name, field] of Object.entries(fieldsOf(other)))
    fields[name] = name in fields ? { allOf: [fields[name], field] } : field
  return {
    ...one,
    ...other,
    ...(Object.keys(fields).length > 0 && { properties: fields }),
    required: [...listOf(one['required']), ...listOf(other['required'])],
  }
}

function variantsOf(schema: Schema): readonly Schema[] {
  for (const key of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[key])) return (schema[key] as unknown[]).map(asSchema)
  return [schema]
}

type Rule = (where: string, old: Schema, now: Schema, direction: Direction) => Change[]

/** The types that a schema allows; OpenAPI 3.0 says null beside them. */
function typesOf({ type, nullable }: Schema): ReadonlySet<unknown> | undefined {
  if (type === undefined) return undefined
  const types = new Set<unknown>(Array.isArray(type) ? type : [type])
  if (types.has('number')) types.add('integer')
  if (nullable === true) types.add('null')
  return types
}

const compareType: Rule = (where, old, now, direction) => {
  const [before, after] = [typesOf(old), typesOf(now)]
  // Undefined allows every type.
  const [must, may] = direction === 'sent' ? [before, after] : [after, before]
  const isKept =
    may === undefined || (must !== undefined && [...must].every((type) => may.has(type)))
  if (isDeepStrictEqual(before, after)) return []
  const what = `type ${nameTypes(before)} became ${nameTypes(after)}`
  return [isKept ? compatible(where, what) : breaking(where, what)]
}

const nameTypes = (types: ReadonlySet<unknown> | undefined): string =>
  types === undefined ? 'any' : [...types].join(' or ')

const compareValues: Rule = (where, old, now, direction) => {
  const [before, after] = [old['enum'], now['enum']].map((one) =>
    Array.isArray(one) ? (one as unknown[]) : undefined,
  )
  if (before === undefined && after === undefined) return []
  if (after === undefined) return [compatible(where, 'any value now')]
  if (before === undefined)
    return [(direction === 'sent' ? breaking : compatible)(where, 'only some values now')]
  const removed = before.filter((value) => !after.includes(value))
  const added = after.filter((value) => !before.includes(value))
  const name = (values: readonly unknown[]): string =>
    values.map((one) => JSON.stringify(one)).join(', ')
  return [
    ...(removed.length > 0 ? [breaking(where, `value ${name(removed)} removed`)] : []),
    ...(added.length > 0 ? [compatible(where, `value ${name(added)} new`)] : []),
  ]
}

/** Whether a larger bound allows more. */
const BOUNDS = {
  maximum: true,
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  minimum: false,
  minLength: false,
  minItems: false,
  minProperties: false,
} as const

const compareBounds: Rule = (where, old, now, direction) => {
  const changes = Object.entries(BOUNDS).flatMap(([name, isUpper]): Change[] => {
    const [before, after] = [numberOf(old[name]), numberOf(now[name])]
    if (before === after) return []
    const isTighter =
      after !== undefined && (before === undefined || (isUpper ? after < before : after > before))
    const what = `${name} ${before ?? 'none'} became ${after ?? 'none'}`
    return [direction === 'sent' && isTighter ? breaking(where, what) : compatible(where, what)]
  })
  const strict = ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems'].flatMap(
    (name): Change[] => {
      if (isDeepStrictEqual(old[name], now[name])) return []
      const isTighter = now[name] !== undefined && now[name] !== false
      const what = `${name} ${show(old[name])} became ${show(now[name])}`
      return [direction === 'sent' && isTighter ? breaking(where, what) : compatible(where, what)]
    },
  )
  return [...changes, ...strict]
}

const show = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** Whether a pattern allows more cannot be seen. */
const compareFormat: Rule = (where, old, now, direction) =>
  ['format', 'pattern'].flatMap((name): Change[] => {
    const [before, after] = [old[name], now[name]]
    if (before === after) return []
    const what = `${name} ${show(before)} became ${show(after)}`
    const isSafe =
      direction === 'sent' ? after === undefined : before === undefined || name === 'pattern'
    return [isSafe ? compatible(where, what) : breaking(where, what)]
  })

/** A client that leaves the field out gets something else. */
const compareDefault: Rule = (where, old, now, direction) =>
  direction === 'received' || isDeepStrictEqual(old['default'], now['default'])
    ? []
    : [
        (old['default'] === undefined ? compatible : breaking)(
          where,
          `default ${JSON.stringify(old['default'])} became ${JSON.stringify(now['default'])}`,
        ),
      ]
