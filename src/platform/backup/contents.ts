// Reads the contents of a backup from the first frame to the last, and checks them against what was recorded when they were
// written. What is passed on was authenticated, but only when the end has been reached it is known to be whole.
import { createHash } from 'node:crypto'
import { StartError } from '../start-error.ts'
import { type Frame, readFrames } from './frames.ts'
import type { BackupEnd, BackupHead, TableEnd, TableHead } from './head.ts'

export interface Visitor {
  readonly head?: (head: BackupHead) => Promise<void>
  /** Need not read the rows. */
  readonly table?: (table: TableHead, rows: AsyncIterable<Buffer>) => Promise<void>
  /** The rows were as they had been written. */
  readonly tableEnd?: (table: TableHead, end: TableEnd) => Promise<void>
}

export interface Contents extends BackupEnd {
  readonly head: BackupHead
  /** Of the rows, as PostgreSQL wrote them. */
  readonly bytes: number
}

export async function readContents(
  plain: AsyncIterable<Buffer>,
  visitor: Visitor = {},
): Promise<Contents> {
  const frames = new Frames(readFrames(plain))
  const head = await frames.record<BackupHead>()
  await visitor.head?.(head)
  let rows = 0
  let bytes = 0
  for (let index = 0; index < head.tables; index++) {
    const table = await frames.record<TableHead>()
    const found = new RowsOf(frames)
    await visitor.table?.(table, found.read())
    await found.skip()
    const end = await frames.record<TableEnd>()
    if (found.rows !== end.rows || found.sha256() !== end.sha256)
      throw new StartError(
        `The rows of ${table.table} in the backup are not those that were written; use another backup.`,
      )
    await visitor.tableEnd?.(table, end)
    rows += end.rows
    bytes += end.bytes
  }
  const end = await frames.record<BackupEnd>()
  await frames.expectEnd()
  if (end.tables !== head.tables || end.rows !== rows) throw unexpected()
  return { head, ...end, bytes }
}

/** The head alone, which is authentic; whether the rest is, is not known. */
export const readHead = (plain: AsyncIterable<Buffer>): Promise<BackupHead> =>
  new Frames(readFrames(plain)).only<BackupHead>()

const unexpected = (): StartError =>
  new StartError('The contents of the backup are not in their order; use another backup.')

class Frames {
  private readonly frames: AsyncGenerator<Frame>
  private next: Frame | undefined

  constructor(frames: AsyncGenerator<Frame>) {
    this.frames = frames
  }

  async record<Record>(): Promise<Record> {
    const frame = await this.take()
    if (frame?.kind !== 'record') throw unexpected()
    return frame.record as Record
  }

  /** The first record, of a stream that is not read on. */
  async only<Record>(): Promise<Record> {
    try {
      return await this.record<Record>()
    } finally {
      await this.frames.return(undefined)
    }
  }

  /** Undefined if a record is next. */
  async rows(): Promise<Buffer | undefined> {
    const frame = await this.take()
    if (frame?.kind === 'rows') return frame.bytes
    this.next = frame
    return undefined
  }

  async expectEnd(): Promise<void> {
    if (await this.take()) throw unexpected()
  }

  private async take(): Promise<Frame | undefined> {
    const { next } = this
    this.next = undefined
    if (next) return next
    const { value, done } = await this.frames.next()
    return done ? undefined : value
  }
}

const LINE_END = 10

/** The rows of one table. In the text format each ends with a line end, and no value contains one. */
class RowsOf {
  rows = 0
  private readonly frames: Frames
  private readonly hash = createHash('sha256')

  constructor(frames: Frames) {
    this.frames = frames
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let bytes; (bytes = await this.frames.rows()); yield bytes) {
      this.hash.update(bytes)
      for (let at = -1; (at = bytes.indexOf(LINE_END, at + 1)) >= 0; ) this.rows++
    }
  }

  async skip(): Promise<void> {
    const rows = this.read()
    while (!(await rows.next()).done);
  }

  sha256(): string {
    return this.hash.digest('hex')
  }
}
