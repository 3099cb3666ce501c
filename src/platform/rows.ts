// The types of the tables as stores read them. Most column types come from the database through tables.ts. A
// type that the database does not know, such as the shape of a json column, is declared once by the store
// that writes the column, by adding it to KnownColumns.
import type { ColumnType, InsertType, Selectable, UpdateType } from 'kysely'
import type { DB } from './tables.ts'

/** Column types by schema, table and column; nullability comes from the database. */
export interface KnownColumns {
  'platform.events.data': Readonly<Record<string, unknown>>
}

type Known<Name extends string, Column> = Name extends keyof KnownColumns
  ? ColumnType<
      KnownColumns[Name] | Extract<InsertType<Column>, null>,
      InsertType<Column>,
      UpdateType<Column>
    >
  : Column

export type Tables = {
  [Table in keyof DB]: {
    [Column in keyof DB[Table]]: Known<`${Table}.${Column & string}`, DB[Table][Column]>
  }
}

/** A row as it is read, except for the columns that the store converts. */
export type Row<Table extends keyof Tables, Turned = unknown> = Readonly<
  Omit<Selectable<Tables[Table]>, keyof Turned> & Turned
>
