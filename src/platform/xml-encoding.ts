// Finds the encoding of an XML document from its first bytes: a byte order mark, or its declaration.
import { TextDecoder } from 'node:util'

const DECLARED = /^<\?xml\s[^>]{0,80}?encoding\s*=\s*["']([A-Za-z][\w.-]{0,30})["']/

/** A label for TextDecoder; XML without a mark or declaration is UTF-8. */
export function findXmlEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  // Without a mark, UTF-16 shows by the NUL beside the opening "<".
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  const head = String.fromCharCode(...bytes.subarray(0, 160))
  return DECLARED.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** A decoder that refuses malformed bytes; undefined for an encoding that is not known. */
export function makeXmlDecoder(head: Uint8Array): TextDecoder | undefined {
  try {
    return new TextDecoder(findXmlEncoding(head), { fatal: true })
  } catch {
    return undefined
  }
}
