// Runs the bank in several processes that share one port: for a machine with more cores than one process can use.
// This process serves nothing itself; it starts the database and the workers, and replaces a worker that ends. The
// workers are nodes like those on other machines: one of them writes, and the others forward to it.
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { prepareConsole } from './console-build.ts'
import type { DatabaseAddress } from './platform/database.ts'
import { flushLog, makeLog } from './platform/log.ts'
import type { EmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { loadSecret } from './platform/secret-key.ts'
import { fileVariable } from './platform/settings.ts'
import { StartError } from './platform/start-error.ts'
import { logUnhandledRejections } from './platform/unhandled-rejections.ts'
import { checkPort, findDatabase, type Undo } from './server.ts'
import { StopRequest } from './stop-request.ts'
import { describeStart, type StartFacts } from './terminal.ts'

/** A worker that ends at once must not be started again without a break. */
const RESTART_MS = 1_000

/** Resolves when all workers have stopped after a signal. */
export async function serveWithWorkers(
  config: Config,
  embeddedAddress: (postgres: EmbeddedPostgres) => DatabaseAddress,
): Promise<void> {
  const startedAt = performance.now()
  const log = makeLog(config.LOG_LEVEL)
  const stop = new StopRequest(log)
  logUnhandledRejections(log)
  const undos: Undo[] = [() => flushLog(log)]
  try {
    if (config.REDIS_URL === '')
      log.warn(
        'without REDIS_URL each worker counts rate limits by itself, so the limits are multiplied by the number of workers',
      )
    await checkPort(config)
    // Built before the workers start, or each of them would build it.
    const { problem } = await prepareConsole(() => log.info('building the console'))
    const address = await findDatabase(config, log, undos, embeddedAddress)
    const secret = await loadSecret(config.FLORIN_SECRET, config.DATA_DIR)
    const workers = new WorkerPool(log, {
      DATABASE: '',
      DATABASE_URL: toUrl(address),
      FLORIN_SECRET: secret,
      // Given by value here, so that a worker must not look for them in files as well.
      [fileVariable('DATABASE_URL')]: '',
      [fileVariable('FLORIN_SECRET')]: '',
      WORKERS: '1',
    })
    undos.push(() => workers.stop())
    const facts = await workers.start(config.WORKERS)
    const shown = {
      ...facts,
      seconds: (performance.now() - startedAt) / 1000,
      database:
        config.DATABASE_URL === '' ? `embedded PostgreSQL in ${config.DATA_DIR}` : 'DATABASE_URL',
      consoleProblem: problem,
    }
    if (config.production) log.info({ ...shown, workers: config.WORKERS }, 'Florin is ready')
    else process.stdout.write(describeStart(shown))
    await stop.asked
  } finally {
    for (const undo of undos.toReversed()) await undo()
  }
}

class WorkerPool {
  private readonly log: Logger
  private readonly env: Readonly<Record<string, string>>
  private readonly workers = new Set<Worker>()
  private isStopping = false

  constructor(log: Logger, env: Readonly<Record<string, string>>) {
    this.log = log
    this.env = env
  }

  /** The first worker starts alone: it migrates the database and makes the first operator. */
  async start(count: number): Promise<StartFacts> {
    cluster.setupPrimary({ exec: process.argv[1]!, args: ['start'] })
    const facts = await this.fork()
    await Promise.all(Array.from({ length: count - 1 }, () => this.fork()))
    return facts
  }

  async stop(): Promise<void> {
    this.isStopping = true
    const ends = [...this.workers].map(
      (worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    )
    for (const worker of this.workers) worker.process.kill('SIGTERM')
    await Promise.all(ends)
  }

  /** Resolves when the worker serves. */
  private fork(): Promise<StartFacts> {
    const worker = cluster.fork(this.env)
    this.workers.add(worker)
    return new Promise((resolve, reject) => {
      let isReady = false
      worker.once('message', (facts: StartFacts) => {
        isReady = true
        resolve(facts)
      })
      worker.once('exit', (code, signal) => {
        this.workers.delete(worker)
        if (!isReady)
          return reject(new StartError(`A worker ended at its start (${code ?? signal}).`))
        if (!this.isStopping) this.replace(code ?? signal)
      })
    })
  }

  private replace(ending: number | string): void {
    this.log.error(`a worker ended (${ending}) and is replaced`)
    setTimeout(() => {
      if (this.isStopping) return
      this.fork().catch((error: unknown) => {
        this.log.error({ err: error }, 'a worker could not be replaced')
        if (!this.isStopping) this.replace('at its start')
      })
    }, RESTART_MS)
  }
}

function toUrl(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString
  const { host, port, user, database } = address
  const query = new URLSearchParams({ host, port: String(port), user })
  return `postgres:///${database}?${query.toString()}`
}
