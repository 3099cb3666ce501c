// The columns that hold sealed values. The domain that owns a table declares them in its manifest, and one job seals them
// anew when the root key was renewed; test/contract/sealed-columns.test.ts finds a column that nobody declared.
import type { DB } from '../../platform/tables.ts'

export interface SealedColumn {
  readonly table: keyof DB
  readonly column: string
}

type ColumnsOf<Table extends keyof DB> = {
  [Name in keyof DB[Table]]: Buffer extends DB[Table][Name] ? Name : never
}[keyof DB[Table]]

/** The compiler checks that the table has the column, and that it holds bytes. */
export const sealedColumn = <Table extends keyof DB>(
  table: Table,
  column: ColumnsOf<Table> & string,
): SealedColumn => ({ table, column })

/** Those of tables that belong to no domain. */
export const platformSealed: readonly SealedColumn[] = [sealedColumn('platform.replies', 'reply')]
