// Makes the root field of an operation: its arguments from the input, its type from the output. Pages have `page` and
// `first`; a lookup that finds nothing is null; a write takes one argument `input`, or only ids.
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  type GraphQLOutputType,
  getNullableType,
} from 'graphql'
import { PER_PAGE_MAX, type Page } from '../../kernel/page.ts'
import { AppError, Forbidden, Invalid } from '../../operation/error.ts'
import type { GraphqlField } from '../../operation/graphql.ts'
import { type AnyOperation, parseRoute } from '../../operation/operation.ts'
import { itemsOf, type JsonObject, type Schema, toSchema } from '../../kernel/json-schema.ts'
import { toPascalCase } from './names.ts'
import { Float } from './scalars.ts'
import type { PlacedField } from './placement.ts'
import type { Fields, InputField, Types } from './types.ts'

/** Runs one operation; `context` is the value that the transport passes to graphql-js for the request. */
export type Resolve = (
  op: AnyOperation,
  input: object,
  context: unknown,
  responseName: string,
) => Promise<unknown>

export interface FieldContext {
  readonly operations: readonly AnyOperation[]
  readonly resolve: Resolve
}

export type RootField = GraphQLFieldConfig<unknown, unknown>

const FIRST_DEFAULT = 15

export function toRootField(
  field: PlacedField,
  types: Types,
  { operations, resolve }: FieldContext,
): RootField {
  const { op, options } = field
  const takes = argumentsOf(field, types)
  const then = options.answers && operations.find(({ name }) => name === options.answers)
  const answer = answerOf(then || op, field.name, types)
  const isLookup = op.kind === 'query' && op.errors.some(({ status }) => status === 404)
  return {
    description: op.summary,
    type: isLookup ? getNullableType(answer.type) : answer.type,
    args: takes.args,
    async resolve(_source, args: JsonObject, context, info) {
      try {
        const input = takes.read(args)
        const name = String(info.path.key)
        const output = await resolve(op, input, context, name)
        return answer.read(then ? await resolve(then, input, context, name) : output)
      } catch (error) {
        if (isLookup && isAbsent(op, error)) return null
        throw error
      }
    },
  }
}

/** Another user's record resolves to null. */
const isAbsent = (op: AnyOperation, error: unknown): boolean =>
  error instanceof AppError &&
  (error.def.status === 404 ||
    (error.def.code === Forbidden.code && op.errors.some(({ code }) => code === Forbidden.code)))

interface Takes {
  readonly args: Record<string, InputField>
  /** The input of the operation. */
  read(args: JsonObject): object
}

function argumentsOf({ op, name, options }: PlacedField, types: Types): Takes {
  const input = toSchema(op.input)
  const fields = types.inputs(input, toPascalCase(name))
  for (const amount of options.numbers ?? [])
    fields[amount] = { ...fields[amount]!, type: asNumber(fields[amount]!.type) }
  const rename = nameArguments(op, options, fields)
  if (op.kind === 'query')
    return isPaged(op) ? paged(fields, rename) : { args: fields, read: rename }
  const ids = idsOf(op)
  const isOnlyIds = Object.keys(input.properties ?? {}).every((field) => ids.includes(field))
  const isFlat = options.form === undefined ? isOnlyIds : options.form === 'flat'
  if (isFlat) return { args: fields, read: rename }
  const type = types.input(`${toPascalCase(name)}Input`, fields)
  const isNeeded = Object.values(fields).some((field) => field.type instanceof GraphQLNonNull)
  return {
    args: { input: { type: isNeeded ? new GraphQLNonNull(type) : type } },
    read: (args) => rename((args.input ?? {}) as JsonObject),
  }
}

const asNumber = (type: InputField['type']): InputField['type'] =>
  type instanceof GraphQLNonNull ? new GraphQLNonNull(Float) : Float

const asText = (type: InputField['type']): InputField['type'] =>
  type instanceof GraphQLNonNull ? new GraphQLNonNull(GraphQLString) : GraphQLString

const asId = (type: InputField['type']): InputField['type'] =>
  type instanceof GraphQLNonNull ? new GraphQLNonNull(GraphQLID) : GraphQLID

/** The same field with plain text for its ids. */
export const withTextIds = (field: RootField): RootField => ({
  ...field,
  args: Object.fromEntries(
    Object.entries(field.args ?? {}).map(([name, arg]) => [
      name,
      getNullableType(arg.type) === GraphQLID ? { ...arg, type: asText(arg.type) } : arg,
    ]),
  ),
})

const idsOf = (op: AnyOperation): readonly string[] =>
  op.rest[0] ? parseRoute(op.rest[0].route).params : []

/** Gives arguments their names in GraphQL, and returns how the input of the operation is read from them. */
function nameArguments(
  op: AnyOperation,
  { args = {}, defaults = {} }: GraphqlField,
  fields: Record<string, InputField>,
): (args: JsonObject) => object {
  const renamed = Object.entries(args)
  for (const [name, inRest] of renamed) {
    const field = fields[inRest]
    if (!field || fields[name])
      throw new Error(`GraphQL cannot call the field ${inRest} of ${op.name} ${name}.`)
    fields[name] = /(^|_)(uu)?id$/.test(name) ? { ...field, type: asId(field.type) } : field
    delete fields[inRest]
  }
  for (const name of Object.keys(defaults))
    fields[name] = { ...fields[name]!, type: getNullableType(fields[name]!.type) }
  return (sent) => {
    const input: Record<string, unknown> = { ...defaults, ...sent }
    for (const [name, inRest] of renamed) {
      if (input[name] === undefined) continue
      input[inRest] = input[name]
      delete input[name]
    }
    return input
  }
}

export const isPaged = (op: AnyOperation): boolean =>
  toSchema(op.output).properties?.meta?.$id === 'PageMeta' &&
  toSchema(op.input).properties?.per_page !== undefined

function paged(fields: Record<string, InputField>, rename: (args: JsonObject) => object): Takes {
  const { per_page: _, ...others } = fields
  return {
    args: {
      ...others,
      page: { type: GraphQLInt, defaultValue: 1, description: 'The page, from 1.' },
      first: {
        type: GraphQLInt,
        defaultValue: FIRST_DEFAULT,
        description: `Rows a page, at most ${PER_PAGE_MAX}.`,
      },
    },
    read({ first = FIRST_DEFAULT, page = 1, ...args }) {
      if (first === null || Number(first) < 1 || Number(first) > PER_PAGE_MAX)
        throw Invalid({ errors: { first: [`The first field must be 1 to ${PER_PAGE_MAX}.`] } })
      return { ...rename(args), page: page ?? 1, per_page: first }
    },
  }
}

interface Answer {
  readonly type: GraphQLOutputType
  /** The value of the field, from the output of the operation. */
  read(output: unknown): unknown
}

function answerOf(op: AnyOperation, name: string, types: Types): Answer {
  const output = toSchema(op.output)
  const place = `${toPascalCase(name)}Result`
  if (op.rest[0]?.envelope === 'none')
    return { type: new GraphQLNonNull(GraphQLBoolean), read: () => true }
  if (isPaged(op)) return pageOf(output, place, types)
  const data = unwrap(output)
  return data
    ? { type: types.output(data, place), read: (one) => (one as { data: unknown }).data }
    : { type: types.output(output, place), read: (one) => one }
}

/** The record in an output that holds nothing else but a message. */
function unwrap({ properties = {} }: Schema): Schema | undefined {
  const { data, message: _message, success: _success, ...others } = properties
  return data && Object.keys(others).length === 0 ? data : undefined
}

function pageOf(output: Schema, place: string, types: Types): Answer {
  const { data, meta: _meta, success: _success, ...others } = output.properties ?? {}
  const row = types.output(itemsOf(data ?? {}) ?? {}, `${place}Row`)
  const rowName = String(getNullableType(row))
  const fields = (): Fields => ({
    // Its rows are counted by the argument `first`.
    data: { type: new GraphQLNonNull(new GraphQLList(row)), extensions: { isPage: true } },
    paginatorInfo: { type: new GraphQLNonNull(paginatorInfo(types)) },
    ...Object.fromEntries(
      Object.entries(others).map(([name, field]) => [
        name,
        { type: types.output(field, place + toPascalCase(name)) },
      ]),
    ),
  })
  const isPlain = Object.keys(others).length === 0
  const type = types.object(isPlain ? `${rowName}Paginator` : `${place}Paginator`, fields)
  return { type: new GraphQLNonNull(type), read: (page) => withInfo(page as Page<unknown>) }
}

const withInfo = ({ data, meta, ...others }: Page<unknown>) => ({
  ...others,
  data,
  paginatorInfo: {
    count: data.length,
    currentPage: meta.current_page,
    firstItem: meta.from,
    hasMorePages: meta.current_page < meta.last_page,
    lastItem: meta.to,
    lastPage: meta.last_page,
    perPage: meta.per_page,
    total: meta.total,
  },
})

const paginatorInfo = (types: Types) =>
  types.object('PaginatorInfo', () => ({
    count: { type: new GraphQLNonNull(GraphQLInt), description: 'Rows on this page.' },
    currentPage: { type: new GraphQLNonNull(GraphQLInt) },
    firstItem: { type: GraphQLInt },
    hasMorePages: { type: new GraphQLNonNull(GraphQLBoolean) },
    lastItem: { type: GraphQLInt },
    lastPage: { type: new GraphQLNonNull(GraphQLInt) },
    perPage: { type: new GraphQLNonNull(GraphQLInt) },
    total: { type: new GraphQLNonNull(GraphQLInt), description: 'Rows on all pages.' },
  }))
