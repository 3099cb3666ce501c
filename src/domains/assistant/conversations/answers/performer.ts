// Performs operations as the caller, with the caller's rights, and records the tools that were used.
import type { Caller } from '../../../../operation/caller.ts'
import { AppError, TooManyConcurrentRequests, Unavailable } from '../../../../operation/error.ts'
import type { InputOf, OutputOf } from '../../../../operation/operation-index.ts'
import { type AnyOperation, isWrite } from '../../../../operation/operation.ts'
import type { Run } from '../../../../operation/pipeline.ts'

/** The operation was refused; the message says why, in the words of the operation. */
export class Refused extends Error {
  readonly code: string

  constructor(error: AppError) {
    super(error.message)
    this.code = error.def.code
  }
}

export class Performer {
  readonly caller: Caller
  private readonly run: Run
  private readonly requestId: string
  private readonly tools = new Set<string>()

  constructor(run: Run, caller: Caller, requestId: string) {
    this.run = run
    this.caller = caller
    this.requestId = requestId
  }

  get used(): string[] {
    return [...this.tools]
  }

  /** Throws `Refused` when the operation refuses; an overloaded bank refuses the whole message. */
  async perform<Op extends AnyOperation, Input extends InputOf<Op>>(
    tool: string,
    op: Op,
    input: Input & Readonly<Record<Exclude<keyof Input, keyof InputOf<Op>>, never>>,
    idempotencyKey?: string,
  ): Promise<OutputOf<Op>> {
    this.tools.add(tool)
    try {
      const { output } = await this.run(op, {
        caller: this.caller,
        input,
        requestId: this.requestId,
        ...(isWrite(op) && { idempotencyKey }),
      })
      return output as OutputOf<Op>
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code } = error.def
      if (code === TooManyConcurrentRequests.code || code === Unavailable.code) throw error
      throw new Refused(error)
    }
  }
}
