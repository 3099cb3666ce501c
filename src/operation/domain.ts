// A domain is a folder with a manifest: its name, its settings and the other domains it needs. The domain
// then builds its own parts; `assemble` puts the bank together in a loop over the list of domains.
import type { SealedColumn } from './keys/sealed-columns.ts'
import type { JobDef } from '../platform/jobs.ts'
import type { Metric } from '../platform/metric.ts'
import {
  type Environment,
  type Mode,
  readSettings,
  type Settings,
  type Values,
  type Variables,
} from '../platform/settings.ts'
import type { Bank } from './bank.ts'
import type { EventDef } from './event.ts'
import type { Listen } from './event-listener.ts'
import type { Examples } from './examples.ts'
import { sealExtensionPoints } from './extension-point.ts'
import type { FinishedCall } from './finished-call.ts'
import type { Gate } from './gate.ts'
import type { NameSource } from './names.ts'
import type { AnyOperation, Invalidate } from './operation.ts'
import type { ReaderDef } from './reader.ts'
import type { Paywall } from './paywall.ts'
import type { PersonalData } from './personal-data.ts'
import { makeRegistry, type Registry } from './registry.ts'
import type { Retention } from './retention.ts'
import type { AnyTool } from './tool.ts'
import type { WorkQueue } from './work-queue.ts'

/** A cache on this node that a change on any node may make stale. */
export interface Cache {
  /** Changes are announced by topic and key, with `ctx.invalidate`. */
  readonly topic: string
  /** If it decides who callers are, those with open streams are recognized again: those of the key, or all. */
  readonly decidesAbout?: 'the credential' | 'all callers'
  forget(key: string): void
  /** Drops everything, because invalidations may have been missed. */
  forgetAll(): void
}

/** Background work that runs from the start of the process to its end. */
export interface Worker {
  start?(): void | Promise<void>
  /** Ends the calls that would never end by themselves, before the server waits for the calls in progress. */
  release?(): void
  stop(): void | Promise<void>
}

/** The parts that a domain adds to the bank. */
export interface Part<Exports = unknown> {
  /** The functions and extension points offered to domains that list this one in `needs`. */
  readonly exports?: Exports
  readonly operations: readonly AnyOperation[]
  readonly tools?: readonly AnyTool[]
  readonly jobs?: readonly JobDef[]
  /** How long the rows of its tables are kept; other rows stay, or a job of the domain deletes them. */
  readonly retention?: readonly Retention[]
  /** The columns of its tables that hold sealed values. */
  readonly sealed?: readonly SealedColumn[]
  /** Work of the domain that waits for operators. */
  readonly queues?: readonly WorkQueue[]
  /** The names of its things, by which operators recognize them. */
  readonly names?: readonly NameSource[]
  /** What is read of the domain on each scrape. */
  readonly metrics?: readonly Metric[]
  readonly caches?: readonly Cache[]
  readonly workers?: readonly Worker[]
  /** Opens streams of events for the subscriptions of all domains; the domain that has the event log offers it. */
  readonly listen?: Listen
  /** Readers of the event log; each keeps its own place in it. */
  readonly readers?: readonly ReaderDef[]
  /** Paywalls in front of routes that cost something. */
  readonly paywalls?: readonly Paywall[]
  /** Each is asked before every call and may refuse it for a while. */
  readonly gates?: readonly Gate[]
  /** Called after every answered call. */
  readonly observers?: readonly ((finished: FinishedCall) => void)[]
  /** Runs after the migrations and before calls are served, in the order of the domains. */
  prepare?(): Promise<void>
}

/** The manifest of a domain; `Exports` is the type of the functions that it offers to other domains. */
export interface Domain<Exports = unknown> {
  readonly name: string
  readonly summary: string
  /** The GraphQL schema of its operations; each may name another. */
  readonly graphql?: string
  /** The database schemas of its tables; its name with underscores by default. */
  readonly schemas?: readonly string[]
  readonly settings?: Settings<Variables>
  readonly events?: Readonly<Record<string, EventDef>>
  /** What each of its tables holds about persons. */
  readonly personalData?: PersonalData
  /** An example request and answer for every operation that has a route. */
  readonly examples?: Examples
  readonly needs: Needs
  setUp(bank: Bank, settings: Values<Variables>, needs: ExportsOfNeeds<Needs>): Part<Exports>
}

export type Needs = Readonly<Record<string, Domain>>
export type ExportsOf<D> = D extends Domain<infer Exports> ? Exports : never
export type ExportsOfNeeds<N extends Needs> = { readonly [Name in keyof N]: ExportsOf<N[Name]> }

interface Definition<V extends Variables, N extends Needs, Exports>
  extends Omit<Domain<Exports>, 'settings' | 'needs' | 'setUp'> {
  readonly settings?: Settings<V>
  readonly needs: N
  setUp(bank: Bank, settings: Values<V>, needs: ExportsOfNeeds<N>): Part<Exports>
}

export const defineDomain = <Exports, V extends Variables, N extends Needs>(
  definition: Definition<V, N, Exports>,
): Domain<Exports> => Object.freeze(definition)

/** The values of every domain's settings, read and checked before anything is started. */
export type DomainSettings = ReadonlyMap<Domain, Values<Variables>>

export const readDomainSettings = (
  domains: readonly Domain[],
  env: Environment,
  mode: Mode,
): DomainSettings =>
  new Map(
    domains.flatMap((domain) =>
      domain.settings ? [[domain, readSettings(domain.settings, env, mode)]] : [],
    ),
  )

export interface Assembly {
  readonly registry: Registry
  readonly jobs: readonly JobDef[]
  readonly listen: Listen
  readonly readers: readonly ReaderDef[]
  readonly paywalls: readonly Paywall[]
  readonly gates: readonly Gate[]
  exportsOf<D extends Domain>(domain: D): ExportsOf<D>
  readonly forget: Invalidate
  forgetAll(): void
  observe(finished: FinishedCall): void
  prepare(): Promise<void>
  start(): Promise<void>
  release(): void
  stop(): Promise<void>
}

/** The areas of the bank by the name that readers of the API see, each with its domains. */
export type Areas = Readonly<Record<string, readonly Domain[]>>

export function assemble(
  domains: readonly Domain[],
  bank: Bank,
  settings: DomainSettings,
  areas: Areas = {},
): Assembly {
  const parts = setUpAll(domains, bank, settings)
  for (const [{ name }, { exports }] of parts) sealExtensionPoints(name, exports)
  const all = [...parts.values()]
  const caches = all.flatMap((part) => part.caches ?? [])
  const workers = all.flatMap((part) => part.workers ?? [])
  bank.metrics.add(all.flatMap((part) => part.metrics ?? []))
  const observers = all.flatMap((part) => part.observers ?? [])
  return {
    registry: makeRegistry(
      [...parts].map(([domain, part]) => ({
        name: domain.name,
        area: Object.keys(areas).find((area) => areas[area]!.includes(domain)),
        summary: domain.summary,
        graphql: domain.graphql,
        operations: part.operations,
        events: Object.values(domain.events ?? {}),
        examples: domain.examples ?? {},
        jobs: part.jobs ?? [],
        retention: part.retention ?? [],
        sealed: part.sealed ?? [],
        personalData: domain.personalData ?? [],
        tools: part.tools ?? [],
        queues: part.queues ?? [],
        names: part.names ?? [],
      })),
    ),
    jobs: all.flatMap((part) => part.jobs ?? []),
    listen: onlyOf(all.flatMap((part) => part.listen ?? [])),
    readers: all.flatMap((part) => part.readers ?? []),
    paywalls: all.flatMap((part) => part.paywalls ?? []),
    gates: all.flatMap((part) => part.gates ?? []),
    exportsOf: <D extends Domain>(domain: D) => parts.get(domain)!.exports as ExportsOf<D>,
    forget(topic, key) {
      const concerned = caches.filter((cache) => cache.topic === topic)
      for (const cache of concerned) cache.forget(key)
      const deciding = concerned.map(({ decidesAbout }) => decidesAbout)
      if (deciding.includes('all callers')) bank.streams.recognizeAgain()
      else if (deciding.includes('the credential')) bank.streams.recognizeAgain(key)
    },
    forgetAll() {
      for (const cache of caches) cache.forgetAll()
      bank.streams.recognizeAgain()
    },
    observe(finished) {
      for (const observer of observers) observer(finished)
    },
    async prepare() {
      for (const part of all) await part.prepare?.()
    },
    async start() {
      for (const worker of workers) await worker.start?.()
    },
    release() {
      for (const worker of workers) worker.release?.()
    },
    stop: () => stopInOrder(parts),
  }
}

/** The bank has one event log, so one domain opens its streams. */
function onlyOf(offered: readonly Listen[]): Listen {
  const [listen = refuseToListen, ...others] = offered
  if (others.length > 0) throw new Error('Two domains open the streams of the event log.')
  return listen
}

const refuseToListen: Listen = () =>
  Promise.reject(new Error('No domain opens the streams of the event log.'))

/** Sets each domain up after those that it needs, whatever the order of the list. */
function setUpAll(
  domains: readonly Domain[],
  bank: Bank,
  settings: DomainSettings,
): ReadonlyMap<Domain, Part> {
  const parts = new Map<Domain, Part>()
  const setUp = (domain: Domain): Part => {
    const part = domain.setUp(bank, settings.get(domain) ?? {}, exportsFor(domain))
    parts.set(domain, part)
    return part
  }
  const exportsFor = (domain: Domain): ExportsOfNeeds<Needs> =>
    Object.fromEntries(
      Object.entries(domain.needs).map(([name, needed]) => {
        if (!domains.includes(needed))
          throw new Error(`${domain.name} needs ${needed.name}, which is not in the list.`)
        return [name, (parts.get(needed) ?? setUp(needed)).exports]
      }),
    )
  for (const domain of domains) if (!parts.has(domain)) setUp(domain)
  return parts
}

/** Stops each domain after all domains that need it; independent domains stop at the same time. */
async function stopInOrder(parts: ReadonlyMap<Domain, Part>): Promise<void> {
  const stopped = new Map<Domain, Promise<void>>()
  const stop = async (domain: Domain, dependants: readonly Domain[]): Promise<void> => {
    for (const dependant of dependants) await stopped.get(dependant)
    for (const worker of (parts.get(domain)?.workers ?? []).toReversed()) await worker.stop()
  }
  const backwards = [...parts.keys()].toReversed()
  for (const domain of backwards)
    stopped.set(
      domain,
      stop(
        domain,
        backwards.filter((other) => Object.values(other.needs).includes(domain)),
      ),
    )
  await Promise.all(stopped.values())
}
