// Opens the services that every domain uses: connections, jobs, mail, keys, threads. `prepare` and `close` state
// the order in which they and the domains start and stop.
import { hostname } from 'node:os'
import type { Tracer } from '@opentelemetry/api'
import { bankMetrics } from './bank-metrics.ts'
import type { Config } from './config.ts'
import type { Clock } from './kernel/clock.ts'
import type { Bank } from './operation/bank.ts'
import { systemCaller } from './operation/caller.ts'
import type { LoadDemo } from './operation/demo-load.ts'
import type { Assembly } from './operation/domain.ts'
import { Forwarding } from './operation/forwarding/forwarding.ts'
import { DeferredNotifications } from './operation/deferred-notifications.ts'
import { isHistoryKnown } from './operation/epochs.ts'
import { obeyHold } from './operation/hold.ts'
import { Reseal, resealMetrics } from './operation/keys/reseal.ts'
import { KEYS_CHANGED, openKeys } from './operation/keys/service.ts'
import { makeLongWork } from './operation/long-work.ts'
import { Horizon } from './operation/horizon.ts'
import { OpenStreams } from './operation/open-streams.ts'
import { refuseSold } from './operation/paywall.ts'
import { applyRetention } from './operation/retention-settings.ts'
import { type Retention, retentionJob } from './operation/retention.ts'
import { runAsSystem } from './operation/system-work.ts'
import type { Run } from './operation/pipeline.ts'
import {
  findSetting,
  NODES_CHANNEL,
  readInvalidation,
  settleSetting,
  writeHeartbeat,
} from './operation/store.ts'
import { DatabaseHealth } from './platform/database-health.ts'
import { type DatabaseAddress, openDatabase, openReader } from './platform/database.ts'
import { argon2, type Hasher } from './platform/hasher.ts'
import { type JobsRun, makeJobs } from './platform/jobs.ts'
import {
  openPipelinedConnection,
  type PipelinedConnection,
} from './platform/pipelined-connection.ts'
import type { PeerAddress } from './platform/peers/sockets.ts'
import { type Listener, listen } from './platform/listener.ts'
import type { Logger } from 'pino'
import { chooseMail, type Mailer, makeMailer } from './platform/mail.ts'
import { makeMetrics } from './platform/metrics.ts'
import { makeOutbound, type Outbound } from './platform/outbound-http.ts'
import { Pause } from './platform/pause.ts'
import { TemporaryFiles } from './platform/temporary-files.ts'
import { KeyRing } from './platform/key-ring.ts'
import { randomHex } from './platform/secrets.ts'
import { StartError } from './platform/start-error.ts'
import { Standbys } from './operation/standbys/standbys.ts'
import { Workers } from './platform/workers.ts'
import { toOpenApi } from './transport/openapi/document.ts'
import { findServed, joinPaywalls } from './transport/rest/paywall.ts'

export interface BankOptions {
  readonly config: Config
  readonly address: DatabaseAddress
  /** Opens the keys of the bank. */
  readonly secret: string
  /** The root key that the bank makes at its first start; random unless a test gives one. */
  readonly firstRoot?: (() => string) | undefined
  readonly clock: Clock
  readonly log: Logger
  /** For tests: code that violates its declaration fails the call. */
  readonly strict?: boolean | undefined
  /** Hashes passwords; argon2 unless a test supplies another. */
  readonly hasher?: Hasher | undefined
  readonly limiter: Bank['limiter']
  readonly baseUrl: () => string
  /** Where other nodes on the same database reach this one; without it every node writes by itself. */
  readonly peerAddress?: PeerAddress | undefined
  /** All, except in tests, which run scheduled jobs themselves, at the times of their own clock. */
  readonly jobs?: JobsRun | undefined
  /** The database schema of the job queues. */
  readonly jobSchema?: string | undefined
  /** How long a call waits for a connection; tests on a busy machine wait longer than users would. */
  readonly connectionMs?: number | undefined
  /** The pause between two rounds of the prover; longer in tests, whose banks it would cost more than their calls. */
  readonly proverPauseMs?: number | undefined
  /** Threads for long tasks that several banks of a test run share; else the bank has its own. */
  readonly workers?: Workers | undefined
  /** While it is on, this node runs no jobs and no readers of the log. */
  readonly pause?: Pause | undefined
  /** Sends mail; by default that of the settings. */
  readonly mailer?: Mailer | undefined
  /** Opens HTTP clients for addresses that users supply; for a simulated receiver. */
  readonly openOutbound?: (() => Outbound) | undefined
  readonly loadDemo: LoadDemo
  /** Set only when traces are exported. */
  readonly tracer?: Tracer | undefined
  /** The build that this node reports to its peers; for tests. */
  readonly build?: string | undefined
}

export interface OpenBank {
  readonly bank: Bank
  readonly workers: Workers
  readonly standbys: Standbys
  /** Call it when the domains are set up and operations can be run. */
  complete(assembly: Assembly, run: Run): void
  readonly health: DatabaseHealth
  /** Whether `prepare` has been run. */
  readonly isStarted: () => boolean
  readonly isDraining: () => boolean
  /** From now on this node is not ready. */
  readonly drain: () => void
  /** Run it after the migrations: prepares the domains and starts to listen to the other nodes. */
  prepare(): Promise<void>
  close(): Promise<void>
}

/** Two are enough, because each is used only for a moment. */
const DETACHED_CONNECTIONS = 2
const HEARTBEAT_MS_MAX = 5_000
const PROVER_PAUSE_MS = 1_000
/** A key becomes active later than that after it was made. */
const KEYS_READ_MS = 30_000

export function openBank(options: BankOptions): OpenBank {
  const { config, address, clock, log } = options
  const onError = (error: Error) =>
    log.warn({ err: error }, 'a database connection was lost; the pool replaces it')
  const onEpoch = (epoch: number) =>
    log.warn({ epoch }, 'the database was restored or a standby promoted; event ids begin anew')
  const { connectionMs } = options
  const open = (connectionsMax: number, silenceMs?: number) =>
    openDatabase(address, { connectionsMax, onError, connectionMs, silenceMs, onEpoch })
  const database = open(config.DATABASE_CONNECTIONS)
  const detached = open(DETACHED_CONNECTIONS)
  const standbys = new Standbys({
    urls: config.STANDBY_URLS,
    primary: database.read,
    connectionsMax: config.DATABASE_CONNECTIONS,
    log,
  })
  // Of its own, so that it does not wait behind statements that a server which hangs will never answer.
  const heartbeat = open(1, connectionMs ?? HEARTBEAT_MS_MAX)
  const lanes = new Set<PipelinedConnection>()
  const health = new DatabaseHealth({
    write: () => writeHeartbeat(heartbeat.write),
    log,
    answerMs: connectionMs,
    onRecovered: () => {
      for (const one of [database, detached, ...lanes]) one.reconnect()
    },
  })
  const workers =
    options.workers ??
    new Workers({
      onError: (error) => log.error({ err: error }, 'a worker failed in the middle of a task'),
    })
  const keys = new KeyRing()
  const loadKeys = async (): Promise<void> => {
    const secrets = { secret: options.secret, previous: config.FLORIN_SECRET_PREVIOUS }
    const now = clock.now()
    keys.load(await openKeys(detached.write, secrets, now, options.firstRoot), now)
  }
  const reloadKeys = (): Promise<void> =>
    loadKeys().catch((error: unknown) =>
      log.error({ err: error }, 'the keys of the bank cannot be read; those known before are used'),
    )
  const pause = options.pause ?? new Pause()
  const metrics = makeMetrics({ openReader: () => openReader(address) })
  const jobs = makeJobs(address, {
    log,
    pause,
    metrics,
    runs: options.jobs,
    schema: options.jobSchema,
    tracer: options.tracer,
  })
  const mailer = options.mailer ?? makeMailer(chooseMail(config), jobs, keys)
  let keyTimer: NodeJS.Timeout | undefined
  const lateNotices = new DeferredNotifications(detached.write, log)
  let isStarted = false
  let stopLooking = (): void => {}
  let isDraining = false
  let listener: Listener | undefined
  let forwarding: Forwarding | undefined
  let document: string | undefined
  let served: Bank['isServed'] | undefined
  let completed: { readonly assembly: Assembly; readonly run: Run } | undefined
  let periods: readonly Retention[] = []
  const complete = () => {
    if (!completed) throw new Error('This is available only when every domain is set up.')
    return completed
  }
  const bank: Bank = {
    mode: config.FLORIN_MODE,
    production: config.production,
    startedAt: clock.now(),
    limits: {
      per_minute: config.RATE_LIMIT_PER_MINUTE,
      per_hour: config.RATE_LIMIT_PER_HOUR,
      graphql_user: config.GRAPHQL_RATE_LIMIT_USER,
      graphql_guest: config.GRAPHQL_RATE_LIMIT_GUEST,
    },
    limiter: options.limiter,
    database,
    connections: config.DATABASE_CONNECTIONS,
    detached: detached.write,
    clock,
    log,
    jobs,
    pause,
    mailer,
    metrics,
    sealer: keys,
    hasher: options.hasher ?? argon2,
    horizon: new Horizon(database),
    streams: new OpenStreams(),
    longWork: makeLongWork(workers, address),
    proverPauseMs: options.proverPauseMs ?? PROVER_PAUSE_MS,
    scratch: new TemporaryFiles(),
    signers: () => keys.signers(),
    openLane(name) {
      const lane = openPipelinedConnection(address, {
        name,
        onEpoch,
        onError: (error) =>
          log.warn(
            { err: error },
            `the connection of the ${name} was lost and is opened again on the next use`,
          ),
      })
      lanes.add(lane)
      return lane
    },
    openOutbound:
      options.openOutbound ?? (() => makeOutbound({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE })),
    loadDemo: options.loadDemo,
    baseUrl: options.baseUrl,
    isListening: () => listener?.isListening() ?? false,
    forward: (op, input, call) => forwarding?.forward(op, input, call),
    isForwarding: () => forwarding?.isForwarding ?? false,
    notifyLater: (invalidations) => lateNotices.add(invalidations),
    invalidate: (topic, key) => complete().assembly.forget(topic, key),
    complain(operation, problem, cause) {
      if (options.strict) throw new Error(`${operation} ${problem}`, { cause })
      log.error({ operation, err: cause }, problem)
    },
    work: (environment, operation, work) => {
      const cause = { now: clock.now(), caller: systemCaller(environment), operation }
      const { spends } = complete().assembly.jobs.find(({ name }) => name === operation) ?? {}
      return runAsSystem(
        { db: database.write, ...cause, invalidate: bank.invalidate, spends },
        work,
      )
    },
    async run(operation, call) {
      const { assembly, run } = complete()
      await refuseSold(joinPaywalls(assembly.paywalls), operation, call.input, call.caller)
      return run(operation, call)
    },
    registry: () => complete().assembly.registry,
    openApi: () => (document ??= JSON.stringify(toOpenApi(bank.registry(), options.baseUrl()))),
    isServed(method, path) {
      served ??= findServed(bank.registry().operations)
      return served(method, path)
    },
    listen: (request, ctx) => complete().assembly.listen(request, ctx),
    readers: () => complete().assembly.readers,
  }
  metrics.add([resealMetrics])
  metrics.add(
    bankMetrics({
      config,
      database,
      detached,
      standbys,
      workers,
      jobSchema: options.jobSchema,
      bank: () => bank,
      role: () => forwarding?.role ?? 'alone',
      acceptsWrites: () => (isStarted ? health.check() : undefined),
    }),
  )
  return {
    bank,
    workers,
    standbys,
    complete(assembly, run) {
      completed = { assembly, run }
      periods = applyRetention(assembly.registry.retention, config.RETENTION)
    },
    health,
    isStarted: () => isStarted,
    isDraining: () => isDraining,
    drain() {
      isDraining = true
    },
    async prepare() {
      const { assembly } = complete()
      // Runs beside the rest of the start. Shared workers are warmed by the code that opened them.
      const warmed = options.workers ? undefined : workers.warm(address)
      warmed?.catch(() => {})
      await loadKeys()
      if (!(await isHistoryKnown(database.write)))
        log.warn(
          'the database server does not show its identity or timeline; run "florin epoch" after each restore',
        )
      checkMode(config.FLORIN_MODE, await findSetting(database.write, 'mode'))
      stopLooking = await obeyHold({ db: database.write, pause, log })
      const retention = retentionJob(periods, { clock, log })
      const reseal = new Reseal({
        ring: keys,
        columns: assembly.registry.sealed,
        clock,
        log,
        jobs,
        reload: reloadKeys,
      })
      await jobs.start([mailer.job, retention, reseal.job, ...assembly.jobs], database.write)
      await assembly.prepare()
      // Recorded only now, because a start that fails decides nothing.
      checkMode(config.FLORIN_MODE, await settleSetting(database.write, 'mode', config.FLORIN_MODE))
      listener = listen({
        address,
        channel: NODES_CHANNEL,
        log,
        onMessage(message) {
          const { topic, key } = readInvalidation(message)
          if (topic === KEYS_CHANGED) void reloadKeys()
          assembly.forget(topic, key)
        },
        onGap: () => {
          assembly.forgetAll()
          void reloadKeys()
        },
      })
      if (options.peerAddress) {
        forwarding = new Forwarding({
          ...options,
          keys,
          db: detached.write,
          listenAt: options.peerAddress,
          node: `${hostname()}/${process.pid}/${randomHex(4)}`,
          registry: assembly.registry,
          // The paywall was applied on the node that forwards the call.
          run: (operation, call) => complete().run(operation, call),
        })
        await forwarding.start()
      }
      keyTimer = setInterval(() => void reloadKeys(), KEYS_READ_MS)
      keyTimer.unref()
      await assembly.start()
      standbys.start()
      await warmed
      isStarted = true
    },
    async close() {
      clearInterval(keyTimer)
      stopLooking()
      await forwarding?.stop()
      await completed?.assembly.stop()
      if (!options.workers) await workers.close()
      await listener?.close()
      await jobs.stop()
      await bank.scratch.close()
      await lateNotices.close()
      health.close()
      await Promise.all(
        [standbys, database, detached, heartbeat, metrics].map((one) => one.close()),
      )
    },
  }
}

/**
 * In a sandbox bank every user can deposit play money, and users may have published passwords; in production all of it
 * would be real. Conversely, a production bank started as a sandbox by mistake would let every user deposit money.
 */
function checkMode(mode: Config['FLORIN_MODE'], first: string | undefined): void {
  if (first !== undefined && first !== mode)
    throw new StartError(
      `FLORIN_MODE is ${mode}, but this database belongs to a bank in ${first} mode; set FLORIN_MODE=${first}, or give the ${mode} bank a database of its own.`,
    )
}
