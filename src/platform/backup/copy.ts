// COPY over a connection of pg, as streams in both directions: rows in the text format, which every version of PostgreSQL
// reads, never more than a few of them in memory.
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** What pg has and its types leave out. */
interface Connection {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** What pg calls of a query that is not its own. */
abstract class Copy {
  protected connection: Connection | undefined
  private readonly text: string
  private tag = ''
  private readonly ended = Promise.withResolvers<number>()

  constructor(text: string) {
    this.text = text
    // Awaited later than it may fail.
    this.ended.promise.catch(() => {})
  }

  /** The number of rows; rejects as the statement does. */
  get rows(): Promise<number> {
    return this.ended.promise
  }

  submit(connection: Connection): void {
    this.connection = connection
    connection.query(this.text)
  }

  handleError(error: Error): void {
    this.ended.reject(error)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.tag = text
  }

  handleReadyForQuery(): void {
    this.ended.resolve(Number(this.tag.split(' ')[1]))
  }

  handleRowDescription(): void {}
}

const submit = (client: pg.ClientBase, copy: Copy): void =>
  void client.query(copy as unknown as pg.Submittable)

/** Rows are passed on in pieces of about this size. */
const PIECE_BYTES = 64 * 1024
/** So many bytes wait at most for the one who reads; then the server waits. */
const WAITING_BYTES_MAX = 1024 * 1024

class CopyOut extends Copy {
  private readonly pieces: Buffer[] = []
  private waiting = 0
  private piece = Buffer.allocUnsafe(PIECE_BYTES)
  private filled = 0
  private isOver = false
  private wake = (): void => {}

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.filled + chunk.length > this.piece.length) this.passOn()
    // The parser uses its buffer again, so the bytes are copied.
    if (chunk.length > this.piece.length) this.add(Buffer.from(chunk))
    else this.filled += chunk.copy(this.piece, this.filled)
  }

  override handleReadyForQuery(): void {
    this.passOn()
    this.end()
    super.handleReadyForQuery()
  }

  override handleError(error: Error): void {
    this.end()
    super.handleError(error)
  }

  async *read(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const piece = this.pieces.shift()
        if (piece) {
          this.waiting -= piece.length
          yield piece
        } else if (this.isOver) break
        else {
          const { promise, resolve } = Promise.withResolvers<void>()
          this.wake = resolve
          this.connection?.stream.resume()
          await promise
        }
      }
      await this.rows
    } finally {
      // Whoever stops reading has no use for the connection, on which the rest would come.
      if (!this.isOver) this.connection?.stream.destroy()
    }
  }

  private end(): void {
    this.isOver = true
    this.wake()
  }

  private passOn(): void {
    if (this.filled === 0) return
    this.add(this.piece.subarray(0, this.filled))
    this.piece = Buffer.allocUnsafe(PIECE_BYTES)
    this.filled = 0
  }

  private add(bytes: Buffer): void {
    this.pieces.push(bytes)
    this.waiting += bytes.length
    if (this.waiting > WAITING_BYTES_MAX) this.connection?.stream.pause()
    this.wake()
  }
}

export interface CopiedOut {
  readonly pieces: AsyncGenerator<Buffer>
  /** Known when all pieces have been read. */
  readonly rows: Promise<number>
}

/** Runs `copy … to stdout`. */
export function copyOut(client: pg.ClientBase, text: string): CopiedOut {
  const copy = new CopyOut(text)
  submit(client, copy)
  return { pieces: copy.read(), rows: copy.rows }
}

class CopyIn extends Copy {
  private readonly source: AsyncIterable<Buffer>
  private failure: unknown
  private isOver = false

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text)
    this.source = source
  }

  handleCopyInResponse(connection: Connection): void {
    void this.pump(connection)
  }

  override handleError(error: Error): void {
    this.isOver = true
    super.handleError(this.failure instanceof Error ? this.failure : error)
  }

  private async pump(connection: Connection): Promise<void> {
    try {
      for await (const chunk of this.source) {
        // The server has refused what came before.
        if (this.isOver) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await drained(connection.stream)
      }
      connection.endCopyFrom()
    } catch (error) {
      this.failure = error
      connection.sendCopyFail('the source of the rows failed')
    }
  }
}

/** Also if the connection is lost, by which the statement fails. */
async function drained(stream: Duplex): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  over.abort()
}

/** Runs `copy … from stdin`, and returns the number of rows. A failure of the source is thrown as it is. */
export function copyIn(
  client: pg.ClientBase,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = new CopyIn(text, source)
  submit(client, copy)
  return copy.rows
}
