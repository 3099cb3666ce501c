// Splits a file into records of 94 characters, with any line ending, and reports characters that are not allowed.
import type { TextPieces } from '../../../../platform/text-encoding.ts'
import { type Line, RECORD_LENGTH } from './layout.ts'
import type { Problems } from './problem.ts'

/** Control characters, and halves of characters that need two units: none of them fills one column. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]/

/** The mark that ends files of old systems. */
const END_MARK = '\u001a'

/** A byte order mark at the beginning and a mark of the end are no content. */
function* contentOf(pieces: TextPieces): Generator<string> {
  let isFirst = true
  // What may turn out to be the end of the file.
  let tail = ''
  for (const piece of pieces) {
    if (piece === '') continue
    const text = isFirst && piece.startsWith('\ufeff') ? piece.slice(1) : piece
    isFirst = false
    let end = text.length
    while (end > 0 && (text[end - 1] === END_MARK || text[end - 1]!.trim() === '')) end--
    if (end === 0) tail += text
    else {
      yield tail + text.slice(0, end)
      tail = text.slice(end)
    }
  }
  const rest = tail.trimEnd()
  yield rest.endsWith(END_MARK) ? rest.slice(0, -1) : tail
}

/** The lines between any kind of line breaks. */
function* physicalLines(pieces: Iterable<string>): Generator<string> {
  // The beginning of a line whose end has not been read; joined only once, because a line may be a whole file.
  let open: string[] = []
  for (const piece of pieces) {
    open.push(piece)
    const isEnd = open.at(-2)?.endsWith('\r') === true
    if (!isEnd && !/[\r\n]/.test(piece)) continue
    const text = open.join('')
    // A carriage return at the end may be half of a line break.
    const lineBreak = /\r\n|\n|\r(?!$)/g
    lineBreak.lastIndex = text.length - piece.length - (isEnd ? 1 : 0)
    let from = 0
    for (let found = lineBreak.exec(text); found; found = lineBreak.exec(text)) {
      yield text.slice(from, found.index)
      from = lineBreak.lastIndex
    }
    open = [text.slice(from)]
  }
  const last = open.join('')
  yield last.endsWith('\r') ? last.slice(0, -1) : last
}

/** Whether only one line has anything on it. */
function hasOneLine(pieces: TextPieces): boolean {
  let filled = 0
  for (const line of physicalLines(contentOf(pieces))) {
    if (line.trim() !== '') filled += 1
    if (filled > 1) return false
  }
  return filled === 1
}

/** Records on one line without a break between them: the whole file, or blocks of ten. */
function* cut(line: string, isOnly: boolean): Generator<string> {
  const content = line.trimEnd()
  const isJoined = content.length > RECORD_LENGTH && (isOnly || line.length % RECORD_LENGTH === 0)
  if (!isJoined) return yield line
  for (let from = 0; from < content.length; from += RECORD_LENGTH)
    yield line.slice(from, from + RECORD_LENGTH)
}

/**
 * The records of a file with their lines, one at a time because a file may have a million. Blank lines are passed over,
 * what is missing at the end of a line is filled with blanks (many systems strip them), and blanks beyond column 94 are
 * dropped; anything else beyond it is an error.
 */
export function* splitLines(pieces: TextPieces, problems: Problems): Generator<Line, undefined> {
  const isOnly = hasOneLine(pieces)
  let number = 0
  for (const one of physicalLines(contentOf(pieces))) {
    for (const record of cut(one, isOnly)) {
      number += 1
      if (record.trim() === '') continue
      const error = (reason: string, positions: string): void =>
        problems.add({ severity: 'error', line: number, record: 'record', positions, reason })
      const filled = record.trimEnd()
      if (filled.length > RECORD_LENGTH)
        error(
          `Has ${filled.length} characters; a record has ${RECORD_LENGTH}.`,
          `${RECORD_LENGTH + 1}-${filled.length}`,
        )
      const odd = UNPRINTABLE.exec(filled)
      if (odd !== null) {
        const code = odd[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
        error(`Has the character U+${code}, which is not allowed in a record.`, `${odd.index + 1}`)
      }
      yield { number, text: record.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH) }
    }
  }
  return undefined
}
