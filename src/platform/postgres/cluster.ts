// Creates the database cluster on disk. It is made under another name and renamed when it is complete and
// flushed, so that a folder called `postgres` is always a whole cluster, even after a power failure.
// An existing folder is never removed or changed here.
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../folder-sync.ts'
import { type Launcher, runProgram } from './launcher.ts'
import { ensureOwner } from './ownership.ts'
import { describeFullDisk, readErrorCode, StartError } from './start-error.ts'

export const SUPERUSER = 'florin'

export async function hasCluster(clusterDir: string, majorVersion: string): Promise<boolean> {
  const found = await readVersion(clusterDir)
  if (found === majorVersion) return true
  if (found !== undefined) {
    throw new StartError(
      `The database in ${clusterDir} was made by PostgreSQL ${found} but Florin comes with PostgreSQL ${majorVersion}; start the Florin that made it or carry the data over with pg_upgrade.`,
    )
  }
  if (await isAbsentOrEmpty(clusterDir)) return false
  throw new StartError(
    `The folder ${clusterDir} is not a PostgreSQL database (it has no PG_VERSION file); move it away or set DATA_DIR to another folder.`,
  )
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(readErrorCode(error) ?? '')) return undefined
    throw error
  }
}

export async function isAbsentOrEmpty(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).length === 0
  } catch (error) {
    if (readErrorCode(error) === 'ENOTDIR') return false
    if (readErrorCode(error) === 'ENOENT') return true
    throw error
  }
}

export interface ClusterPlan {
  readonly clusterDir: string
  readonly initdb: string
  readonly launcher: Launcher
  readonly syncs: boolean
}

export async function createCluster(plan: ClusterPlan): Promise<void> {
  const draft = await mkdtemp(`${plan.clusterDir}.new-${process.pid}-`)
  try {
    await ensureOwner(draft, plan.launcher.strategy.owner)
    await runInitdb(plan, draft)
    await rename(draft, plan.clusterDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  if (plan.syncs) await syncFolder(dirname(plan.clusterDir))
}

async function runInitdb(plan: ClusterPlan, draft: string): Promise<void> {
  const outcome = await runProgram(plan.launcher, [
    plan.initdb,
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    // Where huge pages are reserved but not for this container, touching one kills the program.
    '--set=huge_pages=off',
    ...(plan.syncs ? [] : ['--no-sync']),
  ])
  if (outcome.succeeded) return
  const dataDir = dirname(plan.clusterDir)
  if (outcome.output.includes('No space left on device')) {
    throw new StartError(describeFullDisk(dataDir))
  }
  const complaint = /^(?:initdb: error|.*FATAL|.*PANIC):.*$/m.exec(outcome.output)?.[0]
  throw new StartError(
    `PostgreSQL could not make a new database in ${dataDir} (${complaint ?? outcome.complaint}); repair the cause and start Florin again, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** Call it only with the data lock, so that no other process can be making a cluster. */
export async function removeUnfinishedClusters(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(clusterDir)}.new-`)) continue
    // An initdb that outlived its Florin may still be adding files; the next start removes what remains.
    const patience = { maxRetries: 5, retryDelay: 50 }
    await rm(join(parent, name), { recursive: true, force: true, ...patience }).catch(() => {})
  }
}
