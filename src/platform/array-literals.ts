// Writes columns of many rows as PostgreSQL array literals. The driver could write arrays too, but it checks
// each value, which is too slow for batches of a thousand rows.

/** For values that need no quoting: uuids, numbers, codes. */
export function plainColumn<Row>(
  rows: readonly Row[],
  pick: (row: Row) => string | number | bigint | null | undefined,
): string {
  let text = ''
  for (const row of rows) text += `,${pick(row) ?? 'NULL'}`
  return `{${text.slice(1)}}`
}

/** For any text; null stays null. */
export function textColumn<Row>(rows: readonly Row[], pick: (row: Row) => string | null): string {
  let text = ''
  for (const row of rows) {
    const value = pick(row)
    text += value === null ? ',NULL' : `,${quote(value)}`
  }
  return `{${text.slice(1)}}`
}

const quote = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`

export const jsonColumn = <Row>(rows: readonly Row[], pick: (row: Row) => object | null): string =>
  textColumn(rows, (row) => {
    const value = pick(row)
    return value === null ? null : JSON.stringify(value)
  })

/** For times in milliseconds since 1970. Equal neighbours are common, so their text is reused. */
export function timeColumn<Row>(rows: readonly Row[], pick: (row: Row) => number | null): string {
  let last: number | null = null
  let written = 'NULL'
  return plainColumn(rows, (row) => {
    const value = pick(row)
    if (value !== last) {
      last = value
      written = value === null ? 'NULL' : `"${new Date(value).toISOString()}"`
    }
    return written
  })
}
