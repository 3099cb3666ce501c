// Erases the rows about a person, table by table: at first what need not be kept, and when the legal term is over the
// rest. It may be interrupted anywhere and done again; what is erased already stays as it is.
import {
  laws,
  type Law,
  orderForErasure,
  type PersonalData,
  type Role,
} from '../../../operation/personal-data.ts'
import {
  allowErasing,
  forbidErasing,
  type Person,
  PersonRows,
  readCatalog,
} from '../../../operation/personal-data-store.ts'
import type { Db } from '../../../platform/database.ts'

export type Phase = 'at once' | 'when the term is over'

const isOf = (phase: Phase, { kept }: Role): boolean =>
  (kept === undefined) === (phase === 'at once')

/** Few enough for a transaction to be short. */
const BATCH_ROWS = 10_000

export async function eraseRows(
  db: Db,
  data: PersonalData,
  person: Person,
  phase: Phase,
): Promise<void> {
  const catalog = await readCatalog(db)
  const rows = new PersonRows(data, catalog, person)
  const left = orderForErasure(data, catalog.references).flatMap(({ table, roles }) =>
    roles.filter((role) => isOf(phase, role)).map((role) => ({ table, role })),
  )
  while (left.length > 0)
    await db.transaction().execute(async (tx) => {
      await allowErasing(tx)
      for (let room = BATCH_ROWS; room > 0 && left.length > 0; ) {
        const { table, role } = left[0]!
        const erased = await rows.erase(tx, table, role, room)
        if (erased < room) left.shift()
        room -= erased
      }
    })
}

/** Erases what is in these tables at once, inside a transaction: from its end on, nobody sees or finds the person. */
export async function eraseAtOnce(
  tx: Db,
  data: PersonalData,
  person: Person,
  tables: readonly string[],
): Promise<void> {
  const rows = new PersonRows(data, await readCatalog(tx), person)
  await allowErasing(tx)
  for (const { table, roles } of data)
    if (tables.includes(table))
      for (const role of roles.filter((one) => isOf('at once', one)))
        await rows.erase(tx, table, role, Number.MAX_SAFE_INTEGER)
  await forbidErasing(tx)
}

export interface ObstacleFound {
  readonly what: string
  readonly count: number
}

export async function findObstacles(
  tx: Db,
  data: PersonalData,
  person: Person,
): Promise<ObstacleFound[]> {
  const rows = new PersonRows(data, await readCatalog(tx), person)
  const found = new Map<string, number>()
  for (const { table, roles } of data)
    for (const role of roles) {
      if (!role.blocks) continue
      const rowCount = await rows.countBlocking(tx, table, role)
      // How much the bank knows that it does not show is not said either.
      const count = role.notExported === undefined ? rowCount : Math.min(rowCount, 1)
      if (count > 0) found.set(role.blocks.what, (found.get(role.blocks.what) ?? 0) + count)
    }
  return [...found].map(([what, count]) => ({ what, count }))
}

/** What an erasure does to each table; it is the same for everybody. */
export function describeErasure(data: PersonalData, until: string) {
  const personal = data.filter(({ roles }) => roles.length > 0)
  const tablesOf = (which: (role: Role) => boolean): string[] =>
    personal
      .filter(({ roles }) => roles.some((role) => which(role)))
      .map(({ table }) => table)
      .toSorted()
  const kept = (Object.keys(laws) as Law[]).map((law) => ({
    law,
    reason: laws[law],
    until,
    tables: tablesOf((role) => role.kept === law),
  }))
  return {
    erased: personal
      .filter(({ roles }) => roles.every((role) => role.kept === undefined))
      .map(({ table }) => table)
      .toSorted(),
    kept,
  }
}
