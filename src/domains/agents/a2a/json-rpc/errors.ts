// The errors of JSON-RPC and of the A2A protocol. Errors of the bank keep their own code as the `reason` in `data`.
import { AppError, NotFound } from '../../../../operation/error.ts'
import { InvalidDid } from '../../agents/index.ts'
import { TaskStateConflict } from '../errors.ts'

export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  /** Refused by the bank for a reason that the protocol has no code for, such as a missing permission. */
  refused: -32000,
  taskNotFound: -32001,
  notCancelable: -32002,
  unsupported: -32004,
  contentType: -32005,
  noExtendedCard: -32007,
  version: -32009,
} as const

type Code = (typeof codes)[keyof typeof codes]

const A2A_DOMAIN = 'a2a-protocol.org'
const reasons: Partial<Record<Code, string>> = {
  [codes.taskNotFound]: 'TASK_NOT_FOUND',
  [codes.notCancelable]: 'TASK_NOT_CANCELABLE',
  [codes.unsupported]: 'UNSUPPORTED_OPERATION',
  [codes.contentType]: 'CONTENT_TYPE_NOT_SUPPORTED',
  [codes.noExtendedCard]: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  [codes.version]: 'VERSION_NOT_SUPPORTED',
}

export class RpcError extends Error {
  readonly code: Code
  /** Of HTTP; 200 unless clients and proxies act on it. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  private readonly details: readonly object[]

  constructor(
    code: Code,
    message: string,
    more: {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>> | undefined
      readonly reason?: string
      readonly errors?: Readonly<Record<string, readonly string[]>> | undefined
    } = {},
  ) {
    super(message)
    this.code = code
    this.status = more.status ?? 200
    this.headers = more.headers ?? {}
    const own = reasons[code]
    const reason = own ?? more.reason
    this.details = [
      ...(reason === undefined
        ? []
        : [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason,
              domain: own === undefined ? 'florin' : A2A_DOMAIN,
            },
          ]),
      ...(more.errors
        ? [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: Object.entries(more.errors).flatMap(([field, descriptions]) =>
                descriptions.map((description) => ({ field, description })),
              ),
            },
          ]
        : []),
    ]
  }

  toJson(): object {
    const { code, message, details } = this
    return { code, message, ...(details.length > 0 && { data: details }) }
  }
}

export const invalidParams = (message: string, errors?: Record<string, string[]>): RpcError =>
  new RpcError(codes.params, message, { errors })

/** Clients and proxies act on these without reading the answer. */
const SHOWN_STATUSES: ReadonlySet<number> = new Set([401, 403, 413, 415, 429, 503])

/** What a call was about, where the same error of the bank has several codes in the protocol. */
export type About = 'new task' | 'answer' | 'task' | 'cancellation'

export function toRpcError(error: AppError, about?: About): RpcError {
  const { def, message, shown } = error
  const { errors } = error.details as { readonly errors?: Record<string, string[]> }
  if (def.code === NotFound.code && about !== undefined && about !== 'new task')
    return new RpcError(codes.taskNotFound, message)
  if (def.code === TaskStateConflict.code)
    return new RpcError(about === 'cancellation' ? codes.notCancelable : codes.unsupported, message)
  const status = SHOWN_STATUSES.has(def.status) ? def.status : 200
  const code = def.status >= 500 && status === 200 ? codes.internal : undefined
  const isParams =
    errors !== undefined || def.code === NotFound.code || def.code === InvalidDid.code
  return new RpcError(code ?? (isParams ? codes.params : codes.refused), message, {
    status,
    headers: shown.headers,
    reason: def.code,
    errors,
  })
}

/** Undefined for an error that is no refusal; its details are for the log only. */
export function asRpcError(error: unknown, about?: About): RpcError | undefined {
  if (error instanceof RpcError) return error
  return error instanceof AppError ? toRpcError(error, about) : undefined
}
