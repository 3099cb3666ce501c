// Reads an event of the platform and keeps only the fields that have an effect. Card numbers, one-time
// passwords and activation codes are dropped here, so they are never stored.
import {
  isRawNumber,
  isStorable,
  isStorableText,
  isTooDeep,
  readJson,
} from '../../../kernel/json.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { InvalidPayload } from './errors.ts'
import { type Network, networks } from './effects.ts'

export interface EventFields {
  readonly holder_id?: string
  readonly account_id?: string
  readonly card_id?: string
  readonly user_uuid?: string
  readonly last4?: string
  readonly network?: Network
  /** The amounts are kept as text and parsed when the event is applied. */
  readonly amount?: string
  readonly balance?: string
  readonly currency?: string
  readonly reason?: string
}

export interface PlatformEvent {
  readonly event_id: string
  readonly event_type: string
  readonly facts: EventFields
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ID_LENGTH_MAX = 255
const ID_FIELDS = ['orderNo', 'tradeNo', 'eventId', 'id']

/** Throws when the body is not a JSON object with an id and a type. */
export function readEvent(body: string): PlatformEvent {
  const payload = tryRead(body)
  if (!isFields(payload)) throw InvalidPayload({ reason: 'The body is not a JSON object.' })
  const data = isFields(payload.data) ? payload.data : {}
  const event_type = readText(payload, ['eventType', 'type'])
  const event_id = readText(payload, ID_FIELDS) ?? readText(data, ID_FIELDS)
  if (event_type === undefined)
    throw InvalidPayload({ reason: 'The event has no type; send it as eventType.' })
  if (event_id === undefined)
    throw InvalidPayload({ reason: `The event has no id; send it as ${ID_FIELDS.join(' or ')}.` })
  for (const name of [event_type, event_id])
    if (name.length > ID_LENGTH_MAX)
      throw InvalidPayload({
        reason: `The id and the type of an event may have at most ${ID_LENGTH_MAX} characters.`,
      })
  return { event_id, event_type, facts: readFacts(data) }
}

function tryRead(body: string): unknown {
  if (isTooDeep(body)) return undefined
  try {
    const value = readJson(body)
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The first field that is present and not empty; numbers are read as text. */
function readText(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = toText(Object.hasOwn(fields, name) ? fields[name] : undefined)?.trim()
    if (text !== undefined && text !== '') return text
  }
  return undefined
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  // A number beyond 2^53 keeps its digits only in its raw text.
  return isRawNumber(value) ? (value as { readonly rawJSON: string }).rawJSON : undefined
}

const REASON_LENGTH_MAX = 1_000

function readFacts(data: Fields): EventFields {
  const name = (...names: string[]) => cut(readText(data, names), ID_LENGTH_MAX)
  const user = name('userUuid', 'userId', 'externalUserId')
  const network = name('network', 'cardNetwork', 'brand')?.toLowerCase()
  const currency = name('currency')?.toUpperCase()
  const facts = {
    holder_id: name('holderId', 'cardholderId'),
    account_id: name('accountId'),
    card_id: name('cardId'),
    user_uuid: user !== undefined && isUuid(user) ? user.toLowerCase() : undefined,
    last4: readLast4(data),
    network: networks.find((known) => known === network),
    amount: name('amount'),
    balance: name('balance'),
    currency: currency !== undefined && /^[A-Z]{3,10}$/.test(currency) ? currency : undefined,
    reason: cut(readText(data, ['reason', 'rejectReason']), REASON_LENGTH_MAX),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/** Never cuts a surrogate pair in half: PostgreSQL cannot store one half. */
function cut(text: string | undefined, length: number): string | undefined {
  if (text === undefined || text.length <= length) return text
  const part = text.slice(0, length)
  return isStorableText(part) ? part : part.slice(0, -1)
}

const readLast4 = (data: Fields): string | undefined =>
  [readText(data, ['last4']), readText(data, ['cardNo'])]
    .map((text) => text && /([0-9]{4})$/.exec(text)?.[1])
    .find((digits) => digits !== undefined)
