// What the released version can no longer do after a change of the schema: read what it reads, write what it writes.
// Tables and columns that it does not know are not looked at.
import type pg from 'pg'
import type { Column, Constraint, Snapshot, UniqueIndex } from './schema-snapshot.ts'

export interface Break {
  /** The name of the object, by which a migration may exempt it. */
  readonly object: string
  readonly text: string
}

/** Whether a check holds for a row that has nothing but the defaults of these columns. */
export type HoldsByDefault = (check: Constraint, columns: readonly Column[]) => Promise<boolean>

export async function findBreaks(
  released: Snapshot,
  now: Snapshot,
  holdsByDefault: HoldsByDefault,
): Promise<Break[]> {
  return [
    ...findDropped(released, now),
    ...findChangedColumns(released, now),
    ...findNewColumns(released, now),
    ...(await findNewConstraints(released, now, holdsByDefault)),
    ...findNewUniques(released, now),
  ]
}

/** Tables of the released version whose rows were all written again between two states. */
export const findRewrites = (released: Snapshot, before: Snapshot, after: Snapshot): string[] =>
  [...before.relations.values()]
    .filter(({ name, kind, file }) => {
      const later = after.relations.get(name)
      return (
        released.relations.has(name) &&
        /[rm]/.test(kind) &&
        later !== undefined &&
        later.file !== file
      )
    })
    .map(({ name }) => name)

function findDropped(released: Snapshot, now: Snapshot): Break[] {
  const missing = (kind: string, names: Iterable<string>, present: Has): Break[] =>
    [...names]
      .filter((name) => !present.has(name))
      .map((object) => ({ object, text: `drops the ${kind} ${object}` }))
  const columns = [...released.columns.values()].filter(({ table }) => now.relations.has(table))
  const triggers = [...released.triggers].filter((name) => now.relations.has(tableOf(name)))
  const definitions = new Set(now.uniques.map((index) => index.table + index.definition))
  const uniques = released.uniques.filter(({ table }) => now.relations.has(table))
  return [
    ...missing('relation', released.relations.keys(), now.relations),
    ...missing(
      'column',
      columns.map(({ name }) => name),
      now.columns,
    ),
    ...missing('function', released.functions, now.functions),
    ...missing('trigger', triggers, now.triggers),
    ...missing('word', released.words, now.words),
    // The released version may name its columns in "on conflict".
    ...uniques
      .filter(({ table, definition }) => !definitions.has(table + definition))
      .map(({ name }) => ({ object: name, text: `drops the unique index ${name}` })),
  ]
}

type Has = { readonly has: (name: string) => boolean }

const tableOf = (name: string): string => name.split('.').slice(0, 2).join('.')

function findChangedColumns(released: Snapshot, now: Snapshot): Break[] {
  return [...released.columns.values()].flatMap((before) => {
    const { name: object } = before
    const after = now.columns.get(object)
    if (!after) return []
    const changes = [
      before.type !== after.type && `changes the type of ${object} to ${after.type}`,
      !before.isRequired && after.isRequired && `makes ${object} not null`,
      !before.isComputed && after.isComputed && `makes ${object} computed`,
      after.isRequired && before.isFilled && !after.isFilled && `drops the default of ${object}`,
    ]
    return changes.filter((text) => text !== false).map((text) => ({ object, text }))
  })
}

const findNewColumns = (released: Snapshot, now: Snapshot): Break[] =>
  [...now.columns.values()]
    .filter((column) => isAdded(column, released) && column.isRequired && !column.isFilled)
    .map(({ name }) => ({
      object: name,
      text: `adds ${name}, which is not null without a default`,
    }))

/** New in a table of the released version. */
const isAdded = ({ name, table }: Column, released: Snapshot): boolean =>
  released.relations.has(table) && !released.columns.has(name)

/** Null in every row that the released version writes. */
const isNullBefore = (name: string, released: Snapshot, now: Snapshot): boolean => {
  const column = now.columns.get(name)!
  return isAdded(column, released) && !column.isFilled && !column.isComputed
}

async function findNewConstraints(
  released: Snapshot,
  now: Snapshot,
  holdsByDefault: HoldsByDefault,
): Promise<Break[]> {
  // A constraint that was validated, or got another name, is the same one.
  const keyOf = ({ table, definition }: Constraint): string =>
    `${table} ${definition.replace(/ NOT VALID$/, '')}`
  const known = new Set(released.constraints.map(keyOf))
  const found: Break[] = []
  for (const constraint of now.constraints.filter((one) => !known.has(keyOf(one)))) {
    const { name: object, table, kind, target, onDelete, columns } = constraint
    if (kind === 'f' && released.relations.has(target!) && /[ar]/.test(onDelete))
      found.push({
        object,
        text: `adds ${object}, which keeps rows of ${target} from being deleted`,
      })
    if (!released.relations.has(table)) continue
    const isHarmless =
      (kind === 'c' && (await isHarmlessCheck(constraint, released, now, holdsByDefault))) ||
      (kind === 'f' && columns.some((name) => isNullBefore(name, released, now)))
    if (!isHarmless)
      found.push({ object, text: `adds the constraint ${object}: ${constraint.definition}` })
  }
  return found
}

async function isHarmlessCheck(
  check: Constraint,
  released: Snapshot,
  now: Snapshot,
  holdsByDefault: HoldsByDefault,
): Promise<boolean> {
  const columns = check.columns.map((name) => now.columns.get(name)!)
  if (columns.every((column) => isAdded(column, released))) return holdsByDefault(check, columns)
  const words = wordsOf(check)
  return released.constraints.some((before) => {
    const earlier = before.columns.join() === check.columns.join() ? wordsOf(before) : undefined
    return words !== undefined && earlier?.every((word) => words.includes(word))
  })
}

/** The words that a check allows in a column, if it does nothing else. */
function wordsOf({ definition }: Constraint): readonly string[] | undefined {
  const pattern = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[([^\]]+)\]\)|('(?:[^']|'')*'::text))\)\)/
  const list = pattern.exec(definition)?.slice(1).join('')
  return list === undefined ? undefined : list.match(/'(?:[^']|'')*'/g)!
}

function findNewUniques(released: Snapshot, now: Snapshot): Break[] {
  const keyOf = ({ table, definition }: UniqueIndex): string => table + definition
  const known = new Set(released.uniques.map(keyOf))
  return now.uniques
    .filter((index) => released.relations.has(index.table) && !known.has(keyOf(index)))
    .filter(
      ({ columns, allowsNulls }) =>
        !allowsNulls || !columns.some((name) => isNullBefore(name, released, now)),
    )
    .map(({ name, definition }) => ({
      object: name,
      text: `adds the unique index ${name}${definition}`,
    }))
}

/** Asks the database. */
export const holdsByDefaultIn =
  (client: pg.Client): HoldsByDefault =>
  async ({ condition }, columns) => {
    const values = columns.map(
      ({ name, type, fallback }) => `(${fallback ?? 'null'})::${type} as "${name.split('.')[2]!}"`,
    )
    const { rows } = await client.query<{ holds: boolean }>(
      `select (${condition}) is not false as holds from (select ${values.join(', ')}) as row`,
    )
    return rows[0]!.holds
  }
