// Makes sure that the data folder exists and is ours to use, and says under which names a data
// folder is known to the system. The names follow from its real path alone, so that every start
// on the same folder, by whatever spelling of the path, arrives at the same names.
import { createHash } from 'node:crypto'
import { access, constants, mkdir, realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { explainDataDirError, StartError } from './start-error.ts'

export interface DataDir {
  readonly path: string
  readonly clusterDir: string
  readonly clusterName: string
  /** Takes back the folders that were made here, as far as nothing was put into them. */
  removeIfNew(): Promise<void>
}

export async function prepareDataDir(requested: string): Promise<DataDir> {
  const wanted = resolve(requested)
  const firstMade = await makeFolder(wanted)
  try {
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

async function makeFolder(path: string): Promise<string | undefined> {
  try {
    const firstMade = await mkdir(path, { recursive: true, mode: 0o700 })
    if (!(await stat(path)).isDirectory()) throw fileInTheWay(path)
    return firstMade
  } catch (error) {
    throw explainDataDirError(path, error)
  }
}

function fileInTheWay(path: string): StartError {
  return new StartError(
    `The data folder ${path} is not a folder; move it away or set DATA_DIR to another folder.`,
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
