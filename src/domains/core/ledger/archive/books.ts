// The books of an archive: each move says the number and the balance that it gives to both of its books, so that whoever
// reads the moves in order can check every balance without the bank.
import type { ArchivedMove } from './store.ts'

export interface BookState {
  readonly seq: number
  readonly units: bigint
}

export class Books {
  private readonly states = new Map<string, BookState>()

  /** Continues each book. Returns what is wrong with the move, or undefined. */
  add(move: ArchivedMove): string | undefined {
    const units = BigInt(move.units)
    return (
      this.step(
        `${move.from_account} ${move.asset}`,
        Number(move.from_seq),
        -units,
        move.from_after,
      ) ?? this.step(`${move.to_account} ${move.asset}`, Number(move.to_seq), units, move.to_after)
    )
  }

  private step(book: string, seq: number, change: bigint, after: string): string | undefined {
    const { seq: last, units } = this.states.get(book) ?? { seq: 0, units: 0n }
    if (seq !== last + 1) return `move ${seq} of the book ${book} follows move ${last}`
    if (BigInt(after) !== units + change)
      return `the balance of the book ${book} after move ${seq} should be ${units + change}, is ${after}`
    this.states.set(book, { seq, units: units + change })
    return undefined
  }

  /** The last number and balance of each book, as lines of text in a fixed order. */
  *closings(): Generator<string> {
    for (const [book, { seq, units }] of [...this.states].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      yield `${JSON.stringify({ book, seq, units: String(units) })}\n`
  }
}
