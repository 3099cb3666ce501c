// Puts the bank together: the list of domains, and the steps from that list to a server.
import type { Tracer } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { type BankOptions, openBank } from './bank.ts'
import { baseUrl } from './config.ts'
import { openDoors } from './doors.ts'
import { agentsArea } from './domains/agents/index.ts'
import { agentTools } from './domains/assistant/agent-tools/index.ts'
import { assistantArea } from './domains/assistant/index.ts'
import { ledger } from './domains/core/ledger/index.ts'
import { coreArea } from './domains/core/index.ts'
import { marketsArea } from './domains/markets/index.ts'
import { identity } from './domains/people/identity/index.ts'
import { oauth } from './domains/people/oauth/index.ts'
import { partners } from './domains/people/partners/index.ts'
import { peopleArea } from './domains/people/index.ts'
import { railsArea } from './domains/rails/index.ts'
import { sellingArea } from './domains/selling/index.ts'
import { controls } from './domains/watching/controls/index.ts'
import { watchingArea } from './domains/watching/index.ts'
import { type Areas, assemble, type Domain, type DomainSettings } from './operation/domain.ts'
import { makePipeline } from './operation/pipeline.ts'
import type { Limiter } from './platform/limiter.ts'
import { portOf } from './transport/rest/server.ts'

/** The areas, each after those it depends on. A new domain is a line in its area's index. */
const areas: Areas = {
  'People and access': peopleArea,
  'Core banking': coreArea,
  Markets: marketsArea,
  Agents: agentsArea,
  Selling: sellingArea,
  'Payment rails': railsArea,
  Watching: watchingArea,
  Assistant: assistantArea,
}
export const domains: readonly Domain[] = Object.values(areas).flat()

export interface AppOptions extends Omit<BankOptions, 'limiter' | 'baseUrl'> {
  readonly settings: DomainSettings
  readonly tracer?: Tracer | undefined
  /** Counts for all nodes together; without it each process counts in its own memory. */
  readonly limiter?: Limiter | undefined
  /** Where the built console is; without it a page says that there is none. */
  readonly consoleFolder?: string | undefined
  /** For tests: a handler that violates its declaration fails the call. */
  readonly strict?: boolean
  readonly timeouts?: { readonly requestMs: number; readonly checkEveryMs: number } | undefined
}

export function makeApp(options: AppOptions) {
  let isStarted = false
  const open = openBank({
    ...options,
    limiter: options.limiter ? 'redis' : 'memory',
    baseUrl: () => baseUrl(options.config, portOf(server)),
  })
  const { bank } = open
  const assembly = assemble(domains, bank, options.settings, areas)
  const run = makePipeline({
    ...bank,
    ...assembly,
    tracer: options.tracer,
    strict: options.strict ?? false,
    report: (problem, op, cause) => options.log.error({ operation: op.name, err: cause }, problem),
  })
  open.complete(assembly, run)
  const server: FastifyInstance = openDoors({
    ...options,
    ...open,
    assembly,
    run,
    isStarted: () => isStarted,
    findProblem: assembly.faceOf(ledger).findProblem,
    people: assembly.faceOf(identity),
    partners: assembly.faceOf(partners),
    programs: assembly.faceOf(oauth),
    tools: assembly.faceOf(agentTools),
    controls: assembly.faceOf(controls),
  })
  return {
    registry: assembly.registry,
    server,
    /** Run it after the migrations; then calls are served. Returns the operator that was created, if any. */
    async prepare() {
      await open.prepare()
      isStarted = true
      return { operator: assembly.faceOf(identity).madeOperator() }
    },
    async close() {
      assembly.release()
      await server.close()
      await open.close()
    },
  }
}

export type App = ReturnType<typeof makeApp>
