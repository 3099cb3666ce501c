// What log lines say by themselves.
import { type Context, context, type ContextManager, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLogFields, withLogFields } from './log-context.ts'

/** The fields of the lines that the work writes. */
async function linesOf(work: (log: ReturnType<typeof pino>) => Promise<void>) {
  const lines: Record<string, unknown>[] = []
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
  await work(pino({ base: null, timestamp: false, mixin: currentLogFields }, output))
  return lines.map(({ level: _level, ...fields }) => fields)
}

const span = trace.wrapSpanContext({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  traceFlags: 1,
})

/** Knows the context of code that does not wait. */
class CurrentContext implements ContextManager {
  private current: Context = ROOT_CONTEXT
  active() {
    return this.current
  }
  with: ContextManager['with'] = (entered, work, self, ...args) => {
    const before = this.current
    this.current = entered
    try {
      return work.call(self as never, ...args)
    } finally {
      this.current = before
    }
  }
  bind<Target>(_context: Context, target: Target) {
    return target
  }
  enable() {
    return this
  }
  disable() {
    return this
  }
}

beforeAll(() => context.setGlobalContextManager(new CurrentContext()))
afterAll(() => context.disable())

it('have the request, also after a wait, and nothing outside of it', async () => {
  const lines = await linesOf(async (log) => {
    const call = (req_id: string) =>
      withLogFields({ req_id }, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        log.info('inside')
      })
    await Promise.all([call('a'), call('b')])
    log.info('outside')
    withLogFields({ req_id: 'c' }, () => log.info({ req_id: 'own' }, 'named'))
  })
  expect(lines).toEqual([
    { req_id: 'a', msg: 'inside' },
    { req_id: 'b', msg: 'inside' },
    { msg: 'outside' },
    { req_id: 'own', msg: 'named' },
  ])
})

it('have the trace while one is active', async () => {
  const lines = await linesOf(async (log) => {
    context.with(trace.setSpan(ROOT_CONTEXT, span), () => log.info('traced'))
    log.info('untraced')
  })
  expect(lines).toEqual([
    { trace_id: span.spanContext().traceId, span_id: span.spanContext().spanId, msg: 'traced' },
    { msg: 'untraced' },
  ])
})
