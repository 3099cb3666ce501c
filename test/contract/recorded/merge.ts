// Makes the recorded answer of an operation from the answers that several banks gave: what they agree on is recorded;
// what differs is listed, and shown as it was before.
import type { RecordedAnswer } from '../../../src/operation/examples.ts'
import { Forms, type Sample } from './sample.ts'

export interface Recorded {
  readonly output: unknown
  readonly varies: readonly string[]
}

/** Of a longer list, the first rows are recorded. */
const ROWS_MAX = 2
/** An object with more fields, all of one kind, is a list by name, such as of all domains: the first are recorded. */
const NAMES_MAX = 20
/** A longer text is not recorded, as if it varied. */
const TEXT_MAX = 2_000

export type Tree = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const firstRows = (rows: readonly unknown[]): readonly unknown[] => rows.slice(0, ROWS_MAX)

/** The fields of an object that are recorded. */
export const firstNames = (one: Tree): readonly string[] => {
  const names = Object.keys(one)
  const isList = names.length > NAMES_MAX && new Set(Object.values(one).map(kindOf)).size === 1
  return isList ? names.toSorted().slice(0, ROWS_MAX) : names
}

/** The path of a field: rows of a list have the same. */
export const within = (path: string, name: string): string => (path ? `${path}.${name}` : name)

interface Given {
  readonly forms: Forms
  readonly value: unknown
}

const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join()

/** `before` is what was recorded until now: what varied then is shown as it was. */
export function mergeSamples(samples: readonly Sample[], before: RecordedAnswer): Recorded {
  const varies = new Set<string>(before.varies)
  const given = samples.map((sample) => ({ forms: new Forms(sample), value: sample.output }))
  const output = merge(given, before.output, '', varies)
  return { output, varies: [...varies].filter((path) => !isWithin(path, varies)).toSorted() }
}

/** Whether the path is part of another one in the list. */
const isWithin = (path: string, list: ReadonlySet<string>): boolean =>
  [...list].some((other) => other !== path && (other === '' || path.startsWith(`${other}.`)))

function merge(
  given: readonly Given[],
  before: unknown,
  path: string,
  varies: Set<string>,
): unknown {
  const values = given.map(({ value }) => value)
  if (values.every(Array.isArray)) {
    const lists = values.map(firstRows)
    const [first] = lists
    if (!lists.every((rows) => rows.length === first!.length)) varies.add(path)
    const shown = Array.isArray(before) ? before : []
    return first!.map((_row, index) =>
      merge(
        given.flatMap(({ forms }, from) =>
          index < lists[from]!.length ? [{ forms, value: lists[from]![index] }] : [],
        ),
        shown[index] ?? shown[0],
        path,
        varies,
      ),
    )
  }
  if (values.every(isObject)) {
    const names = firstNames(values[0]!)
    const isSame = values.every((one) => isEqual(firstNames(one), names))
    if (!isSame) varies.add(path)
    return Object.fromEntries(
      names.map((name) => [
        name,
        merge(
          given.flatMap(({ forms, value }) =>
            Object.hasOwn(value as Tree, name) ? [{ forms, value: (value as Tree)[name] }] : [],
          ),
          isObject(before) ? before[name] : undefined,
          within(path, name),
          varies,
        ),
      ]),
    )
  }
  return mergeLeaf(given, before, path, varies)
}

function mergeLeaf(
  given: readonly Given[],
  before: unknown,
  path: string,
  varies: Set<string>,
): unknown {
  const [first, ...others] = given.map(({ forms, value }) => forms.of(value))
  const isShort = typeof first![0] !== 'string' || first![0].length <= TEXT_MAX
  const agreed = isShort
    ? [2, 1, 0].find((form) => others.every((other) => other[form] === first![form]))
    : undefined
  if (agreed !== undefined && !varies.has(path)) return first![agreed]
  varies.add(path)
  const isAlike = given.some(({ value }) => kindOf(value) === kindOf(before))
  return isAlike
    ? before
    : (given.map(({ forms, value }) => forms.of(value)[2]).find(isShown) ?? null)
}

const isShown = (value: unknown): boolean => value !== null

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
