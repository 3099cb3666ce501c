// The database, or a proxy before it, may end a connection at any moment of a start or of a command. That is no defect, so
// it is told in one sentence.
import { acceptsNoWrites, isUnavailable } from './platform/database.ts'
import { judgeWriteError } from './platform/read-only-server.ts'
import { StartError } from './platform/start-error.ts'

/** Any other error is thrown as it is. */
export function explainLostConnection(thrown: unknown): unknown {
  const error = judgeWriteError(thrown)
  if (!isUnavailable(error)) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(
    acceptsNoWrites(error)
      ? `The database accepts no writes (${reason}); check that DATABASE_URL leads to the primary and that its disk is not full.`
      : `The connection to the database was lost (${reason}); check that the server runs, and try again.`,
    { cause: error },
  )
}
