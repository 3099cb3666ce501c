// Describes one answered or refused call, for logs, metrics and usage statistics. Probes and HTML pages are
// not counted as calls.
import type { Caller } from './caller.ts'

export interface FinishedCall {
  readonly requestId: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** The code of the error that was answered. */
  readonly errorCode?: string | undefined
  readonly durationMs: number
  readonly caller: Caller
  readonly userAgent: string | undefined
  /** Its trace, if traces are exported. */
  readonly traceId?: string | undefined
  /** Of a REST call: what was sent and answered. */
  readonly exchange?: Exchange | undefined
}

/**
 * Refers to the request and the answer as they are, because few observers look at them. It may hold any secret: an
 * observer that keeps any of it strikes out secrets first (see secret-fields.ts).
 */
export interface Exchange {
  readonly request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly body: unknown
  }
  /** Undefined if the answer is a file or a stream. A text is JSON that was already written. */
  readonly answer: { readonly body: unknown } | undefined
}
