// The declaration of an operation: one thing that a caller may ask the bank to do. Transports
// translate it, one pipeline runs it, and the handler knows neither. It has at most twenty fields: a new
// field needs three operations that use it, and an ADR.
import type { TObject, TSchema } from 'typebox'
import type { Db } from '../platform/database.ts'
import type { Readable } from 'node:stream'
import type { Value } from '../kernel/value.ts'
import type { Attachment } from './attachment.ts'
import type { Batches } from './batches.ts'
import type { Caller } from './caller.ts'
import type { AnyErrorDef } from './error.ts'
import type { Emit } from './event.ts'
import type { Exemptions } from './exemptions.ts'
import type { Graphql } from './graphql.ts'
import type { KeepAlive } from './keep-alive.ts'
import type { Cause, MaySpend, Plan } from './posting.ts'
import type { Spends } from './spending.ts'

/** Who may call; all needs must be met. It is never optional: a public operation must say 'public'. */
export type Auth = 'public' | readonly [Need, ...Need[]]
export interface Need {
  readonly by: 'user' | 'agent' | 'partner'
  readonly scope?: string
  /** Requires a login instead of an API key, because the operation creates or changes credentials. */
  readonly via?: 'login'
  /**
   * The user proved their identity within the last minutes, by password or passkey: a stolen session must not lock its
   * owner out.
   */
  readonly fresh?: true
  /** An alternative caller, such as an agent with its session in place of its owner with a bearer. */
  readonly or?: Omit<Need, 'or'>
}

export type OperationName = `${string}.${string}`

export interface Operation<
  I extends TObject = TObject,
  O extends TSchema = TSchema,
  Prepared = undefined,
  Name extends OperationName = OperationName,
> {
  readonly name: Name // 'api_key.create': operationId, metric, audit and log name
  /**
   * `query` only reads; `command` runs in its own transaction; `staged` stores the request in one transaction and
   * does it in others; `batched` shares a transaction with other calls; `posting` is decided by the ledger;
   * `subscription` yields answers until the caller disconnects, and `output` is one of them.
   */
  readonly kind: 'query' | 'command' | 'staged' | 'batched' | 'posting' | 'subscription'
  readonly summary: string // a sentence; OpenAPI summary, GraphQL and MCP description
  readonly auth: Auth
  /** Every write accepts an Idempotency-Key; with 'required' it is refused without one. */
  readonly idempotency?: 'required'
  readonly input: I // flat: path, query, body and header fields together (see input-source.ts)
  readonly output: O
  readonly errors: readonly AnyErrorDef[] // what the handler may throw; checked in tests
  /** Replaces VALIDATION_ERROR where the specification gives another error code. */
  readonly invalid?: (errors: Record<string, string[]>) => Error
  /** States for each kind of caller how spending from a customer's account is limited. */
  readonly spends?: Spends
  /**
   * `login`, `credential` or `secret`: the answer holds a session, another credential or another secret. A stored reply
   * is never repeated to another credential, and an issued credential ends with the one that issued it (except a login).
   * `access`: the answer holds none, but a user or device gets access that outlives the login, such as a passkey.
   */
  readonly issues?: 'login' | 'credential' | 'secret' | 'access'
  readonly rest: readonly Route[] // aliases are extra lines; empty: no REST form
  readonly graphql?: Graphql // what differs from the rules of GraphQL
  readonly exempt?: Exemptions // questions about every operation that this one answers differently
  /**
   * Of a command: the query that shows what it changes, by its name, or what reads it. The audit trail records
   * the fields that differ before and after. Where a command creates, its answer says it: `answer`, or status 201.
   */
  readonly subject?: 'answer' | OperationName | SubjectReader<Value<I>>
  /** Its long work runs in a worker, a few at once per user; all other queries read a bounded number of rows. */
  readonly heavy?: true
  /**
   * Work of a command that must not keep its transaction open, such as hashing a password. It runs before the
   * transaction, with a read-only connection; the data it read may have changed when the handler runs.
   */
  prepare?(input: Value<I>, ctx: Context): Promise<Prepared>
  handler(input: Value<I>, ctx: Context, prepared: Prepared): Promise<Value<O>> | Value<O>
  /** Of a batched operation: where its calls wait for their transaction. */
  readonly batches?: Pick<Batches<unknown>, 'run'>
  /** Of a staged operation: does what its handler has stored. */
  complete?(stored: unknown, cause: Cause): Promise<unknown>
}

/** Reads what a command changes where no query shows it. Undefined if it does not exist. */
export interface SubjectReader<Input> {
  read(input: Input, ctx: Context): Promise<object | undefined>
}

/**
 * For work that does not fit into one transaction. The handler stores the request and returns what `complete` needs;
 * `complete` does the work and returns the answer. Both find what an earlier call with the same request has done,
 * because a retry may come at any time, and a job of the domain continues the work of a node that has stopped.
 */
export interface Staged<
  I extends TObject,
  O extends TSchema,
  Prepared,
  Stored,
  Name extends OperationName = OperationName,
> extends Omit<Operation<I, O, Prepared, Name>, 'kind' | 'subject' | 'handler' | 'complete'> {
  handler(input: Value<I>, ctx: Context, prepared: Prepared): Promise<Stored>
  complete(stored: Stored, cause: Cause): Promise<Value<O>>
}

/**
 * The handler of a batched operation returns the request that is decided together with those of other calls. It may
 * read before; what it read may have changed when the request is decided.
 */
export interface Batched<
  I extends TObject,
  O extends TSchema,
  Request,
  Name extends OperationName = OperationName,
> extends Omit<
    Operation<I, O, undefined, Name>,
    'kind' | 'prepare' | 'subject' | 'handler' | 'batches'
  > {
  readonly batches: Pick<Batches<Request>, 'run'>
  handler(input: Value<I>, ctx: ReadContext): Request | Promise<Request>
}

/**
 * The handler of a posting only returns a plan; the ledger runs its decision and commits it with others. It may read
 * before; what it read may have changed when the plan is decided.
 */
export interface Posting<
  I extends TObject,
  O extends TSchema,
  Name extends OperationName = OperationName,
> extends Omit<Operation<I, O, undefined, Name>, 'kind' | 'prepare' | 'subject' | 'handler'> {
  handler(input: Value<I>, ctx: ReadContext): Plan<Value<O>> | Promise<Plan<Value<O>>>
}

/**
 * The handler of a subscription opens it and must refuse before that. From time to time the subscription
 * yields a keep-alive or undefined, so that the transport detects a client that has disconnected.
 */
export interface Subscription<
  I extends TObject,
  O extends TSchema,
  Name extends OperationName = OperationName,
> extends Omit<Operation<I, O, undefined, Name>, 'kind' | 'prepare' | 'subject' | 'handler'> {
  handler(input: Value<I>, ctx: Context): Promise<AsyncIterable<Value<O> | KeepAlive | undefined>>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface Route {
  readonly route: `${Method} /${string}`
  readonly status?: number
  readonly envelope: Envelope
  /** The specification shows this route's 404 as `{message, error}` with two texts. */
  readonly plainNotFound?: true
  /** Answered even while the bank is overloaded and refuses other calls. */
  readonly alwaysAnswered?: true
  /** A smaller limit for the body than the usual megabyte. */
  readonly bodyBytesMax?: number
  /** Output fields that are sent as headers instead of in the body: field → header name. */
  readonly headers?: Readonly<Record<string, string>>
  /** File forms of the answer by name; the answer is JSON when none of them is chosen. */
  readonly files?: Readonly<Record<string, FileFormat>>
  /** Chooses a file form by its name; by default it is the value of the input field `format`. */
  chooseFile?(input: Readonly<Record<string, unknown>>, wanted: Wanted): string
}

/** The form of answer that the caller prefers, as far as the transport knows. */
export interface Wanted {
  /** The caller prefers JSON, by its header Accept. */
  readonly json: boolean
  /** The body of the request is XML. */
  readonly sentXml: boolean
  /** The body of the request is bytes. */
  readonly sentOctets: boolean
  /** The body of the request is an attachment. */
  readonly attached: boolean
}

/**
 * A file as the answer: rendered in place of the handler and under the same checks, or made from the output of
 * the handler, which is what a write stores for retries.
 */
export type FileFormat = { readonly content_type: string } & (
  | { render(input: never, ctx: Context): Promise<RenderedFile> }
  | { fromOutput(output: never): RenderedFile }
)

export interface RenderedFile {
  /** The name under which a browser stores it; plain ASCII, because it is sent in a header. */
  readonly name?: string
  readonly body: Buffer | string | Readable
}
/** A closed list of body shapes; one-off extras (`message`, `warning`) belong to a `bare` output. */
export type Envelope = 'data' | 'success' | 'page' | 'success_page' | 'bare' | 'none' | 'stream'

/** Everything a handler can see. It holds no request and no reply, so no handler depends on a transport. */
export interface Context {
  readonly caller: Caller
  /** The name of the operation that runs. */
  readonly operation: string
  /** Whether money may be taken from customers, because the operation or the job declares `spends`. */
  readonly maySpend?: MaySpend
  /** The open transaction of a command; a read-only connection for a query. */
  readonly tx: Db
  readonly now: Date
  readonly requestId: string
  /** For a staged operation, which must not let another request use the key before the reply is stored. */
  readonly idempotencyKey?: string | undefined
  /** For a subscription: aborted when it ends, so that it waits for nothing more. */
  readonly ending?: AbortSignal
  /** The request body, when it is too large to be a field of the input. */
  readonly attachment?: Attachment
  readonly emit: Emit
  /** Writes the events emitted so far, so that the log has them before the ledger's next rows. */
  readonly flush: () => Promise<void>
  /** Drops a cached value on every node when the transaction commits. */
  readonly invalidate: Invalidate
}

/** For a handler that only reads and returns what others will decide. */
export type ReadContext = Omit<Context, 'emit' | 'flush' | 'invalidate'>

/** For functions that make plans from what was read. */
export type PostingContext = Omit<ReadContext, 'tx'>

/**
 * `later` is for what only saves other nodes work: they are notified soon after the transaction, which then need not
 * wait for other transactions with notifications.
 */
export type Invalidate = (topic: string, key: string, when?: 'later') => void

// oxlint-disable-next-line typescript/no-explicit-any -- a list of operations of all shapes
export type AnyOperation = Operation<any, any, any>

export function defineOperation<
  I extends TObject,
  O extends TSchema,
  Name extends OperationName,
  Prepared = undefined,
>(op: Operation<I, O, Prepared, Name>) {
  if (!isWrite(op) && op.idempotency) throw new Error(`${op.name}: a query needs no key`)
  if (!isWrite(op) && op.spends) throw new Error(`${op.name}: a query spends nothing`)
  if (op.kind !== 'command' && op.subject) throw new Error(`${op.name}: only a command is compared`)
  if (op.kind !== 'command' && op.prepare)
    throw new Error(`${op.name}: only a command has a transaction to prepare for`)
  return Object.freeze(op)
}

export const definePosting = <I extends TObject, O extends TSchema, Name extends OperationName>(
  op: Posting<I, O, Name>,
) =>
  // Only the pipeline distinguishes the kinds; it passes the plan of a posting to the ledger.
  Object.freeze({ ...op, kind: 'posting' }) as unknown as Operation<I, O, undefined, Name>

export const defineBatched = <
  I extends TObject,
  O extends TSchema,
  Request,
  Name extends OperationName,
>(
  op: Batched<I, O, Request, Name>,
) => Object.freeze({ ...op, kind: 'batched' }) as unknown as Operation<I, O, undefined, Name>

export const defineStaged = <
  I extends TObject,
  O extends TSchema,
  Prepared,
  Stored,
  Name extends OperationName,
>(
  op: Staged<I, O, Prepared, Stored, Name>,
) => Object.freeze({ ...op, kind: 'staged' }) as unknown as Operation<I, O, undefined, Name>

export const defineSubscription = <
  I extends TObject,
  O extends TSchema,
  Name extends OperationName,
>(
  op: Subscription<I, O, Name>,
) => Object.freeze({ ...op, kind: 'subscription' }) as unknown as Operation<I, O, undefined, Name>

/** Whether the operation changes anything; then it takes an Idempotency-Key and can be retried safely. */
export const isWrite = ({ kind }: Pick<AnyOperation, 'kind'>): boolean =>
  kind === 'command' || isForwarded({ kind })

/** Whether its calls move money in ways that one node writes for all. */
export const isForwarded = ({ kind }: Pick<AnyOperation, 'kind'>): boolean =>
  kind === 'batched' || kind === 'posting' || kind === 'staged'

/** Whether the answer holds a credential or another secret. */
export const answersSecret = ({ issues }: Pick<AnyOperation, 'issues'>): boolean =>
  issues !== undefined && issues !== 'access'

/**
 * Whether the user must have confirmed the e-mail address of the account: the operation moves value out of the account,
 * or grants access that outlives the login.
 */
export const needsConfirmedEmail = ({
  auth,
  spends,
  issues,
}: Pick<AnyOperation, 'auth' | 'spends' | 'issues'>): boolean =>
  auth !== 'public' && (spends !== undefined || (issues !== undefined && issues !== 'login'))

/** Whether the user must have proved their identity in the last minutes. */
export const needsFreshProof = ({ auth }: Pick<AnyOperation, 'auth'>): boolean =>
  auth !== 'public' && auth.some((need) => need.fresh === true)

/** Splits 'GET /api/x/:id' into method, path and the names of the path parameters. */
export function parseRoute(route: Route['route']) {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path, params: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!) }
}
