// Starts, supervises and stops the PostgreSQL that comes with Florin, for installations without their own. A
// start either gives a running server, or throws a StartError and leaves nothing behind.
import { join } from 'node:path'
import { locatePackage, prepareBinaries } from './binaries.ts'
import { createCluster, hasCluster, removeUnfinishedClusters, SUPERUSER } from './cluster.ts'
import { type DataDir, prepareDataDir } from './data-dir.ts'
import { acquireDataLock } from './data-lock.ts'
import type { Strategy } from './launcher.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { ensureOwner, refuseForeignFiles } from './ownership.ts'
import { chooseStrategy, listStrategies } from './privilege.ts'
import {
  removeStaleFiles,
  isOtherServerRunning,
  launchServer,
  type Server,
  type ServerPlan,
} from './server.ts'
import { openFileLog, openLineLog } from './server-log.ts'
import { listSettings } from './settings.ts'
import {
  createSocketDir,
  handOverSocketDir,
  nameSocketDir,
  PORT,
  removeSocketDir,
} from './socket-dir.ts'
import { describeFullDisk, explainDataDirError, StartError } from './start-error.ts'
import { endServer, superviseServer } from './supervisor.ts'

export interface EmbeddedPostgres {
  /** The host to give to pg, together with port and user. */
  readonly socketDir: string
  readonly port: number
  readonly user: string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Server settings on top of, or instead of, those in settings.ts. */
  readonly settings?: Readonly<Record<string, string>>
  /** Receives the server's log lines, which otherwise go to `postgres.log` in the data folder. */
  readonly log?: (line: string) => void
  /** Called when the server ended by itself and is being restarted. */
  readonly onCrash?: (reason: string) => void
}

/** Options for tests only. */
export interface Internals {
  readonly strategies?: readonly Strategy[]
  readonly packageDir?: string
  readonly patienceMs?: number
}

const PATIENCE_MS = 20_000
const MOST_RIVALS = 5

type Undo = () => Promise<void>

export async function startEmbeddedPostgres(
  options: EmbeddedOptions,
  internals: Internals = {},
): Promise<EmbeddedPostgres> {
  const packageDir = internals.packageDir ?? locatePackage()
  const dataDir = await prepareDataDir(options.dataDir)
  const undos: Undo[] = []
  try {
    undos.push(await acquireDataLock(dataDir.path))
    const plan = await planServer(options, internals, packageDir, dataDir, undos)
    const patienceMs = internals.patienceMs ?? PATIENCE_MS
    const server = await launchFirst(plan, dataDir.path, patienceMs)
    const supervision = superviseServer(server, plan, options.onCrash ?? (() => {}), patienceMs)
    const stop = async () => {
      await supervision.stop()
      await runUndos(undos)
    }
    return { socketDir: plan.socketDir, port: PORT, user: SUPERUSER, stop }
  } catch (error) {
    await runUndos(undos)
    await dataDir.removeIfNew()
    throw explainDataDirError(dataDir.path, error)
  }
}

async function planServer(
  { settings, log }: EmbeddedOptions,
  { strategies = listStrategies() }: Internals,
  packageDir: string,
  { path, clusterDir, clusterName }: DataDir,
  undos: Undo[],
): Promise<ServerPlan> {
  await refuseForeignFiles(clusterDir)
  await stopOrphanedServer(clusterName)
  await removeUnfinishedClusters(clusterDir)

  const socketDir = nameSocketDir(clusterName)
  await createSocketDir(socketDir)
  undos.push(() => removeSocketDir(socketDir))

  const binaries = await prepareBinaries(packageDir, path)
  const { launcher, majorVersion } = await chooseStrategy(strategies, {
    binaries,
    dataDir: path,
    socketDir,
    handOverSocketDir: (owner) => handOverSocketDir(socketDir, owner),
  })
  if (await hasCluster(clusterDir, majorVersion)) {
    await ensureOwner(clusterDir, launcher.strategy.owner)
  } else {
    const syncs = settings?.fsync !== 'off'
    await createCluster({ clusterDir, initdb: binaries.initdb, launcher, syncs })
  }
  return {
    postgres: binaries.postgres,
    launcher,
    clusterDir,
    clusterName,
    socketDir,
    settings: listSettings(socketDir, clusterName, settings),
    openLog: () => (log === undefined ? openFileLog(join(path, 'postgres.log')) : openLineLog(log)),
  }
}

async function launchFirst(plan: ServerPlan, dataDir: string, patienceMs: number): Promise<Server> {
  for (let rivals = 0; ; rivals += 1) {
    await removeStaleFiles(plan)
    const server = launchServer(plan)
    try {
      if (await server.waitUntilReady()) return server
    } catch (error) {
      await endServer(server, plan, patienceMs)
      throw error
    }
    const reason = await server.exited
    if (rivals < MOST_RIVALS && (await isOtherServerRunning(plan))) continue
    if (reason.includes('No space left on device')) throw new StartError(describeFullDisk(dataDir))
    throw new StartError(
      `PostgreSQL did not start on ${dataDir} (${reason}); repair the cause and start Florin again.`,
    )
  }
}

async function runUndos(undos: Undo[]): Promise<void> {
  for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) await undo()
}
