// Logs are JSON lines on standard output. Whoever logs names the fields: no request, header or body
// is ever logged whole, so there is nothing to cut out again.
import { type Logger, pino } from 'pino'

export function makeLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
    },
    // Lines are gathered and written together: a write per request would cost more than the request.
    pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 200 }),
  )
}
