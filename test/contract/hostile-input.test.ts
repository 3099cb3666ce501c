// No operation works longer on its input than the size of the input explains: every field of every operation and tool is
// sent lists, texts and objects as large as a body may be, and judging them takes a bounded multiple of parsing them.
import { randomUUID } from 'node:crypto'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/kernel/json.ts'
import { shapeOf, type JsonSchema } from '../../src/operation/shape.ts'
import { describeForTests } from '../harness/describe.ts'

const registry = describeForTests()

const BYTES = 262_144
const repeat = (unit: string) => unit.repeat(Math.floor(BYTES / unit.length))
const fill = <T>(bytesOfOne: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.floor(BYTES / bytesOfOne) }, (_, index) => make(index))

/** What an attacker sends, by kind. */
const hostile = Object.entries({
  'equal texts': fill(4, () => 'a'),
  'different texts': fill(9, (index) => `t${index}`),
  'different objects': fill(12, (index) => ({ a: index })),
  'nested lists': fill(2, () => []),
  'many names': Object.fromEntries(fill(12, (index) => [`name${index}`, 1])),
  'one letter': repeat('a'),
  'letters and marks': repeat('e\u0301'),
  'digits and signs': repeat('1.-'),
  'spaces and dots': repeat(' .@'),
})

interface Place {
  readonly at: string
  /** Input with the value in this place, and nothing else. */
  readonly wrap: (value: unknown) => unknown
  readonly schema: JsonSchema
}

/** Every place of a schema that takes a value. */
function placesIn(schema: JsonSchema, at: string, wrap: Place['wrap']): Place[] {
  const inner = [
    ...(schema.anyOf ?? []).flatMap((branch) => placesIn(branch, at, wrap).slice(1)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      placesIn(field, `${at}.${name}`, (value) => wrap({ [name]: value })),
    ),
    ...(schema.items ? placesIn(schema.items, `${at}[]`, (value) => wrap([value])) : []),
  ]
  return [{ at, wrap, schema }, ...inner]
}

interface Asked extends Place {
  readonly input: TSchema
}

/** A value of the schema, as far as its type says. */
function sampleOf(
  schema: JsonSchema & { readonly enum?: readonly unknown[]; readonly format?: string },
): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!)
  if (schema.type === 'object') return {}
  if (schema.type === 'array') return []
  if (schema.type === 'string') return schema.format === 'uuid' ? randomUUID() : 'a'
  return schema.type === 'boolean' ? true : 1
}

const inputs = [...registry.operations, ...registry.tools].flatMap(({ name, input }) =>
  placesIn(input as JsonSchema, name, (value) => value).map((place) => ({ ...place, input })),
)
/** Places with the same schema are judged by the same code, so one of them answers for all. */
const places = [...new Map(inputs.map((place) => [canonicalJson(place.schema), place])).values()]

/** The least of a few tries, because other work of the process counts, too; the first that is good enough will do. */
function cpuMsOf(work: () => void, enough = 0): number {
  const once = (): number => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  let least = Infinity
  for (let tries = 0; tries < 3 && least > enough; tries++) least = Math.min(least, once())
  return least
}

/** A quadratic judge takes thousands of times as long. */
const MULTIPLE_MAX = 30
/** A text is parsed fast, and its visible characters are counted, which takes longer. */
const PARSING_MS_MIN = 4

/** How long judging the value in this place takes, if it is too long. */
function findSlow({ input, wrap }: Asked, { value, parsing }: Sent): string | undefined {
  const shape = shapeOf(input)
  const sent = wrap(value)
  const enough = MULTIPLE_MAX * parsing
  // The first time also compiles the schema.
  const judging = cpuMsOf(() => void shape.read(sent), enough)
  return judging > enough ? `${Math.round(judging / parsing)} times` : undefined
}

interface Sent {
  readonly value: unknown
  /** How long parsing it takes, in milliseconds of the processor. */
  readonly parsing: number
}

function send(made: unknown): Sent {
  const text = JSON.stringify(made)
  const parsing = cpuMsOf(() => void JSON.parse(text))
  return { value: JSON.parse(text), parsing: Math.max(parsing, PARSING_MS_MIN) }
}

const tableOf = (rows: readonly (readonly [Asked, string | undefined])[]) =>
  Object.fromEntries(rows.flatMap(([{ at }, slow]) => (slow === undefined ? [] : [[at, slow]])))

describe('input as large as a body', () => {
  it('is there for every kind of field', () => {
    expect(places.length).toBeGreaterThan(500)
    expect(new Set(places.map(({ schema }) => schema.type)).size).toBeGreaterThan(5)
  })

  it.each(hostile)('is judged about as fast as it is parsed: %s', (_name, value) => {
    const sent = send(value)
    expect(tableOf(places.map((place) => [place, findSlow(place, sent)]))).toEqual({})
  })

  it('is judged about as fast as it is parsed: items that are good, each by itself', () => {
    const lists = places.filter(({ schema }) => schema.type === 'array')
    expect(lists.length).toBeGreaterThan(20)
    const rows = lists.map((place) => {
      const item = sampleOf(place.schema.items ?? {})
      const sent = send(fill(JSON.stringify(item).length + 1, () => item))
      return [place, findSlow(place, sent)] as const
    })
    expect(tableOf(rows)).toEqual({})
  })
})
