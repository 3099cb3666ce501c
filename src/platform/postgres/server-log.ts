// Sends the server's log lines to the caller, or directly into a file that the server can still write when
// Florin is gone. Remembers the server's last error.
import type { ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const TAIL_BYTES = 64 * 1024
const TAIL_LINES = 50

export interface ServerLog {
  readonly output: number | 'pipe'
  /** Call it right after the server was started with `output` as its output. */
  follow(child: ChildProcess): void
  findComplaint(wasReady: boolean): string | undefined
}

export function openFileLog(path: string): ServerLog {
  const file = openSync(path, 'a', 0o600)
  const start = fstatSync(file).size
  return {
    output: file,
    follow: () => closeSync(file),
    findComplaint: (wasReady) => findComplaint(readTail(path, start), wasReady),
  }
}

export function openLineLog(log: (line: string) => void): ServerLog {
  const tail: string[] = []
  return {
    output: 'pipe',
    follow: (child) => {
      if (child.stderr === null) return
      createInterface({ input: child.stderr }).on('line', (line) => {
        tail.push(line)
        if (tail.length > TAIL_LINES) tail.shift()
        log(line)
      })
    },
    findComplaint: (wasReady) => findComplaint(tail, wasReady),
  }
}

function readTail(path: string, start: number): readonly string[] {
  try {
    const bytes = readFileSync(path).subarray(start)
    return bytes.subarray(-TAIL_BYTES).toString('utf8').split('\n')
  } catch {
    // The file may have been removed; that is no reason to fail.
    return []
  }
}

function findComplaint(lines: readonly string[], wasReady: boolean): string | undefined {
  // A running server reports the failed logins of its clients as fatal, and a starting one that it
  // is starting; neither says why the server itself ended.
  const severity = wasReady ? /PANIC:/ : /PANIC:|FATAL:(?!\s+the database system is)/
  const fatal = lines.findLast((line) => severity.test(line))
  if (fatal !== undefined) return fatal.slice(fatal.search(severity))
  // Messages of the dynamic linker or a launching tool are not in the server's log format.
  return lines.findLast((line) => line.trim() !== '' && !/\] [A-Z]+: /.test(line))
}
