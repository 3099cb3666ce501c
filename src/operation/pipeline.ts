// The fixed order in which every call runs, whatever door it came through:
//   authorize → validate → prepare → begin → idempotency → handler → pick output → record → commit
// (Who calls is found out, and counted against a limit, at the door: strangers are limited too.)
import {
  type Context as TraceContext,
  context,
  propagation,
  type Span,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'
import type { Clock } from '../kernel/clock.ts'
import { type Database, type Db, retrying, withRowsMax } from '../platform/database.ts'
import type { Sealer } from '../platform/secrets.ts'
import type { Caller } from './caller.ts'
import {
  AppError,
  excuseDatabase,
  Forbidden,
  InsufficientScope,
  Invalid,
  TwoFactorRequired,
  Unauthenticated,
} from './error.ts'
import type { Emit } from './event.ts'
import {
  findEarlier,
  keepReply,
  type IdempotentCall,
  type Outcome,
  type Reply,
} from './idempotency.ts'
import type { AnyOperation, Context, Need, Invalidate } from './operation.ts'
import type { Cause, Plan } from './posting.ts'
import { pipelineErrors } from './registry.ts'
import { shapeOf } from './shape.ts'
import {
  type EmittedEvent,
  insertAudits,
  insertEvents,
  notifyNodes,
  type Invalidation,
} from './store.ts'

export interface Call {
  readonly caller: Caller
  readonly input: unknown
  readonly requestId: string
  readonly idempotencyKey?: string | undefined
  /** What the door does in the transaction of a command, before it: both happen, or neither does. */
  readonly alongside?: ((ctx: Context) => Promise<void>) | undefined
  /** The caller's place in a trace (W3C), so that ours continues theirs. */
  readonly traceParent?: string | undefined
}

/** Runs the decisions of many postings and commits them in one transaction. */
export interface PostingRunner {
  run(
    plan: Plan,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    /** What leaves the bank of what the decision returned; also what a retry is answered with. */
    finish: (output: unknown) => unknown,
  ): Promise<Reply>
}

export interface PipelineOptions {
  readonly database: Pick<Database, 'write' | 'read'>
  readonly clock: Clock
  readonly sealer: Sealer
  /** Who decides postings, by the name that their plans carry; a plan without a name is the ledger's. */
  readonly runners?: ReadonlyMap<string, PostingRunner>
  /** What this node does when something cached has changed; others hear of it by NOTIFY. */
  readonly invalidate: Invalidate
  /** Only when traces are exported: even a tracer that does nothing takes time on every call. */
  readonly tracer?: Tracer | undefined
  /** In tests a handler that breaks its own declaration fails the call; otherwise it is reported. */
  readonly strict: boolean
  readonly report: (problem: string, op: AnyOperation, cause: unknown) => void
}

export type Run = (op: AnyOperation, call: Call) => Promise<Reply>

interface InTransaction {
  readonly idempotency: IdempotentCall | undefined
  readonly prepared: unknown
  readonly tx: Db
  readonly invalidations: Invalidation[]
}

const IDEMPOTENCY_KEY_LENGTH_MAX = 255

/** What one statement of a query that is not heavy may fetch; checked in tests. */
const CHEAP_ROWS_MAX = 2_500

export function makePipeline(options: PipelineOptions): Run {
  const { database, clock } = options

  async function run(op: AnyOperation, call: Call): Promise<Reply> {
    authorize(op, call.caller)
    const input = readInput(op, call.input)
    if (call.alongside && op.kind !== 'command')
      throw new Error(`${op.name} has no transaction that anything could be done alongside`)
    try {
      if (op.kind === 'query') return await runQuery(op, input, call)
      if (op.kind === 'subscription') return await runSubscription(op, input, call)
      const idempotency = readIdempotency(op, input, call, options.sealer)
      if (op.kind === 'posting') return await runPosting(op, input, call, idempotency)
      return await runCommand(op, input, call, idempotency)
    } catch (error) {
      throw judgeError(op, error, call.alongside !== undefined)
    }
  }

  const readingContext = (op: AnyOperation, call: Call): Context => ({
    ...contextOf(op, call),
    tx: options.strict && !op.heavy ? withRowsMax(database.read, CHEAP_ROWS_MAX) : database.read,
    emit: refuseToAnnounce,
    flush: refuseToAnnounce,
    invalidate: refuseToAnnounce,
  })

  async function runQuery(op: AnyOperation, input: object, call: Call): Promise<Reply> {
    const output = await op.handler(input, readingContext(op, call), undefined)
    return { output: pickOutput(op, output), replayed: false }
  }

  async function runSubscription(op: AnyOperation, input: object, call: Call): Promise<Reply> {
    const opened = (await op.handler(
      input,
      readingContext(op, call),
      undefined,
    )) as AsyncIterable<unknown>
    const picked = async function* () {
      for await (const item of opened) yield item === undefined ? item : pickOutput(op, item)
    }
    return { output: picked(), replayed: false }
  }

  function runPosting(
    op: AnyOperation,
    input: object,
    call: Call,
    idempotency: IdempotentCall | undefined,
  ) {
    const cause = contextOf(op, call)
    const plan = op.handler(input, cause as Context, undefined) as Plan
    const runner = options.runners?.get(plan.runner ?? 'ledger')
    if (!runner) throw new Error(`${op.name}: nobody takes its postings`)
    return runner.run(plan, cause, idempotency, (output) => pickOutput(op, output))
  }

  async function runCommand(
    op: AnyOperation,
    input: object,
    call: Call,
    idempotency: IdempotentCall | undefined,
  ) {
    const prepared: unknown = await op.prepare?.(input, readingContext(op, call))
    const { outcome, invalidations } = await retrying(async () => {
      const announced: Invalidation[] = []
      const settled = await database.write
        .transaction()
        .execute((tx) =>
          runInTransaction(op, input, call, {
            idempotency,
            prepared,
            tx,
            invalidations: announced,
          }),
        )
      return { outcome: settled, invalidations: announced }
    })
    for (const { topic, key } of invalidations) options.invalidate(topic, key)
    if ('kept' in outcome) throw outcome.kept
    return outcome
  }

  async function runInTransaction(
    op: AnyOperation,
    input: object,
    call: Call,
    { idempotency, prepared, tx, invalidations }: InTransaction,
  ): Promise<Outcome> {
    const earlier = idempotency && (await findEarlier(tx, idempotency, options.sealer))
    if (earlier) return earlier
    const emitted: EmittedEvent[] = []
    const emit: Emit = (event, data, audience = {}) => {
      if (!shapeOf(event.data).isValid(data))
        complain(op, `announced a malformed ${event.type}`, data)
      emitted.push({ event, data: shapeOf(event.data).pick(data) as object, audience })
    }
    const invalidate: Invalidate = (topic, key) => void invalidations.push({ topic, key })
    const flush = (): Promise<void> => insertEvents(tx, ctx, emitted.splice(0))
    const ctx: Context = { ...contextOf(op, call), tx, emit, flush, invalidate }
    let output: unknown
    try {
      await call.alongside?.(ctx)
      output = pickOutput(op, await op.handler(input, ctx, prepared))
    } catch (error) {
      if (!(error instanceof AppError && error.def.keepsWrites)) throw error
      await flush()
      await notifyNodes(tx, invalidations)
      return { kept: error }
    }
    await insertAudits(tx, [ctx])
    await flush()
    await notifyNodes(tx, invalidations)
    if (idempotency) await keepReply(tx, idempotency, output, options.sealer, ctx.now)
    return { output, replayed: false }
  }

  const contextOf = (op: AnyOperation, call: Call) => ({
    caller: call.caller,
    operation: op.name,
    now: clock.now(),
    requestId: call.requestId,
    maySpend: op.spends !== undefined,
  })

  function pickOutput(op: AnyOperation, output: unknown): unknown {
    const shape = shapeOf(op.output)
    const picked = shape.pick(output)
    if (options.strict) {
      const wire: unknown = JSON.parse(JSON.stringify(picked))
      if (!shape.isValid(wire))
        complain(op, `answered outside its schema: ${JSON.stringify(shape.problems(wire))}`, output)
    }
    return picked
  }

  /** Whoever does something alongside may refuse in words of its own. */
  function judgeError(op: AnyOperation, error: unknown, isAlongside: boolean): unknown {
    if (error instanceof AppError && !declares(op, error) && !isAlongside)
      complain(op, `threw ${error.def.code}, which it does not declare`, error)
    return excuseDatabase(error)
  }

  function complain(op: AnyOperation, problem: string, cause: unknown): void {
    if (options.strict) throw new Error(`${op.name} ${problem}`, { cause })
    options.report(problem, op, cause)
  }

  return options.tracer ? traced(run, options.tracer) : run
}

function refuseToAnnounce(): never {
  throw new Error('a query announces nothing')
}

const declares = (op: AnyOperation, error: AppError): boolean =>
  [...op.errors, ...pipelineErrors(op)].some((def) => def.code === error.def.code)

function authorize(op: AnyOperation, caller: Caller): void {
  if (op.auth === 'public') return
  for (const need of op.auth) {
    const refusal = judgeNeed(need, caller)
    if (!refusal) continue
    // Whoever is both is refused in the words of the first; whoever is only the second in its own.
    const other = need.or && judgeNeed(need.or, caller)
    if (!need.or || other) throw other && !caller[need.by] ? other : refusal
  }
}

function judgeNeed(need: Omit<Need, 'or'>, caller: Caller): AppError | undefined {
  if (!caller[need.by]) return Unauthenticated({})
  if (need.scope && !caller.scopes.has(need.scope))
    return caller.scopes.has('two_factor')
      ? TwoFactorRequired({})
      : InsufficientScope({ required_scope: need.scope })
  if (need.via === 'login' && caller.credential?.kind !== 'login')
    return Forbidden({ reason: 'Sign in to do this; an API key may not.' })
  return undefined
}

function readInput(op: AnyOperation, raw: unknown): object {
  const shape = shapeOf(op.input)
  const input = shape.pick(raw)
  if (!shape.isValid(input)) throw invalid(op, shape.problems(input))
  return input as object
}

const invalid = (op: AnyOperation, errors: Record<string, string[]>): Error =>
  op.invalid ? op.invalid(errors) : Invalid({ errors })

function readIdempotency(
  op: AnyOperation,
  input: object,
  call: Call,
  sealer: Sealer,
): IdempotentCall | undefined {
  const key = call.idempotencyKey
  if (key === undefined || key === '') {
    if (op.idempotency !== 'required') return undefined
    throw invalid(op, { 'Idempotency-Key': ['The Idempotency-Key header is required.'] })
  }
  if (key.length > IDEMPOTENCY_KEY_LENGTH_MAX)
    throw invalid(op, {
      'Idempotency-Key': ['The Idempotency-Key header must be at most 255 characters.'],
    })
  const { caller } = call
  const who = caller.user ?? caller.agent ?? caller.partner
  return {
    slot: { caller: `${caller.environment}:${who ?? 'public'}`, operation: op.name, key },
    // Keyed: the input may hold a password, which argon2 alone shall keep.
    // The order of the fields is the schema's, whatever door they came through.
    inputHash: sealer.digest(JSON.stringify(input) + rightsOf(op, caller)),
    isStranger: who === undefined,
  }
}

/**
 * A user has one slot per key, whichever credential is used, so that a retry after a token refresh is
 * recognised. But an answer that was given to an operator, or to an agent beside its owner, is not
 * repeated to the same user without those rights, and an answer that holds a secret only to the
 * credential that asked for it: for anybody else it is a different request.
 */
function rightsOf(op: AnyOperation, { scopes, agent, user, credential }: Caller): string {
  const asOperator = scopes.has('admin') ? ' admin' : ''
  const asAgent = agent !== undefined && user !== undefined ? ` agent ${agent}` : ''
  const asCredential = op.issues && credential ? ` credential ${credential.id}` : ''
  return asOperator + asAgent + asCredential
}

/** One span per call, named like the operation. */
const traced =
  (run: Run, tracer: Tracer): Run =>
  (op, call) =>
    tracer.startActiveSpan(op.name, {}, parentOf(call), async (span: Span) => {
      try {
        span.setAttributes({ 'florin.operation': op.name, 'florin.request_id': call.requestId })
        return await run(op, call)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
        throw error
      } finally {
        span.end()
      }
    })

const parentOf = (call: Call): TraceContext =>
  call.traceParent === undefined
    ? context.active()
    : propagation.extract(context.active(), { traceparent: call.traceParent })
