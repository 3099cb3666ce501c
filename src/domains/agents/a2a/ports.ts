// Lets a task run the bank's operations by name, through the same pipeline as any other call.
import type { AnyOperation } from '../../../operation/operation.ts'
import type { Call } from '../../../operation/pipeline.ts'

export interface Performer {
  /** Undefined when the bank has no such operation, and therefore no such skill. */
  findOperation(name: string): AnyOperation | undefined
  /** Returns the operation's answer, or that of an earlier call with the same Idempotency-Key. */
  perform(operation: AnyOperation, call: Call): Promise<unknown>
}
