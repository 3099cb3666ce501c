// A position in PostgreSQL's write-ahead log (an LSN), as text such as 16/B374D848. Whatever was committed before it was
// read is in the log below it, so a standby that has replayed the log up to it shows all of that.

export type LogPosition = bigint

/** The beginning of the log, which every server has reached. */
export const LOG_START: LogPosition = 0n

const FORM = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i

export function readLogPosition(text: string): LogPosition | undefined {
  const [, high, low] = FORM.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const showLogPosition = (position: LogPosition): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase()

/** What one caller has seen of the bank: the position that the answers to their calls may not fall behind. */
export class SeenPosition {
  private reached: LogPosition

  constructor(position: LogPosition) {
    this.reached = position
  }

  get position(): LogPosition {
    return this.reached
  }

  advance(position: LogPosition): void {
    if (position > this.reached) this.reached = position
  }
}
