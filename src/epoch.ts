// `florin epoch`: starts a new epoch of event ids after a restore that the bank cannot recognize by itself.
import { startEpoch } from './operation/epochs.ts'
import { type DatabaseAddress, openDatabase } from './platform/database.ts'
import { StartError } from './platform/start-error.ts'

export const EPOCH_HELP = `florin epoch REASON

Starts a new epoch of event ids, so that no id which was lost by a restore is given to another event. Run it after the files
of a database were copied back and before the bank starts. A restore that PostgreSQL makes (point-in-time recovery, the
promotion of a standby, a dump loaded into another server) is recognized by itself and does not need it. Once too often does
no harm: no event is lost by it.

The reason is kept with the epoch, such as: florin epoch "restored from the copy of Monday".`

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readEpochCommand(words: readonly string[]): string {
  const reason = words.join(' ').trim()
  if (reason === '' || reason.startsWith('-'))
    throw new StartError('Say why: florin epoch "restored from the copy of Monday".')
  return reason
}

export async function runEpochCommand(reason: string, address: DatabaseAddress): Promise<string> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  try {
    const { number, last_event_id, first_event_id } = await startEpoch(database.write, reason)
    return `Epoch ${number} has begun. Events up to ${last_event_id} are in the log; the next have ids from ${first_event_id} on.`
  } finally {
    await database.close()
  }
}
