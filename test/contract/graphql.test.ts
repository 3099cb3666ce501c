// The schemas of GraphQL are those of the operations; `every-operation` asks whether GraphQL and REST answer the same.
import { readdirSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  lexicographicSortSchema,
  type OperationTypeNode,
  printSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { writeSchemaFiles } from '../../src/transport/graphql/schema-files.ts'
import { listFields, type Root } from '../../src/transport/graphql/placement.ts'
import { toGraphqlSchema } from '../../src/transport/graphql/schema.ts'
import { type Schema, toSchema } from '../../src/kernel/json-schema.ts'
import { describeForTests } from '../harness/describe.ts'

const registry = describeForTests()
const files = writeSchemaFiles(registry)
// The files are parts of one schema; only all of them together are valid.
const schema = buildSchema(Object.values(files).join('\n'))
const fields = listFields(registry.domains)

const rootTypes = { Query: 'query', Mutation: 'mutation', Subscription: 'subscription' } as Record<
  Root,
  OperationTypeNode
>

const inputFields = ({ type }: GraphQLArgument): readonly GraphQLInputField[] => {
  const named = getNamedType(type)
  return isInputObjectType(named) ? Object.values(named.getFields()) : []
}

/** Sent, but perhaps as null: GraphQL has no type for that. */
const allowsNull = ({ anyOf = [] }: Schema): boolean => anyOf.some(({ type }) => type === 'null')

describe('the domain schemas', () => {
  it('each have a file and at least one query', () => {
    const names = [...new Set(fields.map((field) => field.schema))].toSorted()
    expect(readdirSync(new URL('../../api/graphql', import.meta.url)).toSorted()).toEqual(
      names.map((name) => `${name}.graphql`).toSorted(),
    )
    for (const name of names)
      expect(files[`graphql/${name}.graphql`]).toContain('extend type Query')
  })

  it('are together the schema that the bank runs', () => {
    const resolve = () => Promise.resolve(undefined)
    const whole = toGraphqlSchema({ domains: registry.domains, resolve })
    const sorted = (one: GraphQLSchema) => printSchema(lexicographicSortSchema(one))
    expect(sorted(schema)).toBe(sorted(whole))
  })

  it('declare as non-null what an operation requires, under one name', () => {
    const nullable = fields.flatMap(({ op, options, name, root }) => {
      const field = schema.getRootType(rootTypes[root])!.getFields()[name]!
      const input = field.args.length === 1 && field.args[0]!.name === 'input'
      const args = input ? inputFields(field.args[0]!) : field.args
      const named = new Map(
        Object.entries(options.args ?? {}).map(([here, inRest]) => [inRest, here]),
      )
      const { properties = {}, required = [] } = toSchema(op.input)
      return required
        .filter((one) => properties[one]!.default === undefined && !allowsNull(properties[one]!))
        .filter((one) => !Object.hasOwn(options.defaults ?? {}, one))
        .map((one) => named.get(one) ?? one)
        .filter((arg) => !isNonNullType(args.find((one) => one.name === arg)?.type))
        .map((arg) => `${name}.${arg}`)
    })
    expect(nullable).toEqual([])
  })

  it('have names of arguments that GraphQL allows', () => {
    const names = fields.flatMap(({ op }) => Object.keys(op.input.properties))
    expect(names.filter((name) => !/^[A-Za-z_]\w*$/.test(name))).toEqual([])
  })
})
