// `florin erasures`: lists the erasures of persons for a place outside the database, and repeats them after a restore of a
// backup from before them.
import { readFile } from 'node:fs/promises'
import { listForReplay, replay } from './domains/people/personal-data/index.ts'
import { isUuid } from './kernel/uuid.ts'
import { type DatabaseAddress, openDatabase } from './platform/database.ts'
import { StartError } from './platform/start-error.ts'

export const ERASURES_HELP = `florin erasures list
florin erasures replay FILE

A backup from before an erasure brings the person back. "list" prints the erasures as JSON Lines, with the uuids of persons
and no names: keep them apart from the backups, such as by a nightly job. After a restore, and before the bank starts,
"replay" notes those of the file that the database does not know; the bank erases these persons within minutes after its
start.`

export type ErasuresCommand =
  | { readonly action: 'list' }
  | { readonly action: 'replay'; readonly file: string }

export function readErasuresCommand(words: readonly string[]): ErasuresCommand {
  const [action, file, ...more] = words
  if (action === 'list' && file === undefined) return { action }
  if (action === 'replay' && file !== undefined && more.length === 0) return { action, file }
  throw new StartError('Say what to do: florin erasures list | replay FILE.')
}

export async function runErasuresCommand(
  command: ErasuresCommand,
  address: DatabaseAddress,
): Promise<string> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  try {
    if (command.action === 'list') {
      const all = await listForReplay(database.read)
      return all.map((one) => JSON.stringify(one)).join('\n')
    }
    const noted = await replay(database.write, await readList(command.file))
    return `${noted} ${noted === 1 ? 'erasure is' : 'erasures are'} to be repeated.`
  } finally {
    await database.close()
  }
}

type Listed = Awaited<ReturnType<typeof listForReplay>>[number]

async function readList(file: string): Promise<Listed[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`${file} cannot be read.`)
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    try {
      const one = JSON.parse(line) as Listed
      if (isUuid(one.id) && isUuid(one.user_uuid) && !Number.isNaN(Date.parse(one.kept_until)))
        return one
    } catch {
      // The sentence below says which line it is.
    }
    throw new StartError(`Line ${index + 1} of ${file} is no line of "florin erasures list".`)
  })
}
