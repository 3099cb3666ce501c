// What the bank can do for a task: its own operations, by name, through the same pipeline as any call.
import type { AnyOperation } from '../../../operation/operation.ts'
import type { Call } from '../../../operation/pipeline.ts'

export interface Performer {
  /** Undefined when the bank has no such operation: then there is no such skill. */
  findOperation(name: string): AnyOperation | undefined
  /** What the operation answered, now or at an earlier call with the same Idempotency-Key. */
  perform(operation: AnyOperation, call: Call): Promise<unknown>
}
