// The type of the values that a schema describes. TypeBox's own `Static` is one conditional type of 33 branches; used
// on a type parameter, as `defineOperation` and `emit` do, the compiler compares it with itself branch by branch:
// 1.2 million instantiations in each checker. This type looks the kind of the schema up in a table instead.

/** The kinds of schemas that Florin uses. */
interface Kinds<S> {
  readonly String: string
  readonly Integer: number
  readonly Number: number
  readonly Boolean: boolean
  readonly Null: null
  readonly Unknown: unknown
  readonly Enum: S extends { readonly enum: infer Values extends readonly unknown[] }
    ? Values[number]
    : never
  readonly Literal: S extends { readonly const: infer Constant } ? Constant : never
  readonly Array: S extends { readonly items: infer Item } ? Value<Item>[] : never
  readonly Tuple: S extends { readonly items: infer Items }
    ? { [Index in keyof Items]: Value<Items[Index]> }
    : never
  readonly Union: S extends { readonly anyOf: infer Types extends readonly unknown[] }
    ? Value<Types[number]>
    : never
  readonly Record: S extends { readonly patternProperties: infer Patterns }
    ? Record<string, Value<Patterns[keyof Patterns]>>
    : never
  readonly Object: S extends { readonly properties: infer Properties }
    ? ObjectValue<Properties>
    : never
}

/**
 * The values of a schema. A kind missing in the table gives `never`, which is a type error in the handler that reads
 * the value; a schema of no known kind (`TSchema`) gives `unknown`.
 */
export type Value<S> = S extends { readonly '~unsafe': infer Type }
  ? Type
  : S extends { readonly '~kind': infer Kind }
    ? Kind extends keyof Kinds<unknown>
      ? Kinds<S>[Kind]
      : never
    : unknown

type OptionalKeys<Properties> = {
  [Key in keyof Properties]: Properties[Key] extends { readonly '~optional': true } ? Key : never
}[keyof Properties]

type ObjectValue<Properties> = keyof Properties extends never
  ? object
  : Flat<
      { [Key in Exclude<keyof Properties, OptionalKeys<Properties>>]: Value<Properties[Key]> } & {
        [Key in OptionalKeys<Properties>]?: Value<Properties[Key]>
      }
    >

type Flat<T> = { [Key in keyof T]: T[Key] } & {}
