// Temporary files of this process for data too large for memory: bodies and answers that are streamed. They are
// deleted once they are used, and all of them when the process ends.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface TemporaryFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export class TemporaryFiles {
  private folder: Promise<string> | undefined

  /** A path where nothing is yet; the writer creates the file. */
  async newPath(): Promise<string> {
    this.folder ??= mkdtemp(join(tmpdir(), 'florin-'))
    return join(await this.folder, randomUUID())
  }

  /** Writes all chunks to a new file. Undefined, with nothing left behind, when there are more bytes than `max`. */
  async collect(chunks: AsyncIterable<Buffer>, max: number): Promise<TemporaryFile | undefined> {
    const path = await this.newPath()
    const hash = createHash('sha256')
    let bytes = 0
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > max) return undefined
        hash.update(chunk)
        await file.writeFile(chunk)
      }
      return { path, bytes, sha256: hash.digest('hex') }
    } catch (error) {
      bytes = Number.POSITIVE_INFINITY
      throw error
    } finally {
      await file.close()
      if (bytes > max) await this.discard(path)
    }
  }

  /** Reads a file that is deleted when the stream ends, also when the reader aborts it. */
  readOnce(path: string): Readable {
    return createReadStream(path).once('close', () => void this.discard(path))
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  async close(): Promise<void> {
    if (this.folder) await rm(await this.folder, { recursive: true, force: true })
  }
}
