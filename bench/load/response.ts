// Reads answers from a connection: the status, the length, and where the next one begins. Nothing else is parsed,
// because the generator shares its processors with the bank. Answers may arrive in pieces, or several in one.

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH_NAMES = [Buffer.from('\r\ncontent-length: '), Buffer.from('\r\nContent-Length: ')]
const STATUS_OFFSET = 'HTTP/1.1 '.length
const ZERO = 48
const NINE = 57
const NO_CONTENT = 204

export interface ReaderEvents {
  /** Whether to keep the body of an answer with this status. */
  readonly wantsBody: (status: number) => boolean
  readonly onAnswer: (status: number, body: string | undefined, head: string | undefined) => void
}

export function makeReader({ wantsBody, onAnswer }: ReaderEvents): (chunk: Buffer) => void {
  let unfinishedHead: Buffer | undefined
  let status = 0
  let missing = 0
  let kept: Buffer[] | undefined
  let head: string | undefined

  const finish = (): void => {
    const body = kept === undefined ? undefined : Buffer.concat(kept).toString('utf8')
    const headOfBody = head
    kept = head = undefined
    onAnswer(status, body, headOfBody)
  }

  return (chunk) => {
    const data = unfinishedHead === undefined ? chunk : Buffer.concat([unfinishedHead, chunk])
    unfinishedHead = undefined
    let at = 0
    while (at < data.length) {
      if (missing === 0) {
        const end = data.indexOf(HEAD_END, at)
        if (end === -1) {
          unfinishedHead = data.subarray(at)
          return
        }
        status = readNumber(data, at + STATUS_OFFSET)
        missing = readLength(data, at, end, status)
        if (wantsBody(status)) {
          kept = []
          head = data.toString('latin1', at, end)
        }
        at = end + HEAD_END.length
      }
      const size = Math.min(missing, data.length - at)
      kept?.push(data.subarray(at, at + size))
      at += size
      missing -= size
      if (missing === 0) finish()
    }
  }
}

function readLength(data: Buffer, start: number, end: number, status: number): number {
  for (const name of LENGTH_NAMES) {
    const found = data.indexOf(name, start)
    if (found !== -1 && found < end) return readNumber(data, found + name.length)
  }
  if (status === NO_CONTENT) return 0
  throw new Error(`an answer without Content-Length: ${data.toString('latin1', start, end)}`)
}

function readNumber(data: Buffer, start: number): number {
  let value = 0
  for (let at = start; data[at]! >= ZERO && data[at]! <= NINE; at++) {
    value = value * 10 + data[at]! - ZERO
  }
  return value
}
