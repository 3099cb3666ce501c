// Tasks for the tests of the workers.
import { isMainThread, threadId } from 'node:worker_threads'
import { sql } from 'kysely'
import type { TaskTools } from './workers.ts'

/** Which thread it runs in. */
export const where = (_input: null) => ({ isMainThread, threadId })

const thread = globalThis as { copies?: number }
thread.copies = (thread.copies ?? 0) + 1

/** How often this module was loaded in the thread, which is once for each address. */
export const countCopies = (_input: null) => ({ copies: thread.copies!, threadId })

/** Signals that it runs, and waits until the test opens the gate. */
export function wait(gate: Int32Array<SharedArrayBuffer>): number {
  Atomics.add(gate, 1, 1)
  Atomics.notify(gate, 1)
  Atomics.wait(gate, 0, 0)
  return threadId
}

/** Ends the whole thread. */
export function exit(_input: null): never {
  process.exit(3)
}

export function fail(code: string): never {
  throw Object.assign(new Error('it did not work'), { code })
}

/** Allocates memory without end. */
export function hoard(_input: null): never {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index + kept.length))
}

export const bytes = (length: number) => ({ body: new Uint8Array(length).fill(7) })

/** A text, which has as many characters as a list could have entries. */
export const text = (length: number): string => 'x'.repeat(length)

/** What the connection of the thread may do. */
export async function ask(_input: null, { db }: TaskTools) {
  const { rows } = await sql<{ is_read_only: string; database: string }>`
    select current_setting('transaction_read_only') as is_read_only, current_database() as database`.execute(
    db,
  )
  return rows
}
