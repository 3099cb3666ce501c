// Finds the embedded server that another Florin runs on a data folder, for commands beside a bank that must not stop it.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsentOrEmpty, SUPERUSER } from './cluster.ts'
import { nameCluster } from './data-dir.ts'
import { findLockHolder } from './data-lock.ts'
import { nameSocketDir, PORT } from './socket-dir.ts'
import { StartError } from './start-error.ts'

export interface RunningServer {
  readonly socketDir: string
  readonly port: number
  readonly user: string
}

/**
 * Undefined if none runs there. It can be reached by the same user of the system only. A lock whose process is not seen may
 * belong to a bank in another container: a second server on its files would destroy them, so none is started.
 */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  const path = await realpath(dataDir).catch(() => undefined)
  if (path === undefined) return undefined
  const holder = await findLockHolder(path)
  if (holder === 'none') return undefined
  if (holder === 'unseen')
    throw new StartError(
      `The data folder ${dataDir} belongs to a Florin that this process does not see, or that did not stop in order; start the bank and repeat this where it runs.`,
    )
  return { socketDir: nameSocketDir(nameCluster(path)), port: PORT, user: SUPERUSER }
}

/** Whether a data folder has a database; a start would make one. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  !(await isAbsentOrEmpty(join(dataDir, 'postgres')))
