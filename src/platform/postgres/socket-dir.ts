// Creates the folder of the server's socket. Access to it gives full access to the database, so it is closed to
// everyone but its owner, and a folder that another user put in its place is refused. Its path is always short,
// because the path of a socket may have at most 103 bytes.
import { chown, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Owner } from './launcher.ts'
import { NOBODY, readOwnIds } from './privilege.ts'
import { readErrorCode, StartError } from './start-error.ts'

export const PORT = 5432
export const SOCKET_NAME = `.s.PGSQL.${PORT}`
const LONGEST_SOCKET_PATH = 103

export function nameSocketDir(clusterName: string): string {
  const name = `${clusterName}-${readOwnIds().uid}`
  const preferred = join(tmpdir(), name)
  const length = Buffer.byteLength(join(preferred, SOCKET_NAME))
  return length <= LONGEST_SOCKET_PATH ? preferred : join('/tmp', name)
}

export async function createSocketDir(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    throw explainSocketDirError(path, error)
  }
}

export async function removeSocketDir(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}

/** Removes the files of a dead server; no server may be running. */
export async function clearSocketDir(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw explainSocketDirError(path, error)
  }
  await checkSocketDir(path)
  await rm(join(path, SOCKET_NAME), { force: true })
  await rm(join(path, `${SOCKET_NAME}.lock`), { force: true })
}

export async function handOverSocketDir(path: string, owner: Owner): Promise<void> {
  const { uid } = await checkSocketDir(path)
  if (uid !== owner.uid) await chown(path, owner.uid, owner.gid)
}

async function checkSocketDir(path: string): Promise<{ readonly uid: number }> {
  const found = await lstat(path)
  const self = readOwnIds().uid
  const isOurs = found.uid === self || (self === 0 && found.uid === NOBODY.uid)
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw explainSocketDirError(path, new Error('it belongs to another user'))
  }
  return found
}

function explainSocketDirError(path: string, error: unknown): StartError {
  const cause = error instanceof Error ? error.message : String(error)
  return new StartError(
    `The folder ${path} for the connections to PostgreSQL cannot be made (${cause}); remove it or set TMPDIR to a folder that can be written.`,
    { cause: error },
  )
}
