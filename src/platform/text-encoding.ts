// Decodes plain text that does not say its encoding: UTF-8, or else Latin-1, in which old systems write files of fixed
// columns and in which every byte is a character.
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { TextDecoder } from 'node:util'

type Encoding = 'utf8' | 'latin1'

export const decodeText = (bytes: Buffer): string =>
  bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')

/** Text that can be read more than once, piece by piece. */
export type TextPieces = Iterable<string>

/** The text of a file, for a worker thread, which may wait for the disk. */
export function textOfFile(path: string): TextPieces {
  const encoding = findEncoding(path)
  return { [Symbol.iterator]: () => readPieces(path, encoding) }
}

function* readPieces(path: string, encoding: Encoding): Generator<string, undefined> {
  const decoder = new StringDecoder(encoding)
  for (const chunk of readChunks(path)) yield decoder.write(chunk)
  yield decoder.end()
  return undefined
}

function findEncoding(path: string): Encoding {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const chunk of readChunks(path)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf8'
  } catch {
    return 'latin1'
  }
}

const CHUNK_BYTES = 262_144

/** Each chunk is valid until the next one is read. */
function* readChunks(path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(CHUNK_BYTES)
  try {
    for (let bytes = readSync(file, buffer); bytes > 0; bytes = readSync(file, buffer))
      yield buffer.subarray(0, bytes)
  } finally {
    closeSync(file)
  }
}
