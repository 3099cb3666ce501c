// A file of JSON text that is written in large pieces, by a worker thread, which may wait for the disk.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const BUFFER_LENGTH = 262_144

export class JsonFile {
  private readonly file: number
  private waiting = ''
  length = 0

  constructor(path: string) {
    this.file = openSync(path, 'wx+', 0o600)
  }

  write(text: string): void {
    this.length += text.length
    this.waiting += text
    if (this.waiting.length >= BUFFER_LENGTH) this.flush()
  }

  append(other: JsonFile): void {
    this.flush()
    other.flush()
    const buffer = Buffer.alloc(BUFFER_LENGTH)
    for (let at = 0, read = -1; read !== 0; at += read) {
      read = readSync(other.file, buffer, 0, buffer.length, at)
      if (read > 0) writeSync(this.file, buffer, 0, read)
    }
  }

  close(): void {
    this.flush()
    closeSync(this.file)
  }

  private flush(): void {
    if (this.waiting !== '') writeSync(this.file, this.waiting)
    this.waiting = ''
  }
}
