// The composition root: the only file that knows every domain. It joins parts and holds no rules.
import type { Tracer } from '@opentelemetry/api'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { baseUrl, type Config } from './config.ts'
import { a2a } from './domains/agents/a2a/index.ts'
import { agentAgreements } from './domains/agents/agreements/index.ts'
import { agentMessages, PushDeliveries } from './domains/agents/messages/index.ts'
import { agentPayments, dealingsBy, findNamedPayment } from './domains/agents/payments/index.ts'
import { ActivityRecorder, agents, LoginDesk } from './domains/agents/agents/index.ts'
import {
  agentTools,
  makeResources,
  makeTools,
  ToolKeeper,
} from './domains/assistant/agent-tools/index.ts'
import { apiKeys, UsageRecorder } from './domains/people/api-keys/index.ts'
import {
  addOperator,
  Authenticator,
  CREDENTIAL_CHANGED,
  countOperators,
  ensureOperator,
  type Hasher,
  identity,
  isRegistered,
} from './domains/people/identity/index.ts'
import { accounts, openMainAccount, witnessOwners } from './domains/core/accounts/index.ts'
import { baskets, Valuer } from './domains/markets/baskets/index.ts'
import { batches } from './domains/core/batches/index.ts'
import { escrow } from './domains/agents/escrow/index.ts'
import { cards } from './domains/selling/cards/index.ts'
import { BankLog, countOwnEvents, events, Hub } from './domains/watching/events/index.ts'
import { AssetCatalogue, ASSETS_CHANGED, assets } from './domains/core/assets/index.ts'
import { Funding, funding } from './domains/core/funding/index.ts'
import { gcu } from './domains/markets/gcu/index.ts'
import { gcuTerms } from './domains/markets/gcu-terms/index.ts'
import {
  ACCOUNT_CHANGED,
  Executor,
  findLedgerProblem,
  isAssetHeld,
  ledger,
  Prover,
  sumAsset,
} from './domains/core/ledger/index.ts'
import { Engine, exchange, Pairs } from './domains/markets/exchange/index.ts'
import {
  type Facilitator,
  httpFacilitator,
  localFacilitator,
  machinePayments,
  PaymentGate,
  ResourceBook,
  RESOURCES_CHANGED,
  ResourceTolls,
  sandboxRails,
  x402Rail,
} from './domains/selling/machine-payments/index.ts'
import { mandates } from './domains/agents/mandates/index.ts'
import { AnswerCounts, counter, monitoring } from './domains/watching/monitoring/index.ts'
import {
  makeProviders,
  ramp,
  simulatedProvider,
  STRIPE_BRIDGE,
  stripeBridge,
} from './domains/markets/ramp/index.ts'
import { queries } from './domains/assistant/queries/index.ts'
import { ecbFeed, generatedFeed, RateKeeper, rates } from './domains/core/rates/index.ts'
import { reputation } from './domains/agents/reputation/index.ts'
import { gcuBasket, governance, prepareVotes } from './domains/markets/governance/index.ts'
import {
  CONSENT_OPERATION,
  connectedPrograms,
  oauth,
  OAuthServer,
  recognizeProgram,
} from './domains/people/oauth/index.ts'
import { passkeys, waysIn } from './domains/people/passkeys/index.ts'
import {
  Courier as SmsCourier,
  mockProvider,
  SEND_ROUTE,
  sms,
  type SmsProviders,
  vertexSmsProvider,
} from './domains/selling/sms/index.ts'
import {
  APPLE_ROOT_G3,
  chainReader,
  googleReader,
  simulatedGoogle,
  subscriptions,
  trustingReader,
} from './domains/selling/subscriptions/index.ts'
import { system } from './domains/watching/system/index.ts'
import { transactions } from './domains/core/transactions/index.ts'
import { Completion, transfers } from './domains/core/transfers/index.ts'
import {
  dispatcher,
  SWEEP_JOB,
  WebhookDeliveries,
  webhooks,
} from './domains/watching/webhooks/index.ts'
import { wallets } from './domains/markets/wallets/index.ts'
import {
  EndpointBook,
  ENDPOINTS_CHANGED,
  isEndpointAt,
  listSoldPaths,
  Tolls,
  x402,
} from './domains/selling/x402/index.ts'
import { workflows } from './domains/core/workflows/index.ts'
import type { Clock } from './kernel/clock.ts'
import { listOf } from './kernel/page.ts'
import { VERSION } from './kernel/version.ts'
import type { Environment } from './operation/caller.ts'
import { Follower } from './operation/follower.ts'
import { makeLongWork } from './operation/heavy.ts'
import { Horizon } from './operation/horizon.ts'
import { makePipeline, type Run } from './operation/pipeline.ts'
import { makeRegistry, type Registry } from './operation/registry.ts'
import { deleteOldReplies, NODES_CHANNEL, readTold, settleSetting } from './operation/store.ts'
import { parseRoute, type Tell } from './operation/operation.ts'
import { type DatabaseAddress, type Db, openDatabase } from './platform/database.ts'
import { type JobDef, makeJobs } from './platform/jobs.ts'
import { openLane } from './platform/lane.ts'
import { type Listener, listen } from './platform/listener.ts'
import { type Limiter, MemoryLimiter, type Window } from './platform/limiter.ts'
import { folderMail, makeMailer, smtpMail } from './platform/mail.ts'
import { makeMetrics, type Metrics } from './platform/metrics.ts'
import { makeOutbound } from './platform/outbound.ts'
import { makeSealer, makeSigner, randomText } from './platform/secrets.ts'
import { StartError } from './platform/start-error.ts'
import { Workers } from './platform/workers.ts'
import { firstCall } from './screen.ts'
import { addOAuth } from './transport/oauth/door.ts'
import { PAGE_HEADERS, problemPage } from './transport/oauth/pages.ts'
import { addMcpDoor } from './transport/mcp/door.ts'
import type { Authenticate } from './transport/rest/gate.ts'
import { addProbes, shareCheck } from './transport/rest/health.ts'
import { findServed, joinTolls } from './transport/rest/paid.ts'
import { describeFinished, type Finished, makeServer } from './transport/rest/server.ts'
import { addWelcome } from './transport/rest/welcome.ts'
import { serveOpenApi } from './transport/openapi/docs.ts'

export interface AppOptions {
  readonly config: Config
  readonly address: DatabaseAddress
  readonly secret: string
  readonly clock: Clock
  readonly log: Logger
  readonly tracer?: Tracer | undefined
  /** Counts for all nodes together; this process's own memory otherwise. */
  readonly limiter?: Limiter | undefined
  /** What hashes passwords; argon2 unless a test brings another. */
  readonly hasher?: Hasher | undefined
  /** A handler that breaks its own declaration fails the call: for tests. */
  readonly strict?: boolean
  readonly timeouts?: { readonly requestMs: number; readonly checkEveryMs: number }
}

export interface App {
  readonly registry: Registry
  readonly server: FastifyInstance
  /** After the migrations: jobs, caches, the operator. From then on calls are served. */
  prepare(): Promise<{ readonly operator?: Operator }>
  close(): Promise<void>
}

/** Shown once, when the bank made its own operator. */
export interface Operator {
  readonly email: string
  readonly password: string
}

const USAGE_FLUSH_MS = 1_000
/** With more than this under way a node is busy with its customers. */
const BUSY_POSTINGS = 32
/** Each is held for a moment only. */
const ERRAND_CONNECTIONS = 2
/** Where payments by x402 are taken: on Base, or on Ethereum itself. */
const X402_NETWORKS = ['eip155:8453', 'eip155:1'] as const
/** Nobody has its key: it is the beginning of a digest of "florin sandbox". */
const SANDBOX_PAY_TO = '0xc8ef9bb426dd0707cb4f622300192daefd5404c4'

export function makeApp(options: AppOptions): App {
  const { config, clock, log } = options
  const database = openDatabase(options.address, {
    connectionsMax: config.DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  // For what must be committed before somebody outside is called, while a command waits for it.
  const errands = openDatabase(options.address, {
    connectionsMax: ERRAND_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  const workers = new Workers({
    address: options.address,
    onError: (error) => log.error({ err: error }, 'a worker failed in the middle of a task'),
  })
  const work = makeLongWork(workers)
  const sealer = makeSealer(options.secret)
  const jobs = makeJobs(options.address, log)
  const mailer = makeMailer(chooseMail(config), jobs, sealer)
  const metrics = makeMetrics()
  const usage = new UsageRecorder()
  const activity = new ActivityRecorder()
  const answers = new AnswerCounts()
  let listener: Listener | undefined
  let started = false
  const authenticator = new Authenticator({
    db: database.read,
    clock,
    isListening: () => listener?.isListening() ?? false,
  })
  const url = (): string => baseUrl(config, readPort(server))

  const oauthServer = new OAuthServer({
    database,
    clock,
    sealer,
    baseUrl: url,
    registrationsPerHour: config.OAUTH_REGISTRATIONS_PER_HOUR,
    hear: (topic, key) => hear(topic, key),
    renderProblem: problemPage,
    pageHeaders: PAGE_HEADERS,
    onError: (error) => log.error({ err: error }, 'the authorization server failed'),
  })

  const limits = { per_minute: config.RATE_LIMIT_PER_MINUTE, per_hour: config.RATE_LIMIT_PER_HOUR }
  const lane = openLane(options.address, {
    name: 'ledger',
    onError: (error) => log.warn({ err: error }, 'the connection of the ledger was lost'),
  })
  const executor = new Executor({ lane, onBatch: metrics.countBatch })
  const horizon = new Horizon(database)
  const prover = new Prover({
    db: database.write,
    clock,
    log,
    horizon,
    hear: (topic, key) => hear(topic, key),
    onState: metrics.setProof,
    witnesses: [witnessOwners],
  })
  const catalogue = new AssetCatalogue()
  const keeper = new RateKeeper({
    feeds: chooseFeeds(config),
    clock,
    log,
    hear: (topic, key) => hear(topic, key),
  })
  const basket = gcuBasket(keeper)
  const pairs = new Pairs(catalogue)
  const engine = new Engine({
    db: database.write,
    assets: catalogue,
    pairs,
    clock,
    log,
    hear: (topic, key) => hear(topic, key),
  })
  const cashRule = new Funding({
    mode: config.FUNDING || (config.production ? 'operators' : 'open'),
    db: database.read,
  })
  const desk = new LoginDesk({ database, sealer })
  const valuer = new Valuer({ keeper, clock, hear: (topic, key) => hear(topic, key) })
  const completion = new Completion({
    executor,
    assets: catalogue,
    clock,
    log,
    db: database.read,
  })
  const eventLog = new BankLog(catalogue)
  const hub = new Hub({
    db: database.read,
    log: eventLog,
    horizon,
    onError: (error) => log.warn({ err: error }, 'live streams wait'),
  })
  const follower = new Follower({
    db: database.write,
    log: eventLog,
    horizon,
    clock,
    logger: log,
    readers: [dispatcher({ jobs, events: () => registry.events }), counter],
    isWatched: () => hub.size > 0,
    onGrown: () => hub.grow(),
  })
  const outbound = makeOutbound({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE })
  const deliveries = new WebhookDeliveries({
    db: database.write,
    log: eventLog,
    outbound,
    sealer,
    clock,
    jobs,
    logger: log,
    events: () => registry.events,
    retrySeconds: config.WEBHOOK_RETRY_SECONDS,
    perMinute: config.WEBHOOK_DELIVERIES_PER_MINUTE,
    isBusy: () => executor.waiting > BUSY_POSTINGS,
  })
  const tools = makeTools({
    assets: catalogue,
    now: () => clock.now(),
    smsCents: config.SMS_FLAT_CHARGE_MINOR,
  })
  const smsCourier = new SmsCourier({
    providers: chooseSmsProviders(config, errands.write, clock),
    sender: config.SMS_SENDER,
    db: errands.write,
    jobs,
    clock,
    log,
    hear: (topic, key) => hear(topic, key),
    waitersMax: Math.max(1, Math.floor(config.DATABASE_CONNECTIONS / 3)),
  })
  const facilitator = chooseFacilitator(config, errands.write, clock)
  const payTo = config.X402_PAY_TO || SANDBOX_PAY_TO
  const x402Terms = facilitator && {
    networks: X402_NETWORKS,
    payTo,
    facilitator: facilitator.url,
  }
  const isServed = shareLater(() => findServed(registry.operations))
  const endpointBook = new EndpointBook(database.read)
  const endpointTolls = new Tolls({
    book: endpointBook,
    facilitator,
    payTo,
    sealer,
    baseUrl: url,
    db: errands.write,
    clock,
    isServed: (path) => isServed()('*', path),
  })
  const gate = new PaymentGate({
    rails: [
      ...(facilitator && x402Terms ? [x402Rail({ ...x402Terms, facilitator })] : []),
      ...(mayPretendToPay(config) ? sandboxRails(sealer) : []),
    ],
    x402: x402Terms,
    challenges: true,
    sealer,
    baseUrl: url,
    db: errands.write,
    clock,
  })
  const resourceBook = new ResourceBook(database.read)
  const resourceTolls = new ResourceTolls({
    book: resourceBook,
    gate: gate.options,
    assets: catalogue,
    sealer,
  })
  const pushes = new PushDeliveries({
    db: database.write,
    outbound: makeOutbound({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }),
    clock,
    jobs,
    log,
    hear: (topic, key) => hear(topic, key),
  })
  const escrowOptions = {
    assets: catalogue,
    jobs,
    feeBasisPoints: config.ESCROW_FEE_BASIS_POINTS,
    clock,
    log,
    hear: (topic: string, key: string) => hear(topic, key),
  }
  const registry: Registry = makeRegistry([
    assets({ holdings: { sum: sumAsset, isHeld: isAssetHeld } }),
    ledger({ prover, clock, log, hear: (topic, key) => hear(topic, key) }),
    rates({ assets: catalogue, keeper }),
    identity({
      clock,
      mailer,
      jobs,
      sealer,
      baseUrl: url,
      onRegistered: openMainAccount,
      otherWays: [connectedPrograms, ...waysIn],
      hasher: options.hasher,
    }),
    funding({ rule: cashRule, isRegistered }),
    apiKeys,
    agents({ clock, sealer, baseUrl: url, findFault: (address) => outbound.findFault(address) }),
    passkeys({ clock, sealer, baseUrl: url, origins: config.WEBAUTHN_ORIGINS }),
    oauth({ clock }),
    agentTools({
      tools,
      clock,
      assets: catalogue,
      feeBasisPoints: config.TRANSFER_FEE_BASIS_POINTS,
    }),
    agentMessages({
      db: database.write,
      clock,
      jobs,
      pushes,
      hear: (topic, key) => hear(topic, key),
    }),
    agentAgreements,
    escrow(escrowOptions),
    agentPayments({
      ...escrowOptions,
      escrow: escrowOptions,
      feeBasisPoints: config.AGENT_PAYMENT_FEE_BASIS_POINTS,
      expirySeconds: config.AGENT_PAYMENT_EXPIRY_SECONDS,
    }),
    reputation({ findDealing: dealingsBy(catalogue) }),
    mandates({
      assets: catalogue,
      signer: makeSigner(options.secret, 'mandates'),
      findPayment: findNamedPayment,
      clock,
      hear: (topic, key) => hear(topic, key),
    }),
    a2a({
      performer: {
        findOperation: (name) => registry.operations.find((op) => op.name === name),
        perform: async (op, call) => (await run(op, call)).output,
      },
      jobs,
      clock,
      hear: (topic, key) => hear(topic, key),
      baseUrl: url,
    }),
    accounts({ assets: catalogue, funding: cashRule }),
    transfers({ assets: catalogue, feeBasisPoints: config.TRANSFER_FEE_BASIS_POINTS }),
    transactions({ assets: catalogue, funding: cashRule, work }),
    workflows({ assets: catalogue }),
    queries({ work }),
    exchange({ assets: catalogue, pairs, engine }),
    baskets({ assets: catalogue, keeper, valuer }),
    gcuTerms,
    gcu({ assets: catalogue, keeper, sealer }),
    ramp({
      providers: makeProviders({
        simulated: simulatedProvider({ seconds: config.RAMP_SIMULATED_SECONDS, baseUrl: url }),
        real: chooseRampProvider(config),
        production: config.production,
      }),
      production: config.production,
      webhookSecret: config.RAMP_WEBHOOK_SECRET,
      sealer,
      keeper,
      jobs,
      clock,
      log,
      hear: (topic, key) => hear(topic, key),
    }),
    wallets({ assets: catalogue }),
    batches({ assets: catalogue, jobs, clock, log, hear: (topic, key) => hear(topic, key) }),
    webhooks({
      log: eventLog,
      outbound,
      sealer,
      jobs,
      deliveries,
      clock,
      events: () => registry.events,
    }),
    events({ log: eventLog, horizon, hub, events: () => registry.events }),
    monitoring({
      clock,
      startedAt: clock.now(),
      log: eventLog,
      horizon,
      answers,
      domains: () => registry.domains,
      streams: (user) => ({
        open: user === undefined ? hub.size : hub.countOf(user),
        position: hub.toldUntil,
      }),
      countOwn: (tx, who, now) => countOwnEvents(tx, who, now, catalogue),
      cacheDriver: options.limiter ? 'redis' : 'memory',
      memory: () => ({
        usedBytes: process.memoryUsage.rss(),
        peakBytes: process.resourceUsage().maxRSS * 1024,
      }),
    }),
    governance({
      assets: catalogue,
      basket,
      sealer,
      clock,
      log,
      hear: (topic, key) => hear(topic, key),
    }),
    machinePayments({
      gate,
      sealer,
      baseUrl: url,
      clock,
      assets: catalogue,
      isSoldElsewhere: async (tx, at) =>
        `${at.method} ${at.path}` === SEND_ROUTE || isEndpointAt(tx, at),
      listSold: (tx) => [
        listOf([{ ...parseRoute(SEND_ROUTE), amount: null, description: 'Send a text message.' }]),
        listSoldPaths(tx),
      ],
    }),
    sms({
      courier: smsCourier,
      gate,
      payersMax: Math.max(1, Math.floor(config.DATABASE_CONNECTIONS / 2)),
      reportSecret: config.SMS_REPORT_SECRET,
      networks: x402Terms?.networks ?? [],
      flatCents: config.SMS_FLAT_CHARGE_MINOR,
      clock,
      log,
    }),
    x402({
      facilitator,
      payTo,
      baseUrl: url,
      isServed: (method, path) => isServed()(method, path),
      clock,
    }),
    subscriptions({
      stores: chooseStores(config, clock),
      sealer,
      jobs,
      clock,
      log,
      hear: (topic, key) => hear(topic, key),
    }),
    cards({
      key: config.CARD_PLATFORM_PUBLIC_KEY || undefined,
      clock,
      log,
      hear: (topic, key) => hear(topic, key),
    }),
    system({
      version: VERSION,
      mode: config.FLORIN_MODE,
      startedAt: clock.now(),
      baseUrl: url,
      limits,
    }),
  ])
  const hear: Tell = (topic, key) => {
    if (topic === CREDENTIAL_CHANGED) {
      authenticator.forget(key)
      hub.dismiss(key)
    }
    if (topic === ACCOUNT_CHANGED) executor.forget(key)
    if (topic === ASSETS_CHANGED) reloadCatalogue()
    if (topic === ENDPOINTS_CHANGED) endpointBook.forget()
    if (topic === RESOURCES_CHANGED) resourceBook.forget()
  }
  const reloadCatalogue = (): void => {
    catalogue
      .load(database.read, clock.now())
      .then(() => engine.tidySoon())
      .catch((error: unknown) => log.warn({ err: error }, 'assets and rates are not up to date'))
  }
  const run: Run = makePipeline({
    database,
    clock,
    sealer,
    postings: desk.runnerBefore(cashRule.runnerBefore(engine.runnerBefore(executor))),
    hear,
    tracer: options.tracer,
    strict: options.strict ?? false,
    report: (problem, op, cause) => log.error({ operation: op.name, err: cause }, problem),
  })
  // The tool door has bearers of its own, which open nothing else.
  const authenticate: Authenticate = (bearer, address, bearers) =>
    bearers === 'programs'
      ? recognizeProgram(oauthServer, bearer, address)
      : authenticator.authenticate(bearer, address)
  const onFinished = makeObserver({ log, metrics, usage, activity, answers, clock })
  const server = makeServer({
    registry,
    run,
    log,
    clock,
    authenticate,
    limits: { limiter: options.limiter ?? new MemoryLimiter(), ...makeWindows(config) },
    trustedProxies: config.TRUSTED_PROXIES,
    isReady: () => started,
    onFinished,
    baseUrl: url,
    tolls: joinTolls([endpointTolls, resourceTolls]),
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  addProbes(server, {
    isStarted: () => started,
    isDatabaseUp: shareCheck(() => isUp(sql`select 1`.execute(database.read))),
    findProblem: shareCheck(() => findLedgerProblem(database.read)),
    metrics,
    metricsNeedAdmin: config.production,
  })
  addWelcome(server, {
    version: VERSION,
    mode: config.FLORIN_MODE,
    firstCall: () => firstCall(url()),
  })
  serveOpenApi(server, registry, url)
  addMcpDoor(server, {
    tools: new ToolKeeper({
      database,
      clock,
      tools,
      resources: makeResources(catalogue, () => clock.now()),
      operations: () => registry.operations,
      run,
      onError: (error, tool) => log.error({ err: error, tool }, 'a tool failed'),
    }),
    baseUrl: url,
    allowedOrigins: config.MCP_ALLOWED_ORIGINS,
    onAnswered: (request, reply) => onFinished(describeFinished(request, reply.statusCode)),
    onError: (error, requestId) => log.error({ err: error, req_id: requestId }, 'a tool failed'),
  })
  const operation = (name: string) => registry.operations.find((op) => op.name === name)!
  addOAuth(server, {
    server: oauthServer,
    signIn: {
      run,
      authenticate: (bearer, address) => authenticator.authenticate(bearer, address),
      operations: {
        logIn: operation('auth.login'),
        verifyCode: operation('two_factor.verify'),
        approve: operation(CONSENT_OPERATION),
      },
    },
    baseUrl: url,
    onAnswered: (request, status) => onFinished(describeFinished(request, status)),
    onError: (error, requestId) => log.error({ err: error, req_id: requestId }, 'a page failed'),
  })

  const flushUsage = async (): Promise<void> => {
    const lose = (error: unknown) => log.warn({ err: error }, 'usage of keys and sessions lost')
    await usage.flush(database.write).catch(lose)
    await activity.flush(database.write).catch(lose)
  }
  const flushTimer = setInterval(() => void flushUsage(), USAGE_FLUSH_MS)
  flushTimer.unref()

  return {
    registry,
    server,
    async prepare() {
      await checkSecret(database.write, sealer.fingerprint)
      const platformJobs: JobDef[] = [mailer.job, pruneReplies(clock)]
      const domainJobs = registry.domains.flatMap((domain) => domain.jobs ?? [])
      await jobs.start([...platformJobs, ...domainJobs], database.write)
      await keeper.prepare(database.write)
      await valuer.prepare(database.write)
      await catalogue.load(database.read, clock.now())
      const operator = await prepareOperator(
        config,
        { db: database.write, now: clock.now(), hear },
        log,
      )
      if (!config.production)
        await prepareVotes(database.write, { assets: catalogue, basket, clock, hear })
      if (config.production && (await countOperators(database.write)) === 0)
        throw new StartError(
          'No operator exists; set ADMIN_EMAIL and ADMIN_PASSWORD, with which the first one is made.',
        )
      listener = listen({
        address: options.address,
        channel: NODES_CHANNEL,
        log,
        onMessage: (message) => {
          const { topic, key } = readTold(message)
          hear(topic, key)
        },
        onGap: () => {
          authenticator.forgetAll()
          executor.forgetAll()
          hub.dismissAll()
          endpointBook.forget()
          resourceBook.forget()
          reloadCatalogue()
        },
      })
      completion.start()
      prover.start()
      follower.start()
      await jobs.send(database.write, SWEEP_JOB, {})
      started = true
      return operator ? { operator } : {}
    },
    async close() {
      clearInterval(flushTimer)
      // Streams never end by themselves, and the server waits for every answer.
      hub.close()
      await server.close()
      await Promise.all([
        completion.stop(),
        prover.stop(),
        follower.stop(),
        deliveries.stop(),
        pushes.stop(),
        workers.close(),
      ])
      await Promise.all([executor.close(), engine.close()])
      await lane.close()
      await listener?.close()
      await Promise.all([jobs.stop(), flushUsage()])
      await Promise.all([database.close(), errands.close()])
    },
  }
}

/** Everything the bank declares, without starting any of it: for the projections and the tests. */
export function describeBank(config: Config, log: Logger, clock: Clock): Registry {
  const address = { connectionString: 'postgres://nobody@localhost/none' }
  const app = makeApp({ config, address, secret: randomText(32), clock, log })
  void app.close()
  return app.registry
}

/** Made when it is first asked for. */
function shareLater<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

const isUp = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    () => false,
  )

function readPort(server: FastifyInstance): number {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function chooseMail(config: Config) {
  if (config.SMTP_URL !== '') return smtpMail(config.SMTP_URL, config.MAIL_FROM)
  return config.production ? undefined : folderMail(`${config.DATA_DIR}/outbox`, config.MAIL_FROM)
}

/** A production bank has no made-up prices: without a feed its operator sets them. */
const chooseFeeds = (config: Config) => [
  ...(config.RATE_FEED_URL === '' ? [] : [ecbFeed(config.RATE_FEED_URL)]),
  ...(config.production ? [] : [generatedFeed]),
]

const chooseRampProvider = (config: Config) =>
  config.RAMP_PROVIDER === STRIPE_BRIDGE
    ? stripeBridge({ url: config.RAMP_PROVIDER_URL, key: config.RAMP_PROVIDER_KEY })
    : undefined

/** A production bank sends no messages rather than simulated ones. */
function chooseSmsProviders(config: Config, db: Db, clock: Clock): SmsProviders {
  const { SMS_PROVIDER, SMS_PROVIDER_URL: url, SMS_PROVIDER_TOKEN: token } = config
  const simulated = (environment: Environment) => mockProvider({ environment, db, clock })
  const live = () => (config.production ? undefined : simulated('live'))
  return {
    live: SMS_PROVIDER === 'vertexsms' ? vertexSmsProvider({ url, token }) : live(),
    sandbox: simulated('sandbox'),
  }
}

/** What is real is not sold for play money: where messages really leave, payments are real, too. */
const mayPretendToPay = (config: Config): boolean =>
  !config.production && config.SMS_PROVIDER !== 'vertexsms'

/** The sandbox keeps its own books in place of a chain; production needs somebody who reaches one. */
function chooseFacilitator(config: Config, db: Db, clock: Clock): Facilitator | undefined {
  if (config.X402_FACILITATOR_URL !== '') return httpFacilitator(config.X402_FACILITATOR_URL)
  return mayPretendToPay(config) ? localFacilitator({ db, clock }) : undefined
}

/** A production bank believes what the stores stand by, and nothing where it cannot ask. */
function chooseStores(config: Config, clock: Clock) {
  const { production, APPLE_BUNDLE_ID: bundleId, GOOGLE_PLAY_PACKAGE: packageName } = config
  const apple =
    config.APPLE_APP_ID > 0
      ? chainReader({
          bundleId,
          appId: config.APPLE_APP_ID,
          roots: [config.APPLE_ROOT_CERTIFICATE || APPLE_ROOT_G3],
          asksOnline: config.APPLE_ONLINE_CHECKS,
        })
      : undefined
  const google =
    config.GOOGLE_PLAY_SERVICE_ACCOUNT === ''
      ? undefined
      : googleReader({
          url: config.GOOGLE_PLAY_URL,
          packageName,
          serviceAccount: config.GOOGLE_PLAY_SERVICE_ACCOUNT,
          clock,
          atOnceMax: Math.max(1, Math.floor(config.DATABASE_CONNECTIONS / 3)),
        })
  return {
    apple: apple ?? (production ? undefined : trustingReader({ bundleId })),
    google: google ?? (production ? undefined : simulatedGoogle),
    packageName,
    production,
  }
}

/** Strangers share a thousand a minute per address, and nothing when the limit is off. */
function makeWindows(config: Config): { known: Window[]; users: Window[]; strangers: Window[] } {
  const perMinute = config.RATE_LIMIT_PER_MINUTE
  const perHour = config.RATE_LIMIT_PER_HOUR
  const windows = (keys: number): Window[] =>
    [
      { limit: perMinute * keys, seconds: 60 },
      { limit: perHour * keys, seconds: 3600 },
    ].filter((window) => window.limit > 0)
  return {
    known: windows(1),
    users: windows(config.RATE_LIMIT_KEYS_PER_USER),
    strangers: perMinute > 0 ? [{ limit: 1000, seconds: 60 }] : [],
  }
}

interface Observers {
  readonly log: Logger
  readonly metrics: Metrics
  readonly usage: UsageRecorder
  readonly activity: ActivityRecorder
  readonly answers: AnswerCounts
  readonly clock: Clock
}

/** What is done about every answered call: a log line, a number, and the usage of its key. */
function makeObserver({
  log,
  metrics,
  usage,
  activity,
  answers,
  clock,
}: Observers): (finished: Finished) => void {
  // What is the same for every call of a route is written out once, not once per call.
  const logs = new Map<string, Logger>()
  const logOf = ({ operation, method, path }: Finished): Logger => {
    const name = `${operation} ${method} ${path}`
    const known = logs.get(name)
    if (known) return known
    const made = log.child({ operation, method, path })
    logs.set(name, made)
    return made
  }
  return (finished) => {
    const { caller, status, durationMs } = finished
    metrics.countRequest(finished.operation, status, durationMs)
    answers.record(finished.operation, status, clock.now(), finished.caller.user)
    const ms = Math.round(durationMs * 100) / 100
    logOf(finished).info({ req_id: finished.requestId, status, ms, user: caller.user })
    activity.record(caller, clock.now())
    if (caller.credential?.kind !== 'api_key') return
    usage.record({
      key_uuid: caller.credential.id,
      method: finished.method,
      path: finished.path,
      ip_address: caller.address,
      user_agent: finished.userAgent,
      response_code: status,
      response_time_ms: durationMs,
      at: clock.now(),
    })
  }
}

const pruneReplies = (clock: Clock): JobDef => ({
  name: 'platform.prune_replies',
  cron: '7 * * * *',
  retries: 0,
  async run(_payload, db) {
    await deleteOldReplies(db, clock.now())
  },
})

/** A node with another key could not open what its neighbours sealed. */
async function checkSecret(
  db: Parameters<typeof settleSetting>[0],
  fingerprint: string,
): Promise<void> {
  if ((await settleSetting(db, 'secret_fingerprint', fingerprint)) !== fingerprint)
    throw new StartError(
      'FLORIN_SECRET is not the one this database was set up with; set the one it was.',
    )
}

async function prepareOperator(
  config: Config,
  work: Parameters<typeof ensureOperator>[1],
  log: Logger,
): Promise<Operator | undefined> {
  if (config.ADMIN_EMAIL !== '') {
    const operator = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD }
    const outcome = await ensureOperator(operator, work)
    if (outcome === 'changed')
      log.info(`${config.ADMIN_EMAIL} has a new password from ADMIN_PASSWORD; its sessions ended`)
    if (outcome === 'differs')
      log.warn(
        `ADMIN_PASSWORD is not the password of ${config.ADMIN_EMAIL}, which stays; "florin operator reset" sets a new one`,
      )
    if (outcome === 'not_an_operator')
      log.warn(
        `${config.ADMIN_EMAIL} is registered, but not as an operator; choose another ADMIN_EMAIL`,
      )
    return undefined
  }
  if (config.production) return undefined
  const operator = { email: 'operator@florin.local', password: `${randomText(16)}-aA1` }
  return (await addOperator(operator, work)) ? operator : undefined
}
