// What the preparation of an example can use: the bank, the caller, and every other example.
import type { Answer, Bank, Person } from '../../harness/bank.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Scene {
  readonly bank: Bank
  readonly person: Person
  /** The input as the domain's example has it; for one more row of a list, the prepared input. */
  readonly input: Fields
  /** Prepares and sends the example of another operation, and gives the body of its answer. */
  readonly make: (operation: string, change?: Fields) => Promise<Answer['body']>
  /** The same without preparing it: the ids are among these changes. */
  readonly send: (operation: string, change: Fields, by?: Person) => Promise<Answer['body']>
}

/** Makes what the example needs, and says which of its fields differ in this bank: ids, mostly. */
export type Prepare = (scene: Scene) => Promise<Fields> | Fields

/** By operation. */
export type Preparations = Readonly<Record<string, Prepare>>

/** By list: adds one more row, where the preparation of the list adds none. */
export type Rows = Readonly<Record<string, (scene: Scene) => Promise<unknown>>>

/** By operation: why what its example shows exists in the live environment only. */
export type LiveOnly = Readonly<Record<string, string>>

/** What a `prepare.ts` exports. */
export interface PrepareModule {
  readonly preparations?: Preparations
  readonly rows?: Rows
  readonly liveOnly?: LiveOnly
}

/** For a list: one row, by the example of the operation that creates it, with this change. */
export const having =
  (operation: string, change?: Fields) =>
  async ({ make }: Scene): Promise<Fields> => {
    await make(operation, change)
    return {}
  }

export const after = ({ bank }: Scene, seconds: number): string =>
  new Date(bank.clock.now().getTime() + seconds * 1000).toISOString()

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The example with changes put into it at any depth; a change to undefined takes a field out. */
export function withChanges(example: unknown, change: unknown): unknown {
  if (Array.isArray(example) && Array.isArray(change))
    return change.map((one, index) => withChanges(example[index], one))
  if (!isObject(example) || !isObject(change)) return change
  const merged: Record<string, unknown> = { ...example }
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) delete merged[name]
    else merged[name] = withChanges(example[name], value)
  }
  return merged
}

/** The same within a text of JSON, such as a body that is signed as a whole. */
export const withChangesInText = (text: unknown, change: Fields): string =>
  JSON.stringify(withChanges(JSON.parse(String(text)), change))
