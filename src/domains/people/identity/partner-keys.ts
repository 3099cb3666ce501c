// The key of a partner stands beside the bearer of a user. Partners are another domain; this is what identity asks it.
import type { Caller } from '../../../operation/caller.ts'

/** The caller with its partner; throws for a key that is unknown or may not be used by this caller. */
export type JoinPartner = (
  key: string,
  caller: Caller | undefined,
) => Caller | undefined | Promise<Caller | undefined>
