// A GraphQL schema from a few operations of the test, queried through graphql-js itself.
import {
  executeSync,
  getIntrospectionQuery,
  getOperationAST,
  graphql,
  parse,
  printSchema,
  validate,
  validateSchema,
} from 'graphql'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { PageOf, pageInput } from '../../kernel/page.ts'
import { Forbidden, NotFound } from '../../operation/error.ts'
import { type AnyOperation, defineOperation } from '../../operation/operation.ts'
import { describeSchema } from './introspection.ts'
import { toRootName } from './names.ts'
import { listFields } from './placement.ts'
import { toGraphqlSchema } from './schema.ts'

const Rate = Type.Object(
  {
    code: Type.String(),
    uuid: Type.String({ format: 'uuid' }),
    colour: Type.Enum(['red', 'green'], { $id: 'Colour' }),
    '24h_change': Type.Number(),
    parts: Type.Array(Type.Object({ size: Type.Integer({ minimum: 1, maximum: 100 }) })),
    either: Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    made_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    more: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'Thing', description: 'One of them.' },
)
const thing = {
  code: 'X',
  uuid: '0199d3a2-7c00-7000-8000-000000000001',
  colour: 'red',
  '24h_change': 0.5,
  parts: [{ size: 3 }],
  either: { a: 'x' },
  made_at: null,
  more: { some_key: 1 },
}
const base = { auth: 'public', errors: [] } as const
const operations: AnyOperation[] = [
  defineOperation({
    ...base,
    name: 'asset.get',
    kind: 'query',
    summary: 'One thing.',
    input: Type.Object({ code: Type.String() }),
    output: Rate,
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/v2/assets/:code', envelope: 'data' }],
    graphql: { args: { id: 'code' }, also: { assetByCode: {} } },
    handler: () => thing as never,
  }),
  defineOperation({
    ...base,
    name: 'asset.list',
    kind: 'query',
    summary: 'All things.',
    input: Type.Object({ ...pageInput, type: Type.Optional(Type.Enum(['a', 'b'])) }),
    output: PageOf(Rate),
    rest: [{ route: 'GET /api/v2/assets', envelope: 'page' }],
    handler: () => ({}) as never,
  }),
  defineOperation({
    ...base,
    name: 'asset.create',
    kind: 'command',
    summary: 'Make one.',
    input: Type.Object({ code: Type.String(), amount: Type.Union([Type.String(), Type.Number()]) }),
    output: Type.Object({ data: Rate, message: Type.String() }),
    rest: [{ route: 'POST /api/v2/assets', envelope: 'bare' }],
    handler: () => ({ data: thing, message: 'Done.' }) as never,
  }),
  defineOperation({
    ...base,
    name: 'asset.deactivate',
    kind: 'command',
    summary: 'End one.',
    input: Type.Object({ code: Type.String() }),
    output: Type.Object({}),
    rest: [{ route: 'DELETE /api/v2/assets/:code', envelope: 'none' }],
    handler: () => ({}),
  }),
]

const domains = [{ name: 'assets', graphql: 'asset', operations }]

const meta = { current_page: 2, last_page: 3, per_page: 1, total: 3, from: 2, to: 2 }
const answers: Readonly<Record<string, unknown>> = {
  'asset.get': thing,
  'asset.list': { data: [thing], meta },
  'asset.create': { data: thing, message: 'Done.' },
  'asset.deactivate': {},
}

function ask(source: string, fail?: Error) {
  const asked: [string, object][] = []
  const schema = toGraphqlSchema({
    domains,
    resolve: async (op, input) => {
      asked.push([op.name, input])
      if (fail) throw fail
      return answers[op.name]
    },
  })
  return graphql({ schema, source, contextValue: {} }).then(({ data, errors }) => ({
    asked,
    errors,
    data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
  }))
}

describe('a GraphQL schema from operations', () => {
  it('is valid, and says what the declarations say', () => {
    const resolve = () => Promise.resolve({})
    const schema = toGraphqlSchema({ domains, resolve })
    expect(validateSchema(schema)).toEqual([])
    expect(printSchema(schema)).toMatchInlineSnapshot(`
      "type Query {
        """One thing."""
        asset(id: ID!): Thing

        """One thing."""
        assetByCode(code: String!): Thing

        """All things."""
        assets(
          """The page, from 1."""
          page: Int = 1

          """One of a, b."""
          type: String

          """Rows a page, at most 100."""
          first: Int = 15
        ): ThingPaginator!
      }

      """One of them."""
      type Thing {
        """The same as uuid."""
        id: ID!
        code: String!
        uuid: ID!
        colour: Colour!
        _24h_change: Float!
        parts: [ThingParts!]!
        either: JSON!
        made_at: DateTime
        more: JSON!
      }

      enum Colour {
        red
        green
      }

      type ThingParts {
        size: Int!
      }

      """Any JSON value."""
      scalar JSON

      """A time in ISO 8601, such as 2026-01-31T09:30:00Z."""
      scalar DateTime

      type ThingPaginator {
        data: [Thing!]!
        paginatorInfo: PaginatorInfo!
      }

      type PaginatorInfo {
        """Rows on this page."""
        count: Int!
        currentPage: Int!
        firstItem: Int
        hasMorePages: Boolean!
        lastItem: Int
        lastPage: Int!
        perPage: Int!

        """Rows on all pages."""
        total: Int!
      }

      type Mutation {
        """Make one."""
        createAsset(input: CreateAssetInput!): Thing!

        """End one."""
        deactivateAsset(code: String!): Boolean!
      }

      input CreateAssetInput {
        code: String!
        amount: String!
      }"
    `)
  })

  it('reads records under their own names', async () => {
    const { data, errors, asked } = await ask(
      '{ asset(id: "X") { id code colour _24h_change parts { size } either made_at more } assetByCode(code: "Y") { code } }',
    )
    expect(errors).toBeUndefined()
    const { '24h_change': change, uuid, ...rest } = thing
    expect(data).toEqual({
      asset: { ...rest, id: uuid, _24h_change: change },
      assetByCode: { code: 'X' },
    })
    expect(asked).toEqual([
      ['asset.get', { code: 'X' }],
      ['asset.get', { code: 'Y' }],
    ])
  })

  it('shows pages, records without their message, and true for nothing', async () => {
    const { data, errors, asked } = await ask(
      '{ assets(first: 1, page: 2, type: "a") { data { code } paginatorInfo { total hasMorePages } } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      assets: { data: [{ code: 'X' }], paginatorInfo: { total: 3, hasMorePages: true } },
    })
    expect(asked).toEqual([['asset.list', { type: 'a', page: 2, per_page: 1 }]])
    const written = await ask(
      'mutation { createAsset(input: { code: "X", amount: "1.5" }) { code } deactivateAsset(code: "X") }',
    )
    expect(written.data).toEqual({ createAsset: { code: 'X' }, deactivateAsset: true })
    expect(written.asked[0]).toEqual(['asset.create', { code: 'X', amount: '1.5' }])
  })

  it('answers null for a missing record or another user’s, and an error otherwise', async () => {
    const lookup = '{ asset(id: "X") { code } }'
    for (const fail of [NotFound({ what: 'thing', id: 'X' }), Forbidden({ reason: 'Not yours.' })])
      expect(await ask(lookup, fail)).toMatchObject({ data: { asset: null }, errors: undefined })
    expect((await ask(lookup, new Error('broken'))).errors).toHaveLength(1)
    expect((await ask('{ asset { code } }')).errors?.[0]?.message).toContain(
      'argument "id" of type "ID!" is required',
    )
  })
})

describe('an operation with a route', () => {
  const placed = (operation: Partial<AnyOperation>, schema?: string) => () =>
    listFields([
      { name: 'assets', graphql: schema, operations: [{ ...operations[1]!, ...operation }] },
    ])

  it('names its schema, or that of its domain, or states why it has none', () => {
    expect(placed({})).toThrow('asset.list belongs to no GraphQL schema')
    expect(placed({ graphql: { omit: 'Only the provider calls it.' } })()).toEqual([])
    expect(placed({}, 'asset')()).toMatchObject([{ schema: 'asset', name: 'assets' }])
    expect(placed({ graphql: { schema: 'other' } }, 'asset')()).toMatchObject([{ schema: 'other' }])
  })
})

describe('the schema itself', () => {
  const schema = toGraphqlSchema({ domains, resolve: async () => ({}) })
  it.each([
    [
      'everything',
      getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true }),
      {},
    ],
    ['nothing', '{ __type(name: "Nobody") { name } }', {}],
    [
      'aliases, fragments and fields that are named twice',
      `{ a: __schema { ...s ... on __Schema { mutationType { kind } } } __typename }
       fragment s on __Schema { mutationType { name } queryType { ...t fields { name } } }
       fragment t on __Type { __typename fields { args { defaultValue } } }`,
      {},
    ],
    [
      'variables and directives',
      `query ($name: String!, $no: Boolean!) { __type(name: $name) { name @skip(if: $no) ...k @include(if: $no)
       fields(includeDeprecated: $no) @include(if: true) { name description @skip(if: true) } } }
       fragment k on __Type { kind ofType { name } }`,
      { name: 'Thing', no: true },
    ],
  ])('is described as GraphQL describes it: %s', (_title, query, variables) => {
    const document = parse(query)
    expect(validate(schema, document)).toEqual([])
    const operation = getOperationAST(document)!
    const { data } = executeSync({ schema, document, variableValues: variables })
    expect(describeSchema(schema, { document, operation, variables })).toEqual(data)
  })

  it('is described without reading the text again for every record', () => {
    let reads = 0
    const variables = {
      get no() {
        reads++
        return true
      },
    }
    const document = parse(
      'query ($no: Boolean!) { __schema { types { fields { name @skip(if: $no) } } } }',
    )
    const operation = getOperationAST(document)!
    const answer = describeSchema(schema, { document, operation, variables })
    expect(JSON.stringify(answer)).toContain('{},{},{},{}')
    expect(reads).toBeLessThan(4)
  })
})

describe('a root field', () => {
  it.each([
    ['account.get', true, 'account'],
    ['account.list', true, 'accounts'],
    ['poll.list_active', true, 'activePolls'],
    ['api_key.list', true, 'apiKeys'],
    ['gcu.value_history', true, 'gcuValueHistory'],
    ['transfer.create', false, 'createTransfer'],
    ['agent.set_status', false, 'setAgentStatus'],
    ['share_account.withdraw_dividends', false, 'withdrawShareAccountDividends'],
  ])('of %s is called so', (operation, isRead, name) => {
    expect(toRootName(operation, isRead)).toBe(name)
  })
})
