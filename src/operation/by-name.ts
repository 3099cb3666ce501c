// Operations that other code calls, each under its name and with its own type: whoever names one that is
// not there, or hands it a field that it does not know, is told by the compiler.
import type { Static } from 'typebox'
import type { AnyOperation } from './operation.ts'

export type ByName<List extends readonly AnyOperation[]> = {
  readonly [Op in List[number] as Op['name']]: Op
}

export const byName = <List extends readonly AnyOperation[]>(operations: List): ByName<List> =>
  // An object made of entries has lost which value belongs to which key; the list's type knows it.
  Object.fromEntries(operations.map((op) => [op.name, op])) as ByName<List>

/** What a caller hands over: a field that may be left out may be null or undefined, too. */
export type InputOf<Op extends AnyOperation> = MaybeNull<Static<Op['input']>>
type MaybeNull<Input> = {
  [Field in keyof Input]: Input extends Required<Pick<Input, Field>>
    ? Input[Field]
    : Input[Field] | null | undefined
}

export type OutputOf<Op extends AnyOperation> = Static<Op['output']>
