// Connections to a server that says nothing more: its machine has vanished, its process hangs, or a proxy on the way does.
// TCP alone notices it after a quarter of an hour where something was sent, and never where an answer is awaited.
import type pg from 'pg'

/** For every connection. The server itself ends statements after 30 s; where no answer comes even then, it is gone. */
export const SILENCE_LIMITS = {
  query_timeout: 35_000,
  // An idle connection is probed after this time; ten probes in ten seconds without an answer end it.
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const

export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** A late answer would be taken for that of the next statement, so the connection is not used again. */
export function closeIfSilent(client: pg.ClientBase, error: unknown): void {
  if (isSilence(error)) (client as pg.Client).end().catch(() => undefined)
}
