// Waits for pending transfers; each holds its money until it is completed.
import { FLORIN_DATABASE, withClient } from './database.ts'
import type { PostgresServer } from './processes.ts'

const POLL_MS = 20
const PATIENCE_MS = 120_000

/** Resolves when no transfer is pending any more. */
export const waitUntilNoneIsPending = (server: PostgresServer): Promise<void> =>
  withClient(server, FLORIN_DATABASE, async (client) => {
    const giveUpAt = performance.now() + PATIENCE_MS
    for (;;) {
      const { rows } = await client.query<{ open: boolean }>(
        `select exists (select from ledger.holds where status = 'open') as open`,
      )
      if (!rows[0]!.open) return
      if (performance.now() > giveUpAt)
        throw new Error(`transfers are still pending after ${PATIENCE_MS / 1000} s`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  })
