// Allows one running Florin per data folder: `florin.lock` names the process that holds the lock. The file is
// linked into place, so it is complete or absent, and a lock whose process has ended is ignored.
import { randomBytes } from 'node:crypto'
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStartStamp } from './process-identity.ts'
import { readErrorCode, StartError } from './start-error.ts'

const LOCK_NAME = 'florin.lock'

export async function acquireDataLock(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, LOCK_NAME)
  const mine = `${process.pid} ${await readStartStamp(process.pid)}\n`
  const draft = nameDraft(lock)
  try {
    await writeFile(draft, mine, { flag: 'wx', mode: 0o600 })
    while (!(await linkUnlessTaken(draft, lock))) await discardLockOfDead(dataDir, lock)
  } finally {
    await rm(draft, { force: true })
  }
  await removeDraftsOfDead(dataDir)
  return async () => {
    if ((await readIfThere(lock)) === mine) await rm(lock, { force: true })
  }
}

/** Whether a process holds the lock of a data folder; an unseen one has ended, or is hidden from this one. */
export async function findLockHolder(dataDir: string): Promise<'none' | 'unseen' | 'seen'> {
  const content = await readIfThere(join(dataDir, LOCK_NAME))
  if (content === undefined) return 'none'
  return (await findLiveHolder(content)) === undefined ? 'unseen' : 'seen'
}

function nameDraft(lock: string): string {
  return `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`
}

async function linkUnlessTaken(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock)
    return true
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function discardLockOfDead(dataDir: string, lock: string): Promise<void> {
  const judged = await readIfThere(lock)
  if (judged === undefined) return
  const holder = await findLiveHolder(judged)
  if (holder !== undefined) {
    throw new StartError(
      `The data folder ${dataDir} is already in use by a running Florin (pid ${holder}); stop that one first or set DATA_DIR to another folder.`,
    )
  }
  await removeIfUnchanged(lock, judged)
}

async function findLiveHolder(content: string): Promise<number | undefined> {
  const match = /^(\d{1,10}) (.+)\n$/.exec(content)
  if (match === null) return undefined
  const pid = Number(match[1])
  return (await readStartStamp(pid)) === match[2] ? pid : undefined
}

// Between the check and the removal another process may have replaced the dead lock by its own. So the file is
// moved first and read afterwards, which shows whose lock was taken.
async function removeIfUnchanged(lock: string, judged: string): Promise<void> {
  const aside = nameDraft(lock)
  try {
    await rename(lock, aside)
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return
    throw error
  }
  if ((await readIfThere(aside)) !== judged) await linkUnlessTaken(aside, lock)
  await rm(aside, { force: true })
}

async function removeDraftsOfDead(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const match = /^florin\.lock\.(\d{1,10})\.[0-9a-f]{8}$/.exec(name)
    if (match === null || (await readStartStamp(Number(match[1]))) !== undefined) continue
    await rm(join(dataDir, name), { force: true })
  }
}
