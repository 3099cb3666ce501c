// Splits a file into records of 94 characters, with any line ending, and reports characters that are not allowed.
import { type Line, RECORD_LENGTH } from './layout.ts'
import type { Problems } from './problem.ts'

/** Control characters, and halves of characters that need two units: none of them fills one column. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]/

/** A byte order mark at the beginning and the mark that ends files of old systems are no content. */
function trimmed(text: string): string {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const end = content.trimEnd()
  return end.endsWith('\u001a') ? end.slice(0, -1) : content
}

/** Records on one line without a break between them: the whole file, or blocks of ten. */
function cut(line: string, isOnly: boolean): string[] {
  const content = line.trimEnd()
  const isJoined = content.length > RECORD_LENGTH && (isOnly || line.length % RECORD_LENGTH === 0)
  if (!isJoined) return [line]
  const records: string[] = []
  for (let from = 0; from < content.length; from += RECORD_LENGTH)
    records.push(line.slice(from, from + RECORD_LENGTH))
  return records
}

/**
 * The records of a file with their lines. Blank lines are passed over, what is missing at the end of a line is filled
 * with blanks (many systems strip them), and blanks beyond column 94 are dropped; anything else beyond it is an error.
 */
export function splitLines(text: string, problems: Problems): Line[] {
  const physical = trimmed(text).split(/\r\n|\n|\r/)
  const isOnly = physical.filter((line) => line.trim() !== '').length === 1
  const lines: Line[] = []
  let number = 0
  for (const one of physical) {
    const records = cut(one, isOnly)
    for (const record of records) {
      number += 1
      if (record.trim() === '') continue
      const error = (reason: string, positions: string): void =>
        problems.add({ severity: 'error', line: number, record: 'record', positions, reason })
      const content = record.trimEnd()
      if (content.length > RECORD_LENGTH)
        error(
          `Has ${content.length} characters; a record has ${RECORD_LENGTH}.`,
          `${RECORD_LENGTH + 1}-${content.length}`,
        )
      const odd = UNPRINTABLE.exec(content)
      if (odd !== null) {
        const code = odd[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
        error(`Has the character U+${code}, which is not allowed in a record.`, `${odd.index + 1}`)
      }
      lines.push({ number, text: record.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH) })
    }
  }
  return lines
}
