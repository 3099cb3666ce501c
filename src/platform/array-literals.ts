// Columns as PostgreSQL array literals. The driver can turn an array into one too, but does so value
// by value with many checks; a batch of a thousand rows is written from these.

/** For values that need no quoting: uuids, numbers, hex. */
export const plainArray = (values: readonly unknown[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** For any text; null stays null. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`

const quote = (text: string): string =>
  /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`

export const jsonArray = (values: readonly (object | null)[]): string =>
  textArray(values.map((value) => (value === null ? null : JSON.stringify(value))))

export const bytesArray = (values: readonly Buffer[]): string =>
  `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`

/** Milliseconds since 1970. */
export const timeArray = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${new Date(value).toISOString()}"`)).join(',')}}`
