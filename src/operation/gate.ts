// A gate may refuse calls for a while, through any transport, such as those to a part of the bank that an
// operator switched off.
import type { Caller } from './caller.ts'
import type { AnyOperation } from './operation.ts'

/** The reason for which the call is refused, in a sentence for the caller; undefined lets it pass. */
export type Gate = (
  op: AnyOperation,
  caller: Caller,
) => string | undefined | Promise<string | undefined>
