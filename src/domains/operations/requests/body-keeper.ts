// Decides of which calls the bodies are kept, and makes what is kept of them. The processor time and the bytes that this
// takes are bounded per user and per node, however many calls there are: see docs/adr/0052.
import { isOperator, type Caller } from '../../../operation/caller.ts'
import type { Exchange, FinishedCall } from '../../../operation/finished-call.ts'
import { answersSecret, type AnyOperation } from '../../../operation/operation.ts'
import { redactText } from '../../../operation/secret-fields.ts'
import { Allowance } from './allowance.ts'
import { toBodyText, toUrlText } from './body-text.ts'

/** What is kept, sealed as JSON. */
export interface KeptBodies {
  readonly url: string
  readonly idempotency_key: string | null
  /** JSON as text. */
  readonly request: string | null
  readonly response: string | null
  readonly is_cut: boolean
  /** Why the answer is not kept: it holds a secret, or is a file or a stream. */
  readonly left_out: 'secret' | 'file' | null
}

/** Characters of each body. */
export const BODY_LENGTH_MAX = 16_384
/** A text that was already written is parsed to find its secrets, unless it is longer. */
const TEXT_LENGTH_MAX = 65_536
/** The most bytes that a node keeps: a burst, then this many per second, which is 5.5 GB a day. */
const OF_NODE = { burst: 4_194_304, perSecond: 65_536 }
/** The same for one user: 88 MB a day. */
export const OF_USER = { burst: 1_048_576, perSecond: 1_024 }

export interface BodyKeeperOptions {
  readonly environments: readonly Caller['environment'][]
  readonly operations: () => readonly AnyOperation[]
}

export class BodyKeeper {
  private readonly options: BodyKeeperOptions
  private ofNode: Allowance | undefined
  private secretive: ReadonlySet<string> | undefined

  constructor(options: BodyKeeperOptions) {
    this.options = options
  }

  /** Undefined if nothing is kept of this call; `ofUser` is what the user may still keep. */
  keep(
    { caller, exchange, operation, path }: FinishedCall,
    ofUser: Allowance,
    nowMs: number,
  ): KeptBodies | undefined {
    if (!exchange || !isProgram(caller)) return undefined
    if (!this.options.environments.includes(caller.environment)) return undefined
    this.ofNode ??= new Allowance(OF_NODE, nowMs)
    if (!ofUser.has(1, nowMs) || !this.ofNode.has(1, nowMs)) return undefined
    const kept = toKept(exchange, path, this.answersSecret(operation))
    const size = kept.url.length + (kept.request?.length ?? 0) + (kept.response?.length ?? 0)
    ofUser.take(size)
    this.ofNode.take(size)
    return kept
  }

  private answersSecret(operation: string): boolean {
    this.secretive ??= new Set(
      this.options
        .operations()
        .filter(answersSecret)
        .map(({ name }) => name),
    )
    return this.secretive.has(operation)
  }
}

/**
 * The bodies of programs are kept, not those of a user in the console: there passwords are typed. What an operator reads
 * is data of customers, which must not be copied into the operator's log.
 */
const isProgram = (caller: Caller): boolean =>
  caller.credential !== undefined && caller.credential.kind !== 'login' && !isOperator(caller)

function toKept({ request, answer }: Exchange, path: string, isSecret: boolean): KeptBodies {
  const sent = write(request.body)
  const answered = isSecret ? undefined : write(answer?.body)
  const key = request.headers['idempotency-key'] ?? request.headers['x-idempotency-key']
  return {
    url: toUrlText(request.url, path),
    idempotency_key: key === undefined ? null : redactText(String(key).slice(0, 255)),
    request: sent?.text ?? null,
    response: answered?.text ?? null,
    is_cut: sent?.isCut === true || answered?.isCut === true,
    left_out: answer === undefined ? 'file' : isSecret ? 'secret' : null,
  }
}

/** A text is JSON that was already written, or nothing that is known here. */
function write(body: unknown) {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'string') return toBodyText(body, BODY_LENGTH_MAX)
  if (body.length > TEXT_LENGTH_MAX) return { text: '"…"', isCut: true }
  try {
    return toBodyText(JSON.parse(body), BODY_LENGTH_MAX)
  } catch {
    return { text: '"…"', isCut: true }
  }
}
