// Reads what the bank holds about a person, in a worker thread: years of it may be read.
import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import type { PersonalData, TableData } from '../../../operation/personal-data.ts'
import { type Person, PersonRows, readCatalog } from '../../../operation/personal-data-store.ts'
import type { Db } from '../../../platform/database.ts'
import type { TaskTools } from '../../../platform/workers.ts'
import { findObstacles, type ObstacleFound } from './erasure.ts'

interface Asked {
  readonly data: PersonalData
  readonly person: Person
}

/** Everything is read from one snapshot. */
const inSnapshot = <Output>(
  { db }: TaskTools,
  { data, person }: Asked,
  work: (tx: Db, rows: PersonRows, tables: readonly TableData[]) => Promise<Output>,
): Promise<Output> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const rows = new PersonRows(data, await readCatalog(tx), person)
      return work(tx, rows, data.filter(({ roles }) => roles.length > 0).toSorted(byTable))
    })

const byTable = (a: TableData, b: TableData): number => (a.table < b.table ? -1 : 1)

export interface Counted {
  readonly table: string
  readonly rows: number
}

/**
 * How many rows of each table are about the person; tables without any are left out. Rows that an export leaves out are
 * not counted: that there is a report to an authority is not for the person to know.
 */
export const count = (asked: Asked, tools: TaskTools): Promise<Counted[]> =>
  inSnapshot(tools, asked, async (tx, rows, tables) => {
    const counted: Counted[] = []
    for (const { table, roles } of tables) {
      const shown = roles.filter((role) => role.notExported === undefined)
      if (shown.length === 0) continue
      const ways = await Promise.all(shown.map((role) => rows.where(tx, table, role)))
      const total = await rows.count(tx, table, sql`(${sql.join(ways, sql`) or (`)})`)
      if (total > 0) counted.push({ table, rows: total })
    }
    return counted
  })

export const obstacles = (asked: Asked, tools: TaskTools): Promise<ObstacleFound[]> =>
  inSnapshot(tools, asked, (tx) => findObstacles(tx, asked.data, asked.person))

/** Writes a file of JSON: a few lines about it, then a table after the other, a row per line. */
export const write = (
  asked: Asked & { readonly path: string; readonly made_at: string },
  tools: TaskTools,
): Promise<void> =>
  inSnapshot(tools, asked, async (tx, rows, tables) => {
    const file = await open(asked.path, 'wx', 0o600)
    try {
      const left = tables.flatMap(({ table, roles }) =>
        roles.flatMap(({ notExported: reason }) =>
          reason === undefined ? [] : [{ table, reason }],
        ),
      )
      const about = { format: FORMAT, made_at: asked.made_at, user_uuid: asked.person.uuid }
      await file.writeFile(
        `${JSON.stringify({ ...about, not_exported: left }).slice(0, -1)},\n"data":{`,
      )
      let isFirst = true
      for (const one of tables) {
        let hasRows = false
        for await (const texts of rows.export(tx, one)) {
          const before = hasRows ? ',\n' : `${isFirst ? '' : ','}\n${JSON.stringify(one.table)}:[\n`
          await file.writeFile(before + texts.join(',\n'))
          hasRows = true
          isFirst = false
        }
        if (hasRows) await file.writeFile(']')
      }
      await file.writeFile('\n}}\n')
    } finally {
      await file.close()
    }
  })

const FORMAT = 'florin personal data, version 1'
