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
}
