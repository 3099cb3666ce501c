// The one description of a thing a caller may ask the bank to do. Doors translate it, one pipeline
// judges it, the handler knows neither. At most sixteen fields: a new one needs three operations
// that want it, and an ADR.
import type { Static, TObject, TSchema } from 'typebox'
import type { Db } from '../platform/database.ts'
import type { Caller } from './caller.ts'
import type { AnyErrorDef } from './error.ts'
import type { Emit } from './event.ts'
import type { Plan } from './posting.ts'
import type { Spends } from './spending.ts'

/** Who may call. Never optional: a public operation says so aloud. All needs must hold. */
export type Auth = 'public' | readonly [Need, ...Need[]]
export interface Need {
  readonly by: 'user' | 'agent' | 'partner'
  readonly scope?: string
  /** Only a person who signed in may do it, not a key: it hands out power itself. */
  readonly via?: 'login'
  /** Whoever may do it instead: an agent by its session what its owner may by a bearer. */
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
   * `query` only reads; `command` runs in its own transaction; `posting` is batched by the ledger;
   * `subscription` goes on answering until the caller leaves, and `output` is one of its answers.
   */
  readonly kind: 'query' | 'command' | 'posting' | 'subscription'
  readonly summary: string // a sentence; OpenAPI summary, GraphQL and MCP description
  readonly auth: Auth
  /** Every write accepts an Idempotency-Key; some refuse to run without one. */
  readonly idempotency?: 'required'
  readonly input: I // flat: path, query, body and header fields together (see input-source.ts)
  readonly output: O
  readonly errors: readonly AnyErrorDef[] // what the handler may throw; checked in tests
  /** Replaces VALIDATION_ERROR where the specification gives a route a code of its own. */
  readonly invalid?: (errors: Record<string, string[]>) => Error
  /** Value may leave a customer's account: how that is limited for each kind of caller. */
  readonly spends?: Spends
  /**
   * Its answer holds a credential or another secret. It is never shown to another credential, and
   * what was issued ends with the credential that issued it (a login excepted).
   */
  readonly issues?: 'credential' | 'secret'
  readonly rest: readonly Route[] // aliases are extra lines; empty: no REST form
  /** Its long work is done in a worker, a few at once for each user; all others read a bounded number of rows. */
  readonly heavy?: true
  readonly graphql?: { readonly field: string; readonly domain: string }
  /**
   * Work of a command that must not hold its transaction, such as hashing a password: done before it
   * begins, with a connection that only reads. What it found may have changed by the time of the handler.
   */
  prepare?(input: Static<I>, ctx: Context): Promise<Prepared>
  handler(input: Static<I>, ctx: Context, prepared: Prepared): Promise<Static<O>> | Static<O>
}

/** A posting's handler only plans: the ledger runs the decision and commits it with others. */
export interface Posting<
  I extends TObject,
  O extends TSchema,
  Name extends OperationName = OperationName,
> extends Omit<Operation<I, O, undefined, Name>, 'kind' | 'prepare' | 'handler'> {
  handler(input: Static<I>, ctx: PostingContext): Plan<Static<O>>
}

/**
 * A subscription's handler opens it; whatever it may be refused for happens before that. From time to
 * time it answers with nothing, so that the door notices when nobody is there any more.
 */
export interface Subscription<
  I extends TObject,
  O extends TSchema,
  Name extends OperationName = OperationName,
> extends Omit<Operation<I, O, undefined, Name>, 'kind' | 'prepare' | 'handler'> {
  handler(input: Static<I>, ctx: Context): Promise<AsyncIterable<Static<O> | undefined>>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface Route {
  readonly route: `${Method} /${string}`
  readonly status?: number
  readonly envelope: Envelope
  /** The specification shows this route's 404 as `{message, error}` with two texts. */
  readonly plainNotFound?: true
  /** Where the usual megabyte would be too much. */
  readonly bodyBytesMax?: number
  /** Fields of the output that leave as headers, not in the body: field → name of the header. */
  readonly headers?: Readonly<Record<string, string>>
  /** The same answer as a file, for values of the input field `format`; JSON for all others. */
  readonly files?: Readonly<Record<string, FileFormat>>
}

/** How the operation answers with a file. It stands in for the handler and is judged like it. */
export interface FileFormat {
  readonly content_type: string
  render(input: never, ctx: Context): Promise<RenderedFile>
}

export interface RenderedFile {
  /** Plain ASCII: it travels in a header. */
  readonly name: string
  readonly body: Buffer
}
/** A closed list of body shapes; one-off extras (`message`, `warning`) belong to a `bare` output. */
export type Envelope = 'data' | 'success' | 'page' | 'success_page' | 'bare' | 'none' | 'stream'

/** All a handler can see. No request, no reply: a handler cannot know its door. */
export interface Context {
  readonly caller: Caller
  /** The name of the operation that runs. */
  readonly operation: string
  /** Whether that operation declares that value may leave an account; absent for the bank itself. */
  readonly maySpend?: boolean
  /** The open transaction of a command; a read-only connection for a query. */
  readonly tx: Db
  readonly now: Date
  readonly requestId: string
  readonly emit: Emit
  /** Writes what was announced so far: the log tells it before whatever the ledger writes next. */
  readonly flush: () => Promise<void>
  /** Tells every node, this one first, that what it may have cached under this name has changed. */
  readonly invalidate: Invalidate
}

export type PostingContext = Omit<Context, 'tx' | 'emit' | 'flush' | 'invalidate'>

export type Invalidate = (topic: string, key: string) => void

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
  if (op.kind !== 'command' && op.prepare)
    throw new Error(`${op.name}: only a command has a transaction to prepare for`)
  return Object.freeze(op)
}

export const definePosting = <I extends TObject, O extends TSchema, Name extends OperationName>(
  op: Posting<I, O, Name>,
) =>
  // The pipeline alone tells the kinds apart, and hands a posting's plan to the ledger.
  Object.freeze({ ...op, kind: 'posting' }) as unknown as Operation<I, O, undefined, Name>

export const defineSubscription = <
  I extends TObject,
  O extends TSchema,
  Name extends OperationName,
>(
  op: Subscription<I, O, Name>,
) => Object.freeze({ ...op, kind: 'subscription' }) as unknown as Operation<I, O, undefined, Name>

/** Whether it changes anything: then it takes an Idempotency-Key, and is retried safely. */
export const isWrite = ({ kind }: Pick<AnyOperation, 'kind'>): boolean =>
  kind === 'command' || kind === 'posting'

/** 'GET /api/x/:id' → its method, its path, and the names in the path. */
export function parseRoute(route: Route['route']) {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path, params: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!) }
}
