// The characters of XML 1.0: which are allowed in a document, how lines end, how references are resolved. Only the five
// predefined entities and numeric references are known, so no document can define what a text means.

/** The text violates a rule of XML; the message is a clause about it. */
export class NotWellFormed extends Error {}

/** No character of XML, or a surrogate, which is one only in a pair. */
const SUSPECT = /[^\t\n\r -\ud7ff\ue000-\ufffd]/
const INVALID = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** The place of the first character that XML does not allow; undefined if there is none. */
export function findInvalid(text: string): number | undefined {
  if (!SUSPECT.test(text)) return undefined
  return INVALID.exec(text)?.index
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Whether the last character must wait for the next one: half of a pair, or half of the end of a line. */
export function isIncomplete(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last === 0x0d || isHighSurrogate(last)
}

const isWhiteSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d

/** The place of the first character that is not white space of XML; a no-break space is none. -1 if there is none. */
export const findContent = (text: string): number => text.search(/[^ \t\n\r]/)

/** Without the white space of XML at both ends, and without what only other standards call white space. */
export function trimWhiteSpace(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isWhiteSpace(text.charCodeAt(from))) from++
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

/** Normalizes line endings to line feeds, as the standard requires before parsing. */
export const normalizeLineEnds = (text: string): string =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text

const predefined: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const REFERENCE = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(amp|lt|gt|quot|apos));|&/g

/** Puts the characters in place of the references to them. */
export const expand = (text: string): string =>
  text.replaceAll(
    REFERENCE,
    (_all, decimal?: string, hexadecimal?: string, name?: string, ...[at]: [number]) => {
      if (name !== undefined) return predefined.get(name)!
      if (decimal !== undefined) return characterOf(Number.parseInt(decimal, 10))
      if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16))
      throw new NotWellFormed(
        `the reference ${text.slice(at).split(/[;\s]/)[0]!.slice(0, 20)} is not known`,
      )
    },
  )

function characterOf(code: number): string {
  const character = code > 0x10_ff_ff ? '\uffff' : String.fromCodePoint(code)
  if (INVALID.test(character))
    throw new NotWellFormed(`a reference to the number ${code}, which is no character of XML`)
  return character
}
