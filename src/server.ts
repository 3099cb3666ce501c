// Runs the bank: starts its parts in order, waits for a signal, and stops them in reverse order.
import cluster from 'node:cluster'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Logger } from 'pino'
import { type App, makeApp } from './app.ts'
import { domains } from './domains/index.ts'
import { prepareConsole } from './console-build.ts'
import { baseUrl, type Config, variables } from './config.ts'
import { systemClock } from './kernel/clock.ts'
import { SOFTWARE_VERSION } from './kernel/version.ts'
import { readDomainSettings } from './operation/domain.ts'
import type { DatabaseAddress } from './platform/database.ts'
import { flushLog, makeLog } from './platform/log.ts'
import { checkDatabase, describeNewer, migrate } from './platform/migrations.ts'
import { describeMisspelt, findMisspelt } from './platform/misspelt-settings.ts'
import type { PeerAddress } from './platform/peers/sockets.ts'
import { checkSessions } from './platform/pooler.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/postgres/embedded-postgres.ts'
import { loadSecret } from './platform/secret-key.ts'
import { fileVariable } from './platform/settings.ts'
import { StartError } from './platform/start-error.ts'
import { startTelemetry } from './platform/telemetry.ts'
import { logUnhandledRejections } from './platform/unhandled-rejections.ts'
import { StopRequest } from './stop-request.ts'
import { describeStart } from './terminal.ts'

const listSettings = (): string[] =>
  [variables, ...domains.map(({ settings }) => settings?.variables ?? {})].flatMap((some) =>
    Object.entries(some).flatMap(([name, { secret }]) =>
      secret ? [name, fileVariable(name)] : [name],
    ),
  )

export type Undo = () => Promise<void>

/** Resolves when the bank has stopped after a signal. */
export async function serve(
  config: Config,
  embeddedAddress: (postgres: EmbeddedPostgres) => DatabaseAddress,
): Promise<void> {
  const startedAt = performance.now()
  const settings = readDomainSettings(domains, process.env, config)
  const log = makeLog(config.LOG_LEVEL)
  const stop = new StopRequest(log)
  logUnhandledRejections(log)
  const undos: Undo[] = [() => flushLog(log)]
  try {
    const telemetry = await startTelemetry(process.env)
    if (telemetry)
      undos.push(() =>
        telemetry
          .stop()
          .catch((error: unknown) =>
            log.warn({ err: error }, 'the last traces could not be exported'),
          ),
      )
    for (const one of findMisspelt(listSettings(), process.env)) log.warn(describeMisspelt(one))
    // The port is checked first, so that a port in use leaves nothing half-made behind.
    await checkPort(config)
    // The console is built while the database starts.
    const building = prepareConsole(() => {
      if (config.production) log.info('building the console')
      else process.stdout.write('  Building the console (only after a change) …\n')
    })
    const address = await findDatabase(config, log, undos, embeddedAddress)
    const secret = await loadSecret(config.FLORIN_SECRET, config.DATA_DIR)
    const limiter = await connectLimiter(config, log, undos)
    const webConsole = await building
    if (webConsole.problem !== undefined)
      log.warn(`the console is not up to date: ${webConsole.problem}`)
    const app = makeApp({
      config,
      settings,
      address,
      secret,
      clock: systemClock,
      log,
      tracer: telemetry?.tracer,
      limiter,
      consoleFolder: webConsole.folder,
      peerAddress: isNode(config) ? choosePeerAddress(config) : undefined,
    })
    undos.push(() => closeInTime(app, config, log))
    const listen = async (): Promise<void> => {
      await app.server.listen({ port: config.PORT, host: config.HOST })
      if (config.HOST === '127.0.0.1') undos.push(listenBeside(app.server.server, '::1'))
    }
    // Workers share the port: one that is not ready takes no calls that another can answer.
    if (!cluster.isWorker) await listen()
    const { applied, newer } = await migrate(address, { report: (line) => log.warn(line) })
    const note = describeNewer(newer)
    if (note !== undefined) log.info(note)
    const { operator } = await app.prepare()
    if (cluster.isWorker) await listen()
    const port = (app.server.server.address() as { port: number }).port
    const facts = {
      version: SOFTWARE_VERSION,
      url: baseUrl(config, port),
      mode: config.FLORIN_MODE,
      database:
        config.DATABASE_URL === '' ? `embedded PostgreSQL in ${config.DATA_DIR}` : 'DATABASE_URL',
      seconds: (performance.now() - startedAt) / 1000,
      migrations: applied.length,
      operator,
      consoleProblem: webConsole.problem,
    }
    // One of several workers leaves the screen to the process that started it.
    if (cluster.isWorker) process.send!(facts)
    else if (config.production) log.info(facts, 'Florin is ready')
    else process.stdout.write(describeStart(facts))
    await stop.asked
    app.drain()
    await stop.drain(config.DRAIN_SECONDS)
  } finally {
    for (const undo of undos.toReversed()) await undo()
  }
}

/**
 * `localhost` is two addresses, and some clients try only the one that the bank does not listen on, where another
 * program may do so: it leads to the same server, unless the machine does not have it.
 */
function listenBeside(server: Server, host: string): Undo {
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  beside.on('error', () => {})
  beside.listen((server.address() as { port: number }).port, host)
  return async () => void beside.close()
}

export async function checkPort(config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainPort(error, config)))
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()))
  })
}

function explainPort(error: NodeJS.ErrnoException, { HOST, PORT }: Config): StartError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} on ${HOST} is in use; stop what uses it or set PORT to another.`,
    EACCES: `Port ${PORT} may not be used by this user; set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST "${HOST}" is not an address of this machine; set HOST to one that is, such as 127.0.0.1.`,
    ENOTFOUND: `HOST "${HOST}" cannot be resolved; set HOST to an address of this machine, such as 127.0.0.1.`,
  }
  const reason = reasons[error.code ?? ''] ?? `Cannot listen on ${HOST}:${PORT} (${error.message}).`
  return new StartError(reason, { cause: error })
}

export async function findDatabase(
  config: Config,
  log: Logger,
  undos: Undo[],
  embeddedAddress: (postgres: EmbeddedPostgres) => DatabaseAddress,
): Promise<DatabaseAddress> {
  if (config.DATABASE_URL !== '') {
    const address = { connectionString: config.DATABASE_URL }
    await checkDatabase(address)
    return checkSessions(address)
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    onCrash: (reason) =>
      log.error(`the embedded database stopped unexpectedly and is restarted: ${reason}`),
  })
  undos.push(() => postgres.stop())
  return embeddedAddress(postgres)
}

/** The Redis client is loaded only when REDIS_URL is set. */
async function connectLimiter(config: Config, log: Logger, undos: Undo[]) {
  if (config.REDIS_URL === '') return undefined
  const { connectRedisLimiter } = await import('./platform/redis-limiter.ts')
  const limiter = await connectRedisLimiter(config.REDIS_URL, log)
  undos.push(() => limiter.close())
  return limiter
}

/** An embedded database has one node, unless an address for other nodes is configured. */
const isNode = ({ FORWARDING, DATABASE_URL, NODE_HOST }: Config): boolean =>
  FORWARDING && (DATABASE_URL !== '' || NODE_HOST !== '')

/** Where other nodes reach this one. */
function choosePeerAddress({ NODE_HOST, NODE_PORT, HOST }: Config): PeerAddress {
  const isAnywhere = HOST === '0.0.0.0' || HOST === '::'
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)
  const host = NODE_HOST || (isAnywhere ? (own?.address ?? '127.0.0.1') : HOST)
  return { host, port: NODE_PORT }
}

const REAP_EVERY_MS = 50

/** Lets running requests finish, up to SHUTDOWN_SECONDS. */
async function closeInTime(app: App, config: Config, log: Logger): Promise<void> {
  const { server } = app.server
  // Kept-alive connections would stay open after their answer, so idle ones are closed again and again.
  const reaper = setInterval(() => server.closeIdleConnections(), REAP_EVERY_MS)
  const deadline = setTimeout(() => {
    log.warn(`requests did not finish within ${config.SHUTDOWN_SECONDS} s and are cut off`)
    server.closeAllConnections()
  }, config.SHUTDOWN_SECONDS * 1000)
  await app.close()
  clearInterval(reaper)
  clearTimeout(deadline)
}
