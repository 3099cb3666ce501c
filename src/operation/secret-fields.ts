// Recognizes secrets in what callers send and are answered: by the names of fields, and by the form of the bank's own
// credentials. Used for events, and for everything that keeps bodies of calls.

export const REDACTED = '[redacted]'

const WORDS = ['secret', 'key', 'token', 'password', 'ssn', 'pan', 'cvv', 'pin']
const SECRETS = new Set(WORDS)
/** Few names end like a secret, so few are taken apart into words. */
const MAY_BE_SECRET = new RegExp(`(?:${WORDS.join('|')})$`, 'i')

/** The last word of the name decides: `api_key` and `apiKey` are secrets, `key_uuid` and `shipping` are not. */
export const isSecretName = (name: string): boolean =>
  MAY_BE_SECRET.test(name) && SECRETS.has(wordsOf(name).at(-1)!)

const wordsOf = (name: string): string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())

/** A name with one of these words anywhere is a secret. */
const ALWAYS = new Set([
  'password',
  'passphrase',
  'secret',
  'private',
  'mnemonic',
  'otp',
  'cvv',
  'cvc',
  'ssn',
  'authorization',
  'cookie',
  'recovery',
])
/** A name that ends with one of these words is a secret. */
const AT_THE_END = new Set([
  ...WORDS,
  'signature',
  'nonce',
  'challenge',
  'assertion',
  'receipt',
  'proof',
  'seed',
])
const NO_SECRETS = new Set(['public_key', 'publickey', 'idempotency_key', 'idempotencykey'])

type Verdict = 'shown' | 'secret' | 'code' | 'token'

/** The same names come again and again; the bound is for callers who invent them. */
const verdicts = new Map<string, Verdict>()
const VERDICTS_MAX = 5_000

/**
 * Whether a field of a request or an answer is to be kept out of records. Stricter than for events, whose fields are
 * declared by the bank: a caller may send anything.
 */
export function isSecretField(name: string, value: string): boolean {
  let verdict = verdicts.get(name)
  if (verdict === undefined) {
    if (verdicts.size >= VERDICTS_MAX) verdicts.clear()
    verdicts.set(name, (verdict = judge(name)))
  }
  if (verdict === 'shown') return false
  // Codes of assets, errors and countries are words in capitals; codes that prove something are not.
  if (verdict === 'code') return !/^[A-Z][A-Z_]{1,63}$/.test(value)
  // Tokens of chains are named like assets.
  return verdict === 'secret' || !/^[A-Z]{2,10}$/.test(value)
}

/** What an agent gives for its address; a credential in the singular is a thing with an id. */
const CREDENTIALS_NAME = 'credentials'

function judge(name: string): Verdict {
  if (name.toLowerCase() === CREDENTIALS_NAME) return 'secret'
  if (NO_SECRETS.has(name.toLowerCase())) return 'shown'
  const words = wordsOf(name).map((word) => word.replace(/s$/, ''))
  if (words.some((word) => ALWAYS.has(word))) return 'secret'
  const last = words.at(-1)!
  if (last === 'code' && words.length === 1) return 'code'
  if (last === 'token') return 'token'
  return AT_THE_END.has(last) ? 'secret' : 'shown'
}

/** The bank's own credentials by their prefixes, JSON Web Tokens, what follows an authentication scheme, private keys. */
const CREDENTIALS = new RegExp(
  [
    String.raw`\b(?:fat|frt|f2f|fak|fcs|gnt|fpk|fpk_sandbox|sk_live|sk_sandbox|whsec)_[A-Za-z0-9_-]{8,}`,
    String.raw`\beyJ[\w-]{8,}[\w.-]*`,
    String.raw`\b(?:Bearer|Basic|AgentKey)\s+[\w.~+/=-]{8,}`,
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*`,
  ].join('|'),
  'g',
)

export const redactText = (text: string): string => text.replace(CREDENTIALS, REDACTED)
