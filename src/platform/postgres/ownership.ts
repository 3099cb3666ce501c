// Gives the files of a cluster to the user the server runs as. The user changes when Florin is
// started as root in other surroundings than last time.
// The top folder changes hands last: if it has the right owner, so has all that is below it.
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from './launcher.ts'
import { readOwnIds } from './privilege.ts'
import { StartError } from './start-error.ts'

export async function ensureOwner(dir: string, owner: Owner): Promise<void> {
  const { uid } = await stat(dir)
  if (uid === owner.uid) return
  if (readOwnIds().uid !== 0) {
    throw new StartError(
      `The database in ${dir} belongs to another user (uid ${uid}); start Florin as that user or give the folder to this one with chown -R.`,
    )
  }
  for (const entry of await readdir(dir, { recursive: true })) {
    await lchown(join(dir, entry), owner.uid, owner.gid)
  }
  await lchown(dir, owner.uid, owner.gid)
}
