// Where a backup is written to: a folder, or the standard input of a command that takes it elsewhere. A backup that fails
// never looks complete: a file has its name only when it is whole and on the disk, and a command is ended before its input.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../folder-sync.ts'
import type { Environment } from '../settings.ts'
import { StartError } from '../start-error.ts'

const SUFFIX = '.backup'
const UNFINISHED = '.part'
/** A backup that is being made is written to all the time. */
const ABANDONED_MS = 3_600_000

/** `florin-bank.example-2026-11-19T23-44-05Z.backup`: names of one bank are in the order of time. */
export const nameBackup = (bank: string, takenAt: string): string =>
  `${prefixOf(bank)}${takenAt.slice(0, 19).replaceAll(':', '-')}Z${SUFFIX}`

const prefixOf = (bank: string): string => `florin-${bank.replaceAll(/[^A-Za-z0-9.-]+/g, '_')}-`

const explain = (folder: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (!/^(ENOENT|ENOTDIR|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EIO)$/.test(String(code))) return error
  return new StartError(
    code === 'ENOSPC' || code === 'EDQUOT'
      ? `The backup could not be written to ${folder}, because there is no space left; nothing of it remains.`
      : `The backup could not be written to ${folder} (${code}); check that the folder exists and that this user may write to it.`,
    { cause: error },
  )
}

/** Returns the number of bytes. */
export async function writeToFolder(
  folder: string,
  name: string,
  sealed: AsyncIterable<Buffer>,
): Promise<number> {
  const path = join(folder, name)
  const draft = `${path}${UNFINISHED}`
  let bytes = 0
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      for await (const chunk of sealed) {
        await file.appendFile(chunk)
        bytes += chunk.length
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
    await syncFolder(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true })
    throw explain(folder, error)
  }
  return bytes
}

/** Removes what attempts that were killed have left. */
export async function removeAbandoned(folder: string, now: Date): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      if (!name.endsWith(`${SUFFIX}${UNFINISHED}`)) continue
      const path = join(folder, name)
      const { mtimeMs } = await stat(path)
      if (now.getTime() - mtimeMs > ABANDONED_MS) await rm(path, { force: true })
    }
  } catch (error) {
    throw explain(folder, error)
  }
}

export interface FoundBackup {
  readonly name: string
  readonly bytes: number
}

/** The backups in a folder, the oldest of each bank first. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).toSorted()
    return await Promise.all(
      names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })),
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`The folder ${folder} cannot be read (${code}).`, { cause: error })
  }
}

/** Removes all backups of this bank but the newest, and returns the names of those removed. */
export async function keepNewest(folder: string, bank: string, keep: number): Promise<string[]> {
  const form = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
  const prefix = prefixOf(bank)
  const own = (await listBackups(folder))
    .map(({ name }) => name)
    .filter((name) => name.startsWith(prefix) && form.test(name.slice(prefix.length)))
  const old = own.slice(0, Math.max(0, own.length - keep))
  for (const name of old) await rm(join(folder, name))
  return old
}

export const NAME_VARIABLE = 'BACKUP_NAME'

/** The command is run by the shell, with the name of the backup in `BACKUP_NAME`. Returns the number of bytes. */
export async function writeToCommand(
  command: string,
  sealed: AsyncIterable<Buffer>,
  env: Environment,
): Promise<number> {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 2, 2], env })
  const input = child.stdin!
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  ended.catch(() => {})
  let isOver = false
  const over = ended.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  // How the command ended says more than that its input was closed.
  input.on('error', () => {})
  let bytes = 0
  try {
    for await (const chunk of sealed) {
      bytes += chunk.length
      if (!input.write(chunk)) await Promise.race([once(input, 'drain').catch(() => {}), over])
      if (isOver || input.destroyed) break
    }
  } catch (error) {
    child.kill()
    await over
    throw error
  }
  const isWhole = !isOver && !input.destroyed
  if (isWhole) input.end()
  const [code, signal] = await ended
  if (code !== 0)
    throw new StartError(
      `The command that takes the backup ended with ${code === null ? signal : `code ${code}`}, so there is no backup.`,
    )
  if (!isWhole)
    throw new StartError(
      'The command that takes the backup ended before it had read all of it, so there is no backup.',
    )
  return bytes
}
