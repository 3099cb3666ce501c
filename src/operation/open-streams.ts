// The streams and sockets that are open on this node. Their callers were authenticated once, at the beginning. When
// something changes that decides who callers are, such as a credential or a tenant, they are authenticated again, and
// the streams of callers who are no longer valid end.
import type { Caller } from './caller.ts'

export type RecognizeAgain = () => Promise<Caller | undefined>

export interface Open {
  readonly caller: Caller
  readonly recognizeAgain: RecognizeAgain
  readonly end: () => void
}

export class OpenStreams {
  private readonly all = new Set<Open>()

  get size(): number {
    return this.all.size
  }

  /** Returns the function that removes it. */
  add(open: Open): () => void {
    this.all.add(open)
    return () => void this.all.delete(open)
  }

  /** Authenticates the callers again: those with this credential, or all. */
  recognizeAgain(credential?: string): void {
    for (const open of this.all)
      if (credential === undefined || mayUse(open.caller, credential)) void recognize(open)
  }
}

/** An agent may have sent its own credential beside that of its owner; only the owner's is known here. */
const mayUse = (caller: Caller, credential: string): boolean =>
  caller.credential?.id === credential || caller.agent !== undefined

async function recognize({ caller, recognizeAgain, end }: Open): Promise<void> {
  const found = await recognizeAgain().catch(() => undefined)
  if (!found || !isSame(found, caller)) end()
}

const isSame = (a: Caller, b: Caller): boolean =>
  a.user === b.user &&
  a.agent === b.agent &&
  a.tenant === b.tenant &&
  a.partner === b.partner &&
  a.credential?.id === b.credential?.id &&
  a.scopes.symmetricDifference(b.scopes).size === 0
