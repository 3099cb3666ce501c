// What a database defines, read from its catalog, so that two states of it can be compared. Spelling plays no part:
// whatever SQL made a change, its effect is here.
import type pg from 'pg'

export interface Relation {
  readonly name: string
  /** As in pg_class: r is a table, v a view, S a sequence. */
  readonly kind: string
  /** The file of its rows; a rewrite replaces it. */
  readonly file: string
}

export interface Column {
  readonly name: string
  readonly table: string
  readonly type: string
  readonly isRequired: boolean
  readonly fallback: string | null
  /** The database computes it, and accepts no value for it. */
  readonly isComputed: boolean
  /** The database has a value for a row that is inserted without one. */
  readonly isFilled: boolean
}

export interface Constraint {
  readonly name: string
  readonly table: string
  /** As in pg_constraint: c is a check, f a foreign key, x an exclusion, t a trigger. */
  readonly kind: string
  readonly definition: string
  /** The condition of a check. */
  readonly condition: string | null
  /** Full names. */
  readonly columns: readonly string[]
  readonly target: string | null
  /** As in pg_constraint: a and r keep a row that is referenced from being deleted. */
  readonly onDelete: string
}

export interface UniqueIndex {
  readonly name: string
  readonly table: string
  /** Without its name. */
  readonly definition: string
  readonly columns: readonly string[]
  readonly allowsNulls: boolean
}

export interface Named {
  readonly name: string
}

export interface Snapshot {
  readonly relations: ReadonlyMap<string, Relation>
  readonly columns: ReadonlyMap<string, Column>
  readonly constraints: readonly Constraint[]
  readonly uniques: readonly UniqueIndex[]
  /** With the types of their parameters and of their result. */
  readonly functions: ReadonlySet<string>
  readonly triggers: ReadonlySet<string>
  /** The words of enumerated types. */
  readonly words: ReadonlySet<string>
}

const relations = `
  select format('%s.%s', n.nspname, c.relname) as name, c.relkind::text as kind,
    c.relfilenode::text as file
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname = any($1)`

const columns = `
  select format('%s.%s.%s', n.nspname, c.relname, a.attname) as name,
    format('%s.%s', n.nspname, c.relname) as table,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired",
    pg_get_expr(d.adbin, d.adrelid) as fallback,
    a.attgenerated <> '' or a.attidentity = 'a' as "isComputed",
    d.adbin is not null or a.attidentity <> '' as "isFilled"
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped and n.nspname = any($1)`

const constraints = `
  select format('%s.%s.%s', n.nspname, c.relname, k.conname) as name,
    format('%s.%s', n.nspname, c.relname) as table, k.contype::text as kind,
    pg_get_constraintdef(k.oid) as definition,
    case k.contype when 'c' then pg_get_expr(k.conbin, k.conrelid) end as condition,
    array(select format('%s.%s.%s', n.nspname, c.relname, a.attname) from pg_attribute a
      where a.attrelid = k.conrelid and a.attnum = any(k.conkey) order by a.attnum) as columns,
    k.confrelid::regclass::text as target, k.confdeltype::text as "onDelete"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where k.contype in ('c', 'f', 'x', 't') and n.nspname = any($1)`

const uniques = `
  select format('%s.%s', n.nspname, x.relname) as name, format('%s.%s', n.nspname, c.relname) as table,
    substring(pg_get_indexdef(i.indexrelid) from ' ON .*') as definition,
    array(select format('%s.%s.%s', n.nspname, c.relname, a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns,
    not i.indnullsnotdistinct as "allowsNulls"
  from pg_index i
  join pg_class x on x.oid = i.indexrelid
  join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where i.indisunique and c.relkind <> 't' and n.nspname = any($1)`

const functions = `
  select format('%s.%s(%s) returns %s', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid),
    pg_get_function_result(p.oid)) as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1)`

const triggers = `
  select format('%s.%s.%s', n.nspname, c.relname, t.tgname) as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and n.nspname = any($1)`

const words = `
  select format('%s.%s: %s', n.nspname, t.typname, e.enumlabel) as name
  from pg_enum e join pg_type t on t.oid = e.enumtypid join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = any($1)`

const schemas = `
  select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`

const byName = <Row extends Named>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.name, row]))
const namesOf = (rows: readonly Named[]): ReadonlySet<string> =>
  new Set(rows.map(({ name }) => name))

export async function takeSnapshot(client: pg.Client, only?: readonly string[]): Promise<Snapshot> {
  const all = only ?? (await client.query<Named>(schemas)).rows.map(({ name }) => name)
  const list = async <Row extends object>(text: string): Promise<readonly Row[]> =>
    (await client.query<Row>(text, [all])).rows
  return {
    relations: byName(await list<Relation>(relations)),
    columns: byName(await list<Column>(columns)),
    constraints: await list<Constraint>(constraints),
    uniques: await list<UniqueIndex>(uniques),
    functions: namesOf(await list<Named>(functions)),
    triggers: namesOf(await list<Named>(triggers)),
    words: namesOf(await list<Named>(words)),
  }
}
