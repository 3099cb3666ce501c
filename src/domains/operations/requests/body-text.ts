// Writes a body as JSON that can be kept: without secrets, and cut at a size. What is cut is said in its place, so that
// the text stays JSON. The work is bounded by the size, however long the body is.
import { isRawNumber } from '../../../kernel/json.ts'
import { isSecretField, REDACTED, redactText } from '../../../operation/secret-fields.ts'

export interface BodyText {
  readonly text: string
  readonly isCut: boolean
}

/** A longer string is cut by itself, so that one field does not hide all others. */
const STRING_LENGTH_MAX = 2_000
/** A secret that begins before the end of a string is recognized by this much more. */
const MARGIN = 200
const NAME_LENGTH_MAX = 100

interface Room {
  chars: number
  isCut: boolean
}

export function toBodyText(value: unknown, lengthMax: number): BodyText {
  const room: Room = { chars: lengthMax, isCut: false }
  const text = JSON.stringify(shorten('', value, room)) ?? 'null'
  return { text, isCut: room.isCut }
}

function shorten(name: string, value: unknown, room: Room): unknown {
  if (typeof value === 'string') return shortenText(name, value, room)
  if (typeof value !== 'object' || value === null) {
    room.chars -= 8
    return typeof value === 'bigint' ? String(value) : value
  }
  if (isRawNumber(value) || value instanceof Date) {
    room.chars -= 24
    return value
  }
  return Array.isArray(value)
    ? shortenArray(name, value, room)
    : shortenObject(value as Readonly<Record<string, unknown>>, room)
}

function shortenText(name: string, text: string, room: Room): string {
  if (isSecretField(name, text)) return REDACTED
  const most = Math.max(0, Math.min(STRING_LENGTH_MAX, room.chars))
  const plain = redactText(text.length > most + MARGIN ? text.slice(0, most + MARGIN) : text)
  room.chars -= Math.min(plain.length, most) + 2
  if (plain.length <= most) return plain
  room.isCut = true
  const kept = plain.slice(0, most)
  return `${kept}… (${text.length} characters)`
}

/** The elements have the name of the array, as the codes in `recovery_codes`. */
function shortenArray(name: string, values: readonly unknown[], room: Room): unknown[] {
  const kept: unknown[] = []
  for (const value of values) {
    if (room.chars <= 0) {
      room.isCut = true
      kept.push(`… ${values.length - kept.length} more`)
      break
    }
    kept.push(shorten(name, value, room))
  }
  return kept
}

function shortenObject(value: Readonly<Record<string, unknown>>, room: Room): object {
  const names = Object.keys(value)
  const kept: [string, unknown][] = []
  for (const name of names) {
    if (room.chars <= 0) {
      room.isCut = true
      kept.push(['…', `${names.length - kept.length} more fields`])
      break
    }
    const shown = redactText(name.slice(0, NAME_LENGTH_MAX))
    room.chars -= shown.length + 4
    kept.push([shown, shorten(name, value[name], room)])
  }
  return Object.fromEntries(kept)
}

const URL_LENGTH_MAX = 2_000

/** The path and query of a request; `pattern` names the parameters of its path, such as `/receipts/:token`. */
export function toUrlText(url: string, pattern: string): string {
  const [path = '', query] = url.slice(0, URL_LENGTH_MAX).split('?', 2)
  const names = pattern.split('/')
  const shown = path
    .split('/')
    .map((part, at) => {
      const name = names[at] ?? ''
      return name.startsWith(':') && isSecretField(name.slice(1), part) ? REDACTED : part
    })
    .join('/')
  if (query === undefined) return redactText(shown)
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    return isSecretField(name, value) ? `${name}=${REDACTED}` : pair
  })
  return redactText(`${shown}?${pairs.join('&')}`)
}
