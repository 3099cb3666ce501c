// The header by which a caller says what they have seen of the bank, and learns what an answer has shown them. A caller who
// sends it with each call may be answered by a standby, and never sees less than before (see standbys/reads.ts).
import { Invalid } from '../operation/error.ts'
import { readLogPosition, SeenPosition, showLogPosition } from '../platform/log-position.ts'

const HEADER = 'Florin-Position'

/** Undefined without the header. */
export function readSeen(headers: Readonly<Record<string, unknown>>): SeenPosition | undefined {
  const text = headers['florin-position']
  if (text === undefined) return undefined
  const position = typeof text === 'string' ? readLogPosition(text) : undefined
  if (position === undefined)
    throw Invalid({
      errors: {
        [HEADER]: [`The ${HEADER} header must be that of an earlier answer, or 0/0 at first.`],
      },
    })
  return new SeenPosition(position)
}

export function answerSeen(
  reply: { header(name: string, value: string): unknown },
  { position }: SeenPosition,
): void {
  reply.header(HEADER, showLogPosition(position))
}
