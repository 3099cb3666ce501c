// Sets the owner of a cluster's files to the user that the server runs as. That user can change when Florin
// runs as root in a different environment than last time. The top folder is changed last: if it has the right
// owner, so has everything below it.
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from './launcher.ts'
import { readOwnIds } from './privilege.ts'
import { readErrorCode, StartError } from './start-error.ts'

/** Only root can use the files of another user. */
export async function refuseForeignFiles(dir: string): Promise<void> {
  const self = readOwnIds().uid
  const owner = await readOwner(dir)
  if (self === 0 || owner === undefined || owner === self) return
  throw new StartError(
    `The database in ${dir} belongs to another user (uid ${owner}); start Florin as that user or give the folder to this one (uid ${self}) with chown -R.`,
  )
}

export async function ensureOwner(dir: string, owner: Owner): Promise<void> {
  if ((await readOwner(dir)) === owner.uid) return
  for (const entry of await readdir(dir, { recursive: true })) {
    await lchown(join(dir, entry), owner.uid, owner.gid)
  }
  await lchown(dir, owner.uid, owner.gid)
}

async function readOwner(dir: string): Promise<number | undefined> {
  try {
    return (await stat(dir)).uid
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
