// One answer of a running bank, and the forms in which its values can be compared with those of another bank: ids,
// addresses and times differ in every bank, and what they stand for does not.
import { createHash } from 'node:crypto'
import type { Bank, Person } from '../../harness/bank.ts'

export interface Sample {
  readonly output: unknown
  /** What a value of this bank is called in the examples: the ids of the request, the caller, the bank's address. */
  readonly names: ReadonlyMap<string, string>
  /** The bank's time when it answered. */
  readonly now: number
}

const CALLER = '0199d3a2-7c00-7000-8000-000000000001'
const OPERATOR = '0199d3a2-7c00-7000-8000-000000000002'
/** Every example is answered at this time. */
const EXAMPLE_NOW = Date.parse('2026-03-01T12:00:00.000Z')

/** Shorter texts are replaced as a whole only, because they occur within others by chance. */
const PART_MIN = 12

export function takeSample(
  bank: Bank,
  { person, isOperator }: { readonly person: Person; readonly isOperator: boolean },
  { example, valid }: { readonly example: unknown; readonly valid: unknown },
  output: unknown,
): Sample {
  const names = new Map([
    [bank.url, 'https://bank.example'],
    [new URL(bank.url).host, 'bank.example'],
    [person.uuid, isOperator ? OPERATOR : CALLER],
  ])
  if (!isOperator) names.set(person.email, 'ada@example.com')
  addNames(names, example, valid)
  return { output, names, now: bank.clock.now().getTime() }
}

/** What the request of this bank has in place of a text of the example. */
function addNames(names: Map<string, string>, example: unknown, valid: unknown): void {
  if (typeof example === 'string' && typeof valid === 'string') {
    // An account may be named by its number, too; in an answer it has its id.
    const isAlike = isUuid(example) || !isUuid(valid)
    if (example !== valid && isAlike && valid.length >= 3 && !names.has(valid))
      names.set(valid, example)
  } else if (isTree(example) && isTree(valid)) {
    for (const [name, inner] of Object.entries(valid))
      addNames(names, (example as Record<string, unknown>)[name], inner)
  }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g
const EMAIL = /\bperson\d+@example\.com\b/g
const TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g

/** The forms of the values of a sample. Two values are the same if one of their forms is, the same one of both. */
export class Forms {
  private readonly sample: Sample
  private readonly ids = new Map<string, string>()
  private readonly parts: readonly (readonly [string, string])[]

  constructor(sample: Sample) {
    this.sample = sample
    this.parts = [...sample.names].filter(([text]) => text.length >= PART_MIN)
    this.nameIds(sample.output, '')
  }

  /** The value itself, with the ids of the examples, and with their ids and times. */
  of(value: unknown): readonly [unknown, unknown, unknown] {
    if (typeof value === 'number') return [value, value, this.atExampleNow(value)]
    if (typeof value !== 'string') return [value, value, value]
    const named = this.withNames(value)
    return [value, named, named.replace(TIME, (time) => this.timeAtExampleNow(time))]
  }

  /** An id that the answer is the first to name is named after its place in the answer. */
  private nameIds(value: unknown, path: string): void {
    if (typeof value === 'string') {
      for (const [id] of value.matchAll(ID)) {
        if (this.sample.names.has(id) || this.ids.has(id)) continue
        const hash = createHash('sha256').update(path).digest('hex')
        const short = `0199d3a2-7c00-7000-8000-${hash.slice(0, 12)}`
        this.ids.set(id, id.includes('-') ? short : short.replaceAll('-', ''))
      }
    } else if (isTree(value)) {
      for (const [name, inner] of Object.entries(value)) this.nameIds(inner, `${path}.${name}`)
    }
  }

  private withNames(text: string): string {
    const whole = this.sample.names.get(text)
    if (whole !== undefined) return whole
    const named = this.parts.reduce((left, [from, to]) => left.replaceAll(from, to), text)
    return named.replace(ID, (id) => this.ids.get(id) ?? id).replace(EMAIL, 'grace@example.com')
  }

  private timeAtExampleNow(text: string): string {
    const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
    const time = Date.parse(isZoned ? text : `${text.replace(' ', 'T')}Z`)
    if (Number.isNaN(time)) return text
    const moved = new Date(time - this.sample.now + EXAMPLE_NOW).toISOString()
    // As precise, and written, as the bank writes it.
    const [, fraction = '', zone = ''] = /(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text)!
    const precise =
      moved.slice(0, 19) + (fraction && moved.slice(19, 23).padEnd(fraction.length, '0'))
    return (text[10] === ' ' ? precise.replace('T', ' ') : precise) + zone
  }

  /** A number that may be a time in seconds or milliseconds. */
  private atExampleNow(value: number): number {
    const { now } = this.sample
    if (!Number.isInteger(value)) return value
    for (const unit of [1, 1000]) {
      const isNear = Math.abs(value * unit - now) < YEARS
      if (isNear) return value + Math.round((EXAMPLE_NOW - now) / unit)
    }
    return value
  }
}

const YEARS = 10 * 365 * 86_400_000
