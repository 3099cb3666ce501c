// Passwords: how strong a new one must be, and how they are kept.
import { Invalid, Unavailable } from '../../../operation/error.ts'
import type { Hasher } from '../../../platform/hasher.ts'
import { WorkQueue } from './work-queue.ts'

/** Of the four threads that Node has for such work, signatures and files need some, too. */
const AT_ONCE = 2
/** About two seconds of work: whoever would wait longer is told to come again. */
const WAITING_MAX = 200

/** Never called while a connection is held: `prepare` of an operation is the place. */
export class Passwords {
  private readonly hasher: Hasher
  private readonly queue = new WorkQueue({
    atOnce: AT_ONCE,
    waitingMax: WAITING_MAX,
    refuse: () => Unavailable({ reason: 'Too many people are signing in; retry in a second.' }),
  })
  private nobody: Promise<string> | undefined

  constructor(hasher: Hasher) {
    this.hasher = hasher
  }

  /** `address` is who waits for it: those who ask much wait behind those who ask little. */
  hash(password: string, address: string): Promise<string> {
    return this.queue.run(address, () => this.hasher.hash(password))
  }

  /** Somebody unknown costs as much time as somebody known: the clock tells nothing either. */
  isRight(stored: string | undefined, given: string, address: string): Promise<boolean> {
    return this.queue.run(address, async () => {
      this.nobody ??= this.hasher.hash('nobody has this password')
      const matches = await this.hasher.verify(stored ?? (await this.nobody), given)
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

/** Says all that is missing at once, under the field that the caller sent it in. */
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
