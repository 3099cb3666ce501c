// Passwords: how strong a new one must be, and how they are kept.
import { hash, verify } from '@node-rs/argon2'
import { Invalid } from '../../operation/error.ts'

// Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane; about 20 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

// Somebody unknown costs as much time as somebody known: the clock tells nothing either.
const nobody: Promise<string> = hash('nobody has this password', cost)

export async function isPassword(stored: string | undefined, given: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), given)
  return matches && stored !== undefined
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
