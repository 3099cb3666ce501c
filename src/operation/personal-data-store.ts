// SQL that finds, exports and erases what the tables hold about a person, as their domains declare it.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { readInSlices } from '../platform/database.ts'
import { type PersonalData, readKey, type Role, type TableData } from './personal-data.ts'

/** The address and the name are absent if nobody knows them any more. */
export interface Person {
  readonly uuid: string
  readonly email?: string
  readonly name?: string
}

export interface Column {
  readonly name: string
  readonly type: string
  readonly is_nullable: boolean
}

export interface Catalog {
  readonly columns: ReadonlyMap<string, readonly Column[]>
  /** Foreign keys: a table and one that it refers to. */
  readonly references: readonly { readonly child: string; readonly parent: string }[]
}

export async function readCatalog(tx: Db): Promise<Catalog> {
  const { rows } = await sql<Column & { table_name: string }>`
    select c.relnamespace::regnamespace || '.' || c.relname as table_name, a.attname as name,
      format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
    order by 1, a.attnum`.execute(tx)
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select distinct c.relnamespace::regnamespace || '.' || c.relname as child,
      p.relnamespace::regnamespace || '.' || p.relname as parent
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and f.conrelid <> f.confrelid`.execute(tx)
  return { columns: Map.groupBy(rows, (row) => row.table_name), references }
}

/** The rows of one person. Keys that lead from one table to another are read once. */
export class PersonRows {
  private readonly catalog: Catalog
  private readonly person: Person
  private readonly byName: ReadonlyMap<string, TableData>
  private readonly keys = new Map<string, Promise<readonly string[]>>()

  constructor(data: PersonalData, catalog: Catalog, person: Person) {
    this.catalog = catalog
    this.person = person
    this.byName = new Map(data.map((one) => [one.table, one]))
  }

  /** The condition for the rows of a table that are about the person in this role; `live` leaves out the sandbox. */
  async where(tx: Db, table: string, role: Role, live = false): Promise<RawBuilder<boolean>> {
    const { uuid, email, name } = this.person
    const ways = role.of.map((column) => sql<boolean>`${sql.ref(column)} = ${uuid}`)
    if (role.email !== undefined && email !== undefined)
      ways.push(sql`lower(${sql.ref(role.email)}) = ${email.toLowerCase()}`)
    if (role.name !== undefined && name !== undefined)
      ways.push(sql`lower(${sql.ref(role.name)}) = ${name.toLowerCase()}`)
    for (const [column, key] of Object.entries(role.through)) {
      const keys = await this.readKeys(tx, key, live)
      const type = sql.raw(this.typeOf(table, column))
      if (keys.length > 0) ways.push(sql`${sql.ref(column)} = any(${keys}::${type}[])`)
    }
    for (const [expression, key] of Object.entries(role.byExpression)) {
      const keys = await this.readKeys(tx, key, live)
      if (keys.length > 0) ways.push(sql`${sql.raw(expression)} = any(${keys}::text[])`)
    }
    if (ways.length === 0) return sql`false`
    const only = role.only === undefined ? sql`` : sql` and (${sql.raw(role.only)})`
    return sql`(${sql.join(ways, sql` or `)})${only}${this.inEnvironment(table, live)}`
  }

  /** Both are named where one is not meant, because many indexes have the user behind the environment. */
  private inEnvironment(table: string, live: boolean): RawBuilder<unknown> {
    const column = this.catalog.columns.get(table)!.find(({ name }) => name === 'environment')
    if (!column) return sql``
    if (live) return sql` and environment = 'live'`
    return column.is_nullable ? sql`` : sql` and environment in ('live', 'sandbox')`
  }

  private readKeys(tx: Db, key: string, live: boolean): Promise<readonly string[]> {
    const name = `${key} ${live}`
    let keys = this.keys.get(name)
    if (!keys) this.keys.set(name, (keys = this.findKeys(tx, key, live)))
    return keys
  }

  private async findKeys(tx: Db, key: string, live: boolean): Promise<readonly string[]> {
    const { table, column, of } = readKey(key)
    const { roles } = this.byName.get(table)!
    // Through the order of somebody else one sees what they did, which is not about the person.
    const followed = roles.filter((role, at) => at === 0 || role.notExported === undefined)
    const ways =
      of === undefined
        ? await Promise.all(followed.map((role) => this.where(tx, table, role, live)))
        : [sql<boolean>`${sql.ref(of)} = ${this.person.uuid}`]
    const { rows } = await sql<{ key: string }>`
      select distinct ${sql.ref(column)}::text as key from ${sql.table(table)}
      where ${sql.ref(column)} is not null and (${sql.join(ways, sql` or `)})`.execute(tx)
    return rows.map((row) => row.key)
  }

  async count(tx: Db, table: string, where: RawBuilder<boolean>): Promise<number> {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.table(table)} where ${where}`.execute(tx)
    return rows[0]!.rows
  }

  /** Rows that stand in the way of an erasure. */
  async countBlocking(tx: Db, table: string, role: Role): Promise<number> {
    const where = await this.where(tx, table, role, true)
    return this.count(tx, table, sql`${where} and (${sql.raw(role.blocks!.when)})`)
  }

  /** The rows as texts of JSON, in slices; only inside a transaction. A row of several roles comes once. */
  async *export(tx: Db, { table, roles }: TableData): AsyncGenerator<string[]> {
    const earlier: RawBuilder<boolean>[] = []
    for (const [at, role] of roles.entries()) {
      if (role.notExported !== undefined) continue
      const where = await this.where(tx, table, role)
      const isNew = earlier.map((other) => sql` and (${other}) is not true`)
      const query = sql<{ row: string }>`
        select row_to_json(shown)::text as row from (
          select ${sql.join(this.shown(table, role))} from ${sql.table(table)}
          where (${where})${sql.join(isNew, sql``)}) shown`
      for await (const rows of readInSlices(tx, `${table} ${at}`, query))
        yield rows.map(({ row }) => row)
      earlier.push(where)
    }
  }

  /** Neither secrets nor the ids of other persons. */
  private shown(table: string, role: Role): RawBuilder<unknown>[] {
    return this.catalog.columns
      .get(table)!
      .filter(({ name }) => !role.hide.includes(name))
      .filter(({ name, type }) => type !== 'bytea' && !/(hash|digest)$/.test(name))
      .map(({ name, type }) =>
        type === 'uuid' && (name.endsWith('_by') || role.of.includes(name))
          ? sql`case when ${sql.ref(name)} = ${this.person.uuid} then ${sql.ref(name)} end as ${sql.ref(name)}`
          : sql`${sql.ref(name)}`,
      )
  }

  /** Erases some of the rows. Returns how many; once there are fewer than `limit`, none are left. */
  async erase(tx: Db, table: string, role: Role, limit: number): Promise<number> {
    if (role.erase.length === 0 && Object.keys(role.set).length === 0) return 0
    const where = await this.where(tx, table, role)
    const name = sql.table(table)
    const some = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
      sql`ctid = any(array(select ctid from ${name} where ${condition} limit ${limit}))`
    if (role.erase === 'rows') {
      const { numAffectedRows } = await sql`delete from ${name} where ${some(where)}`.execute(tx)
      return Number(numAffectedRows ?? 0n)
    }
    const changes = [
      ...role.erase.map((column) => [column, this.blank(table, column)] as const),
      ...Object.entries(role.set).map(([column, value]) => [column, sql.raw(value)] as const),
    ]
    const differs = changes.map(
      ([column, value]) => sql<boolean>`${sql.ref(column)}::text is distinct from (${value})::text`,
    )
    const due = sql<boolean>`(${where}) and (${sql.join(differs, sql` or `)})`
    const sets = changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { numAffectedRows } = await sql`
      update ${name} set ${sql.join(sets)} where ${some(due)}`.execute(tx)
    return Number(numAffectedRows ?? 0n)
  }

  private blank(table: string, column: string): RawBuilder<unknown> {
    const { type, is_nullable } = this.columnOf(table, column)
    if (is_nullable) return sql`null`
    if (type.endsWith('[]')) return sql`'{}'::${sql.raw(type)}`
    if (type === 'bytea') return sql`''::bytea`
    if (type !== 'json' && type !== 'jsonb') return sql`'erased'`
    const ref = sql.ref(column)
    return sql`(case when json_typeof(${ref}::json) = 'array' then '[]' else '{}' end)::${sql.raw(type)}`
  }

  private columnOf(table: string, column: string): Column {
    const found = this.catalog.columns.get(table)?.find(({ name }) => name === column)
    if (!found) throw new Error(`${table} has no column ${column}.`)
    return found
  }

  private readonly typeOf = (table: string, column: string): string =>
    this.columnOf(table, column).type
}

/**
 * Lets the rest of the transaction blank rows that are append-only otherwise, and read whole tables: few persons are
 * erased, so few of their columns have an index.
 */
export async function allowErasing(tx: Db): Promise<void> {
  await sql`select set_config('florin.erases', 'on', true), set_config('statement_timeout', '0', true)`.execute(
    tx,
  )
}

export async function forbidErasing(tx: Db): Promise<void> {
  await sql`select set_config('florin.erases', '', true)`.execute(tx)
}
