// What every log line written within a call or a job says by itself: the id of the request or the name of the job, and
// the trace, if traces are exported. So the lines of one call are found by its id, and its trace from any of them.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isSpanContextValid, trace } from '@opentelemetry/api'

type Fields = Readonly<Record<string, string>>

const fields = new AsyncLocalStorage<Fields>()

/** Runs the work; log lines written meanwhile have these fields. */
export const withLogFields = <Result>(own: Fields, work: () => Result): Result =>
  fields.run(own, work)

/** For pino's `mixin`. A field that the log call names itself takes precedence. */
export function currentLogFields(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext()
  return {
    ...fields.getStore(),
    ...(span && isSpanContextValid(span) && { trace_id: span.traceId, span_id: span.spanId }),
  }
}
