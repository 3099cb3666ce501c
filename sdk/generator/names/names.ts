// The names that a language gives to the parts of an SDK. The writers of the languages take them from here, and so
// does the check that no two in a scope are the same.
import type { Call, ChoiceShape, Module, RecordShape } from '../shapes.ts'
import { toWords, withLetter } from '../words.ts'

export interface Names {
  /** The member of the client that holds a module. */
  module(module: Module): string
  /** The type of that member. */
  service(module: Module): string
  method(call: Call): string
  /** The method that reads every page; undefined where the answer has no pages. */
  pages(call: Call): string | undefined
  type(name: string): string
  /** In the order of the fields of the record; empty where they keep the names of the wire. */
  fields(record: RecordShape): readonly string[]
  /** In the order of the values of the choice; empty where a choice has no constants. */
  constants(choice: ChoiceShape): readonly string[]
  /** The fields of the path first. */
  arguments(call: Call): readonly string[]
  readonly taken: Taken
  /** Constants belong to the whole package instead of the type of their choice. */
  readonly areConstantsGlobal?: boolean
  /** Each type has a file of its own. */
  readonly isFilePerType?: boolean
  /** `getAll` and `getall` are one method, `Event` and `EVENT` one type. */
  readonly ignoresCase?: boolean
}

/** What the language or the package itself declares in each scope, beside the names that come from the bank. */
export interface Taken {
  /** Not allowed for anything. */
  readonly words: ReadonlySet<string>
  readonly client: ReadonlySet<string>
  readonly types: ReadonlySet<string>
  readonly methods: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
  readonly arguments: ReadonlySet<string>
}

export const set = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''))

/**
 * The wire may tell apart what a language cannot, such as `paymentId` and `payment_id`: of two equal names the later
 * one ends with an underscore.
 */
export function distinct(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let own = name
    while (used.has(own)) own += '_'
    used.add(own)
    return own
  })
}

/** The words of a value of a choice. Signs count where letters do not tell values apart: `-amount`, `*`. */
export function valueWords(value: string): readonly string[] {
  const words = toWords(value)
  if (words.length === 0) return [value === '*' ? 'star' : 'value']
  return value.startsWith('-') ? ['minus', ...words] : words
}

/** Names of constants as Java and PHP write them: IN_REVIEW. */
export const toConstants = (values: readonly string[]): string[] =>
  distinct(values.map((value) => withLetter(valueWords(value).join('_').toUpperCase(), 'VALUE_')))
