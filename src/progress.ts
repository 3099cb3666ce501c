// The progress of a command that takes minutes, on its screen.
import type { WriteStream } from 'node:tty'

const SHOW_EVERY_MS = 200

/** On a terminal one line is updated in place; elsewhere a line is printed from time to time, and the last. */
export function makeProgress(
  screen: Pick<WriteStream, 'isTTY' | 'write'>,
): (text: string, isLast: boolean) => void {
  let shownAt = -Infinity
  return (text, isLast) => {
    const at = performance.now()
    if (!isLast && at - shownAt < SHOW_EVERY_MS * (screen.isTTY ? 1 : 10)) return
    shownAt = at
    if (screen.isTTY) screen.write(`\r${text}${isLast ? '\n' : ''}`)
    else screen.write(`${text}\n`)
  }
}
