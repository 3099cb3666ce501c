// Logs are JSON lines on standard output. What could hold a secret is cut out before it is written.
import { type Logger, pino } from 'pino'

export function makeLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.password', '*.headers.authorization', '*.headers.cookie'],
    },
    // Lines are gathered and written together: a write per request would cost more than the request.
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  )
}
