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
import { live } from '../../src/transport/graphql/live.ts'
import { writeSchemaFiles } from '../../src/transport/graphql/schema-files.ts'
import { relations } from '../../src/transport/graphql/relations.ts'
import { listFields, type Root, toGraphqlSchema } from '../../src/transport/graphql/schema.ts'
import { findShown, leftOut, schemas } from '../../src/transport/graphql/schemas.ts'
import { type Schema, toSchema } from '../../src/transport/json-schema.ts'
import { describeForTests } from '../harness/describe.ts'

const registry = describeForTests()
const { operations } = registry
const files = writeSchemaFiles(registry)
// The files are parts of one schema; only all of them together are valid.
const schema = buildSchema(Object.values(files).join('\n'))
const fields = listFields(operations)

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

const domains = [
  'account asset exchange-rate transaction transfer ledger exchange basket gcu governance poll webhook event user',
  'api-key workflow ai spending agent agent-credential escrow agent-message agent-payment agent-protocol reputation',
  'subscription card sms x402 mpp wallet ramp crosschain defi regtech travel-rule mobile mobile-payment partner',
  'iso20022 open-banking payment-rails interledger microfinance monitoring',
].flatMap((line) => line.split(' '))

describe('the domain schemas', () => {
  it('are the forty-five, each with a file and at least one query', () => {
    expect(Object.keys(schemas).toSorted()).toEqual(domains.toSorted())
    expect(readdirSync(new URL('../../api/graphql', import.meta.url)).toSorted()).toEqual(
      domains.map((name) => `${name}.graphql`).toSorted(),
    )
    for (const name of domains)
      expect(files[`graphql/${name}.graphql`]).toContain('extend type Query')
  })

  it('are together the schema that the bank runs', () => {
    const resolve = () => Promise.resolve(undefined)
    const whole = toGraphqlSchema({ operations, relations, live, resolve })
    const sorted = (one: GraphQLSchema) => printSchema(lexicographicSortSchema(one))
    expect(sorted(schema)).toBe(sorted(whole))
  })

  it('decide about every operation with a route', () => {
    const open = operations.filter((op) => op.rest.length > 0 && findShown(op.name) === undefined)
    expect(open.map((op) => op.name)).toEqual([])
    const nouns = new Set(operations.flatMap((op) => [op.name, op.name.split('.')[0]!]))
    expect(Object.keys(leftOut).filter((name) => !nouns.has(name))).toEqual([])
    const listed = Object.values(schemas).flatMap((list) =>
      list.map((entry) => (typeof entry === 'string' ? entry : entry[0])),
    )
    expect(listed.filter((name) => !nouns.has(name))).toEqual([])
  })

  it('declare as non-null what an operation requires, under one name', () => {
    const nullable = fields.flatMap(({ op, shown, name, root }) => {
      const field = schema.getRootType(rootTypes[root])!.getFields()[name]!
      const input = field.args.length === 1 && field.args[0]!.name === 'input'
      const args = input ? inputFields(field.args[0]!) : field.args
      const named = new Map(
        Object.entries(shown.args ?? {}).map(([here, inRest]) => [inRest, here]),
      )
      const { properties = {}, required = [] } = toSchema(op.input)
      return required
        .filter((one) => properties[one]!.default === undefined && !allowsNull(properties[one]!))
        .filter((one) => !Object.hasOwn(shown.defaults ?? {}, one))
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
