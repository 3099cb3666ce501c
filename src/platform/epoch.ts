// The check that every connection that writes makes before its first statement: whether the server still runs on the
// history that the bank knows. A server that was restored, or a standby that was promoted, ends all earlier connections, so
// nothing is written there under positions of a history that was lost.
import type pg from 'pg'

/** Called with the number of the epoch that a connection has started. */
export type OnEpoch = (number: number) => void

/** Fails on a standby, whose connections would be unchecked after it is promoted. */
export async function enterEpoch(client: Pick<pg.ClientBase, 'query'>, onEpoch?: OnEpoch) {
  try {
    const { rows } = await client.query<{ started: number | null }>(
      'select platform.enter_epoch() as started',
    )
    const started = rows[0]!.started
    if (started !== null) onEpoch?.(started)
  } catch (error) {
    if (!isNotMigrated(error)) throw error
  }
}

/** The function or its schema is missing: there are no positions yet either. */
const isNotMigrated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(42883|3F000)$/.test(String(error.code))
