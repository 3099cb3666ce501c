// Schemas that many operations share. Free-form input has a bound on its size, so that no caller can store
// more than belongs in a field.
import { type TSchema, Type } from 'typebox'
import Format from 'typebox/format'

/** RFC 3339 allows any number of digits after the second, so the length needs a bound. */
const DATE_TIME_LENGTH_MAX = 40
const isDateTime = Format.IsDateTime
Format.Set('date-time', (text) => text.length <= DATE_TIME_LENGTH_MAX && isDateTime(text))

export const DateTime = Type.String({ format: 'date-time' })
export const Uuid = Type.String({ format: 'uuid' })
export const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{16}$',
  description: 'The id of an event; later events have greater ids.',
})
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Copies the schema with a description. */
export const described = <T extends TSchema>(schema: T, description: string): T =>
  withOptions(schema, { description })

/** An older name of another field: it still works, but the documentation shows the other field. */
export const olderName = <T extends TSchema>(name: string, schema: T): T =>
  withOptions(schema, { deprecated: true, description: `Older name of \`${name}\`.` })

/** The copy includes TypeBox's own properties of a schema, which are not enumerable. */
const withOptions = <T extends TSchema>(schema: T, options: object): T =>
  Object.defineProperties({} as T, {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(options),
  })

export interface Bounds {
  /** The size as JSON in UTF-8. */
  readonly bytesMax: number
  /** The depth of nested objects and lists, including the outermost one. */
  readonly levelsMax: number
}

/** The bounds of metadata that callers store for their own use. */
export const METADATA: Bounds = { bytesMax: 16_384, levelsMax: 5 }

/** The depth of a value, counted only as far as needed. */
function levelsOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (most <= 0) return 1
  let deepest = 0
  for (const inner of Object.values(value)) deepest = Math.max(deepest, levelsOf(inner, most - 1))
  return deepest + 1
}

const fits = (value: unknown, { bytesMax, levelsMax }: Bounds): boolean =>
  levelsOf(value, levelsMax) <= levelsMax && Buffer.byteLength(JSON.stringify(value)) <= bytesMax

export const boundsRule = ({ bytesMax, levelsMax }: Bounds): string =>
  `must be at most ${bytesMax} bytes as JSON, in at most ${levelsMax} levels`

interface RecordOptions {
  readonly description?: string
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly default?: object
}

/** An object with field names chosen by the caller and values of one schema. */
export const boundedRecord = <Value extends TSchema>(
  value: Value,
  options: RecordOptions = {},
  bounds: Bounds = METADATA,
) =>
  Type.Refine(
    Type.Record(Type.String(), value, {
      ...options,
      'x-bytes-max': bounds.bytesMax,
      'x-levels-max': bounds.levelsMax,
    }),
    (given) => fits(given, bounds),
    () => boundsRule(bounds),
  )

/** An object with any fields and values. */
export const freeForm = (options?: RecordOptions, bounds?: Bounds) =>
  boundedRecord(Type.Unknown(), options, bounds)

export const MetadataInput = freeForm({
  description: 'Free-form, stored unchanged: at most 16 KB as JSON and 5 levels.',
})
