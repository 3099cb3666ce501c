// Domains of a test, served over HTTP beside a bank: its database, its users, its clock, but with ports of the test.
import { pino } from 'pino'
import { AssetCatalogue } from '../../src/domains/core/assets/index.ts'
import { Authenticator } from '../../src/domains/people/identity/credentials/authenticator.ts'
import { OpenStreams } from '../../src/operation/open-streams.ts'
import { makePipeline } from '../../src/operation/pipeline.ts'
import { type Declared, makeRegistry } from '../../src/operation/registry.ts'
import { type Db, openDatabase } from '../../src/platform/database.ts'
import { MemoryLimiter } from '../../src/platform/limiter.ts'
import { makeSealer } from '../../src/platform/key-ring.ts'
import { makeServer } from '../../src/transport/rest/server.ts'
import { type Bank, call } from './bank.ts'
import { noLedger } from './no-ledger.ts'

export interface Beside {
  readonly call: Bank['call']
  readonly db: Db
  /** Runs a job of these domains now. */
  runJob(name: string, payload?: object): Promise<void>
  stop(): Promise<void>
}

export async function serveBeside(
  bank: Bank,
  make: (assets: AssetCatalogue) => readonly Declared[],
): Promise<Beside> {
  const database = openDatabase(bank.address, { connectionsMax: 8, onError: () => {} })
  const assets = new AssetCatalogue()
  await assets.load(database.read, bank.clock.now())
  const registry = makeRegistry(make(assets))
  const authenticator = new Authenticator({
    db: database.read,
    clock: bank.clock,
    isListening: () => false,
  })
  const run = makePipeline({
    database,
    clock: bank.clock,
    sealer: makeSealer('a secret for what stands beside'),
    streams: new OpenStreams(),
    invalidate: () => {},
    strict: true,
    notifyLater: () => {},
    complain: () => {},
    ledger: noLedger,
    find: registry.find,
  })
  const server = makeServer({
    registry,
    run,
    log: pino({ level: 'silent' }),
    clock: bank.clock,
    authenticate: (bearer, address) => authenticator.authenticate(bearer, address),
    limits: {
      limiter: new MemoryLimiter(),
      current: () => ({ known: [], users: [], strangers: [] }),
    },
    trustedProxies: [],
    isReady: () => true,
    onFinished: () => {},
    baseUrl: () => bank.url,
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as { port: number }
  const jobs = registry.domains.flatMap((domain) => domain.jobs)
  return {
    db: database.write,
    call: (route, body, options) => call(`http://127.0.0.1:${port}`, route, body, options),
    runJob: (name, payload = {}) =>
      jobs.find((job) => job.name === name)!.run(payload, database.write),
    async stop() {
      await server.close()
      await database.close()
    },
  }
}
