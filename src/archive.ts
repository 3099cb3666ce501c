// `florin archive`: writes old moves to files with their proofs, and checks such files.
import { checkArchive, proofOf, writeArchive } from './domains/core/ledger/index.ts'
import { systemClock } from './kernel/clock.ts'
import { type DatabaseAddress, openDatabase } from './platform/database.ts'
import { StartError } from './platform/start-error.ts'

export const ARCHIVE_HELP = `florin archive --before DATE --to FOLDER
florin archive --check FOLDER

Writes all moves of the ledger from the first one to those of the day before DATE (UTC) to a new folder: JSON Lines,
compressed by gzip, the closing balance of each book, and manifest.json, which names each file with its hash. A move has no
text and no user, because an erasure of a person does not reach files. The moves stay in the database.

--check reads the files again, without the bank: their hashes, and the number and balance that each move gives to its two
books. It prints the proof of the archive; keep that elsewhere, and compare it.`

export type ArchiveCommand =
  | { readonly action: 'check'; readonly folder: string }
  | { readonly action: 'write'; readonly folder: string; readonly before: Date }

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readArchiveCommand(
  words: readonly string[],
  now = systemClock.now(),
): ArchiveCommand {
  const options = new Map<string, string>()
  for (let at = 0; at < words.length; at += 2) options.set(words[at]!, words[at + 1] ?? '')
  const names = [...options.keys()].toSorted().join(' ')
  const empty = [...options].find(([, value]) => value === '')
  if (names === '--check' && !empty) return { action: 'check', folder: options.get('--check')! }
  if (names !== '--before --to' || empty)
    throw new StartError(
      'Say what to do: florin archive --before 2026-01-01 --to FOLDER | --check FOLDER.',
    )
  const day = options.get('--before')!
  const before = new Date(`${day}T00:00:00.000Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(before.getTime()))
    throw new StartError(`--before must be a day such as 2026-01-01, but is "${day}".`)
  if (before > now)
    throw new StartError('--before must be a day that has begun; its moves are not complete.')
  return { action: 'write', folder: options.get('--to')!, before }
}

export async function runArchiveCommand(
  { folder, before }: Extract<ArchiveCommand, { readonly action: 'write' }>,
  address: DatabaseAddress,
): Promise<string> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  try {
    const now = systemClock.now()
    const { moves, files } = await writeArchive(database.read, { before, folder, now })
    const what = `${moves} moves in ${files.length} ${files.length === 1 ? 'file' : 'files'}`
    return `Wrote ${what} to ${folder}.\n${await describeCheck(folder)}`
  } finally {
    await database.close()
  }
}

/** Checks the files on the disk. */
export async function describeCheck(folder: string): Promise<string> {
  const manifest = await checkArchive(folder)
  const { moves, closings, before } = manifest
  return `Checked ${moves} moves before ${before.slice(0, 10)} and ${closings.rows} closing balances: sound.\nProof: ${proofOf(manifest)}`
}
