// The language in which a message type is described, once: the elements in the order of the schema, and the field of
// the record that each fills. Reading, writing, validating, the types and the documentation all follow from it.
import type { Format } from './formats.ts'
import { countText, numberText, trueOrFalse } from './formats.ts'

/** The declared total in a value: the number of the counted records, or the sum of their amounts. */
export type Declares = 'count' | 'sum' | 'credit_count' | 'credit_sum' | 'debit_count' | 'debit_sum'

type Kind = 'text' | 'integer' | 'boolean'
interface ValueOf {
  readonly text: string
  readonly integer: number
  readonly boolean: boolean
}

/** An element whose text is the value of a field. */
export interface Leaf<Field extends string = string, K extends Kind = Kind> {
  readonly node: 'leaf'
  readonly element: string
  readonly field: Field
  readonly kind: K
  readonly format: Format
  readonly required: boolean
  /** The element may occur several times; the field joins the texts by line breaks. */
  readonly joined: boolean
  /** The value is compared with the counted records of the message. */
  readonly declares?: Declares
}

/** An element that holds an amount, with the currency in an attribute. */
export interface Amount<Field extends string = string, Currency extends string = string> {
  readonly node: 'amount'
  readonly element: string
  readonly field: Field
  readonly currency: Currency
  readonly required: boolean
  readonly mustBePositive: boolean
}

/** An element around others; their fields belong to the same record. */
export interface Group<Inner extends Nodes = Nodes> {
  readonly node: 'group'
  readonly element: string
  readonly nodes: Inner
  readonly required: boolean
  /** It may occur several times; of fields that are not lists the first counts. */
  readonly repeats: boolean
  /** Older versions have the value as text, without an element around it. */
  readonly asText?: Leaf
  /** The content that is written if the standard requires the element and the record has no value. */
  readonly filler?: string
}

/** Exactly one of these; written is the first whose format fits. */
export interface Choice<Inner extends Nodes = Nodes> {
  readonly node: 'choice'
  readonly nodes: Inner
  readonly required: boolean
}

/** An element that occurs any number of times, each with a record of its own. */
export interface List<Field extends string = string, Inner extends Nodes = Nodes> {
  readonly node: 'list'
  readonly element: string
  readonly field: Field
  readonly nodes: Inner
  readonly required: boolean
  readonly most: number
  /** These records are the ones that counts and sums are about. */
  readonly counted: boolean
}

/** Elements of other versions: they are read but never written; those of the current version take precedence. */
export interface Superseded<Inner extends Nodes = Nodes> {
  readonly node: 'older'
  readonly nodes: Inner
}

export type Node = Leaf | Amount | Group<any> | Choice<any> | List<string, any> | Superseded<any> // oxlint-disable-line typescript/no-explicit-any -- a tree of any depth
export type Nodes = readonly Node[]

type Merge<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? { [Key in keyof All]: All[Key] }
  : never

type FieldsOf<N> =
  N extends Leaf<infer Field, infer K>
    ? { readonly [Key in Field]: ValueOf[K] | null }
    : N extends Amount<infer Field, infer Currency>
      ? { readonly [Key in Field | Currency]: string | null }
      : N extends List<infer Field, infer Inner>
        ? { readonly [Key in Field]: readonly RecordOf<Inner>[] }
        : N extends Group<infer Inner> | Choice<infer Inner>
          ? FieldsOf<Inner[number]>
          : never

/** The record that elements of this layout are read into: absent values are null, absent lists are empty. */
export type RecordOf<N extends Nodes> = Merge<FieldsOf<N[number]>>

interface LeafOptions {
  readonly required?: boolean
  readonly declares?: Declares
}

const leaf = <Field extends string, K extends Kind>(
  element: string,
  field: Field,
  kind: K,
  format: Format,
  { required = false, declares }: LeafOptions,
): Leaf<Field, K> => ({
  node: 'leaf',
  element,
  field,
  kind,
  format,
  required,
  joined: false,
  ...(declares && { declares }),
})

export const value = <Field extends string>(
  element: string,
  field: Field,
  format: Format,
  options: LeafOptions = {},
): Leaf<Field, 'text'> => leaf(element, field, 'text', format, options)

export const lines = <Field extends string>(
  element: string,
  field: Field,
  format: Format,
): Leaf<Field, 'text'> => ({ ...leaf(element, field, 'text', format, {}), joined: true })

export const count = <Field extends string>(
  element: string,
  field: Field,
  options: LeafOptions = {},
): Leaf<Field, 'integer'> => leaf(element, field, 'integer', countText, options)

export const sequence = <Field extends string>(
  element: string,
  field: Field,
): Leaf<Field, 'text'> => leaf(element, field, 'text', numberText, {})

export const flag = <Field extends string>(
  element: string,
  field: Field,
  options: LeafOptions = {},
): Leaf<Field, 'boolean'> => leaf(element, field, 'boolean', trueOrFalse, options)

export const amount = <Field extends string, Currency extends string>(
  element: string,
  field: Field,
  currency: Currency,
  options: { readonly required?: boolean; readonly mustBePositive?: boolean } = {},
): Amount<Field, Currency> => ({
  node: 'amount',
  element,
  field,
  currency,
  required: options.required ?? false,
  mustBePositive: options.mustBePositive ?? false,
})

export const group = <const Inner extends Nodes>(
  element: string,
  nodes: Inner,
  options: {
    readonly required?: boolean
    readonly repeats?: boolean
    readonly asText?: Leaf
    readonly filler?: string
  } = {},
): Group<Inner> => ({
  node: 'group',
  element,
  nodes,
  ...options,
  required: options.required ?? false,
  repeats: options.repeats ?? false,
})

export const choice = <const Inner extends Nodes>(
  nodes: Inner,
  options: { readonly required?: boolean } = {},
): Choice<Inner> => ({ node: 'choice', nodes, required: options.required ?? false })

export const list = <Field extends string, const Inner extends Nodes>(
  element: string,
  field: Field,
  nodes: Inner,
  options: {
    readonly required?: boolean
    readonly most?: number
    readonly counted?: boolean
  } = {},
): List<Field, Inner> => ({
  node: 'list',
  element,
  field,
  nodes,
  required: options.required ?? false,
  most: options.most ?? Number.POSITIVE_INFINITY,
  counted: options.counted ?? false,
})

export const superseded = <const Inner extends Nodes>(nodes: Inner): Superseded<Inner> => ({
  node: 'older',
  nodes,
})

/** One message type: its root element and everything below it. */
export interface Layout<Type extends string = string, Inner extends Nodes = Nodes> {
  readonly type: Type
  readonly title: string
  readonly root: string
  /** The versions that can be written; the first is the default. */
  readonly versions: readonly [string, ...string[]]
  readonly nodes: Inner
}

export const layout = <Type extends string, const Inner extends Nodes>(
  given: Layout<Type, Inner>,
): Layout<Type, Inner> => given
