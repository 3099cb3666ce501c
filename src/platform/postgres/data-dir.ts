// Makes sure that the data folder exists and is ours to use, and says under which names a data
// folder is known to the system. The names follow from its real path alone, so that every start
// on the same folder, by whatever spelling of the path, arrives at the same names.
import { createHash } from 'node:crypto'
import { access, constants, mkdir, realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { explainDataDirError, readErrorCode } from './start-error.ts'

export interface DataDir {
  readonly path: string
  readonly clusterDir: string
  readonly clusterName: string
  /** Removes the folders that were created here, if they are still empty. */
  removeIfNew(): Promise<void>
}

export async function prepareDataDir(requested: string): Promise<DataDir> {
  const wanted = resolve(requested)
  let firstMade: string | undefined
  try {
    firstMade = await makeFolders(wanted)
    const path = await realpath(wanted)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return {
      path,
      clusterDir: join(path, 'postgres'),
      clusterName: nameCluster(path),
      removeIfNew: () => removeEmptyFolders(wanted, firstMade),
    }
  } catch (error) {
    await removeEmptyFolders(wanted, firstMade)
    throw explainDataDirError(wanted, error)
  }
}

export function nameCluster(dataDir: string): string {
  return `florin-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
}

// Returns the topmost folder that was created. Node's recursive mkdir is not used, because it hides the cause
// of a failure and never returns on file systems that allow no new folders.
async function makeFolders(path: string): Promise<string | undefined> {
  if (await makeFolder(path)) return path
  if (await isFolder(path)) return undefined
  const topmost = await makeFolders(dirname(path))
  try {
    await mkdir(path, { mode: 0o700 })
    return topmost ?? path
  } catch (error) {
    if (await isFolder(path)) return topmost
    await removeEmptyFolders(dirname(path), topmost)
    throw error
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    const code = readErrorCode(error)
    if (code === 'ENOENT' || (code === 'EEXIST' && (await isFolder(path)))) return false
    throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function removeEmptyFolders(path: string, firstMade: string | undefined): Promise<void> {
  if (firstMade === undefined) return
  try {
    for (let folder = path; folder.startsWith(firstMade); folder = dirname(folder)) {
      await rmdir(folder)
    }
  } catch {
    // A folder that is not empty, or no longer there, needs no tidying.
  }
}
