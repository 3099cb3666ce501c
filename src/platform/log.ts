// Logs are JSON lines on standard output. Whoever logs names the fields: no request, header or body
// is ever logged whole, so there is nothing to cut out again.
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, pino } from 'pino'

export function makeLog(level: string): Logger {
  // Lines are gathered and written together: a write per request would cost more than the request.
  const output = pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 200 })
  // A terminal that is gone takes no more lines; the bank goes on without them. Left as it is, the
  // output would try for ever at exit.
  const deaf = { write: () => true, flushSync: () => {}, end: () => {} }
  output.on('error', () => void Object.assign(output, deaf))
  return pino({ level, base: null }, output)
}

const FLUSH_MS_MAX = 500

/** What is still gathered is written, unless nobody takes it any more. */
export async function flushLog(log: Logger): Promise<void> {
  const written = new Promise<void>((resolve) => log.flush(() => resolve()))
  await Promise.race([written, delay(FLUSH_MS_MAX)])
}
