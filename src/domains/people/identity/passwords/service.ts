// Hashes and checks passwords in a bounded queue, and checks the strength of new ones.
import { Invalid, Unavailable } from '../../../../operation/error.ts'
import type { Hasher } from '../../../../platform/hasher.ts'
import { WorkQueue } from './work-queue.ts'

/** Node has four threads for such work; signatures and files need the other two. */
const AT_ONCE = 2
/** About two seconds of work; a caller who would wait longer is rejected. */
const WAITING_MAX = 200

/** Hashing is slow: call this from an operation's `prepare`, never while a database connection is held. */
export class Passwords {
  private readonly hasher: Hasher
  private readonly queue = new WorkQueue({
    atOnce: AT_ONCE,
    waitingMax: WAITING_MAX,
    refuse: () => Unavailable({ reason: 'Too many concurrent sign-ins; retry in a second.' }),
  })
  private decoyHash: Promise<string> | undefined

  constructor(hasher: Hasher) {
    this.hasher = hasher
  }

  /** `address` is the caller's: the queue serves addresses in turn, so a busy one does not delay the others. */
  hash(password: string, address: string): Promise<string> {
    return this.queue.run(address, () => this.hasher.hash(password))
  }

  /** For an unknown user a decoy is checked, so that the time taken does not reveal whether the user exists. */
  isRight(stored: string | undefined, given: string, address: string): Promise<boolean> {
    return this.queue.run(address, async () => {
      this.decoyHash ??= this.hasher.hash('nobody has this password')
      const matches = await this.hasher.verify(stored ?? (await this.decoyHash), given)
      return matches && stored !== undefined
    })
  }
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/\p{Ll}/u, 'a lower-case letter'],
  [/\p{Lu}/u, 'an upper-case letter'],
  [/\p{Nd}/u, 'a digit'],
  [/[^\p{L}\p{Nd}\s]/u, 'a symbol'],
]

/** Reports every missing rule at once, under the field that the caller sent. */
export function checkNewPassword(
  password: string,
  confirmation: string | undefined,
  field = 'password',
): void {
  const missing = rules.filter(([rule]) => !rule.test(password)).map(([, name]) => name)
  const sentences = [
    ...(missing.length > 0 ? [`The ${words(field)} field needs ${missing.join(', ')}.`] : []),
    ...(confirmation !== undefined && confirmation !== password
      ? [`The ${words(field)} confirmation does not match.`]
      : []),
  ]
  if (sentences.length > 0) throw Invalid({ errors: { [field]: sentences } })
}

const words = (field: string): string => field.replaceAll('_', ' ')
