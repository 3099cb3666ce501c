// Finds the newest of the routes that do the same. Routes of one operation are no matter here: the document says which
// is the newest, and marks the others as aliases.
import {
  type ApiDocument,
  answerOf,
  bodyOf,
  type METHODS,
  type PathOperation,
  resolve,
  type Schema,
} from './document.ts'

export interface Routed {
  readonly operation: PathOperation
  readonly method: (typeof METHODS)[number]
  readonly path: string
}

/**
 * An operation on an older route is called on the newer one where that does the same: `account.create` as
 * `account.open`, whose route is the older one's with a version.
 */
export const newestOf = (document: ApiDocument, one: Routed, all: readonly Routed[]): Routed =>
  all
    .filter((other) => other === one || replaces(document, other, one))
    .reduce((newest, other) => (versionOf(other) > versionOf(newest) ? other : newest))

const versionOf = ({ path }: Routed): number => Number(/^\/api\/v(\d+)\//.exec(path)?.[1] ?? 0)
const withoutVersion = ({ path }: Routed): string => path.replace(/^\/api\/v\d+\//, '/api/')

/** Whether it takes all that the other takes, from the same callers, and answers the same. */
function replaces(document: ApiDocument, newer: Routed, older: Routed): boolean {
  const isSameRoute =
    newer.method === older.method && withoutVersion(newer) === withoutVersion(older)
  if (!isSameRoute || versionOf(newer) <= versionOf(older)) return false
  const same = (part: (operation: PathOperation) => unknown): boolean =>
    JSON.stringify(part(newer.operation)) === JSON.stringify(part(older.operation))
  return (
    same(({ security }) => security) &&
    same(({ parameters }) => parameters) &&
    same((operation) => answerOf(document, operation)) &&
    takes(document, bodyOf(document, newer.operation), bodyOf(document, older.operation))
  )
}

function takes(
  document: ApiDocument,
  newer: Schema | undefined,
  older: Schema | undefined,
): boolean {
  if (newer === undefined || older === undefined) return newer === older
  const [wide, narrow] = [resolve(document, newer), resolve(document, older)]
  const needed = wide.required ?? []
  const isTyped = ([name, { type, $ref }]: readonly [string, Schema]): boolean => {
    const own = wide.properties?.[name]
    return own !== undefined && own.type === type && own.$ref === $ref
  }
  return (
    needed.every((name) => narrow.required?.includes(name)) &&
    Object.entries(narrow.properties ?? {}).every(isTyped)
  )
}
