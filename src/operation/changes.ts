// What an operation changed, for the audit trail: the fields of its subject that differ before and after, as text. This
// is the one place that decides what of them is recorded. Secrets and personal data are replaced: the audit trail is kept
// for good and cannot be corrected, so it says that they changed, and not from what to what.
import { redactText } from './secret-fields.ts'

export interface Change {
  /** The path of the field, such as `limits.per_minute`. */
  readonly field: string
  /** Null if the field did not exist or was empty. */
  readonly before: string | null
  readonly after: string | null
}

export const STRUCK = '[not recorded]'

/** More are not of use to a reader, and one request must not write without bound. */
const CHANGES_MAX = 50
const TEXT_LENGTH_MAX = 300
const DEPTH_MAX = 5

/** They change with every write, and the audit record has the time. */
const NOISE = new Set(['updated_at', 'message', 'version'])

/** Compared in lower case, with the words separated. What customers may fill with anything counts as secret, too. */
const SECRET =
  /(^|_)(password|passphrase|secret|secrets|token|tokens|hash|seed|mnemonic|private|pin|cvv|cvc|otp|code|codes|nonce|salt|signature|authorization|cookie|api_key|client_key|key_material|public_key|endpoint_credential|bearer|headers|metadata)(_|$)/
const PERSONAL =
  /(^|_)(email|emails|phone|phones|mobile_number|birth|birthday|date_of_birth|tax_id|document|documents|passport|national_id|ssn|street|postcode|zip|iban|address_line\w*)(_|$)/
/** Names that contain such a word and hold nothing of the kind. */
const HARMLESS =
  /(^|_)(email_verified_at|key_prefix|asset_code|currency_code|country_code|error_code|status_code|response_code|public_key_id|code_hash_algorithm)$|^code$/

/** Credentials and hashes of passwords are recognized wherever they stand. */
const isSecretValue = (text: string): boolean =>
  text.startsWith('$argon2') || redactText(text) !== text

const nameOf = (key: string): string =>
  key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

const isWithheld = (key: string): boolean => {
  const name = nameOf(key)
  return !HARMLESS.test(name) && (SECRET.test(name) || PERSONAL.test(name))
}

/** A user name, a query or a fragment of an address may hold a credential. */
function toRecordedText(text: string): string {
  if (isSecretValue(text)) return STRUCK
  const shown = /^https?:\/\//.test(text)
    ? text.replace(/^(https?:\/\/)[^/?#]*@/, '$1').replace(/[?#].*$/s, '')
    : text
  return shown.length > TEXT_LENGTH_MAX ? `${shown.slice(0, TEXT_LENGTH_MAX)}…` : shown
}

/** The value inside a list, without what is withheld. */
function strike(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX) return '…'
  if (typeof value === 'string') return toRecordedText(value)
  if (Array.isArray(value)) return value.map((item) => strike(item, depth + 1))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        isWithheld(key) ? STRUCK : strike(item, depth + 1),
      ]),
    )
  return value
}

interface Leaf {
  /** What is compared. It never leaves this file. */
  readonly exact: string | null
  readonly recorded: string | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !Buffer.isBuffer(value)

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'bigint'
    ? String(value)
    : value instanceof Date
      ? value.toISOString()
      : Buffer.isBuffer(value)
        ? value.toString('base64')
        : (JSON.stringify(value, (_key, item: unknown) =>
            typeof item === 'bigint' ? String(item) : item,
          ) ?? '')

function toLeaf(value: unknown, isStruck: boolean): Leaf {
  if (isEmpty(value)) return { exact: null, recorded: null }
  const exact = toText(value)
  if (isStruck || Buffer.isBuffer(value)) return { exact, recorded: STRUCK }
  const shown = Array.isArray(value) ? toText(strike(value, 0)) : exact
  return { exact, recorded: toRecordedText(shown) }
}

/** By these fields the members of a list are told apart. */
const KEYS = ['uuid', 'id', 'code', 'feature', 'tool', 'name'] as const

/** A list of things with names: what changed in one of them is seen, wherever it stands. */
function byKey(list: readonly unknown[]): readonly (readonly [string, object])[] | undefined {
  const key = KEYS.find((one) => list.every((item) => isRecord(item) && isText(item[one])))
  if (list.length === 0 || key === undefined) return undefined
  return list.filter(isRecord).map((item) => [String(item[key]), item])
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Leaves = Map<string, Leaf>

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Collects the fields of a value with their paths; what is below a withheld name is withheld, too. */
function collect(value: unknown, path: string, isStruck: boolean, leaves: Leaves): Leaves {
  const isDeep = path.split('.').length >= DEPTH_MAX
  const members = Array.isArray(value) && !isDeep ? byKey(value) : undefined
  if (members) {
    for (const [key, item] of members) collect(item, join(path, key), isStruck, leaves)
  } else if (isRecord(value) && !isDeep) {
    for (const [name, field] of Object.entries(value))
      if (!NOISE.has(name)) collect(field, join(path, name), isStruck || isWithheld(name), leaves)
  } else leaves.set(path, toLeaf(isRecord(value) ? [value] : value, isStruck))
  return leaves
}

const leavesOf = (subject: object | undefined): ReadonlyMap<string, Leaf> =>
  subject === undefined ? new Map() : collect(subject, '', false, new Map())

const empty: Leaf = { exact: null, recorded: null }

/** The fields that differ. Undefined: the subject did not exist then. */
export function compare(before: object | undefined, after: object | undefined): Change[] {
  const [left, right] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({ field, old: left.get(field) ?? empty, now: right.get(field) ?? empty }))
    .filter(({ old, now }) => old.exact !== now.exact)
    .slice(0, CHANGES_MAX)
    .map(({ field, old, now }) => ({ field, before: old.recorded, after: now.recorded }))
}
