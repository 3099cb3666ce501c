// Lists every operation, error and event of the bank, and checks that names, codes, routes and fields are
// unique. Otherwise the process does not start.
import type { JobDef } from '../platform/jobs.ts'
import type { AnyErrorDef } from './error.ts'
import * as common from './error.ts'
import type { EventDef } from './event.ts'
import type { Examples } from './examples.ts'
import { platformSealed, type SealedColumn } from './keys/sealed-columns.ts'
import type { NameSource } from './names.ts'
import {
  type AnyOperation,
  isWrite,
  needsConfirmedEmail,
  needsFreshProof,
  type OperationName,
} from './operation.ts'
import { type PersonalData, platformPersonalData } from './personal-data.ts'
import { platformRetention, type Retention } from './retention.ts'
import type { AnyTool } from './tool.ts'
import type { WorkQueue } from './work-queue.ts'

/** The declarations of one domain. */
export interface Declared {
  readonly name: string
  /** The area of the bank that it belongs to, as readers of the API see it. */
  readonly area?: string | undefined
  readonly summary: string
  /** The GraphQL schema of its operations; each may name another. */
  readonly graphql?: string | undefined
  readonly operations: readonly AnyOperation[]
  readonly events: readonly EventDef[]
  readonly examples: Examples
  readonly jobs: readonly JobDef[]
  readonly retention: readonly Retention[]
  readonly sealed: readonly SealedColumn[]
  readonly personalData: PersonalData
  readonly tools: readonly AnyTool[]
  readonly queues: readonly WorkQueue[]
  readonly names: readonly NameSource[]
}

export interface Registry {
  readonly domains: readonly Declared[]
  readonly operations: readonly AnyOperation[]
  readonly events: readonly EventDef[]
  readonly tools: readonly AnyTool[]
  readonly errors: readonly AnyErrorDef[]
  /** Of the domains, and of the tables that belong to none. */
  readonly retention: readonly Retention[]
  /** The columns with sealed values, of the domains and of the tables that belong to none. */
  readonly sealed: readonly SealedColumn[]
  /** Of every table. */
  readonly personalData: PersonalData
  /** What waits for operators. */
  readonly queues: readonly WorkQueue[]
  readonly names: readonly NameSource[]
  /** Throws if there is none. */
  readonly find: (name: OperationName) => AnyOperation
}

export function makeRegistry(domains: readonly Declared[]): Registry {
  const operations = domains.flatMap((domain) => domain.operations)
  const tools = domains.flatMap((domain) => domain.tools)
  const events = domains
    .flatMap((domain) => domain.events)
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))
  unique(
    'domain',
    domains.map((d) => d.name),
  )
  unique(
    'operation',
    operations.map((op) => op.name),
  )
  unique(
    'route',
    operations.flatMap((op) => op.rest.map((r) => r.route.replace(/:\w+/g, ':'))),
  )
  unique(
    'tool',
    tools.map((tool) => tool.name),
  )
  unique(
    'event',
    events.map((event) => `${event.type} v${event.version}`),
  )
  const retention = [...platformRetention, ...domains.flatMap((domain) => domain.retention)]
  unique(
    'retention of',
    retention.map(({ table, only }) => (only === undefined ? table : `${table} where ${only}`)),
  )
  const personalData = [
    ...platformPersonalData,
    ...domains.flatMap((domain) => domain.personalData),
  ]
  unique(
    'personal data of',
    personalData.map(({ table }) => table),
  )
  const queues = domains.flatMap((domain) => domain.queues)
  unique(
    'work queue',
    queues.map(({ name }) => name),
  )
  const names = domains.flatMap((domain) => domain.names)
  const byName = new Map(operations.map((op) => [op.name, op]))
  const find = (name: OperationName): AnyOperation => {
    const op = byName.get(name)
    if (!op) throw new Error(`There is no operation "${name}".`)
    return op
  }
  for (const op of operations) checkSubject(op, find)
  const errors = listErrors(operations)
  const sealed = [...platformSealed, ...domains.flatMap((domain) => domain.sealed)]
  unique(
    'sealed column',
    sealed.map(({ table, column }) => `${table}.${column}`),
  )
  return {
    domains,
    operations,
    events,
    tools,
    errors,
    retention,
    sealed,
    personalData,
    queues,
    names,
    find,
  }
}

/** The query that reads what a command changes must be cheap, and must not ask for more than the command takes. */
function checkSubject(op: AnyOperation, find: Registry['find']): void {
  if (typeof op.subject !== 'string' || op.subject === 'answer') return
  const query = find(op.subject)
  const { required = [] } = query.input as { readonly required?: readonly string[] }
  const missing = required.find((name) => !(name in op.input.properties))
  if (query.kind !== 'query' || query.heavy || missing !== undefined)
    throw new Error(`${op.name} cannot be compared by ${query.name}.`)
}

function unique(what: string, names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`The ${what} "${repeated}" is declared twice.`)
}

/** Refuses two declarations of the same code, because they would drift apart. */
function listErrors(operations: readonly AnyOperation[]): AnyErrorDef[] {
  const byCode = new Map<string, AnyErrorDef>()
  for (const error of [...commonErrors, ...operations.flatMap((op) => op.errors)]) {
    const known = byCode.get(error.code)
    if (known && known !== error) throw new Error(`The error "${error.code}" is declared twice.`)
    byCode.set(error.code, error)
  }
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

const commonErrors: readonly AnyErrorDef[] = Object.values(common).filter(
  (value): value is typeof common.Unauthenticated => 'code' in value,
)

/** The errors that the pipeline itself may answer for this operation, besides those it declares. */
export function pipelineErrors(op: AnyOperation): AnyErrorDef[] {
  return [
    ...(op.auth === 'public' ? [] : [common.Unauthenticated]),
    ...(op.auth === 'public'
      ? []
      : [common.InsufficientScope, common.TwoFactorRequired, common.Forbidden]),
    ...(needsFreshProof(op) ? [common.ReauthenticationRequired] : []),
    ...(needsConfirmedEmail(op) ? [common.EmailNotConfirmed] : []),
    ...(takesInput(op) && !op.invalid ? [common.Invalid] : []),
    ...(isWrite(op) ? [common.IdempotencyConflict, common.RequestInProgress] : []),
    common.RateLimited,
    ...(op.heavy ? [common.TooManyConcurrentRequests] : []),
    common.Unavailable,
  ]
}

/** A write can always be refused for its Idempotency-Key. */
const takesInput = (op: AnyOperation): boolean =>
  isWrite(op) || Object.keys(op.input.properties).length > 0
