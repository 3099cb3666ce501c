// Logs are JSON lines on standard output. Every log call names its fields: requests, headers and bodies are
// never logged whole, so nothing has to be redacted.
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { currentLogFields } from './log-context.ts'

export function makeLog(level: string): Logger {
  // Lines are buffered and written together, because a write per request would cost more than the request.
  const output = pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 200 })
  // When the terminal or pipe is gone, the bank goes on without logging; otherwise the buffered output would be
  // retried for ever at exit.
  const deaf = { write: () => true, flushSync: () => {}, end: () => {} }
  output.on('error', () => void Object.assign(output, deaf))
  return pino({ level, base: null, mixin: currentLogFields }, output)
}

const FLUSH_MS_MAX = 500

/** Writes the buffered lines, unless the output is gone. */
export async function flushLog(log: Logger): Promise<void> {
  const written = new Promise<void>((resolve) => log.flush(() => resolve()))
  await Promise.race([written, delay(FLUSH_MS_MAX)])
}
