// Schemas that many operations share. Whatever a caller may fill in freely has a bound here, so that
// nobody keeps more in the bank than belongs in a field.
import { type TSchema, Type } from 'typebox'
import Format from 'typebox/format'

/** RFC 3339 allows any number of digits after the second; nobody needs a megabyte of them. */
const DATE_TIME_LENGTH_MAX = 40
const isDateTime = Format.IsDateTime
Format.Set('date-time', (text) => text.length <= DATE_TIME_LENGTH_MAX && isDateTime(text))

export const DateTime = Type.String({ format: 'date-time' })
export const Uuid = Type.String({ format: 'uuid' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The same schema with a sentence about what it is here. */
export const described = <T extends TSchema>(schema: T, description: string): T =>
  withOptions(schema, { description })

/** A field that does the same as another: it works, and the documents show that other. */
export const olderName = <T extends TSchema>(name: string, schema: T): T =>
  withOptions(schema, { deprecated: true, description: `Older name of \`${name}\`.` })

/** A copy keeps what TypeBox knows of a schema, which is not among its enumerable properties. */
const withOptions = <T extends TSchema>(schema: T, options: object): T =>
  Object.defineProperties({} as T, {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(options),
  })

interface Bounds {
  /** As JSON in UTF-8. */
  readonly bytesMax: number
  /** Objects and lists within each other, the outermost one included. */
  readonly levelsMax: number
}

/** What a caller keeps with a thing for itself. */
export const METADATA: Bounds = { bytesMax: 16_384, levelsMax: 5 }

/** How deep a value is nested, counted no further than is asked. */
function levelsOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (most <= 0) return 1
  let deepest = 0
  for (const inner of Object.values(value)) deepest = Math.max(deepest, levelsOf(inner, most - 1))
  return deepest + 1
}

const fits = (value: unknown, { bytesMax, levelsMax }: Bounds): boolean =>
  levelsOf(value, levelsMax) <= levelsMax && Buffer.byteLength(JSON.stringify(value)) <= bytesMax

interface RecordOptions {
  readonly description?: string
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly default?: object
}

/** An object whose fields the caller names, each of one schema. */
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
    () => `must be at most ${bounds.bytesMax} bytes as JSON, in at most ${bounds.levelsMax} levels`,
  )

/** An object of the caller's own: any fields, any values. */
export const freeForm = (options?: RecordOptions, bounds?: Bounds) =>
  boundedRecord(Type.Unknown(), options, bounds)

export const MetadataInput = freeForm({
  description: 'Free-form, kept as it was given: at most 16 KB as JSON and 5 levels.',
})
