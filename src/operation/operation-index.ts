// Indexes operations by name and keeps the type of each, so that the compiler reports an unknown name or
// input field.
import type { Value } from '../kernel/value.ts'
import type { AnyOperation } from './operation.ts'

export type ByName<List extends readonly AnyOperation[]> = {
  readonly [Op in List[number] as Op['name']]: Op
}

export const byName = <List extends readonly AnyOperation[]>(operations: List): ByName<List> =>
  // Object.fromEntries loses which value belongs to which key; the type of the list still has it.
  Object.fromEntries(operations.map((op) => [op.name, op])) as ByName<List>

/** The input as a caller passes it: an optional field may also be null or undefined. */
export type InputOf<Op extends AnyOperation> = MaybeNull<Value<Op['input']>>
type MaybeNull<Input> = {
  [Field in keyof Input]: Input extends Required<Pick<Input, Field>>
    ? Input[Field]
    : Input[Field] | null | undefined
}

export type OutputOf<Op extends AnyOperation> = Value<Op['output']>
