// One answered call or refusal, for logs, metrics and usage statistics. Probes and pages are none.
import type { Caller } from './caller.ts'

export interface Finished {
  readonly requestId: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly caller: Caller
  readonly userAgent: string | undefined
}
