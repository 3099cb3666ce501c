// A record of 94 columns as a table of fields. Reading, writing, checking and the columns in error messages all follow
// from the table, so that a layout is stated once. Columns that no field claims are reserved: blank when written,
// ignored when read, because banks put their own marks there.
import type { Problem, Problems } from './problem.ts'

export const RECORD_LENGTH = 94

/** Reports that a value does not fit its field; the caller knows the location. */
export type Complain = (reason: string) => void

export interface Field<V> {
  readonly from: number
  readonly to: number
  /** The default of an absent value. */
  readonly blank: V
  /** Reads exactly the columns of the field. After a complaint the value is a placeholder, and reading continues. */
  read(raw: string, complain: Complain): V
  /** Writes exactly as many characters as the field has columns. */
  write(value: V, complain: Complain): string
}

/** Fields by name. Records that differ in their middle share one type: what only some have is optional in it. */
export type Fields = Readonly<Record<string, Field<unknown> | undefined>>
/** The values of a record: every field except constants. */
export type Values<T extends Fields> = {
  readonly [K in keyof T as T[K] extends Field<undefined> ? never : K]: NonNullable<
    T[K]
  > extends Field<infer V>
    ? V
    : never
}

export interface RecordTable<T extends Fields> {
  readonly name: string
  /** How the record begins: its type, and for addenda the type of the addenda. */
  readonly prefix: string
  readonly fields: T
}

export const defineRecord = <T extends Fields>(
  name: string,
  prefix: string,
  fields: T,
): RecordTable<T> => ({ name, prefix, fields })

/** The fields of a table with their names, in the order of their columns. */
export const fieldsOf = <T extends Fields>(table: RecordTable<T>): [string, Field<unknown>][] =>
  Object.entries(table.fields)
    .flatMap(([name, field]): [string, Field<unknown>][] =>
      field === undefined ? [] : [[name, field]],
    )
    .toSorted(([, a], [, b]) => a.from - b.from)

export interface Line {
  readonly number: number
  /** Exactly 94 characters. */
  readonly text: string
}

const columnsOf = ({ from, to }: Field<unknown>): string =>
  from === to ? `${from}` : `${from}-${to}`

/** Tables are used for every line of a file, so their order is computed once. */
const ordered = new WeakMap<object, [string, Field<unknown>][]>()
function inOrder<T extends Fields>(table: RecordTable<T>): [string, Field<unknown>][] {
  const known = ordered.get(table)
  if (known !== undefined) return known
  const found = fieldsOf(table)
  ordered.set(table, found)
  return found
}

/** A problem of one field, with its columns. */
export function fieldProblem<T extends Fields>(
  table: RecordTable<T>,
  field: keyof T & string,
  line: number,
  reason: string,
  severity: Problem['severity'] = 'error',
): Problem {
  const place = table.fields[field]
  const positions = place === undefined ? {} : { positions: columnsOf(place) }
  return { severity, line, record: table.name, field, ...positions, reason }
}

export function readRecord<T extends Fields>(
  table: RecordTable<T>,
  line: Line,
  problems: Problems,
): Values<T> {
  const values: Record<string, unknown> = {}
  let current = ''
  const complain = (reason: string): void =>
    problems.add(fieldProblem(table, current, line.number, reason))
  for (const [name, field] of inOrder(table)) {
    current = name
    const value = field.read(line.text.slice(field.from - 1, field.to), complain)
    if (value !== undefined) values[name] = value
  }
  return values as Values<T>
}

export function writeRecord<T extends Fields>(
  table: RecordTable<T>,
  values: Values<T>,
  line: number,
  problems: Problems,
): string {
  const given: Readonly<Record<string, unknown>> = values
  let record = table.prefix
  let current = ''
  const complain = (reason: string): void =>
    problems.add(fieldProblem(table, current, line, reason))
  for (const [name, field] of inOrder(table)) {
    current = name
    const written = field.write(given[name] ?? field.blank, complain)
    const width = field.to - field.from + 1
    record = record.padEnd(field.from - 1) + written.slice(0, width).padEnd(width)
  }
  return record.padEnd(RECORD_LENGTH)
}
