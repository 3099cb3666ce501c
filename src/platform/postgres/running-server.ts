// Finds the embedded server that another Florin runs on a data folder, for commands beside a bank that must not stop it.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsentOrEmpty, SUPERUSER } from './cluster.ts'
import { nameCluster } from './data-dir.ts'
import { findLockHolder } from './data-lock.ts'
import { nameSocketDir, PORT } from './socket-dir.ts'

export interface RunningServer {
  readonly socketDir: string
  readonly port: number
  readonly user: string
}

/** Undefined if none runs there. It can be reached by the same user of the system only. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  const path = await realpath(dataDir).catch(() => undefined)
  if (path === undefined || (await findLockHolder(path)) === undefined) return undefined
  return { socketDir: nameSocketDir(nameCluster(path)), port: PORT, user: SUPERUSER }
}

/** Whether a data folder has a database; a start would make one. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  !(await isAbsentOrEmpty(join(dataDir, 'postgres')))
