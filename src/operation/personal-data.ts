// What the tables hold about persons. The domain that owns a table declares which column leads to the person, what an
// erasure does to the rows and what an export leaves out; export and erasure are derived from it. Every table is declared,
// also those that are about no person (test/contract/personal-data.test.ts).
import type { DB } from '../platform/tables.ts'

type Table = keyof DB
type Column<T extends Table> = keyof DB[T] & string

/** Why the law makes the bank keep rows for a term after the person has left (`LEGAL_RETENTION_YEARS`). */
export const laws = {
  books: 'Payments are part of the books of the bank, which the law makes it keep.',
  identification:
    'The rules against money laundering make the bank keep who its customers were, what they paid and how it checked them.',
  evidence: 'Who did what at the bank is kept as evidence for as long as the books it explains.',
  claims: 'Contracts and disputes are kept until no claim can arise from them.',
} as const
export type Law = keyof typeof laws

/** A row that is about the person because a row of another table is: a key of that table, such as `ledger.accounts.id`. */
type Key = `${string}.${string}.${string}`

export interface About<T extends Table> {
  /** Columns with the uuid of the user. */
  readonly of?: Column<T> | readonly Column<T>[]
  readonly through?: { readonly [C in Column<T>]?: Key }
  /** The same by an expression in SQL, such as a field of JSON; no index finds these rows. */
  readonly byExpression?: { readonly [expression: string]: Key }
  /** A column with the e-mail address, or with the name, of the user. */
  readonly email?: Column<T>
  readonly name?: Column<T>
  /** A condition in SQL for rows that are about the person. */
  readonly only?: string
  /**
   * What an erasure does: deletes the `rows`, or blanks these columns. No columns where a row says nothing about the
   * person but the uuid, which is a pseudonym once nothing says whose it is.
   */
  readonly erase: 'rows' | readonly Column<T>[]
  /** Columns that an erasure sets to this expression in SQL. */
  readonly set?: { readonly [C in Column<T>]?: string }
  /** Erased only when the legal term is over. */
  readonly kept?: Law
  /** Why an export leaves the rows out. */
  readonly notExported?: string
  /** Columns that an export leaves out: secrets, and what is about others. Bytes and hashes are left out anyway. */
  readonly hide?: readonly Column<T>[]
  /** Rows that stand in the way of an erasure, by a condition in SQL. Those of the sandbox never do. */
  readonly blocks?: { readonly when: string; readonly what: string }
}

/** A declaration as the readers of all tables see it. */
export interface Role {
  readonly of: readonly string[]
  readonly through: Readonly<Record<string, Key>>
  readonly byExpression: Readonly<Record<string, Key>>
  readonly email?: string
  readonly name?: string
  readonly only?: string
  readonly erase: 'rows' | readonly string[]
  readonly set: Readonly<Record<string, string>>
  readonly kept?: Law
  readonly notExported?: string
  readonly hide: readonly string[]
  readonly blocks?: { readonly when: string; readonly what: string }
}

export interface TableData {
  readonly table: Table
  /** Why the table is about no person; then it has no roles. */
  readonly impersonal?: string
  /** A person may appear in the rows of a table in several roles, such as payer and payee. */
  readonly roles: readonly Role[]
}

export type PersonalData = readonly TableData[]

type Declarations = {
  readonly [T in Table]?: string | About<T> | readonly About<T>[]
}

/** A text says why the table is about no person. */
export const definePersonalData = (tables: Declarations): PersonalData =>
  Object.freeze(
    Object.entries(tables).map(([table, about]) =>
      typeof about === 'string'
        ? { table: table as Table, impersonal: about, roles: [] }
        : { table: table as Table, roles: [about].flat().map((one) => toRole(one as AnyAbout)) },
    ),
  )

type AnyAbout = Partial<Omit<Role, 'of' | 'erase'>> &
  Pick<Role, 'erase'> & { readonly of?: string | readonly string[] }

const toRole = (about: AnyAbout): Role => ({
  ...about,
  of: [about.of ?? []].flat(),
  through: about.through ?? {},
  byExpression: about.byExpression ?? {},
  set: about.set ?? {},
  hide: about.hide ?? [],
})

/**
 * Tables in an order in which those that lead to the person through another, or refer to it, come before that one.
 * `references` are the foreign keys of the database.
 */
export function orderForErasure(
  data: PersonalData,
  references: readonly { readonly child: string; readonly parent: string }[],
): TableData[] {
  const parents = new Map<string, Set<string>>(data.map(({ table }) => [table, new Set<string>()]))
  for (const { child, parent } of references) parents.get(child)?.add(parent)
  for (const { table, roles } of data)
    for (const { through, byExpression } of roles)
      for (const key of [...Object.values(through), ...Object.values(byExpression)])
        parents.get(table)!.add(readKey(key).table)
  const byName = new Map(data.map((one) => [one.table as string, one]))
  const parentsFirst = new Set<TableData>()
  const visiting = new Set<string>()
  const visit = (table: string): void => {
    const one = byName.get(table)
    if (!one || parentsFirst.has(one) || visiting.has(table)) return
    visiting.add(table)
    for (const parent of parents.get(table)!) visit(parent)
    parentsFirst.add(one)
  }
  for (const { table } of data) visit(table)
  return [...parentsFirst].toReversed()
}

/** A key such as `disputes.disputes.id`, or `disputes.disputes.id of payer_uuid` for the rows of which it is the payer. */
export function readKey(key: string): {
  readonly table: string
  readonly column: string
  readonly of: string | undefined
} {
  const [path = '', of] = key.split(' of ')
  const at = path.lastIndexOf('.')
  return { table: path.slice(0, at), column: path.slice(at + 1), of }
}

/** The tables that belong to no domain. */
export const platformPersonalData: PersonalData = definePersonalData({
  'platform.audit': [
    {
      of: 'user_uuid',
      erase: ['address', 'client_name', 'target_name', 'changes'],
      kept: 'evidence',
      hide: ['target_name', 'changes'],
    },
    {
      of: 'target_uuid',
      through: { target_uuid: 'accounts.accounts.uuid' },
      erase: ['target_name', 'changes'],
      kept: 'evidence',
      notExported: 'It says what others did, and who they are.',
    },
  ],
  'platform.backups': 'When backups were made, and by which program.',
  'platform.epochs': 'The history of the database server.',
  'platform.events': [
    {
      of: 'user_uuid',
      through: { account_uuid: 'ledger.accounts.id' },
      erase: ['data'],
      hide: ['other_account_uuid'],
    },
    {
      through: { request_id: 'platform.audit.request_id' },
      erase: ['data'],
      notExported: 'The person caused them, but they are about others.',
    },
  ],
  'platform.heartbeat': 'One row that is written to see whether writing works.',
  'platform.key_wrappings': 'Keys of the bank.',
  'platform.keys': 'Keys of the bank.',
  'platform.links': 'Nodes of the bank.',
  'platform.migrations': 'The history of the schema.',
  'platform.readers': 'Places in the event log.',
  'platform.replies': 'Replies for retries, most of them sealed; they are deleted after a day.',
  'platform.reseals': 'How far rows are sealed anew.',
  'platform.settings': 'Settings of the bank.',
  'platform.writer': 'The node that writes.',
})
