// How domains name what they keep, for operators: the audit trail has ids, and a person reads names. A domain whose things
// have names adds a source to its part; whoever shows ids asks all of them at once.
import type { Db } from '../platform/database.ts'

export interface NameSource {
  /** What the things are, such as `account`. */
  readonly kind: string
  /** The names of those of the ids that are its own. */
  find(tx: Db, ids: readonly string[]): Promise<readonly { id: string; name: string }[]>
}

export interface Named {
  readonly kind: string
  readonly name: string
}

export async function nameAll(
  tx: Db,
  sources: readonly NameSource[],
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Named>> {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  const named = new Map<string, Named>()
  if (asked.length === 0) return named
  for (const source of sources)
    for (const { id, name } of await source.find(tx, asked))
      named.set(id, { kind: source.kind, name })
  return named
}
