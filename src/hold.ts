// `florin hold`: keeps a bank from sending anything by itself, after a restore that `florin restore` did not make, and ends
// that after any restore.
import { readOptions } from './command-options.ts'
import { beginHold, endHold, findHold } from './operation/hold.ts'
import { type DatabaseAddress, openDatabase } from './platform/database.ts'
import { StartError } from './platform/start-error.ts'

export const HOLD_HELP = `florin hold REASON | --end

Holds the bank: nodes that start afterwards answer calls, and run no background work: no payment that is due, no webhook,
no mail, no message goes out. Run it after a restore and before the bank starts; florin restore does so by itself. Nodes that
run already are not held.

  --end   the background work of all nodes begins, within seconds

The reason is shown in the log, such as: florin hold "Restored to Monday noon."`

/** Undefined to end it. */
export function readHoldCommand(args: readonly string[]): string | undefined {
  const { values, words } = readOptions(args, { end: 'boolean' }, 'say florin hold REASON or --end')
  const reason = words.join(' ').trim()
  if (values.end === true && reason === '') return undefined
  if (values.end === true || reason === '')
    throw new StartError(
      'Say why, or that it ends: florin hold "Restored to Monday noon." | --end.',
    )
  return reason
}

export async function runHoldCommand(
  reason: string | undefined,
  address: DatabaseAddress,
): Promise<string> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  try {
    if (reason === undefined)
      return (await endHold(database.write))
        ? 'The bank is no longer held; its background work begins within seconds.'
        : 'The bank was not held.'
    await beginHold(database.write, reason)
    return `The bank is held from its next start on: ${await findHold(database.write)}`
  } finally {
    await database.close()
  }
}
