// Columns of many rows as PostgreSQL array literals. The driver can write an array too, but value by
// value with many checks; batches of a thousand rows are written from these.

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

export const bytesColumn = <Row>(rows: readonly Row[], pick: (row: Row) => Buffer): string =>
  plainColumn(rows, (row) => `"\\\\x${pick(row).toString('hex')}"`)

/** Milliseconds since 1970. Neighbours often happened at the same instant, which is written once. */
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

/** JSON texts need no quoting at all this way: they never hold the character that parts them. */
const JSON_TEXTS_PARTED_BY = '\u001f'
export const jsonTexts = <Row>(rows: readonly Row[], pick: (row: Row) => string): string =>
  rows.map(pick).join(JSON_TEXTS_PARTED_BY)
