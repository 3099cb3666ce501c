// Runs every call in one fixed order, whatever transport it came through:
//   authorize → ask the gates → validate → prepare → begin → idempotency → handler → pick output → record → commit
// (The transport has authenticated the caller and checked the rate limits before; anonymous callers have
// limits too.)
import {
  type Context as TraceContext,
  context,
  propagation,
  type Span,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'
import type { Clock } from '../kernel/clock.ts'
import { endable } from '../kernel/cancellable-stream.ts'
import { isUuid } from '../kernel/uuid.ts'
import { type Database, type Db, withRowsMax } from '../platform/database.ts'
import { withLogFields } from '../platform/log-context.ts'
import type { Sealer } from '../platform/key-ring.ts'
import type { SeenPosition } from '../platform/log-position.ts'
import type { Attachment } from './attachment.ts'
import type { Caller } from './caller.ts'
import {
  AppError,
  excuseDatabase,
  Forbidden,
  ReauthenticationRequired,
  InsufficientScope,
  Invalid,
  TwoFactorRequired,
  Unauthenticated,
  Unavailable,
} from './error.ts'
import type { IdempotentCall, Reply } from './idempotency.ts'
import type { Forward } from './forwarding/forwarding.ts'
import type { Gate } from './gate.ts'
import { KeepAlive } from './keep-alive.ts'
import {
  answersSecret,
  type AnyOperation,
  type Context,
  isForwarded,
  type Need,
  type OperationName,
  parseRoute,
  type ReadContext,
} from './operation.ts'
import type { OpenStreams, RecognizeAgain } from './open-streams.ts'
import { type Plan, postAndSettle, type PostingRunner } from './posting.ts'
import { pipelineErrors } from './registry.ts'
import { shapeOf } from './shape.ts'
import { runCompared } from './subject.ts'
import {
  alone,
  findReply,
  type Outcome,
  write,
  type WriteCall,
  type WriteOptions,
} from './write.ts'

export interface Call {
  readonly caller: Caller
  readonly input: unknown
  readonly requestId: string
  readonly idempotencyKey?: string | undefined
  readonly attachment?: Attachment | undefined
  /** Authenticates the caller of an open subscription again; without it the first change of credentials ends it. */
  readonly recognizeAgain?: RecognizeAgain | undefined
  /** Work of the transport in the command's transaction, before its handler: both commit, or neither does. */
  readonly alongside?: ((ctx: Context) => Promise<void>) | undefined
  /** The link over which another node, which has authorized and validated it, forwarded the call. */
  readonly link?: string | undefined
  /** The caller's W3C trace context, so that our span continues their trace. */
  readonly traceParent?: string | undefined
  /** Where the transport learns the trace of the call, for its log line. */
  readonly traced?: { traceId?: string | undefined } | undefined
  /** What the caller has seen, if they keep account of it: only then may a standby answer (see standbys/reads.ts). */
  readonly seen?: SeenPosition | undefined
  /** Connections to the standby that answers the query. */
  readonly standby?: Db | undefined
}

export interface PipelineOptions extends WriteOptions {
  readonly database: Pick<Database, 'write' | 'read'>
  readonly clock: Clock
  readonly ledger: PostingRunner
  /** The subscriptions that are open. */
  readonly streams: OpenStreams
  /** Finds the query that reads the subject of a command. */
  readonly find?: (name: OperationName) => AnyOperation
  /** Each may refuse calls for a while. */
  readonly gates?: readonly Gate[]
  /** Forwards a call to the writer, if that is another node. */
  readonly forward?: Forward | undefined
  /** Set only when traces are exported, because even an idle tracer costs time on every call. */
  readonly tracer?: Tracer | undefined
  /** In tests, what a handler answers and reads is compared with its declaration. */
  readonly strict: boolean
}

export type Run = (op: AnyOperation, call: Call) => Promise<Reply>

const IDEMPOTENCY_KEY_LENGTH_MAX = 255

const findNone: RecognizeAgain = () => Promise.resolve(undefined)

/** How long a password or passkey counts as a fresh proof. */
const PROOF_MS = 5 * 60_000

/** The most rows that one statement of a query may fetch, unless it is heavy; checked in tests. */
const CHEAP_ROWS_MAX = 2_500

export function makePipeline(options: PipelineOptions): Run {
  const { database, clock, gates = [], find = refuseToFind } = options

  async function run(op: AnyOperation, call: Call): Promise<Reply> {
    if (call.link !== undefined) return runValid(op, call.input as object, call)
    authorize(op, call.caller, clock.now())
    for (const gate of gates) {
      const asked = gate(op, call.caller)
      const reason = asked instanceof Promise ? await asked : asked
      if (reason !== undefined) throw Unavailable({ reason })
    }
    return runValid(op, readInput(op, call.input), call)
  }

  async function runValid(op: AnyOperation, input: object, call: Call): Promise<Reply> {
    if (call.alongside && op.kind !== 'command')
      throw new Error(`${op.name} has no transaction, so nothing can be done alongside it`)
    try {
      if (op.kind === 'query') return await runQuery(op, input, call)
      if (op.kind === 'subscription') return await runSubscription(op, input, call)
      const idempotency = readIdempotency(op, input, call, options.sealer)
      if (!isForwarded(op)) return await runCommand(op, input, call, idempotency)
      const forwarding = call.link === undefined ? options.forward?.(op, input, call) : undefined
      const reply = forwarding && (await forwarding)
      if (reply) return reply
      if (op.kind === 'batched') return await runBatched(op, input, call, idempotency)
      if (op.kind === 'staged') return await runStaged(op, input, call, idempotency)
      return await runPosting(op, input, call, idempotency)
    } catch (error) {
      throw judgeError(op, error, call.alongside !== undefined)
    }
  }

  const readerOf = (op: AnyOperation, db: Db = database.read): Db =>
    options.strict && !op.heavy ? withRowsMax(db, CHEAP_ROWS_MAX) : db

  const readingContext = (op: AnyOperation, call: Call): Context => ({
    ...contextOf(op, call),
    tx: readerOf(op, call.standby),
    emit: refuseToAnnounce,
    flush: refuseToAnnounce,
    invalidate: refuseToAnnounce,
  })

  async function runQuery(op: AnyOperation, input: object, call: Call): Promise<Reply> {
    const output = await op.handler(input, readingContext(op, call), undefined)
    return { output: pickOutput(op, output), replayed: false }
  }

  async function runSubscription(op: AnyOperation, input: object, call: Call): Promise<Reply> {
    const ending = new AbortController()
    const end = () => ending.abort()
    const ctx = { ...readingContext(op, call), ending: ending.signal }
    const { caller, recognizeAgain = findNone } = call
    // Before it is opened, so that a credential that is revoked meanwhile ends it too.
    const remove = options.streams.add({ caller, recognizeAgain, end })
    const opened = await open(op, input, ctx).catch((error: unknown) => {
      remove()
      throw error
    })
    const picked = async function* () {
      try {
        for await (const item of opened) {
          // An item that was read before the end is not yielded any more.
          if (ending.signal.aborted) return
          yield item === undefined || item instanceof KeepAlive ? item : pickOutput(op, item)
        }
      } finally {
        remove()
      }
    }
    const stop = (): void => {
      remove()
      end()
    }
    return { output: endable(picked(), stop), replayed: false }
  }

  const open = async (op: AnyOperation, input: object, ctx: Context) =>
    (await op.handler(input, ctx, undefined)) as AsyncIterable<unknown>

  async function runPosting(
    op: AnyOperation,
    input: object,
    call: Call,
    idempotency: IdempotentCall | undefined,
  ): Promise<Reply> {
    const cause = contextOf(op, call)
    const ctx: ReadContext = { ...cause, tx: readerOf(op) }
    const planning = op.handler(input, ctx as Context, undefined) as Plan | Promise<Plan>
    // Most plans need no reading; they are handed over in the same turn of the event loop.
    const plan = planning instanceof Promise ? await planning : planning
    const finish = (output: unknown): unknown => pickOutput(op, output)
    return postAndSettle(options.ledger, plan, cause, idempotency, finish)
  }

  async function runBatched(
    op: AnyOperation,
    input: object,
    call: Call,
    idempotency: IdempotentCall | undefined,
  ): Promise<Reply> {
    const cause = contextOf(op, call)
    const ctx: ReadContext = { ...cause, tx: readerOf(op) }
    const request: unknown = await op.handler(input, ctx as Context, undefined)
    const target = targetOf(op, input)
    const finish = (result: unknown): unknown => pickOutput(op, result)
    const isSealed = answersSecret(op)
    return op.batches!.run({ request, cause, ...target, idempotency, isSealed, finish })
  }

  async function runCommand(
    op: AnyOperation,
    input: object,
    call: Call,
    idempotency: IdempotentCall | undefined,
  ): Promise<Reply> {
    const prepared: unknown = await op.prepare?.(input, readingContext(op, call))
    const cause = contextOf(op, call)
    const target = targetOf(op, input)
    const finish = (result: unknown): unknown => pickOutput(op, result)
    return writeAlone({ cause, ...target, idempotency, finish }, async (ctx) => {
      await call.alongside?.(ctx)
      const handle = async (): Promise<unknown> => op.handler(input, ctx, prepared)
      return runCompared(op, input, ctx, handle, { answerOf: finish, find })
    })
  }

  /** The first transaction stores the request, the last one the reply; the work between them has its own. */
  async function runStaged(
    op: AnyOperation,
    input: object,
    call: Call,
    idempotency: IdempotentCall | undefined,
  ): Promise<Reply> {
    // What a staged operation prepares takes long, so a retry does not wait for it.
    const earlier = idempotency && (await findReply(idempotency, options))
    if (earlier) return earlier
    const prepared: unknown = await op.prepare?.(input, readingContext(op, call))
    const cause = contextOf(op, call)
    const target = targetOf(op, input)
    const written = { cause, ...target, idempotency, finish: (result: unknown) => result }
    const stored = await writeAlone({ ...written, isReplyLater: true }, async (ctx) => ({
      result: await op.handler(input, { ...ctx, idempotencyKey: call.idempotencyKey }, prepared),
    }))
    if (stored.replayed) return stored
    const output = pickOutput(op, await op.complete!(stored.output, cause))
    if (!idempotency) return { output, replayed: false }
    return writeAlone(written, async () => ({ result: output, isAudited: false }))
  }

  async function writeAlone(
    call: Omit<WriteCall, 'request' | 'isSealed'>,
    decide: (ctx: Context) => Promise<Outcome>,
  ): Promise<Reply> {
    const [settled] = await write<undefined, unknown>(
      [{ ...call, request: undefined, isSealed: true }],
      {
        ...alone,
        async decide({ tx, calls, flush, invalidate }) {
          const { cause, emit } = calls[0]!
          return { outcomes: [await keeping(decide({ ...cause, tx, emit, flush, invalidate }))] }
        },
      },
      options,
    )
    if ('error' in settled!) throw settled.error
    return settled!
  }

  const contextOf = (op: AnyOperation, call: Call) => ({
    caller: call.caller,
    operation: op.name,
    now: clock.now(),
    requestId: call.requestId,
    maySpend: op.spends !== undefined,
    ...(call.attachment && { attachment: call.attachment }),
    ...(call.link !== undefined && { link: call.link }),
  })

  function pickOutput(op: AnyOperation, output: unknown): unknown {
    const shape = shapeOf(op.output)
    const picked = shape.pick(output)
    if (options.strict) {
      const wire: unknown = JSON.parse(JSON.stringify(picked))
      if (!shape.isValid(wire))
        options.complain(
          op.name,
          `answered outside its schema: ${JSON.stringify(shape.problems(wire))}`,
          output,
        )
    }
    return picked
  }

  /** Work done alongside a command may throw errors that the operation does not declare. */
  function judgeError(op: AnyOperation, error: unknown, isAlongside: boolean): unknown {
    if (error instanceof AppError && !declares(op, error) && !isAlongside)
      options.complain(op.name, `threw ${error.def.code}, which it does not declare`, error)
    return excuseDatabase(error)
  }

  const logged: Run = (op, call) => withLogFields({ req_id: call.requestId }, () => run(op, call))
  return options.tracer ? traced(logged, options.tracer) : logged
}

/** An error that keeps what was written is an outcome; any other rolls back. */
const keeping = (deciding: Promise<Outcome>): Promise<Outcome> =>
  deciding.catch((error: unknown) => {
    if (error instanceof AppError && error.def.keepsWrites) return { refused: error }
    throw error
  })

function refuseToFind(): never {
  throw new Error('This pipeline knows no other operations.')
}

function refuseToAnnounce(): never {
  throw new Error('A query must not emit events or invalidate caches.')
}

const declares = (op: AnyOperation, error: AppError): boolean =>
  [...op.errors, ...pipelineErrors(op)].some((def) => def.code === error.def.code)

function authorize(op: AnyOperation, caller: Caller, now: Date): void {
  if (op.auth === 'public') return
  for (const need of op.auth) {
    const refusal = judgeNeed(need, caller, now)
    if (!refusal) continue
    // Both alternatives failed. The error is that of the first, unless the caller has no credential of the
    // first kind.
    const other = need.or && judgeNeed(need.or, caller, now)
    if (!need.or || other) throw other && !caller[need.by] ? other : refusal
  }
}

function judgeNeed(need: Omit<Need, 'or'>, caller: Caller, now: Date): AppError | undefined {
  if (!caller[need.by])
    return Unauthenticated(
      need.by === 'partner'
        ? { reason: 'Send the key of a partner in the header X-Partner-Key.' }
        : {},
    )
  if (need.scope && !caller.scopes.has(need.scope))
    return caller.scopes.has('two_factor')
      ? TwoFactorRequired({})
      : InsufficientScope({ required_scope: need.scope })
  if (need.via === 'login' && caller.credential?.kind !== 'login')
    return Forbidden({ reason: 'This needs a login; an API key is not enough. Sign in and retry.' })
  if (need.fresh && !isFresh(caller, now)) return ReauthenticationRequired({})
  return undefined
}

const isFresh = ({ credential }: Caller, now: Date): boolean =>
  credential?.provedAtMs !== undefined && now.getTime() - credential.provedAtMs <= PROOF_MS

function readInput(op: AnyOperation, raw: unknown): object {
  const read = shapeOf(op.input).read(raw)
  if ('problems' in read) throw invalid(op, read.problems)
  return read.value as object
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
  // The hash is keyed, because the input may hold a password and a plain hash could be guessed.
  // The fields are in the order of the schema, whatever transport they came through.
  const [inputHash, ...earlierHashes] = sealer.digests(
    JSON.stringify(input) + rightsOf(op, caller) + (call.attachment?.sha256 ?? ''),
  )
  return {
    slot: { caller: `${caller.environment}:${who ?? 'public'}`, operation: op.name, key },
    inputHash: inputHash!,
    earlierHashes,
    isStranger: who === undefined,
  }
}

/**
 * The caller's rights, as part of the request hash. A user has one slot per key, whichever credential is
 * used, so that a retry after a token refresh is recognised. But an answer given to an operator, or to an
 * agent beside its owner, or to a partner, is not repeated to the same user without those rights, and an answer that holds a
 * secret is repeated only to the credential that asked for it: for all others it is a different request.
 */
function rightsOf(op: AnyOperation, { scopes, agent, user, partner, credential }: Caller): string {
  const asOperator = scopes.has('admin') ? ' admin' : ''
  const asAgent = agent !== undefined && user !== undefined ? ` agent ${agent}` : ''
  const asPartner = partner === undefined ? '' : ` partner ${partner}`
  const asCredential = answersSecret(op) && credential ? ` credential ${credential.id}` : ''
  return asOperator + asAgent + asPartner + asCredential
}

/** The id in the path of the operation's route, which names what it changes; or a name, such as that of a switch. */
function targetOf(op: AnyOperation, input: object): Pick<WriteCall, 'target' | 'targetName'> {
  const [route] = op.rest
  if (!route) return {}
  const fields = input as Readonly<Record<string, unknown>>
  const names = parseRoute(route.route)
    .params.map((param) => fields[param])
    .filter((name) => typeof name === 'string')
  const target = names.find(isUuid)
  if (target !== undefined) return { target }
  // What is compared has no secret in its path; other paths may.
  return op.subject && names[0] !== undefined ? { targetName: names[0] } : {}
}

/** One span per call, named like the operation. */
const traced =
  (run: Run, tracer: Tracer): Run =>
  (op, call) =>
    tracer.startActiveSpan(op.name, {}, parentOf(call), async (span: Span) => {
      try {
        if (call.traced) call.traced.traceId = span.spanContext().traceId
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
