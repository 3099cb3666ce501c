// Puts the bank together: the steps from the list of domains to a server.
import type { FastifyInstance } from 'fastify'
import { type BankOptions, openBank } from './bank.ts'
import { baseUrl } from './config.ts'
import { loadDemoInto } from './demo-load.ts'
import { addTransports } from './transports.ts'
import { a2a } from './domains/agents/a2a/index.ts'
import { agentTools } from './domains/assistant/agent-tools/index.ts'
import { ledger } from './domains/core/ledger/index.ts'
import { areas, domains } from './domains/index.ts'
import { identity } from './domains/people/identity/index.ts'
import { oauth } from './domains/people/oauth/index.ts'
import { partners } from './domains/people/partners/index.ts'
import { controls } from './domains/operations/controls/index.ts'
import type { Bank } from './operation/bank.ts'
import { assemble, type Assembly, type DomainSettings } from './operation/domain.ts'
import { makePipeline } from './operation/pipeline.ts'
import { readFromStandbys } from './operation/standbys/reads.ts'
import type { Limiter } from './platform/limiter.ts'
import { portOf } from './transport/rest/server.ts'

export interface AppOptions extends Omit<BankOptions, 'limiter' | 'baseUrl' | 'loadDemo'> {
  /** By default that of the port on which the server listens. */
  readonly baseUrl?: (() => string) | undefined
  readonly settings: DomainSettings
  readonly limiter?: Limiter | undefined
  /** Where the built console is; without it a page says that there is none. */
  readonly consoleFolder?: string | undefined
  readonly timeouts?: { readonly requestMs: number; readonly checkEveryMs: number } | undefined
}

export interface App extends Pick<Assembly, 'registry' | 'jobs' | 'exportsOf'> {
  readonly bank: Bank
  readonly server: FastifyInstance
  /** Run it after the migrations; then calls are served. Returns the operator that was created, if any. */
  prepare(): Promise<{
    readonly operator: { readonly email: string; readonly password: string } | undefined
  }>
  /** From now on the bank is not ready, and asks clients to open their next connection elsewhere. */
  readonly drain: () => void
  close(): Promise<void>
}

export function makeApp(options: AppOptions): App {
  const open = openBank({
    ...options,
    limiter: options.limiter ? 'redis' : 'memory',
    baseUrl: options.baseUrl ?? (() => baseUrl(options.config, portOf(server))),
    loadDemo: (request) => loadDemoInto(open, options, request, makeApp),
  })
  const { bank } = open
  const assembly = assemble(domains, bank, options.settings, areas)
  const runOnPrimary = makePipeline({
    database: bank.database,
    clock: bank.clock,
    sealer: bank.sealer,
    streams: bank.streams,
    forward: bank.forward,
    invalidate: bank.invalidate,
    notifyLater: bank.notifyLater,
    complain: bank.complain,
    ledger: assembly.exportsOf(ledger).executor,
    find: assembly.registry.find,
    gates: assembly.gates,
    tracer: options.tracer,
    strict: options.strict ?? false,
  })
  const hasStandbys = options.config.STANDBY_URLS.length > 0
  const run = hasStandbys ? readFromStandbys(runOnPrimary, open.standbys) : runOnPrimary
  open.complete(assembly, run)
  const server: FastifyInstance = addTransports({
    ...options,
    ...open,
    assembly,
    run,
    people: assembly.exportsOf(identity),
    partners: assembly.exportsOf(partners),
    programs: assembly.exportsOf(oauth),
    tools: assembly.exportsOf(agentTools),
    a2a: assembly.exportsOf(a2a),
    controls: assembly.exportsOf(controls),
  })
  return {
    bank,
    ...assembly,
    server,
    async prepare() {
      await open.prepare()
      return { operator: assembly.exportsOf(identity).madeOperator() }
    },
    drain: open.drain,
    async close() {
      assembly.release()
      await server.close()
      await open.close()
    },
  }
}
