// The tables as the stores read them. Of most columns the database says all there is to know, and
// tables.ts has it from there. What it cannot know, such as the shape of json, the store that writes the
// column declares once, by adding the column to KnownColumns.
import type { ColumnType, InsertType, Selectable, UpdateType } from 'kysely'
import type { DB } from './tables.ts'

/** By schema, table and column; whether it may be null is known from the database. */
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

/** A row as it is read, except for the columns that the store turns into something else. */
export type Row<Table extends keyof Tables, Turned = unknown> = Readonly<
  Omit<Selectable<Tables[Table]>, keyof Turned> & Turned
>
