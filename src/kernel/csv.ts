// Comma-separated values (RFC 4180).

export type CsvLine<Column extends string> = Partial<Record<Column, string | null>>

/** A head with the names of the columns, then the lines. */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  lines: readonly CsvLine<Column>[],
): Uint8Array {
  const rows = [[...columns], ...lines.map((line) => columns.map((column) => line[column] ?? ''))]
  return new TextEncoder().encode(rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join(''))
}

/** Text by users: a spreadsheet would run one that looks like a formula; an apostrophe makes it text. */
export const userText = (text: string | null): string | null =>
  text !== null && /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text

const quote = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
