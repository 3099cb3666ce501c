// A backup as a file: compressed, then sealed.
import { createReadStream } from 'node:fs'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartError } from '../start-error.ts'
import { openStream, sealStream } from './sealed-stream.ts'

/** It takes less time than the rest of a backup. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Compresses and seals. */
export const packBackup = (frames: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> =>
  sealStream(through(frames, createZstdCompress(LEVEL)), key)

/** Opens and decompresses the file. */
export async function* unpackBackup(path: string, key: string): AsyncGenerator<Buffer> {
  try {
    const file = createReadStream(path, { highWaterMark: 256 * 1024 })
    yield* through(openStream(file, key), createZstdDecompress())
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!/^(ENOENT|EACCES|EISDIR|ENOTDIR)$/.test(String(code))) throw error
    throw new StartError(`The backup "${path}" cannot be read (${code}).`, { cause: error })
  }
}

async function* through(source: AsyncIterable<Buffer>, transform: Duplex): AsyncGenerator<Buffer> {
  const fed = pipeline(source, transform)
  // An error of the source is thrown by reading the transform, too.
  fed.catch(() => {})
  yield* transform as AsyncIterable<Buffer>
  await fed
}
