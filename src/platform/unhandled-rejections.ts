// Node ends the process at a rejected promise that nothing waits for. Such a promise is a defect, but the defect of one
// request must not end the bank for all others (ADR 42). The process tests fail at this line of the log.
import type { Logger } from 'pino'

export function logUnhandledRejections(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'a rejected promise was not handled; please report this defect'),
  )
}
